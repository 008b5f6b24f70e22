import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer, Metric, Schema } from "effect"
import { WriteBackTroubles } from "../calls/views/WriteBackTroubles.ts"
import type { ErasedPerson } from "../domain/accounts/Erasure.ts"
import type { WriteBackDelivery, WriteBackEvent } from "../domain/delivery/WriteBack.ts"
import { type Listed, offsetOf, type Page } from "../domain/schema/page.ts"
import { Signals } from "../events/Signals.ts"
import { transaction } from "../platform/sql/transaction.ts"
import type { DeliveryResult } from "./delivery-result.ts"

export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", {}) {}
/** The delivery was not given up: it is still pending, or has been delivered. */
export class NotGivenUp extends Schema.TaggedError<NotGivenUp>()("NotGivenUp", {
  status: Schema.Literals(["PENDING", "DELIVERED"])
}) {}

export interface CallDelivery {
  readonly organizationId: number
  readonly campaignId: string
  readonly callId: string
  readonly attemptNo: number
  /**
   * Whether this reports the end of the call itself, without another attempt, after a callback was
   * announced.
   */
  readonly isEnd: boolean
  /** Number of the correction by a person; absent for every other outcome. */
  readonly correctionNo?: number
  readonly body: string
}

export interface ImportDelivery {
  readonly organizationId: number
  readonly importId: string
  readonly url: string
  readonly body: string
  /** Attempts made before the import became a delivery, and the time of the next one. */
  readonly attempts: number
  readonly dueAt: Date
}

/**
 * The two kinds of deliveries: outcomes of calls, and completed imports. Organizations take turns
 * within each kind.
 */
type Kind = "CALL" | "IMPORT"

export interface ClaimedDelivery {
  readonly organizationId: number
  readonly id: string
  readonly kind: Kind
  readonly campaignId: string | null
  readonly importId: string | null
  /** The call or the import that it reports; the table is partitioned by the month of this id. */
  readonly reportedId: string
  /** Target of an import's webhook; outcomes of calls go to the organization's configured target. */
  readonly url: string | null
  readonly body: string
  /** Number of attempts that have ended. */
  readonly attempts: number
  readonly claims: number
}

/** The lane after which the next claim begins to look. */
export interface ClaimCursor {
  readonly organizationId: number
  readonly kind: Kind | ""
}
export const firstCursor: ClaimCursor = { organizationId: 0, kind: "" }

export interface DeliveryClaim {
  readonly claimed: ReadonlyArray<ClaimedDelivery>
  readonly next: ClaimCursor
  /** Time until something may be due, ms; 0 when more may be due at once. */
  readonly waitMillis: number
}

/** An attempt and its result, for `settle`. */
export interface DeliveryAttempt {
  readonly delivery: ClaimedDelivery
  readonly result: DeliveryResult
  /** Undefined when no request was sent. */
  readonly request:
    | {
        readonly at: Date
        readonly durationMs: number
        readonly statusCode: number | null
        readonly response: string | null
      }
    | undefined
}

/** Selects the failed deliveries to send again. */
export interface RequeueFilter {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly status?: WriteBackEvent["status"] | undefined
  readonly campaignId?: string | undefined
}

/** A delivery of a call and its attempts, as `ExplainedCall` shows it. */
export interface DeliveryOfCall {
  readonly id: string
  readonly status: WriteBackDelivery["status"]
  readonly attempts: number
  readonly createdAt: Date
  readonly nextAttemptAt: Date | null
  readonly lastError: string | null
  readonly log: ReadonlyArray<{
    readonly at: string
    readonly durationMs: number
    readonly statusCode: number | null
    readonly response: string | null
    readonly error: string | null
  }>
}

