import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { flowOfCampaign } from "../../campaigns/used-by/flow-of-campaign.ts"
import type { Absence, ProviderNeeds, ProviderRole } from "../../domain/flows/provider-role.ts"

/** Which providers no node can reach, so that no call is placed that could not be held. */
export class ProviderAbsences extends Context.Service<
  ProviderAbsences,
  {
    /** Stores which providers are away from this node. Counts for half a minute. */
    readonly report: (node: string, away: ReadonlyMap<ProviderRole, Absence>) => Effect.Effect<void>
    /** Removes the report of a node that stops. */
    readonly forget: (node: string) => Effect.Effect<void>
    /** The providers that are away from all nodes: REFUSED where one node was refused, else SILENT. Cached for a second. */
    readonly away: Effect.Effect<ReadonlyMap<ProviderRole, Absence>>
    /** The settings that decide which providers the calls of a campaign need. */
    readonly needs: (campaignId: string) => Effect.Effect<ProviderNeeds | undefined>
  }
>()("carillon/calls/ProviderAbsences") {
  static readonly layer = Layer.effect(
    ProviderAbsences,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const report = Effect.fn("ProviderAbsences.report")(function* (
        node: string,
        away: ReadonlyMap<ProviderRole, Absence>
      ) {
        const refused = [...away].flatMap(([role, absence]) => (absence === "REFUSED" ? [role] : []))
        yield* sql`insert into provider_reports (node, away, refused)
          values (${node}, ${[...away.keys()]}::text[], ${refused}::text[])
          on conflict (node) do update
          set away = excluded.away, refused = excluded.refused, seen_at = clock_timestamp()`
        yield* sql`delete from provider_reports where seen_at < clock_timestamp() - interval '1 hour'`
      }, Effect.orDie)

      const forget = Effect.fn("ProviderAbsences.forget")(function* (node: string) {
        yield* sql`delete from provider_reports where node = ${node}`
      }, Effect.orDie)

      const read = sql<{ role: ProviderRole; absence: Absence }>`with fresh as (
          select away, refused from provider_reports where seen_at > clock_timestamp() - interval '30 seconds'
        )
        select role, case when bool_or(role = any (refused)) then 'REFUSED' else 'SILENT' end as absence
        from fresh, unnest(away) as role
        group by role having count(*) = (select count(*) from fresh)`.pipe(
        Effect.map((rows) => new Map(rows.map(({ absence, role }) => [role, absence]))),
        Effect.orDie
      )

      // When the answer is old, each caller queries by itself and waits for no query of another: a claim queries within its
      // transaction, and the other query may be waiting for the connection that the claim uses.
      let last: { readonly away: ReadonlyMap<ProviderRole, Absence>; readonly readAt: number } | undefined
      const away = Effect.suspend(() =>
        last !== undefined && performance.now() < last.readAt + cachedMillis
          ? Effect.succeed(last.away)
          : Effect.tap(read, (found) =>
              Effect.sync(() => {
                last = { away: found, readAt: performance.now() }
              })
            )
      )

      const needs = Effect.fn("ProviderAbsences.needs")(function* (campaignId: string) {
        const [row] = yield* sql<ProviderNeeds>`select f.llm_provider, o.model_fallback,
            case when m.id is not null then 'MODEL:' || o.id || '/' || f.model else 'MODEL:' || f.model end as model,
            o.id as organization_id, f.language, f.tts_provider, f.voice_gender,
            exists (select from speech_keys k where k.organization_id = o.id) as has_speech_keys
          from campaigns c ${sql.literal(flowOfCampaign())}
            join organizations o on o.id = c.organization_id
            left join organization_models m on m.organization_id = f.organization_id and m.name = f.model
          where c.id = ${campaignId}`
        return row
      }, Effect.orDie)

      return ProviderAbsences.of({ report, forget, away, needs })
    })
  )
}

/** Time for which a node believes what it has read, ms. */
const cachedMillis = 1_000
