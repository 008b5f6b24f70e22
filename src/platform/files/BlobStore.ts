import { randomUUID } from "node:crypto"
import { createReadStream } from "node:fs"
import { open, readdir, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Context, Effect, Exit, Layer, Option, Stream } from "effect"
import { AppConfig } from "../config.ts"
import { BlobError, BlobMissing, type Blobs, validKey } from "./blobs.ts"
import { ifThere, syncFolder } from "./durable-file.ts"
import { closeFolder, makePrivateFolder } from "./private-folder.ts"

/** Files that are too large for a row, each under an opaque key of lower-case letters, digits, `-` and `_`. */
export class BlobStore extends Context.Service<BlobStore, Blobs>()("carillon/platform/BlobStore") {
  /** Stores each blob as a file in `DATA_DIR/blobs`, or as an object in the bucket of the settings. */
  static readonly layer = Layer.effect(
    BlobStore,
    Effect.gen(function* () {
      const { dataDir, s3 } = yield* AppConfig
      // Loaded only where it is used: the SDK is large.
      if (Option.isSome(s3)) {
        const { inBucket } = yield* Effect.promise(() => import("./s3-blobs.ts"))
        return BlobStore.of(yield* inBucket(s3.value))
      }
      const folder = join(dataDir, "blobs")
      yield* Effect.tryPromise({ try: () => prepare(folder), catch: (cause) => new BlobError({ key: "", cause }) })
      return BlobStore.of(onDisk(folder))
    })
  )
}

const onDisk = (folder: string): Blobs => {
  const at = <A>(key: string, run: (path: string) => Promise<A>) =>
    validKey.test(key)
      ? Effect.tryPromise({ try: () => run(join(folder, key)), catch: (cause) => new BlobError({ key, cause }) })
      : Effect.fail(new BlobError({ key, cause: new Error("Not a blob key") }))

  return {
    put: Effect.fn("BlobStore.put")(function* (key, content) {
      yield* Effect.acquireUseRelease(
        at(key, async (path) => {
          const draft = join(folder, `${draftPrefix}${randomUUID()}`)
          return { path, draft, file: await open(draft, "wx", 0o600) }
        }),
        Effect.fnUntraced(function* ({ path, draft, file }) {
          yield* Stream.runForEach(content, (chunk) => at(key, () => file.writeFile(chunk)))
          const commit = at(key, async () => {
            await file.sync()
            await rename(draft, path)
            await syncFolder(folder)
          })
          // An interruption cannot stop a rename that has begun, so it waits until the rename has ended.
          yield* Effect.uninterruptible(commit)
        }),
        ({ draft, file }, exit) =>
          Effect.promise(async () => {
            await file.close()
            if (Exit.isFailure(exit)) await rm(draft, { force: true })
          })
      )
    }),
    putWhole: (key, content) =>
      at(key, async (path) => {
        const file = await open(path, "w", 0o600)
        try {
          await file.writeFile(content)
          await file.sync()
        } catch (error) {
          // Part of a file would be read as if it were whole.
          await rm(path, { force: true })
          throw error
        } finally {
          await file.close()
        }
      }),
    get: Effect.fn("BlobStore.get")(function* (key) {
      const found = yield* at(key, (path) => ifThere(stat(path)))
      if (found === undefined) return yield* new BlobMissing({ key })
      return {
        size: found.size,
        storedAt: found.mtime,
        content: NodeStream.fromReadable({
          evaluate: () => createReadStream(join(folder, key)),
          onError: (cause) => new BlobError({ key, cause })
        })
      }
    }),
    exists: Effect.fn("BlobStore.exists")((key) =>
      at(key, (path) => ifThere(stat(path))).pipe(Effect.map((found) => found !== undefined))
    ),
    remove: Effect.fn("BlobStore.remove")((key) => at(key, (path) => rm(path, { force: true })))
  }
}

const draftPrefix = ".draft-"

// Removes drafts that killed processes left behind. A draft younger than a day may belong to another node, so it stays.
const prepare = async (folder: string) => {
  makePrivateFolder(folder)
  closeFolder(folder)
  for (const name of await readdir(folder)) {
    const draft = name.startsWith(draftPrefix) ? await ifThere(stat(join(folder, name))) : undefined
    if (draft && draft.mtimeMs < Date.now() - 86_400_000) await rm(join(folder, name), { force: true })
  }
}
