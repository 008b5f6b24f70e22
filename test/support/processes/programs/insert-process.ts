import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../../src/platform/config.ts"
import * as Sql from "../../../../src/platform/sql/Sql.ts"

// Opens the database and inserts rows until it receives input or is killed. It prints the number of
// each row once the row is committed.
const print = (line: string) => Effect.sync(() => process.stdout.write(`${line}\n`))

const input = new Promise<void>((resolve) => process.stdin.once("data", () => resolve()))
const stopped = Effect.promise(() => input)

const insertAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table if not exists kept (id int generated always as identity primary key, text text not null)`
  yield* print("ready")
  const insert = sql<{ id: number }>`insert into kept (text) values (${"x".repeat(200)}) returning id`
  const writer = Effect.forever(Effect.flatMap(insert, ([row]) => print(String(row?.id))))
  yield* Effect.all([writer, writer, writer, writer], { concurrency: "unbounded" })
})

await Effect.raceFirst(insertAll, stopped).pipe(
  Effect.provide(Sql.layer.pipe(Layer.provide([AppConfig.layer, Logger.layer([])]))),
  Effect.catch((error) => print(error.message)),
  Effect.runPromise
)
process.stdin.destroy()
