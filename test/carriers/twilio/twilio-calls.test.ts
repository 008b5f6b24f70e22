import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  isOver,
  placingForm,
  readCall,
  readNewestCall,
  readPlacing,
  readStatusCallback,
  streamTwiml
} from "../../../src/carriers/twilio/twilio-calls.ts"
import { twilioSignature } from "../../../src/carriers/twilio/twilio-signature.ts"

const callSid = `CA${"0123456789abcdef".repeat(2)}`
const attemptId = "0199aaaa-0000-7000-8000-000000000001"
const endTime = "Tue, 10 Mar 2026 12:00:05 +0000"

const answer = (status: number, body: unknown, headers = {}) => ({
  status,
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body)
})

const resource = (fields: Readonly<Record<string, unknown>> = {}) => ({
  sid: callSid,
  status: "queued",
  duration: null,
  end_time: null,
  date_updated: "Tue, 10 Mar 2026 12:00:00 +0000",
  answered_by: null,
  ...fields
})

const problem = (code: number) => ({ code, message: "To +14155550100 is wrong", more_info: "", status: 400 })

describe("placing a call with Twilio's form", () => {
  it("requests every status callback", () => {
    const urls = { status: "https://us.example/cb", stream: "wss://us.example/media/t" }
    const call = {
      attemptId,
      to: "+14155550100",
      from: "+15005550006",
      ringSeconds: 40,
      limitSeconds: 600,
      urls,
      deadline: 0
    }
    assert.deepStrictEqual(
      [...placingForm(call)],
      [
        ["To", "+14155550100"],
        ["From", "+15005550006"],
        ["Timeout", "40"],
        ["TimeLimit", "600"],
        ["Twiml", streamTwiml(call)],
        ["StatusCallback", "https://us.example/cb"],
        ["StatusCallbackMethod", "POST"],
        ["StatusCallbackEvent", "initiated"],
        ["StatusCallbackEvent", "ringing"],
        ["StatusCallbackEvent", "answered"],
        ["StatusCallbackEvent", "completed"]
      ]
    )
  })

  it.effect("takes the call's id from the response", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readPlacing(answer(201, resource())), { callSid })
    })
  )

  const readings = [
    ["an invalid number", answer(400, problem(21211)), "InvalidNumber"],
    ["an unreachable number", answer(400, problem(21214)), "InvalidNumber"],
    ["a malformed number", answer(400, problem(21217)), "InvalidNumber"],
    ["a number in a wrong format", answer(400, problem(13223)), "InvalidNumber"],
    ["a number that is not supported", answer(400, problem(13224)), "InvalidNumber"],
    ["a caller that is not verified", answer(400, problem(21210)), "CallerNotAllowed"],
    ["an invalid caller", answer(400, problem(21212)), "CallerNotAllowed"],
    ["a caller of another account", answer(400, problem(21606)), "CallerNotAllowed"],
    ["a country not allowed", answer(400, problem(21215)), "CarrierRefused"],
    ["a wrong token", answer(401, problem(20003)), "CarrierRefused"],
    ["an unknown account", answer(404, "no JSON"), "CarrierRefused"],
    ["too many requests", answer(429, problem(20429)), "CarrierBusy"],
    ["no capacity", answer(503, problem(20503)), "CarrierBusy"],
    ["a gateway that is overloaded", answer(503, "<html>"), "NoClearAnswer"],
    ["JSON of another", answer(503, { error: "overloaded" }), "NoClearAnswer"],
    ["a fault", answer(500, problem(20500)), "NoClearAnswer"],
    ["a gateway's fault", answer(502, "<html>"), "NoClearAnswer"],
    ["a gateway's timeout", answer(504, "<html>"), "NoClearAnswer"],
    ["a redirect", answer(302, ""), "NoClearAnswer"],
    ["no JSON", answer(201, "<html>"), "NoClearAnswer"],
    ["an empty answer", answer(201, ""), "NoClearAnswer"],
    ["no id", answer(201, { status: "queued" }), "NoClearAnswer"],
    ["an odd id", answer(201, resource({ sid: "CA/../1" })), "NoClearAnswer"]
  ] as const
  it.effect.each(readings)("reads %s", ([, given, tag]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(readPlacing(given))
      assert.strictEqual(error._tag, tag)
      assert.notInclude(error.reason, "4155550100")
    })
  )

  it.effect("distinguishes a refused account from a refused call", () =>
    Effect.gen(function* () {
      const refusesAccount = (status: number, code: number) =>
        Effect.map(
          Effect.flip(readPlacing(answer(status, problem(code)))),
          (error) => error._tag === "CarrierRefused" && error.refusesAccount === true
        )
      assert.isTrue(yield* refusesAccount(401, 20003))
      assert.isTrue(yield* refusesAccount(403, 20005))
      assert.isFalse(yield* refusesAccount(400, 21215))
    })
  )

  it.effect("reports the waiting time that the carrier requests", () =>
    Effect.gen(function* () {
      const wait = (headers: object) =>
        Effect.map(Effect.flip(readPlacing(answer(429, "", headers))), (error) =>
          error._tag === "CarrierBusy" ? error.retryAfterMillis : undefined
        )
      assert.strictEqual(yield* wait({ "retry-after": "7" }), 7_000)
      for (const odd of ["-1", "0", "soon", "1e9"]) assert.strictEqual(yield* wait({ "retry-after": odd }), 1_000)
      assert.strictEqual(yield* wait({}), 1_000)
    })
  )
})

