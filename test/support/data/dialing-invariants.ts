import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { ringResponseOf } from "../../../src/carriers/simulated/personas/all-personas.ts"
import { type Published, publishedInOutbox } from "../events/published-events.ts"
import { type LineLog, type PlacedCall, pauseSeconds } from "../fakes/logged-line.ts"

/**
 * Checks all rows about dialing once all campaigns are over, the log of the line, and the events. Returns a
 * sentence for each rule that was broken. Nothing may write at the same time.
 */
export const checkDialing = Effect.fnUntraced(function* (log: LineLog, published: Published = publishedInOutbox) {
  const sql = yield* PgClient.PgClient
  const problems: Array<string> = []
  const fail = (rule: string, broken: ReadonlyArray<unknown>) => {
    if (broken.length === 0) return
    problems.push(`${rule}: ${broken.length}, such as ${JSON.stringify(broken.slice(0, 3))}`)
  }
  const none = <A extends object>(rule: string, rows: Effect.Effect<ReadonlyArray<A>, unknown>) =>
    Effect.map(Effect.orDie(rows), (found) => fail(rule, found))

  const attempts = yield* sql<AttemptRow>`select a.id, a.call_id as "callId", a.attempt_no as "attemptNo",
      a.organization_id as "organizationId",
      a.campaign_id as "campaignId", a.phone_number as "phoneNumber", a.call_sid as "callSid", a.outcome,
      a.duration_seconds as "durationSeconds", (extract(epoch from a.started_at) * 1000)::float8 as "startedAt",
      (extract(epoch from a.ended_at) * 1000)::float8 as "endedAt",
      (extract(epoch from d.created_at) * 1000)::float8 as "refusedAt", p.calls_per_minute as "callsPerMinute",
      p.max_concurrent_calls as "maxConcurrentCalls"
    from attempts a join campaigns p on p.id = a.campaign_id
      left join do_not_contact d on d.organization_id = a.organization_id and d.phone_number = a.phone_number
    order by a.started_at, a.id`
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))

  fail(
    "An attempt that never ended",
    attempts.filter(({ endedAt }) => endedAt === null)
  )
  // `started_at` is read before the claim has locked the number; the id is created afterwards, to
  // the millisecond.
  const begun = attempts.map((attempt) => ({ ...attempt, begunAt: timeOf(attempt.id) + 1 }))
  for (const sameNumber of groups(begun, ({ organizationId, phoneNumber }) => `${organizationId} ${phoneNumber}`)) {
    fail("Two attempts of a number live at once", overlapping(sameNumber, "begunAt", "endedAt"))
  }
  for (const sameCampaign of groups(attempts, ({ campaignId }) => campaignId)) {
    const { callsPerMinute, campaignId, maxConcurrentCalls } = sameCampaign[0]!
    const starts = sameCampaign.map(({ startedAt }) => startedAt)
    const inMinute = mostIn(starts, 60_000)
    if (inMinute > callsPerMinute)
      problems.push(`${campaignId}: ${inMinute} starts in 60 s at ${callsPerMinute} a minute`)
    const early = earliness(starts, 60_000 / callsPerMinute)
    if (early > 55) problems.push(`${campaignId}: a start ${early} ms before its time at ${callsPerMinute} a minute`)
    const live = mostLive(sameCampaign)
    if (live > maxConcurrentCalls) problems.push(`${campaignId}: ${live} calls live at once of ${maxConcurrentCalls}`)
  }

  // A claim creates the attempt's id only after it has locked the number.
  const refused = attempts.filter(
    ({ id, refusedAt, startedAt }) => refusedAt !== null && (startedAt > refusedAt || timeOf(id) > refusedAt)
  )
  fail("An attempt begun after its number entered Do Not Contact", refused)
  fail(
    "A call requested long after its number entered Do Not Contact",
    log.originates.filter(
      ({ at, attemptId }) => at > (byId.get(attemptId)?.refusedAt ?? Number.POSITIVE_INFINITY) + 5_000
    )
  )

  fail(
    "A call requested before its attempt was committed",
    log.originates.filter(({ committed }) => !committed)
  )
  fail("Two requests to place an attempt", repeated(log.originates.map(({ attemptId }) => attemptId)))
  const placed = [...log.calls.values()]
  fail("Two calls of an attempt", repeated(placed.map(({ attemptId }) => attemptId)))
  fail(
    "A call without an attempt",
    placed.filter(({ attemptId }) => !byId.has(attemptId))
  )
  fail(
    "A call that is not over",
    placed.filter(({ ended }) => ended === Number.POSITIVE_INFINITY)
  )
  for (const sameNumber of groups(placed, ({ attemptId, to }) => `${byId.get(attemptId)?.organizationId} ${to}`)) {
    fail("Two calls of an organization ring one number at once", overlapping(sameNumber, "placed", "ended"))
  }
  fail(
    "A call whose outcome was lost",
    placed
      .map((call) => ({ call, attempt: byId.get(call.attemptId) }))
      .filter(({ attempt, call }) => attempt !== undefined && !matchesCall(attempt, call))
  )
  const sids = new Set(placed.map(({ sid }) => sid))
  fail(
    "An attempt with a call that never existed",
    attempts.filter(({ callSid }) => callSid !== null && !sids.has(callSid))
  )

  yield* none(
    "A campaign that is not over",
    sql`select id, status, status_reason from campaigns where status <> 'COMPLETED'`
  )
  yield* none(
    "A call that is not over",
    sql`select id, status from calls where status in ('PENDING', 'QUEUED', 'IN_PROGRESS')`
  )
  yield* none(
    "A call with too many attempts, or with a wrong count of them",
    sql`select c.id, c.attempts, count(a.id)::int as found, p.max_retries from calls c
        join campaigns p on p.id = c.campaign_id left join attempts a on a.call_id = c.id
      group by c.organization_id, c.id, p.max_retries
      having c.attempts <> count(a.id) or c.attempts <> coalesce(max(a.attempt_no), 0)
        or c.attempts > p.max_retries + 1 + c.extra_attempts`
  )
  yield* none(
    "A call that does not match its last attempt",
    sql`select c.id, c.status, c.outcome, a.outcome as last from calls c
        left join attempts a on a.call_id = c.id and a.attempt_no = c.attempts
      where c.outcome is distinct from a.outcome and c.status <> 'SKIPPED'
        or (c.status = 'COMPLETED') <> (a.outcome is not distinct from 'CONNECTED')
        or c.status = 'FAILED' and c.failure_reason is distinct from a.failure_reason`
  )
  yield* none(
    "A call left out without a reason",
    sql`select c.id, c.status from calls c left join do_not_contact d on d.organization_id = c.organization_id
        and d.phone_number = c.phone_number
      where c.status = 'SKIPPED' or (c.status = 'SUPPRESSED' and d.id is null)
        or (c.attempts = 0 and c.status <> 'SUPPRESSED')`
  )
  yield* none(
    "Figures of a campaign that do not match its calls",
    sql`select * from campaign_figures f where row_to_json(f)::text <> (select row_to_json(r)::text from (
      select organization_id, campaign_id, count(*)::int as total,
        count(*) filter (where status = 'PENDING')::int as pending,
        count(*) filter (where status = 'QUEUED')::int as queued,
        count(*) filter (where status = 'IN_PROGRESS')::int as in_progress,
        count(*) filter (where status = 'COMPLETED')::int as completed,
        count(*) filter (where status = 'FAILED')::int as failed,
        count(*) filter (where status = 'SKIPPED')::int as skipped,
        count(*) filter (where status = 'SUPPRESSED')::int as suppressed, sum(attempts)::int as attempts,
        count(*) filter (where connected)::int as connected,
        count(*) filter (where status = 'FAILED' and not connected)::int as not_connected,
        count(*) filter (where next_attempt_at is not null and deferral_reason is not null)::int as deferred,
        sum(deferrals)::int as deferrals, count(*) filter (where awaits_tag_until is not null)::int as awaiting_tag
      from calls where campaign_id = f.campaign_id group by organization_id, campaign_id) r)`
  )
  yield* none(
    "Figures of a label that do not match its calls",
    sql`select * from label_figures f where calls <> (select count(*) from calls c
      where c.campaign_id = f.campaign_id and c.intent_label_id = f.intent_label_id)`
  )
  yield* none(
    "Minutes or calls of an organization that do not match its attempts",
    sql`select u.*, a.minutes, a.attempts, a.numbers from current_usage u join lateral (
        select coalesce(sum(ceil(duration_seconds / 60.0)), 0)::int as minutes, count(*)::int as attempts,
            count(distinct phone_number)::int as numbers, count(distinct started_at::date) as days
          from attempts where organization_id = u.organization_id) a on true
        join lateral (select sum(calls) as calls, sum(contacts) as contacts from (
          select organization_id, day, calls, contacts from organization_usage
          union all select organization_id, day, calls, contacts from usage_deltas
        ) d where organization_id = u.organization_id and day = (select max(started_at)::date from attempts)) t on true
      where u.minutes_reserved <> 0 or u.minutes_used <> a.minutes
        or (a.days = 1 and (t.calls <> a.attempts or t.contacts <> a.numbers))`
  )
  yield* none(
    "A ledger that does not match the attempts",
    sql`select l.*, a.calls as attempts from phone_ledger l join lateral (
        select coalesce(array_agg(started_at order by started_at), '{}') as calls from attempts a
          where a.organization_id = l.organization_id and a.phone_number = l.phone_number
            and started_at > clock_timestamp() - interval '160 hours') a on true
      where a.calls <> l.calls`
  )
  yield* none(
    "A called number without a ledger",
    sql`select distinct phone_number from attempts a where not exists (select from phone_ledger l
      where l.organization_id = a.organization_id and l.phone_number = a.phone_number)`
  )

  const ends = Map.groupBy(yield* published("call-ended.v1"), ({ attempt, callId }) => `${callId} ${attempt}`)
  const outcomesOf = ({ attemptNo, callId }: AttemptRow) =>
    ends.get(`${callId} ${attemptNo}`)?.map(({ outcome }) => outcome)
  fail(
    "An attempt whose end was not published once",
    attempts
      .map((attempt) => ({ attempt, outcomes: outcomesOf(attempt) }))
      .filter(({ attempt, outcomes }) => !isPublishedOnce(attempt.outcome, outcomes))
  )
  const suppressions = Map.groupBy(yield* published("call-suppressed.v1"), ({ callId }) => callId)
  const suppressed = yield* sql<{ id: string }>`select id from calls where status = 'SUPPRESSED'`
  fail(
    "A suppression that was not published once",
    suppressed.filter(({ id }) => suppressions.get(id)?.length !== 1)
  )
  const late = [...ends.values()].filter(({ length }) => length > 1).length

  const outcomes: Record<string, number> = {}
  for (const { outcome } of attempts) outcomes[`${outcome}`] = (outcomes[`${outcome}`] ?? 0) + 1
  return {
    problems,
    counts: {
      attempts: attempts.length,
      outcomes,
      "settled late": late,
      "requests to place": log.originates.length,
      "calls placed": placed.length,
      "faults of the line": log.faults,
      "most starts in 60 s": groups(attempts, ({ campaignId }) => campaignId).map(
        (some) =>
          `${mostIn(
            some.map(({ startedAt }) => startedAt),
            60_000
          )} of ${some[0]?.callsPerMinute}`
      ),
      "most live": groups(attempts, ({ campaignId }) => campaignId).map(
        (some) => `${mostLive(some)} of ${some[0]?.maxConcurrentCalls}`
      )
    }
  }
})

