import { afterAll, expect, test } from "vitest"
import type { Person } from "../../support/api/campaign-client.ts"
import { eventually } from "../../support/eventually.ts"
import { startWithTwilio } from "../../support/fakes/twilio/twilio-server.ts"

const { client, fake, server, stop } = await startWithTwilio({ person: () => ({ does: "no-answer" }) })
afterAll(stop)
const campaigns = await client()
const voiceUrl = `http://127.0.0.1:${server.port}/carriers/twilio/voice`

const unanswered = async () => {
  const [person] = (await campaigns.people(2)) as [Person]
  const id = await campaigns.started([person], { maxRetries: 3 })
  await campaigns.untilCall(id, person, ({ outcome }) => outcome === "NO_ANSWER")
  const [placed] = fake.placedTo(person.phoneNumber)
  return { id, person, callerId: placed?.from ?? "" }
}

test("a person who calls the number that they saw is connected with the agent, and Twilio's word ends the call", async () => {
  const { callerId, id, person } = await unanswered()
  const { call, document } = await fake.callIn(voiceUrl, person.phoneNumber, callerId)
  expect(document).toMatch(/<Connect><Stream url="ws[^"]+\/carriers\/twilio\/media\/[^"]+">/)
  await eventually(async () => {
    const { attemptLog } = await campaigns.explained(id, person)
    expect(attemptLog[1]).toMatchObject({ kind: "INBOUND", callSid: call.sid, answeredAt: expect.any(String) })
  })
  // The service wants to hear of the end, and limits the length of the call.
  await eventually(async () => {
    expect(call.form).toContainEqual(["StatusCallback", expect.stringContaining("/carriers/twilio/status/")])
    expect(call.form).toContainEqual(["TimeLimit", "300"])
  })
  fake.end(call, "completed", 30)
  await eventually(async () => {
    const { attemptLog } = await campaigns.explained(id, person)
    expect(attemptLog[1]).toMatchObject({ kind: "INBOUND", outcome: "NO_ANSWER", endedAt: expect.any(String) })
  })
  // The person has said nothing: the retry waits as before.
  expect(await campaigns.record(id, person)).toMatchObject({
    status: "QUEUED",
    attempts: 1,
    nextAttemptAt: expect.any(String)
  })
  server.log.splice(0)
})

test("a call to another number, or with a wrong signature, reaches no conversation", async () => {
  const { callerId, id, person } = await unanswered()
  const other = await fake.callIn(voiceUrl, person.phoneNumber, "+12025550199")
  expect(other.document).toMatch(/<Say [^>]*>[^<]*no message for you[^<]*<\/Say><Hangup\/>/)
  const forged = await fake.callIn(voiceUrl, person.phoneNumber, callerId, "AAAA")
  expect(forged.status).toBe(403)
  const withheld = await fake.callIn(voiceUrl, "anonymous", callerId)
  expect(withheld.document).not.toMatch(/Gather|Stream/)
  expect((await campaigns.explained(id, person)).attemptLog).toHaveLength(1)
})

test("the key 9 in the short message puts a stranger on Do Not Contact", async () => {
  const { callerId } = await unanswered()
  const { call, document } = await fake.callIn(voiceUrl, "+442079460123", callerId)
  expect(document).toContain("<Gather")
  expect(await fake.press(call, "9")).toContain("We will not call you again")
  const listed = await campaigns.query((sql) => sql`select 1 from do_not_contact where phone_number = '+442079460123'`)
  expect(listed).toHaveLength(1)
})
