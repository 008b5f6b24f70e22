import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import twilio from "twilio"
import { twilioSignature } from "../../../src/carriers/twilio/twilio-signature.ts"
import { fieldOf, scriptedServer } from "../scripted-server.ts"
import { type Answer, authToken, lineWithClient, pause } from "./line-client.ts"

describe("a simulated line", () => {
  it.live("shows a call as Twilio does", () =>
    Effect.gen(function* () {
      const { url, request, place } = yield* lineWithClient({ speed: 1 })
      const { status, body } = yield* place({ AttemptId: "a1" })
      assert.strictEqual(status, 201)
      const account = url.split("/").at(-1)
      assert.deepInclude(body, {
        account_sid: account,
        to: "+14155550103",
        from: "+15005550006",
        status: "queued",
        direction: "outbound-api",
        duration: null,
        start_time: null,
        end_time: null,
        answered_by: null,
        uri: `/2010-04-01/Accounts/${account}/Calls/${body.sid}.json`
      })
      assert.match(String(body.sid), /^CA[0-9a-f]{32}$/)
      const { body: list } = yield* request("GET", "/Calls.json?AttemptId=a1")
      assert.deepStrictEqual(
        (list.calls as ReadonlyArray<Answer["body"]>).map(({ sid }) => sid),
        [body.sid]
      )
      assert.deepInclude((yield* request("GET", "/Calls.json")).body, { calls: [] })
    })
  )

  it.live(
    "reports only the end of a call unless more events are requested, signed and with all of Twilio's fields",
    () =>
      Effect.gen(function* () {
        const receiver = yield* scriptedServer(() => ({ status: 204 }))
        const { place } = yield* lineWithClient({ speed: 1_000 })
        const { body } = yield* place({ StatusCallback: `${receiver.url}/cb` })
        yield* receiver.until((received) => received.length > 0)
        const [received] = receiver.received
        assert.strictEqual(
          received?.headers["x-twilio-signature"],
          twilioSignature(authToken, `${receiver.url}/cb`, received?.form ?? [])
        )
        const { Timestamp, ...fields } = Object.fromEntries(received?.form ?? [])
        assert.isFalse(Number.isNaN(Date.parse(Timestamp ?? "")))
        assert.match(Timestamp ?? "", / \+0000$/)
        assert.deepStrictEqual(fields, {
          CallSid: String(body.sid),
          AccountSid: String(body.account_sid),
          From: "+15005550006",
          To: "+14155550103",
          CallStatus: "busy",
          ApiVersion: "2010-04-01",
          Direction: "outbound-api",
          SequenceNumber: "0",
          CallbackSource: "call-progress-events",
          CallDuration: "0"
        })
      })
  )

  it.live("reports who answered, and how long the conversation was", () =>
    Effect.gen(function* () {
      const receiver = yield* scriptedServer(() => ({ status: 204 }))
      const { request } = yield* lineWithClient({ speed: 1_000 })
      yield* request("POST", "/Calls.json", [
        ["To", "+14155550100"],
        ["From", "+15005550006"],
        ["Twiml", pause],
        ["TimeLimit", "5"],
        ["StatusCallback", receiver.url],
        ["StatusCallbackEvent", "answered"],
        ["StatusCallbackEvent", "completed"]
      ])
      yield* receiver.until((received) => received.length === 2)
      const statuses = receiver.received.map((one) =>
        ["CallStatus", "AnsweredBy", "CallDuration"].map((name) => fieldOf(one, name))
      )
      assert.sameDeepMembers(statuses, [
        ["in-progress", "human", undefined],
        ["completed", "human", "5"]
      ])
    })
  )

  it.live("reports who answered in a separate callback, when asynchronous detection is requested", () =>
    Effect.gen(function* () {
      const receiver = yield* scriptedServer(() => ({ status: 204 }))
      const { request, place } = yield* lineWithClient({ speed: 50 })
      const fields = {
        To: "+14155550100",
        MachineDetection: "Enable",
        AsyncAmd: "true",
        AsyncAmdStatusCallback: `${receiver.url}/amd`,
        StatusCallback: `${receiver.url}/cb`
      }
      const { body } = yield* place(fields, [
        ["StatusCallbackEvent", "answered"],
        ["StatusCallbackEvent", "completed"]
      ])
      const call = `/Calls/${body.sid}.json`
      yield* receiver.until(({ length }) => length === 2)
      assert.strictEqual((yield* request("GET", call)).body.answered_by, "human")
      const [answer, recognition] = receiver.received
      const told = ["CallStatus", "AnsweredBy"].map((name) => fieldOf(answer!, name))
      assert.deepStrictEqual(told, ["in-progress", undefined])
      assert.strictEqual(recognition?.path, "/amd")
      const signature = String(recognition?.headers["x-twilio-signature"])
      assert.isTrue(
        twilio.validateRequest(
          authToken,
          signature,
          fields.AsyncAmdStatusCallback,
          Object.fromEntries(recognition?.form ?? [])
        )
      )
      const { MachineDetectionDuration, ...answerer } = Object.fromEntries(recognition?.form ?? [])
      assert.deepStrictEqual(answerer, { CallSid: body.sid, AccountSid: body.account_sid, AnsweredBy: "human" })
      assert.match(MachineDetectionDuration ?? "", /^[0-9]+$/)
      yield* receiver.until(({ length }) => length === 3)
      assert.isTrue(receiver.received.every((one) => one === recognition || fieldOf(one, "AnsweredBy") === undefined))
    })
  )

  const apart = [{ MachineDetection: "DetectMessageEnd" }, { AsyncAmd: "false" }, { MachineDetection: "" }]
  it.live.each(apart)(
    "reports who answered with the answer, unless asynchronous detection is requested: %j",
    (changed) =>
      Effect.gen(function* () {
        const receiver = yield* scriptedServer(() => ({ status: 204 }))
        const { place } = yield* lineWithClient({ speed: 1_000 })
        yield* place({
          To: "+14155550100",
          MachineDetection: "Enable",
          AsyncAmd: "true",
          AsyncAmdStatusCallback: `${receiver.url}/amd`,
          StatusCallback: `${receiver.url}/cb`,
          ...changed
        })
        yield* receiver.until(({ length }) => length === 1)
        assert.strictEqual(fieldOf(receiver.received[0]!, "AnsweredBy"), "human")
        assert.strictEqual(receiver.received[0]?.path, "/cb")
      })
  )

  const wrong = [
    [[["To", "14155550100"]], 21211],
    [[["From", "someone"]], 21212],
    [[["Timeout", "soon"]], 20001],
    [[["TimeLimit", "0"]], 20001],
    [[["StatusCallback", "nowhere"]], 21609],
    [[["StatusCallback", "file:///etc/passwd"]], 21609],
    [[["Twiml", "<Response><Play>hello.mp3</Play></Response>"]], 12100],
    [[["Twiml", `<Response>${" ".repeat(4_000)}</Response>`]], 12100],
    [
      [
        ["MachineDetection", "Enable"],
        ["AsyncAmd", "true"],
        ["AsyncAmdStatusCallback", "nowhere"]
      ],
      21609
    ]
  ] as const
  it.live.each(wrong)("refuses %j with Twilio's error %i", ([fields, code]) =>
    Effect.gen(function* () {
      const { request } = yield* lineWithClient({ speed: 1 })
      const form = Object.entries({
        To: "+14155550103",
        From: "+15005550006",
        Twiml: pause,
        ...Object.fromEntries(fields)
      })
      const { status, body } = yield* request("POST", "/Calls.json", form)
      assert.strictEqual(status, 400)
      assert.deepInclude(body, { code, status: 400, more_info: `https://www.twilio.com/docs/errors/${code}` })
    })
  )

  it.live("refuses a call without TwiML", () =>
    Effect.gen(function* () {
      const { request } = yield* lineWithClient({ speed: 1 })
      const form = { To: "+14155550103", From: "+15005550006", Url: "https://example.com/twiml" }
      assert.deepInclude((yield* request("POST", "/Calls.json", Object.entries(form))).body, {
        code: 21205,
        status: 400
      })
    })
  )

  it.live("ends a call only once, and refuses any other change of it", () =>
    Effect.gen(function* () {
      const { request, place } = yield* lineWithClient({ speed: 1 })
      const { body } = yield* place()
      const call = `/Calls/${body.sid}.json`
      assert.deepInclude(yield* request("POST", call, [["Status", "canceled"]]), { status: 400 })
      assert.deepInclude((yield* request("POST", call, [["Status", "completed"]])).body, { status: "canceled" })
      assert.deepInclude((yield* request("POST", call, [["Status", "completed"]])).body, { code: 21220, status: 400 })
    })
  )

  it.live("survives any request", () =>
    Effect.gen(function* () {
      const { request, place, url } = yield* lineWithClient({ speed: 1 })
      for (const path of ["", "/Calls", "/Calls/CA1.json", "/Calls/..%2f.json", "/Messages.json", "/Calls.json/x"]) {
        assert.deepInclude((yield* request("POST", path, [["Status", "completed"]])).body, { code: 20404 })
      }
      assert.strictEqual((yield* Effect.promise(() => fetch(`${url}/Calls.json`))).status, 401)
      const long = Effect.tryPromise(() => fetch(`${url}/Calls.json`, { method: "POST", body: "x".repeat(100_000) }))
      yield* Effect.flip(long)
      assert.strictEqual((yield* place()).status, 201)
    })
  )
})
