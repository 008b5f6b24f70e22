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
import { type OpenCall, startLiveCalls, suppressedAs } from "../../support/data/live-calls.ts"
import { makeRandom } from "../../support/random.ts"
import { engine } from "../../support/services/test-database.ts"

const client = startLiveCalls()
afterAll(client.stop)
const { attemptOf, callOf, entriesOf, eventsOf, lookUp, talks, tell } = client
const org = await client.organization()
const campaign = await org.campaign()
const other = await org.campaign()
const isFull = process.env.PROVE === "full"
const random = makeRandom(Number(process.env.TEST_SEED))

const topics = async (talk: OpenCall) => (await eventsOf(talk)).map(({ topic }) => topic)

// Events that may come in any order: the media socket closes, the stream stops, the carrier reports
// the end, the carrier is asked.
const steps = ["close", "stop", "callback", "look-up"] as const
type Step = (typeof steps)[number]
const said = ["nothing", "a word", "an opt-out"] as const
const answerers = ["human", "machine"] as const

interface Case {
  readonly order: ReadonlyArray<Step>
  readonly said: (typeof said)[number]
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
    said.flatMap((said) =>
      answerers.flatMap((answerer) =>
        [5, 30].flatMap((seconds) =>
          (said === "nothing" ? [false] : [true, false]).map((isNoted) => ({ order, said, answerer, seconds, isNoted }))
        )
      )
    )
  )

const begin = async ({ answerer, isNoted, said }: Case) => {
  const person = await org.contact()
  const talk = await org.talking(campaign, { to: person })
  const waiting = await org.waiting(person, other)
  await client.query((sql) => sql`update attempts set answered_by = ${answerer} where id = ${talk.id}`)
  if (isNoted && said === "a word") await talks.noteHeard(talk)
  if (isNoted && said === "an opt-out") await talks.noteOptOut(talk)
  return { talk, waiting }
}

const take = (talk: OpenCall, { said, seconds }: Case) => {
  const record = { heard: said !== "nothing", optedOut: said === "an opt-out" }
  return (step: Step) => {
    switch (step) {
      case "close":
      case "stop":
        return talks.end(talk, record)
      case "callback":
        return tell(talk, client.connected(seconds))
      case "look-up":
        return lookUp(talk, client.connected(seconds))
    }
  }
}

const check = async (
  { answerer, said, ...one }: Case,
  talk: OpenCall,
  waiting: string,
  isKnown: boolean | undefined
) => {
  const { outcome } = await attemptOf(talk)
  const call = await callOf(talk)
  expect(call.outcome).toBe(outcome)
  const happened = await topics(talk)
  expect(happened.filter((topic) => topic === "call-ended.v1")).toHaveLength(1)
  const isBinding = said === "an opt-out" && answerer === "human"
  // The opt-out applies in other campaigns too, at once.
  expect(await callOf({ callId: waiting })).toMatchObject({ status: isBinding ? "SUPPRESSED" : "PENDING" })
  expect(await entriesOf(talk)).toEqual(
    isBinding ? [{ reason: "Do Not Call", label: "Do Not Call", campaign: "Spring" }] : []
  )
  expect(happened.filter((topic) => topic === "call-suppressed.v1")).toHaveLength(isBinding ? 1 : 0)

  const isTalk = one.seconds >= 10
  const expected = (isHeard: boolean) => {
    if (answerer === "machine") return { outcome: "VOICEMAIL", status: "QUEUED", label: "Not Reachable", waits: true }
    if (isBinding) return { ...suppressedAs(), outcome: isTalk || isHeard ? "CONNECTED" : "NO_ANSWER" }
    if (isHeard) return { outcome: "CONNECTED", status: "COMPLETED", awaitsTag: true, undetermined: false, label: null }
    return isTalk
      ? { outcome: "CONNECTED", status: "COMPLETED", awaitsTag: null, undetermined: true, label: null }
      : { outcome: "NO_ANSWER", status: "QUEUED", label: "Not Reachable", waits: true }
  }
  const isWord = said !== "nothing"
  if (isKnown === undefined)
    expect([expected(true), expected(false)]).toContainEqual(expect.objectContaining({ outcome }))
  else expect(call).toMatchObject(expected(isWord && isKnown))
  if (isBinding) expect(call).toMatchObject(suppressedAs())
}

