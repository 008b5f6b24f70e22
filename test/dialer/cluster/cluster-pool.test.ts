import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { clusterLayer } from "../../../src/platform/sql/Sql.ts"
import { engine, makeDatabase } from "../../support/servers/test-database.ts"

describe.skipIf(engine !== "postgres")("what nodes tell each other", () => {
  it.live("waits for no connection that calls and requests use", () =>
    Effect.gen(function* () {
      const { settings } = yield* Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) =>
        Effect.promise(remove)
      )
      const node = { ...settings, NODE_HOST: "127.0.0.1", NODE_PORT: "7070" }
      const url = Redacted.make(settings.DATABASE_URL ?? "")
      yield* Effect.gen(function* () {
        // A call has the only connection.
        yield* Effect.flatMap(PgClient.PgClient, (calls) => calls.reserve)
        const ofCluster = Layer.provide(clusterLayer, Layer.effect(AppConfig, readSettings(node)))
        const ask = Effect.flatMap(PgClient.PgClient, (sql) => sql`select 1 as answer`)
        assert.deepStrictEqual(yield* Effect.provide(ask, ofCluster), [{ answer: 1 }])
      }).pipe(Effect.scoped, Effect.provide(PgClient.layer({ url, maxConnections: 1 })))
    }).pipe(Effect.scoped)
  )
})