/**
 * Webhooks to the systems of organizations. Each is stored once, however often it is added. Claims
 * are leases: when a process dies, its claims expire, and the same messages are sent again.
 */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    /** Stores deliveries; those that exist already are ignored. */
    readonly addCalls: (calls: ReadonlyArray<CallDelivery>) => Effect.Effect<void>
    readonly addImports: (imports: ReadonlyArray<ImportDelivery>) => Effect.Effect<void>
    /**
     * Claims at most `limit` deliveries that are due. Organizations take turns, and the number of
     * claims per organization and kind is limited across all nodes, so that a target that does not
     * answer cannot hold up the others.
     */
    readonly claim: (limit: number, cursor: ClaimCursor) => Effect.Effect<DeliveryClaim>
    /** Stores the results of attempts, unless the delivery has been claimed again since. */
    readonly settle: (attempted: ReadonlyArray<DeliveryAttempt>) => Effect.Effect<void>
    /** Lists the failed deliveries of calls, newest first. */
    readonly failures: (organizationId: number, page: Page) => Effect.Effect<Listed<WriteBackEvent>>
    /** Sends a failed delivery again. */
    readonly requeue: (
      organizationId: number,
      id: string
    ) => Effect.Effect<WriteBackDelivery, DeliveryNotFound | NotGivenUp>
    readonly requeueAll: (organizationId: number, which: RequeueFilter) => Effect.Effect<number>
    /** Returns the deliveries of a call, oldest first. */
    readonly ofCall: (organizationId: number, callId: string) => Effect.Effect<ReadonlyArray<DeliveryOfCall>>
    /** Deletes the deliveries of a person, sent or not. */
    readonly erase: (person: Pick<ErasedPerson, "organizationId" | "callIds">) => Effect.Effect<number>
  }
