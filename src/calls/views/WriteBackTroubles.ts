import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"

/**
 * Records failed webhook deliveries of campaigns, for their health. The sender of webhooks calls this service in the
 * transaction that records a delivery attempt.
 */
export class WriteBackTroubles extends Context.Service<
  WriteBackTroubles,
  {
    /** Adds failed deliveries of a campaign; `error` is that of the latest failure. */
    readonly note: (organizationId: number, campaignId: string, failed: Failed) => Effect.Effect<void>
    /** Clears the failures of organizations whose target has accepted a delivery. */
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
