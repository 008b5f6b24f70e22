import { type Effect, Schema, type Stream } from "effect"

export class BlobMissing extends Schema.TaggedError<BlobMissing>()("BlobMissing", { key: Schema.String }) {}

export class BlobError extends Schema.TaggedError<BlobError>()("BlobError", {
  key: Schema.String,
  cause: Schema.Defect()
}) {}

export interface Blob {
  readonly size: number
  readonly storedAt: Date
  readonly content: Stream.Stream<Uint8Array, BlobError>
}

/** The functions of a store of files that are too large for a row. */
export interface Blobs {
  /** Stores the whole content; stores nothing when it fails. */
  readonly put: <E, R>(key: string, content: Stream.Stream<Uint8Array, E, R>) => Effect.Effect<void, E | BlobError, R>
  /**
   * Stores a small content in one write, for less than `put`. Stores nothing when it fails, and replaces nothing either: an
   * earlier content is gone. A crash may leave a part, so a row must say that it is whole.
   */
  readonly putWhole: (key: string, content: Uint8Array) => Effect.Effect<void, BlobError>
  readonly get: (key: string) => Effect.Effect<Blob, BlobMissing | BlobError>
  readonly exists: (key: string) => Effect.Effect<boolean, BlobError>
  /** Removes a blob; succeeds also when there is none with this key. */
  readonly remove: (key: string) => Effect.Effect<void, BlobError>
}

// Excludes paths, keys that differ only by case, and names of drafts.
export const validKey = /^[a-z0-9][a-z0-9_-]{0,127}$/
