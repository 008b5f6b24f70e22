import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { Signals } from "../../src/events/Signals.ts"
import { AppConfig, readSettings } from "../../src/platform/config.ts"
import * as Sql from "../../src/platform/sql/Sql.ts"
import { engine, makeDatabase } from "../support/servers/test-database.ts"

const database = Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove))

const node = (settings: Readonly<Record<string, string>>) =>
  Signals.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(Sql.layer, Sql.SqlSession.layer)),
    Layer.provide([Layer.effect(AppConfig, readSettings(settings)), Logger.layer([])])
  )

const oneNode = Layer.unwrap(Effect.map(database, ({ settings }) => node(settings)))

layer(oneNode, { excludeTestServices: true })("Signals", (it) => {
  it.effect("wake every listener of the same name, and no other", () =>
    Effect.gen(function* () {
      const { listen, send } = yield* Signals
      const [one, other, imports] = [yield* listen("outbox"), yield* listen("outbox"), yield* listen("imports")]
      const waiting = yield* Effect.forkChild(imports, { startImmediately: true })
      yield* send("outbox")
      yield* one
      yield* other
      assert.isUndefined(waiting.pollUnsafe())
    })
  )

  it.effect("are sent once the transaction has committed, and not at all when it is rolled back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { listen, send } = yield* Signals
      const signal = yield* listen("outbox")
      const waiting = yield* Effect.forkChild(signal, { startImmediately: true })
      const sendAndLook = Effect.gen(function* () {
        yield* send("outbox")
        for (let statement = 0; statement < 20; statement++) yield* sql`select 1`
        assert.isUndefined(waiting.pollUnsafe())
      })
      yield* Effect.flip(sql.withTransaction(Effect.andThen(sendAndLook, Effect.fail("rolled back"))))
      assert.isUndefined(waiting.pollUnsafe())
      yield* sql.withTransaction(sendAndLook)
      yield* Fiber.join(waiting)
    })
  )

  it.effect("are kept for a busy listener, several as one", () =>
    Effect.gen(function* () {
      const { listen, send } = yield* Signals
      const signal = yield* listen("imports")
      yield* send("imports")
      yield* send("imports")
      yield* signal
      const again = yield* Effect.forkChild(signal, { startImmediately: true })
      assert.isUndefined(again.pollUnsafe())
      yield* send("imports")
      yield* Fiber.join(again)
    })
  )
})

describe.skipIf(engine === "pglite")("Signals between nodes", () => {
  it.live("arrive again after the connection was lost, and the new connection wakes every listener", () =>
    Effect.gen(function* () {
      const { settings } = yield* database
      const here = yield* newNode(settings)
      const there = yield* newNode(settings)
      const signal = yield* Effect.provideContext(
        Signals.use(({ listen }) => listen("imports")),
        here
      )
      const sendFromThere = Effect.provideContext(
        Signals.use(({ send }) => send("imports")),
        there
      )
      yield* sendFromThere
      yield* signal

      const cut = SqlClient.SqlClient.use(
        (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query ilike 'listen%'`
      )
      const sessions = yield* Effect.provideContext(cut, there)
      assert.strictEqual(sessions.length, 2)
      // The new connection wakes every listener, since signals may have been missed.
      yield* signal
      yield* sendFromThere
      yield* signal
    }).pipe(Effect.scoped)
  )
})

// Builds a node that shares no services with another.
const newNode = Effect.fnUntraced(function* (settings: Readonly<Record<string, string>>) {
  return yield* Layer.buildWithMemoMap(node(settings), yield* Layer.makeMemoMap, yield* Effect.scope)
})
