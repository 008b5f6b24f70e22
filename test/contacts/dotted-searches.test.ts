import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import migration from "../../migrations/0125_dotted_i_in_searches.ts"
import { foldCase, foldForSearch } from "../../src/domain/text/text.ts"
import { newDatabase, onDatabase } from "../support/services/ground.ts"

const names = ["İbrahim İNCE", "Ibrahim", "I\u0307\u0301ris", "Zo\u00eb"]

const services = Layer.unwrap(Effect.map(newDatabase, (settings) => onDatabase(settings)(Layer.empty)))

layer(services, { excludeTestServices: true })("names that an earlier release stored", (it) => {
  it.effect("are found by the Turkish lower case of İ", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* sql`insert into organizations (id, name, timezone, minutes_quota) values (1, 'A', 'UTC', 1)`
      for (const [index, name] of names.entries()) {
        yield* sql`insert into contacts (organization_id, id, name, phone_number, search)
          values (1, gen_random_uuid(), ${name}, ${`+9053212345${index}`}, ${foldCase(name)})`
      }
      yield* Effect.provideService(migration, SqlClient.SqlClient, sql)
      const rows = yield* sql<{ search: string }>`select search from contacts order by phone_number`
      assert.deepStrictEqual(
        rows.map(({ search }) => search),
        names.map(foldForSearch)
      )
    })
  )
})
