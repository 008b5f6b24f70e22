import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Statement } from "effect/sql"

export interface Minutes {
  readonly quota: number
  readonly used: number
  /** Minutes reserved for calls in progress. */
  readonly reserved: number
}

/**
 * An organization's usage: conversation minutes against its quota, and today's calls. Calls append to it and wait for no
 * row, except that a campaign which has used up its portion of reserved minutes locks the organization's row.
 */
export class Usage extends Context.Service<
  Usage,
  {
    /** Creates the usage row of a new organization. */
    readonly open: (organizationId: number) => Effect.Effect<void>
    readonly minutes: (organizationId: number) => Effect.Effect<Minutes>
    /**
     * Counts a call that begins and reserves its minutes. Returns false if the quota has fewer minutes left. Call this
     * last in a transaction: one call in ten locks the usage row, which all campaigns of the organization share.
     */
    readonly begin: (organizationId: number, call: BeginningCall) => Effect.Effect<boolean>
    /** Reserves minutes for a call that a person makes. The quota does not refuse it, and `today` does not count it. */
    readonly reserveInbound: (organizationId: number, minutes: number) => Effect.Effect<void>
    /**
     * Releases the minutes that were reserved for a call, and adds the minutes that the call used, as a statement that may
     * be a part of another one.
     */
    readonly settle: (
      organizationId: number,
      call: { readonly reserved: number; readonly used: number }
    ) => Statement.Statement<unknown>
    /** Reserves more minutes for a call in progress: as many as are wanted and left. Returns their number. */
    readonly extend: (organizationId: number, minutes: number) => Effect.Effect<number>
    /** Reverts `begin` for a call that did not take place. */
    readonly undo: (organizationId: number, call: Omit<BeginningCall, "campaignId">) => Effect.Effect<void>
    /** Numbers of calls and of called contacts on the organization's current calendar day. */
    readonly today: (organizationId: number) => Effect.Effect<{ readonly calls: number; readonly contacts: number }>
  }
>()("carillon/accounts/Usage") {
  static readonly layer = Layer.effect(
    Usage,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const today = sql`(clock_timestamp() at time zone o.timezone)::date`

      const open = Effect.fn("Usage.open")(
        (organizationId: number) => sql`insert into organization_usage (organization_id) values (${organizationId})`,
        Effect.orDie,
        Effect.asVoid
      )

      const minutes = Effect.fn("Usage.minutes")(function* (organizationId: number) {
        const [row] = yield* sql<Minutes>`select o.minutes_quota as quota, u.minutes_used as used,
          u.minutes_reserved as reserved from organizations o join current_usage u on u.organization_id = o.id
          where o.id = ${organizationId}`
        return row ?? { quota: 0, used: 0, reserved: 0 }
      }, Effect.orDie)

      const begin = Effect.fnUntraced(function* (
        organizationId: number,
        { campaignId, isFirstOfDay, minutes }: BeginningCall
      ) {
        const [row] = yield* sql`with reserved as (
            select reserve_minutes(${organizationId}, ${campaignId}, ${minutes}::int, ${minutes}::int) as minutes
          )
          insert into usage_deltas (organization_id, day, calls, contacts)
          select o.id, ${today}, 1, ${isFirstOfDay ? 1 : 0}::int from organizations o cross join reserved r
            where o.id = ${organizationId} and r.minutes > 0
          returning 1`
        return row !== undefined
      }, Effect.orDie)

      const reserveInbound = Effect.fnUntraced(function* (organizationId: number, minutes: number) {
        yield* sql`insert into usage_deltas (organization_id, minutes_reserved) values (${organizationId}, ${minutes})`
      }, Effect.orDie)

      const settle: Usage["Service"]["settle"] = (organizationId, { reserved, used }) =>
        sql`insert into usage_deltas (organization_id, minutes_used, minutes_reserved)
          values (${organizationId}, ${used}, ${-reserved})`

      const extend = Effect.fnUntraced(function* (organizationId: number, minutes: number) {
        const [row] = yield* sql<{ granted: number }>`select
          reserve_minutes(${organizationId}, null, 1, ${minutes}::int) as granted`
        return row?.granted ?? 0
      }, Effect.orDie)

      const undo = Effect.fnUntraced(function* (
        organizationId: number,
        { isFirstOfDay, minutes }: Omit<BeginningCall, "campaignId">
      ) {
        yield* sql`insert into usage_deltas (organization_id, minutes_reserved, day, calls, contacts)
          select o.id, ${-minutes}::int, ${today}, -1, ${isFirstOfDay ? -1 : 0}::int from organizations o
            where o.id = ${organizationId}`
      }, Effect.orDie)

      // Undoing a call of the day before would make the sums of today negative.
      const ofToday = Effect.fn("Usage.today")(function* (organizationId: number) {
        const [row] = yield* sql<{ calls: number; contacts: number }>`
          select greatest(coalesce(sum(calls), 0), 0)::int as calls, greatest(coalesce(sum(contacts), 0), 0)::int as contacts
          from (
            select organization_id, day, calls, contacts from organization_usage where organization_id = ${organizationId}
            union all
            select organization_id, day, calls, contacts from usage_deltas where organization_id = ${organizationId}
          ) u join organizations o on o.id = u.organization_id where u.day = ${today}`
        return row ?? { calls: 0, contacts: 0 }
      }, Effect.orDie)

      return Usage.of({ open, minutes, begin, reserveInbound, settle, extend, undo, today: ofToday })
    })
  )
}

interface BeginningCall {
  /** The campaign that takes the minutes from its portion. */
  readonly campaignId: string
  readonly minutes: number
  /** Whether this is the number's first call on the organization's calendar day. */
  readonly isFirstOfDay: boolean
}
