import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import twilio from "twilio"
import { Carrier } from "../../../src/carriers/Carrier.ts"
import * as TwilioCarrier from "../../../src/carriers/twilio/TwilioCarrier.ts"
import { streamTwiml } from "../../../src/carriers/twilio/twilio-calls.ts"
import type { TwilioSettings } from "../../../src/platform/config.ts"
import { type Fault, signatureOf, startTwilioFake, type TwilioFake } from "../../support/fakes/twilio/twilio-fake.ts"

const attemptId = "0199aaaa-0000-7000-8000-000000000001"
const to = "+14155550100"
const fromNumbers = ["+15005550006", "+15005550007", "+15005550008"]
const urls = {
  status: `https://us.example/carriers/twilio/status/${attemptId}`,
  stream: "wss://us.example/carriers/twilio/media/token"
}
const callTo = (number: string, deadline = performance.now() + 3_000) => ({
  attemptId,
  to: number,
  from: "+15005550007",
  ringSeconds: 40,
  limitSeconds: 600,
  urls,
  deadline
})

const settingsOf = (fake: Pick<TwilioFake, "accountSid" | "authToken" | "url">): TwilioSettings => ({
  accountSid: fake.accountSid,
  authToken: Redacted.make(fake.authToken),
  fromNumbers,
  callsPerSecond: 3,
  apiBaseUrl: fake.url
})

const carrierWith = (settings: TwilioSettings) =>
  Effect.provide(
    Effect.map(Carrier, (carrier) => carrier),
    TwilioCarrier.layer(settings)
  )

/** People at a fake of Twilio who do nothing, unless the test says so. */
const start = Effect.fnUntraced(function* (fault?: (to: string, placing: number) => Fault | undefined) {
  const fake = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startTwilioFake({ fromNumbers, person: () => ({ does: "wait" }), callbacks: "held", ...(fault && { fault }) })
    ),
    ({ stop }) => Effect.promise(stop)
  )
  return { fake, carrier: yield* carrierWith(settingsOf(fake)) }
})

const placed = Effect.fnUntraced(function* () {
  const { carrier, fake } = yield* start()
  const startedAt = new Date()
  const { callSid } = yield* carrier.originate(callTo(to))
  const attempt = { account: carrier.account, attemptId, callSid: null, to, from: null, startedAt }
  return { carrier, fake, callSid, attempt, call: fake.calls[0]! }
})

const place = (carrier: Carrier["Service"], person: string) =>
  carrier.originate({ ...callTo(person), from: carrier.callerId(person) })

