import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { foldInSlices, takeDeltas } from "../../platform/sql/fold-in-slices.ts"
import { figureColumns } from "./figure-columns.ts"

/**
 * Folds what changes of calls have appended into the rows of the figures. Nodes share the campaigns. The figures are exact
 * without it, and quick to read with it.
 */
export const layer = Layer.suspend(() =>
  foldInSlices(makeFoldPart, "Could not fold the figures of campaigns; retrying")
)

const sums = (names: ReadonlyArray<string>) => names.map((name) => `sum(${name})::integer as ${name}`).join(", ")
const added = (names: ReadonlyArray<string>) => names.map((name) => `${name} = f.${name} + s.${name}`).join(", ")

/** Folds the oldest deltas of these slices in one statement, and returns how many there were. */
export const makeFoldPart = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient

  const taken = (table: string, slices: ReadonlySet<number>) =>
    takeDeltas(sql, table, sql`campaign_id::text::bytea`, slices)
  const foldFigures = (slices: ReadonlySet<number>) => sql<{ count: number }>`
    with taken as (${taken("figure_deltas", slices)}), figures as (
      update folded_figures f set ${sql.literal(added(figureColumns))}
      from (select campaign_id, ${sql.literal(sums(figureColumns))} from taken group by campaign_id) s
      where f.campaign_id = s.campaign_id
    ), days as (
      insert into folded_days as f (campaign_id, day, connected, not_connected)
      select campaign_id, day, ${sql.literal(sums(["connected", "not_connected"]))} from taken
        where day is not null group by campaign_id, day order by campaign_id, day
      on conflict (campaign_id, day) do update set connected = f.connected + excluded.connected,
        not_connected = f.not_connected + excluded.not_connected
    ) select count(*)::integer as count from taken`
  const foldLabels = (slices: ReadonlySet<number>) => sql<{ count: number }>`
    with taken as (${taken("label_deltas", slices)}), labels as (
      insert into folded_label_figures as f (campaign_id, intent_label_id, calls)
      select campaign_id, intent_label_id, ${sql.literal(sums(["calls"]))} from taken
        group by campaign_id, intent_label_id order by campaign_id, intent_label_id
      on conflict (campaign_id, intent_label_id) do update set calls = f.calls + excluded.calls
    ) select count(*)::integer as count from taken`

  return Effect.fnUntraced(function* (slices: ReadonlySet<number>) {
    const [ofFigures] = yield* foldFigures(slices)
    const [ofLabels] = yield* foldLabels(slices)
    return Math.max(ofFigures?.count ?? 0, ofLabels?.count ?? 0)
  })
})
