import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import {
  type CallOnTheLine,
  type LineCallRequest,
  type LineOfCalls,
  makeLineCalls,
  type StreamSteps
} from "../../../src/carriers/simulated/line-calls.ts"
import { ringResponseOf } from "../../../src/carriers/simulated/personas/all-personas.ts"
import type { Verb } from "../../../src/carriers/simulated/twiml.ts"

const start = Date.parse("2026-03-10T12:00:00Z")

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ["setTimeout", "clearTimeout", "Date", "performance"] })
})
afterEach(() => {
  vi.useRealTimers()
})

const request = (changed: Partial<LineCallRequest> = {}): LineCallRequest => ({
  attemptId: "a1",
  to: "+14155550100",
  from: "+15005550006",
  ringSeconds: 40,
  limitSeconds: 600,
  verbs: [{ verb: "pause", seconds: 12 }],
  statusCallback: null,
  recognitionCallback: null,
  ...changed
})

/**
 * A line with fake timers, and its events: milliseconds since the start, and the call's status at
 * that moment.
 */
const line = (speed = 1, openStream: LineOfCalls["openStream"] = () => assert.fail("No stream was asked for")) => {
  const events: Array<readonly [millis: number, event: string, status: string]> = []
  const note = (call: CallOnTheLine, event: string) => events.push([Date.now() - start, event, call.status])
  const calls = makeLineCalls({
    speed,
    notify: note,
    askNext: () => {},
    notifyAnsweredBy: (call) => note(call, "recognized"),
    openStream
  })
  return { events, calls }
}

const story = (to: string, changed: Partial<LineCallRequest> = {}, speed = 1) => {
  const { events, calls } = line(speed)
  const call = calls.accept(request({ to, ...changed }))
  vi.runAllTimers()
  return { events, duration: call.durationSeconds }
}

describe("the persona of a simulated call", () => {
  it.each(["0", "1", "5", "6", "7", "8", "9"])("answers at numbers that end in %s", (digit) => {
    const { events, duration } = story(`+1415555010${digit}`)
    assert.deepStrictEqual(
      events.map(([, event, status]) => [event, status]),
      [
        ["initiated", "initiated"],
        ["ringing", "ringing"],
        ["answered", "in-progress"],
        ["completed", "completed"]
      ]
    )
    const [, [rings] = [0], [answers] = [0], [ends] = [0]] = events
    assert.isTrue(answers - rings >= 2_000 && answers - rings <= 4_000)
    assert.strictEqual(ends - answers, 12_000)
    assert.strictEqual(duration, 12)
  })

  it("answers after the same time at the same number, and at different times at different numbers", () => {
    const after = Array.from({ length: 100 }, (_, n) => ringResponseOf(`+1415555${n + 100}0`).afterSeconds)
    assert.deepStrictEqual(
      after,
      Array.from({ length: 100 }, (_, n) => ringResponseOf(`+1415555${n + 100}0`).afterSeconds)
    )
    assert.isAbove(new Set(after).size, 50)
    assert.isTrue(after.every((seconds) => seconds >= 2 && seconds <= 4))
  })

  it("does not answer at 2, is busy at 3, and cannot be reached at 4", () => {
    assert.deepStrictEqual(story("+14155550102").events, [
      [0, "initiated", "initiated"],
      [500, "ringing", "ringing"],
      [25_500, "completed", "no-answer"]
    ])
    assert.deepStrictEqual(
      story("+14155550103", {}, 1)
        .events.slice(1)
        .map(([, event, status]) => [event, status]),
      [["completed", "busy"]]
    )
    assert.deepStrictEqual(
      story("+14155550104")
        .events.slice(1)
        .map(([, event, status]) => [event, status]),
      [["completed", "failed"]]
    )
  })

  it("is not waited for longer than the ring time", () => {
    assert.deepStrictEqual(story("+14155550102", { ringSeconds: 10 }).events.at(-1), [10_500, "completed", "no-answer"])
    assert.deepStrictEqual(story("+14155550100", { ringSeconds: 1 }).events.at(-1)?.slice(1), [
      "completed",
      "no-answer"
    ])
  })

  it("is cut off at the call's time limit", () => {
    assert.strictEqual(story("+14155550100", { limitSeconds: 5 }).duration, 5)
  })

  it("acts faster by the line's speed, with the same duration in line time", () => {
    const plain = story("+14155550100")
    vi.setSystemTime(start)
    const fast = story("+14155550100", {}, 20)
    assert.deepStrictEqual(
      fast.events.map(([, event]) => event),
      plain.events.map(([, event]) => event)
    )
    const [plainMillis = 0, fastMillis = 0] = [plain, fast].map(({ events }) => events.at(-1)?.[0])
    // A timer has whole milliseconds.
    assert.isTrue(Math.abs(plainMillis / 20 - fastMillis) <= 4)
    assert.strictEqual(fast.duration, 12)
  })
})