describe("TwilioCarrier.originate", () => {
  it.live("sends all required parameters", () =>
    Effect.gen(function* () {
      const { call, callSid } = yield* placed()
      assert.strictEqual(callSid, call.sid)
      assert.strictEqual(call.from, callTo(to).from)
      const expected: ReadonlyArray<readonly [string, string]> = [
        ["To", to],
        ["From", call.from],
        ["Twiml", streamTwiml(callTo(to))],
        ["Timeout", "40"],
        ["TimeLimit", "600"],
        ["StatusCallback", urls.status],
        ["StatusCallbackMethod", "POST"],
        ["StatusCallbackEvent", "initiated"],
        ["StatusCallbackEvent", "ringing"],
        ["StatusCallbackEvent", "answered"],
        ["StatusCallbackEvent", "completed"],
        ["MachineDetection", "Enable"],
        ["AsyncAmd", "true"],
        ["AsyncAmdStatusCallback", urls.status],
        ["AsyncAmdStatusCallbackMethod", "POST"]
      ]
      assert.deepStrictEqual(call.form.toSorted(), expected.toSorted())
    })
  )

  it("writes the same TwiML as the SDK", () => {
    const response = new twilio.twiml.VoiceResponse()
    response.connect().stream({ url: urls.stream }).parameter({ name: "attemptId", value: attemptId })
    response.hangup()
    assert.strictEqual(streamTwiml(callTo(to)), response.toString())
  })

  it.live("always shows one person the same number, and uses all numbers for many people", () =>
    Effect.gen(function* () {
      const { carrier, fake } = yield* start()
      const people = Array.from({ length: 30 }, (_, index) => `+1415555${1_000 + index}`)
      for (const person of [...people, ...people]) yield* place(carrier, person)
      for (const person of people) {
        const [first, second] = fake.placedTo(person)
        assert.strictEqual(first?.from, second?.from)
      }
      assert.sameMembers([...new Set(fake.calls.map(({ from }) => from))], fromNumbers)
      // An additional number takes its share, and changes nothing for the other people.
      const more = [...fromNumbers, "+15005550009"].toReversed()
      fake.it.fromNumbers = more
      const other = yield* carrierWith({ ...settingsOf(fake), fromNumbers: more })
      const before = new Map(fake.calls.map((call) => [call.to, call.from]))
      for (const person of people) {
        yield* place(other, person)
        assert.include([before.get(person), "+15005550009"], fake.calls.at(-1)?.from)
      }
    })
  )

  const faults: ReadonlyArray<readonly [Fault, string, boolean]> = [
    ["429", "CarrierBusy", false],
    ["503 of Twilio", "CarrierBusy", false],
    ["503 of a gateway", "NoClearAnswer", true],
    ["500 placed", "NoClearAnswer", true],
    ["cut placed", "NoClearAnswer", true],
    ["401", "CarrierRefused", false],
    [{ status: 400, code: 21211 }, "InvalidNumber", false],
    [{ status: 400, code: 13224 }, "InvalidNumber", false],
    [{ status: 400, code: 21215 }, "CarrierRefused", false]
  ]
  it.live.each(faults)("the answer $0 is the failure $1", ([fault, tag, rings]) =>
    Effect.gen(function* () {
      const { carrier, fake } = yield* start(() => fault)
      const error = yield* Effect.flip(carrier.originate(callTo(to)))
      assert.strictEqual(error._tag, tag)
      assert.notInclude(error.reason, to.slice(1))
      assert.lengthOf(fake.calls, rings ? 1 : 0)
      // Exactly one request: nothing is retried automatically.
      assert.lengthOf(
        fake.log.filter(({ what }) => what === "request"),
        1
      )
    })
  )

  it.live("reports the waiting time that Twilio requests", () =>
    Effect.gen(function* () {
      const { carrier } = yield* start(() => "429")
      const error = yield* Effect.flip(carrier.originate(callTo(to)))
      assert.deepInclude(error, { _tag: "CarrierBusy", retryAfterMillis: 1_000 })
    })
  )

  it.live("sends nothing after the deadline, and reports a request that did not leave as not placed", () =>
    Effect.gen(function* () {
      const { carrier, fake } = yield* start()
      const late = yield* Effect.flip(carrier.originate(callTo(to, performance.now() - 1)))
      assert.strictEqual(late._tag, "CarrierBusy")
      assert.lengthOf(fake.calls, 0)
      yield* Effect.promise(fake.stop)
      const away = yield* Effect.flip(carrier.originate(callTo(to)))
      assert.strictEqual(away._tag, "CarrierBusy")
    })
  )
})

