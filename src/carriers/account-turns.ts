import type { PgClient } from "@effect/sql-pg"
import { Effect, Random, Schema } from "effect"
import { forgivenMillis, spacing } from "../domain/dialing/pacing.ts"

/** Another campaign reserved the account's next start first. */
export class AccountBusy extends Schema.TaggedError<AccountBusy>()("AccountBusy", {}) {}

/** A campaign that wants to start a call. */
export interface Contender {
  readonly organizationId: number
  readonly campaignId: string
}

/** A carrier account with a limit. */
export interface LimitedAccount {
  readonly account: string
  readonly callsPerSecond: number
}

/** Takes the starts of an account one by one, each in the turn of its campaign, under the lock of the account's row. */
export const accountTurns = (sql: PgClient.PgClient, { account, callsPerSecond }: LimitedAccount) => {
  const intervalMillis = spacing(callsPerSecond, 1_000)
  // A campaign whose turn it is has a head start over the others. When it does not come, another takes its start.
  const headStartMillis = Math.min(intervalMillis / 2, longestHeadStartMillis)

  const shareOf = (organizationId: number, column: "last_turn" | "next_virtual_time") =>
    sql`coalesce((select ${sql(column)} from carrier_shares
      where account = ${account} and organization_id = ${organizationId}), 0)`

  // No organization saves up turns: a virtual time that lies before the account's counts as the account's. Among
  // equal contenders the last turn decides, and then the id, so that all nodes see one order.
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
    sql<{ at: number }>`with started as (
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
      returning (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.pipe(
      Effect.orDie,
      Effect.flatMap(([start]) => (start === undefined ? new AccountBusy() : Effect.succeed(start.at)))
    )

  return { queue, reserve }
}

interface Turn {
  readonly othersGoFirst: boolean
  /** Time until the next start is allowed, ms; negative when it is already. */
  readonly freeInMillis: number
}

/** Maximum head start of the campaign whose turn it is, ms. */
const longestHeadStartMillis = 250

/** Time after which a campaign, or a node, that did not ask again loses its place, ms. */
export const patienceMillis = 500
