import { PgClient } from "@effect/sql-pg"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, describe, expect, test } from "vitest"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { Settlement } from "../../../src/calls/attempts/Settlement.ts"
import { Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { NumberSuppression } from "../../../src/calls/queue/NumberSuppression.ts"
import { CallMoves } from "../../../src/calls/review/CallMoves.ts"
import { DoNotContact } from "../../../src/contacts/DoNotContact.ts"
import type { Outcome } from "../../../src/domain/dialing/after-attempt.ts"
import { noRecord } from "../../../src/media/conversation/conversation-state.ts"
import { type OpenCall, startLiveCalls, suppressedAs } from "../../support/data/live-calls.ts"
import { makeRandom } from "../../support/random.ts"
import { engine } from "../../support/servers/test-database.ts"

const client = startLiveCalls()
afterAll(client.stop)
const { attemptOf, callOf, entriesOf, eventsOf, lookUp, conversations, reportEnd } = client
const org = await client.organization()
const campaign = await org.campaign()
const other = await org.campaign()
const isFull = process.env.PROVE === "full"
const random = makeRandom(Number(process.env.TEST_SEED))

const topics = async (openCall: OpenCall) => (await eventsOf(openCall)).map(({ topic }) => topic)

// Events that may come in any order: the media socket closes, the stream stops, the carrier reports
// the end, the carrier is asked.
const steps = ["close", "stop", "callback", "look-up"] as const
type Step = (typeof steps)[number]
const findings = ["nothing", "a word", "an opt-out"] as const
const answerers = ["human", "machine"] as const

interface Case {
  readonly order: ReadonlyArray<Step>
  readonly finding: (typeof findings)[number]
  readonly answerer: (typeof answerers)[number]
  readonly seconds: number
  /** The opt-out is stored during the conversation, or only with its end. */
  readonly isNoted: boolean
}

const permutations = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) => permutations(items.filter((one) => one !== item)).map((rest) => [item, ...rest]))

const shuffled = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)

const cases = (orders: ReadonlyArray<ReadonlyArray<Step>>): ReadonlyArray<Case> =>
  orders.flatMap((order) =>
    findings.flatMap((finding) =>
      answerers.flatMap((answerer) =>
        [5, 30].flatMap((seconds) =>
          (finding === "nothing" ? [false] : [true, false]).map((isNoted) => ({
            order,
            finding,
            answerer,
            seconds,
            isNoted
          }))
        )
      )
    )
  )

const begin = async ({ answerer, isNoted, finding }: Case) => {
  const person = await org.contact()
  const openCall = await org.liveCall(campaign, { to: person })
  const waiting = await org.waiting(person, other)
  await client.query((sql) => sql`update attempts set answered_by = ${answerer} where id = ${openCall.id}`)
  if (isNoted && finding === "a word") await conversations.noteHeard(openCall)
  if (isNoted && finding === "an opt-out") await conversations.noteOptOut(openCall)
  return { openCall, waiting }
}

const takeStep = (openCall: OpenCall, { finding, seconds }: Case) => {
  const record = { heard: finding !== "nothing", optedOut: finding === "an opt-out" }
  return (step: Step) => {
    switch (step) {
      case "close":
      case "stop":
        return conversations.end(openCall, record)
      case "callback":
        return reportEnd(openCall, client.connected(seconds))
      case "look-up":
        return lookUp(openCall, client.connected(seconds))
    }
  }
}