describe("TwilioCarrier.lookUp", () => {
  it.live("finds a call by its sid, in its current state", () =>
    Effect.gen(function* () {
      const { attempt, call, callSid, carrier, fake } = yield* placed()
      const where = carrier.lookUp({ ...attempt, callSid })
      assert.deepStrictEqual(yield* where, { callSid, state: "ringing" })
      fake.answer(call)
      assert.deepStrictEqual(yield* where, { callSid, state: "answered" })
      fake.recognize(call, "machine_start")
      fake.end(call, "completed", 12)
      assert.deepStrictEqual(yield* where, {
        callSid,
        state: "ended",
        event: { attemptId, callSid, kind: "ended", outcome: "CONNECTED", durationSeconds: 12, answeredBy: "machine" }
      })
    })
  )

  it.live("gives no clear answer about a call that no longer exists", () =>
    Effect.gen(function* () {
      const { attempt, carrier } = yield* placed()
      const error = yield* Effect.flip(carrier.lookUp({ ...attempt, callSid: `CA${"0".repeat(32)}` }))
      assert.deepInclude(error, { _tag: "NoClearAnswer", reason: "Answer 404" })
    })
  )

  it.live("finds a call by its number and time when no other call fits", () =>
    Effect.gen(function* () {
      const { attempt, callSid, carrier } = yield* placed()
      assert.deepStrictEqual(yield* carrier.lookUp(attempt), { callSid, state: "ringing" })
      const shifted = (seconds: number) => ({
        ...attempt,
        startedAt: new Date(attempt.startedAt.getTime() + seconds * 1_000)
      })
      for (const seconds of [8, -55]) assert.deepInclude(yield* carrier.lookUp(shifted(seconds)), { callSid })
      for (const seconds of [15, -65, 86_400, -86_400]) {
        assert.strictEqual((yield* Effect.flip(carrier.lookUp(shifted(seconds))))._tag, "NoClearAnswer")
      }
      const elsewhere = { ...attempt, to: "+14155550101" }
      assert.strictEqual((yield* Effect.flip(carrier.lookUp(elsewhere)))._tag, "NoClearAnswer")
    })
  )

  it.live("does not choose among several calls, and ignores calls from other numbers", () =>
    Effect.gen(function* () {
      const { attempt, callSid, carrier, fake } = yield* placed()
      const [call] = fake.calls
      fake.calls.push({ ...call!, sid: `CA${"1".repeat(32)}`, from: "+19995550000" })
      assert.deepInclude(yield* carrier.lookUp(attempt), { callSid })
      assert.deepInclude(yield* carrier.lookUp({ ...attempt, from: "+15005550007" }), { callSid })
      assert.strictEqual(
        (yield* Effect.flip(carrier.lookUp({ ...attempt, from: "+12125550100" })))._tag,
        "NoClearAnswer"
      )
      yield* carrier.originate(callTo(to))
      assert.strictEqual((yield* Effect.flip(carrier.lookUp(attempt)))._tag, "NoClearAnswer")
    })
  )

  it.live("does not choose when there is more than one page of calls", () =>
    Effect.gen(function* () {
      const { attempt, carrier, fake } = yield* placed()
      for (let day = 1; day <= 100; day++) {
        fake.calls.unshift({ ...fake.calls[0]!, sid: `CA${String(day).padStart(32, "0")}`, from: "+19995550000" })
      }
      assert.strictEqual((yield* Effect.flip(carrier.lookUp(attempt)))._tag, "NoClearAnswer")
    })
  )

  it.live("gives no clear answer about another account, or while Twilio is unreachable", () =>
    Effect.gen(function* () {
      const { attempt, callSid, carrier, fake } = yield* placed()
      const account = carrier.account.replace(/AC.*/, `AC${"0".repeat(32)}`)
      const other = { ...attempt, callSid, account }
      assert.strictEqual((yield* Effect.flip(carrier.lookUp(other)))._tag, "NoClearAnswer")
      assert.strictEqual((yield* Effect.flip(carrier.hangUp(other)))._tag, "NoClearAnswer")
      assert.isNull(fake.calls[0]?.endedAt)
      fake.it.isDown = true
      assert.strictEqual((yield* Effect.flip(carrier.lookUp({ ...attempt, callSid })))._tag, "NoClearAnswer")
      assert.strictEqual((yield* Effect.flip(carrier.lookUp(attempt)))._tag, "NoClearAnswer")
      assert.strictEqual(
        (yield* Effect.flip(carrier.hangUp({ account: carrier.account, callSid })))._tag,
        "NoClearAnswer"
      )
    })
  )
})

describe("TwilioCarrier.hangUp", () => {
  it.live("ends a call, and accepts one that is over or never existed", () =>
    Effect.gen(function* () {
      const { call, callSid, carrier } = yield* placed()
      const { account } = carrier
      yield* carrier.hangUp({ account, callSid })
      assert.strictEqual(call.status, "canceled")
      yield* carrier.hangUp({ account, callSid })
      yield* carrier.hangUp({ account, callSid: `CA${"0".repeat(32)}` })
    })
  )
})