describe("a person who calls back", () => {
  const callingBack = (answer: ReadonlyArray<Verb> | undefined, persona = "calls-back") => {
    const asked: Array<readonly [millis: number, url: string, call: CallOnTheLine]> = []
    const ended: Array<readonly [from: string, status: string]> = []
    const calls = makeLineCalls({
      speed: 1,
      notify: (call, event) => event === "completed" && ended.push([call.from, call.status]),
      notifyAnsweredBy: () => {},
      openStream: () => assert.fail("No stream was asked for"),
      askNext: (call, url, _, take) => {
        asked.push([Date.now() - start, url, call])
        take(answer)
      }
    })
    calls.accept(request({ persona, voiceUrl: "http://us.example/voice" }))
    vi.runAllTimers()
    return { asked, calls, ended }
  }

  it("asks the service some seconds after the missed call, and does what it says", () => {
    const { asked, ended } = callingBack([{ verb: "pause", seconds: 3 }])
    const [[millis, url, call] = assert.fail(), ...others] = asked
    assert.deepStrictEqual([millis, url, others], [29_500, "http://us.example/voice", []])
    assert.deepInclude(call, { from: "+14155550100", to: "+15005550006", isInbound: true, durationSeconds: 3 })
    assert.deepStrictEqual(ended, [
      ["+15005550006", "no-answer"],
      ["+14155550100", "completed"]
    ])
  })

  it("hears that the call failed when the service gives no document", () => {
    assert.deepStrictEqual(callingBack(undefined).ended.at(-1), ["+14155550100", "failed"])
  })

  it("does so only as a persona that does", () => {
    assert.deepStrictEqual(callingBack([], "voicemail").asked, [])
  })
})

describe("the verbs of a simulated call", () => {
  const pause = (seconds: number) => ({ verb: "pause", seconds }) as const
  const stream = { verb: "stream", url: "ws://127.0.0.1/media", parameters: {} } as const

  it("are performed one after another, up to the end or a hang-up", () => {
    const hangUp = { verb: "hang up" } as const
    assert.strictEqual(story("+14155550100", { verbs: [] }).duration, 0)
    assert.strictEqual(story("+14155550100", { verbs: [pause(3), pause(4)] }).duration, 7)
    assert.strictEqual(story("+14155550100", { verbs: [pause(3), hangUp, pause(4)] }).duration, 3)
    assert.strictEqual(story("+14155550100", { verbs: [pause(3), pause(4)], limitSeconds: 5 }).duration, 5)
  })

  it("continue when a stream is over, and its time counts", () => {
    const steps: Array<StreamSteps> = []
    let hungUp = 0
    const { events, calls } = line(1, (_call, verb, its) => {
      assert.strictEqual(verb, stream)
      steps.push(its)
      return { hangUp: () => void hungUp++, destroy: () => {} }
    })
    const call = calls.accept(request({ verbs: [stream, pause(2), stream], limitSeconds: 20 }))
    vi.runAllTimers()
    steps[0]?.pass(3_400)
    steps[0]?.next()
    vi.runAllTimers()
    assert.lengthOf(steps, 2)
    assert.strictEqual(call.connectedMillis, 5_400)
    assert.strictEqual(hungUp, 0)
    steps[1]?.pass(14_580)
    assert.isNull(call.endedAt)
    steps[1]?.pass(20)
    assert.deepInclude(call, { status: "completed", durationSeconds: 20 })
    assert.strictEqual(hungUp, 1)
    assert.strictEqual(events.at(-1)?.[1], "completed")
  })

  it("stop when either side hangs up", () => {
    const steps: Array<StreamSteps> = []
    let hungUp = 0
    const { events, calls } = line(1, (_call, _verb, its) => {
      steps.push(its)
      return { hangUp: () => void hungUp++, destroy: () => {} }
    })
    const byPerson = calls.accept(request({ verbs: [stream, pause(2)] }))
    const byUs = calls.accept(request({ verbs: [stream, pause(2)] }))
    vi.runAllTimers()
    steps[0]?.hangUp()
    calls.hangUp(byUs)
    for (const call of [byPerson, byUs]) assert.deepInclude(call, { status: "completed", durationSeconds: 0 })
    assert.strictEqual(hungUp, 2)
    vi.runAllTimers()
    assert.lengthOf(
      events.filter(([, event]) => event === "completed"),
      2
    )
  })
})

