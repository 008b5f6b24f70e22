import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"

export interface Minutes {
  readonly quota: number
  readonly used: number
  /** Minutes reserved for calls in progress. */
  readonly reserved: number
}

/** An organization's usage: conversation minutes against its quota, and today's calls. */
export class Usage extends Context.Service<
  Usage,
  {
    /** Creates the usage row of a new organization. */
    readonly open: (organizationId: number) => Effect.Effect<void>
    readonly minutes: (organizationId: number) => Effect.Effect<Minutes>
    /**
     * Counts a call that begins and reserves its minutes. Returns false, and changes nothing, if the quota has fewer
     * minutes left. Call this last in a transaction: it locks the usage row, which all campaigns of the organization
     * share.
     */
    readonly begin: (organizationId: number, call: BeginningCall) => Effect.Effect<boolean>
    /** Reserves minutes for a call of a person, which the quota does not refuse and which counts in no number of calls. */
    readonly take: (organizationId: number, minutes: number) => Effect.Effect<void>
    /** Releases the minutes that were reserved for a call, and adds the minutes that the call used. */
    readonly settle: (
      organizationId: number,
      call: { readonly reserved: number; readonly used: number }
    ) => Effect.Effect<void>
    /** Reserves more minutes for a call in progress: as many as are wanted and left. Returns their number. */
    readonly extend: (organizationId: number, minutes: number) => Effect.Effect<number>
    /** Reverts `begin` for a call that did not take place. */
    readonly undo: (organizationId: number, call: BeginningCall) => Effect.Effect<void>
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
          u.minutes_reserved as reserved from organizations o join organization_usage u on u.organization_id = o.id
          where o.id = ${organizationId}`
        return row ?? { quota: 0, used: 0, reserved: 0 }
      }, Effect.orDie)

      const begin = Effect.fnUntraced(function* (organizationId: number, { minutes, isFirstOfDay }: BeginningCall) {
        const rows = yield* sql`update organization_usage u set minutes_reserved = u.minutes_reserved + ${minutes},
            calls = case when u.day = ${today} then u.calls else 0 end + 1,
            contacts = case when u.day = ${today} then u.contacts else 0 end + ${isFirstOfDay ? 1 : 0}::int,
            day = ${today}
          from organizations o
          where u.organization_id = ${organizationId} and o.id = u.organization_id
            and o.minutes_quota - u.minutes_used - u.minutes_reserved >= ${minutes}
          returning 1`
        return rows.length > 0
      }, Effect.orDie)

      const take = Effect.fnUntraced(function* (organizationId: number, minutes: number) {
        yield* sql`update organization_usage set minutes_reserved = minutes_reserved + ${minutes}
          where organization_id = ${organizationId}`
      }, Effect.orDie)

      const settle = Effect.fnUntraced(function* (
        organizationId: number,
        { reserved, used }: { readonly reserved: number; readonly used: number }
      ) {
        yield* sql`update organization_usage set minutes_reserved = minutes_reserved - ${reserved},
          minutes_used = minutes_used + ${used} where organization_id = ${organizationId}`
      }, Effect.orDie)

      const extend = Effect.fnUntraced(function* (organizationId: number, minutes: number) {
        const [row] = yield* sql<{ granted: number }>`with before as (
            select least(${minutes}::int, greatest(0, o.minutes_quota - u.minutes_used - u.minutes_reserved)) as granted
            from organization_usage u join organizations o on o.id = u.organization_id
            where u.organization_id = ${organizationId} for update of u
          )
          update organization_usage u set minutes_reserved = u.minutes_reserved + before.granted
          from before where u.organization_id = ${organizationId} returning before.granted`
        return row?.granted ?? 0
      }, Effect.orDie)

      const undo = Effect.fnUntraced(function* (organizationId: number, { minutes, isFirstOfDay }: BeginningCall) {
        yield* sql`update organization_usage u set minutes_reserved = u.minutes_reserved - ${minutes},
            calls = greatest(u.calls - (u.day = ${today})::int, 0),
            contacts = greatest(u.contacts - (u.day = ${today} and ${isFirstOfDay})::int, 0)
          from organizations o where u.organization_id = ${organizationId} and o.id = u.organization_id`
      }, Effect.orDie)

      const ofToday = Effect.fn("Usage.today")(function* (organizationId: number) {
        const [row] = yield* sql<{ calls: number; contacts: number }>`select u.calls, u.contacts
          from organization_usage u join organizations o on o.id = u.organization_id
          where u.organization_id = ${organizationId} and u.day = ${today}`
        return row ?? { calls: 0, contacts: 0 }
      }, Effect.orDie)

      return Usage.of({ open, minutes, begin, take, settle, extend, undo, today: ofToday })
    })
  )
}

interface BeginningCall {
  readonly minutes: number
  /** Whether this is the number's first call on the organization's calendar day. */
  readonly isFirstOfDay: boolean
}
