import { Effect, Layer } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { keepGoing } from "../lifecycle/keep-going.ts"
import { SharedWork } from "./SharedWork.ts"
import { inSlices } from "./slices.ts"

/** Maximum number of deltas that one statement folds. */
const partSize = 5_000

/** Folds one part of the deltas of these slices, and returns its size. */
type FoldPart<E> = (slices: ReadonlySet<number>) => Effect.Effect<number, E>

/** Folds the deltas of the slices of this node every second, or every 5 s while there are none. */
export const foldInSlices = <E, E2, R>(makeFoldPart: Effect.Effect<FoldPart<E>, E2, R>, trouble: string) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { inSlices } = yield* SharedWork
      const foldPart = yield* makeFoldPart
      const work = (slices: ReadonlySet<number>) =>
        Effect.repeat(foldPart(slices), { until: (count) => count < partSize }).pipe(
          Effect.flatMap((last) => Effect.sleep(last === 0 ? "5 seconds" : "1 second")),
          Effect.forever,
          keepGoing(trouble)
        )
      yield* Effect.forkScoped(inSlices(work))
    })
  )

/** SQL that deletes the oldest deltas of the slices, and returns them. Deltas that another node folds are skipped. */
export const takeDeltas = (
  sql: SqlClient.SqlClient,
  table: string,
  key: Statement.Fragment,
  slices: ReadonlySet<number>
): Statement.Fragment => sql`delete from ${sql(table)} where id = any(array(
  select id from ${sql(table)} where ${inSlices(sql, key, slices)}
  order by id limit ${sql.literal(String(partSize))} for update skip locked)) returning *`
