import { PgClient } from "@effect/sql-pg"
import { Effect, Option } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { ToolCalls } from "../../../src/calls/conversations/ToolCalls.ts"
import { Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { prune } from "../../../src/calls/erasure/CallRetention.ts"
import { Analyses } from "../../../src/calls/outcomes/Analyses.ts"
import { AwaitedLabels } from "../../../src/calls/outcomes/AwaitedLabels.ts"
import { Tagging } from "../../../src/calls/outcomes/Tagging.ts"
import { NumberSuppression } from "../../../src/calls/queue/NumberSuppression.ts"
import { CallMoves } from "../../../src/calls/review/CallMoves.ts"
import { CallRecords } from "../../../src/calls/views/CallRecords.ts"
import { JourneyRules } from "../../../src/campaigns/JourneyRules.ts"
import { DoNotContact } from "../../../src/contacts/DoNotContact.ts"
import { CampaignControl } from "../../../src/dialer/CampaignControl.ts"
import type { CallbackSlot } from "../../../src/domain/calendar/callback-slot.ts"
import { type Finding, undeterminedBecause } from "../../../src/domain/calls/Finding.ts"
import type { JourneyAction } from "../../../src/domain/campaigns/JourneyRule.ts"
import { type OpenCall, startLiveCalls, suppressedAs } from "../../support/data/live-calls.ts"
import { makeRandom } from "../../support/random.ts"

const client = startLiveCalls()
afterAll(client.stop)
const { callOf, entriesOf, eventsOf, conversations, reportEnd } = client
const org = await client.organization()
const isFull = process.env.PROVE === "full"
const random = makeRandom(Number(process.env.TEST_SEED))

const labelId = async (campaignId: string, name: string) => {
  const [label] = await client.query(
    (sql) => sql<{ id: string }>`select id from intent_labels where campaign_id = ${campaignId} and name = ${name}`
  )
  return label!.id
}

const rule = async (
  campaignId: string,
  name: string,
  action: typeof JourneyAction.Type,
  retryDelayMinutes: number | null = null,
  organizationId = org.id
) => {
  const label = await labelId(campaignId, name)
  await client.run(JourneyRules.use(({ put }) => put(organizationId, campaignId, label, { action, retryDelayMinutes })))
}

const change = (campaignId: string, fields: Readonly<Record<string, unknown>>) =>
  client.query((sql) => sql`update campaigns set ${sql.update(fields)} where id = ${campaignId}`)

/** A finished conversation in which the person spoke. */
const heard = async (campaignId: string, to?: { id: string; phoneNumber: string }) => {
  const openCall = await org.liveCall(campaignId, to === undefined ? {} : { to })
  await hear(openCall)
  return openCall
}
const hear = async (openCall: OpenCall) => {
  await conversations.end(openCall, { heard: true })
  await reportEnd(openCall, client.connected())
}

const foundAs = async (campaignId: string, label: string | null, fields: Partial<Finding> = {}): Promise<Finding> => ({
  ...undeterminedBecause("It was not clear"),
  ...(label !== null && {
    labelId: await labelId(campaignId, label),
    undetermined: null,
    evidence: "Yes.",
    confidence: 0.9
  }),
  ...fields
})

const tagAs = (openCall: OpenCall, finding: Finding) =>
  client.run(Tagging.use(({ tag }) => tag(openCall, { finding, callbackVariable: "callAt" })))
const tag = async (openCall: OpenCall, label: string | null, fields: Partial<Finding> = {}) =>
  tagAs(openCall, await foundAs(openCall.campaignId, label, fields))

const giveUp = client.run.bind(
  undefined,
  Tagging.use(({ giveUp }) => giveUp)
)
const waitedTooLong = ({ callId }: OpenCall) =>
  client.query(
    (sql) =>
      sql`update calls set awaits_tag_until = clock_timestamp() - interval '23 hours 51 minutes' where id = ${callId}`
  )

const slot = (fields: Partial<CallbackSlot>): CallbackSlot => ({
  said: "in half an hour",
  afterMinutes: null,
  day: null,
  time: null,
  partOfDay: null,
  zone: null,
  certain: true,
  ...fields
})
const fourPm = { hour: 4, minute: 0, meridiem: "PM" } as const
const inMinutes = (minutes: number) => slot({ afterMinutes: minutes })
const unsure = slot({ said: "some time", afterMinutes: 30, certain: false })

const endOf = async ({ id }: OpenCall) => {
  const [row] = await client.query((sql) => sql<{ at: Date }>`select ended_at as at from attempts where id = ${id}`)
  return row!.at.getTime()
}
const topics = async (openCall: Pick<OpenCall, "callId">) => (await eventsOf(openCall)).map(({ topic }) => topic)
const explain = ({ callId, organizationId }: OpenCall) =>
  client.run(CallRecords.use((records) => records.explain(organizationId, callId)))

const tagged = (label: string, fields: object = {}) => ({
  status: "COMPLETED",
  label,
  source: "auto",
  undetermined: false,
  journeyAction: "MARK_COMPLETED",
  awaitsTag: null,
  waits: false,
  suppression: null,
  failureReason: null,
  ...fields
})

describe.concurrent("a conversation that our side had to end", () => {
  const cutOff = async (maxRetries: number) => {
    const campaignId = await org.campaign()
    await change(campaignId, { maxRetries })
    const openCall = await org.liveCall(campaignId)
    await conversations.end(openCall, { heard: true, failed: true })
    await reportEnd(openCall, client.connected())
    return openCall
  }

  test("is retried when nothing in it is clear, and the next conversation knows it", async () => {
    const openCall = await cutOff(1)
    expect(await callOf(openCall)).toMatchObject({ status: "COMPLETED", awaitsTag: true })
    await tag(openCall, null)
    expect(await callOf(openCall)).toMatchObject({ status: "QUEUED", label: null, undetermined: false, waits: true })
    await tag(openCall, null)
    expect(await topics(openCall)).toEqual(["call-ended.v1"])
    const next = await client.run(Attempts.use(({ callee }) => callee(org.id, openCall.id)))
    expect(next).toMatchObject({ wasCutOff: false })
    const [second] = await client.query(
      (sql) => sql<{ id: string }>`insert into attempts (id, organization_id, campaign_id, call_id, attempt_no,
          phone_number, account, epoch, reserved_minutes, first_of_day, started_at, lease_expires_at, ended_at, outcome)
        select gen_random_uuid(), organization_id, campaign_id, call_id, 2, phone_number, account, epoch,
          reserved_minutes, first_of_day, started_at, lease_expires_at, ended_at, outcome
        from attempts where id = ${openCall.id} returning id`
    )
    expect(await client.run(Attempts.use(({ callee }) => callee(org.id, second!.id)))).toMatchObject({
      wasCutOff: true
    })
  })

  test("fails as the service does when no retry is left", async () => {
    const openCall = await cutOff(0)
    await tag(openCall, null)
    expect(await callOf(openCall)).toMatchObject({
      status: "FAILED",
      failureReason: "Carrier Error",
      label: null,
      undetermined: true,
      journeyAction: null
    })
  })

  test("keeps a clear label and a callback", async () => {
    const labeled = await cutOff(3)
    await tag(labeled, "Positive")
    expect(await callOf(labeled)).toMatchObject(tagged("Positive"))
    const calledBack = await cutOff(0)
    await tag(calledBack, null, { callback: inMinutes(30) })
    expect(await callOf(calledBack)).toMatchObject({ status: "QUEUED", waits: true })
  })
})

describe("a conversation of a flow that keeps no words", () => {
  const line = { role: "person" as const, text: "Marmalade please", startMs: 0, endMs: 1, interrupted: false }
  const transcriptOf = ({ id }: OpenCall) =>
    client
      .run(Transcripts.use(({ soFar }) => soFar({ id, organizationId: silentId, callId: "" })))
      .then((it) => it.transcript)
  const forget = client.run.bind(
    undefined,
    Transcripts.use(({ forgetWords }) => forgetWords)
  )
  let silentId = 0
  const silentCall = async (keepTranscript = false) => {
    const silent = await client.organization()
    silentId = silent.id
    await client.query(
      (sql) => sql`update flows set keep_transcript = ${keepTranscript} where organization_id = ${silent.id}`
    )
    const openCall = await silent.liveCall(await silent.campaign())
    await conversations.end(openCall, { heard: true, transcript: [line] })
    return openCall
  }

  test("is analyzed, and afterwards nothing of the words is left", async () => {
    const openCall = await silentCall()
    await forget()
    await reportEnd(openCall, client.connected())
    await forget()
    expect(await transcriptOf(openCall)).toEqual([line])
    const results = { taste: { value: "sweet", evidence: "Marmalade", reason: null } }
    await tag(openCall, "Positive", { evidence: "Marmalade please", results })
    await forget()
    expect(await transcriptOf(openCall)).toEqual([])
    const found = await client.run(Analyses.use(({ of }) => of(silentId, [openCall.callId])))
    expect(found.get(openCall.callId)).toMatchObject({
      intentLabel: "Positive",
      evidence: null,
      results: { taste: { value: "sweet", evidence: null, reason: null } }
    })
  })

  test("keeps its words while an analysis is still awaited, and those of another flow stay", async () => {
    const openCall = await silentCall()
    await reportEnd(openCall, client.connected())
    await client.run(AwaitedLabels.use(({ addNow }) => addNow(silentId, openCall.id)))
    await client.query((sql) => sql`update attempts set ended_at = now() - interval '2 days' where id = ${openCall.id}`)
    await forget()
    expect(await transcriptOf(openCall)).toEqual([line])
    await client.run(AwaitedLabels.use(({ remove }) => remove(silentId, openCall.id)))
    await forget()
    expect(await transcriptOf(openCall)).toEqual([])
    const other = await silentCall(true)
    await reportEnd(other, client.connected())
    await tag(other, "Positive")
    await forget()
    expect(await transcriptOf(other)).toEqual([line])
  })
})

/** The day after a number of days, where the person lives. */
const inDays = (days: number) => new Date(Date.now() + 330 * 60_000 + days * 86_400_000).toISOString().slice(0, 10)

describe.concurrent("a promise whose journey rule is COMMITMENT_REMINDER", () => {
  const promising = async (fields: Readonly<Record<string, unknown>> = { max_retries: 3 }) => {
    const campaign = await org.campaign()
    await change(campaign, fields)
    await rule(campaign, "Positive", "COMMITMENT_REMINDER")
    return heard(campaign)
  }
  const promise = (openCall: OpenCall, date: string | null, fields: Partial<Finding> = {}) =>
    tag(openCall, "Positive", { commitment: { amount: 500, date }, ...fields })
  const recordOf = ({ callId, campaignId, organizationId }: OpenCall) =>
    client.run(CallRecords.use(({ get }) => get(organizationId, campaignId, callId)))
  const stateOf = async (openCall: OpenCall) => {
    const { intentLabel, nextAttemptAt, reminderFor, status } = await recordOf(openCall)
    return { label: intentLabel?.name, due: nextAttemptAt === null ? null : dayOf(nextAttemptAt), reminderFor, status }
  }
  const dayOf = (at: Date) => new Date(at.getTime() + 330 * 60_000).toISOString().slice(0, 10)
  const waiting = (date: string, due: string) => ({ label: "Positive", due, reminderFor: date, status: "QUEUED" })
  const done = { label: "Positive", due: null, reminderFor: null, status: "COMPLETED" }

  test("has the person called once on the day before, before other calls and beyond the retries", async () => {
    const openCall = await promising({ max_retries: 0 })
    await promise(openCall, inDays(4))
    expect(await stateOf(openCall)).toEqual(waiting(inDays(4), inDays(3)))
    expect((await eventsOf(openCall)).at(-1)).toMatchObject({
      topic: "call-tagged.v1",
      status: "QUEUED",
      journeyAction: "COMMITMENT_REMINDER",
      reminderFor: inDays(4)
    })
    expect(await explain(openCall)).toMatchObject({
      callbackScheduledAt: null,
      analysis: { commitment: { amount: 500, date: inDays(4) }, noReminder: null }
    })
    const [row] = await client.query(
      (sql) => sql<{ priority: number }>`select priority from calls where id = ${openCall.callId}`
    )
    expect(row).toEqual({ priority: 0 })
  })

  test("is not repeated when the person does not answer: the call is completed, with its label", async () => {
    const openCall = await promising()
    await promise(openCall, inDays(4))
    const reminder = await client.begin(openCall)
    await reportEnd(reminder, { outcome: "NO_ANSWER", durationSeconds: 0, answeredBy: null })
    expect(await stateOf(openCall)).toEqual(done)
    expect(await callOf(openCall)).toMatchObject({ attempts: 2, source: "auto", undetermined: false })
  })

  test("has one reminder; a later day moves it, three times at most", async () => {
    let openCall = await promising()
    await promise(openCall, inDays(4))
    openCall = await client.begin(openCall)
    await hear(openCall)
    await promise(openCall, inDays(4))
    expect(await stateOf(openCall)).toEqual(done)
    expect(await explain(openCall)).toMatchObject({
      analysis: { noReminder: `the person was reminded of ${inDays(4)} before` }
    })
    for (const days of [6, 8]) {
      openCall = await client.begin(openCall)
      await hear(openCall)
      await promise(openCall, inDays(days))
      expect(await stateOf(openCall)).toEqual(waiting(inDays(days), inDays(days - 1)))
    }
    openCall = await client.begin(openCall)
    await hear(openCall)
    await promise(openCall, inDays(10))
    expect(await stateOf(openCall)).toEqual(done)
  })

  test("has no reminder for tomorrow or earlier, without a day, or in a campaign that is over", async () => {
    for (const date of [inDays(1), inDays(0), inDays(-3), null]) {
      const openCall = await promising()
      await promise(openCall, date)
      expect(await stateOf(openCall), String(date)).toEqual(done)
      const noReminder = date === null ? null : expect.stringContaining("not two days ahead")
      expect(await explain(openCall)).toMatchObject({ analysis: { noReminder }, journeyAction: "COMMITMENT_REMINDER" })
    }
    const late = await promising()
    await change(late.campaignId, { status: "COMPLETED", completed_at: new Date() })
    await promise(late, inDays(4))
    expect(await stateOf(late)).toEqual(done)
  })

  test("waits behind a callback that the person asked for, and behind Do Not Contact", async () => {
    const openCall = await promising()
    await promise(openCall, inDays(4), { callback: inMinutes(45) })
    expect(await recordOf(openCall)).toMatchObject({ status: "QUEUED", reminderFor: null })
    expect((await recordOf(openCall)).callbackScheduledAt).not.toBeNull()
    const listed = await promising()
    await client.run(
      NumberSuppression.use(({ enter }) => enter(org.id, { phoneNumber: listed.phoneNumber, actor: "admin" }))
    )
    await promise(listed, inDays(4))
    expect(await recordOf(listed)).toMatchObject({ status: "SUPPRESSED", reminderFor: null })
  })

  test("a correction by a person withdraws the reminder, and one to the label makes it", async () => {
    const openCall = await promising()
    await promise(openCall, inDays(4))
    const correct = async (label: string) => {
      const labelled = await labelId(openCall.campaignId, label)
      await client.run(
        Effect.flatMap(PgClient.PgClient, (sql) =>
          sql.withTransaction(
            Tagging.use((tagging) => tagging.correct(openCall, { labelId: labelled, note: null, actor: "a test" }))
          )
        )
      )
    }
    await correct("Neutral")
    expect(await stateOf(openCall)).toEqual({ ...done, label: "Neutral" })
    await correct("Positive")
    expect(await stateOf(openCall)).toEqual(waiting(inDays(4), inDays(3)))
  })
})

describe.concurrent("a tag", () => {
  test("a tag sets the label and the consequences of its rule", async () => {
    const openCall = await heard(await org.campaign())
    expect(await callOf(openCall)).toMatchObject({ status: "COMPLETED", awaitsTag: true, label: null })
    const results = { amount: { value: 500, evidence: "Yes, five hundred.", reason: null } }
    await tag(openCall, "Positive", { variables: { amount: 500 }, results })
    expect(await callOf(openCall)).toMatchObject(tagged("Positive"))
    expect((await eventsOf(openCall)).at(-1)).toMatchObject({
      topic: "call-tagged.v1",
      organizationId: String(org.id),
      attempt: 1,
      intentLabelName: "Positive",
      isPositive: true,
      intentSource: "auto",
      intentUndetermined: false,
      journeyAction: "MARK_COMPLETED",
      status: "COMPLETED",
      nextAttemptAt: null
    })
    expect(await explain(openCall)).toMatchObject({
      analysis: { attemptNo: 1, intentLabel: "Positive", undetermined: null, evidence: "Yes.", confidence: 0.9 },
      variables: { amount: 500 },
      results
    })
    const { campaignId, callId } = openCall
    const record = await client.run(CallRecords.use(({ get }) => get(org.id, campaignId, callId)))
    const listed = await client.run(CallRecords.use(({ list }) => list(org.id, campaignId, { page: 1, limit: 20 })))
    expect([record.results, listed.data[0]?.results]).toEqual([results, results])
    const [stored] = await client.query(
      (sql) => sql<{ finding: string }>`select finding from analyses where attempt_id = ${openCall.id}`
    )
    expect(stored!.finding).toMatch(/^v1\./)
  })

  test("a tag without a label leaves the call undetermined, with a reason", async () => {
    const openCall = await heard(await org.campaign())
    await tag(openCall, null)
    expect(await callOf(openCall)).toMatchObject({
      ...tagged(""),
      ...{ label: null, source: null, undetermined: true, journeyAction: null }
    })
    expect((await explain(openCall)).analysis).toMatchObject({ intentLabel: null, undetermined: "It was not clear" })
    expect(await topics(openCall)).toEqual(["call-ended.v1", "call-tagged.v1"])
  })

  test("a label of another campaign counts as no label", async () => {
    const [one, other] = [await org.campaign(), await org.campaign()]
    const openCall = await heard(one)
    await tagAs(openCall, await foundAs(other, "Positive"))
    expect(await callOf(openCall)).toMatchObject({ status: "COMPLETED", undetermined: true, label: null })
  })

  test("a tag that suppresses in the campaign ends the call there and nowhere else", async () => {
    const [campaign, other] = [await org.campaign(), await org.campaign()]
    const person = await org.contact()
    const openCall = await heard(campaign, person)
    const waiting = await org.waiting(person, other)
    await tag(openCall, "Negative")
    expect(await callOf(openCall)).toMatchObject(
      tagged("Negative", {
        status: "SUPPRESSED",
        suppression: "CAMPAIGN",
        suppressionReason: "Negative",
        journeyAction: "SUPPRESS_CAMPAIGN"
      })
    )
    expect((await eventsOf(openCall)).at(-1)).toMatchObject({
      topic: "call-suppressed.v1",
      scope: "CAMPAIGN",
      reason: "Negative"
    })
    expect(await entriesOf(openCall)).toEqual([])
    expect(await callOf({ callId: waiting })).toMatchObject({ status: "PENDING" })
  })

  test.each(["label", "rule"])(
    "a tag that suppresses organization-wide by its %s applies to every campaign",
    async (by) => {
      const [campaign, other] = [await org.campaign(), await org.campaign()]
      const person = await org.contact()
      if (by === "rule") await rule(campaign, "Neutral", "SUPPRESS_ORG_WIDE")
      const label = by === "rule" ? "Neutral" : "Do Not Call"
      const openCall = await heard(campaign, person)
      const waiting = await org.waiting(person, other)
      await tag(openCall, label)
      expect(await callOf(openCall)).toMatchObject(suppressedAs(label))
      expect(await entriesOf(openCall)).toEqual([{ reason: label, label, campaign: "Spring" }])
      expect(await callOf({ callId: waiting })).toMatchObject({
        status: "SUPPRESSED",
        suppressionReason: "Do Not Contact"
      })
      expect((await eventsOf(openCall)).at(-1)).toMatchObject({ topic: "call-suppressed.v1", scope: "ORGANIZATION" })
      const [entry] = await client.query(
        (sql) => sql<{ actor: string }>`select actor from security_log where action = 'dnc.add'
        and target = (select id::text from do_not_contact where phone_number = ${person.phoneNumber})`
      )
      expect(entry).toEqual({ actor: by === "rule" ? "journey-rule" : "intent-label" })
    }
  )

  test("RETRY calls again after the rule's delay, or else the campaign's", async () => {
    for (const [delay, minutes] of [
      [1, 1],
      [null, 60]
    ] as const) {
      const campaign = await org.campaign()
      await rule(campaign, "Neutral", "RETRY", delay)
      const openCall = await heard(campaign)
      await tag(openCall, "Neutral")
      const call = await callOf(openCall)
      expect(call).toMatchObject(tagged("Neutral", { status: "QUEUED", journeyAction: "RETRY", waits: true }))
      expect(call.next!.getTime()).toBe((await endOf(openCall)) + minutes * 60_000)
      expect((await eventsOf(openCall)).at(-1)).toMatchObject({
        status: "QUEUED",
        nextAttemptAt: call.next!.toISOString()
      })
    }
  })

  test("RETRY ends the call when the retries are used up or the campaign ends before", async () => {
    const campaign = await org.campaign()
    await rule(campaign, "Neutral", "RETRY", 1)
    await change(campaign, { max_retries: 0 })
    const first = await heard(campaign)
    await tag(first, "Neutral")
    expect(await callOf(first)).toMatchObject(tagged("Neutral"))
    await change(campaign, { max_retries: 3, end_at: new Date(Date.now() + 30_000) })
    const second = await heard(campaign)
    await tag(second, "Neutral")
    expect(await callOf(second)).toMatchObject(tagged("Neutral", { status: "FAILED", failureReason: "Retry Expired" }))
  })

  test.each(["CANCELLED", "COMPLETED"] as const)(
    "a tag in a campaign that is %s queues no further call",
    async (status) => {
      const campaign = await org.campaign()
      await rule(campaign, "Neutral", "RETRY", 1)
      const [retried, calledBack, refused] = [await heard(campaign), await heard(campaign), await heard(campaign)]
      await change(campaign, { status })
      await tag(retried, "Neutral")
      await tag(calledBack, "Positive", { callback: inMinutes(30) })
      await tag(refused, "Do Not Call")
      expect(await callOf(retried)).toMatchObject(tagged("Neutral"))
      expect(await callOf(calledBack)).toMatchObject(tagged("Positive"))
      expect(await callOf(refused)).toMatchObject(suppressedAs())
    }
  )

  test("a tag in a paused campaign queues the next call", async () => {
    const campaign = await org.campaign("PAUSED")
    await rule(campaign, "Neutral", "RETRY", 1)
    const openCall = await heard(campaign)
    await tag(openCall, "Neutral")
    expect(await callOf(openCall)).toMatchObject({ status: "QUEUED", journeyAction: "RETRY" })
  })

  test("a tag of a deleted contact queues no further call", async () => {
    const campaign = await org.campaign()
    const openCall = await heard(campaign)
    await client.query((sql) => sql`delete from contacts where id = ${openCall.contactId}`)
    await tag(openCall, "Positive", { callback: inMinutes(30) })
    expect(await callOf(openCall)).toMatchObject(
      tagged("Positive", { status: "SKIPPED", failureReason: "Contact Deleted" })
    )
  })

  test("a tag of a number listed in the meantime is stored, and no further call is queued", async () => {
    const campaign = await org.campaign()
    await rule(campaign, "Neutral", "RETRY", 1)
    const openCall = await heard(campaign)
    const { phoneNumber } = openCall
    await client.run(NumberSuppression.use(({ enter }) => enter(org.id, { phoneNumber, actor: "admin" })))
    expect(await callOf(openCall)).toMatchObject({ status: "COMPLETED", awaitsTag: true })
    await tag(openCall, "Neutral")
    expect(await callOf(openCall)).toMatchObject({
      status: "SUPPRESSED",
      suppression: "ORGANIZATION",
      suppressionReason: "Do Not Contact",
      label: "Neutral",
      waits: false
    })
  })

  test("a tag flags the call for review by its rule, again after each review", async () => {
    const campaign = await org.campaign()
    await rule(campaign, "Neutral", "FLAG_REVIEW")
    const openCall = await heard(campaign)
    await tag(openCall, "Neutral")
    expect(await callOf(openCall)).toMatchObject(
      tagged("Neutral", { journeyAction: "FLAG_REVIEW", flagged: true, inReview: true })
    )
  })

  test("a changed rule applies only to later tags", async () => {
    const campaign = await org.campaign()
    const [before, after] = [await heard(campaign), await heard(campaign)]
    await tag(before, "Neutral")
    await rule(campaign, "Neutral", "SUPPRESS_CAMPAIGN")
    await tag(after, "Neutral")
    expect(await callOf(before)).toMatchObject(tagged("Neutral"))
    expect(await callOf(after)).toMatchObject({ status: "SUPPRESSED", suppression: "CAMPAIGN" })
  })
})

describe.concurrent("a callback request", () => {
  const callback = (fields: object = {}) => tagged("Callback Requested", { status: "QUEUED", waits: true, ...fields })
  const priorityOf = async ({ callId }: OpenCall) =>
    (
      await client.query(
        (sql) => sql<{ priority: number; callbacks: number; extra: number }>`select priority, callbacks,
          extra_attempts as extra from calls where id = ${callId}`
      )
    )[0]

  test("a callback takes place at the requested time, before other calls, and beyond the retries", async () => {
    const campaign = await org.campaign()
    await change(campaign, { max_retries: 0 })
    const openCall = await heard(campaign)
    await tag(openCall, "Callback Requested", { callback: inMinutes(45), variables: { amount: 3 } })
    const call = await callOf(openCall)
    expect(call).toMatchObject(callback({ isAdjusted: false }))
    expect(call.callbackAt!.getTime()).toBe((await endOf(openCall)) + 45 * 60_000)
    expect(call.next).toEqual(call.callbackAt)
    expect(await priorityOf(openCall)).toEqual({ priority: 0, callbacks: 1, extra: 1 })
    expect((await explain(openCall)).variables).toEqual({ amount: 3, callAt: call.callbackAt!.toISOString() })
  })

  test("a callback is moved into the calling hours", async () => {
    const stranger = await client.organization()
    // Open for one minute of the day, which is not in 45 minutes.
    const at = new Date(Date.now() + 330 * 60_000 - 3_600_000)
    const clock = (minutes: number) => new Date(at.getTime() + minutes * 60_000).toISOString().slice(11, 16)
    const window = { days: [1, 2, 3, 4, 5, 6, 7], start: clock(0), end: clock(1) }
    if (window.end <= window.start) return
    await client.query(
      (sql) => sql`update organizations set calling_window = ${JSON.stringify(window)}::jsonb where id = ${stranger.id}`
    )
    const campaign = await stranger.campaign()
    const openCall = await stranger.liveCall(campaign)
    await hear(openCall)
    await tag(openCall, "Callback Requested", { callback: inMinutes(45) })
    const call = await callOf(openCall)
    expect(call).toMatchObject(callback({ isAdjusted: true }))
    expect(call.next!.getTime()).toBeGreaterThan((await endOf(openCall)) + 22 * 3_600_000)
  })

  test("at most three callbacks are scheduled, and then the rules apply", async () => {
    const campaign = await org.campaign()
    let openCall = await heard(campaign)
    for (let callbacks = 1; callbacks <= 3; callbacks++) {
      await tag(openCall, "Callback Requested", { callback: inMinutes(30) })
      expect(await callOf(openCall)).toMatchObject(callback())
      expect(await priorityOf(openCall)).toMatchObject({ callbacks, extra: callbacks })
      openCall = await client.begin(openCall)
      await hear(openCall)
    }
    await tag(openCall, "Callback Requested", { callback: inMinutes(30) })
    expect(await callOf(openCall)).toMatchObject({ ...tagged("Callback Requested"), attempts: 4, callbackAt: null })
  })

  test("no callback is scheduled after the end of the campaign", async () => {
    const campaign = await org.campaign()
    await change(campaign, { end_at: new Date(Date.now() + 20 * 60_000) })
    const openCall = await heard(campaign)
    await tag(openCall, "Callback Requested", { callback: inMinutes(30) })
    expect(await callOf(openCall)).toMatchObject(
      tagged("Callback Requested", { status: "FAILED", failureReason: "Retry Expired", callbackAt: null })
    )
  })

  test("a callback known only after the campaign completed is flagged for review, and not called", async () => {
    for (const [status, inReview] of [
      ["COMPLETED", true],
      ["CANCELLED", false]
    ] as const) {
      const campaign = await org.campaign()
      const openCall = await heard(campaign)
      await change(campaign, { status })
      await tag(openCall, "Callback Requested", { callback: inMinutes(30) })
      expect(await callOf(openCall)).toMatchObject(tagged("Callback Requested", { callbackAt: null, inReview }))
      if (!inReview) continue
      const [row] = await client.query(
        (sql) => sql<{ reason: string }>`select review_reason as reason from calls where id = ${openCall.callId}`
      )
      expect(row!.reason).toMatch(/^The person asked to be called at 20.*Z, but the campaign had ended/)
    }
  })

  test("a callback with an unclear time is flagged for review and not called at a wrong time", async () => {
    const openCall = await heard(await org.campaign())
    await tag(openCall, "Callback Requested", { callback: unsure })
    expect(await callOf(openCall)).toMatchObject(tagged("Callback Requested", { flagged: true, inReview: true }))
    expect((await explain(openCall)).analysis).toMatchObject({ callbackSaid: "some time" })
  })

  describe("set by the agent during the call", () => {
    const tomorrow = slot({ said: "tomorrow at four", day: { kind: "offset", days: 1 }, time: fourPm })

    /** A call in India that ends after this time, and in which the agent set a callback at that time, both in UTC. */
    const setAt = async (
      time: string,
      times: { readonly from: string; readonly to: string },
      wish: CallbackSlot,
      takenBack?: string
    ) => {
      const openCall = await heard(await org.campaign())
      const wishes = [{ ...wish }, ...(takenBack === undefined ? [] : [{ said: takenBack, isTakenBack: true }])]
      for (const [index, given] of wishes.entries()) {
        const id = await client.run(
          ToolCalls.use(({ begin, end }) =>
            Effect.gen(function* () {
              const call = { turn: 1, tool: "schedule_callback", arguments: given, said: null, timeoutSeconds: 5 }
              const id = yield* begin(openCall, call)
              const done = { ...call, status: "DONE", httpStatus: null, result: "Set.", tookMillis: 1 } as const
              yield* end(openCall.organizationId, id, done)
              return id
            })
          )
        )
        const startedAt = new Date(Date.parse(time) + index * 1_000)
        await client.query((sql) => sql`update tool_calls set started_at = ${startedAt} where id = ${id}`)
      }
      await client.query(
        (sql) => sql`update attempts set answered_at = ${times.from}, ended_at = ${times.to} where id = ${openCall.id}`
      )
      await tag(openCall, "Callback Requested", { callback: takenBack === undefined ? null : wish })
      return callOf(openCall)
    }

    test("takes place on the day that the agent confirmed, although the call went on past midnight", async () => {
      const call = await setAt(
        "2026-11-26T18:28:00Z",
        { from: "2026-11-26T18:25:00Z", to: "2026-11-26T18:33:00Z" },
        tomorrow
      )
      expect(call).toMatchObject(callback())
      expect(call.callbackAt?.toISOString()).toBe("2026-11-27T10:30:00.000Z")
    })

    test("is not placed if the person takes it back, whatever the analysis finds", async () => {
      const times = { from: "2026-11-26T10:00:00Z", to: "2026-11-26T10:45:00Z" }
      const call = await setAt("2026-11-26T10:05:00Z", times, tomorrow, "no, do not call me tomorrow")
      expect(call).toMatchObject({ ...tagged("Callback Requested"), callbackAt: null })
    })

    test("is reviewed if its time has passed when the call is over", async () => {
      const today = slot({ said: "today at four", day: { kind: "offset", days: 0 }, time: fourPm })
      const times = { from: "2026-11-26T10:00:00Z", to: "2026-11-26T10:45:00Z" }
      const call = await setAt("2026-11-26T10:05:00Z", times, today)
      expect(call).toMatchObject(tagged("Callback Requested", { flagged: true, inReview: true }))
    })
  })

  test("a callback is scheduled even when the conversation got no label", async () => {
    const openCall = await heard(await org.campaign())
    await tag(openCall, null, { callback: inMinutes(30) })
    expect(await callOf(openCall)).toMatchObject({
      status: "QUEUED",
      undetermined: true,
      label: null,
      journeyAction: null
    })
  })

  test("no callback is scheduled when the label suppresses the call", async () => {
    const openCall = await heard(await org.campaign())
    await tag(openCall, "Negative", { callback: inMinutes(30) })
    expect(await callOf(openCall)).toMatchObject({ status: "SUPPRESSED", callbackAt: null })
  })

  test("a callback can be fulfilled, and the next conversation can request its own", async () => {
    const campaign = await org.campaign()
    const [done, next] = [await heard(campaign), await heard(campaign)]
    for (const openCall of [done, next]) await tag(openCall, "Callback Requested", { callback: inMinutes(30) })
    await client.run(CallMoves.use(({ fulfill }) => fulfill(org.id, campaign, done.callId, "key:x")))
    expect(await callOf(done)).toMatchObject({ status: "SKIPPED", failureReason: "Callback Fulfilled" })
    const log = await client.query(
      (sql) => sql`select actor, details from security_log where action = 'call.fulfill' and target = ${done.callId}`
    )
    expect(log).toEqual([{ actor: "key:x", details: { campaignId: campaign } }])
    const again = await client.begin(next)
    await hear(again)
    await tag(again, "Positive")
    expect(await callOf(again)).toMatchObject(tagged("Positive", { callbackAt: null, isAdjusted: false }))
  })
})

describe.concurrent("repeated tags", () => {
  const state = async (openCall: OpenCall) => [
    await callOf(openCall),
    await eventsOf(openCall),
    await entriesOf(openCall)
  ]

  test.each(["Positive", "Negative", "Do Not Call", "Neutral", "Callback Requested"])(
    "a tag applies once, however often %s is delivered",
    async (label) => {
      const campaign = await org.campaign()
      await rule(campaign, "Neutral", "RETRY", 1)
      const openCall = await heard(campaign)
      const fields = label === "Callback Requested" ? { callback: inMinutes(30) } : {}
      await Promise.all([tag(openCall, label, fields), tag(openCall, label, fields)])
      const before = await state(openCall)
      await tag(openCall, label, fields)
      await tag(openCall, "Positive")
      await tag(openCall, "Do Not Call")
      await tag(openCall, null)
      expect(await state(openCall)).toEqual(before)
    }
  )

  test("a repeated tag changes nothing after the call was restored and its number removed from the list", async () => {
    const campaign = await org.campaign()
    const openCall = await heard(campaign)
    await tag(openCall, "Do Not Call")
    const entry = await client.run(DoNotContact.use(({ find }) => find(org.id, openCall.phoneNumber)))
    await client.run(NumberSuppression.use(({ leave }) => leave(org.id, Option.getOrThrow(entry).id, "admin")))
    await client.run(CallMoves.use(({ restore }) => restore(org.id, campaign, openCall.callId, { actor: "admin" })))
    const before = await state(openCall)
    await tag(openCall, "Do Not Call")
    expect(await state(openCall)).toEqual(before)
    expect(await callOf(openCall)).toMatchObject({ status: "QUEUED" })
  })

  test("a tag does not apply to calls that opted out, reached a machine or had no conversation", async () => {
    const campaign = await org.campaign()
    const optedOut = await org.liveCall(campaign)
    await conversations.end(optedOut, { heard: true, optedOut: true })
    await reportEnd(optedOut, client.connected())
    const machine = await org.liveCall(campaign)
    await conversations.end(machine, { heard: true })
    await reportEnd(machine, { ...client.connected(), answeredBy: "machine" })
    const busy = await org.liveCall(campaign, { isOpen: false })
    await reportEnd(busy, { outcome: "BUSY", durationSeconds: 0, answeredBy: null })
    const living = await org.liveCall(campaign)
    for (const openCall of [optedOut, machine, busy, living]) {
      const before = await state(openCall)
      await tag(openCall, "Positive")
      await tag(openCall, "Do Not Call")
      expect(await state(openCall)).toEqual(before)
    }
  })

  test("a tag of an earlier attempt only affects Do Not Contact", async () => {
    const campaign = await org.campaign()
    await rule(campaign, "Neutral", "RETRY", 1)
    const [mild, strong] = [await heard(campaign), await heard(campaign)]
    for (const [openCall, label] of [
      [mild, "Negative"],
      [strong, "Do Not Call"]
    ] as const) {
      await client.query(
        (sql) => sql`update calls set status = 'QUEUED', next_attempt_at = now(), awaits_tag_until = null
          where id = ${openCall.callId}`
      )
      const next = await client.begin(openCall)
      await tag(openCall, label)
      expect(await callOf(openCall)).toMatchObject({ status: "IN_PROGRESS", attempts: 2, label: null })
      expect(await entriesOf(openCall)).toHaveLength(label === "Negative" ? 0 : 1)
      await hear(next)
      await tag(next, "Positive")
      expect(await callOf(openCall)).toMatchObject(tagged("Positive"))
    }
  })

  test("a tag does not affect another organization", async () => {
    const stranger = await client.organization()
    const person = await org.contact()
    const theirs = await stranger.contact(person.phoneNumber)
    const theirCampaign = await stranger.campaign()
    const waiting = await stranger.waiting(theirs, theirCampaign)
    const openCall = await heard(await org.campaign(), person)
    await client.run(
      Tagging.use(({ tag }) =>
        tag(
          { organizationId: stranger.id, id: openCall.id },
          { finding: undeterminedBecause("nothing"), callbackVariable: null }
        )
      )
    )
    expect(await callOf(openCall)).toMatchObject({ awaitsTag: true })
    await tag(openCall, "Do Not Call")
    expect(await callOf({ callId: waiting })).toMatchObject({ status: "PENDING" })
    expect(await entriesOf({ ...openCall, organizationId: stranger.id })).toEqual([])
  })
})

// Calls of other tests in this file that wait too long are given up as well, so these tests do not
// run concurrently.
describe("a tag that is not delivered in time", () => {
  test("a missing tag leaves the call undetermined, published once with a reason", async () => {
    const openCall = await heard(await org.campaign())
    await giveUp()
    expect(await callOf(openCall)).toMatchObject({ awaitsTag: true })
    await waitedTooLong(openCall)
    await Promise.all([giveUp(), giveUp()])
    await giveUp()
    expect(await callOf(openCall)).toMatchObject({ status: "COMPLETED", undetermined: true, awaitsTag: null })
    expect(await topics(openCall)).toEqual(["call-ended.v1", "call-tagged.v1"])
    expect((await explain(openCall)).analysis).toMatchObject({
      intentLabel: null,
      undetermined: "The conversation was not analyzed within 24 hours"
    })
  })

  test("a late tag is still applied", async () => {
    const campaign = await org.campaign()
    const [late, refused, still] = [await heard(campaign), await heard(campaign), await heard(campaign)]
    for (const openCall of [late, refused, still]) await waitedTooLong(openCall)
    await giveUp()
    await tag(late, "Positive")
    await tag(refused, "Do Not Call")
    await tag(still, null)
    expect(await callOf(late)).toMatchObject(tagged("Positive"))
    expect(await callOf(refused)).toMatchObject(suppressedAs())
    expect(await callOf(still)).toMatchObject({ undetermined: true })
    expect(await topics(still)).toEqual(["call-ended.v1", "call-tagged.v1"])
    expect(await topics(late)).toEqual(["call-ended.v1", "call-tagged.v1", "call-tagged.v1"])
    await tag(late, "Negative")
    expect(await callOf(late)).toMatchObject(tagged("Positive"))
  })
})

test("the analysis is deleted with its conversation, and the label stays", async () => {
  const stranger = await client.organization()
  const campaign = await stranger.campaign()
  const openCall = await stranger.liveCall(campaign)
  await hear(openCall)
  await tag(openCall, "Positive")
  await client.query((sql) => sql`update organizations set retention_days = 1 where id = ${stranger.id}`)
  const forget = () => client.run(Effect.flatMap(PgClient.PgClient, prune))
  await forget()
  expect((await explain(openCall)).analysis).not.toBeNull()
  await client.query(
    (sql) => sql`update analyses set created_at = now() - interval '25 hours' where organization_id = ${stranger.id}`
  )
  await forget()
  expect((await explain(openCall)).analysis).toBeNull()
  await tag(openCall, "Negative")
  expect(await callOf(openCall)).toMatchObject(tagged("Positive"))
})

describe("concurrent changes in any order", () => {
  const steps = ["tag", "optOut", "machine", "restore", "cancel"] as const
  type Step = (typeof steps)[number]
  const orders = (items: ReadonlyArray<Step>): ReadonlyArray<ReadonlyArray<Step>> =>
    items.length === 0
      ? [[]]
      : items.flatMap((item) => orders(items.filter((one) => one !== item)).map((rest) => [item, ...rest]))

  test("a tag, an opt-out, a late callback, a restore and a cancel leave a consistent call in any order", async () => {
    const labels = ["Neutral", "Negative", "Do Not Call"]
    const all = orders(steps).flatMap((order) => labels.map((label) => ({ label, order })))
    const cases = isFull ? all : all.filter(() => random() < 0.15)
    for (const { label, order } of cases) {
      const campaign = await org.campaign()
      await rule(campaign, "Neutral", "RETRY", 1)
      const openCall = await heard(campaign)
      const step: Readonly<Record<Step, () => Promise<unknown>>> = {
        tag: () => tag(openCall, label),
        optOut: () => conversations.noteOptOut(openCall),
        machine: () => reportEnd(openCall, { outcome: "VOICEMAIL", durationSeconds: 0, answeredBy: "machine" }),
        restore: () =>
          client.run(
            CallMoves.use(({ restore }) => restore(org.id, campaign, openCall.callId, { actor: "admin" })).pipe(
              Effect.ignore
            )
          ),
        cancel: () => client.run(CampaignControl.use(({ cancel }) => cancel(org.id, campaign)))
      }
      for (const one of order) await step[one]()
      const call = await callOf(openCall)
      const what = `${label}: ${order.join(", ")}`
      // An opt-out counts even when the call was recognized as a machine before.
      expect(await entriesOf(openCall), what).toHaveLength(1)
      expect(call, what).toMatchObject({ status: "SUPPRESSED", suppression: "ORGANIZATION" })
      expect(call.waits, what).toBe(false)
      expect((await topics(openCall)).filter((topic) => topic === "call-tagged.v1").length, what).toBeLessThanOrEqual(3)
    }
  })
})
