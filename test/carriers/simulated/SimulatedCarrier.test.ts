import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Logger, Redacted, Scope } from "effect"
import { type CallEvent, Carrier } from "../../../src/carriers/Carrier.ts"
import * as SimulatedCarrier from "../../../src/carriers/simulated/SimulatedCarrier.ts"
import { startLine } from "../../../src/carriers/simulated/SimulatedLine.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { newId } from "../../../src/platform/ids.ts"
import { fieldOf, type Received, type Script, type ScriptedServer, scriptedServer } from "../scripted-server.ts"
import { mediaServer, type Opened } from "./media-server.ts"

const authToken = Redacted.make("a token of the tests")

const carrierOn = (url: string, token = authToken) =>
  Effect.map(Layer.build(SimulatedCarrier.layerOn({ url, speed: 1 }, { authToken: token })), Context.get(Carrier))

/**
 * Starts a line, a server for its callbacks, and the carrier between them. Conversations last
 * twelve seconds.
 */
const setUp = (speed: number, script: (request: number, received: Received) => Script = () => ({ status: 204 })) =>
  Effect.gen(function* () {
    const receiver = yield* scriptedServer(script)
    const media = yield* mediaServer(hangUpAfter(12))
    const line = yield* startLine({ speed, authToken })
    return { line, receiver: { ...receiver, stream: media.url }, carrier: yield* carrierOn(line.url) }
  })

const hangUpAfter = (seconds: number) => (opened: Opened) => {
  opened.socket.on("message", () => {
    const last = opened.messages.at(-1)?.media
    if (Number(last?.timestamp) >= (seconds - 0.2) * 1_000) opened.socket.close()
  })
}

const place = (
  { stream = "ws://127.0.0.1:1/media", url }: { readonly url: string; readonly stream?: string },
  carrier: Carrier["Service"],
  to: string,
  changed: { attemptId?: string; deadline?: number; persona?: string } = {}
) => {
  const attemptId = changed.attemptId ?? newId()
  const urls = { status: `${url}/status/${attemptId}`, stream }
  const deadline = performance.now() + 5_000
  return carrier
    .originate({
      attemptId,
      to,
      from: carrier.callerId(to),
      ringSeconds: 40,
      limitSeconds: 600,
      urls,
      deadline,
      ...changed
    })
    .pipe(
      Effect.map(({ callSid }) => ({
        attemptId,
        to,
        from: null,
        callSid,
        account: carrier.account,
        startedAt: new Date()
      }))
    )
}

const unreachable = { url: "http://127.0.0.1:1" }

/** Decodes the received callbacks with the carrier. */
const read = (carrier: Carrier["Service"], receiver: ScriptedServer, received: Received) =>
  carrier.readCallback({
    url: `${receiver.url}${received.path}`,
    headers: received.headers as Record<string, string | undefined>,
    form: received.form,
    attemptId: received.path.split("/").at(-1) ?? ""
  })

const ended = (received: ReadonlyArray<Received>) =>
  received.filter((one) => !["initiated", "ringing", "in-progress"].includes(fieldOf(one, "CallStatus") ?? "")).length

const bySequence = (one: Received, other: Received) =>
  Number(fieldOf(one, "SequenceNumber")) - Number(fieldOf(other, "SequenceNumber"))