describe("the end of a call", () => {
  test("a call whose end is reported in any order has one outcome, decided by what was said", async () => {
    const orders = permutations(steps)
    await Promise.all(
      cases(isFull ? orders : shuffled(orders).slice(0, 4)).map(async (one) => {
        const { talk, waiting } = await begin(one)
        for (const step of one.order) await take(talk, one)(step)
        const isLate = one.order[0] === "callback" || one.order[0] === "look-up"
        try {
          await check(one, talk, waiting, one.isNoted || !isLate)
        } catch (error) {
          throw new Error(`${JSON.stringify(one)}: ${error}`)
        }
      })
    )
  })

  test("concurrent reports of the end have the same result", async () => {
    for (let round = 0; round < (isFull ? 24 : 3); round++) {
      await Promise.all(
        cases([shuffled(steps)]).map(async (one) => {
          const { talk, waiting } = await begin(one)
          await Promise.all(one.order.map(take(talk, one)))
          await check(one, talk, waiting, one.isNoted || undefined)
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
const endBy = async (talk: OpenCall, outcome: Outcome, by: string) => {
  const end = { outcome, durationSeconds: 0, answeredBy: null }
  if (by === "callback") await tell(talk, end)
  if (by === "look-up") await lookUp(talk, end)
  if (by === "not placed") await lookUp(talk, "NOT_PLACED")
  if (by === "no word") await lookUp(talk, undefined, 0)
}

const lost: ReadonlyArray<[Outcome, string]> = [
  ["CARRIER_ERROR", "callback"],
  ["CARRIER_ERROR", "look-up"],
  ["DISPATCH_UNKNOWN", "not placed"],
  ["TIMEOUT", "no word"]
]

// As after kill -9: the conversation has no end.
describe.concurrent("a call whose end is lost", () => {
  /** The person speaks this long after they picked up. */
  const hear = async (talk: OpenCall, seconds: number, told: "answered_at" | "stream_opened_at" = "answered_at") => {
    await talks.noteHeard(talk)
    await client.query(
      (sql) => sql`update attempts a set ${sql(told)} = noted_at - ${seconds} * interval '1 second'
        from talks t where t.attempt_id = a.id and a.id = ${talk.id}`
    )
  }

  test.each(lost)("a call ended by %s of a %s was a conversation when the person was heard", async (told, by) => {
    const talk = await org.talking(campaign)
    await hear(talk, 42.9)
    await endBy(talk, told, by)
    expect(await callOf(talk)).toMatchObject({
      ...{ status: "COMPLETED", outcome: "CONNECTED", connected: true, waits: false, awaitsTag: true },
      ...{ failureReason: null, label: null, duration: 42 }
    })
    expect(await attemptOf(talk)).toEqual({ outcome: "CONNECTED", seconds: 42 })
    expect(await eventsOf(talk)).toMatchObject([
      { topic: "call-ended.v1", status: "COMPLETED", outcome: "CONNECTED", durationSeconds: 42, failureReason: null }
    ])
  })

  test.each(lost)("a call ended by %s of a %s is retried when no person, or a machine, was heard", async (told, by) => {
    const [silent, machine] = [await org.talking(campaign), await org.talking(campaign)]
    await hear(machine, 42)
    await client.query((sql) => sql`update attempts set answered_by = 'machine' where id = ${machine.id}`)
    for (const talk of [silent, machine]) {
      await endBy(talk, told, by)
      expect(await callOf(talk)).toMatchObject({ status: "QUEUED", outcome: told, connected: false, duration: 0 })
    }
  })

  test("a call whose end is lost lasted until the last stored event", async () => {
    const talk = await org.talking(campaign)
    await hear(talk, 10)
    await client.query(
      (sql) => sql`with a as (update attempts set answered_at = answered_at - interval '1 hour' where id = ${talk.id})
        update talks set noted_at = noted_at - interval '1 hour' where attempt_id = ${talk.id}`
    )
    await talks.noteHeard(talk)
    await talks.noteOptOut(talk)
    await endBy(talk, "DISPATCH_UNKNOWN", "not placed")
    const call = await callOf(talk)
    expect(call).toMatchObject(suppressedAs())
    expect(call.duration).toBeGreaterThanOrEqual(3_610)
  })

  test("a call lasted at least a second, and from its first audio when the answer was not reported", async () => {
    const [brief, untold] = [await org.talking(campaign), await org.talking(campaign)]
    await hear(brief, 0.9, "stream_opened_at")
    await hear(untold, 30.9, "stream_opened_at")
    for (const talk of [brief, untold]) await endBy(talk, "DISPATCH_UNKNOWN", "not placed")
    expect(await callOf(brief)).toMatchObject({ outcome: "CONNECTED", duration: 1 })
    expect(await callOf(untold)).toMatchObject({ outcome: "CONNECTED", duration: 30 })
  })
})

describe.concurrent("a conversation in which the service failed", () => {
  const failedTalk = async (heard: boolean) => {
    const talk = await org.talking(campaign)
    if (heard) await talks.noteHeard(talk)
    await talks.end(talk, { heard, failed: true })
    return talk
  }

  test.each([
    [2, false],
    [2, true],
    [70, true],
    [70, false]
  ])("a failed conversation of %i seconds, heard %s, is retried like a carrier failure", async (seconds, heard) => {
    const talk = await failedTalk(heard)
    await tell(talk, client.connected(seconds))
    expect(await callOf(talk)).toMatchObject({
      ...{ status: "QUEUED", outcome: "CARRIER_ERROR", connected: false, duration: 0, waits: true },
      ...{ label: null, source: null, awaitsTag: null }
    })
    expect((await eventsOf(talk)).map(({ outcome, topic }) => [topic, outcome])).toEqual([
      ["call-ended.v1", "CARRIER_ERROR"]
    ])
  })

  test("an opt-out in a failed conversation is honored", async () => {
    const talk = await failedTalk(true)
    await talks.noteOptOut(talk)
    await tell(talk, client.connected(2))
    expect(await callOf(talk)).toMatchObject({ ...suppressedAs(), outcome: "CONNECTED", duration: 2 })
  })

  test("a failed conversation with a machine has the outcome of a machine", async () => {
    const talk = await failedTalk(true)
    await tell(talk, { ...client.connected(70), answeredBy: "machine" })
    expect(await callOf(talk)).toMatchObject({ status: "QUEUED", outcome: "VOICEMAIL", label: "Not Reachable" })
  })

  test("a failed conversation counts for the failure breaker", async () => {
    const id = await org.campaign()
    await client.query(
      (sql) => sql`insert into campaign_pace (organization_id, campaign_id, resumed_at)
      values (${org.id}, ${id}, clock_timestamp())`
    )
    for (let call = 0; call < 20; call++) {
      const talk = await org.talking(id)
      await talks.end(talk, { failed: true })
      await tell(talk, client.connected(2))
    }
    const [{ status } = { status: "" }] = await client.query(
      (sql) => sql<{ status: string }>`select status from campaigns where id = ${id}`
    )
    expect(status).toBe("PAUSED")
  })
})

describe.concurrent("an opt-out", () => {
  test("an opt-out lists the number in the transaction that ends the call, and is published", async () => {
    const talk = await org.talking(campaign)
    await talks.noteHeard(talk)
    await talks.noteOptOut(talk)
    // Nothing is decided while the conversation continues.
    expect(await callOf(talk)).toMatchObject({ status: "IN_PROGRESS" })
    expect(await entriesOf(talk)).toEqual([])
    await talks.end(talk, { heard: true, optedOut: true })
    await tell(talk, client.connected(61))
    expect(await callOf(talk)).toEqual({
      ...suppressedAs(),
      ...{ attempts: 1, outcome: "CONNECTED", connected: true, duration: 61 },
      ...{ next: null, callbackAt: null, isAdjusted: false, flagged: false, inReview: false }
    })
    const [ended, tagged, suppressed, ...more] = await eventsOf(talk)
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
        where d.phone_number = ${talk.phoneNumber}`
    )
    expect(log).toEqual({ actor: "opt-out", action: "dnc.add" })
  })

  test.each<[Outcome, string, Outcome]>([
    ["NO_ANSWER", "callback", "NO_ANSWER"],
    ["BUSY", "callback", "BUSY"],
    ["CARRIER_ERROR", "callback", "CONNECTED"],
    ["CARRIER_ERROR", "look-up", "CONNECTED"],
    ["DISPATCH_UNKNOWN", "not placed", "CONNECTED"],
    ["TIMEOUT", "no word", "CONNECTED"]
  ])(
    "an opt-out suppresses a call that ends as %s by %s, even when its conversation never ended",
    async (told, by, outcome) => {
      // As after kill -9: only what was stored during the conversation exists.
      const talk = await org.talking(campaign)
      await talks.noteOptOut(talk)
      await endBy(talk, told, by)
      expect(await callOf(talk)).toMatchObject({ ...suppressedAs(), outcome })
      expect(await entriesOf(talk)).toHaveLength(1)
      // Later reports of the carrier change nothing.
      await tell(talk, client.connected(70))
      await lookUp(talk, client.connected(70))
      expect(await callOf(talk)).toMatchObject({ ...suppressedAs(), outcome })
      expect((await topics(talk)).filter((topic) => topic === "call-ended.v1")).toHaveLength(1)
    }
  )

  test.each(["PAUSED", "CANCELLED", "COMPLETED"] as const)(
    "an opt-out applies in a campaign that is %s",
    async (status) => {
      const id = await org.campaign(status)
      const [early, late] = [await org.talking(id), await org.talking(id)]
      await talks.noteOptOut(early)
      await talks.end(early)
      for (const talk of [early, late]) await tell(talk, client.connected(3))
      await talks.end(late, { optedOut: true })
      for (const talk of [early, late]) expect(await callOf(talk)).toMatchObject(suppressedAs())
    }
  )

  test("an opt-out gets the system label under its current name, and no other label of that name", async () => {
    const renamed = await org.campaign()
    await changeLabel(renamed, { name: "Bitte nicht", folded_name: "bitte nicht", retry_behavior: "RETRYABLE" })
    await client.label(org.id, renamed, { name: "Do Not Call", folded_name: "do not call" })
    const talk = await org.talking(renamed)
    await talks.end(talk, { heard: true, optedOut: true })
    await tell(talk, client.connected())
    expect(await callOf(talk)).toMatchObject(suppressedAs("Bitte nicht"))
    expect(await entriesOf(talk)).toEqual([{ reason: "Bitte nicht", label: "Bitte nicht", campaign: "Spring" }])
  })

  test("an opt-out without the system label is undetermined, and suppressed all the same", async () => {
    const without = await org.campaign()
    await client.query((sql) => sql`delete from intent_labels where campaign_id = ${without} and seed = 'Do Not Call'`)
    await client.label(org.id, without, { name: "Do Not Call", folded_name: "do not call" })
    const [early, late] = [await org.talking(without), await org.talking(without, { isOpen: false })]
    await talks.end(early, { heard: true, optedOut: true })
    for (const talk of [early, late]) await tell(talk, client.connected())
    await talks.end(late, { heard: true, optedOut: true })
    for (const talk of [early, late]) {
      expect(await callOf(talk)).toMatchObject(suppressedAs(null))
      expect(await entriesOf(talk)).toEqual([{ reason: "Do Not Contact", label: "", campaign: "Spring" }])
      const events = await eventsOf(talk)
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
    const talk = await org.talking(campaign, { to: person })
    const { phoneNumber } = person
    await client.run(
      NumberSuppression.use(({ enter }) => enter(org.id, { phoneNumber, reason: "By letter", actor: "admin" }))
    )
    await talks.end(talk, { heard: true, optedOut: true })
    await tell(talk, client.connected())
    expect(await callOf(talk)).toMatchObject(suppressedAs())
    expect(await entriesOf(talk)).toEqual([{ reason: "By letter", label: "", campaign: "" }])
  })

  test("a person may opt out in every call, and twice in one call", async () => {
    const person = await org.contact()
    const elsewhere = await org.campaign()
    const talk = await org.talking(campaign, { to: person })
    await Promise.all([talks.noteOptOut(talk), talks.noteOptOut(talk), talks.noteHeard(talk)])
    await tell(talk, client.connected())
    await Promise.all([
      talks.noteOptOut(talk),
      talks.end(talk, { optedOut: true }),
      talks.end(talk, { optedOut: true })
    ])
    const again = await org.talking(elsewhere, { to: person })
    await talks.end(again, { optedOut: true })
    await tell(again, client.connected())
    for (const call of [talk, again]) {
      expect(await callOf(call)).toMatchObject(suppressedAs())
      expect(await topics(call)).toEqual(["call-ended.v1", "call-tagged.v1", "call-suppressed.v1"])
    }
    expect(await entriesOf(talk)).toHaveLength(1)
  })

  test("an opt-out does not affect the same number in another organization", async () => {
    const stranger = await client.organization()
    const talk = await org.talking(campaign)
    const theirs = await stranger.waiting(await stranger.contact(talk.phoneNumber), await stranger.campaign())
    await talks.noteOptOut({ ...talk, organizationId: stranger.id })
    await talks.noteHeard({ ...talk, organizationId: stranger.id })
    await talks.end({ ...talk, organizationId: stranger.id }, { optedOut: true, heard: true })
    await tell(talk, client.connected())
    await talks.noteOptOut({ ...talk, organizationId: stranger.id })
    expect(await callOf(talk)).toMatchObject({ status: "COMPLETED", awaitsTag: null })
    expect(await entriesOf({ ...talk, organizationId: stranger.id })).toEqual([])
    await talks.noteOptOut(talk)
    expect(await callOf(talk)).toMatchObject(suppressedAs())
    expect(await callOf({ callId: theirs })).toMatchObject({ status: "PENDING" })
  })
})

describe.concurrent("an opt-out after the end of the call", () => {
  const settled = async (end = client.connected(), to?: { id: string; phoneNumber: string }) => {
    const talk = await org.talking(campaign, { isOpen: false, ...(to && { to }) })
    await tell(talk, end)
    return talk
  }
  const change = ({ callId }: OpenCall, fields: Readonly<Record<string, unknown>>) =>
    client.query((sql) => sql`update calls set ${sql.update(fields)} where id = ${callId}`)
  const none = { status: "COMPLETED", next_attempt_at: null }

  test.each<[string, (talk: OpenCall) => Promise<unknown>]>([
    ["undetermined", async () => undefined],
    ["awaiting its tag", (talk) => change(talk, { awaits_tag_until: new Date(Date.now() + 60_000) })],
    ["tagged", (talk) => change(talk, { intent_source: "auto", journey_action: "MARK_COMPLETED" })],
    ["waiting for a retry", (talk) => change(talk, { status: "QUEUED", next_attempt_at: new Date(), priority: 1 })],
    ["failed", (talk) => change(talk, { ...none, status: "FAILED", failure_reason: "Timeout" })],
    ["skipped", (talk) => change(talk, { ...none, status: "SKIPPED", failure_reason: "Campaign Cancelled" })],
    [
      "suppressed in its campaign",
      (talk) => change(talk, { ...none, status: "SUPPRESSED", suppression: "CAMPAIGN", suppression_reason: "Negative" })
    ]
  ])("a late opt-out suppresses a call that is %s", async (_, make) => {
    const person = await org.contact()
    const talk = await settled(client.connected(), person)
    await make(talk)
    const waiting = await org.waiting(person, other)
    const before = (await eventsOf(talk)).length
    await talks.noteOptOut(talk)
    expect(await callOf(talk)).toMatchObject({ ...suppressedAs(), outcome: "CONNECTED", duration: 30 })
    expect(await callOf({ callId: waiting })).toMatchObject({
      status: "SUPPRESSED",
      suppressionReason: "Do Not Contact"
    })
    expect(await entriesOf(talk)).toHaveLength(1)
    expect((await topics(talk)).slice(before)).toEqual(["call-tagged.v1", "call-suppressed.v1"])
  })

  test("a late opt-out leaves a live next attempt alone, and no call follows it", async () => {
    const talk = await settled({ outcome: "BUSY", durationSeconds: 0, answeredBy: null })
    const next = await client.begin(talk, { isOpen: false })
    await talks.noteOptOut(talk)
    expect(await callOf(talk)).toMatchObject({ status: "IN_PROGRESS", attempts: 2 })
    expect(await entriesOf(talk)).toHaveLength(1)
    await tell(next, client.connected())
    await talks.end(talk, { optedOut: true })
    expect(await callOf(talk)).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED", label: null })
  })

  test("concurrent late opt-outs have the effect of one", async () => {
    const talk = await settled()
    await Promise.all([talks.noteOptOut(talk), talks.end(talk, { optedOut: true }), talks.noteOptOut(talk)])
    expect(await topics(talk)).toEqual([
      ...["call-ended.v1", "call-tagged.v1"],
      ...["call-tagged.v1", "call-suppressed.v1"]
    ])
    expect(await entriesOf(talk)).toHaveLength(1)
  })

  test("a late opt-out of a machine changes nothing", async () => {
    const talk = await settled({ ...client.connected(), answeredBy: "machine" })
    await talks.noteOptOut(talk)
    expect(await callOf(talk)).toMatchObject({ status: "QUEUED", outcome: "VOICEMAIL", label: "Not Reachable" })
    expect(await entriesOf(talk)).toEqual([])
  })

  test("a late opt-out of a deleted contact applies to the number", async () => {
    const person = await org.contact()
    const talk = await settled(client.connected(), person)
    await client.query((sql) => sql`delete from contacts where id = ${person.id}`)
    await talks.noteOptOut(talk)
    expect(await callOf(talk)).toMatchObject(suppressedAs())
    expect(await entriesOf(talk)).toHaveLength(1)
  })

  test("a late opt-out does not apply again to a restored call; the next attempt has its own end", async () => {
    const talk = await settled()
    await talks.end(talk, { heard: true, optedOut: true })
    const entry = await client.run(DoNotContact.use(({ find }) => find(org.id, talk.phoneNumber)))
    await client.run(NumberSuppression.use(({ leave }) => leave(org.id, Option.getOrThrow(entry).id, "admin")))
    await client.run(CallMoves.use(({ restore }) => restore(org.id, campaign, talk.callId, { actor: "admin" })))
    await talks.noteOptOut(talk)
    await talks.end(talk, { heard: true, optedOut: true })
    expect(await callOf(talk)).toMatchObject({ status: "QUEUED", suppression: null })
    expect(await entriesOf(talk)).toEqual([])
    const next = await client.begin(talk)
    await talks.end(next, { heard: true })
    await tell(next, client.connected())
    expect(await callOf(talk)).toMatchObject({ status: "COMPLETED", awaitsTag: true })
  })
})

// The embedded database has one session, so nothing waits for a lock.
test.skipIf(engine !== "postgres")("an opt-out that arrives while the call is settled is not lost", async () => {
  const talk = await org.talking(campaign)
  const noted = await client.run(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { noted } = yield* sql.withTransaction(
        Effect.gen(function* () {
          // Settles the call, after reading the findings of the conversation.
          yield* sql`select 1 from calls c join attempts a on a.call_id = c.id where a.id = ${talk.id} for no key update`
          const noted = talks.noteOptOut(talk)
          yield* Effect.promise(client.somebodyWaits)
          yield* sql`update attempts set ended_at = now(), outcome = 'NO_ANSWER' where id = ${talk.id}`
          yield* sql`update calls set status = 'QUEUED', next_attempt_at = now() where id = ${talk.callId}`
          return { noted }
        })
      )
      return noted
    })
  )
  await noted
  expect(await callOf(talk)).toMatchObject(suppressedAs())
  expect(await entriesOf(talk)).toHaveLength(1)
})

test("a call in which a person was heard is not undone, whatever the carrier reports about its placing", async () => {
  const talk = await org.talking(campaign)
  await client.query((sql) => sql`update attempts set call_sid = null where id = ${talk.id}`)
  await talks.noteOptOut(talk)
  await client.run(Attempts.use(({ undo }) => undo(talk.id, 0)))
  expect(await callOf(talk)).toMatchObject({ status: "IN_PROGRESS", attempts: 1 })
  await lookUp(talk, "NOT_PLACED")
  expect(await callOf(talk)).toMatchObject({ ...suppressedAs(), outcome: "CONNECTED" })
})

describe("the end of a call and of its conversation", () => {
  const connected = (talk: OpenCall) => ({ ...client.connected(), callSid: talk.callSid })
  /** The carrier reports the end, and much happens before the conversation ends. */
  const settling = (
    talk: OpenCall,
    meanwhile: (end: Fiber.Fiber<unknown>) => Effect.Effect<unknown, unknown, Transcripts>
  ) =>
    client.run(
      Effect.gen(function* () {
        const { settle } = yield* Settlement
        const end = yield* Effect.forkChild(settle(talk.id, connected(talk)))
        for (let step = 0; step < 50; step++) {
          yield* Effect.promise(() => client.query((sql) => sql`select pg_sleep(0.002)`))
        }
        expect(end.pollUnsafe()).toBeUndefined()
        yield* Effect.orDie(meanwhile(end))
      })
    )
  /** No time passes. */
  const settleAtOnce = (talk: OpenCall) =>
    client.run(Settlement.use(({ settle }) => settle(talk.id, connected(talk))).pipe(Effect.provide(TestClock.layer())))

  test("the end of a call waits for the end of its conversation, without holding locks", async () => {
    const talk = await org.talking(campaign)
    await settling(talk, (end) =>
      Effect.gen(function* () {
        yield* Effect.promise(() =>
          client.query(
            (sql) =>
              sql`select 1 from attempts a join calls c on c.id = a.call_id where a.id = ${talk.id} for update nowait`
          )
        )
        const talks = yield* Transcripts
        yield* talks.end(talk, { transcript: [], turns: [], heard: true, optedOut: true, failed: false })
        yield* Fiber.join(end)
      })
    )
    expect(await topics(talk)).toEqual(["call-ended.v1", "call-tagged.v1", "call-suppressed.v1"])
  })

  test("a signal ends the wait, on whichever node the conversation was", async () => {
    const talk = await org.talking(campaign)
    const settled = settleAtOnce(talk)
    await talks.end(talk, { heard: true, optedOut: true })
    await settled
    expect(await topics(talk)).toEqual(["call-ended.v1", "call-tagged.v1", "call-suppressed.v1"])
  })

  test("a stopping node ends the wait and leaves the call to a later look-up", async () => {
    const talk = await org.talking(campaign)
    await settling(talk, (end) => Fiber.interrupt(end))
    expect(await callOf(talk)).toMatchObject({ status: "IN_PROGRESS" })
    await talks.end(talk)
    await lookUp(talk, client.connected())
    expect(await callOf(talk)).toMatchObject({ status: "COMPLETED" })
  })

  test("the end of a call does not wait without a conversation, or when its end is known", async () => {
    const [silent, over] = [await org.talking(campaign, { isOpen: false }), await org.talking(campaign)]
    await talks.end(over, { heard: true })
    for (const talk of [silent, over]) await settleAtOnce(talk)
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
      if (place === index % 4) open.push(await org.talking(id, { to }))
      else await org.waiting(to, id)
    }
  }
  // Half of the opt-outs are too late.
  await Promise.all(open.map((talk, index) => talks.end(talk, { optedOut: index % 2 === 0 })))
  await Promise.all(open.map((talk) => tell(talk, client.connected())))
  await Promise.all(open.map((talk) => talks.end(talk, { optedOut: true })))
  for (const talk of open) expect(await callOf(talk)).toMatchObject(suppressedAs())
  const [left] = await client.query(
    (sql) => sql<{ waiting: number; suppressed: number }>`select sum(pending + queued)::int as waiting,
      sum(suppressed)::int as suppressed from campaign_figures where campaign_id in ${sql.in(campaigns)}`
  )
  expect(left).toEqual({ waiting: 0, suppressed: 64 })
})