describe("asynchronous answer detection", () => {
  it("reports who answered one and a half seconds after the answer", () => {
    const { events } = story("+14155550100", { recognitionCallback: "http://127.0.0.1/amd" }, 2)
    const [, , [answered] = [0], [recognized, event] = [0]] = events
    assert.strictEqual(event, "recognized")
    assert.strictEqual(recognized - answered, 750)
  })

  it("reports nothing once the call is over", () => {
    const verbs = [{ verb: "pause", seconds: 1 }] as const
    const { events } = story("+14155550100", { recognitionCallback: "http://127.0.0.1/amd", verbs })
    assert.deepStrictEqual(
      events.map(([, event]) => event),
      ["initiated", "ringing", "answered", "completed"]
    )
  })
})

describe("hanging up a simulated call", () => {
  it("cancels a ringing call, and ends a connected one", () => {
    const { events, calls } = line(10)
    const ringing = calls.accept(request())
    vi.advanceTimersByTime(100)
    calls.hangUp(ringing)
    assert.deepInclude(ringing, { status: "canceled", durationSeconds: 0 })
    const connected = calls.accept(request())
    while (connected.status !== "in-progress") vi.advanceTimersToNextTimer()
    vi.advanceTimersByTime(500)
    calls.hangUp(connected)
    assert.deepInclude(connected, { status: "completed", durationSeconds: 5 })
    const before = events.length
    vi.runAllTimers()
    assert.lengthOf(events, before)
  })
})

describe("the memory of a simulated line", () => {
  it("finds a call by its id and its attempt, even when the call has ended", () => {
    const { calls } = line()
    const call = calls.accept(request())
    calls.accept(request({ attemptId: "a2" }))
    for (let look = 0; look < 2; look++) {
      assert.strictEqual(calls.find(call.sid), call)
      assert.deepStrictEqual(calls.findAttempt("a1"), [call])
      vi.runAllTimers()
    }
    const again = calls.accept(request())
    assert.deepStrictEqual(calls.findAttempt("a1"), [again, call])
  })

  it("gives up an attempt that it reported as not placed", () => {
    const { calls } = line()
    assert.isFalse(calls.isGivenUp("a1"))
    assert.isEmpty(calls.findAttempt("a1"))
    assert.isTrue(calls.isGivenUp("a1"))
    calls.accept(request({ attemptId: "a2" }))
    assert.lengthOf(calls.findAttempt("a2"), 1)
    assert.isFalse(calls.isGivenUp("a2"))
  })

  it("forgets the calls that ended first, and never a live one", () => {
    const { calls } = line()
    const alive = calls.accept(request({ attemptId: "alive" }))
    const many = Array.from({ length: 20_001 }, (_, n) => {
      const call = calls.accept(request({ attemptId: `a${n}` }))
      calls.hangUp(call)
      return call
    })
    assert.isUndefined(calls.find(many[0]!.sid))
    assert.strictEqual(calls.find(many[1]!.sid), many[1])
    assert.strictEqual(calls.find(alive.sid), alive)
    assert.isEmpty(calls.findAttempt("a0"))
    calls.stop()
  })

  it("does nothing once it is stopped", () => {
    const { events, calls } = line()
    calls.accept(request())
    calls.stop()
    vi.runAllTimers()
    assert.isEmpty(events)
  })
})
