import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import type { Statement } from "effect/sql"
import { hasFallen, rateInWords, recentCalls, restHours } from "../../domain/callers/answer-rate.ts"
import { CallerId, type NewCallerId } from "../../domain/callers/CallerId.ts"
import type { PoolNumber } from "../../domain/callers/caller-choice.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { SecurityLog } from "../SecurityLog.ts"

export class CallerIdNotFound extends Schema.TaggedError<CallerIdNotFound>()("CallerIdNotFound", {}) {}

/** A number, or the pool of a campaign, would be invalid; `path` is the invalid field. */
export class CallerIdRefused extends Schema.TaggedError<CallerIdRefused>()("CallerIdRefused", {
  path: Schema.String,
  message: Schema.String
}) {}

/** The numbers from which organizations call, how often each calls, and how often people answer it. */
export class CallerIds extends Context.Service<
  CallerIds,
  {
    readonly list: (organizationId: number) => Effect.Effect<ReadonlyArray<CallerId>>
    readonly get: (organizationId: number, number: string) => Effect.Effect<CallerId, CallerIdNotFound>
    /** Adds a number, or replaces its settings. Its counts stay. */
    readonly put: (
      organizationId: number,
      callerId: NewCallerId,
      actor: string
    ) => Effect.Effect<CallerId, CallerIdRefused>
    readonly remove: (organizationId: number, number: string, actor: string) => Effect.Effect<void, CallerIdNotFound>
    /** The numbers of a pool, or with null all of the organization; undefined if the organization has none of its own. */
    readonly pool: (organizationId: number, pool: string | null) => Effect.Effect<ReadonlyArray<PoolNumber> | undefined>
    /**
     * Counts a call from a number towards the cap of the day on which it starts. Returns false if the number may not
     * place it any more. Locks the number until the transaction ends.
     */
    readonly take: (organizationId: number, number: string, startedAt: Date) => Effect.Effect<boolean>
    /** Takes back a call that was counted and not placed. */
    readonly giveBack: (organizationId: number, number: string, startedAt: Date) => Effect.Effect<void>
    /**
     * Switches a number off because the carrier does not let it call. `sinceMillis` is the time since the call was claimed:
     * a number that an admin has changed meanwhile stays as it is.
     */
    readonly refused: (
      organizationId: number,
      number: string,
      refusal: { readonly reason: string; readonly sinceMillis: number }
    ) => Effect.Effect<void>
    /** Notes whether a person answered a call. The number rests if that has become rare. */
    readonly note: (organizationId: number, number: string, wasAnswered: boolean) => Effect.Effect<void>
    /** Some numbers of all organizations that an admin has not switched off, those that were changed last. */
    readonly latest: (atMost: number) => Effect.Effect<ReadonlyArray<UsedNumber>>
    /** The organization that a number belongs to. */
    readonly ownerOf: (number: string) => Effect.Effect<number | undefined>
  }
