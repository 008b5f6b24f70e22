import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { Carrier } from "../carriers/Carrier.ts"
import { forgivenMillis, spacing } from "../domain/dialing/pacing.ts"

/** Another campaign reserved the account's next start first. */
export class AccountBusy extends Schema.TaggedError<AccountBusy>()("AccountBusy", {}) {}

/**
 * Limits the calls per second of one carrier account, across all campaigns and nodes: GCRA with
 * burst 1, like the pace of a campaign. Does nothing for a carrier without such a limit.
 */
export class AccountPace extends Context.Service<
  AccountPace,
  {
    readonly callsPerSecond: number | null
    /**
     * Time of the next allowed start, in milliseconds on the database clock; undefined before the
     * first call.
     */
    readonly nextStartAt: Effect.Effect<number | undefined>
    /**
     * Reserves the account's next start. All campaigns contend for this row, so a claim locks it
     * last and holds it only until the commit.
     */
    readonly reserve: Effect.Effect<void, AccountBusy>
  }
>()("carillon/dialer/AccountPace") {
  static readonly layer = Layer.effect(
    AccountPace,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { account, callsPerSecond } = yield* Carrier
      if (callsPerSecond === null) {
        return AccountPace.of({ callsPerSecond, nextStartAt: Effect.undefined, reserve: Effect.void })
      }

      const nextStartAt = sql<{ at: number }>`select (extract(epoch from next_start_at) * 1000)::float8 as at
        from carrier_pace where account = ${account}`.pipe(
        Effect.map(([row]) => row?.at),
        Effect.orDie
      )

      // A single statement, because the clock must be read after the row is locked.
      const interval = sql`${spacing(callsPerSecond, 1_000)}::float8 * interval '1 millisecond'`
      const forgiven = sql`${forgivenMillis}::float8 * interval '1 millisecond'`
      const reserve = sql`insert into carrier_pace as pace (account, next_start_at)
        values (${account}, clock_timestamp() + ${interval})
        on conflict (account) do update
          set next_start_at = greatest(pace.next_start_at, clock_timestamp() - ${forgiven}) + ${interval}
          where pace.next_start_at <= clock_timestamp()
        returning 1`.pipe(
        Effect.orDie,
        Effect.flatMap(({ length }) => (length > 0 ? Effect.void : new AccountBusy()))
      )

      return AccountPace.of({ callsPerSecond, nextStartAt, reserve })
    })
  )
}
