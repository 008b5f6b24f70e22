import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { twilioSignature } from "../../../src/carriers/twilio-signature.ts"
import { fieldOf, scriptedServer } from "../scripted-server.ts"
import { type Answer, authToken, lineWithClient, pause } from "./line-client.ts"

describe("a simulated line", () => {
  it.live("shows a call as Twilio does", () =>
    Effect.gen(function* () {
      const { url, ask, place } = yield* lineWithClient({ speed: 1 })
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
      const { body: list } = yield* ask("GET", "/Calls.json?AttemptId=a1")
      assert.deepStrictEqual(
        (list.calls as ReadonlyArray<Answer["body"]>).map(({ sid }) => sid),
        [body.sid]
      )
      assert.deepInclude((yield* ask("GET", "/Calls.json")).body, { calls: [] })
    })
  )

  it.live("tells only the end unless it is asked for more, signed and with all that Twilio tells", () =>
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

  it.live("tells who answered, and how long the talk was", () =>
    Effect.gen(function* () {
      const receiver = yield* scriptedServer(() => ({ status: 204 }))
      const { ask } = yield* lineWithClient({ speed: 1_000 })
      yield* ask("POST", "/Calls.json", [
        ["To", "+14155550100"],
        ["From", "+15005550006"],
        ["Twiml", pause],
        ["TimeLimit", "5"],
        ["StatusCallback", receiver.url],
        ["StatusCallbackEvent", "answered"],
        ["StatusCallbackEvent", "completed"]
      ])
      yield* receiver.until((received) => received.length === 2)
      const told = receiver.received.map((one) =>
        ["CallStatus", "AnsweredBy", "CallDuration"].map((name) => fieldOf(one, name))
      )
      assert.sameDeepMembers(told, [
        ["in-progress", "human", undefined],
        ["completed", "human", "5"]
      ])
    })
  )

  const wrong = [
    [[["To", "14155550100"]], 21211],
    [[["From", "someone"]], 21212],
    [[["Timeout", "soon"]], 20001],
    [[["TimeLimit", "0"]], 20001],
    [[["StatusCallback", "nowhere"]], 21609],
    [[["StatusCallback", "file:///etc/passwd"]], 21609]
  ] as const
  it.live.each(wrong)("refuses %j with Twilio's error %i", ([fields, code]) =>
    Effect.gen(function* () {
      const { ask } = yield* lineWithClient({ speed: 1 })
      const form = Object.entries({
        To: "+14155550103",
        From: "+15005550006",
        Twiml: pause,
        ...Object.fromEntries(fields)
      })
      const { status, body } = yield* ask("POST", "/Calls.json", form)
      assert.strictEqual(status, 400)
      assert.deepInclude(body, { code, status: 400, more_info: `https://www.twilio.com/docs/errors/${code}` })
    })
  )

  it.live("ends a call once, and does nothing else to it", () =>
    Effect.gen(function* () {
      const { ask, place } = yield* lineWithClient({ speed: 1 })
      const { body } = yield* place()
      const call = `/Calls/${body.sid}.json`
      assert.deepInclude(yield* ask("POST", call, [["Status", "canceled"]]), { status: 400 })
      assert.deepInclude((yield* ask("POST", call, [["Status", "completed"]])).body, { status: "canceled" })
      assert.deepInclude((yield* ask("POST", call, [["Status", "completed"]])).body, { code: 21220, status: 400 })
    })
  )

  it.live("bears whatever is sent to it", () =>
    Effect.gen(function* () {
      const { ask, place, url } = yield* lineWithClient({ speed: 1 })
      for (const path of ["", "/Calls", "/Calls/CA1.json", "/Calls/..%2f.json", "/Messages.json", "/Calls.json/x"]) {
        assert.deepInclude((yield* ask("POST", path, [["Status", "completed"]])).body, { code: 20404 })
      }
      assert.strictEqual((yield* Effect.promise(() => fetch(`${url}/Calls.json`))).status, 401)
      const long = Effect.tryPromise(() => fetch(`${url}/Calls.json`, { method: "POST", body: "x".repeat(100_000) }))
      yield* Effect.flip(long)
      assert.strictEqual((yield* place()).status, 201)
    })
  )
})
