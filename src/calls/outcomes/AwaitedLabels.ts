import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Random } from "effect"
import { flowOfCampaign } from "../../campaigns/used-by/flow-of-campaign.ts"
import { campaignLabelWaitMillis, longestLabelWaitMillis, millisBeforeAnalysis } from "../../domain/calls/label-wait.ts"
import type { Flow } from "../../domain/flows/Flow.ts"
import type { ModelRole } from "../../domain/flows/named-model.ts"

type Provider = (typeof Flow.Type)["llmProvider"] | ModelRole

/** An attempt whose conversation is to be analyzed again. */
export interface AwaitedLabel {
  readonly organizationId: number
  readonly attemptId: string
  readonly callId: string
  readonly attemptNo: number
  readonly provider: Provider
}

/** An analysis that no model answered. */
export interface FailedAnalysis {
  /** The model of the flow, which is asked first. */
  readonly provider: Provider
  readonly reason: string
  /** Time for which the provider asks for no further request, ms. */
  readonly retryAfterMillis: number
}

/**
 * Conversations that no model has analyzed yet: when each is analyzed again, by one node at a time. `Tagging` removes
 * them with the label, and after a day without an answer.
 */
export class AwaitedLabels extends Context.Service<
  AwaitedLabels,
  {
    /** Notes a failed analysis: the next one follows after a growing pause. */
    readonly noteFailure: (
      attempt: { readonly organizationId: number; readonly id: string },
      failed: FailedAnalysis
    ) => Effect.Effect<void>
    /** Claims conversations whose analysis is due. A claim expires, so that another node analyzes for a dead one. */
    readonly claim: (provider: Provider, limit: number) => Effect.Effect<ReadonlyArray<AwaitedLabel>>
    /** The models for which conversations with a due analysis wait. */
    readonly dueProviders: Effect.Effect<ReadonlyArray<Provider>>
    readonly remove: (organizationId: number, attemptId: string) => Effect.Effect<void>
    /** Why the last analysis failed; undefined when none has. */
    readonly lastFailure: (organizationId: number, attemptId: string) => Effect.Effect<string | undefined>
    /** Has a conversation analyzed soon, and for a day at most. */
    readonly addNow: (organizationId: number, attemptId: string) => Effect.Effect<void>
    /** Adds calls that have waited for ten minutes, although no failed analysis was noted. */
    readonly addForgotten: Effect.Effect<void>
    /** Removes the conversations that an operator added more than a day ago and whose call was undetermined before. */
    readonly removeOld: Effect.Effect<void>
    /** The calls that await their label, and how long the oldest has. */
    readonly waiting: Effect.Effect<{ readonly calls: number; readonly oldestSeconds: number }>
  }
