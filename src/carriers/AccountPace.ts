import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Random, Schema } from "effect"
import { forgivenMillis, spacing } from "../domain/dialing/pacing.ts"
import { Carrier } from "./Carrier.ts"

/** Another campaign reserved the account's next start first. */
export class AccountBusy extends Schema.TaggedError<AccountBusy>()("AccountBusy", {}) {}

/** A campaign that wants to start a call. */
interface Contender {
  readonly organizationId: number
  readonly campaignId: string
}

/**
 * Limits the calls per second of one carrier account, across all campaigns and nodes: GCRA with
 * burst 1, like the pace of a campaign. The starts are shared by turns: first between the
 * organizations that want one, by their weights, then between the campaigns of the organization.
 * Does nothing for a carrier without such a limit.
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
     * ask again. Until then the campaign has its place among those that wait.
     */
    readonly queue: (contender: Contender) => Effect.Effect<number>
    /**
     * Reserves the account's next start. All campaigns contend for this row, so a claim locks it
     * last and holds it only until the commit.
     */
    readonly reserve: (contender: Contender) => Effect.Effect<void, AccountBusy>
  }
>()("carillon/dialer/AccountPace") {
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
          reserve: () => Effect.void
        })
      }

      const intervalMillis = spacing(callsPerSecond, 1_000)
      // A campaign whose turn it is has a head start over the others. When it does not come, another takes its start.
      const headStartMillis = Math.min(intervalMillis / 2, longestHeadStartMillis)

      const nextStartAt = sql<{ at: number }>`select (extract(epoch from next_start_at) * 1000)::float8 as at
        from carrier_pace where account = ${account}`.pipe(
        Effect.map(([row]) => row?.at),
        Effect.orDie
      )

      const shareOf = (organizationId: number, column: "last_turn" | "next_virtual_time") =>
        sql`coalesce((select ${sql(column)} from carrier_shares
          where account = ${account} and organization_id = ${organizationId}), 0)`

      // No organization saves up turns: a time of its own that has passed is the account's. Turns of equal contenders go
      // by their last turn and their ids, so that all nodes see one order.
      const othersGoFirst = ({ campaignId, organizationId }: Contender) => sql`exists (
        select 1 from carrier_wants w
          join carrier_pace p on p.account = w.account
          left join carrier_shares s on s.account = w.account and s.organization_id = w.organization_id
        where w.account = ${account} and w.wants_until > statement_timestamp() and w.campaign_id <> ${campaignId}
          and (greatest(p.virtual_time, s.next_virtual_time), coalesce(s.last_turn, 0), w.organization_id,
              w.last_turn, w.campaign_id) < (
            greatest(p.virtual_time, ${shareOf(organizationId, "next_virtual_time")}),
            ${shareOf(organizationId, "last_turn")}, ${organizationId}::int,
            coalesce((select last_turn from carrier_wants
              where account = ${account} and campaign_id = ${campaignId}), 0), ${campaignId}::uuid))`

      const queue = Effect.fnUntraced(function* (contender: Contender) {
        const [row] = yield* sql<Turn>`select ${othersGoFirst(contender)} as others_go_first,
            (extract(epoch from next_start_at - clock_timestamp()) * 1000)::float8 as free_in_millis
          from carrier_pace where account = ${account}`
        if (row === undefined) return 0
        const { freeInMillis, othersGoFirst: isLater } = row
        if (freeInMillis <= (isLater ? -headStartMillis : 0)) return 0
        // Random, because only one of the late campaigns gets a start whose turn was missed.
        const lateness = isLater ? yield* Random.nextBetween(headStartMillis, 2 * headStartMillis) : 0
        const millis = Math.max(1, Math.ceil(freeInMillis + lateness))
        const until = sql`clock_timestamp() + ${millis + patienceMillis}::float8 * interval '1 millisecond'`
        yield* sql`insert into carrier_wants (account, campaign_id, organization_id, wants_until)
          values (${account}, ${contender.campaignId}, ${contender.organizationId}, ${until})
          on conflict (account, campaign_id) do update set wants_until = excluded.wants_until`
        return millis
      }, Effect.orDie)

      // A single statement, because the clock must be read after the row is locked. It sees the turns as they were when it
      // began: a start that another campaign took since then moves `next_start_at`, so this one is refused.
      const interval = sql`${intervalMillis}::float8 * interval '1 millisecond'`
      const forgiven = sql`${forgivenMillis}::float8 * interval '1 millisecond'`
      const headStart = sql`${headStartMillis}::float8 * interval '1 millisecond'`
      const reserve = (contender: Contender) =>
        sql`with started as (
            insert into carrier_pace as pace (account, next_start_at, turns)
            values (${account}, clock_timestamp() + ${interval}, 1)
            on conflict (account) do update
              set next_start_at = greatest(pace.next_start_at, clock_timestamp() - ${forgiven}) + ${interval},
                turns = pace.turns + 1,
                virtual_time = greatest(pace.virtual_time, ${shareOf(contender.organizationId, "next_virtual_time")})
              where pace.next_start_at <= clock_timestamp()
                and (pace.next_start_at <= clock_timestamp() - ${headStart} or not ${othersGoFirst(contender)})
            returning turns, virtual_time
          ), share as (
            insert into carrier_shares (account, organization_id, last_turn, next_virtual_time)
            select ${account}::text, ${contender.organizationId}::int, turns, virtual_time + 1.0 / coalesce(
              (select call_weight from organizations where id = ${contender.organizationId}), 1) from started
            on conflict (account, organization_id) do update
              set last_turn = excluded.last_turn, next_virtual_time = excluded.next_virtual_time
          )
          insert into carrier_wants (account, campaign_id, organization_id, wants_until, last_turn)
          select ${account}::text, ${contender.campaignId}::uuid, ${contender.organizationId}::int, now(), turns from started
          on conflict (account, campaign_id) do update
            set wants_until = excluded.wants_until, last_turn = excluded.last_turn
          returning 1`.pipe(
          Effect.orDie,
          Effect.flatMap(({ length }) => (length > 0 ? Effect.void : new AccountBusy()))
        )

      return AccountPace.of({ callsPerSecond, nextStartAt, queue, reserve })
    })
  )
}

interface Turn {
  readonly othersGoFirst: boolean
  /** Time until the next start is allowed, ms; negative when it is already. */
  readonly freeInMillis: number
}

/** Maximum head start of the campaign whose turn it is, ms. */
const longestHeadStartMillis = 250

/** Time after which a campaign that did not ask again loses its place, ms. */
const patienceMillis = 500
