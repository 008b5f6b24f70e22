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
import { startLiveCalls, suppressedAs, type OpenCall } from "../../support/data/live-calls.ts"
import { makeRandom } from "../../support/random.ts"
import { engine } from "../../support/services/test-database.ts"

const its = startLiveCalls()
afterAll(its.stop)
const { attemptOf, callOf, entriesOf, eventsOf, lookUp, talks, tell } = its
const org = await its.organization()
const campaign = await org.campaign()
const other = await org.campaign()
const isFull = process.env.PROVE === "full"
const random = makeRandom(Number(process.env.TEST_SEED))

const topics = async (talk: OpenCall) => (await eventsOf(talk)).map(({ topic }) => topic)

// What may come in any order: the media socket closes, it says stop, the carrier tells of the end, the carrier is asked.
const steps = ["close", "stop", "callback", "look-up"] as const
type Step = (typeof steps)[number]
const said = ["nothing", "a word", "an opt-out"] as const
const answerers = ["human", "machine"] as const

interface Case {
  readonly order: ReadonlyArray<Step>
  readonly said: (typeof said)[number]
  readonly answerer: (typeof answerers)[number]
  readonly seconds: number
  /** Kept while they talked, or told with the end of the talk alone. */
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
  await its.query((sql) => sql`update attempts set answered_by = ${answerer} where id = ${talk.id}`)
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
        return tell(talk, its.connected(seconds))
      case "look-up":
        return lookUp(talk, its.connected(seconds))
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
  // In other campaigns too, at once.
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

describe("however a call ends", () => {
  test("in whatever order its ends come, it has one outcome, and what was said decides", async () => {
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

  test("all at once: the same", async () => {
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

/** Past the service: what the label of a campaign is. */
const changeLabel = (campaignId: string, fields: Readonly<Record<string, unknown>>) =>
  its.query(
    (sql) =>
      sql`update intent_labels set ${sql.update(fields)} where campaign_id = ${campaignId} and seed = 'Do Not Call'`
  )

/** However one comes to know it. */
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

// As after kill -9: the talk has no end.
describe.concurrent("a call whose end is lost", () => {
  /** The person is heard, so long after they picked up. */
  const hear = async (talk: OpenCall, seconds: number, told: "answered_at" | "stream_opened_at" = "answered_at") => {
    await talks.noteHeard(talk)
    await its.query(
      (sql) => sql`update attempts a set ${sql(told)} = noted_at - ${seconds} * interval '1 second'
        from talks t where t.attempt_id = a.id and a.id = ${talk.id}`
    )
  }

  test.each(lost)("by %s of a %s was a talk, if the person was heard", async (told, by) => {
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

  test.each(lost)("by %s of a %s is tried again, if nobody was, or a machine", async (told, by) => {
    const [silent, machine] = [await org.talking(campaign), await org.talking(campaign)]
    await hear(machine, 42)
    await its.query((sql) => sql`update attempts set answered_by = 'machine' where id = ${machine.id}`)
    for (const talk of [silent, machine]) {
      await endBy(talk, told, by)
      expect(await callOf(talk)).toMatchObject({ status: "QUEUED", outcome: told, connected: false, duration: 0 })
    }
  })

  test("lasted until what was noted last", async () => {
    const talk = await org.talking(campaign)
    await hear(talk, 10)
    await its.query(
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

  test("lasted a second at least, and from its sound on where nobody has told of the answer", async () => {
    const [brief, untold] = [await org.talking(campaign), await org.talking(campaign)]
    await hear(brief, 0.9, "stream_opened_at")
    await hear(untold, 30.9, "stream_opened_at")
    for (const talk of [brief, untold]) await endBy(talk, "DISPATCH_UNKNOWN", "not placed")
    expect(await callOf(brief)).toMatchObject({ outcome: "CONNECTED", duration: 1 })
    expect(await callOf(untold)).toMatchObject({ outcome: "CONNECTED", duration: 30 })
  })
})

describe.concurrent("a talk that we failed in", () => {
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
  ])("for %i seconds, heard %s, is tried again as a failure of the carrier is", async (seconds, heard) => {
    const talk = await failedTalk(heard)
    await tell(talk, its.connected(seconds))
    expect(await callOf(talk)).toMatchObject({
      ...{ status: "QUEUED", outcome: "CARRIER_ERROR", connected: false, duration: 0, waits: true },
      ...{ label: null, source: null, awaitsTag: null }
    })
    expect((await eventsOf(talk)).map(({ outcome, topic }) => [topic, outcome])).toEqual([
      ["call-ended.v1", "CARRIER_ERROR"]
    ])
  })

  test("is bound by an opt-out all the same", async () => {
    const talk = await failedTalk(true)
    await talks.noteOptOut(talk)
    await tell(talk, its.connected(2))
    expect(await callOf(talk)).toMatchObject({ ...suppressedAs(), outcome: "CONNECTED", duration: 2 })
  })

  test("is a machine's, if one answered", async () => {
    const talk = await failedTalk(true)
    await tell(talk, { ...its.connected(70), answeredBy: "machine" })
    expect(await callOf(talk)).toMatchObject({ status: "QUEUED", outcome: "VOICEMAIL", label: "Not Reachable" })
  })

  test("counts for the breaker", async () => {
    const id = await org.campaign()
    await its.query(
      (sql) => sql`insert into campaign_pace (organization_id, campaign_id, resumed_at)
      values (${org.id}, ${id}, clock_timestamp())`
    )
    for (let call = 0; call < 20; call++) {
      const talk = await org.talking(id)
      await talks.end(talk, { failed: true })
      await tell(talk, its.connected(2))
    }
    const [{ status } = { status: "" }] = await its.query(
      (sql) => sql<{ status: string }>`select status from campaigns where id = ${id}`
    )
    expect(status).toBe("PAUSED")
  })
})

describe.concurrent("who does not want to be called again", () => {
  test("is on Do Not Contact from the transaction on that ends the call, and all are told", async () => {
    const talk = await org.talking(campaign)
    await talks.noteHeard(talk)
    await talks.noteOptOut(talk)
    // While they still talk nothing is decided.
    expect(await callOf(talk)).toMatchObject({ status: "IN_PROGRESS" })
    expect(await entriesOf(talk)).toEqual([])
    await talks.end(talk, { heard: true, optedOut: true })
    await tell(talk, its.connected(61))
    expect(await callOf(talk)).toEqual({
      ...suppressedAs(),
      ...{ attempts: 1, outcome: "CONNECTED", connected: true, duration: 61 },
      ...{ next: null, callbackAt: null, isAdjusted: false, flagged: false, inReview: false }
    })
    const [ended, tagged, suppressed, ...more] = await eventsOf(talk)
    const label = await its.query(
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
    const [log] = await its.query(
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
  ])("is suppressed when the call ends as %s by %s, though their talk never did", async (told, by, outcome) => {
    // As after kill -9: what was kept while they talked is all that there is.
    const talk = await org.talking(campaign)
    await talks.noteOptOut(talk)
    await endBy(talk, told, by)
    expect(await callOf(talk)).toMatchObject({ ...suppressedAs(), outcome })
    expect(await entriesOf(talk)).toHaveLength(1)
    // What the carrier says later changes nothing.
    await tell(talk, its.connected(70))
    await lookUp(talk, its.connected(70))
    expect(await callOf(talk)).toMatchObject({ ...suppressedAs(), outcome })
    expect((await topics(talk)).filter((topic) => topic === "call-ended.v1")).toHaveLength(1)
  })

  test.each(["PAUSED", "CANCELLED", "COMPLETED"] as const)("is so in a campaign that is %s", async (status) => {
    const id = await org.campaign(status)
    const [early, late] = [await org.talking(id), await org.talking(id)]
    await talks.noteOptOut(early)
    await talks.end(early)
    for (const talk of [early, late]) await tell(talk, its.connected(3))
    await talks.end(late, { optedOut: true })
    for (const talk of [early, late]) expect(await callOf(talk)).toMatchObject(suppressedAs())
  })

  test("has the label, whatever it is called now, and no other of that name", async () => {
    const renamed = await org.campaign()
    await changeLabel(renamed, { name: "Bitte nicht", folded_name: "bitte nicht", retry_behavior: "RETRYABLE" })
    await its.label(org.id, renamed, { name: "Do Not Call", folded_name: "do not call" })
    const talk = await org.talking(renamed)
    await talks.end(talk, { heard: true, optedOut: true })
    await tell(talk, its.connected())
    expect(await callOf(talk)).toMatchObject(suppressedAs("Bitte nicht"))
    expect(await entriesOf(talk)).toEqual([{ reason: "Bitte nicht", label: "Bitte nicht", campaign: "Spring" }])
  })

  test("has none where it was deleted: undetermined, and suppressed all the same", async () => {
    const without = await org.campaign()
    await its.query((sql) => sql`delete from intent_labels where campaign_id = ${without} and seed = 'Do Not Call'`)
    await its.label(org.id, without, { name: "Do Not Call", folded_name: "do not call" })
    const [early, late] = [await org.talking(without), await org.talking(without, { isOpen: false })]
    await talks.end(early, { heard: true, optedOut: true })
    for (const talk of [early, late]) await tell(talk, its.connected())
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

  test("keeps the entry that there was", async () => {
    const person = await org.contact()
    const talk = await org.talking(campaign, { to: person })
    const { phoneNumber } = person
    await its.run(
      NumberSuppression.use(({ enter }) => enter(org.id, { phoneNumber, reason: "By letter", actor: "admin" }))
    )
    await talks.end(talk, { heard: true, optedOut: true })
    await tell(talk, its.connected())
    expect(await callOf(talk)).toMatchObject(suppressedAs())
    expect(await entriesOf(talk)).toEqual([{ reason: "By letter", label: "", campaign: "" }])
  })

  test("may say it in every call, and twice in one", async () => {
    const person = await org.contact()
    const elsewhere = await org.campaign()
    const talk = await org.talking(campaign, { to: person })
    await Promise.all([talks.noteOptOut(talk), talks.noteOptOut(talk), talks.noteHeard(talk)])
    await tell(talk, its.connected())
    await Promise.all([
      talks.noteOptOut(talk),
      talks.end(talk, { optedOut: true }),
      talks.end(talk, { optedOut: true })
    ])
    const again = await org.talking(elsewhere, { to: person })
    await talks.end(again, { optedOut: true })
    await tell(again, its.connected())
    for (const call of [talk, again]) {
      expect(await callOf(call)).toMatchObject(suppressedAs())
      expect(await topics(call)).toEqual(["call-ended.v1", "call-tagged.v1", "call-suppressed.v1"])
    }
    expect(await entriesOf(talk)).toHaveLength(1)
  })

  test("is another's business, where the number is another organization's", async () => {
    const stranger = await its.organization()
    const talk = await org.talking(campaign)
    const theirs = await stranger.waiting(await stranger.contact(talk.phoneNumber), await stranger.campaign())
    await talks.noteOptOut({ ...talk, organizationId: stranger.id })
    await talks.noteHeard({ ...talk, organizationId: stranger.id })
    await talks.end({ ...talk, organizationId: stranger.id }, { optedOut: true, heard: true })
    await tell(talk, its.connected())
    await talks.noteOptOut({ ...talk, organizationId: stranger.id })
    expect(await callOf(talk)).toMatchObject({ status: "COMPLETED", awaitsTag: null })
    expect(await entriesOf({ ...talk, organizationId: stranger.id })).toEqual([])
    await talks.noteOptOut(talk)
    expect(await callOf(talk)).toMatchObject(suppressedAs())
    expect(await callOf({ callId: theirs })).toMatchObject({ status: "PENDING" })
  })
})

describe.concurrent("an opt-out that comes after the end", () => {
  const settled = async (end = its.connected(), to?: { id: string; phoneNumber: string }) => {
    const talk = await org.talking(campaign, { isOpen: false, ...(to && { to }) })
    await tell(talk, end)
    return talk
  }
  const change = ({ callId }: OpenCall, fields: Readonly<Record<string, unknown>>) =>
    its.query((sql) => sql`update calls set ${sql.update(fields)} where id = ${callId}`)
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
  ])("suppresses a call that is %s", async (_, make) => {
    const person = await org.contact()
    const talk = await settled(its.connected(), person)
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

  test("leaves to the next attempt what that comes to, and nobody is called after it", async () => {
    const talk = await settled({ outcome: "BUSY", durationSeconds: 0, answeredBy: null })
    const next = await its.begin(talk, { isOpen: false })
    await talks.noteOptOut(talk)
    expect(await callOf(talk)).toMatchObject({ status: "IN_PROGRESS", attempts: 2 })
    expect(await entriesOf(talk)).toHaveLength(1)
    await tell(next, its.connected())
    await talks.end(talk, { optedOut: true })
    expect(await callOf(talk)).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED", label: null })
  })

  test("several times at once is one", async () => {
    const talk = await settled()
    await Promise.all([talks.noteOptOut(talk), talks.end(talk, { optedOut: true }), talks.noteOptOut(talk)])
    expect(await topics(talk)).toEqual([
      ...["call-ended.v1", "call-tagged.v1"],
      ...["call-tagged.v1", "call-suppressed.v1"]
    ])
    expect(await entriesOf(talk)).toHaveLength(1)
  })

  test("of a machine changes nothing", async () => {
    const talk = await settled({ ...its.connected(), answeredBy: "machine" })
    await talks.noteOptOut(talk)
    expect(await callOf(talk)).toMatchObject({ status: "QUEUED", outcome: "VOICEMAIL", label: "Not Reachable" })
    expect(await entriesOf(talk)).toEqual([])
  })

  test("of a call whose contact is gone, is of their number", async () => {
    const person = await org.contact()
    const talk = await settled(its.connected(), person)
    await its.query((sql) => sql`delete from contacts where id = ${person.id}`)
    await talks.noteOptOut(talk)
    expect(await callOf(talk)).toMatchObject(suppressedAs())
    expect(await entriesOf(talk)).toHaveLength(1)
  })

  test("does not come again once the call was restored; the next attempt has its own end", async () => {
    const talk = await settled()
    await talks.end(talk, { heard: true, optedOut: true })
    const entry = await its.run(DoNotContact.use(({ find }) => find(org.id, talk.phoneNumber)))
    await its.run(NumberSuppression.use(({ leave }) => leave(org.id, Option.getOrThrow(entry).id, "admin")))
    await its.run(CallMoves.use(({ restore }) => restore(org.id, campaign, talk.callId, { actor: "admin" })))
    await talks.noteOptOut(talk)
    await talks.end(talk, { heard: true, optedOut: true })
    expect(await callOf(talk)).toMatchObject({ status: "QUEUED", suppression: null })
    expect(await entriesOf(talk)).toEqual([])
    const next = await its.begin(talk)
    await talks.end(next, { heard: true })
    await tell(next, its.connected())
    expect(await callOf(talk)).toMatchObject({ status: "COMPLETED", awaitsTag: true })
  })
})

// The embedded database has one session: nobody waits for anybody.
test.skipIf(engine !== "postgres")("an opt-out that comes while the call is being settled is not lost", async () => {
  const talk = await org.talking(campaign)
  const noted = await its.run(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { noted } = yield* sql.withTransaction(
        Effect.gen(function* () {
          // As who settles it does, and has asked already what was said.
          yield* sql`select 1 from calls c join attempts a on a.call_id = c.id where a.id = ${talk.id} for no key update`
          const noted = talks.noteOptOut(talk)
          yield* Effect.promise(its.somebodyWaits)
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

test("a call that was heard is not undone, whatever the carrier says of its placing", async () => {
  const talk = await org.talking(campaign)
  await its.query((sql) => sql`update attempts set call_sid = null where id = ${talk.id}`)
  await talks.noteOptOut(talk)
  await its.run(Attempts.use(({ undo }) => undo(talk.id, 0)))
  expect(await callOf(talk)).toMatchObject({ status: "IN_PROGRESS", attempts: 1 })
  await lookUp(talk, "NOT_PLACED")
  expect(await callOf(talk)).toMatchObject({ ...suppressedAs(), outcome: "CONNECTED" })
})

describe("the end of a call waits for that of its talk", () => {
  const connected = (talk: OpenCall) => ({ ...its.connected(), callSid: talk.callSid })
  /** The carrier tells of the end, and much happens before the talk is over. */
  const settling = (
    talk: OpenCall,
    meanwhile: (end: Fiber.Fiber<unknown>) => Effect.Effect<unknown, unknown, Transcripts>
  ) =>
    its.run(
      Effect.gen(function* () {
        const { settle } = yield* Settlement
        const end = yield* Effect.forkChild(settle(talk.id, connected(talk)))
        for (let step = 0; step < 50; step++) {
          yield* Effect.promise(() => its.query((sql) => sql`select pg_sleep(0.002)`))
        }
        expect(end.pollUnsafe()).toBeUndefined()
        yield* Effect.orDie(meanwhile(end))
      })
    )
  /** No time passes. */
  const settleAtOnce = (talk: OpenCall) =>
    its.run(Settlement.use(({ settle }) => settle(talk.id, connected(talk))).pipe(Effect.provide(TestClock.layer())))

  test("and is woken by it; nothing is locked meanwhile", async () => {
    const talk = await org.talking(campaign)
    await settling(talk, (end) =>
      Effect.gen(function* () {
        yield* Effect.promise(() =>
          its.query(
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

  test("by the signal alone, wherever the talk was", async () => {
    const talk = await org.talking(campaign)
    const settled = settleAtOnce(talk)
    await talks.end(talk, { heard: true, optedOut: true })
    await settled
    expect(await topics(talk)).toEqual(["call-ended.v1", "call-tagged.v1", "call-suppressed.v1"])
  })

  test("though a stop ends the waiting, and leaves the call to whoever asks for it", async () => {
    const talk = await org.talking(campaign)
    await settling(talk, (end) => Fiber.interrupt(end))
    expect(await callOf(talk)).toMatchObject({ status: "IN_PROGRESS" })
    await talks.end(talk)
    await lookUp(talk, its.connected())
    expect(await callOf(talk)).toMatchObject({ status: "COMPLETED" })
  })

  test("and not where there was no talk, or its end is known", async () => {
    const [silent, over] = [await org.talking(campaign, { isOpen: false }), await org.talking(campaign)]
    await talks.end(over, { heard: true })
    for (const talk of [silent, over]) await settleAtOnce(talk)
    expect(await callOf(silent)).toMatchObject({ status: "COMPLETED", awaitsTag: null })
    expect(await callOf(over)).toMatchObject({ status: "COMPLETED", awaitsTag: true })
  })
})

test("many who opt out at once, each waited for by the other's campaign, do not stop each other", async () => {
  const campaigns = await Promise.all(Array.from({ length: 4 }, () => org.campaign()))
  const people = await Promise.all(Array.from({ length: 16 }, () => org.contact()))
  const open: Array<OpenCall> = []
  for (const [index, to] of people.entries()) {
    for (const [place, id] of campaigns.entries()) {
      if (place === index % 4) open.push(await org.talking(id, { to }))
      else await org.waiting(to, id)
    }
  }
  // Half of them too late.
  await Promise.all(open.map((talk, index) => talks.end(talk, { optedOut: index % 2 === 0 })))
  await Promise.all(open.map((talk) => tell(talk, its.connected())))
  await Promise.all(open.map((talk) => talks.end(talk, { optedOut: true })))
  for (const talk of open) expect(await callOf(talk)).toMatchObject(suppressedAs())
  const [left] = await its.query(
    (sql) => sql<{ waiting: number; suppressed: number }>`select sum(pending + queued)::int as waiting,
      sum(suppressed)::int as suppressed from campaign_figures where campaign_id in ${sql.in(campaigns)}`
  )
  expect(left).toEqual({ waiting: 0, suppressed: 64 })
})
