import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Statement } from "effect/sql"

export interface LockedPace {
  /** Time of the next allowed start, in milliseconds on the database clock. */
  readonly nextStartAt: number | undefined
}

/** The facts for which a campaign rests before its next call. */
export interface Rest {
  /** Time of the next allowed start, in milliseconds on the database clock; undefined before the first one. */
  readonly nextStartAt: number | undefined
  readonly endAt: Date | null
}

/**
 * The row of a campaign that every claim and every change of status locks. An actor raises the
 * epoch when it begins, and locks the row under this epoch only: a replaced actor that does not
 * know it yet cannot claim anything.
 */
export class Pace extends Context.Service<
  Pace,
  {
    /** Creates the row when a campaign starts. */
    readonly open: (organizationId: number, campaignId: string) => Effect.Effect<void>
    /**
     * Raises the epoch, which fences off the actor before. Undefined for a campaign that was never
     * started.
     */
    readonly takeOver: (campaignId: string) => Effect.Effect<string | undefined>
    /** Locks the row if the epoch is still the current one. */
    readonly lockUnder: (campaignId: string, epoch: string) => Effect.Effect<LockedPace | undefined>
    /** Locks the row under any epoch; undefined before the first start. */
    readonly lock: (campaignId: string) => Effect.Effect<{ readonly resumedAt: Date } | undefined>
    /** Returns the time of the next allowed start, in milliseconds on the database clock. */
    readonly nextStartAt: (campaignId: string) => Effect.Effect<number | undefined>
    /** Whether a running campaign that rests may still not start earlier, still ends then, and has calls that wait. */
    readonly isResting: (campaignId: string, rest: Rest) => Effect.Effect<boolean>
    /** Sets the time of the next allowed start, as a statement that may be a part of another one. */
    readonly advance: (campaignId: string, nextStartAt: number) => Statement.Statement<unknown>
    /** Notes that the campaign was resumed: earlier failures no longer count. */
    readonly resume: (campaignId: string) => Effect.Effect<void>
  }
>()("carillon/dialer/Pace") {
  static readonly layer = Layer.effect(
    Pace,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const nextStart = sql.literal(`(extract(epoch from next_start_at) * 1000)::float8 as next_start_at`)

      const open = Effect.fnUntraced(function* (organizationId: number, campaignId: string) {
        yield* sql`insert into campaign_pace (organization_id, campaign_id) values (${organizationId}, ${campaignId})
          on conflict (campaign_id) do nothing`
      }, Effect.orDie)

      const takeOver = Effect.fnUntraced(function* (campaignId: string) {
        const [row] = yield* sql<{ epoch: string }>`update campaign_pace set epoch = epoch + 1
          where campaign_id = ${campaignId} returning epoch::text as epoch`
        return row?.epoch
      }, Effect.orDie)

      const lockUnder = Effect.fnUntraced(function* (campaignId: string, epoch: string) {
        const [row] = yield* sql<{ nextStartAt: number | null }>`select ${nextStart} from campaign_pace
          where campaign_id = ${campaignId} and epoch = ${epoch}::bigint for no key update`
        return row === undefined ? undefined : { nextStartAt: row.nextStartAt ?? undefined }
      }, Effect.orDie)

      const nextStartAt = Effect.fnUntraced(function* (campaignId: string) {
        const [row] = yield* sql<{ nextStartAt: number | null }>`select ${nextStart} from campaign_pace
          where campaign_id = ${campaignId}`
        return row?.nextStartAt ?? undefined
      }, Effect.orDie)

      // Less a millisecond for the rounding of the time.
      const isResting = Effect.fnUntraced(function* (campaignId: string, { endAt, nextStartAt }: Rest) {
        const rows = yield* sql`select 1 from campaign_pace p
            join campaigns c on c.organization_id = p.organization_id and c.id = p.campaign_id
          where p.campaign_id = ${campaignId} and c.status = 'IN_PROGRESS' and c.end_at is not distinct from ${endAt}
            and coalesce(p.next_start_at, '-infinity')
              >= coalesce(to_timestamp(${nextStartAt === undefined ? null : (nextStartAt - 1) / 1000}::float8), '-infinity')
            and exists (select 1 from calls where campaign_id = ${campaignId} and next_attempt_at is not null)`
        return rows.length > 0
      }, Effect.orDie)

      const lock = Effect.fnUntraced(function* (campaignId: string) {
        const [row] = yield* sql<{ resumedAt: Date }>`select resumed_at from campaign_pace
          where campaign_id = ${campaignId} for no key update`
        return row
      }, Effect.orDie)

      const advance = (campaignId: string, nextStartAt: number) =>
        sql`update campaign_pace set next_start_at = to_timestamp(${nextStartAt / 1000}::float8)
          where campaign_id = ${campaignId}`

      const resume = Effect.fnUntraced(function* (campaignId: string) {
        yield* sql`update campaign_pace set resumed_at = clock_timestamp() where campaign_id = ${campaignId}`
      }, Effect.orDie)

      return Pace.of({ open, takeOver, lockUnder, nextStartAt, isResting, lock, advance, resume })
    })
  )
}
