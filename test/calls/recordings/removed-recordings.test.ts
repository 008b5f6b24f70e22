import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import * as RecordingUpkeep from "../../../src/calls/recordings/RecordingUpkeep.ts"
import { partKey } from "../../../src/calls/recordings/recording-parts.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { BlobStore } from "../../../src/platform/files/BlobStore.ts"
import { newId } from "../../../src/platform/ids.ts"
import { newDatabase, onDatabase } from "../../support/services/ground.ts"

const services = Layer.unwrap(Effect.map(newDatabase, (settings) => onDatabase(settings)(Layer.empty)))

layer(services, { excludeTestServices: true })("the files of removed recordings", (it) => {
  it.effect("are removed in no transaction, however long the store of files takes, also those without a row", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const attemptId = newId()
      yield* sql`insert into removed_recordings (attempt_id, parts, due_at, last_due_at)
        values (${attemptId}, 20, now(), now())`
      const removed: Array<string> = []
      const asked = yield* Deferred.make<void>()
      const answered = yield* Deferred.make<void>()
      const withoutRow = [21, 22].map((number) => partKey(attemptId, number))
      const files = Layer.mock(BlobStore, {
        exists: (key) => Effect.succeed(withoutRow.includes(key)),
        remove: (key) =>
          Deferred.succeed(asked, undefined).pipe(
            Effect.andThen(Deferred.await(answered)),
            Effect.andThen(Effect.sync(() => removed.push(key)))
          )
      })
      const signals = Layer.mock(Signals, { listen: () => Effect.succeed(Effect.never) })
      const working = yield* Effect.forkChild(Layer.launch(RecordingUpkeep.layer.pipe(Layer.provide([files, signals]))))
      yield* Deferred.await(asked)
      // A transaction would hold the only session of the embedded database, and its rows in the other.
      const [row] = yield* sql`select 1 from removed_recordings
        where attempt_id = ${attemptId} and due_at > now() + interval '9 minutes' for update`.pipe(
        Effect.timeout("20 seconds")
      )
      assert.isDefined(row)
      yield* Deferred.succeed(answered, undefined)
      while ((yield* sql`select 1 from removed_recordings`).length > 0) yield* Effect.sleep("10 millis")
      assert.sameMembers(
        removed,
        Array.from({ length: 23 }, (_, number) => partKey(attemptId, number))
      )
      yield* Fiber.interrupt(working)
    })
  )
})