>()("carillon/writeback/Deliveries") {
  static readonly layer = Layer.effect(
    Deliveries,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const signals = yield* Signals
      const troubles = yield* WriteBackTroubles

      // The second condition has Postgres read one partition only.
      const isOfCall = sql.literal(`d.call_id = "callId" and ${reportedBy("d")} = "callId"`)

      // A label from an analysis may replace an undetermined result that was reported. The receiver gets it in a
      // delivery of its own, because the other body may have been sent already.
      const isCorrection = sql`coalesce(body::json ->> 'intent_source', '') = 'auto' and exists (select 1 from deliveries d
        where d.organization_id = "organizationId" and ${isOfCall} and d.attempt_no = "attemptNo"
          and d.is_end = "isEnd" and not d.is_correction and d.body::json ->> 'intent_label' is null)`

      // A correction of an outcome that was not reported yet takes its place.
      const correctionNo = sql`case when "correctionNo" > 0 and exists (select 1 from deliveries d
          where d.organization_id = "organizationId" and ${isOfCall} and d.attempt_no = "attemptNo")
        then "correctionNo" else 0 end`

      const addCalls = Effect.fnUntraced(function* (calls: ReadonlyArray<CallDelivery>) {
        if (calls.length === 0) return
        // A person may have been erased since the bodies were made. An erasure locks the calls, so one of the two waits here
        // for the other.
        const added = yield* sql`with given as (
            select * from jsonb_to_recordset(${sql.json(calls)}::jsonb) as c ("organizationId" int, "campaignId" uuid,
              "callId" uuid, "attemptNo" int, "isEnd" boolean, "correctionNo" int, body text)
          ), locked as materialized (
            select id, phone_number like '%*%' as is_erased from calls
            where (organization_id, id) in (select "organizationId", "callId" from given) order by id for key share
          )
          insert into deliveries (organization_id, kind, campaign_id, call_id, attempt_no, is_end,
            is_correction, correction_no, body)
          select "organizationId", 'CALL', "campaignId", "callId", "attemptNo", "isEnd", ${isCorrection},
            ${correctionNo}, body
          from given left join locked on id = "callId" where is_erased is not true
          order by "callId", "attemptNo", "isEnd"
          on conflict do nothing returning 1`
        if (added.length > 0) yield* signals.send("write-back")
      }, Effect.orDie)

      const addImports = Effect.fnUntraced(function* (imports: ReadonlyArray<ImportDelivery>) {
        if (imports.length === 0) return
        yield* sql`insert into deliveries (organization_id, kind, import_id, url, body, attempts, next_attempt_at)
          select "organizationId", 'IMPORT', "importId", url, body, attempts, "dueAt"
          from jsonb_to_recordset(${sql.json(imports)}::jsonb) as i ("organizationId" int, "importId" uuid, url text,
            body text, attempts int, "dueAt" timestamptz)
          order by "importId" on conflict do nothing`
        yield* signals.send("write-back")
      }, Effect.orDie)

      // Literals, because Postgres then keeps a plan that reads the partitions of these months only.
      const isIn = (months: Months | undefined, table: string) => {
        const reported = reportedBy(table)
        return sql.literal(
          months === undefined ? "true" : `${reported} >= '${months.first}' and ${reported} < '${months.end}'`
        )
      }

      // Nearly all deliveries that wait are of recent months. A delivery of another month that begins to wait is noticed
      // within `recheckMillis`; until then the limit of its lane does not count it either.
      let recheckAt = 0
      const monthsToClaim = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const recent = recentMonths(now)
        if (now < recheckAt) return recent
        const others = yield* sql`select 1 from deliveries w
          where next_attempt_at is not null and not (${isIn(recent, "w")}) limit 1`
        if (others.length > 0) return undefined
        recheckAt = now + recheckMillis
        return recent
      })

      // Reads one index entry for each organization and kind, however many deliveries wait there.
      const nextLanes = ({ kind, organizationId }: ClaimCursor, months: Months | undefined) =>
        sql<Lane>`with recursive lanes as (
          (select organization_id, kind, next_attempt_at, 1 as n from deliveries w
            where next_attempt_at is not null and (organization_id, kind) > (${organizationId}::int, ${kind})
              and ${isIn(months, "w")}
            order by organization_id, kind, next_attempt_at limit 1)
          union all
          select d.*, l.n + 1 from lanes l cross join lateral (
            select organization_id, kind, next_attempt_at from deliveries w
            where next_attempt_at is not null and (organization_id, kind) > (l.organization_id, l.kind)
              and ${isIn(months, "w")}
            order by organization_id, kind, next_attempt_at limit 1) d
          where l.n < ${maxLanes}
        )
        select organization_id, kind,
          (extract(epoch from next_attempt_at - clock_timestamp()) * 1000)::float8 as in_millis from lanes`

      // An advisory lock serializes claims: a concurrent claim would not be counted against the
      // limit of its lane. The rows are unchecked: decoding costs more than it protects on this
      // path.
      const claimFrom = (lanes: ReadonlyArray<Lane>, months: Months | undefined, limit: number) =>
        Effect.andThen(
          sql`select pg_advisory_xact_lock(hashtext('carillon deliveries'))`,
          sql<ClaimedDelivery>`update deliveries d set claimed = true, claims = d.claims + 1,
              next_attempt_at = clock_timestamp() + ${lease}::interval
            from (select t.organization_id, t.id, t.reported_id
              from unnest(${lanes.map(({ organizationId }) => organizationId)}::int[],
                ${lanes.map(({ kind }) => kind)}::text[]) with ordinality l (organization_id, kind, place)
              cross join lateral (select organization_id, id, ${sql.literal(reportedBy("w"))} as reported_id
                from deliveries w
                where w.organization_id = l.organization_id and w.kind = l.kind and w.next_attempt_at <= clock_timestamp()
                  and ${isIn(months, "w")}
                order by w.next_attempt_at
                limit greatest(0, ${laneCapacity} - (select count(*) from deliveries u
                  where u.organization_id = l.organization_id and u.kind = l.kind and u.claimed
                    and u.next_attempt_at > clock_timestamp() and ${isIn(months, "u")}))
                for update skip locked) t
              order by l.place limit ${limit}) picked
            where d.organization_id = picked.organization_id and d.id = picked.id
              and ${sql.literal(reportedBy("d"))} = picked.reported_id and ${isIn(months, "d")}
            returning d.organization_id, d.id, d.kind, d.campaign_id, d.import_id, picked.reported_id, d.url, d.body,
              d.attempts, d.claims`
        ).pipe(transaction(sql))

      const claim = Effect.fnUntraced(function* (
        limit: number,
        cursor: ClaimCursor
      ): Effect.fn.Return<DeliveryClaim, unknown> {
        const months = yield* monthsToClaim
        const lanes = yield* nextLanes(cursor, months)
        const due = lanes.filter(({ inMillis }) => inMillis <= 0)
        yield* Metric.update(overdue, Math.max(0, ...due.map(({ inMillis }) => -inMillis / 1000)))
        const claimed = due.length === 0 ? [] : yield* claimFrom(due, months, limit)
        const last = claimed.length < limit ? lanes.at(-1) : claimed.at(-1)
        const isEnd = claimed.length < limit && lanes.length < maxLanes
        const isRound = isEnd && cursor.organizationId === 0
        const next = isEnd || last === undefined ? firstCursor : last
        const later = lanes.map(({ inMillis }) => inMillis).filter((inMillis) => inMillis > 0)
        return { claimed, next, waitMillis: isRound ? Math.min(...later, longestWaitMillis) : 0 }
      }, Effect.orDie)

      const settle = Effect.fnUntraced(
        function* (attempted: ReadonlyArray<DeliveryAttempt>) {
          const recent = recentMonths(yield* Clock.currentTimeMillis)
          const areRecent = attempted.every(
            ({ delivery: { reportedId } }) => reportedId >= recent.first && reportedId < recent.end
          )
          const rows = attempted.map(({ delivery: { claims, id, organizationId, reportedId }, request, result }) => ({
            ...{ organizationId, id, reportedId, claims },
            ...{ status: result.status, error: result.error, delayMillis: result.delayMillis },
            ...request
          }))
          const settled = yield* sql<Settled>`with results as (
              select * from jsonb_to_recordset(${sql.json(rows)}::jsonb) as t ("organizationId" int, id uuid,
                "reportedId" uuid, claims int, status text, error text, "delayMillis" float8, at timestamptz,
                "durationMs" int, "statusCode" int, response text)
            ), settled as (
              update deliveries d set claimed = false, status = t.status, last_error = t.error,
                attempts = d.attempts + (t.at is not null)::int, last_attempt_at = coalesce(t.at, d.last_attempt_at),
                next_attempt_at = clock_timestamp() + t."delayMillis" * interval '1 millisecond'
              from results t where d.organization_id = t."organizationId" and d.id = t.id and d.claims = t.claims
                and d.claimed and ${sql.literal(reportedBy("d"))} = t."reportedId"
                and ${isIn(areRecent ? recent : undefined, "d")}
              returning d.organization_id, d.id, d.campaign_id, d.status
            ), noted as (
              insert into delivery_attempts (organization_id, delivery_id, at, duration_ms, status_code, response, error)
              select s.organization_id, s.id, t.at, t."durationMs", t."statusCode", t.response, t.error
              from settled s join results t on t."organizationId" = s.organization_id and t.id = s.id where t.at is not null
            )
            select s.organization_id, s.campaign_id, s.status, t.error
            from settled s join results t on t."organizationId" = s.organization_id and t.id = s.id
            where s.campaign_id is not null and t.at is not null order by s.campaign_id`
          yield* noteTroubles(settled)
        },
        transaction(sql),
        Effect.orDie
      )

      const noteTroubles = Effect.fnUntraced(function* (settled: ReadonlyArray<Settled>) {
        const delivered = settled.filter(({ status }) => status === "DELIVERED")
        const failed = settled.filter(({ status }) => status !== "DELIVERED")
        if (delivered.length > 0)
          yield* troubles.clear([...new Set(delivered.map(({ organizationId }) => organizationId))])
        for (const [campaignId, ofCampaign] of Map.groupBy(failed, (one) => one.campaignId)) {
          const { error, organizationId } = ofCampaign.at(-1) as Settled
          yield* troubles.note(organizationId, campaignId, { failures: ofCampaign.length, error: error ?? "" })
        }
      })

      const event = sql.literal(`id, body::json ->> 'contact_identifier' as contact_identifier,
        body::json ->> 'identifier_type' as identifier_type, body::json ->> 'campaign_name' as campaign_name, status,
        attempts, coalesce(last_error, '') as last_error, coalesce(last_attempt_at, created_at) as last_attempt_at`)

      const failures = Effect.fn("Deliveries.failures")(function* (organizationId: number, page: Page) {
        const isFailure = sql`organization_id = ${organizationId} and kind = 'CALL'
          and status in ('FAILED', 'PERMANENT_FAILURE')`
        const [count] = yield* sql<{ total: number }>`select count(*)::int as total from deliveries where ${isFailure}`
        const data = yield* sql<WriteBackEvent>`select ${event}
          from deliveries where ${isFailure} order by id desc limit ${page.limit} offset ${offsetOf(page)}`
        return { data, total: count?.total ?? 0 }
      }, Effect.orDie)

      const pendingAgain = sql`status = 'PENDING', attempts = 0, next_attempt_at = clock_timestamp()`

      const requeue = Effect.fn("Deliveries.requeue")(
        function* (organizationId: number, id: string) {
          const [requeued] = yield* sql<WriteBackDelivery>`update deliveries set ${pendingAgain}
            where organization_id = ${organizationId} and id = ${id} and kind = 'CALL'
              and status in ('FAILED', 'PERMANENT_FAILURE') returning ${event}`
          if (requeued === undefined) return yield* refuseRequeue(organizationId, id)
          yield* signals.send("write-back")
          return requeued
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const refuseRequeue = Effect.fnUntraced(function* (organizationId: number, id: string) {
        const [found] = yield* sql<Pick<NotGivenUp, "status">>`select status from deliveries
          where organization_id = ${organizationId} and id = ${id} and kind = 'CALL'`
        return yield* found === undefined ? new DeliveryNotFound() : new NotGivenUp(found)
      })

      const requeueAll = Effect.fn("Deliveries.requeueAll")(
        function* (organizationId: number, { campaignId, from, status, to }: RequeueFilter) {
          const requeued = yield* sql<{ count: number }>`with requeued as (
              update deliveries set ${pendingAgain} where organization_id = ${organizationId} and kind = 'CALL'
                and status in ('FAILED', 'PERMANENT_FAILURE')
                and (${status ?? null}::text is null or status = ${status ?? null})
                and (${campaignId ?? null}::uuid is null or campaign_id = ${campaignId ?? null}::uuid)
                and (${from ?? null}::timestamptz is null or created_at >= ${from ?? null})
                and (${to ?? null}::timestamptz is null or created_at < ${to ?? null})
              returning 1
            ) select count(*)::int as count from requeued`
          yield* signals.send("write-back")
          return requeued[0]?.count ?? 0
        },
        transaction(sql),
        Effect.orDie
      )

      const ofCall = Effect.fn("Deliveries.ofCall")(
        (organizationId: number, callId: string) => sql<DeliveryOfCall>`select d.id, d.status, d.attempts,
            d.created_at, d.next_attempt_at, d.last_error,
            coalesce((select json_agg(json_build_object('at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                'durationMs', a.duration_ms, 'statusCode', a.status_code, 'response', a.response, 'error', a.error)
                order by a.at, a.id)
              from delivery_attempts a where a.organization_id = d.organization_id and a.delivery_id = d.id), '[]') as log
          from deliveries d where d.organization_id = ${organizationId} and d.call_id = ${callId}
            and ${sql.literal(reportedBy("d"))} = ${callId} order by d.id`,
        Effect.orDie
      )

      const erase: Deliveries["Service"]["erase"] = Effect.fn("Deliveries.erase")(function* ({
        callIds,
        organizationId
      }) {
        const erased = yield* sql`delete from deliveries
          where organization_id = ${organizationId} and call_id = any(${callIds}::uuid[]) returning 1`
        return erased.length
      }, Effect.orDie)

      return Deliveries.of({ erase, addCalls, addImports, claim, settle, failures, requeue, requeueAll, ofCall })
    })
  )
}