interface AttemptRow {
  readonly id: string
  readonly callId: string
  readonly attemptNo: number
  readonly organizationId: number
  readonly campaignId: string
  readonly phoneNumber: string
  readonly callSid: string | null
  readonly outcome: string | null
  readonly durationSeconds: number
  readonly startedAt: number
  readonly endedAt: number | null
  /** When the number entered Do Not Contact. */
  readonly refusedAt: number | null
  readonly callsPerMinute: number
  readonly maxConcurrentCalls: number
}

/** Returns the creation time of a UUIDv7, ms. */
export const timeOf = (id: string) => Number.parseInt(id.replace("-", "").slice(0, 12), 16)

const groups = <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string): ReadonlyArray<ReadonlyArray<A>> => [
  ...Map.groupBy(items, keyOf).values()
]

const repeated = (items: ReadonlyArray<string>) => groups(items, (item) => item).filter(({ length }) => length > 1)

/** Returns the items that begin before an earlier one has ended. */
const overlapping = <K extends string>(
  items: ReadonlyArray<Readonly<Record<K, number | null>>>,
  begin: K,
  end: K
): ReadonlyArray<unknown> => {
  const sorted = items.toSorted((one, other) => (one[begin] ?? 0) - (other[begin] ?? 0))
  return sorted
    .slice(1)
    .filter((item, index) => (item[begin] ?? 0) < (sorted[index]?.[end] ?? Number.POSITIVE_INFINITY))
}