const check = async (
  { answerer, finding, ...one }: Case,
  openCall: OpenCall,
  waiting: string,
  isKnown: boolean | undefined
) => {
  const { outcome } = await attemptOf(openCall)
  const call = await callOf(openCall)
  expect(call.outcome).toBe(outcome)
  const happened = await topics(openCall)
  expect(happened.filter((topic) => topic === "call-ended.v1")).toHaveLength(1)
  const isBinding = finding === "an opt-out"
  // The opt-out applies in other campaigns too, at once.
  expect(await callOf({ callId: waiting })).toMatchObject({ status: isBinding ? "SUPPRESSED" : "PENDING" })
  expect(await entriesOf(openCall)).toEqual(
    isBinding ? [{ reason: "Do Not Call", label: "Do Not Call", campaign: "Spring" }] : []
  )
  expect(happened.filter((topic) => topic === "call-suppressed.v1")).toHaveLength(isBinding ? 1 : 0)

  const isConversation = one.seconds >= 10
  const expected = (isHeard: boolean) => {
    const isMachine = answerer === "machine"
    if (isBinding) {
      const reached = isConversation || isHeard ? "CONNECTED" : "NO_ANSWER"
      return { ...suppressedAs(), outcome: isMachine ? "VOICEMAIL" : reached }
    }
    if (isMachine) return { outcome: "VOICEMAIL", status: "QUEUED", label: "Not Reachable", waits: true }
    if (isHeard) return { outcome: "CONNECTED", status: "COMPLETED", awaitsTag: true, undetermined: false, label: null }
    return isConversation
      ? { outcome: "CONNECTED", status: "COMPLETED", awaitsTag: null, undetermined: true, label: null }
      : { outcome: "NO_ANSWER", status: "QUEUED", label: "Not Reachable", waits: true }
  }
  const isWord = finding !== "nothing"
  if (isKnown === undefined)
    expect([expected(true), expected(false)]).toContainEqual(expect.objectContaining({ outcome }))
  else expect(call).toMatchObject(expected(isWord && isKnown))
  if (isBinding) expect(call).toMatchObject(suppressedAs())
}

describe("the end of a call", () => {
  test("a call whose end is reported in any order has one outcome, decided by what was said", async () => {
    const orders = permutations(steps)
    await Promise.all(
      cases(isFull ? orders : shuffled(orders).slice(0, 2)).map(async (one) => {
        const { openCall, waiting } = await begin(one)
        for (const step of one.order) await takeStep(openCall, one)(step)
        const isLate = one.order[0] === "callback" || one.order[0] === "look-up"
        try {
          await check(one, openCall, waiting, one.isNoted || !isLate)
        } catch (error) {
          throw new Error(`${JSON.stringify(one)}: ${error}`)
        }
      })
    )
  })

  test("concurrent reports of the end have the same result", async () => {
    for (let round = 0; round < (isFull ? 24 : 2); round++) {
      await Promise.all(
        cases([shuffled(steps)]).map(async (one) => {
          const { openCall, waiting } = await begin(one)
          await Promise.all(one.order.map(takeStep(openCall, one)))
          await check(one, openCall, waiting, one.isNoted || undefined)
        })
      )
    }
  })
})

/** Sets the meaning of a campaign's label, bypassing the service. */
const changeLabel = (campaignId: string, fields: Readonly<Record<string, unknown>>) =>
  client.query(
    (sql) =>
      sql`update intent_labels set ${sql.update(fields)} where campaign_id = ${campaignId} and seed = 'Do Not Call'`
  )

/** The end may be reported or looked up. */
const endBy = async (openCall: OpenCall, outcome: Outcome, by: string) => {
  const end = { outcome, durationSeconds: 0, answeredBy: null }
  if (by === "callback") await reportEnd(openCall, end)
  if (by === "look-up") await lookUp(openCall, end)
  if (by === "not placed") await lookUp(openCall, "NOT_PLACED")
  if (by === "missing answer") await lookUp(openCall, undefined, 0)
}

const lost: ReadonlyArray<[Outcome, string]> = [
  ["CARRIER_ERROR", "callback"],
  ["CARRIER_ERROR", "look-up"],
  ["DISPATCH_UNKNOWN", "not placed"],
  ["TIMEOUT", "missing answer"]
]

