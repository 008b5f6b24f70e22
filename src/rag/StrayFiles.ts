import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, type Stream } from "effect"
import { BlobStore } from "../platform/files/BlobStore.ts"
import type { BlobError } from "../platform/files/blobs.ts"
import { newId } from "../platform/ids.ts"
import { transaction } from "../platform/sql/transaction.ts"

/**
 * Files in the blob store that have no document, or none yet. Each has a row from before it is
 * written until it is removed, so that no file is forgotten when a process dies.
 */
export class StrayFiles extends Context.Service<
  StrayFiles,
  {
    /**
     * Stores a file and returns its key. Call this outside a transaction: the row must be committed
     * before the file is written.
     */
    readonly make: <E, R>(content: Stream.Stream<Uint8Array, E, R>) => Effect.Effect<string, E | BlobError, R>
    /**
     * Assigns the file to a document, in the transaction that adds the document; false when the
     * file was removed before.
     */
    readonly adopt: (storageKey: string) => Effect.Effect<boolean>
    /** Marks files for removal, in the transaction that deletes their documents. */
    readonly abandon: (storageKeys: ReadonlyArray<string>) => Effect.Effect<void>
    /** Removes a file at once, unless it has a document by now. */
    readonly discard: (storageKey: string) => Effect.Effect<void, BlobError>
    /** Removes a batch of files that are due; false when there was none. */
    readonly removeDue: Effect.Effect<boolean>
  }
>()("carillon/rag/StrayFiles") {
  static readonly layer = Layer.effect(
    StrayFiles,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const blobs = yield* BlobStore

      // An hour is longer than any upload takes.
      const make = Effect.fn("StrayFiles.make")(function* <E, R>(content: Stream.Stream<Uint8Array, E, R>) {
        const storageKey = newId()
        yield* Effect.orDie(
          sql`insert into stray_files (storage_key, due_at) values (${storageKey}, now() + interval '1 hour')`
        )
        yield* Effect.onError(blobs.put(storageKey, content), () => Effect.ignore(discard(storageKey)))
        return storageKey
      })

      const adopt = Effect.fn("StrayFiles.adopt")(
        (storageKey: string) =>
          sql`delete from stray_files where storage_key = ${storageKey} returning 1`.pipe(
            Effect.map((rows) => rows.length > 0)
          ),
        Effect.orDie
      )

      const abandon = Effect.fn("StrayFiles.abandon")(
        (storageKeys: ReadonlyArray<string>) =>
          sql`insert into stray_files (storage_key, due_at) select key, now() from unnest(${storageKeys}::text[]) key`,
        Effect.orDie,
        Effect.asVoid
      )

      // The row is deleted last: when a process dies in between, the row remains.
      const remove = Effect.fnUntraced(function* (storageKey: string) {
        yield* blobs.remove(storageKey)
        yield* Effect.orDie(sql`delete from stray_files where storage_key = ${storageKey}`)
      })

      const discard = Effect.fn("StrayFiles.discard")(function* (storageKey: string) {
        const stray = yield* Effect.orDie(sql`select 1 from stray_files where storage_key = ${storageKey}`)
        if (stray.length > 0) yield* remove(storageKey)
      })

      const postpone = Effect.fnUntraced(function* (storageKey: string, error: BlobError) {
        yield* Effect.logError("Could not remove a file; retrying in 10 minutes", error)
        yield* sql`update stray_files set due_at = now() + interval '10 minutes' where storage_key = ${storageKey}`
      })

      const removeDue = Effect.fn("StrayFiles.removeDue")(
        function* () {
          const due = yield* sql<{ storageKey: string }>`select storage_key from stray_files
          where due_at <= now() order by due_at limit 20 for update skip locked`
          for (const { storageKey } of due) {
            yield* Effect.catchTag(remove(storageKey), "BlobError", (error) => postpone(storageKey, error))
          }
          return due.length > 0
        },
        transaction(sql),
        Effect.orDie
      )

      return StrayFiles.of({ make, adopt, abandon, discard, removeDue: removeDue() })
    })
  )
}
