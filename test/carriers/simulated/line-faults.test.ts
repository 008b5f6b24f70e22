import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import twilio from "twilio"
import type { SimulatorFaults } from "../../../src/platform/config.ts"
import { makeRandom } from "../../support/random.ts"
import { fieldOf, type Received, scriptedServer } from "../scripted-server.ts"
import { authToken, lineWithClient } from "./line-client.ts"
import { mediaServer } from "./media-server.ts"

const calls = 100
const seed = Number(process.env.TEST_SEED)

/** A line with faults, and calls to busy numbers on it; each call reports its start and its end. */
const setUp = (faults: SimulatorFaults, speed = 1_000) =>
  Effect.gen(function* () {
    const receiver = yield* scriptedServer(() => ({ status: 204 }))
    const { request, line, place } = yield* lineWithClient({ speed, faults, random: makeRandom(seed) })
    const placeAll = Effect.forEach(
      Array.from({ length: calls }, (_, n) => `a${n}`),
      (AttemptId) =>
        place({ AttemptId, StatusCallback: `${receiver.url}/${AttemptId}` }, [
          ["StatusCallbackEvent", "initiated"],
          ["StatusCallbackEvent", "completed"]
        ]).pipe(
          Effect.map(({ headers, status }) => ({ status, wait: headers.get("retry-after") })),
          Effect.catchDefect(() => Effect.succeed({ status: 0, wait: null }))
        )
    )
    const placed = Effect.forEach(
      Array.from({ length: calls }, (_, n) => n),
      (n) => Effect.map(request("GET", `/Calls.json?AttemptId=a${n}`), ({ body }) => body.calls)
    ).pipe(Effect.map((found): ReadonlyArray<{ readonly status: string }> => found.flat()))
    return { line, placeAll, placed, receiver }
  })

/** Removes repetitions: a callback that is not answered in time is repeated even without a fault. */
const countOf = (received: ReadonlyArray<Received>) => new Set(received.map(tokenOf)).size
const tokenOf = ({ headers }: Received) => headers["i-twilio-idempotency-token"]
const statusesOf = (received: ReadonlyArray<Received>) => [
  ...Map.groupBy(received, ({ path }) => path)
    .values()
    .map((ofCall) => [...new Set(ofCall.map((one) => fieldOf(one, "CallStatus")))].join(" "))
]