// As after kill -9: the conversation has no end.
describe.concurrent("a call whose end is lost", () => {
  /** The person speaks this long after they picked up. */
  const hear = async (
    openCall: OpenCall,
    seconds: number,
    reported: "answered_at" | "stream_opened_at" = "answered_at"
  ) => {
    await conversations.noteHeard(openCall)
    await client.query(
      (sql) => sql`update attempts a set ${sql(reported)} = noted_at - ${seconds} * interval '1 second'
        from talks t where t.attempt_id = a.id and a.id = ${openCall.id}`
    )
  }

  test.each(lost)(
    "a call that ends with %s by a %s was a conversation when the person was heard",
    async (reported, by) => {
      const openCall = await org.liveCall(campaign)
      await hear(openCall, 42.9)
      await endBy(openCall, reported, by)
      expect(await callOf(openCall)).toMatchObject({
        ...{ status: "COMPLETED", outcome: "CONNECTED", connected: true, waits: false, awaitsTag: true },
        ...{ failureReason: null, label: null, duration: 42 }
      })
      expect(await attemptOf(openCall)).toEqual({ outcome: "CONNECTED", seconds: 42 })
      expect(await eventsOf(openCall)).toMatchObject([
        { topic: "call-ended.v1", status: "COMPLETED", outcome: "CONNECTED", durationSeconds: 42, failureReason: null }
      ])
    }
  )

  test.each(lost)(
    "a call that ends with %s by a %s is retried when no person, or a machine, was heard",
    async (reported, by) => {
      const [silent, machine] = [await org.liveCall(campaign), await org.liveCall(campaign)]
      await hear(machine, 42)
      await client.query((sql) => sql`update attempts set answered_by = 'machine' where id = ${machine.id}`)
      for (const openCall of [silent, machine]) {
        await endBy(openCall, reported, by)
        expect(await callOf(openCall)).toMatchObject({
          status: "QUEUED",
          outcome: reported,
          connected: false,
          duration: 0
        })
      }
    }
  )

  test("a call whose end is lost lasted until the last stored event", async () => {
    const openCall = await org.liveCall(campaign)
    await hear(openCall, 10)
    await client.query(
      (
        sql
      ) => sql`with a as (update attempts set answered_at = answered_at - interval '1 hour' where id = ${openCall.id})
        update talks set noted_at = noted_at - interval '1 hour' where attempt_id = ${openCall.id}`
    )
    await conversations.noteHeard(openCall)
    await conversations.noteOptOut(openCall)
    await endBy(openCall, "DISPATCH_UNKNOWN", "not placed")
    const call = await callOf(openCall)
    expect(call).toMatchObject(suppressedAs())
    expect(call.duration).toBeGreaterThanOrEqual(3_610)
  })

  test("a call lasted at least a second, and from its first audio when the answer was not reported", async () => {
    const [brief, withoutAnswer] = [await org.liveCall(campaign), await org.liveCall(campaign)]
    await hear(brief, 0.9, "stream_opened_at")
    await hear(withoutAnswer, 30.9, "stream_opened_at")
    for (const openCall of [brief, withoutAnswer]) await endBy(openCall, "DISPATCH_UNKNOWN", "not placed")
    expect(await callOf(brief)).toMatchObject({ outcome: "CONNECTED", duration: 1 })
    expect(await callOf(withoutAnswer)).toMatchObject({ outcome: "CONNECTED", duration: 30 })
  })
})

describe.concurrent("a conversation in which the service failed", () => {
  const failedConversation = async (heard: boolean) => {
    const openCall = await org.liveCall(campaign)
    if (heard) await conversations.noteHeard(openCall)
    await conversations.end(openCall, { heard, failed: true })
    return openCall
  }

  test.each([2, 70])(
    "a failed conversation of %i seconds without a word is retried like a carrier failure",
    async (seconds) => {
      const openCall = await failedConversation(false)
      await reportEnd(openCall, client.connected(seconds))
      expect(await callOf(openCall)).toMatchObject({
        ...{ status: "QUEUED", outcome: "CARRIER_ERROR", connected: false, duration: 0, waits: true },
        ...{ label: null, source: null, awaitsTag: null }
      })
      expect((await eventsOf(openCall)).map(({ outcome, topic }) => [topic, outcome])).toEqual([
        ["call-ended.v1", "CARRIER_ERROR"]
      ])
    }
  )

  test.each([2, 70])(
    "a failed conversation of %i seconds with words is analyzed before it is retried",
    async (seconds) => {
      const openCall = await failedConversation(true)
      await reportEnd(openCall, client.connected(seconds))
      expect(await callOf(openCall)).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED", connected: true })
      expect((await callOf(openCall)).awaitsTag).not.toBeNull()
    }
  )

  test("an opt-out in a failed conversation is honored", async () => {
    const openCall = await failedConversation(true)
    await conversations.noteOptOut(openCall)
    await reportEnd(openCall, client.connected(2))
    expect(await callOf(openCall)).toMatchObject({ ...suppressedAs(), outcome: "CONNECTED", duration: 2 })
  })

  test("a failed conversation with a machine has the outcome of a machine", async () => {
    const openCall = await failedConversation(true)
    await reportEnd(openCall, { ...client.connected(70), answeredBy: "machine" })
    expect(await callOf(openCall)).toMatchObject({ status: "QUEUED", outcome: "VOICEMAIL", label: "Not Reachable" })
  })

  test("a carrier that detects a machine in an answered person is wrong, if the flow handles machines", async () => {
    const handling = await client.organization()
    await client.query(
      (sql) =>
        sql`update flows set machines = ${sql.json({ voicemail: "RETRY" })} where organization_id = ${handling.id}`
    )
    const times = { ...noRecord, endOfTurnMs: 700, finalMs: 0 }
    const turn = { ...times, speculative: { used: false, discarded: 0 }, at: new Date(), why: "final" }
    const detected = { outcome: "VOICEMAIL", durationSeconds: 0, answeredBy: "machine" } as const
    for (const when of ["during the call", "after it"] as const) {
      for (const isAnswered of [true, false]) {
        const openCall = await handling.liveCall(await handling.campaign())
        if (when === "during the call")
          await client.query((sql) => sql`update attempts set answered_by = 'machine' where id = ${openCall.id}`)
        await conversations.end(openCall, { heard: true, turns: isAnswered ? [turn] : [] })
        await reportEnd(openCall, client.connected(70))
        if (when === "after it") await reportEnd(openCall, detected)
        expect(await callOf(openCall), `${when}, ${isAnswered}`).toMatchObject(
          isAnswered ? { status: "COMPLETED", outcome: "CONNECTED", awaitsTag: true } : { outcome: "VOICEMAIL" }
        )
      }
    }
  })

  test("a failed conversation counts for the failure breaker", async () => {
    const id = await org.campaign()
    await client.query(
      (sql) => sql`insert into campaign_pace (organization_id, campaign_id, resumed_at)
      values (${org.id}, ${id}, clock_timestamp())`
    )
    for (let call = 0; call < 20; call++) {
      const openCall = await org.liveCall(id)
      await conversations.end(openCall, { failed: true })
      await reportEnd(openCall, client.connected(2))
    }
    const [{ status } = { status: "" }] = await client.query(
      (sql) => sql<{ status: string }>`select status from campaigns where id = ${id}`
    )
    expect(status).toBe("PAUSED")
  })
})

