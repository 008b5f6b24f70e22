import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { Signals } from "../../events/Signals.ts"
import { AppConfig } from "../../platform/config.ts"
import { BlobStore } from "../../platform/files/BlobStore.ts"
import { keepWorking } from "../../platform/lifecycle/keep-working.ts"
import { removeDueFiles } from "./removed-recordings.ts"

/** Ends the recordings of nodes that died, and removes the files of deleted ones, on a node with the role `workers`. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { roles } = yield* AppConfig
    if (!roles.has("workers")) return
    const sql = yield* PgClient.PgClient
    const blobs = yield* BlobStore
    const signals = yield* Signals
    const work = Effect.orDie(Effect.andThen(endAbandoned(sql), removeDueFiles(sql, blobs)))
    yield* Effect.forkScoped(
      keepWorking("Could not end abandoned recordings, or remove files of deleted ones; retrying")(
        work,
        yield* signals.listen("recordings")
      )
    )
  })
)

/** Ends the recordings whose attempt has ended and to which nothing was added for a minute. */
const endAbandoned = (sql: PgClient.PgClient) => sql`update recordings r set ended_at = r.written_at from attempts a
  where r.ended_at is null and r.written_at < clock_timestamp() - interval '1 minute'
    and a.organization_id = r.organization_id and a.id = r.attempt_id and a.ended_at is not null`