describe("faults of a line", () => {
  it.live("do not happen unless requested, and callbacks pass the signature check of Twilio's SDK", () =>
    Effect.gen(function* () {
      const { line, placeAll, receiver } = yield* setUp({})
      const answers = yield* placeAll
      assert.isTrue(answers.every(({ status }) => status === 201))
      yield* receiver.until((received) => countOf(received) === 2 * calls)
      assert.deepStrictEqual(line.faults, {})
      for (const { form, headers, path } of receiver.received) {
        const signature = String(headers["x-twilio-signature"])
        const fields = Object.fromEntries(form)
        assert.isTrue(twilio.validateRequest(authToken, signature, receiver.url + path, fields))
        assert.isFalse(twilio.validateRequest(authToken, signature, receiver.url + path, { ...fields, CallSid: "" }))
      }
    })
  )

  it.live("lose callbacks", () =>
    Effect.gen(function* () {
      const { line, placeAll, placed, receiver } = yield* setUp({ lost: 0.5 })
      yield* placeAll
      yield* Effect.repeat(placed, { until: (found) => found.every(({ status }) => status === "busy") })
      const lost = () => line.faults.lost ?? 0
      yield* receiver.until((received) => countOf(received) === 2 * calls - lost())
      assert.isTrue(lost() > 50 && lost() < 150, `${lost()} of ${2 * calls} are lost`)
    })
  )

  it.live("repeat callbacks", () =>
    Effect.gen(function* () {
      const { line, placeAll, receiver } = yield* setUp({ repeated: 0.3 })
      yield* placeAll
      const repeated = () => line.faults.repeated ?? 0
      yield* receiver.until(
        (received) => countOf(received) === 2 * calls && received.length >= 2 * calls + repeated() && repeated() > 0
      )
      assert.isTrue(repeated() > 20 && repeated() < 100, `${repeated()} of ${2 * calls} are repeated`)
      const tokens = Map.groupBy(receiver.received, tokenOf)
      assert.strictEqual(tokens.size, 2 * calls)
      for (const [first, again] of tokens.values()) if (again) assert.deepStrictEqual(again.form, first!.form)
    })
  )

  it.live("delay callbacks", () =>
    Effect.gen(function* () {
      const { line, placeAll, receiver } = yield* setUp({ delayed: 1 })
      yield* placeAll
      yield* receiver.until((received) => countOf(received) === 2 * calls)
      assert.deepStrictEqual(line.faults, { delayed: 2 * calls })
      assert.include(statusesOf(receiver.received), "busy initiated")
    })
  )

  it.live("hold a callback back until the next one of its call has been sent, and never hold back the last", () =>
    Effect.gen(function* () {
      // The end comes long after the start was accepted, except for a few calls on a busy machine.
      const { line, placeAll, receiver } = yield* setUp({ reordered: 0.5 }, 2)
      yield* placeAll
      yield* receiver.until((received) => countOf(received) === 2 * calls)
      const { reordered = 0, ...others } = line.faults
      assert.isTrue(reordered > 20 && reordered < 80, `${reordered} of ${calls} are reordered`)
      assert.deepStrictEqual(others, {})
      const seen = statusesOf(receiver.received).filter((statuses) => statuses === "busy initiated").length
      assert.isAtLeast(seen, reordered)
    })
  )

  it.live("release a callback when the end of its call is not requested", () =>
    Effect.gen(function* () {
      const receiver = yield* scriptedServer(() => ({ status: 204 }))
      const { place } = yield* lineWithClient({ speed: 1_000, faults: { reordered: 1 } })
      yield* place({ StatusCallback: receiver.url, StatusCallbackEvent: "initiated" })
      yield* receiver.until(({ length }) => length === 1)
    })
  )

  const placings = [
    ["busy", 429, 0],
    ["unavailable", 503, 0],
    ["failed", 500, 1],
    ["silent", 0, 1]
  ] as const
  it.live.each(placings)("answer as %s when a call is placed", ([fault, wrong, placedAfterAll]) =>
    Effect.gen(function* () {
      const { line, placeAll, placed } = yield* setUp({ [fault]: 0.3 })
      const answers = yield* placeAll
      const count = line.faults[fault] ?? 0
      assert.isTrue(count > 10 && count < 60, `${count} of ${calls}`)
      assert.lengthOf(
        answers.filter(({ status }) => status === wrong),
        count
      )
      assert.lengthOf(
        answers.filter(({ status }) => status === 201),
        calls - count
      )
      assert.isTrue(answers.every(({ status, wait }) => wait === (status === 429 ? "1" : null)))
      assert.lengthOf(yield* placed, calls - (placedAfterAll ? 0 : count))
    })
  )

  it.live("drop the socket of a stream during a conversation", () =>
    Effect.gen(function* () {
      const receiver = yield* scriptedServer(() => ({ status: 204 }))
      const media = yield* mediaServer()
      const { request, line, place } = yield* lineWithClient({ speed: 100, faults: { dropped: 1 } })
      const Twiml = `<Response><Connect><Stream url="${media.url}"/></Connect></Response>`
      const { body } = yield* place({ To: "+14155550109", Twiml, StatusCallback: receiver.url })
      yield* receiver.until(({ length }) => length === 1)
      yield* media.until(([opened]) => opened?.closed === 1006)
      assert.isFalse(media.streams[0]?.messages.some(({ event }) => event === "stop"))
      assert.deepStrictEqual(line.faults, { dropped: 1 })
      const { body: transcript } = yield* request("GET", `/Calls/${body.sid}/Talk.json`)
      assert.isTrue(transcript.frames >= 50 && transcript.frames < 1_000)
      assert.strictEqual(fieldOf(receiver.received[0]!, "CallStatus"), "completed")
    })
  )

  it.live("are the same for the same seed", () =>
    Effect.gen(function* () {
      const faults = { busy: 0.2, unavailable: 0.1, failed: 0.1, silent: 0.05 }
      const runs = yield* Effect.forEach([1, 2], () => Effect.flatMap(setUp(faults), ({ placeAll }) => placeAll))
      assert.deepStrictEqual(runs[1], runs[0])
    })
  )
})
