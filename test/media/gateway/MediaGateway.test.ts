import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Metric, Queue } from "effect"
import { TestClock } from "effect/testing"
import type { WebSocket } from "ws"
import { silent } from "../../../src/audio/frames.ts"
import type { RecordedPart } from "../../../src/media/line/recorder.ts"
import type { CallLine } from "../../../src/media/session/CallSession.ts"
import { eventually } from "../../support/eventually.ts"
import { attempt, start, startGateway } from "./gateway-server.ts"
import { connect, framesOf, messages, type StreamClient } from "./stream-client.ts"

const open = (url: string, options: { readonly autoPong?: boolean } = {}) =>
  Effect.acquireRelease(
    Effect.promise(() => connect(url, {}, options)),
    ({ ws }) => Effect.sync(() => ws.terminate())
  )

const closed = (carrier: StreamClient) => Effect.promise(() => carrier.closed)

/** Waits until all sent messages were read, because a ping is answered in order. */
const inTurn = ({ ws }: StreamClient) =>
  Effect.promise(
    () =>
      new Promise<void>((resolve) => {
        ws.once("pong", () => resolve())
        ws.ping()
      })
  )

/** Awaits each ping of the gateway, and advances the test clock when it has come. */
const pinged = ({ ws }: StreamClient) =>
  Effect.promise(() => new Promise<void>((resolve) => ws.once("ping", () => resolve())))

const begun = Effect.fnUntraced(function* (url: string, options?: { readonly autoPong?: boolean }) {
  const carrier = yield* open(url, options)
  carrier.send(messages.start(start))
  yield* inTurn(carrier)
  return carrier
})

const hungUp = `${attempt.account} CA1`

describe("the start of a stream", () => {
  it.effect("must come within five seconds", () =>
    Effect.gen(function* () {
      const { hangUps, lines, url } = yield* startGateway()
      const carrier = yield* open(url)
      carrier.send(messages.connected)
      for (const frame of framesOf(silent(100))) carrier.send(frame)
      yield* inTurn(carrier)
      yield* TestClock.adjust("4999 millis")
      yield* inTurn(carrier)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* closed(carrier), { code: 1008, reason: "No start message came in time" })
      assert.deepStrictEqual(hangUps, [])
      assert.deepStrictEqual(lines, [])
    })
  )

  for (const [what, wrong] of [
    ["attempt", { attemptId: "another" }],
    ["attempt", { attemptId: undefined as unknown as string }],
    ["account", { account: "AC2" }],
    ["call", { callSid: "CA2" }]
  ] as const) {
    it.effect(`must name the ${what} of the token: not ${Object.values(wrong)[0]}`, () =>
      Effect.gen(function* () {
        const { hangUps, lines, url } = yield* startGateway()
        const carrier = yield* open(url)
        carrier.send(messages.start({ ...start, ...wrong }))
        assert.deepStrictEqual(yield* closed(carrier), { code: 1008, reason: `The start names another ${what}` })
        assert.deepStrictEqual(hangUps, [])
        assert.deepStrictEqual(lines, [])
      })
    )
  }

  it.effect("may come before the carrier has reported the call", () =>
    Effect.gen(function* () {
      const { lines, url } = yield* startGateway({ attempt: { callSid: null } })
      yield* begun(url)
      assert.strictEqual(lines.length, 1)
    })
  )
})