/** The deliveries of one organization and kind. */
interface Lane {
  readonly organizationId: number
  readonly kind: Kind
  /** Time until the first of them is due, ms; negative when overdue. */
  readonly inMillis: number
}

/** The call or the import that a delivery reports: a condition on it has Postgres read the partition of its month only. */
export const reportedBy = (deliveries: string) => `coalesce(${deliveries}.call_id, ${deliveries}.import_id)`

/** A range of months of calls and imports, by ids: the lowest one in it, and the lowest one after it. */
interface Months {
  readonly first: string
  readonly end: string
}

/** This month and the one before; on the last day also the next one, because this clock may be late. */
const recentMonths = (now: number): Months => {
  const month = (time: number, months: number) => {
    const at = new Date(time)
    return firstId(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months))
  }
  return { first: month(now, -1), end: month(now + 24 * 60 * 60_000, 1) }
}

const firstId = (time: number) =>
  `${time
    .toString(16)
    .padStart(12, "0")
    .replace(/(.{8})/, "$1-")}-0000-0000-000000000000`

interface Settled {
  readonly organizationId: number
  readonly campaignId: string
  readonly status: string
  readonly error: string | null
}

/** Reported by each node that sends. */
export const overdue = Metric.gauge("webhooks_overdue_seconds", {
  description: "Delay of the most overdue webhook"
})

/** Maximum number of claimed deliveries per organization and kind, across all nodes. */
export const laneCapacity = 8
/** Duration of a claim: twice as long as an attempt can last. */
const lease = "30 seconds"
/** Maximum number of lanes that one claim looks at. */
const maxLanes = 200
/** Maximum time between two claims when no signal comes, ms. */
const longestWaitMillis = 5_000
/** Minimum time between two searches for waiting deliveries of other than recent months, ms. */
const recheckMillis = 5_000
