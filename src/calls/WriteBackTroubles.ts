import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"

/**
 * The campaigns whose outcomes the organization's own system does not take: what their health shows. Told by whoever
 * delivers, in the transaction that settles an attempt.
 */
export class WriteBackTroubles extends Context.Service<
  WriteBackTroubles,
  {
    /** An attempt to tell what came of a call of the campaign has failed; `error` is what the failures list shows. */
    readonly note: (organizationId: number, campaignId: string, error: string) => Effect.Effect<void>
    /** The targets of the organizations have taken something. Costs nothing for one that has no trouble. */
    readonly clear: (organizationIds: ReadonlyArray<number>) => Effect.Effect<void>
  }
>()("carillon/calls/WriteBackTroubles") {
  static readonly layer = Layer.effect(
    WriteBackTroubles,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const note = Effect.fnUntraced(function* (organizationId: number, campaignId: string, error: string) {
        yield* sql`insert into write_back_troubles as t (organization_id, campaign_id, error)
          values (${organizationId}, ${campaignId}, ${error})
          on conflict (organization_id, campaign_id) do update
            set failures = t.failures + 1, error = excluded.error`
      }, Effect.orDie)

      const clear = Effect.fnUntraced(function* (organizationIds: ReadonlyArray<number>) {
        yield* sql`delete from write_back_troubles where organization_id = any(${organizationIds}::int[])`
      }, Effect.orDie)

      return WriteBackTroubles.of({ note, clear })
    })
  )
}
