import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { BlobStore } from "../../platform/files/BlobStore.ts"
import { partKey } from "./recording-parts.ts"

interface RemovedRecording {
  readonly attemptId: string
  readonly parts: number
}

/** Removes the files of a recording whose row was deleted. The node that still writes it removes its last file itself. */
export const removeRecordingFiles = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  blobs: BlobStore["Service"],
  attemptId: string
) {
  const rows = yield* sql<RemovedRecording>`select attempt_id, parts from removed_recordings
    where attempt_id = ${attemptId}`
  yield* Effect.forEach(rows, (row) => removeFiles(sql, blobs, row), { discard: true })
})

/**
 * Removes the files of recordings that are due. Returns whether there may be more. No transaction is open meanwhile: a long
 * call has hundreds of files, and the database would end a session that waits for them. A recording whose files could not
 * be removed, or whose node dies, is due again after ten minutes.
 */
export const removeDueFiles = Effect.fnUntraced(function* (sql: PgClient.PgClient, blobs: BlobStore["Service"]) {
  const due = yield* sql<RemovedRecording>`update removed_recordings
    set due_at = clock_timestamp() + interval '10 minutes'
    where attempt_id in (select attempt_id from removed_recordings
      where due_at <= clock_timestamp() order by due_at limit 20 for update skip locked)
    returning attempt_id, parts`
  for (const recording of due) {
    yield* Effect.catchTag(removeFiles(sql, blobs, recording), "BlobError", (error) =>
      Effect.logError("Could not remove the files of a recording; retrying in 10 minutes", error)
    )
  }
  return due.length > 0
})

// Deletes the row last: it remains if the process dies before.
const removeFiles = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  blobs: BlobStore["Service"],
  { attemptId, parts }: RemovedRecording
) {
  // A node may have died between the file of a part and its row.
  const keys = Array.from({ length: parts + 1 }, (_, number) => partKey(attemptId, number))
  yield* Effect.forEach(keys, blobs.remove, { concurrency: removedAtOnce, discard: true })
  // The database may have been away at the end of the call: the files of its last parts are stored, and no row is.
  for (let number = parts + 1; yield* blobs.exists(partKey(attemptId, number)); number++) {
    yield* blobs.remove(partKey(attemptId, number))
  }
  yield* sql`delete from removed_recordings where attempt_id = ${attemptId} and last_due_at <= clock_timestamp()`
  yield* sql`update removed_recordings set due_at = last_due_at where attempt_id = ${attemptId}`
})

/** Number of files that are removed at the same time. */
const removedAtOnce = 8
