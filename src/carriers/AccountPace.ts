import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { accountLeases } from "./account-leases.ts"
import { type AccountBusy, accountTurns, type Contender } from "./account-turns.ts"
import { Carrier } from "./Carrier.ts"

/**
 * Limits the calls per second of one carrier account, across all campaigns and nodes: GCRA with
 * burst 1, like the pace of a campaign. The starts are shared by turns: first between the
 * organizations that want one, by their weights, then between the campaigns of the organization.
 * The starts of a fast account are leased to the nodes in portions. Does nothing for a carrier
 * without such a limit.
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
     * Returns 0 if the campaign may reserve the next start now, else the milliseconds after which to
     * ask again. Until then the campaign keeps its place in the queue.
     */
    readonly queue: (contender: Contender) => Effect.Effect<number>
    /**
     * Waits until the campaign may reserve a start that this node has leased. Completes at once where starts are not
     * leased, so `queue` still decides.
     */
    readonly turn: (contender: Contender) => Effect.Effect<void>
    /** Ends the turn of a campaign when its claim is over, with or without a start. Another campaign may have a turn then. */
    readonly endTurn: (contender: Contender) => Effect.Effect<void>
    /**
     * Waits until shortly before the start that `reserve` is to get, if starts are leased. A claim does this before it
     * locks what claims share.
     */
    readonly approach: (contender: Contender) => Effect.Effect<void>
    /**
     * Reserves a start of the account. A claim does this last, because all campaigns may contend for the row of the
     * account, which the claim then holds until the commit.
     */
    readonly reserve: (contender: Contender) => Effect.Effect<void, AccountBusy>
  }
>()("carillon/carriers/AccountPace") {
  static readonly layer = Layer.effect(
    AccountPace,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { account, callsPerSecond } = yield* Carrier
      if (callsPerSecond === null) {
        return AccountPace.of({
          callsPerSecond,
          nextStartAt: Effect.undefined,
          queue: () => Effect.succeed(0),
          ...withoutLeases,
          reserve: () => Effect.void
        })
      }
      const nextStartAt = sql<{ at: number }>`select (extract(epoch from next_start_at) * 1000)::float8 as at
        from carrier_pace where account = ${account}`.pipe(
        Effect.map(([row]) => row?.at),
        Effect.orDie
      )
      const limited = { account, callsPerSecond }
      const starts =
        callsPerSecond < leasedFrom
          ? { ...accountTurns(sql, limited), ...withoutLeases }
          : yield* accountLeases(sql, limited)
      const reserve = (contender: Contender) => Effect.asVoid(starts.reserve(contender))
      return AccountPace.of({ ...starts, callsPerSecond, nextStartAt, reserve })
    })
  )
}

const withoutLeases = { turn: () => Effect.void, endTurn: () => Effect.void, approach: () => Effect.void }

/**
 * Calls per second from which on starts are leased. A slower account takes its starts one by one: its row is locked for the
 * commit of a claim, which is short beside the time between two starts, and every start goes exactly in turn.
 */
const leasedFrom = 50
