import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { Carrier } from "../carriers/Carrier.ts"
import { forgivenMillis, spacing } from "../domain/dialing/pacing.ts"

/** Another campaign was faster. */
export class AccountBusy extends Schema.TaggedError<AccountBusy>()("AccountBusy", {}) {}

/**
 * A carrier's account takes so many calls a second, from all campaigns and nodes together: GCRA with burst 1, as a campaign's
 * pace. Where the carrier counts none it costs nothing.
 */
export class AccountPace extends Context.Service<
  AccountPace,
  {
    readonly callsPerSecond: number | null
    /** When the account takes the next call, in milliseconds on the clock of the database; undefined before the first. */
    readonly nextStartAt: Effect.Effect<number | undefined>
    /**
     * Takes the account's next start. All campaigns meet in this row: it is the last that a claim locks, so that it is held
     * for no more than the commit.
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

      // In one statement, since what it reads of the clock must not be older than the lock.
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
