import { randomBytes } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { Settlement } from "../../../src/calls/attempts/Settlement.ts"
import { answered } from "../../support/api/answered.ts"
import { type Attempt, campaignClient, type Person, sendAsCarrier } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { linesOf } from "../../support/data/conversations.ts"
import { eventually } from "../../support/eventually.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "10" } })
afterAll(server.stop)
const campaigns = campaignClient(server, await server.organization())

const callerId = "+15005550006"
const newSid = () => `CA${randomBytes(16).toString("hex")}`

/** A person calls; returns the document with which the carrier goes on. */
const ring = (from: string, fields: object = {}, signature?: string) =>
  sendAsCarrier(
    server,
    "/carriers/simulated/voice",
    { CallSid: newSid(), From: from, To: callerId, CallStatus: "ringing", Direction: "inbound", ...fields },
    signature
  )
const press = (from: string, Digits: string) =>
  sendAsCarrier(server, "/carriers/simulated/voice/key", { CallSid: newSid(), From: from, To: callerId, Digits })

const listed = async (phoneNumber: string) =>
  (await campaigns.query((sql) => sql`select 1 from do_not_contact where phone_number = ${phoneNumber}`)).length

const untilUnanswered = async (fields: object = {}, client = campaigns, digit = 3) => {
  const [person] = (await client.people(digit)) as [Person]
  const id = await client.started([person], fields)
  await client.untilCall(id, person, ({ outcome }) => outcome !== null)
  return { id, person }
}

describe("a person who calls back", () => {
  test("talks with the flow of the campaign, and is not called again for it", async () => {
    const flowId = await campaigns.flow({ initialPrompt: "Hello {{name}}, this is the bank.", language: "en-IN" })
    const person = await campaigns.person(0, { metadata: { persona: "calls-back" } })
    const id = await campaigns.started([person], { flowId, maxRetries: 3 })
    const record = await campaigns.untilCall(id, person, ({ intentLabel }) => intentLabel?.name === "Positive")
    expect(record).toMatchObject({
      status: "COMPLETED",
      outcome: "CONNECTED",
      attempts: 2,
      nextAttemptAt: null,
      intentSource: "auto"
    })
    const explained = await campaigns.explained(id, person)
    expect(explained.attemptLog).toMatchObject([
      { attemptNo: 1, kind: "OUTBOUND", outcome: "NO_ANSWER" },
      { attemptNo: 2, kind: "INBOUND", outcome: "CONNECTED", durationSeconds: record.duration }
    ])
    expect(linesOf(explained, "agent")[0]?.text).toBe("Thank you for calling back. Hello Asha, this is the bank.")
    const ended = await campaigns.events("call-ended.v1", id)
    expect(ended.map(({ attempt, kind, status }) => [attempt, kind, status])).toEqual([
      [1, "OUTBOUND", "QUEUED"],
      [2, "INBOUND", "COMPLETED"]
    ])
    await campaigns.untilStatus(id, "COMPLETED")
    expect(await campaigns.usage()).toEqual({ used: Math.ceil(record.duration / 60), reserved: 0 })
  })
})

