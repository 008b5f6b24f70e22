import { Context, Effect, Layer } from "effect"
import type { ReadBody } from "../../domain/contacts/ContactRows.ts"
import { makeWorkThread, type WorkFailed } from "../../platform/lifecycle/WorkThread.ts"
import { type RowsToRead, readBody } from "./read-rows.ts"

/**
 * Reads bodies with many rows. A large body is read in a thread of its own: reading 16 MB takes most of a second, and a
 * live call needs the event loop every 20 ms.
 */
export class RowsReader extends Context.Service<
  RowsReader,
  {
    /** The bytes are handed over: they can no longer be used afterwards. */
    readonly read: (body: RowsToRead) => Effect.Effect<ReadBody, WorkFailed>
  }
>()("carillon/contacts/RowsReader") {
  static readonly layer = Layer.effect(
    RowsReader,
    Effect.gen(function* () {
      const readInThread = yield* makeWorkThread<RowsToRead, ReadBody>(new URL("./rows-thread.ts", import.meta.url), {
        seconds: 60,
        idleSeconds: 60,
        maxOldGenerationSizeMb: 640,
        maxYoungGenerationSizeMb: 64
      })
      return RowsReader.of({
        read: (body) =>
          body.bytes.length <= smallBytes[body.kind]
            ? Effect.sync(() => readBody(body))
            : readInThread(body, [body.bytes.buffer])
      })
    })
  )
}

/** Size up to which a body is read at once, bytes; that takes at most some 3 ms. */
const smallBytes = { contacts: 16_384, import: 65_536, other: 262_144 }
