import { assert, describe, it } from "@effect/vitest"
import type { ConversationEvent } from "../../../src/media/conversation/conversation.ts"
import { makeReplyPlayer } from "../../../src/media/reply/reply-player.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 1_000 : 30

const bytesPerLetter = 400
const sentence = "one two three four five six seven."
const fillerText = "well er"
const fillerByte = 200

/** A carrier that plays audio at once, byte for byte, and returns marks a while later. */
const makeCarrier = () => {
  const queue: Array<number> = []
  const marks: Array<{ readonly name: string; readonly after: number }> = []
  const playedOf = new Map<number, number>()
  let sent = 0
  let played = 0
  return {
    queue,
    playedOf,
    send: (audio: Uint8Array) => {
      queue.push(...audio)
      sent += audio.length
    },
    mark: (name: string) => marks.push({ name, after: sent }),
    clear: () => {
      queue.length = 0
      played = sent
    },
    play: (millis: number) => {
      const now = queue.splice(0, millis * 8)
      played += now.length
      for (const byte of now) playedOf.set(byte, (playedOf.get(byte) ?? 0) + 1)
    },
    /** Returns some of the marks of played or dropped audio. */
    reached: (lateBytes: number) => {
      const names: Array<string> = []
      while ((marks[0]?.after ?? Number.POSITIVE_INFINITY) <= played - lateBytes) names.push(marks.shift()?.name ?? "")
      return names
    }
  }
}

