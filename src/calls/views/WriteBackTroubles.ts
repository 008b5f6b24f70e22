import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"

/**
 * The campaigns whose outcomes the organization's own system does not take: what their health shows. Told by whoever
 * delivers, in the transaction that settles an attempt.
 */
export class WriteBackTroubles extends Context.Service<
  WriteBackTroubles,
  {
    /** So many attempts to tell what came of calls of the campaign have failed; `error` is that of the last. */
    readonly note: (organizationId: number, campaignId: string, failed: Failed) => Effect.Effect<void>
    /** The targets of the organizations have taken something. Costs nothing for one that has no trouble. */
    readonly clear: (organizationIds: ReadonlyArray<number>) => Effect.Effect<void>
  }
>()("carillon/calls/WriteBackTroubles") {
  static readonly layer = Layer.effect(
    WriteBackTroubles,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const note = Effect.fnUntraced(function* (
        organizationId: number,
        campaignId: string,
        { error, failures }: Failed
      ) {
        yield* sql`insert into write_back_troubles as t (organization_id, campaign_id, failures, error)
          values (${organizationId}, ${campaignId}, ${failures}, ${error})
          on conflict (organization_id, campaign_id) do update
            set failures = t.failures + excluded.failures, error = excluded.error`
      }, Effect.orDie)

      const clear = Effect.fnUntraced(function* (organizationIds: ReadonlyArray<number>) {
        yield* sql`delete from write_back_troubles where organization_id = any(${organizationIds}::int[])`
      }, Effect.orDie)

      return WriteBackTroubles.of({ note, clear })
    })
  )
}

interface Failed {
  readonly failures: number
  readonly error: string
}