describe.concurrent("an opt-out", () => {
  test("an opt-out lists the number in the transaction that ends the call, and is published", async () => {
    const openCall = await org.liveCall(campaign)
    await conversations.noteHeard(openCall)
    await conversations.noteOptOut(openCall)
    // Nothing is decided while the conversation continues.
    expect(await callOf(openCall)).toMatchObject({ status: "IN_PROGRESS" })
    expect(await entriesOf(openCall)).toEqual([])
    await conversations.end(openCall, { heard: true, optedOut: true })
    await reportEnd(openCall, client.connected(61))
    expect(await callOf(openCall)).toEqual({
      ...suppressedAs(),
      ...{ attempts: 1, outcome: "CONNECTED", connected: true, duration: 61 },
      ...{ next: null, callbackAt: null, isAdjusted: false, flagged: false, inReview: false }
    })
    const [ended, tagged, suppressed, ...more] = await eventsOf(openCall)
    const label = await client.query(
      (sql) =>
        sql<{ id: string }>`select id from intent_labels where campaign_id = ${campaign} and seed = 'Do Not Call'`
    )
    expect(ended).toMatchObject({
      topic: "call-ended.v1",
      status: "SUPPRESSED",
      outcome: "CONNECTED",
      failureReason: null
    })
    expect(tagged).toMatchObject({
      topic: "call-tagged.v1",
      status: "SUPPRESSED",
      intentLabelId: label[0]?.id,
      intentLabelName: "Do Not Call",
      isPositive: false,
      intentSource: "auto",
      intentUndetermined: false,
      journeyAction: "SUPPRESS_ORG_WIDE",
      nextAttemptAt: null
    })
    expect(suppressed).toMatchObject({
      topic: "call-suppressed.v1",
      scope: "ORGANIZATION",
      reason: "Do Not Call",
      intentLabelId: label[0]?.id,
      phoneNumber: expect.stringMatching(/^\+9198\*+\d\d$/)
    })
    expect(more).toEqual([])
    const [log] = await client.query(
      (sql) => sql`select l.actor, l.action from security_log l join do_not_contact d on d.id::text = l.target
        where d.phone_number = ${openCall.phoneNumber}`
    )
    expect(log).toEqual({ actor: "opt-out", action: "dnc.add" })
  })

  test.each<[Outcome, string, Outcome]>([
    ["NO_ANSWER", "callback", "NO_ANSWER"],
    ["BUSY", "callback", "BUSY"],
    ["CARRIER_ERROR", "callback", "CONNECTED"],
    ["CARRIER_ERROR", "look-up", "CONNECTED"],
    ["DISPATCH_UNKNOWN", "not placed", "CONNECTED"],
    ["TIMEOUT", "missing answer", "CONNECTED"]
  ])(
    "an opt-out suppresses a call that ends as %s by %s, even when its conversation never ended",
    async (reported, by, outcome) => {
      // As after kill -9: only what was stored during the conversation exists.
      const openCall = await org.liveCall(campaign)
      await conversations.noteOptOut(openCall)
      await endBy(openCall, reported, by)
      expect(await callOf(openCall)).toMatchObject({ ...suppressedAs(), outcome })
      expect(await entriesOf(openCall)).toHaveLength(1)
      // Later reports of the carrier change nothing.
      await reportEnd(openCall, client.connected(70))
      await lookUp(openCall, client.connected(70))
      expect(await callOf(openCall)).toMatchObject({ ...suppressedAs(), outcome })
      expect((await topics(openCall)).filter((topic) => topic === "call-ended.v1")).toHaveLength(1)
    }
  )

  test.each(["PAUSED", "CANCELLED", "COMPLETED"] as const)(
    "an opt-out applies in a campaign that is %s",
    async (status) => {
      const id = await org.campaign(status)
      const [early, late] = [await org.liveCall(id), await org.liveCall(id)]
      await conversations.noteOptOut(early)
      await conversations.end(early)
      for (const openCall of [early, late]) await reportEnd(openCall, client.connected(3))
      await conversations.end(late, { optedOut: true })
      for (const openCall of [early, late]) expect(await callOf(openCall)).toMatchObject(suppressedAs())
    }
  )

  test("an opt-out gets the system label under its current name, and no other label of that name", async () => {
    const renamed = await org.campaign()
    await changeLabel(renamed, { name: "Bitte nicht", folded_name: "bitte nicht", retry_behavior: "RETRYABLE" })
    await client.label(org.id, renamed, { name: "Do Not Call", folded_name: "do not call" })
    const openCall = await org.liveCall(renamed)
    await conversations.end(openCall, { heard: true, optedOut: true })
    await reportEnd(openCall, client.connected())
    expect(await callOf(openCall)).toMatchObject(suppressedAs("Bitte nicht"))
    expect(await entriesOf(openCall)).toEqual([{ reason: "Bitte nicht", label: "Bitte nicht", campaign: "Spring" }])
  })

  test("an opt-out without the system label is undetermined, and suppressed all the same", async () => {
    const without = await org.campaign()
    await client.query((sql) => sql`delete from intent_labels where campaign_id = ${without} and seed = 'Do Not Call'`)
    await client.label(org.id, without, { name: "Do Not Call", folded_name: "do not call" })
    const [early, late] = [await org.liveCall(without), await org.liveCall(without, { isOpen: false })]
    await conversations.end(early, { heard: true, optedOut: true })
    for (const openCall of [early, late]) await reportEnd(openCall, client.connected())
    await conversations.end(late, { heard: true, optedOut: true })
    for (const openCall of [early, late]) {
      expect(await callOf(openCall)).toMatchObject(suppressedAs(null))
      expect(await entriesOf(openCall)).toEqual([{ reason: "Do Not Contact", label: "", campaign: "Spring" }])
      const events = await eventsOf(openCall)
      expect(events.at(-2)).toMatchObject({ topic: "call-tagged.v1", intentLabelId: null, intentUndetermined: true })
      expect(events.at(-1)).toMatchObject({
        topic: "call-suppressed.v1",
        reason: "Do Not Contact",
        intentLabelId: null
      })
    }
  })

  test("an opt-out keeps an existing entry of Do Not Contact", async () => {
    const person = await org.contact()
    const openCall = await org.liveCall(campaign, { to: person })
    const { phoneNumber } = person
    await client.run(
      NumberSuppression.use(({ enter }) => enter(org.id, { phoneNumber, reason: "By letter", actor: "admin" }))
    )
    await conversations.end(openCall, { heard: true, optedOut: true })
    await reportEnd(openCall, client.connected())
    expect(await callOf(openCall)).toMatchObject(suppressedAs())
    expect(await entriesOf(openCall)).toEqual([{ reason: "By letter", label: "", campaign: "" }])
  })

  test("a person may opt out in every call, and twice in one call", async () => {
    const person = await org.contact()
    const elsewhere = await org.campaign()
    const openCall = await org.liveCall(campaign, { to: person })
    await Promise.all([
      conversations.noteOptOut(openCall),
      conversations.noteOptOut(openCall),
      conversations.noteHeard(openCall)
    ])
    await reportEnd(openCall, client.connected())
    await Promise.all([
      conversations.noteOptOut(openCall),
      conversations.end(openCall, { optedOut: true }),
      conversations.end(openCall, { optedOut: true })
    ])
    const again = await org.liveCall(elsewhere, { to: person })
    await conversations.end(again, { optedOut: true })
    await reportEnd(again, client.connected())
    for (const call of [openCall, again]) {
      expect(await callOf(call)).toMatchObject(suppressedAs())
      expect(await topics(call)).toEqual(["call-ended.v1", "call-tagged.v1", "call-suppressed.v1"])
    }
    expect(await entriesOf(openCall)).toHaveLength(1)
  })

  test("an opt-out does not affect the same number in another organization", async () => {
    const stranger = await client.organization()
    const openCall = await org.liveCall(campaign)
    const theirs = await stranger.waiting(await stranger.contact(openCall.phoneNumber), await stranger.campaign())
    await conversations.noteOptOut({ ...openCall, organizationId: stranger.id })
    await conversations.noteHeard({ ...openCall, organizationId: stranger.id })
    await conversations.end({ ...openCall, organizationId: stranger.id }, { optedOut: true, heard: true })
    await reportEnd(openCall, client.connected())
    await conversations.noteOptOut({ ...openCall, organizationId: stranger.id })
    expect(await callOf(openCall)).toMatchObject({ status: "COMPLETED", awaitsTag: null })
    expect(await entriesOf({ ...openCall, organizationId: stranger.id })).toEqual([])
    await conversations.noteOptOut(openCall)
    expect(await callOf(openCall)).toMatchObject(suppressedAs())
    expect(await callOf({ callId: theirs })).toMatchObject({ status: "PENDING" })
  })
})