describe("SimulatedCarrier.originate", () => {
  const people = [
    ["0", "CONNECTED"],
    ["1", "CONNECTED"],
    ["2", "NO_ANSWER"],
    ["3", "BUSY"],
    ["4", "CARRIER_ERROR"],
    ["5", "CONNECTED"],
    ["6", "CONNECTED"],
    ["7", "CONNECTED"],
    ["8", "CONNECTED"],
    ["9", "CONNECTED"]
  ] as const
  it.live.each(people)("a number that ends in %s ends %s", ([digit, outcome]) =>
    Effect.gen(function* () {
      const { receiver, carrier } = yield* setUp(1_000)
      const call = yield* place(receiver, carrier, `+1415555010${digit}`)
      yield* receiver.until((received) => ended(received) === 1)
      const isConnected = outcome === "CONNECTED"
      const rang = isConnected || outcome === "NO_ANSWER"
      yield* receiver.until((received) => received.length === (isConnected ? 4 : rang ? 3 : 2))
      const events = yield* Effect.forEach(receiver.received.toSorted(bySequence), (one) =>
        read(carrier, receiver, one)
      )
      assert.deepStrictEqual(
        events.map(({ kind }): string => kind),
        ["placed", ...(rang ? ["ringing"] : []), ...(isConnected ? ["answered"] : []), "ended"]
      )
      for (const event of events) assert.deepInclude(event, { attemptId: call.attemptId, callSid: call.callSid })
      const end = events.at(-1) as CallEvent
      assert.deepInclude(end, {
        outcome,
        durationSeconds: isConnected ? 12 : 0,
        answeredBy: isConnected ? "human" : null
      })
      // A look-up reports the same as the callbacks.
      const found = yield* carrier.lookUp(call)
      assert.deepStrictEqual(found, { callSid: call.callSid, state: "ended", event: end } as typeof found)
      assert.deepStrictEqual(yield* carrier.lookUp({ ...call, callSid: null }), found)
    })
  )

  it.live("describes itself, and sends callbacks to the given URL", () =>
    Effect.gen(function* () {
      const { line, receiver, carrier } = yield* setUp(1_000)
      assert.deepInclude(carrier, { name: "simulated", isReal: false, account: line.url })
      const { attemptId } = yield* place(receiver, carrier, "+14155550103")
      yield* receiver.until((received) => ended(received) === 1)
      assert.isTrue(receiver.received.every(({ path }) => path === `/status/${attemptId}`))
    })
  )

  it.live("starts a line in this process with the settings", () =>
    Effect.gen(function* () {
      const receiver = yield* scriptedServer(() => ({ status: 204 }))
      const carrier = yield* SimulatedCarrier.layer({ authToken }).pipe(
        Layer.provide(Layer.effect(AppConfig, readSettings({ SIMULATOR_SPEED: "1000" }))),
        Layer.build,
        Effect.map(Context.get(Carrier))
      )
      yield* place(receiver, carrier, "+14155550100")
      yield* receiver.until((received) => ended(received) === 1)
    })
  )

  it.live("injects the faults of the settings", () =>
    Effect.gen(function* () {
      const carrier = yield* SimulatedCarrier.layer({ authToken }).pipe(
        Layer.provide(Layer.effect(AppConfig, readSettings({ SIMULATOR_FAULTS: "busy=1" }))),
        Layer.build,
        Effect.map(Context.get(Carrier))
      )
      const error = yield* Effect.flip(place(unreachable, carrier, "+14155550100"))
      assert.deepInclude(error, { _tag: "CarrierBusy", retryAfterMillis: 1_000 })
    })
  )

  it.live("warns once of a name that no person has, and leaves it to the digit", () =>
    Effect.gen(function* () {
      const { receiver, carrier } = yield* setUp(1_000)
      const logs: Array<string> = []
      const logger = Logger.layer([Logger.make(({ message }) => logs.push(String(message)))])
      yield* Effect.gen(function* () {
        for (const _ of [1, 2]) yield* place(receiver, carrier, "+14155550103", { persona: "a dinosaur" })
        yield* place(receiver, carrier, "+14155550103", { persona: "books-tuesday" })
      }).pipe(Effect.provide(logger))
      yield* receiver.until((received) => ended(received) === 3)
      const ends = receiver.received.map((one) => fieldOf(one, "CallStatus"))
      assert.deepStrictEqual(ends.filter((status) => status === "busy").length, 2)
      assert.include(ends, "in-progress")
      assert.strictEqual(logs.length, 1)
      assert.match(logs[0] ?? "", /is called "a dinosaur".*books-tuesday/)
    })
  )

  it.live("refuses an invalid number", () =>
    Effect.gen(function* () {
      const { receiver, carrier } = yield* setUp(1_000)
      const error = yield* Effect.flip(place(receiver, carrier, "+0123"))
      assert.deepInclude(error, {
        _tag: "InvalidNumber",
        reason: "Answer 400, error 21211: see https://www.twilio.com/docs/errors/21211"
      })
      assert.isEmpty(receiver.received)
    })
  )

  it.live("refuses a client without the token", () =>
    Effect.gen(function* () {
      const { line, receiver, carrier } = yield* setUp(1)
      const stranger = yield* carrierOn(line.url, Redacted.make("another token of the tests"))
      assert.strictEqual((yield* Effect.flip(place(receiver, stranger, "+14155550100")))._tag, "CarrierRefused")
      const call = yield* place(receiver, carrier, "+14155550100")
      assert.strictEqual((yield* Effect.flip(stranger.lookUp(call)))._tag, "NoClearAnswer")
      assert.strictEqual((yield* Effect.flip(stranger.hangUp(call)))._tag, "NoClearAnswer")
      yield* receiver.until((received) => received.length > 0)
      const [first] = receiver.received
      assert.strictEqual((yield* read(carrier, receiver, first!)).kind, "placed")
      assert.strictEqual((yield* Effect.flip(read(stranger, receiver, first!)))._tag, "BadCallback")
      const forged = {
        ...first!,
        form: [...first!.form.filter(([name]) => name !== "CallStatus"), ["CallStatus", "busy"]]
      }
      assert.strictEqual((yield* Effect.flip(read(carrier, receiver, forged as Received)))._tag, "BadCallback")
      const elsewhere = { ...first!, path: `/carriers/simulated/status/${newId()}` }
      assert.strictEqual((yield* Effect.flip(read(carrier, receiver, elsewhere)))._tag, "BadCallback")
    })
  )

  it.live("places nothing after the deadline", () =>
    Effect.gen(function* () {
      const { receiver, carrier } = yield* setUp(1_000)
      const attemptId = newId()
      const late = { attemptId, deadline: performance.now() }
      assert.strictEqual((yield* Effect.flip(place(receiver, carrier, "+14155550100", late)))._tag, "CarrierBusy")
      const lookUp = {
        account: carrier.account,
        attemptId,
        callSid: null,
        to: "+14155550100",
        from: null,
        startedAt: new Date()
      }
      assert.strictEqual(yield* carrier.lookUp(lookUp), "NOT_PLACED")
      assert.isEmpty(receiver.received)
    })
  )

  // Each must be answered within the carrier's five seconds, also on a loaded machine.
  const atOnce = process.env.PROVE === "full" ? 2_000 : 150
  it.live(`places ${atOnce} calls at once`, () =>
    Effect.gen(function* () {
      const { receiver, carrier } = yield* setUp(0.5)
      const numbers = Array.from({ length: atOnce }, (_, n) => `+1415555${n + 1_000}2`)
      const calls = yield* Effect.forEach(
        numbers,
        (to) => place(receiver, carrier, to, { deadline: performance.now() + 30_000 }),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(calls.map(({ callSid }) => callSid)).size, atOnce)
      // At half speed no phone stops ringing before the test ends: each call is started and rings.
      yield* receiver.until((received) => received.length === 2 * atOnce)
      assert.strictEqual(ended(receiver.received), 0)
      yield* Effect.forEach(calls, carrier.hangUp, { concurrency: 100, discard: true })
      yield* receiver.until((received) => received.length === 3 * atOnce)
      assert.strictEqual(ended(receiver.received), atOnce)
    })
  )
})

