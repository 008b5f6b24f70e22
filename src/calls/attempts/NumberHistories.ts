import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"

/** Facts about a number for the caps and pauses of laws, beyond the ledger of its last 168 hours. */
export interface NumberHistory {
  /** Start times of the calls to it, in any order. */
  readonly calls: ReadonlyArray<Date>
  /**
   * When a conversation ended last that got a label which suppresses, and when any ended last. The person may have called
   * back.
   */
  readonly refusedAt: Date | null
  readonly talkedAt: Date | null
}

/** Reads the calls of all campaigns of an organization to numbers. */
export class NumberHistories extends Context.Service<
  NumberHistories,
  {
    /** The history of the last `days` of each of these numbers that has one. */
    readonly of: (
      organizationId: number,
      phoneNumbers: ReadonlyArray<string>,
      days: number
    ) => Effect.Effect<ReadonlyMap<string, NumberHistory>>
  }
>()("carillon/calls/NumberHistories") {
  static readonly layer = Layer.effect(
    NumberHistories,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const of: NumberHistories["Service"]["of"] = Effect.fn("NumberHistories.of")(function* (
        organizationId,
        phoneNumbers,
        days
      ) {
        if (phoneNumbers.length === 0) return new Map()
        // Unchecked: claims read this.
        const rows = yield* sql<NumberHistory & { readonly phoneNumber: string }>`select a.phone_number,
            coalesce(array_agg(a.started_at) filter (where a.kind = 'OUTBOUND'), '{}') as calls,
            max(a.ended_at) filter (where a.outcome = 'CONNECTED' and l.retry_behavior <> 'RETRYABLE') as refused_at,
            max(a.ended_at) filter (where a.outcome = 'CONNECTED') as talked_at
          from attempts a
            join calls c on c.organization_id = a.organization_id and c.id = a.call_id
            left join intent_labels l on l.organization_id = c.organization_id and l.id = c.intent_label_id
              and c.attempts = a.attempt_no
          where a.organization_id = ${organizationId} and a.phone_number = any(${phoneNumbers}::text[])
            and a.started_at > clock_timestamp() - ${days} * interval '1 day'
          group by a.phone_number`
        return new Map(rows.map(({ phoneNumber, ...history }) => [phoneNumber, history]))
      }, Effect.orDie)

      return NumberHistories.of({ of })
    })
  )
}