describe.concurrent("an opt-out after the end of the call", () => {
  const settled = async (end = client.connected(), to?: { id: string; phoneNumber: string }) => {
    const openCall = await org.liveCall(campaign, { isOpen: false, ...(to && { to }) })
    await reportEnd(openCall, end)
    return openCall
  }
  const change = ({ callId }: OpenCall, fields: Readonly<Record<string, unknown>>) =>
    client.query((sql) => sql`update calls set ${sql.update(fields)} where id = ${callId}`)
  const none = { status: "COMPLETED", next_attempt_at: null }

  test.each<[string, (openCall: OpenCall) => Promise<unknown>]>([
    ["undetermined", async () => undefined],
    ["awaiting its tag", (openCall) => change(openCall, { awaits_tag_until: new Date(Date.now() + 60_000) })],
    ["tagged", (openCall) => change(openCall, { intent_source: "auto", journey_action: "MARK_COMPLETED" })],
    [
      "waiting for a retry",
      (openCall) => change(openCall, { status: "QUEUED", next_attempt_at: new Date(), priority: 1 })
    ],
    ["failed", (openCall) => change(openCall, { ...none, status: "FAILED", failure_reason: "Timeout" })],
    ["skipped", (openCall) => change(openCall, { ...none, status: "SKIPPED", failure_reason: "Campaign Cancelled" })],
    [
      "suppressed in its campaign",
      (openCall) =>
        change(openCall, { ...none, status: "SUPPRESSED", suppression: "CAMPAIGN", suppression_reason: "Negative" })
    ]
  ])("a late opt-out suppresses a call that is %s", async (_, make) => {
    const person = await org.contact()
    const openCall = await settled(client.connected(), person)
    await make(openCall)
    const waiting = await org.waiting(person, other)
    const before = (await eventsOf(openCall)).length
    await conversations.noteOptOut(openCall)
    expect(await callOf(openCall)).toMatchObject({ ...suppressedAs(), outcome: "CONNECTED", duration: 30 })
    expect(await callOf({ callId: waiting })).toMatchObject({
      status: "SUPPRESSED",
      suppressionReason: "Do Not Contact"
    })
    expect(await entriesOf(openCall)).toHaveLength(1)
    expect((await topics(openCall)).slice(before)).toEqual(["call-tagged.v1", "call-suppressed.v1"])
  })

  test("a late opt-out leaves a live next attempt alone, and no call follows it", async () => {
    const openCall = await settled({ outcome: "BUSY", durationSeconds: 0, answeredBy: null })
    const next = await client.begin(openCall, { isOpen: false })
    await conversations.noteOptOut(openCall)
    expect(await callOf(openCall)).toMatchObject({ status: "IN_PROGRESS", attempts: 2 })
    expect(await entriesOf(openCall)).toHaveLength(1)
    await reportEnd(next, client.connected())
    await conversations.end(openCall, { optedOut: true })
    expect(await callOf(openCall)).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED", label: null })
  })

  test("concurrent late opt-outs have the effect of one", async () => {
    const openCall = await settled()
    await Promise.all([
      conversations.noteOptOut(openCall),
      conversations.end(openCall, { optedOut: true }),
      conversations.noteOptOut(openCall)
    ])
    expect(await topics(openCall)).toEqual([
      ...["call-ended.v1", "call-tagged.v1"],
      ...["call-tagged.v1", "call-suppressed.v1"]
    ])
    expect(await entriesOf(openCall)).toHaveLength(1)
  })

  test("a late opt-out binds although the carrier has reported a machine", async () => {
    const openCall = await settled({ ...client.connected(), answeredBy: "machine" })
    expect(await callOf(openCall)).toMatchObject({ status: "QUEUED", outcome: "VOICEMAIL", label: "Not Reachable" })
    await conversations.noteOptOut(openCall)
    expect(await callOf(openCall)).toMatchObject({ ...suppressedAs(), outcome: "VOICEMAIL" })
    expect(await entriesOf(openCall)).toHaveLength(1)
  })

  test("a late opt-out of a deleted contact applies to the number", async () => {
    const person = await org.contact()
    const openCall = await settled(client.connected(), person)
    await client.query((sql) => sql`delete from contacts where id = ${person.id}`)
    await conversations.noteOptOut(openCall)
    expect(await callOf(openCall)).toMatchObject(suppressedAs())
    expect(await entriesOf(openCall)).toHaveLength(1)
  })

  test("a late opt-out does not apply again to a restored call; the next attempt has its own end", async () => {
    const openCall = await settled()
    await conversations.end(openCall, { heard: true, optedOut: true })
    const entry = await client.run(DoNotContact.use(({ find }) => find(org.id, openCall.phoneNumber)))
    await client.run(NumberSuppression.use(({ leave }) => leave(org.id, Option.getOrThrow(entry).id, "admin")))
    await client.run(CallMoves.use(({ restore }) => restore(org.id, campaign, openCall.callId, { actor: "admin" })))
    await conversations.noteOptOut(openCall)
    await conversations.end(openCall, { heard: true, optedOut: true })
    expect(await callOf(openCall)).toMatchObject({ status: "QUEUED", suppression: null })
    expect(await entriesOf(openCall)).toEqual([])
    const next = await client.begin(openCall)
    await conversations.end(next, { heard: true })
    await reportEnd(next, client.connected())
    expect(await callOf(openCall)).toMatchObject({ status: "COMPLETED", awaitsTag: true })
  })
})