describe("SimulatedCarrier.lookUp", () => {
  it.live("reports each state of a call", () =>
    Effect.gen(function* () {
      const { receiver, carrier } = yield* setUp(50)
      const call = yield* place(receiver, carrier, "+14155550100")
      const stateAt = (status: string) =>
        receiver
          .until((received) => received.some((one) => fieldOf(one, "CallStatus") === status))
          .pipe(Effect.andThen(carrier.lookUp(call)))
      const { callSid } = call
      assert.deepStrictEqual(yield* carrier.lookUp({ ...call, callSid: null }), { callSid, state: "ringing" })
      assert.deepStrictEqual(yield* stateAt("in-progress"), { callSid, state: "answered" })
      assert.deepInclude(yield* stateAt("completed"), { callSid, state: "ended" })
    })
  )

  it.live("reports a missing call as not placed, and refuses to place it later", () =>
    Effect.gen(function* () {
      const { carrier } = yield* setUp(1)
      const attemptId = newId()
      const attempt = {
        account: carrier.account,
        attemptId,
        callSid: null,
        to: "+14155550100",
        from: null,
        startedAt: new Date()
      }
      assert.strictEqual(yield* carrier.lookUp(attempt), "NOT_PLACED")
      assert.strictEqual(yield* carrier.lookUp({ ...attempt, callSid: `CA${"0".repeat(32)}` }), "NOT_PLACED")
      // The request that places the call was still on its way.
      assert.strictEqual(
        (yield* Effect.flip(place(unreachable, carrier, "+14155550100", { attemptId })))._tag,
        "CarrierRefused"
      )
      assert.strictEqual(yield* carrier.lookUp(attempt), "NOT_PLACED")
    })
  )

  it.live("asks the line that placed the call, whether it still runs or not", () =>
    Effect.gen(function* () {
      const { receiver, carrier } = yield* setUp(1)
      const scope = yield* Scope.make()
      const otherLine = yield* startLine({ speed: 1, authToken }).pipe(Scope.provide(scope))
      const other = yield* carrierOn(otherLine.url)
      const call = yield* place(receiver, other, "+14155550100")
      const unsure = { ...call, callSid: null }
      assert.deepStrictEqual(yield* carrier.lookUp(unsure), { callSid: call.callSid, state: "ringing" })
      // Another line runs at the address of the one that has ended.
      const moved = { ...unsure, account: otherLine.url.replace(/AC.*/, `AC${"0".repeat(32)}`) }
      assert.strictEqual(yield* carrier.lookUp(moved), "NOT_PLACED")
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual(yield* carrier.lookUp(unsure), "NOT_PLACED")
      assert.strictEqual(yield* carrier.lookUp(call), "NOT_PLACED")
      yield* carrier.hangUp(call)
    })
  )

  it.live("gives no clear answer for an account that is not a simulated line", () =>
    Effect.gen(function* () {
      const { carrier } = yield* setUp(1)
      for (const account of ["", `AC${"0".repeat(32)}`, "http://example.com/2010-04-01/Accounts/AC0", "/"]) {
        const attempt = {
          account,
          attemptId: newId(),
          callSid: null,
          to: "+14155550100",
          from: null,
          startedAt: new Date()
        }
        assert.strictEqual((yield* Effect.flip(carrier.lookUp(attempt)))._tag, "NoClearAnswer")
        assert.strictEqual((yield* Effect.flip(carrier.hangUp({ account, callSid: "CA1" })))._tag, "NoClearAnswer")
      }
    })
  )
})