describe("looking up a call", () => {
  const ended = { callSid, state: "ended" } as const
  const event = { attemptId, callSid, kind: "ended" } as const
  const readings = [
    [{ status: "queued" }, { callSid, state: "ringing" }],
    [{ status: "initiated" }, { callSid, state: "ringing" }],
    [{ status: "ringing" }, { callSid, state: "ringing" }],
    [
      { status: "in-progress", answered_by: "human" },
      { callSid, state: "answered" }
    ],
    [
      { status: "completed", end_time: endTime, duration: "61", answered_by: "human" },
      { ...ended, event: { ...event, outcome: "CONNECTED", durationSeconds: 61, answeredBy: "human" } }
    ],
    [
      { status: "busy", end_time: endTime, duration: "0" },
      { ...ended, event: { ...event, outcome: "BUSY", durationSeconds: 0, answeredBy: null } }
    ]
  ] as const
  it.effect.each(readings)("reads $0.status", ([fields, expected]) =>
    Effect.gen(function* () {
      const body = JSON.stringify(resource(fields))
      assert.deepStrictEqual(yield* readCall(attemptId, body), expected)
      const list = JSON.stringify({ calls: [resource(fields), resource({ sid: `CA${"f".repeat(32)}` })] })
      assert.deepStrictEqual(yield* readNewestCall(attemptId, list), expected)
    })
  )

  it.effect("distinguishes an empty list from a malformed one", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* readNewestCall(attemptId, `{"calls":[]}`))
      for (const body of ["", "{}", "[]", `{"calls":[{}]}`, `{"calls":null}`]) {
        assert.strictEqual((yield* Effect.flip(readNewestCall(attemptId, body)))._tag, "NoClearAnswer")
        assert.strictEqual((yield* Effect.flip(readCall(attemptId, body)))._tag, "NoClearAnswer")
      }
      const odd = JSON.stringify(resource({ status: "dreaming" }))
      assert.strictEqual((yield* Effect.flip(readCall(attemptId, odd)))._tag, "NoClearAnswer")
    })
  )
})

describe("hanging up", () => {
  it("treats a call that is over as ended", () => {
    assert.isTrue(isOver(answer(200, resource())))
    assert.isTrue(isOver(answer(404, problem(20404))))
    assert.isTrue(isOver(answer(400, problem(21220))))
    assert.isFalse(isOver(answer(400, problem(20001))))
    assert.isFalse(isOver(answer(401, problem(20003))))
    assert.isFalse(isOver(answer(500, "")))
  })
})