// The embedded database has one session, so nothing waits for a lock.
test.skipIf(engine !== "postgres")("an opt-out that arrives while the call is settled is not lost", async () => {
  const openCall = await org.liveCall(campaign)
  const noted = await client.run(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { noted } = yield* sql.withTransaction(
        Effect.gen(function* () {
          // Settles the call, after reading the findings of the conversation.
          yield* sql`select 1 from calls c join attempts a on a.call_id = c.id where a.id = ${openCall.id} for no key update`
          const noted = conversations.noteOptOut(openCall)
          yield* Effect.promise(client.untilLockWait)
          yield* sql`update attempts set ended_at = now(), outcome = 'NO_ANSWER' where id = ${openCall.id}`
          yield* sql`update calls set status = 'QUEUED', next_attempt_at = now() where id = ${openCall.callId}`
          return { noted }
        })
      )
      return noted
    })
  )
  await noted
  expect(await callOf(openCall)).toMatchObject(suppressedAs())
  expect(await entriesOf(openCall)).toHaveLength(1)
})

test("a call in which a person was heard is not undone, whatever the carrier reports about its placing", async () => {
  const openCall = await org.liveCall(campaign)
  await client.query((sql) => sql`update attempts set call_sid = null where id = ${openCall.id}`)
  await conversations.noteOptOut(openCall)
  await client.run(Attempts.use(({ undo }) => undo(openCall.id, 0)))
  expect(await callOf(openCall)).toMatchObject({ status: "IN_PROGRESS", attempts: 1 })
  await lookUp(openCall, "NOT_PLACED")
  expect(await callOf(openCall)).toMatchObject({ ...suppressedAs(), outcome: "CONNECTED" })
})

