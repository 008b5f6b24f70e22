import type { PgClient } from "@effect/sql-pg"
import { Deferred, Effect, Exit, Queue } from "effect"
import type { SqlError } from "effect/sql"
import { peaksOfPart } from "./recording-parts.ts"

/** A part of a recording whose file is stored. */
export interface FinishedPart {
  readonly organizationId: number
  readonly attemptId: string
  /** Number of the part, from 0. */
  readonly number: number
  /** Number of samples of each side up to its end. */
  readonly samples: number
  readonly peaks: Uint8Array
}

interface Waiting {
  readonly part: FinishedPart
  readonly answer: Deferred.Deferred<boolean, SqlError.SqlError>
}

/**
 * Returns a function that adds a stored part to the row of its recording. One statement adds the parts of all calls of
 * the node that come within a moment, because a statement costs more than the file of a part. The function returns false
 * if the recording was deleted meanwhile, or has ended.
 */
export const makeAddParts = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const waiting = yield* Queue.unbounded<Waiting>()

  // A part that was lost is silence: the peaks of the others keep their place.
  const add = (parts: ReadonlyArray<FinishedPart>) => sql<{ attemptId: string }>`update recordings r
      set parts = p.number + 1, written_at = clock_timestamp(), samples = p.samples,
        peaks = substr(r.peaks || decode(repeat('00', greatest(0, p.before - length(r.peaks))), 'hex'), 1, p.before)
          || decode(p.peaks, 'hex')
    from unnest(${parts.map(({ organizationId }) => organizationId)}::int[],
      ${parts.map(({ attemptId }) => attemptId)}::uuid[], ${parts.map(({ number }) => number)}::int[],
      ${parts.map(({ samples }) => samples)}::int[], ${parts.map(({ number }) => number * peaksOfPart)}::int[],
      ${parts.map(({ peaks }) => Buffer.from(peaks.buffer, peaks.byteOffset, peaks.length).toString("hex"))}::text[])
      as p (organization_id, attempt_id, number, samples, before, peaks)
    where r.organization_id = p.organization_id and r.attempt_id = p.attempt_id and r.ended_at is null
    returning r.attempt_id`

  const addWaiting = Effect.gen(function* () {
    const first = yield* Queue.take(waiting)
    yield* Effect.sleep(gatherMillis)
    const batch = [first, ...(yield* Queue.clear(waiting))]
    const added = yield* Effect.exit(add(batch.map(({ part }) => part)))
    const live = Exit.map(added, (rows) => new Set(rows.map(({ attemptId }) => attemptId)))
    for (const { answer, part } of batch) {
      Deferred.doneUnsafe(
        answer,
        Exit.map(live, (ids) => ids.has(part.attemptId))
      )
    }
  })
  yield* Effect.forkScoped(Effect.forever(addWaiting))

  return Effect.fnUntraced(function* (part: FinishedPart) {
    const answer = yield* Deferred.make<boolean, SqlError.SqlError>()
    Queue.offerUnsafe(waiting, { part, answer })
    return yield* Deferred.await(answer)
  })
})

/** Time in which parts of several calls become one statement, ms. */
const gatherMillis = 200