>()("carillon/accounts/CallerIds") {
  static readonly layer = Layer.effect(
    CallerIds,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog

      const read = (organizationId: number, number: string | null = null) =>
        callerRows(sql`select k.number, k.account_id as account, k.pool, k.daily_cap,
            case when k.is_off then 'OFF' when k.resting_until > clock_timestamp() then 'RESTING' else 'ACTIVE' end as state,
            case when k.is_off or k.resting_until > clock_timestamp() then k.reason end as reason,
            case when k.is_off then k.refused_at end as refused_at,
            case when k.resting_until > clock_timestamp() and not k.is_off then k.resting_until end as resting_until,
            case when k.calls_on >= ${dayOf(sql, sql`clock_timestamp()`)} then k.calls else 0 end as calls_today,
            jsonb_build_object('calls', length(k.recent), 'answered', ${ones(sql)}) as recent,
            jsonb_build_object('calls', k.ended - length(k.recent), 'answered', k.answered - ${ones(sql)}) as before,
            k.changed_at, k.changed_by
          from caller_ids k join organizations o on o.id = k.organization_id
          where k.organization_id = ${organizationId} and (${number}::text is null or k.number = ${number})
          order by k.number`)

      const list = Effect.fn("CallerIds.list")((organizationId: number) => Effect.orDie(read(organizationId)))

      const get = Effect.fn("CallerIds.get")(
        function* (organizationId: number, number: string) {
          const [callerId] = number.includes("\0") ? [] : yield* read(organizationId, number)
          return callerId ?? (yield* new CallerIdNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const put: CallerIds["Service"]["put"] = Effect.fn("CallerIds.put")(
        function* (organizationId, { account, dailyCap, number, pool, reason = null, state }, actor) {
          if (account !== null && !(yield* isOwnAccount(organizationId, account)))
            return yield* new CallerIdRefused({ path: "account", message: "is no carrier account of the organization" })
          const others = (yield* read(organizationId)).filter((one) => one.number !== number)
          if (others.length >= maxNumbers) {
            return yield* new CallerIdRefused({
              path: "number",
              message: `cannot be added: an organization has at most ${maxNumbers} numbers; remove one first`
            })
          }
          const isOff = state === undefined ? null : state === "OFF"
          const stored = yield* sql`insert into caller_ids as k
              (organization_id, number, account_id, pool, daily_cap, is_off, reason, changed_by)
            values (${organizationId}, ${number}, ${account}, ${pool}, ${dailyCap}, coalesce(${isOff}::boolean, false),
              ${state === "OFF" ? reason : null}, ${actor})
            on conflict (number) do update set account_id = excluded.account_id, pool = excluded.pool, daily_cap = excluded.daily_cap,
              is_off = coalesce(${isOff}::boolean, k.is_off),
              reason = case when ${isOff}::boolean is null then k.reason else excluded.reason end,
              resting_until = case when ${isOff}::boolean is null then k.resting_until end,
              refused_at = case when ${isOff}::boolean is null then k.refused_at end,
              changed_at = clock_timestamp(), changed_by = excluded.changed_by
            where k.organization_id = excluded.organization_id returning 1`
          if (stored.length === 0) {
            return yield* new CallerIdRefused({ path: "number", message: "is a number of another organization" })
          }
          const details = {
            account,
            pool,
            dailyCap,
            ...(state !== undefined && { state }),
            ...(reason !== null && { reason })
          }
          yield* log.append(organizationId, { actor, action: "caller-id.configure", target: number, details })
          return yield* Effect.orDie(get(organizationId, number))
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      // The account is not removed before the number is stored.
      const isOwnAccount = (organizationId: number, account: string) =>
        Effect.map(
          sql`select 1 from carrier_accounts
            where organization_id = ${organizationId} and account_id = ${account} for key share`,
          (found) => found.length > 0
        )

      const remove = Effect.fn("CallerIds.remove")(
        function* (organizationId: number, number: string, actor: string) {
          yield* get(organizationId, number)
          yield* sql`delete from caller_ids where organization_id = ${organizationId} and number = ${number}`
          yield* log.append(organizationId, { actor, action: "caller-id.delete", target: number })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const pool: CallerIds["Service"]["pool"] = Effect.fn("CallerIds.pool")(function* (organizationId, name) {
        const [row] = yield* sql<{ numbers: ReadonlyArray<PoolNumber> | null }>`select
            ${numbersOfPool(sql, { organizationId: sql`o.id`, pool: sql`${name}::text`, timezone: sql`o.timezone` })}
              as numbers
          from organizations o where o.id = ${organizationId}`
        return row?.numbers ?? (name === null ? undefined : [])
      }, Effect.orDie)

      // Counts by the day on which the attempt starts, so that the attempts of a day never exceed its cap. A claim that
      // began just before midnight is refused once a later day is counted, and begins again. A day that has not begun yet
      // was counted in an earlier time zone of the organization: its calls count today.
      const take = Effect.fnUntraced(function* (organizationId: number, number: string, startedAt: Date) {
        const day = dayOf(sql, sql`${startedAt}::timestamptz`)
        const taken = yield* sql`update caller_ids k
          set calls = case when k.calls_on >= ${day} then k.calls + 1 else 1 end, calls_on = ${day}
          from organizations o
          where o.id = k.organization_id and k.organization_id = ${organizationId} and k.number = ${number}
            and not k.is_off and coalesce(k.resting_until, '-infinity') <= clock_timestamp()
            and (k.calls_on is null or k.calls_on < ${day}
              or ((k.calls_on = ${day} or k.calls_on > ${dayOf(sql, sql`clock_timestamp()`)})
                and (k.daily_cap is null or k.calls < k.daily_cap)))
          returning 1`
        return taken.length > 0
      }, Effect.orDie)

      const giveBack = Effect.fnUntraced(function* (organizationId: number, number: string, startedAt: Date) {
        yield* sql`update caller_ids k set calls = k.calls - 1 from organizations o
          where o.id = k.organization_id and k.organization_id = ${organizationId} and k.number = ${number}
            and k.calls_on = ${dayOf(sql, sql`${startedAt}::timestamptz`)} and k.calls > 0`
      }, Effect.orDie)

      const refused: CallerIds["Service"]["refused"] = Effect.fn("CallerIds.refused")(
        function* (organizationId, number, { reason: words, sinceMillis }) {
          const reason = `The carrier does not let it call. ${words}`
          const switchedOff = yield* sql`update caller_ids
            set is_off = true, reason = ${reason}, refused_at = clock_timestamp()
            where organization_id = ${organizationId} and number = ${number} and not is_off
              and changed_at <= clock_timestamp() - ${sinceMillis}::float8 * interval '1 millisecond' returning 1`
          if (switchedOff.length === 0) return
          yield* log.append(organizationId, {
            actor: "carrier",
            action: "caller-id.refused",
            target: number,
            details: { reason }
          })
          yield* Effect.logWarning(
            `Switched off a number of organization ${organizationId}; its calls are placed from others: ${reason}`
          )
        },
        transaction(sql),
        Effect.orDie
      )

      const note = Effect.fnUntraced(function* (organizationId: number, number: string, wasAnswered: boolean) {
        const digit = wasAnswered ? "1" : "0"
        const [row] = yield* sql<{ recent: string; ended: number; answered: number }>`update caller_ids
          set recent = right(recent || ${digit}::text, ${recentCalls}), ended = ended + 1,
            answered = answered + ${Number(digit)}
          where organization_id = ${organizationId} and number = ${number} returning recent, ended, answered`
        if (row === undefined) return
        const recent = { calls: row.recent.length, answered: row.recent.replaceAll("0", "").length }
        const before = { calls: row.ended - recent.calls, answered: row.answered - recent.answered }
        if (!hasFallen(recent, before)) return
        yield* sql`update caller_ids set recent = '', reason = ${rateInWords(recent, before)},
            resting_until = clock_timestamp() + make_interval(hours => ${restHours})
          where organization_id = ${organizationId} and number = ${number} and not is_off`
        yield* Effect.logWarning(
          `A number of organization ${organizationId} rests for ${restHours} hours: ${rateInWords(recent, before)}`
        )
      }, Effect.orDie)

      const latest = Effect.fn("CallerIds.latest")(
        (atMost: number) => sql<UsedNumber>`select number, account_id as account, organization_id,
            case when is_off then reason end as reason
          from caller_ids where not is_off or refused_at is not null
          order by greatest(changed_at, refused_at) desc limit ${atMost}`,
        Effect.orDie
      )

      const ownerOf = Effect.fn("CallerIds.ownerOf")(function* (number: string) {
        const [row] = yield* sql<{ organizationId: number }>`select organization_id from caller_ids
          where number = ${number}`
        return row?.organizationId
      }, Effect.orDie)

      return CallerIds.of({ list, get, put, remove, pool, take, giveBack, refused, note, latest, ownerOf })
    })
  )
}

/** A number with its own carrier account, and why the carrier has refused it; null if it has not. */
interface UsedNumber {
  readonly number: string
  readonly account: string | null
  readonly organizationId: number
  readonly reason: string | null
}

/** Maximum number of numbers of an organization. */
const maxNumbers = 500

const callerRows = rowsOf(CallerId)

/** The calendar day of a moment in a time zone, by default that of the organization `o`. */
const dayOf = (sql: PgClient.PgClient, at: Statement.Fragment, timezone: Statement.Fragment = sql`o.timezone`) =>
  sql`(${at} at time zone ${timezone})::date`

const ones = (sql: PgClient.PgClient) => sql`length(replace(k.recent, '0', ''))`

/**
 * Selects the numbers of a pool as a document, or with a null `pool` all numbers of an organization; null if there are
 * none. A claim selects them together with all else that it reads. `of` may name any table but `pool_number` and
 * `its_account`.
 */
export const numbersOfPool = (
  sql: PgClient.PgClient,
  of: {
    readonly organizationId: Statement.Fragment
    readonly pool: Statement.Fragment
    readonly timezone: Statement.Fragment
  }
) => sql`(select json_agg(json_build_object('number', pool_number.number, 'isOff', pool_number.is_off,
      'dailyCap', pool_number.daily_cap, 'accountId', pool_number.account_id,
      'accountFreeAt', (extract(epoch from nullif(its_account.next_start_at, '-infinity')) * 1000)::float8,
      'restingUntil', (extract(epoch from pool_number.resting_until) * 1000)::float8,
      'callsToday', case when pool_number.calls_on >= ${dayOf(sql, sql`clock_timestamp()`, of.timezone)}
        then pool_number.calls else 0 end)
    order by pool_number.number)
  from caller_ids pool_number
    left join carrier_accounts its_account on its_account.organization_id = pool_number.organization_id
      and its_account.account_id = pool_number.account_id
  where pool_number.organization_id = ${of.organizationId} and (${of.pool} is null or pool_number.pool = ${of.pool}))`