/** The person calls, and the conversation begins. */
const connected = async (id: string, { phoneNumber }: Person, client = campaigns) => {
  const sid = newSid()
  const { text } = await ring(phoneNumber, { CallSid: sid })
  expect(text).toMatch(/<Connect><Stream url="ws/)
  const attempt = (await client.attempts(id)).find(({ callSid }) => callSid === sid)
  if (attempt === undefined) throw new Error(`No attempt of ${sid}`)
  return attempt
}

/** The person hangs up, after they have said something or nothing. */
const hangUp = async (attempt: Attempt, { heard }: { readonly heard: boolean }, client = campaigns) => {
  if (heard) {
    await client.query(
      (sql) => sql`insert into talks (organization_id, attempt_id, call_id, heard, ended_at)
        select organization_id, id, call_id, true, now() from attempts where id = ${attempt.id}`
    )
  }
  await client.report(attempt, "completed", { CallDuration: "61" })
  const ended = (await client.attempts(attempt.campaignId)).find(({ id }) => id === attempt.id)
  expect(ended?.outcome).toBe(heard ? "CONNECTED" : "NO_ANSWER")
}

describe("after a call by the person", () => {
  test("in which they said nothing, a waiting call still waits, and no retry is lost", async () => {
    const { id, person } = await untilUnanswered({ maxRetries: 1 })
    const before = await campaigns.record(id, person)
    expect(before).toMatchObject({ status: "QUEUED", attempts: 1 })
    for (const attemptNo of [2, 3]) {
      const attempt = await connected(id, person)
      expect(attempt.attemptNo).toBe(attemptNo)
      expect(await campaigns.record(id, person)).toEqual(before)
      await hangUp(attempt, { heard: false })
      expect(await campaigns.record(id, person)).toEqual(before)
    }
    await campaigns.makeDue(id)
    await campaigns.untilStatus(id, "COMPLETED")
    expect(await campaigns.record(id, person)).toMatchObject({ status: "FAILED", outcome: "BUSY", attempts: 4 })
    const kinds = (await campaigns.explained(id, person)).attemptLog.map(({ kind }: any) => kind)
    expect(kinds).toEqual(["OUTBOUND", "INBOUND", "INBOUND", "OUTBOUND"])
    expect(await campaigns.events("call-ended.v1", id)).toHaveLength(4)
  })

  test("in which they talked, a call that had failed is completed, although the campaign is over", async () => {
    const { id, person } = await untilUnanswered({ maxRetries: 0 })
    await campaigns.untilStatus(id, "COMPLETED")
    const { used } = (await campaigns.usage()) ?? { used: 0 }
    await campaigns.query((sql) => sql`update campaigns set results_exported_at = now() where id = ${id}`)
    const attempt = await connected(id, person)
    expect(await campaigns.usage()).toEqual({ used, reserved: 5 })
    await hangUp(attempt, { heard: true })
    expect(await campaigns.record(id, person)).toMatchObject({
      status: "COMPLETED",
      outcome: "CONNECTED",
      failureReason: null,
      attempts: 2,
      duration: 61
    })
    expect(await campaigns.usage()).toEqual({ used: used + 2, reserved: 0 })
    expect(await campaigns.progress(id)).toMatchObject({ completed: 1, failed: 0 })
    expect(await campaigns.campaign(id)).toMatchObject({ status: "COMPLETED", resultsExportedAt: null })
    // The carrier repeats its report, and the first one stands.
    await campaigns.report(attempt, "completed", { CallDuration: "300" })
    expect(await campaigns.record(id, person)).toMatchObject({ duration: 61 })
    expect(await campaigns.events("call-ended.v1", id)).toHaveLength(2)
  })

  test("a callback that they had asked for is fulfilled", async () => {
    const [person] = (await campaigns.people(5)) as [Person]
    const flowId = await campaigns.flow({
      variables: [{ name: "callback", description: "When", type: "DATE_TIME", isCallbackRequest: true }]
    })
    const id = await campaigns.started([person], { flowId, maxRetries: 0 })
    await campaigns.untilCall(id, person, ({ callbackScheduledAt }) => callbackScheduledAt !== null)
    await hangUp(await connected(id, person), { heard: true })
    const record = await campaigns.untilCall(id, person, ({ awaitsLabel }) => !awaitsLabel)
    expect(record).toMatchObject({ status: "COMPLETED", nextAttemptAt: null, callbackScheduledAt: null, attempts: 2 })
    await campaigns.untilStatus(id, "COMPLETED")
  })

  test("in which they opted out, the number is on Do Not Contact", async () => {
    const { id, person } = await untilUnanswered({ maxRetries: 3 })
    const attempt = await connected(id, person)
    const [{ organizationId }] = (await campaigns.query(
      (sql) => sql<{ organizationId: number }>`select organization_id from attempts where id = ${attempt.id}`
    )) as [{ organizationId: number }]
    await server.run(Settlement.use(({ optOut }) => optOut({ organizationId, id: attempt.id })))
    await campaigns.report(attempt, "completed", { CallDuration: "20" })
    expect(await campaigns.record(id, person)).toMatchObject({ status: "SUPPRESSED", nextAttemptAt: null })
    expect((await ring(person.phoneNumber)).text).toMatch(/We will not call you again/)
  })
})

describe("a person who calls", () => {
  test("uses up no place of the campaign, no start and no call of a cap", async () => {
    const client = campaignClient(server, await server.organization())
    const [first, second] = (await client.people(3, 9)) as [Person, Person]
    const id = await client.started([first], { maxConcurrentCalls: 1, maxRetries: 1 })
    await client.untilCall(id, first, ({ outcome }) => outcome !== null)
    const calls = () =>
      client.query((sql) => sql`select calls from phone_ledger where phone_number = ${first.phoneNumber}`)
    const before = await calls()
    const attempt = await connected(id, first, client)
    expect(await calls()).toEqual(before)
    expect(await client.progress(id)).toMatchObject({ inProgress: 0 })
    const starts = await server.run(Attempts.use(({ recentStarts }) => recentStarts(id)))
    expect(starts).toHaveLength(1)
    // A due retry waits while the person talks, and others are called.
    await client.makeDue(id)
    const other = await client.started([second], { maxConcurrentCalls: 1 })
    await client.live(other, second)
    await eventually(async () => {
      const { decisions } = await client.explained(id, first)
      expect(decisions.at(-1)).toMatchObject({ gate: "live", verdict: "WAIT" })
    })
    await hangUp(attempt, { heard: true }, client)
    await client.untilStatus(id, "COMPLETED")
    expect((await client.explained(id, first)).attemptLog).toHaveLength(2)
  })

  test("while they are being called is not called twice", async () => {
    const [person] = (await campaigns.people(2)) as [Person]
    const id = await campaigns.started([person], { maxRetries: 3 })
    const ringing = await campaigns.live(id, person)
    const attempt = await connected(id, person)
    const [before] = (await campaigns.attempts(id)).filter((one) => one.id === ringing.id)
    expect(before).toMatchObject({ outcome: "NO_ANSWER", kind: "OUTBOUND" })
    await campaigns.report(ringing, "in-progress")
    expect(await server.run(Attempts.use(({ openStream }) => openStream(ringing.id)))).toBeUndefined()
    // The carrier asks again when it did not get an answer in time.
    const again = await ring(person.phoneNumber, { CallSid: attempt.callSid })
    expect(again.text).toContain(`value="${attempt.id}"`)
    // A second call of theirs has no second conversation.
    expect((await ring(person.phoneNumber)).text).toContain("<Gather")
    expect((await campaigns.attempts(id)).filter(({ endedAt }) => endedAt === null)).toHaveLength(1)
    await hangUp(attempt, { heard: false })
  })

  test("while the carrier reports that they did not answer, or while they are dialed again, is connected", async () => {
    const people = await campaigns.people(2, 2, 2, 2)
    const id = await campaigns.started(people, { maxRetries: 3 })
    const ringing = await Promise.all(people.map((person) => campaigns.live(id, person)))
    const answers = await Promise.all(
      people.flatMap((person, index) => [
        ring(person.phoneNumber).then(({ text }) => text),
        campaigns.report(ringing[index] as Attempt, "no-answer").then(() => undefined)
      ])
    )
    for (const text of answers) if (text !== undefined) expect(text).toContain("<Stream")
    for (const attempt of await campaigns.attempts(id)) {
      if (attempt.kind === "INBOUND") await hangUp(attempt, { heard: false })
    }
    await campaigns.untilCall(id, people[0] as Person, ({ nextAttemptAt }) => nextAttemptAt !== null)
    const again = people.map(({ phoneNumber }) => ring(phoneNumber))
    await campaigns.makeDue(id)
    for (const { text } of await Promise.all(again)) expect(text).toContain("<Stream")
    const live = (await campaigns.attempts(id)).filter(({ endedAt }) => endedAt === null)
    expect(live.map(({ kind }) => kind)).toEqual(people.map(() => "INBOUND"))
    expect(new Set(live.map(({ callId }) => callId)).size).toBe(people.length)
    for (const attempt of live) await hangUp(attempt, { heard: false })
    await campaigns.move(id, "cancel")
  })

  test("while they talk with the agent does not cut the conversation off", async () => {
    const [person] = (await campaigns.people(9)) as [Person]
    const id = await campaigns.started([person])
    await eventually(async () => {
      const [row] = await campaigns.query(
        (sql) => sql`select 1 from attempts where campaign_id = ${id} and stream_opened_at is not null`
      )
      expect(row).toBeDefined()
    })
    expect((await ring(person.phoneNumber)).text).toContain("<Gather")
    expect(await campaigns.attempts(id)).toHaveLength(1)
  })
})

describe("a person who calls the first of two numbers of an organization", async () => {
  const client = campaignClient(server, await server.organization())
  const [first, second] = ["+12125550100", "+13105550100"] as const
  const use = (number: string, state = "ACTIVE") =>
    answered(200, server.admin("PUT", `${client.admin}/caller-ids`, { number, state }))

  const calledFrom = async (number: string, person: Person) => {
    await use(number)
    const id = await client.started([person], { maxRetries: 0 })
    const attempt = await client.live(id, person)
    await use(number, "OFF")
    return { id, attempt }
  }
  const missedFrom = async (number: string, person: Person) => {
    const { attempt, id } = await calledFrom(number, person)
    await client.report(attempt, "no-answer")
    await client.untilStatus(id, "COMPLETED")
    return id
  }

  test("while the second rings talks in their own call, and it stops ringing", async () => {
    const [person] = (await client.people(2)) as [Person]
    const missed = await missedFrom(first, person)
    const ringing = await calledFrom(second, person)
    const { text } = await ring(person.phoneNumber, { To: first })
    expect(text).toContain("<Stream")
    expect((await client.attempts(ringing.id)).map(({ outcome }) => outcome)).toEqual(["NO_ANSWER"])
    const talking = (await client.attempts(missed)).find(({ kind }) => kind === "INBOUND") as Attempt
    // In their second call, to the other number, they hear the message.
    expect((await ring(person.phoneNumber, { To: second })).text).toContain("<Gather")
    await hangUp(talking, { heard: false }, client)
  })

  test("while they talk in a call from the second hears the message", async () => {
    const [person] = (await client.people(9)) as [Person]
    const missed = await missedFrom(first, person)
    const { id } = await calledFrom(second, person)
    await eventually(async () => {
      const talking = await client.query(
        (sql) => sql`select 1 from attempts where campaign_id = ${id} and stream_opened_at is not null`
      )
      expect(talking).toHaveLength(1)
    })
    expect((await ring(person.phoneNumber, { To: first })).text).toContain("<Gather")
    expect(await client.attempts(missed)).toHaveLength(1)
  })
})

describe("a call without a conversation", () => {
  test("a stranger hears the short message, and opts out everywhere by key", async () => {
    const { id } = await untilUnanswered({ maxRetries: 0 })
    const answer = await ring("+14155550123")
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(/<Gather .*automated calls.*press 9\..*<\/Gather><Hangup\/>/)
    expect((await press("+14155550123", "1")).text).toMatch(/<Response><Hangup\/><\/Response>/)
    expect(await listed("+14155550123")).toBe(0)
    expect((await press("+14155550123", "9")).text).toMatch(/We will not call you again/)
    expect(await listed("+14155550123")).toBeGreaterThan(0)
    expect(await campaigns.attempts(id)).toHaveLength(1)
  })

  test("a stranger opts out everywhere also while one organization has the installation's number as its own", async () => {
    await untilUnanswered({ maxRetries: 0 })
    const other = campaignClient(server, await server.organization())
    await answered(200, server.admin("PUT", `${other.admin}/caller-ids`, { number: callerId }))
    await press("+14155550125", "9")
    await answered(200, server.admin("DELETE", `${other.admin}/caller-ids/${callerId}`))
    const listing = await campaigns.query<{ organizationId: number }>(
      (sql) => sql`select organization_id from do_not_contact where phone_number = '+14155550125'`
    )
    const ids = listing.map(({ organizationId }) => `/admin/v1/organizations/${organizationId}`)
    expect(ids).toEqual(expect.arrayContaining([campaigns.admin, other.admin]))
  })

  test("a person opts out only at the organizations that have called them from the number", async () => {
    const { id, person } = await untilUnanswered()
    await campaigns.query(
      (sql) => sql`update attempts set started_at = started_at - interval '15 days' where campaign_id = ${id}`
    )
    expect((await ring(person.phoneNumber)).text).toContain("<Gather")
    expect((await press(person.phoneNumber, "9")).text).toMatch(/We will not call you again/)
    expect(await listed(person.phoneNumber)).toBe(1)
    expect(await campaigns.record(id, person)).toMatchObject({ status: "SUPPRESSED" })
  })

  test("a number on Do Not Contact, and a person of a cancelled campaign, are not connected", async () => {
    const one = await untilUnanswered({ maxRetries: 3 })
    await campaigns.move(one.id, "cancel")
    expect((await ring(one.person.phoneNumber)).text).toContain("<Gather")
    const other = await untilUnanswered({ maxRetries: 3 })
    await campaigns.dnc(other.person.phoneNumber)
    expect((await ring(other.person.phoneNumber)).text).toMatch(/<Say[^>]*>[^<]*not call you again/)
    for (const { id } of [one, other]) expect(await campaigns.attempts(id)).toHaveLength(1)
  })

  test("a withheld number hears of no key, and none ends calls to all who withhold theirs", async () => {
    await untilUnanswered()
    for (const from of ["anonymous", "+266696687", "+86282452253", "+7378742833", "+8656696", "+2562533"]) {
      const { text } = await ring(from)
      expect(text, from).toMatch(/<Response><Say [^>]*>[^<]*automated calls[^<]*<\/Say><Hangup\/>/)
      expect(text, from).not.toContain("9")
      expect((await press(from, "9")).text).toMatch(/<Response><Hangup\/><\/Response>/)
      expect(await listed(from)).toBe(0)
    }
  })

  test("another number, or a withheld or forged one, reaches no conversation", async () => {
    const { id, person } = await untilUnanswered()
    for (const fields of [{ To: "+12025550199" }, { From: "anonymous" }, { StirVerstat: "TN-Validation-Failed-C" }]) {
      const { text } = await ring(person.phoneNumber, fields)
      expect(text, JSON.stringify(fields)).not.toContain("<Stream")
    }
    expect((await ring(person.phoneNumber, {}, "AAAA")).status).toBe(403)
    expect((await ring(person.phoneNumber, { To: "sales" })).status).toBe(403)
    expect(await campaigns.attempts(id)).toHaveLength(1)
  })
})
