import { afterAll, describe, expect, test } from "vitest"
import { WebSocket } from "ws"
import { answered } from "../../support/api/answered.ts"
import type { Person } from "../../support/api/campaign-client.ts"
import { eventually } from "../../support/eventually.ts"
import { signatureOf, startTwilioFake } from "../../support/fakes/twilio/twilio-fake.ts"
import { fromNumbers, startWithTwilio } from "../../support/fakes/twilio/twilio-server.ts"

const ownNumber = "+12125550190"
const { client, fake, server, stop } = await startWithTwilio()
const own = await startTwilioFake({ fromNumbers: [ownNumber], person: () => ({ does: "wait" }) })
fake.accounts.set(own.accountSid, own.handle)
fake.it.person = () => ({ does: "wait" })
afterAll(async () => {
  await own.stop()
  await stop()
})

const api = await client()
const accounts = `${api.admin}/carrier-accounts`
const { accountSid: accountId, authToken } = own
const warnings = () => server.log.splice(0)

const started = async (of = api, fields: object = {}) => {
  const [person] = (await of.people(0)) as [Person]
  const id = await of.started([person], { maxRetries: 0, ...fields })
  return { id, person, attempt: await of.live(id, person) }
}

describe("a carrier account of an organization", () => {
  test("is stored with a sealed token, which is never shown again", async () => {
    expect(await answered(400, server.admin("PUT", accounts, { accountId }))).toMatchObject({
      details: [{ path: "authToken" }]
    })
    const installation = { accountId: fake.accountSid, authToken }
    expect((await answered(400, server.admin("PUT", accounts, installation))).details[0].message).toBe(
      "is the account of the installation"
    )
    const put = await answered(200, server.admin("PUT", accounts, { accountId, authToken, callsPerSecond: 100 }))
    expect(put).toMatchObject({ carrier: "TWILIO", accountId, lastFour: authToken.slice(-4), numbers: 0 })
    expect(Date.parse(put.examinedAt)).toBeLessThanOrEqual(Date.now())
    const [row] = await api.query((sql) => sql`select * from carrier_accounts where account_id = ${accountId}`)
    const log = await answered(200, server.admin("GET", `${api.admin}/security-log?action=carrier-account.configure`))
    expect(log.data).toHaveLength(1)
    for (const kept of [put, row, log, await answered(200, server.admin("GET", accounts))])
      expect(JSON.stringify(kept)).not.toContain(authToken)
    const other = await client()
    const stolen = server.admin("PUT", `${other.admin}/carrier-accounts`, { accountId, authToken })
    expect((await answered(400, stolen)).details[0].message).toBe("is an account of another organization")
    const foreign = { number: ownNumber, account: accountId }
    expect(await answered(400, server.admin("PUT", `${other.admin}/caller-ids`, foreign))).toMatchObject({
      details: [{ path: "account", message: "is no carrier account of the organization" }]
    })
    warnings()
  })

  test("is examined when it is set, with its numbers, and by the doctor", async () => {
    const organization = api.admin.replace("/admin/v1/organizations/", "organization ")
    const doctor = async () => (await answered(200, server.admin("GET", "/admin/v1/doctor"))).parts
    const partOf = async (name: string) => (await doctor()).find(({ part }: any) => part === name)
    const stored = () => answered(200, server.admin("GET", accounts))
    const before = await stored()
    const wrong = await answered(400, server.admin("PUT", accounts, { accountId, authToken: "a-wrong-token" }))
    expect(wrong.details).toMatchObject([
      { path: "authToken", message: expect.stringContaining("auth token is wrong") }
    ])
    own.it.accountStatus = "suspended"
    const closed = await answered(400, server.admin("PUT", accounts, { accountId, authToken }))
    expect(closed.details[0].message).toContain("is suspended: it places no calls")
    expect(await partOf("carrier-account")).toMatchObject({
      ...{ status: "FAILED", uses: `account ${accountId}, set by ${organization}` },
      problem: expect.stringContaining("is suspended")
    })
    own.it.accountStatus = "active"
    expect(await stored()).toEqual(before)

    own.it.isDown = true
    const unknown = await answered(200, server.admin("PUT", accounts, { accountId, authToken, callsPerSecond: 100 }))
    expect(unknown.examinedAt).toBeNull()
    expect(unknown.notExamined).toMatch(/^The carrier could not be asked: /)
    own.it.isDown = false
    const known = await answered(200, server.admin("PUT", accounts, { accountId, callsPerSecond: 100 }))
    expect(known).toMatchObject({ examinedAt: expect.any(String), notExamined: null, lastFour: authToken.slice(-4) })

    const callerIds = `${api.admin}/caller-ids`
    const verified = "+12125550191"
    const foreign = await answered(400, server.admin("PUT", callerIds, { number: verified, account: accountId }))
    expect(foreign.details).toMatchObject([{ path: "number", message: expect.stringContaining("buy or verify it") }])
    await answered(400, server.admin("PUT", callerIds, { number: verified }))
    own.it.verified = [verified]
    await answered(200, server.admin("PUT", callerIds, { number: verified, account: accountId }))
    expect([await partOf("carrier-account"), await partOf("caller-ids")]).toMatchObject([
      { status: "OK", problem: null },
      { status: "OK", problem: null }
    ])
    own.it.verified = []
    expect(await partOf("caller-ids")).toMatchObject({
      status: "FAILED",
      problem: `${verified} of ${organization}: its account may not call from it`
    })
    await answered(200, server.admin("DELETE", `${callerIds}/${verified}`))
    warnings()
  })

  test("places the calls of its numbers, and its token signs their callbacks and streams", async () => {
    await answered(200, server.admin("PUT", `${api.admin}/caller-ids`, { number: ownNumber, account: accountId }))
    own.it.person = () => ({ does: "answer", says: 20 })
    const { id, person } = await started()
    const [call] = own.placedTo(person.phoneNumber)
    expect(call?.from).toBe(ownNumber)
    expect(fake.placedTo(person.phoneNumber)).toEqual([])
    await eventually(async () =>
      expect(own.log).toContainEqual(expect.objectContaining({ what: "media", about: call?.sid, status: 101 }))
    )
    if (call !== undefined) own.end(call, "completed", 30)
    await api.untilStatus(id, "COMPLETED")
    expect(await api.record(id, person)).toMatchObject({ outcome: "CONNECTED", duration: 30 })
    const callbacks = own.log.filter(({ what }) => what === "callback")
    expect(callbacks.map(({ status }) => status)).toEqual(callbacks.map(() => 204))
    own.it.person = () => ({ does: "answer", says: 0, answeredBy: "machine_start" })
    const machine = await started()
    await api.untilStatus(machine.id, "COMPLETED")
    expect(await api.record(machine.id, machine.person)).toMatchObject({ failureReason: "Voicemail" })
    expect(warnings()).toEqual([])
  })

  test("can neither report on calls of another account, nor open their streams", async () => {
    const other = await client()
    const { attempt, id, person } = await started(other)
    const [call] = fake.placedTo(person.phoneNumber)
    const url = new Map(call?.form).get("StatusCallback") ?? ""
    const form: ReadonlyArray<readonly [string, string]> = [
      ["CallSid", attempt.callSid ?? ""],
      ["AccountSid", accountId],
      ["CallStatus", "completed"],
      ["CallDuration", "7"],
      ["SequenceNumber", "3"]
    ]
    const post = (signature: string) =>
      fetch(url, {
        method: "POST",
        headers: { "x-twilio-signature": signature },
        body: new URLSearchParams(Object.fromEntries(form))
      })
    await post(signatureOf(authToken, url, form))
    expect((await other.record(id, person)).status).toBe("IN_PROGRESS")
    expect(warnings()).toEqual([expect.stringContaining("was not placed from the account that has sent it")])
    expect((await post(fake.sign(url, form))).status).toBe(403)

    const stream = /<Stream url="([^"]+)"/.exec(call?.twiml ?? "")?.[1] ?? ""
    const refused = await new Promise((resolve) => {
      const socket = new WebSocket(stream, { headers: { "x-twilio-signature": signatureOf(authToken, stream, []) } })
      socket.once("unexpected-response", (_, response) => resolve(response.statusCode))
      socket.once("open", () => resolve("open"))
      socket.on("error", () => undefined)
    })
    expect(refused).toBe(403)
    if (call !== undefined) fake.end(call, "no-answer")
    await other.untilStatus(id, "COMPLETED")
    warnings()
  })

  test("connects people who call its number with its own organization only", async () => {
    const other = await client()
    const [person] = (await other.people(0)) as [Person]
    fake.it.person = () => ({ does: "no-answer" })
    const id = await other.started([person], { maxRetries: 0 })
    await other.untilStatus(id, "COMPLETED")
    const [seen] = fake.placedTo(person.phoneNumber)
    const voice = `http://127.0.0.1:${server.port}/carriers/twilio/voice`
    const forged = await own.callIn(voice, person.phoneNumber, seen?.from ?? "")
    expect(forged.document).not.toContain("<Stream")
    expect(await other.attempts(id)).toHaveLength(1)

    own.it.person = () => ({ does: "no-answer" })
    const [customer] = (await api.people(0)) as [Person]
    const called = await api.started([customer], { maxRetries: 0 })
    await api.untilStatus(called, "COMPLETED")
    const { call, document } = await own.callIn(voice, customer.phoneNumber, ownNumber)
    expect(document).toContain("<Stream")
    const [, inbound] = await api.attempts(called)
    expect(inbound).toMatchObject({ kind: "INBOUND", callSid: call.sid })
    await eventually(async () => expect(new Map(call.form).get("StatusCallback")).toContain(inbound?.id))
    own.end(call, "completed", 5)
    await eventually(async () => expect((await api.attempts(called))[1]?.endedAt).not.toBeNull())
    warnings()
  })

  test("is not removed while numbers call from it or calls are live, and its old token ends with a new one", async () => {
    const remove = () => server.admin("DELETE", `${accounts}/${accountId}`)
    expect((await answered(409, remove())).code).toBe("ACCOUNT_IN_USE")
    own.it.person = () => ({ does: "wait" })
    const { attempt } = await started()
    own.it.token = "another-token-of-the-account"
    await answered(200, server.admin("PUT", accounts, { accountId, authToken: own.it.token }))
    own.it.callbacks = "held"
    const [call] = own.calls.filter(({ sid }) => sid === attempt.callSid)
    if (call !== undefined) own.end(call, "completed", 3)
    const ended = own.held.at(-1)
    expect(await ended?.send()).toBe(403)
    await answered(200, server.admin("DELETE", `${api.admin}/caller-ids/${ownNumber}`))
    expect(await answered(409, remove())).toMatchObject({
      code: "ACCOUNT_IN_USE",
      message: expect.stringContaining("1 call from this account is under way")
    })
    own.it.token = authToken
    await answered(200, server.admin("PUT", accounts, { accountId, authToken }))
    expect(await ended?.send()).toBe(204)
    await eventually(() => answered(200, remove()))
    await answered(404, remove())
    await answered(404, server.admin("DELETE", `${accounts}/a%00b`))
    fake.it.person = () => ({ does: "wait" })
    const { person } = await started()
    expect(fromNumbers).toContain(fake.placedTo(person.phoneNumber)[0]?.from)
  })
})