describe("SimulatedCarrier.hangUp", () => {
  it.live("ends a ringing or connected call, and accepts one that is over", () =>
    Effect.gen(function* () {
      const { receiver, carrier } = yield* setUp(20)
      const ringing = yield* place(receiver, carrier, "+14155550102")
      yield* carrier.hangUp(ringing)
      const connected = yield* place(receiver, carrier, "+14155550100")
      yield* receiver.until((received) => received.some((one) => fieldOf(one, "CallStatus") === "in-progress"))
      yield* carrier.hangUp(connected)
      yield* receiver.until((received) => ended(received) === 2)
      const outcomes = yield* Effect.forEach([ringing, connected], (call) =>
        Effect.map(carrier.lookUp(call), (found) =>
          found !== "NOT_PLACED" && found.state === "ended" ? found.event.outcome : found
        )
      )
      assert.deepStrictEqual(outcomes, ["CARRIER_ERROR", "CONNECTED"])
      yield* carrier.hangUp(connected)
      yield* carrier.hangUp({ account: carrier.account, callSid: `CA${"0".repeat(32)}` })
    })
  )
})

describe("callbacks of the simulated line", () => {
  it.live("are repeated unchanged until they are accepted", () =>
    Effect.gen(function* () {
      const tried = new Map<string, number>()
      const { receiver, carrier } = yield* setUp(1_000, (_, received) => {
        const token = String(received.headers["i-twilio-idempotency-token"])
        const times = tried.get(token) ?? 0
        tried.set(token, times + 1)
        return times === 0 ? { status: 500 } : { status: 204 }
      })
      yield* place(receiver, carrier, "+14155550103")
      yield* receiver.until((received) => received.length === 4)
      const ends = receiver.received.filter((one) => fieldOf(one, "CallStatus") === "busy")
      const [first, second] = yield* Effect.forEach(ends, (one) => read(carrier, receiver, one))
      assert.deepInclude(first, { kind: "ended", outcome: "BUSY" })
      assert.deepStrictEqual(second, first)
    })
  )

  it.live("are repeated when the connection breaks", () =>
    Effect.gen(function* () {
      const { receiver, carrier } = yield* setUp(1_000, (request) => (request === 0 ? "cut" : { status: 204 }))
      yield* place(receiver, carrier, "+14155550103")
      yield* receiver.until((received) => received.length === 3)
    })
  )

  it.live("are not repeated when they are refused", () =>
    Effect.gen(function* () {
      const { receiver, carrier } = yield* setUp(20, (request) => ({ status: request === 0 ? 403 : 204 }))
      // The call ends much later than a retry of the first callback would come.
      yield* place(receiver, carrier, "+14155550102")
      yield* receiver.until((received) => ended(received) === 1)
      assert.deepStrictEqual(
        receiver.received.map((one) => fieldOf(one, "CallStatus")),
        ["initiated", "ringing", "no-answer"]
      )
    })
  )
})