describe("the end of a call and of its conversation", () => {
  const connected = (openCall: OpenCall) => ({ ...client.connected(), callSid: openCall.callSid })
  /** The carrier reports the end, and much happens before the conversation ends. */
  const settling = (
    openCall: OpenCall,
    meanwhile: (end: Fiber.Fiber<unknown>) => Effect.Effect<unknown, unknown, Transcripts>
  ) =>
    client.run(
      Effect.gen(function* () {
        const { settle } = yield* Settlement
        const end = yield* Effect.forkChild(settle(openCall.id, connected(openCall)))
        for (let step = 0; step < 50; step++) {
          yield* Effect.promise(() => client.query((sql) => sql`select pg_sleep(0.002)`))
        }
        expect(end.pollUnsafe()).toBeUndefined()
        yield* Effect.orDie(meanwhile(end))
      })
    )
  /** No time passes. */
  const settleAtOnce = (openCall: OpenCall) =>
    client.run(
      Settlement.use(({ settle }) => settle(openCall.id, connected(openCall))).pipe(Effect.provide(TestClock.layer()))
    )

  test("the end of a call waits for the end of its conversation, without holding locks", async () => {
    const openCall = await org.liveCall(campaign)
    await settling(openCall, (end) =>
      Effect.gen(function* () {
        yield* Effect.promise(() =>
          client.query(
            (sql) =>
              sql`select 1 from attempts a join calls c on c.id = a.call_id where a.id = ${openCall.id} for update nowait`
          )
        )
        const transcripts = yield* Transcripts
        yield* transcripts.end(openCall, { transcript: [], turns: [], heard: true, optedOut: true, failed: false })
        yield* Fiber.join(end)
      })
    )
    expect(await topics(openCall)).toEqual(["call-ended.v1", "call-tagged.v1", "call-suppressed.v1"])
  })

  test("a signal ends the wait, on whichever node the conversation was", async () => {
    const openCall = await org.liveCall(campaign)
    const settled = settleAtOnce(openCall)
    await conversations.end(openCall, { heard: true, optedOut: true })
    await settled
    expect(await topics(openCall)).toEqual(["call-ended.v1", "call-tagged.v1", "call-suppressed.v1"])
  })

  test("a stopping node ends the wait and leaves the call to a later look-up", async () => {
    const openCall = await org.liveCall(campaign)
    await settling(openCall, (end) => Fiber.interrupt(end))
    expect(await callOf(openCall)).toMatchObject({ status: "IN_PROGRESS" })
    await conversations.end(openCall)
    await lookUp(openCall, client.connected())
    expect(await callOf(openCall)).toMatchObject({ status: "COMPLETED" })
  })

  test("the end of a call does not wait without a conversation, or when its end is known", async () => {
    const [silent, over] = [await org.liveCall(campaign, { isOpen: false }), await org.liveCall(campaign)]
    await conversations.end(over, { heard: true })
    for (const openCall of [silent, over]) await settleAtOnce(openCall)
    expect(await callOf(silent)).toMatchObject({ status: "COMPLETED", awaitsTag: null })
    expect(await callOf(over)).toMatchObject({ status: "COMPLETED", awaitsTag: true })
  })
})

