import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import migration from "../../migrations/0127_former_mexican_numbers.ts"
import { newDatabase, onDatabase } from "../support/services/ground.ts"

const services = Layer.unwrap(Effect.map(newDatabase, (settings) => onDatabase(settings)(Layer.empty)))

const forever: Date | null = null
const soon = new Date("2090-01-01T00:00:00Z")
const later = new Date("2091-01-01T00:00:00Z")

layer(services, { excludeTestServices: true })(
  "Mexican numbers that an earlier release entered in Do Not Contact",
  (it) => {
    it.effect("block their present form as long, and no other number", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const enter = (phoneNumber: string, expiresAt: Date | null) =>
          sql`insert into do_not_contact (organization_id, id, phone_number, expires_at)
          values (1, gen_random_uuid(), ${phoneNumber}, ${expiresAt})`
        yield* sql`insert into organizations (id, name, timezone, minutes_quota) values (1, 'A', 'UTC', 1)`
        yield* enter("+5215512345671", forever)
        yield* enter("+5215512345672", soon)
        yield* enter("+5215512345673", later)
        yield* enter("+525512345673", soon)
        yield* enter("+5215512345674", soon)
        yield* enter("+525512345674", forever)
        yield* enter("+521551234567", forever)
        yield* enter("+919812345678", forever)
        yield* Effect.provideService(migration, SqlClient.SqlClient, sql)
        const rows = yield* sql<{ phoneNumber: string; expiresAt: Date | null }>`select phone_number, expires_at
        from do_not_contact where phone_number not like '+521%' order by phone_number`
        assert.deepStrictEqual(
          rows.map(({ expiresAt, phoneNumber }) => [phoneNumber, expiresAt]),
          [
            ["+525512345671", forever],
            ["+525512345672", soon],
            ["+525512345673", later],
            ["+525512345674", forever],
            ["+919812345678", forever]
          ]
        )
      })
    )
  }
)