describe("the end of a stream", () => {
  it.effect("hangs up with retries, then closes the socket, when the session ends", () =>
    Effect.gen(function* () {
      const { hangUps, url } = yield* startGateway({
        begin: () => ({ run: Effect.sleep("1 second") }),
        refusedHangUps: 2
      })
      const carrier = yield* begun(url)
      yield* TestClock.adjust("1 second")
      yield* TestClock.adjust("250 millis")
      assert.strictEqual(carrier.ws.readyState, carrier.ws.OPEN)
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual(yield* closed(carrier), { code: 1000, reason: "The conversation is over" })
      assert.deepStrictEqual(hangUps, [hungUp, hungUp, hungUp])
    })
  )

  for (const [refusedHangUps, tries, why] of [
    [100, 5, "No answer"],
    ["silently", 1, ""]
  ] as const) {
    it.effect(`closes the socket when the session ends, even if the carrier refuses hang-ups (${refusedHangUps})`, () =>
      Effect.gen(function* () {
        const { hangUps, log, url } = yield* startGateway({ begin: () => ({ run: Effect.void }), refusedHangUps })
        const carrier = yield* open(url)
        carrier.send(messages.start(start))
        const ending = yield* Effect.forkChild(closed(carrier))
        while (ending.pollUnsafe() === undefined) {
          yield* TestClock.adjust("100 millis")
          yield* TestClock.withLive(Effect.sleep("1 millis"))
        }
        assert.deepStrictEqual(yield* Fiber.join(ending), { code: 1000, reason: "The conversation is over" })
        assert.strictEqual(hangUps.length, tries)
        assert.include(log.join(), `Could not end a call at the carrier: ${why}`)
      })
    )
  }

  it.effect("leaves time for a decision about the recording, which the last words may forbid", () =>
    Effect.gen(function* () {
      const recorded: Array<RecordedPart | "discard" | "end"> = []
      const { url } = yield* startGateway({
        recorded,
        begin: (line) => {
          line.record?.("begin")
          return { finish: Effect.sync(() => line.record?.("WITHDRAWN")) }
        }
      })
      const carrier = yield* begun(url)
      for (const frame of framesOf(silent(100))) carrier.send(frame)
      carrier.send(messages.stop)
      yield* closed(carrier)
      yield* TestClock.withLive(Effect.sleep("20 millis"))
      assert.deepStrictEqual(recorded.slice(1), ["discard", "end"])
    })
  )

  it.effect("ends the session first, which neither speaks nor hears during the hang-up, but notices keys", () =>
    Effect.gen(function* () {
      const heard: Array<number> = []
      const pressed: Array<string> = []
      const { endedSessions, hangUps, url } = yield* startGateway({
        begin: () => ({ hear: (audio) => heard.push(audio.length) }),
        refusedHangUps: 1
      })
      const carrier = yield* begun(url)
      for (let count = 0; count < 20; count++) carrier.send("{")
      for (const frame of framesOf(silent(100))) carrier.send(frame)
      yield* inTurn(carrier)
      assert.strictEqual(hangUps.length, 1)
      assert.strictEqual(endedSessions(), 1)
      const over = yield* startGateway({
        begin: () => ({
          run: Effect.void,
          hear: (audio) => heard.push(audio.length),
          press: (digit) => pressed.push(digit)
        }),
        refusedHangUps: 1
      })
      const silenced = yield* begun(over.url)
      for (const frame of framesOf(silent(100))) silenced.send(frame)
      silenced.send({ event: "dtmf", dtmf: { digit: "9" } })
      yield* inTurn(silenced)
      assert.deepStrictEqual(heard, [])
      assert.deepStrictEqual(pressed, ["9"])
    })
  )

  it.effect("ends the session before the socket, without a hang-up, when the carrier sends a stop", () =>
    Effect.gen(function* () {
      const { endedSessions, hangUps, url } = yield* startGateway()
      const carrier = yield* begun(url)
      carrier.send(messages.stop)
      assert.deepStrictEqual(yield* closed(carrier), { code: 1000, reason: "The call is over" })
      assert.strictEqual(endedSessions(), 1)
      assert.deepStrictEqual(hangUps, [])
    })
  )

  for (const how of ["close", "terminate"] as const) {
    it.effect(`ends the session when only the socket ends, with ${how}`, () =>
      Effect.gen(function* () {
        const { hangUps, sessionEnded, untilDrained, url } = yield* startGateway()
        const carrier = yield* begun(url)
        carrier.ws[how]()
        yield* sessionEnded
        yield* untilDrained
        assert.deepStrictEqual(hangUps, [])
      })
    )
  }

  it.effect("comes when the session dies, in its fiber or while it handles a message", () =>
    Effect.gen(function* () {
      const sessions = [
        { run: Effect.andThen(Effect.sleep("1 second"), Effect.die(new Error("broken"))) },
        { run: Effect.andThen(Effect.sleep("1 second"), Effect.interrupt) },
        { hear: () => assert.fail("broken") },
        { press: () => assert.fail("broken") },
        { reachMark: () => assert.fail("broken") },
        {}
      ]
      let next = 0
      const { hangUps, log, url } = yield* startGateway({ begin: () => sessions[next++] ?? {} })
      const carriers = yield* Effect.forEach(sessions, () => begun(url))
      const well = carriers.pop()
      for (const carrier of carriers.slice(2)) {
        for (const frame of framesOf(silent(20))) carrier.send(frame)
        carrier.send({ event: "dtmf", dtmf: { digit: "1" } })
        carrier.send(messages.mark("m"))
      }
      yield* TestClock.adjust("1 second")
      for (const carrier of carriers) {
        assert.deepStrictEqual(yield* closed(carrier), { code: 1011, reason: "The conversation broke off" })
      }
      assert.strictEqual(hangUps.length, 5)
      yield* Effect.promise(() =>
        eventually(async () => assert.strictEqual(log.filter((line) => line.includes("level=ERROR")).length, 5))
      )
      assert(well !== undefined)
      yield* inTurn(well)
    })
  )

  it.effect("comes after two unanswered pings", () =>
    Effect.gen(function* () {
      const { hangUps, sessionEnded, url } = yield* startGateway()
      const carrier = yield* begun(url, { autoPong: false })
      for (const _ of [1, 2]) {
        const ping = yield* Effect.forkChild(pinged(carrier), { startImmediately: true })
        yield* TestClock.adjust("5 seconds")
        yield* Fiber.join(ping)
      }
      yield* TestClock.adjust("4999 millis")
      assert.deepStrictEqual(hangUps, [])
      yield* TestClock.adjust("1 millis")
      yield* sessionEnded
      assert.strictEqual((yield* closed(carrier)).code, 1006)
      assert.deepStrictEqual(hangUps, [hungUp])
    })
  )

  it.effect("does not come while pings are answered, even late", () =>
    Effect.gen(function* () {
      const { url } = yield* startGateway()
      const carrier = yield* begun(url, { autoPong: false })
      for (let round = 0; round < 6; round++) {
        for (const _ of [1, 2]) {
          const ping = yield* Effect.forkChild(pinged(carrier), { startImmediately: true })
          yield* TestClock.adjust("5 seconds")
          yield* Fiber.join(ping)
        }
        carrier.ws.pong()
        yield* inTurn(carrier)
      }
      assert.strictEqual(carrier.ws.readyState, carrier.ws.OPEN)
    })
  )

  it.effect("comes for all streams when the server stops, which opens no more", () =>
    Effect.gen(function* () {
      const { endedSessions, gateway, hangUps, url } = yield* startGateway()
      const carriers = [yield* begun(url), yield* begun(url), yield* open(url)]
      yield* gateway.close
      assert.strictEqual(endedSessions(), 2)
      for (const carrier of carriers) {
        assert.deepStrictEqual(yield* closed(carrier), { code: 1001, reason: "The server is stopping" })
      }
      assert.deepStrictEqual(hangUps, [])
      const refused = yield* Effect.promise(() => connect(url, {}).then(() => undefined, String))
      assert.include(refused ?? "", "403")
    })
  )

  it.effect("is awaited by the stopping server, even without a close message from the peer", () =>
    Effect.gen(function* () {
      const { gateway, url } = yield* startGateway()
      const carrier = yield* begun(url)
      socketOf(carrier.ws).pause()
      const closing = yield* Effect.forkChild(gateway.close, { startImmediately: true })
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(closing.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(closing)
    })
  )

  it.effect("is awaited by the drain of the process", () =>
    Effect.gen(function* () {
      const { untilDrained, url } = yield* startGateway()
      yield* untilDrained
      const carriers = [yield* begun(url), yield* begun(url)]
      const drained = yield* Effect.forkChild(untilDrained, { startImmediately: true })
      for (const carrier of carriers) {
        assert.isUndefined(drained.pollUnsafe())
        carrier.send(messages.stop)
        yield* closed(carrier)
      }
      yield* Fiber.join(drained)
    })
  )

  it.effect("waits at most two seconds for the peer's close message", () =>
    Effect.gen(function* () {
      const { sessionEnded, untilDrained, url } = yield* startGateway()
      const carrier = yield* begun(url)
      socketOf(carrier.ws).pause()
      carrier.send(messages.stop)
      yield* sessionEnded
      const drained = yield* Effect.forkChild(untilDrained, { startImmediately: true })
      while (drained.pollUnsafe() === undefined) {
        yield* TestClock.adjust("500 millis")
        yield* TestClock.withLive(Effect.sleep("1 millis"))
      }
      assert.isAtMost(yield* Clock.currentTimeMillis, 10_000)
    })
  )
})

describe("a hostile stream", () => {
  it.effect("with malformed messages is closed", () =>
    Effect.gen(function* () {
      const { endedSessions, hangUps, url } = yield* startGateway()
      const silly = yield* begun(url)
      for (let count = 0; count < 20; count++) silly.send(count % 2 === 0 ? "{" : Buffer.from([1, 2, 3]))
      const end = yield* closed(silly)
      assert.strictEqual(end.code, 1008)
      assert.include(end.reason, "20 messages in a row make no sense")
      assert.strictEqual(endedSessions(), 1)
      assert.deepStrictEqual(hangUps, [hungUp])
    })
  )

  it.effect("with a message that is too large, in one frame or in many, is closed", () =>
    Effect.gen(function* () {
      const { hangUps, lines, url } = yield* startGateway()
      const large = yield* begun(url)
      large.send("x".repeat(1_000_000))
      assert.strictEqual((yield* closed(large)).code, 1009)
      const pieces = yield* begun(url)
      for (let count = 0; count < 200_000 && pieces.ws.readyState === pieces.ws.OPEN; count++) {
        pieces.ws.send("xx", { fin: false })
      }
      assert.oneOf((yield* closed(pieces)).code, [1008, 1009])
      assert.strictEqual(lines.length, 2)
      assert.deepStrictEqual(hangUps, [hungUp, hungUp])
    })
  )

  it.effect("with broken frames or texts is closed", () =>
    Effect.gen(function* () {
      const { untilDrained, url } = yield* startGateway()
      const frames = yield* begun(url)
      socketOf(frames.ws).write(Buffer.alloc(64, 0xff))
      yield* closed(frames)
      const texts = yield* begun(url)
      texts.ws.send(Buffer.from([0xff, 0xfe]), { binary: false })
      assert.strictEqual((yield* closed(texts)).code, 1007)
      yield* untilDrained
    })
  )

  it.effect("with unknown events only raises their count", () =>
    Effect.gen(function* () {
      const heard: Array<number> = []
      const { untilDrained, url } = yield* startGateway({
        begin: () => ({ hear: (audio) => heard.push(audio.length) })
      })
      const carrier = yield* begun(url)
      const before = yield* ignoredUnknown
      for (let count = 0; count < 5_000; count++) carrier.send({ event: "weather", count })
      for (const frame of framesOf(silent(40))) carrier.send(frame)
      carrier.send(messages.stop)
      yield* untilDrained
      assert.deepStrictEqual(heard, [160, 160])
      assert.strictEqual((yield* ignoredUnknown) - before, 5_000)
    })
  )

  it.effect("without reads is closed before much data is buffered for it", () =>
    Effect.gen(function* () {
      let sent = 0
      const { hangUps, sessionEnded, url } = yield* startGateway({
        begin: (line) => ({
          run: Effect.sync(() => {
            line.send(silent(1_000))
            sent++
          }).pipe(Effect.andThen(TestClock.withLive(Effect.sleep("1 millis"))), Effect.forever)
        })
      })
      const carrier = yield* open(url)
      carrier.send(messages.start(start))
      socketOf(carrier.ws).pause()
      yield* sessionEnded
      socketOf(carrier.ws).resume()
      assert.strictEqual((yield* closed(carrier)).code, 1006)
      assert.deepStrictEqual(hangUps, [hungUp])
      // The kernel's buffers of both ends, and a little of our own.
      assert.isBelow(sent * 10_000, 20_000_000)
    })
  )
})

describe("a session", () => {
  it.effect("hears keys and marks, and speaks, marks and clears", () =>
    Effect.gen(function* () {
      const received: Array<string> = []
      const { lines, url } = yield* startGateway({
        begin: () => ({ press: (digit) => received.push(digit), reachMark: (name) => received.push(name) })
      })
      const carrier = yield* begun(url)
      const press = { event: "dtmf", streamSid: "MZ1", dtmf: { track: "inbound_track", digit: "7" } }
      carrier.send(press)
      // The same message in binary form is not valid for this carrier.
      carrier.send(Buffer.from(JSON.stringify(press)))
      carrier.send(messages.mark("m"))
      yield* inTurn(carrier)
      assert.deepStrictEqual(received, ["7", "m"])
      const [line] = lines
      assert(line !== undefined)
      assert.strictEqual(line.attempt.id, attempt.id)
      line.send(silent(20))
      line.mark("n")
      line.clear()
      yield* inTurn(carrier)
      assert.deepStrictEqual(
        carrier.received.map(({ event }) => event),
        ["media", "mark", "clear"]
      )
    })
  )

  it.effect("runs on the line's clock if the carrier's frames are its clock", () =>
    Effect.gen(function* () {
      const { hangUps, url } = yield* startGateway({
        conversationClock: "frames",
        begin: () => ({ run: Effect.sleep("1 second") })
      })
      const carrier = yield* begun(url)
      yield* TestClock.adjust("4 seconds")
      for (const frame of framesOf(silent(980))) carrier.send(frame)
      yield* inTurn(carrier)
      assert.deepStrictEqual(hangUps, [])
      carrier.send(messages.media(980, silent(20)))
      assert.strictEqual((yield* closed(carrier)).code, 1000)
      assert.deepStrictEqual(hangUps, [hungUp])
    })
  )

  it.effect("gets the line's time with each frame", () =>
    Effect.gen(function* () {
      const received: Array<string> = []
      const { url } = yield* startGateway({
        conversationClock: "frames",
        begin: ({ now }) => ({
          hear: () => received.push(`hears at ${now()}`),
          tick: (time) => received.push(`tick ${time} at ${now()}`)
        })
      })
      const carrier = yield* begun(url)
      for (const frame of framesOf(silent(40))) carrier.send(frame)
      yield* inTurn(carrier)
      assert.deepStrictEqual(received, ["hears at 20", "tick 20 at 20", "hears at 40", "tick 40 at 40"])
    })
  )

  it.effect("gets the wall time with each frame", () =>
    Effect.gen(function* () {
      const received: Array<string> = []
      const { url } = yield* startGateway({
        begin: () => ({ hear: () => received.push("hears"), tick: () => received.push("tick") })
      })
      const carrier = yield* begun(url)
      for (const frame of framesOf(silent(200))) carrier.send(frame)
      yield* inTurn(carrier)
      const heard = received.flatMap((what, index) => (what === "hears" ? [received[index + 1]] : []))
      assert.deepStrictEqual(heard, Array(10).fill("tick"))
    })
  )

  it.effect("gets the wall time, whatever the carrier sends, until its stream ends", () =>
    Effect.gen(function* () {
      const ticks = yield* Queue.unbounded<{ readonly line: CallLine; readonly time: number; readonly now: number }>()
      const { lines, sessionEnded, url } = yield* startGateway({
        begin: (line) => ({ tick: (time) => Queue.offerUnsafe(ticks, { line, time, now: line.now() }) })
      })
      const carrier = yield* begun(url)
      const before = performance.now()
      const received = yield* Queue.takeN(ticks, 10)
      // No audio came: the elapsed time is that of the process.
      assert.isAtLeast(performance.now() - before, 150)
      for (const { now, time } of received) assert.isAtLeast(now, time)
      for (const [index, { time }] of received.entries()) assert.isAbove(time, received[index - 1]?.time ?? 0)
      carrier.send(messages.stop)
      yield* closed(carrier)
      yield* sessionEnded
      yield* Queue.clear(ticks)
      yield* begun(url)
      const later = yield* Queue.takeN(ticks, 3)
      assert.deepStrictEqual(
        later.map(({ line }) => lines.indexOf(line)),
        [1, 1, 1]
      )
    })
  )

  for (const conversationClock of ["wall", "frames"] as const) {
    it.effect(`ends its stream when it dies at a tick, with ${conversationClock} as the clock`, () =>
      Effect.gen(function* () {
        const { hangUps, url } = yield* startGateway({
          conversationClock,
          begin: () => ({
            tick: () => {
              throw new Error("Oh dear")
            }
          })
        })
        const carrier = yield* begun(url)
        carrier.send(messages.media(0, silent(20)))
        assert.strictEqual((yield* closed(carrier)).code, 1011)
        assert.deepStrictEqual(hangUps, [hungUp])
      })
    )
  }

  it.effect("is counted while its stream is open", () =>
    Effect.gen(function* () {
      const { untilDrained, url } = yield* startGateway()
      yield* begun(url)
      const carrier = yield* begun(url)
      assert.strictEqual(yield* openStreams, 2)
      carrier.send(messages.stop)
      yield* closed(carrier)
      const drained = yield* Effect.forkChild(untilDrained, { startImmediately: true })
      assert.isUndefined(drained.pollUnsafe())
      while ((yield* openStreams) === 2) yield* TestClock.withLive(Effect.sleep("1 millis"))
      assert.strictEqual(yield* openStreams, 1)
    })
  )
})

describe("a node that carries as many calls as it can", () => {
  it.effect("refuses another stream, until one has ended", () =>
    Effect.gen(function* () {
      const { lines, url } = yield* startGateway({ limit: 1 })
      const carrier = yield* begun(url)
      const refused = yield* Effect.promise(() => connect(url, {}).then(() => undefined, String))
      assert.include(refused ?? "", "403")
      carrier.send(messages.stop)
      yield* closed(carrier)
      while ((yield* openStreams) > 0) yield* TestClock.withLive(Effect.sleep("1 millis"))
      yield* begun(url)
      assert.strictEqual(lines.length, 2)
    })
  )

  it.effect("has room for the next call while the recording of the last one is still being stored", () =>
    Effect.gen(function* () {
      const stored = yield* Deferred.make<void>()
      const { lines, untilDrained, url } = yield* startGateway({ limit: 1, storing: Deferred.await(stored) })
      const carrier = yield* begun(url)
      carrier.send(messages.stop)
      yield* closed(carrier)
      while ((yield* openStreams) > 0) yield* TestClock.withLive(Effect.sleep("1 millis"))
      const next = yield* begun(url)
      assert.strictEqual(lines.length, 2)
      next.send(messages.stop)
      yield* closed(next)
      const draining = yield* Effect.forkChild(untilDrained)
      while ((yield* openStreams) > 0) yield* TestClock.withLive(Effect.sleep("1 millis"))
      assert.isUndefined(draining.pollUnsafe())
      yield* Deferred.succeed(stored, undefined)
      yield* Fiber.join(draining)
    })
  )
})

const metric = (id: string, attributes: Readonly<Record<string, string>>) =>
  Effect.map(Metric.snapshot, (metrics) => {
    const found: any = metrics.find(
      (one) =>
        one.id === id && Object.entries(attributes).every(([name, value]) => (one.attributes as any)?.[name] === value)
    )
    return Number(found?.state.count ?? found?.state.value ?? 0)
  })

const openStreams = metric("media_streams", {})
const ignoredUnknown = metric("media_ignored", { what: "unknown" })

const socketOf = (ws: WebSocket) => (ws as unknown as { readonly _socket: import("node:net").Socket })._socket