test("many concurrent opt-outs whose numbers are in each other's campaigns do not deadlock", async () => {
  const campaigns = await Promise.all(Array.from({ length: 4 }, () => org.campaign()))
  const people = await Promise.all(Array.from({ length: 16 }, () => org.contact()))
  const open: Array<OpenCall> = []
  for (const [index, to] of people.entries()) {
    for (const [place, id] of campaigns.entries()) {
      if (place === index % 4) open.push(await org.liveCall(id, { to }))
      else await org.waiting(to, id)
    }
  }
  // Half of the opt-outs are too late.
  await Promise.all(open.map((openCall, index) => conversations.end(openCall, { optedOut: index % 2 === 0 })))
  await Promise.all(open.map((openCall) => reportEnd(openCall, client.connected())))
  await Promise.all(open.map((openCall) => conversations.end(openCall, { optedOut: true })))
  for (const openCall of open) expect(await callOf(openCall)).toMatchObject(suppressedAs())
  const [left] = await client.query(
    (sql) => sql<{ waiting: number; suppressed: number }>`select sum(pending + queued)::int as waiting,
      sum(suppressed)::int as suppressed from campaign_figures where campaign_id in ${sql.in(campaigns)}`
  )
  expect(left).toEqual({ waiting: 0, suppressed: 64 })
})