/** Returns the maximum number of times within any closed interval of this length. */
export const mostIn = (times: ReadonlyArray<number>, length: number) => {
  let first = 0
  let most = 0
  times.forEach((time, index) => {
    while (time - (times[first] ?? 0) > length) first += 1
    most = Math.max(most, index - first + 1)
  })
  return most
}

/** Returns by how much starts are earlier than a pace with this interval allows, ms. */
export const earliness = (times: ReadonlyArray<number>, interval: number) => {
  let earliest = Number.NEGATIVE_INFINITY
  let most = 0
  times.forEach((time, index) => {
    most = Math.max(most, earliest - (time - index * interval))
    earliest = Math.max(earliest, time - index * interval)
  })
  return most
}

/** Returns the maximum number of attempts that are live at one moment. */
export const mostLive = (attempts: ReadonlyArray<Pick<AttemptRow, "startedAt" | "endedAt">>) => {
  // At the same moment, ends count before starts.
  const turns = attempts
    .flatMap(({ endedAt, startedAt }) => [[startedAt, 1] as const, [endedAt ?? Number.POSITIVE_INFINITY, -1] as const])
    .sort(([one, first], [other, second]) => one - other || first - second)
  let live = 0
  let most = 0
  for (const [, change] of turns) {
    live += change
    most = Math.max(most, live)
  }
  return most
}

