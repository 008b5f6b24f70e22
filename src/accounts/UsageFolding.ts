import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { foldInSlices, takeDeltas } from "../platform/sql/fold-in-slices.ts"
import { inSlices } from "../platform/sql/slices.ts"

/**
 * Folds what calls have appended into the rows of usage, and frees portions of minutes that no call takes from. Nodes
 * share the organizations. Usage is exact without it, and quick to read with it.
 */
export const layer = Layer.suspend(() =>
  foldInSlices(makeFoldPart, "Could not fold the usage of organizations; retrying")
)

/** Folds the oldest deltas of these slices in one statement, and returns how many there were. */
export const makeFoldPart = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const organization = sql`organization_id::text::bytea`

  // Appends what it frees: a claim locks the row of the organization before the portion.
  const freeUnused = (slices: ReadonlySet<number>) => sql`with freed as (
      delete from minute_portions where campaign_id in (
        select campaign_id from minute_portions where used_at < clock_timestamp() - interval '1 minute'
          and ${inSlices(sql, organization, slices)} for update skip locked
      ) returning organization_id, minutes
    )
    insert into usage_deltas (organization_id, minutes_reserved)
    select organization_id, -sum(minutes) from freed group by organization_id`

  const fold = (slices: ReadonlySet<number>) => sql<{ count: number }>`with taken as (
      ${takeDeltas(sql, "usage_deltas", organization, slices)}
    ), days as (
      select u.organization_id, greatest(u.day, max(t.day)) as day
      from organization_usage u join taken t on t.organization_id = u.organization_id group by u.organization_id
    ), sums as (
      select t.organization_id, d.day, sum(minutes_used) as used, sum(minutes_reserved) as reserved,
        coalesce(sum(calls) filter (where t.day = d.day), 0) as calls,
        coalesce(sum(contacts) filter (where t.day = d.day), 0) as contacts
      from taken t join days d on d.organization_id = t.organization_id group by t.organization_id, d.day
    ), folded as (
      update organization_usage u set minutes_used = u.minutes_used + s.used,
        minutes_reserved = u.minutes_reserved + s.reserved, day = s.day,
        calls = case when u.day = s.day then u.calls else 0 end + s.calls,
        contacts = case when u.day = s.day then u.contacts else 0 end + s.contacts
      from sums s where u.organization_id = s.organization_id
    )
    select count(*)::integer as count from taken`

  return Effect.fnUntraced(function* (slices: ReadonlySet<number>) {
    yield* freeUnused(slices)
    const [folded] = yield* fold(slices)
    return folded?.count ?? 0
  })
})