describe("a status callback", () => {
  const url = `https://us.example/carriers/twilio/status/${attemptId}`
  const form = (fields: Readonly<Record<string, string>>) =>
    Object.entries({ CallSid: callSid, Timestamp: endTime, SequenceNumber: "0", ...fields })
  const signed = (fields: Readonly<Record<string, string>>) => ({
    url,
    attemptId,
    headers: { "x-twilio-signature": twilioSignature("12345", url, form(fields)) },
    form: form(fields)
  })
  const read = (fields: Readonly<Record<string, string>>) => readStatusCallback("12345", signed(fields))

  const end = (outcome: string, durationSeconds = 0, answeredBy: string | null = null) => ({
    kind: "ended",
    outcome,
    durationSeconds,
    answeredBy
  })
  const readings = [
    [{ CallStatus: "queued" }, { kind: "placed" }],
    [{ CallStatus: "initiated" }, { kind: "placed" }],
    [{ CallStatus: "ringing" }, { kind: "ringing" }],
    [{ CallStatus: "in-progress" }, { kind: "answered", answeredBy: null }],
    [
      { CallStatus: "in-progress", AnsweredBy: "human" },
      { kind: "answered", answeredBy: "human" }
    ],
    [
      { CallStatus: "in-progress", AnsweredBy: "machine_start" },
      { kind: "answered", answeredBy: "machine" }
    ],
    [
      { CallStatus: "in-progress", AnsweredBy: "fax" },
      { kind: "answered", answeredBy: "fax" }
    ],
    [
      { CallStatus: "in-progress", AnsweredBy: "a dog" },
      { kind: "answered", answeredBy: "unknown" }
    ],
    [{ CallStatus: "completed", CallDuration: "12", AnsweredBy: "human" }, end("CONNECTED", 12, "human")],
    [{ CallStatus: "completed", CallDuration: "12", AnsweredBy: "unknown" }, end("CONNECTED", 12, "unknown")],
    [{ CallStatus: "completed", CallDuration: "12" }, end("CONNECTED", 12, null)],
    [{ CallStatus: "completed", CallDuration: "9", AnsweredBy: "machine_end_beep" }, end("CONNECTED", 9, "machine")],
    [{ CallStatus: "completed", CallDuration: "9", AnsweredBy: "fax" }, end("CONNECTED", 9, "fax")],
    [{ CallStatus: "busy", CallDuration: "0" }, end("BUSY")],
    [{ CallStatus: "no-answer", CallDuration: "0" }, end("NO_ANSWER")],
    [{ CallStatus: "failed" }, end("CARRIER_ERROR")],
    [{ CallStatus: "failed", SipResponseCode: "503" }, end("CARRIER_ERROR")],
    [{ CallStatus: "failed", SipResponseCode: "404" }, end("UNREACHABLE")],
    [{ CallStatus: "failed", SipResponseCode: "480" }, end("UNREACHABLE")],
    [{ CallStatus: "no-answer", SipResponseCode: "480" }, end("NO_ANSWER")],
    [{ CallStatus: "canceled" }, end("CARRIER_ERROR")]
  ] as const
  it.effect("reads who was detected to have answered", () =>
    Effect.gen(function* () {
      for (const [value, answeredBy] of [
        ["machine_start", "machine"],
        ["human", "human"],
        ["fax", "fax"],
        ["unknown", "unknown"]
      ] as const) {
        const fields = { AccountSid: "AC1", CallSid: callSid, AnsweredBy: value, MachineDetectionDuration: "2300" }
        assert.deepInclude(yield* read(fields), { attemptId, callSid, kind: "recognized", answeredBy })
      }
    })
  )

  it.effect.each(readings)("reads %j", ([fields, expected]) =>
    Effect.gen(function* () {
      const event: unknown = yield* read(fields)
      assert.deepStrictEqual(event, { attemptId, callSid, ...expected })
      // Decoding is the same the second time.
      assert.deepStrictEqual(yield* read(fields), event)
    })
  )

  const malformed = [
    {},
    { CallStatus: "dreaming" },
    { CallStatus: "ringing", CallSid: "CA/1" },
    { CallStatus: "completed", CallDuration: "-1" },
    { CallStatus: "completed", CallDuration: "NaN" }
  ] as ReadonlyArray<Readonly<Record<string, string>>>
  it.effect.each(malformed)("refuses %j, though it is signed", (fields) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(read(fields)))._tag, "BadCallback")
    })
  )

  it.effect("refuses a callback that is not signed for this attempt", () =>
    Effect.gen(function* () {
      const genuine = signed({ CallStatus: "ringing" })
      const other = attemptId.replace(/1$/, "2")
      const refused = (changed: Partial<Parameters<typeof readStatusCallback>[1]>) =>
        Effect.map(Effect.flip(readStatusCallback("12345", { ...genuine, ...changed })), ({ reason }) => reason)
      assert.strictEqual(yield* refused({ headers: {} }), "The signature is wrong")
      assert.strictEqual(yield* refused({ headers: { "x-twilio-signature": "AAAA" } }), "The signature is wrong")
      assert.strictEqual(yield* refused({ form: form({ CallStatus: "completed" }) }), "The signature is wrong")
      // A callback of one attempt, replayed to the URL of another.
      assert.strictEqual(
        yield* refused({ url: url.replace(attemptId, other), attemptId: other }),
        "The signature is wrong"
      )
      assert.strictEqual(yield* refused({ attemptId: other }), "The URL names another attempt")
    })
  )
})