describe("a reply player", () => {
  it("clears the carrier once, even if a pause comes before the drop", () => {
    const done: Array<string> = []
    let now = 0
    const line = {
      now: () => now,
      send: () => done.push("send"),
      mark: () => undefined,
      clear: () => done.push("clear")
    }
    const player = makeReplyPlayer(line, () => undefined)
    const begin = (reply: number) => {
      player.begin(reply)
      player.add(reply, { kind: "sentence", text: sentence })
      player.add(reply, { kind: "audio", audio: new Uint8Array(sentence.length * bytesPerLetter) })
      now += 500
      player.tick(now)
    }
    const clears = () => done.splice(0).filter((one) => one === "clear").length
    begin(1)
    player.pause(1)
    now += 500
    player.drop(1)
    assert.strictEqual(clears(), 1)
    begin(2)
    player.pause(2)
    player.resume(2)
    player.drop(2)
    assert.strictEqual(clears(), 2)
  })

  it("reports the heard part of a sentence that failed, and the whole filler", () => {
    const recorded: Array<ConversationEvent> = []
    let now = 0
    const ignore = () => undefined
    const player = makeReplyPlayer({ now: () => now, send: ignore, mark: ignore, clear: ignore }, (...events) => {
      recorded.push(...events)
    })
    const pass = (millis: number) => {
      for (const until = now + millis; now < until; now += 20) player.tick(now)
    }
    const cut = { kind: "cut" } as const
    player.begin(1)
    player.fill(1, { text: "One moment.", audio: new Uint8Array(8_000) })
    player.add(1, cut)
    player.add(1, { kind: "sentence", text: "We will call you tomorrow." })
    player.add(1, { kind: "audio", audio: new Uint8Array(9_600) })
    player.add(1, cut)
    player.add(1, { kind: "failed", reason: "no voice" })
    pass(3_000)
    assert.deepStrictEqual(
      recorded.flatMap((event) => (event.kind === "replyHeard" ? [event.text] : [])),
      ["One moment. We will call"]
    )
  })

  /** Plays a filler of 1 s and the reply's own words after it, and aborts the reply after a while. */
  const finishedAfter = (finishedAt: number) => {
    const events: Array<ConversationEvent> = []
    const sent: Array<number> = []
    let now = 0
    let isCleared = false
    let isInterrupted = false
    const player = makeReplyPlayer(
      {
        now: () => now,
        send: (audio) => sent.push(...audio),
        mark: () => undefined,
        clear: () => {
          isCleared = true
        }
      },
      (...more) => events.push(...more)
    )
    player.begin(1)
    player.attach(1, {
      interruptUnsafe: () => {
        isInterrupted = true
      }
    })
    player.fill(1, { text: "One moment, please.", audio: new Uint8Array(8_000).fill(fillerByte) })
    const words = () => {
      player.add(1, { kind: "sentence", text: "I understand." })
      player.add(1, { kind: "audio", audio: new Uint8Array(8_000).fill(1) })
    }
    words()
    for (; now < finishedAt; now += 20) player.tick(now)
    player.finishFiller(1)
    words()
    player.add(1, { kind: "complete", endsCall: true, text: "I understand." })
    for (; now < 5_000; now += 20) player.tick(now)
    const bytesOf = (byte: number) => sent.filter((one) => one === byte).length
    return {
      filler: bytesOf(fillerByte),
      words: bytesOf(1),
      isCleared,
      isInterrupted,
      ends: events.filter(({ kind }) => ["played", "complete", "replyHeard"].includes(kind))
    }
  }

  it("lets a filler end when its reply is aborted, without the words after it", () => {
    assert.deepStrictEqual(finishedAfter(400), {
      filler: 8_000,
      words: 0,
      isCleared: false,
      isInterrupted: true,
      ends: [
        { kind: "played", at: 1_000, reply: 1 },
        {
          kind: "replyHeard",
          at: 1_000,
          reply: 1,
          text: "One moment, please.",
          startMs: 0,
          endMs: 1_000,
          interrupted: false
        }
      ]
    })
  })

  it("keeps the end of a filler after which the first frames of the reply were sent already", () => {
    const { ends, filler, isCleared, words } = finishedAfter(900)
    assert.deepStrictEqual([filler, isCleared], [8_000, false])
    assert.isAtMost(words, 300 * 8)
    assert.deepStrictEqual(
      ends.map((event) => (event.kind === "replyHeard" ? event.text : event.kind)),
      ["played", "One moment, please. I"]
    )
  })

  it("is silent at once when the words of an aborted reply sound", () => {
    const { ends, isCleared, isInterrupted } = finishedAfter(1_500)
    assert.deepStrictEqual([isCleared, isInterrupted], [true, true])
    assert.deepStrictEqual(
      ends.map((event) => (event.kind === "replyHeard" ? [event.at, event.text, event.interrupted] : event.kind)),
      ["played", [1_500, "One moment, please. I", true]]
    )
  })

  it("never plays two replies at a time, nor any audio of a dropped one, in random schedules", () => {
    for (let run = 0; run < runs; run++) {
      const of = seed + run
      const random = makeRandom(of)
      const below = (limit: number) => Math.floor(random() * limit)
      const carrier = makeCarrier()
      const recorded: Array<ConversationEvent> = []
      const over = new Set<number>()
      let now = 0
      let asked = 0
      let stopped = 0
      const late = below(2) * 800

      const handle = (...events: ReadonlyArray<ConversationEvent>) => {
        recorded.push(...events)
        for (const event of events) {
          if (event.kind === "replyHeard") checkHeard(event)
          if (event.kind === "played") over.add(event.reply)
          // A listener may issue another command at once.
          if (event.kind !== "replyHeard" && below(30) === 0) player.drop(asked)
        }
      }
      const checkHeard = ({ endMs, reply, startMs, text }: Extract<ConversationEvent, { kind: "replyHeard" }>) => {
        over.add(reply)
        const own = text
          .replaceAll(/\b(well|er) ?/g, "")
          .replaceAll(". ", ".")
          .trim()
        const heard = carrier.playedOf.get(reply) ?? 0
        assert.isAtMost(own.length * bytesPerLetter, heard + 160, `${text} of ${reply} in run ${of}`)
        assert.isAtMost(endMs, now)
        assert.isAtLeast(endMs, startMs)
      }
      const player = makeReplyPlayer(
        {
          now: () => now,
          send: (audio) => {
            const ids = new Set(audio)
            ids.delete(0xff)
            for (const id of ids) assert.isFalse(over.has(id), `${id} is over in run ${of}`)
            carrier.send(audio)
          },
          mark: carrier.mark,
          clear: carrier.clear
        },
        handle
      )

      const begin = () => {
        if (asked > 0) over.add(asked)
        asked++
        player.begin(asked)
        player.attach(asked, { interruptUnsafe: () => stopped++ })
      }
      const makeSome = (reply: number) => {
        player.add(reply, { kind: "sentence", text: sentence })
        const bytes = sentence.length * bytesPerLetter
        for (let from = 0; from < bytes; ) {
          const to = Math.min(bytes, from + 1 + below(bytes))
          player.add(reply, { kind: "audio", audio: new Uint8Array(to - from).fill(reply) })
          from = to
        }
      }
      const acts: ReadonlyArray<() => void> = [
        begin,
        () => makeSome(asked),
        () => makeSome(Math.max(1, asked - below(3))),
        () => player.add(asked, { kind: "complete", endsCall: false, text: "" }),
        () => player.add(asked, { kind: "failed", reason: "" }),
        () => player.add(asked, { kind: "cut" }),
        () => player.fill(asked, { text: fillerText, audio: new Uint8Array(800).fill(fillerByte) }),
        () => player.finishFiller(asked - below(2)),
        () => player.pause(asked - below(2)),
        () => player.resume(asked - below(2)),
        () => {
          const reply = asked - below(2)
          player.drop(reply)
          over.add(reply)
        }
      ]
      while (now < 20_000) {
        const step = 1 + below(below(20) === 0 ? 200 : 30)
        now += step
        carrier.play(step)
        if (below(3) > 0) for (const mark of carrier.reached(late)) player.reachMark(mark)
        if (below(20) === 0) acts[below(acts.length)]?.()
        player.tick(now)
        const ids = new Set(carrier.queue)
        ids.delete(0xff)
        ids.delete(fillerByte)
        assert.isAtMost(ids.size, 1, `two at a time in run ${of}`)
        assert.isAtMost(carrier.queue.length, 300 * 8)
      }
      const atEnd = player.close()
      for (const reply of new Set(recorded.map((event) => ("reply" in event ? event.reply : 0)))) {
        const kinds = recorded.filter((event) => "reply" in event && event.reply === reply).map(({ kind }) => kind)
        const countOf = (kind: ConversationEvent["kind"]) => kinds.filter((one) => one === kind).length
        for (const kind of ["played", "replyHeard"] as const) assert.isAtMost(countOf(kind), 1)
        // A reply sounds again only after it had run dry.
        assert.isAtMost(countOf("audible"), 1 + countOf("dry"))
        const wasLast = atEnd.some((last) => last.reply === reply)
        assert.strictEqual(kinds.includes("replyHeard") || wasLast, kinds.includes("audible"), `${kinds} in run ${of}`)
      }
      assert.isAtMost(stopped, asked)
    }
  })
})
