import { Effect } from "effect"
import { afterAll, expect, test } from "vitest"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { InboundAttempts } from "../../../src/calls/attempts/InboundAttempts.ts"
import { Decisions } from "../../../src/calls/outcomes/Decisions.ts"
import { BestTimes } from "../../../src/calls/queue/BestTimes.ts"
import { CallQueue } from "../../../src/calls/queue/CallQueue.ts"
import { Pace } from "../../../src/dialer/Pace.ts"
import { newId } from "../../../src/platform/ids.ts"
import { type OpenCall, startLiveCalls } from "../../support/data/live-calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"

const client = startLiveCalls()
afterAll(client.stop)
const org = await client.organization()
const campaignId = await org.campaign()
const to = "+12025550100"

/** A call whose first attempt was not answered, and which waits for its retry. */
const missed = async () => {
  const call = await org.liveCall(campaignId, { isOpen: false })
  await client.reportEnd(call, { outcome: "NO_ANSWER", durationSeconds: 0, answeredBy: null })
  return call
}

const newSid = () => `CA${newId().replaceAll("-", "")}`

/** The person calls. Returns their attempt. */
const callIn = async (missedCall: OpenCall, callSid = newSid()) => begin(await receive(missedCall, callSid))

/** Decides how the call of a person is answered, like a node that has not begun its attempt yet. */
const receive = async (missedCall: OpenCall, callSid: string) => {
  const call = { callSid, from: missedCall.phoneNumber, to }
  const reception = await client.run(InboundAttempts.use(({ receive }) => receive(call)))
  if (reception.kind === "message") throw new Error(reception.why)
  return { call, missedCall, attempt: reception.attempt }
}
const begin = async ({ attempt, call, missedCall }: Awaited<ReturnType<typeof receive>>): Promise<OpenCall> => {
  const begun = await client.run(InboundAttempts.use(({ begin }) => begin({ ...call, account: "a test" }, attempt)))
  if (begun === undefined) throw new Error("The attempt did not begin")
  return { ...missedCall, id: begun.id, callSid: call.callSid }
}
const hangUp = (attempt: OpenCall) => client.reportEnd(attempt, client.connected(20))

const counts = async ({ callId }: OpenCall) => {
  const [row] = await client.query(
    (sql) => sql<{ attempts: number; extra: number; last: number }>`select attempts, extra_attempts as extra,
      (select max(attempt_no) from attempts where call_id = ${callId}) as last from calls where id = ${callId}`
  )
  return row
}

test("a call of the person counts neither as an attempt nor as a retry, also after an attempt that was undone", async () => {
  const call = await missed()
  await hangUp(await callIn(call))
  expect(await counts(call)).toEqual({ attempts: 1, extra: 0, last: 2 })
  const { callId, contactId, organizationId, phoneNumber } = call
  const id = newId()
  const at = new Date()
  const pace = await client.run(Pace.use(({ advance }) => Effect.succeed(advance(campaignId, at.getTime()))))
  const decision = await client.run(
    Decisions.use(({ record }) => Effect.succeed(record(organizationId, callId, [], at)))
  )
  await client.run(
    Attempts.use(({ begin }) =>
      begin(
        { organizationId, campaignId, id: callId, contactId, priority: 1, nextAttemptAt: at, reminderUntil: null },
        {
          id,
          phoneNumber,
          contactName: "Asha",
          account: "a test",
          callerId: to,
          epoch: "0",
          reservedMinutes: 0,
          isFirstOfDay: false,
          startedAt: at,
          leaseExpiresAt: at
        },
        { decision, pace }
      )
    )
  )
  expect(await counts(call)).toEqual({ attempts: 3, extra: 1, last: 3 })
  await client.run(Attempts.use(({ undo }) => undo(id, 0)))
  expect(await counts(call)).toEqual({ attempts: 1, extra: 0, last: 2 })
  expect(await client.callOf(call)).toMatchObject({ status: "QUEUED", outcome: "NO_ANSWER" })
})

test("a call of the person is counted for no pace, no breaker and no best time", async () => {
  const figures = () =>
    client.run(
      Attempts.use(({ recent, recentStarts }) =>
        Effect.all([recentStarts(campaignId), recent(campaignId, new Date(0), ["NO_ANSWER"])])
      )
    )
  const call = await missed()
  const before = await figures()
  const attempt = await callIn(call)
  await hangUp(attempt)
  expect(await figures()).toEqual(before)
  await client.run(BestTimes.use(({ note }) => note(call.organizationId, call.callId, 2)))
  const counted = await client.query(
    (sql) => sql`select 1 from attempts where id = ${attempt.id} and counted_as is not null`
  )
  expect(counted).toEqual([])
})

test("a call is not dialed while its person talks, even if the contact has another number by now", async () => {
  const call = await missed()
  const attempt = await callIn(call)
  await client.query((sql) => sql`update calls set next_attempt_at = now() where id = ${call.callId}`)
  const obstacles = async () => {
    const waiting = await client.run(CallQueue.use(({ find }) => find(call.organizationId, call.callId)))
    if (waiting === undefined) throw new Error("The call does not wait")
    return client.run(CallQueue.use(({ lock }) => lock(waiting, newPhoneNumber(), { seen: false })))
  }
  expect(await obstacles()).toMatchObject({ live: true })
  await hangUp(attempt)
  expect(await obstacles()).toMatchObject({ live: false })
})

test("a call that the carrier reports twice at the same time has one attempt", async () => {
  const call = await missed()
  const callSid = newSid()
  const reports = await Promise.all([receive(call, callSid), receive(call, callSid)])
  const [one, other] = (await Promise.all(reports.map(begin))) as [OpenCall, OpenCall]
  expect(one.id).toBe(other.id)
  expect(await counts(call)).toMatchObject({ last: 2 })
})

test("a person reaches the campaign only by the number that they saw, if that is known", async () => {
  const call = await missed()
  const callFrom = (callerId: string | null) =>
    client.query((sql) => sql`update attempts set caller_id = ${callerId} where id = ${call.id}`)
  await callFrom("+12025550177")
  await expect(callIn(call)).rejects.toThrow("unknown")
  await callFrom(null)
  await callIn(call)
})

test("a person whose contact has another number by now, or who was suppressed, is not connected", async () => {
  const call = await missed()
  await client.query((sql) => sql`update contacts set phone_number = ${newPhoneNumber()} where id = ${call.contactId}`)
  await expect(callIn(call)).rejects.toThrow("gone")
  const other = await missed()
  await client.query(
    (sql) => sql`update calls set status = 'SUPPRESSED', suppression = 'CAMPAIGN', suppression_reason = 'Wrong Number',
      next_attempt_at = null where id = ${other.callId}`
  )
  await expect(callIn(other)).rejects.toThrow("suppressed")
})

test("a call that is suppressed while its person talks stays suppressed", async () => {
  const call = await missed()
  const attempt = await callIn(call)
  await client.query(
    (sql) => sql`update calls set status = 'SUPPRESSED', suppression = 'CAMPAIGN', suppression_reason = 'Wrong Number',
      next_attempt_at = null where id = ${call.callId}`
  )
  await client.conversations.end(attempt, { heard: true })
  await hangUp(attempt)
  expect(await client.attemptOf(attempt)).toMatchObject({ outcome: "CONNECTED" })
  expect(await client.callOf(call)).toMatchObject({ status: "SUPPRESSED", suppressionReason: "Wrong Number" })
})