/** Whether an outcome was published once; again only if the carrier reported it after the dialer had given up waiting. */
const isPublishedOnce = (outcome: string | null, published: ReadonlyArray<string | undefined> = []) =>
  published.at(-1) === outcome &&
  (published.length === 1 || (published.length === 2 && ["DISPATCH_UNKNOWN", "TIMEOUT"].includes(published[0] ?? "")))

/** Whether an attempt's outcome matches its call on the line. */
const matchesCall = (
  { callSid, durationSeconds, outcome, refusedAt }: AttemptRow,
  { persona, seconds, sid, status, to }: PlacedCall
) => {
  if (callSid !== sid) return false
  const person = ringResponseOf(to, persona)
  switch (status) {
    case "completed": {
      if (person.does !== "answer") return false
      // A conversation that broke off before the person said a word is none.
      if (persona !== undefined && outcome !== "CONNECTED")
        return outcome === "NO_ANSWER" || outcome === "CARRIER_ERROR"
      return outcome === "CONNECTED" && durationSeconds === (persona === undefined ? pauseSeconds : seconds)
    }
    case "no-answer":
      return outcome === "NO_ANSWER"
    case "busy":
      return outcome === "BUSY"
    default:
      // A call that rings is hung up when its number enters Do Not Contact. The carrier's word for that is an error
      // like any other, so with such a number each error counts as no answer.
      return outcome === "CARRIER_ERROR" || (outcome === "NO_ANSWER" && typeof refusedAt === "number")
  }
}