>()("carillon/calls/AwaitedLabels") {
  static readonly layer = Layer.effect(
    AwaitedLabels,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const noteFailure: AwaitedLabels["Service"]["noteFailure"] = Effect.fn("AwaitedLabels.noteFailure")(function* (
        { id, organizationId },
        { provider, reason, retryAfterMillis }
      ) {
        const [before] = yield* sql<{ failures: number }>`select failures from awaited_labels
          where organization_id = ${organizationId} and attempt_id = ${id}`
        const failures = (before?.failures ?? 0) + 1
        const jitter = yield* Random.nextBetween(1, 1.25)
        const millis = Math.round(Math.max(retryAfterMillis, millisBeforeAnalysis(failures)) * jitter)
        const nextAt = sql`clock_timestamp() + ${millis} * interval '1 millisecond'`
        // An analysis that was tagged in the meantime is not awaited any more.
        yield* sql`insert into awaited_labels as w (organization_id, attempt_id, call_id, provider, failures,
            last_failure, next_at)
          select a.organization_id, a.id, a.call_id, ${provider}, ${failures}, ${reason}, ${nextAt}
          from attempts a where a.organization_id = ${organizationId} and a.id = ${id}
            and not exists (select 1 from analyses n
              where n.organization_id = a.organization_id and n.attempt_id = a.id and not n.given_up)
          on conflict (organization_id, attempt_id) do update set provider = excluded.provider,
            failures = excluded.failures, last_failure = excluded.last_failure, next_at = excluded.next_at`
      }, Effect.orDie)

      const claim: AwaitedLabels["Service"]["claim"] = Effect.fn("AwaitedLabels.claim")(function* (provider, limit) {
        return yield* sql<AwaitedLabel>`with due as (
            select organization_id, attempt_id from awaited_labels
            where provider = ${provider} and next_at <= clock_timestamp()
            order by next_at limit ${limit} for update skip locked
          ), claimed as (
            update awaited_labels w set next_at = clock_timestamp() + ${lease}::interval from due
            where w.organization_id = due.organization_id and w.attempt_id = due.attempt_id
            returning w.organization_id, w.attempt_id, w.call_id, w.provider
          )
          select w.*, a.attempt_no
          from claimed w join attempts a on a.organization_id = w.organization_id and a.id = w.attempt_id`
      }, Effect.orDie)

      const dueProviders = sql<{ provider: Provider }>`select distinct provider from awaited_labels
        where next_at <= clock_timestamp()`.pipe(
        Effect.map((rows) => rows.map(({ provider }) => provider)),
        Effect.orDie
      )

      const remove: AwaitedLabels["Service"]["remove"] = Effect.fnUntraced(function* (organizationId, attemptId) {
        yield* sql`delete from awaited_labels
          where organization_id = ${organizationId} and attempt_id = ${attemptId}`
      }, Effect.orDie)

      const lastFailure = Effect.fnUntraced(function* (organizationId: number, attemptId: string) {
        const [row] = yield* sql<{ lastFailure: string | null }>`select last_failure from awaited_labels
          where organization_id = ${organizationId} and attempt_id = ${attemptId}`
        return row?.lastFailure ?? undefined
      }, Effect.orDie)

      const dueNow = sql.literal(`a.organization_id, a.id, c.id, case when m.id is not null
          then 'MODEL:' || c.organization_id || '/' || f.model
          else coalesce('MODEL:' || f.model, f.llm_provider, 'HOSTED_API') end, clock_timestamp()
        from calls c
          join attempts a on a.organization_id = c.organization_id and a.call_id = c.id and a.attempt_no = c.attempts
          join campaigns k on k.organization_id = c.organization_id and k.id = c.campaign_id
          ${flowOfCampaign({ campaign: "k", join: "left", version: "coalesce(a.flow_version, k.flow_version)" })}
          left join organization_models m on m.organization_id = f.organization_id and m.name = f.model`)
      const columns = sql.literal("organization_id, attempt_id, call_id, provider, next_at")

      const addNow: AwaitedLabels["Service"]["addNow"] = Effect.fnUntraced(function* (organizationId, attemptId) {
        yield* sql`insert into awaited_labels (${columns}) select ${dueNow}
          where a.organization_id = ${organizationId} and a.id = ${attemptId}
          on conflict (organization_id, attempt_id) do update
            set next_at = excluded.next_at, failures = 0, added_at = clock_timestamp()`
      }, Effect.orDie)

      const addForgotten = sql`insert into awaited_labels (${columns}) select ${dueNow}
          left join awaited_labels w on w.organization_id = a.organization_id and w.attempt_id = a.id
        where c.awaits_tag_until <= clock_timestamp() and w.attempt_id is null
        limit 1000 on conflict do nothing`.pipe(Effect.asVoid, Effect.orDie)

      const removeOld = sql`delete from awaited_labels w using calls c
        where w.added_at < clock_timestamp() - ${longestLabelWaitMillis} * interval '1 millisecond'
          and c.organization_id = w.organization_id and c.id = w.call_id and c.awaits_tag_until is null`.pipe(
        Effect.asVoid,
        Effect.orDie
      )

      const waiting = sql<{ calls: number; oldestSeconds: number }>`select count(*)::int as calls,
          coalesce(extract(epoch from clock_timestamp() - min(awaits_tag_until))::float8
            + ${campaignLabelWaitMillis / 1_000}, 0) as oldest_seconds
        from calls where awaits_tag_until is not null`.pipe(
        Effect.map(([row]) => row ?? { calls: 0, oldestSeconds: 0 }),
        Effect.orDie
      )

      return AwaitedLabels.of({
        noteFailure,
        claim,
        dueProviders,
        remove,
        lastFailure,
        addNow,
        addForgotten,
        removeOld,
        waiting
      })
    })
  )
}

/** Duration of a claim: several times as long as an analysis can last. */
const lease = "2 minutes"
