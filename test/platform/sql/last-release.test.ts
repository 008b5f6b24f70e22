import { readFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { newDatabase, onDatabase } from "../../support/services/ground.ts"

// The statements of the release before, by `scripts/record-statements.ts`.
const recorded: ReadonlyArray<Recorded> = JSON.parse(
  readFileSync(new URL("./fixtures/last-release.json", import.meta.url), "utf8")
)

interface Recorded {
  readonly statement: string
  readonly types: ReadonlyArray<number>
}

const services = Layer.unwrap(Effect.map(newDatabase, (settings) => onDatabase(settings)(Layer.empty)))

layer(services, { excludeTestServices: true })("the schema of this release", (it) => {
  it.effect("lets the release before plan every statement, while nodes are replaced one after another", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const typeOf = yield* typeNames
      // A generic plan needs no values, and finds the constraint of each `on conflict`.
      yield* sql.unsafe("set plan_cache_mode = force_generic_plan")
      const failed: Array<string> = []
      for (const { statement, types } of recorded) {
        const given = types.length === 0 ? "" : `(${types.map(typeOf).join(", ")})`
        const values = types.length === 0 ? "" : `(${types.map(() => "null").join(", ")})`
        const planned = yield* Effect.result(
          Effect.andThen(
            sql.unsafe(`prepare old ${given} as ${statement}`),
            Effect.ensuring(sql.unsafe(`explain execute old ${values}`), Effect.ignore(sql.unsafe("deallocate old")))
          )
        )
        if (planned._tag === "Failure") failed.push(`${planned.failure.message}: ${statement}`)
      }
      assert.deepStrictEqual(failed, [])
      assert.isAbove(recorded.length, 300)
    })
  )

  it.effect("lets the release before insert rows without the columns that it does not know", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const needed = yield* sql<{ table: string; columns: ReadonlyArray<string> }>`
        select c.relname as "table", array_agg(a.attname::text) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and not c.relispartition and a.attnum > 0 and not a.attisdropped
          and a.attnotnull and not a.atthasdef and a.attidentity = '' group by 1`
      const columnsOf = new Map(needed.map(({ columns, table }) => [table, columns]))
      const missing = recorded.flatMap(({ statement }) =>
        [...statement.matchAll(/insert into "?(\w+)"?(?: as \w+)?\s*\(([^)]*)\)/gi)].flatMap(
          ([, table = "", list = ""]) => {
            const named = list.split(",").map((column) => column.replaceAll('"', "").trim())
            return (columnsOf.get(table) ?? [])
              .filter((column) => !named.includes(column))
              .map((column) => `${table}.${column}`)
          }
        )
      )
      assert.deepStrictEqual([...new Set(missing)], [])
    })
  )
})

const typeNames = SqlClient.SqlClient.use((sql) => {
  const numbers = [...new Set(recorded.flatMap(({ types }) => types))]
  return sql<{ number: number; name: string }>`select n as number, n::oid::regtype::text as name
    from unnest(${numbers}::int[]) n where n <> 0`
}).pipe(
  Effect.map((rows) => {
    const names = new Map(rows.map(({ name, number }) => [number, name]))
    return (number: number) => names.get(number) ?? "unknown"
  })
)
