import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { Leader } from "../../platform/sql/Leader.ts"

/**
 * Folds what changes of calls have appended into the rows of the figures, on the leading node. The figures are exact
 * without it, and quick to read with it.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { whileLeading } = yield* Leader
    const foldPart = yield* makeFoldPart
    const work = Effect.gen(function* () {
      while (true) {
        while ((yield* foldPart) === partSize) yield* Effect.yieldNow
        yield* Effect.sleep("1 second")
      }
    }).pipe(keepGoing("Could not fold the figures of campaigns; retrying"))
    yield* Effect.forkScoped(whileLeading(work))
  })
)

/** Maximum number of deltas that one statement folds. */
const partSize = 5_000

const figures = [
  ...["total", "pending", "queued", "in_progress", "completed", "failed", "skipped", "suppressed", "attempts"],
  ...["connected", "not_connected", "deferred", "deferrals", "awaiting_tag"]
]
const sums = (names: ReadonlyArray<string>) => names.map((name) => `sum(${name})::integer as ${name}`).join(", ")
const added = (names: ReadonlyArray<string>) => names.map((name) => `${name} = f.${name} + s.${name}`).join(", ")

/** Folds the oldest deltas in one statement, and returns how many there were. Deltas that another node folds are skipped. */
export const makeFoldPart = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient

  const taken = (table: string) => `delete from ${table} where id = any(array(
      select id from ${table} order by id limit ${partSize} for update skip locked)) returning *`
  const foldFigures = sql.unsafe<{ count: number }>(`with taken as (${taken("figure_deltas")}), figures as (
      update folded_figures f set ${added(figures)}
      from (select campaign_id, ${sums(figures)} from taken group by campaign_id) s
      where f.campaign_id = s.campaign_id
    ), days as (
      insert into folded_days as f (campaign_id, day, connected, not_connected)
      select campaign_id, day, ${sums(["connected", "not_connected"])} from taken
        where day is not null group by campaign_id, day order by campaign_id, day
      on conflict (campaign_id, day) do update set connected = f.connected + excluded.connected,
        not_connected = f.not_connected + excluded.not_connected
    ) select count(*)::integer as count from taken`)
  const foldLabels = sql.unsafe<{ count: number }>(`with taken as (${taken("label_deltas")}), labels as (
      insert into folded_label_figures as f (campaign_id, intent_label_id, calls)
      select campaign_id, intent_label_id, ${sums(["calls"])} from taken
        group by campaign_id, intent_label_id order by campaign_id, intent_label_id
      on conflict (campaign_id, intent_label_id) do update set calls = f.calls + excluded.calls
    ) select count(*)::integer as count from taken`)

  return Effect.gen(function* () {
    const [ofFigures] = yield* foldFigures
    const [ofLabels] = yield* foldLabels
    return Math.max(ofFigures?.count ?? 0, ofLabels?.count ?? 0)
  })
})