describe("callbacks of Twilio", () => {
  const authToken = "12345"
  const settings = settingsOf({ accountSid: "AC1", authToken, url: "https://api.twilio.com" })
  const form = [
    ["CallSid", `CA${"1".repeat(32)}`],
    ["AccountSid", "AC1"],
    ["CallStatus", "ringing"],
    ["Tag", "b"],
    ["Tag", "a"],
    ["Tag", "b"]
  ] as const
  const read = Effect.fnUntraced(function* (
    fields: typeof form | ReadonlyArray<readonly [string, string]>,
    signature?: string
  ) {
    const carrier = yield* carrierWith(settings)
    const headers = { "x-twilio-signature": signature ?? signatureOf(authToken, urls.status, fields) }
    return yield* carrier.readCallback({ url: urls.status, headers, form: fields, attemptId })
  })

  it.effect("are accepted when they are signed, whatever the order of their fields", () =>
    Effect.gen(function* () {
      const event = { attemptId, callSid: form[0][1], kind: "ringing" }
      assert.deepStrictEqual(yield* read(form), event as never)
      assert.deepStrictEqual(yield* read(form.toReversed()), event as never)
    })
  )

  it.effect("report who answered", () =>
    Effect.gen(function* () {
      const amd = [form[0], form[1], ["AnsweredBy", "fax"], ["MachineDetectionDuration", "1200"]] as const
      const event = { attemptId, callSid: form[0][1], kind: "recognized", answeredBy: "fax" }
      assert.deepStrictEqual(yield* read(amd), event as never)
    })
  )

  it.effect("are refused when they are not signed, or signed for another account", () =>
    Effect.gen(function* () {
      for (const signature of ["", "AAAAAAAAAAAAAAAAAAAAAAAAAAA=", signatureOf("other", urls.status, form)]) {
        assert.strictEqual((yield* Effect.flip(read(form, signature)))._tag, "BadCallback")
      }
      const another = form.map(([name, value]) => [name, name === "AccountSid" ? "AC2" : value] as const)
      assert.strictEqual((yield* Effect.flip(read(another))).reason, "The account is another one")
      const none = form.filter(([name]) => name !== "AccountSid")
      assert.strictEqual((yield* Effect.flip(read(none))).reason, "The account is another one")
    })
  )

  it.effect("are refused at an invalid URL", () =>
    Effect.gen(function* () {
      const carrier = yield* carrierWith(settings)
      const odd = { url: "wss://us.example:8080http://us.example/", headers: {} }
      assert.strictEqual((yield* Effect.flip(carrier.checkStream(odd)))._tag, "BadCallback")
      assert.strictEqual((yield* Effect.flip(carrier.readCallback({ ...odd, form, attemptId })))._tag, "BadCallback")
    })
  )

  const vectors = [
    ["wss://example.com/media/abc", "pLFqhFuBwdcO0x1rgZAXZHSigWQ="],
    ["wss://example.com/media/abc", "ZRsMZRvz9yybn7fTTLGiy8HfYNI="],
    ["wss://example.com/media/abc", signatureOf(authToken, "wss://example.com:443/media/abc", [])],
    ["wss://example.com/media/abc", signatureOf(authToken, "wss://example.com:443/media/abc/", [])],
    // Twilio leaves out a port that it was given.
    ["wss://example.com:8443/media/abc", signatureOf(authToken, "wss://example.com/media/abc", [])],
    ["wss://example.com:8443/media/abc", signatureOf(authToken, "wss://example.com:8443/media/abc", [])]
  ] as const
  it.effect.each(vectors)("allow a stream at $0 with the signature $1 only", ([url, signature]) =>
    Effect.gen(function* () {
      const carrier = yield* carrierWith(settings)
      const opening = (given: string) => carrier.checkStream({ url, headers: { "x-twilio-signature": given } })
      yield* opening(signature)
      for (const wrong of ["", `${signature} `, signatureOf("other", url, []), signatureOf(authToken, `${url}x`, [])]) {
        assert.strictEqual((yield* Effect.flip(opening(wrong)))._tag, "BadCallback")
      }
    })
  )
})

describe("TwilioCarrier.examine", () => {
  it.live("reports the state of the account, and the remedy when it is not active", () =>
    Effect.gen(function* () {
      const { carrier, fake } = yield* start()
      const name = `Twilio account AC…${fake.accountSid.slice(-4)}`
      assert.strictEqual(yield* carrier.examine, `${name}, active`)
      assert.strictEqual(carrier.callsPerSecond, 3)
      assert.strictEqual(carrier.account, `${fake.url}/2010-04-01/Accounts/${fake.accountSid}`)
      for (const status of ["suspended", "closed"]) {
        fake.it.accountStatus = status
        const { reason } = yield* Effect.flip(carrier.examine)
        assert.strictEqual(reason, `The ${name} is ${status}: it places no calls until Twilio opens it again`)
      }
      const stranger = yield* carrierWith({ ...settingsOf(fake), authToken: Redacted.make("wrong") })
      assert.match((yield* Effect.flip(stranger.examine)).reason, /TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN is wrong/)
      fake.it.isDown = true
      assert.match((yield* Effect.flip(carrier.examine)).reason, /^No answer: /)
    })
  )
})
