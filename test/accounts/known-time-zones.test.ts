import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import migration from "../../migrations/0124_known_time_zones.ts"
import { GivenTimeZone, isTimeZone } from "../../src/domain/text/text.ts"
import { newDatabase, onDatabase } from "../support/services/ground.ts"

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
const short = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
const systemV = "AST4 AST4ADT CST6 CST6CDT EST5 EST5EDT HST10 MST7 MST7MDT PST8 PST8PDT YST9 YST9YDT".split(" ")
const given = [...short, "aet", "US/Pacific-New", ...systemV.map((name) => `SystemV/${name}`)]

const timeIn = (timeZone: string, at: string) =>
  new Date(at).toLocaleString("en-GB", { timeZone, dateStyle: "short", timeStyle: "short" })

const services = Layer.unwrap(Effect.map(newDatabase, (settings) => onDatabase(settings)(Layer.empty)))

layer(services, { excludeTestServices: true })("a time zone that only Node knows", (it) => {
  it.effect("becomes the one that Node means, which the database knows, too", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const known = yield* sql<{ name: string }>`select upper(name) as name from pg_timezone_names
        union select upper(abbrev) from pg_timezone_abbrevs`
      const names = new Set(known.map(({ name }) => name))
      const unknown = given.filter((zone) => isTimeZone(zone) && !names.has(zone.toUpperCase()))
      assert.includeMembers(unknown, ["AET", "aet", "CAT", "US/Pacific-New", "SystemV/PST8PDT"])
      for (const [index, zone] of unknown.entries()) {
        yield* sql`insert into organizations (id, name, timezone, minutes_quota) values (${index + 1}, 'A', ${zone}, 1)`
      }
      yield* sql`insert into organizations (id, name, timezone, minutes_quota) values (0, 'A', 'Asia/Kolkata', 1)`
      yield* Effect.provideService(migration, SqlClient.SqlClient, sql)
      const [unchanged, ...rows] = yield* sql<{ timezone: string; now: Date }>`select timezone,
          now() at time zone timezone as now from organizations order by id`
      assert.strictEqual(unchanged?.timezone, "Asia/Kolkata")
      for (const [index, { timezone }] of rows.entries()) {
        const before = unknown[index] ?? ""
        assert.isTrue(Schema.is(GivenTimeZone)(timezone), `${before} became ${timezone}`)
        for (const at of ["2026-01-15T12:00Z", "2026-07-15T12:00Z"])
          assert.strictEqual(timeIn(timezone, at), timeIn(before, at), before)
      }
    })
  )
})