describe("originate on a line that does not answer properly", () => {
  const scripts = [
    ["429", { status: 429, headers: { "retry-after": "2" }, body: `{"code":20429,"message":"m"}` }, "CarrierBusy"],
    ["503", { status: 503 }, "NoClearAnswer"],
    ["400 for the number", { status: 400, body: `{"code":21211,"message":"m"}` }, "InvalidNumber"],
    ["403", { status: 403 }, "CarrierRefused"],
    ["500", { status: 500 }, "NoClearAnswer"],
    ["a cut", "cut", "NoClearAnswer"],
    ["half an answer", { status: 201, body: `{"sid":`, cutShort: true }, "NoClearAnswer"],
    ["garbage", { status: 201, body: "<html>" }, "NoClearAnswer"]
  ] as const
  it.live.each(scripts)("fails with $2 after $0", ([, script, tag]) =>
    Effect.gen(function* () {
      const server = yield* scriptedServer(() => script)
      const carrier = yield* carrierOn(`${server.url}/2010-04-01/Accounts/AC${"1".repeat(32)}`)
      const error = yield* Effect.flip(place(unreachable, carrier, "+14155550100"))
      assert.strictEqual(error._tag, tag)
      if (script !== "cut" && script.status === 429) assert.deepInclude(error, { retryAfterMillis: 2_000 })
      assert.lengthOf(server.received, 1)
      const attempt = {
        account: carrier.account,
        attemptId: newId(),
        to: "+14155550100",
        from: null,
        startedAt: new Date()
      }
      for (const callSid of [null, `CA${"1".repeat(32)}`]) {
        assert.strictEqual((yield* Effect.flip(carrier.lookUp({ ...attempt, callSid })))._tag, "NoClearAnswer")
      }
    })
  )

  it.live("reports that nothing was placed when no line runs", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { url } = yield* startLine({ speed: 1, authToken }).pipe(Scope.provide(scope))
      yield* Scope.close(scope, Exit.void)
      const carrier = yield* carrierOn(url)
      assert.deepInclude(yield* Effect.flip(place(unreachable, carrier, "+14155550100")), {
        _tag: "CarrierBusy",
        reason: "Not sent: ECONNREFUSED"
      })
    })
  )
})
