import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { ProviderAbsences } from "../../../src/calls/attempts/ProviderAbsences.ts"
import { onDatabase, onNewDatabase } from "../../support/services/ground.ts"

const services = onNewDatabase((settings) => ProviderAbsences.layer.pipe(onDatabase(settings)))

layer(services(), { excludeTestServices: true })("ProviderAbsences", (it) => {
  it.effect("a claim that has the last connection does not wait for another one that waits for a connection", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const absences = yield* ProviderAbsences
      const connected = yield* Deferred.make<void>()
      const asked = yield* Deferred.make<void>()
      const everyConnection = Array.from({ length: 10 }, () =>
        sql`select 1`.pipe(
          Effect.andThen(Deferred.succeed(connected, undefined)),
          Effect.andThen(Deferred.await(asked)),
          Effect.andThen(absences.away),
          sql.withTransaction
        )
      )
      const claims = yield* Effect.forkChild(Effect.all(everyConnection, { concurrency: "unbounded" }))
      yield* Deferred.await(connected)
      const other = yield* Effect.forkChild(absences.away, { startImmediately: true })
      yield* Deferred.succeed(asked, undefined)
      assert.isEmpty(yield* Fiber.join(other))
      for (const away of yield* Fiber.join(claims)) assert.isEmpty(away)
    })
  )
})
