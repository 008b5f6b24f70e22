import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readerCursor } from "../../../src/events/outbox/OutboxCursor.ts"
import { outboxLag } from "../../../src/events/outbox/outbox-lag.ts"
import { adaptOutbox } from "../../../src/events/outbox/RestoredOutbox.ts"
import { everySlice } from "../../../src/platform/sql/slices.ts"
import { makeRandom } from "../../support/random.ts"
import { eventServicesOn } from "../../support/services/events.ts"
import { onNewDatabase } from "../../support/services/ground.ts"

const { PROVE, TEST_SEED } = process.env

// Without workers, so that nothing reads the outbox by itself.
const services = onNewDatabase(eventServicesOn)({ ROLES: "api" })

const topics = ["call-ended.v1", "call-tagged.v1"]
const readers = [
  ["relay", null],
  ["one", ["call-ended.v1"]],
  ["two", topics]
] as const

/** Makes the ids of all transactions those of an older cluster, as a restore into a new one does. */
const restoreElsewhere = PgClient.PgClient.use((sql) =>
  Effect.andThen(sql`update outbox set xid = xid + 1000000000`, sql`update outbox_cursors set xid = xid + 1000000000`)
)

layer(services, { excludeTestServices: true })(
  "the outbox of a database that was restored into another cluster",
  (it) => {
    it.effect("is read on: each reader gets the events that it had not settled, once and in order", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const random = makeRandom(Number(TEST_SEED))
        const below = (bound: number) => Math.floor(random() * bound)
        let written = 0
        const write = (topic: string) =>
          sql`insert into outbox (id, topic, headers) values (${String(++written)}, ${topic}, '{}')`
        for (let run = 0; run < (PROVE === "full" ? 300 : 20); run++) {
          yield* sql`delete from outbox`
          yield* sql`delete from outbox_cursors`
          const model: Array<{ id: string; topic: string }> = []
          const settled = new Map<string, Set<string>>(readers.map(([name]) => [name, new Set()]))
          const append = (count: number) =>
            Effect.forEach(Array.from({ length: count }), () => {
              const topic = topics[below(2)] as string
              model.push({ id: String(written + 1), topic })
              return write(topic)
            })
          const readSome = Effect.fnUntraced(function* (share: number) {
            for (const [name, of] of readers) {
              const cursor = yield* readerCursor(name, of, everySlice)
              for (const row of yield* cursor.take(100)) {
                if (random() > share) continue
                cursor.settle(row)
                assert.isFalse(settled.get(name)?.has(row.id), `${name} reads ${row.id} twice`)
                settled.get(name)?.add(row.id)
              }
              yield* cursor.advance
            }
          })
          yield* append(below(12))
          yield* readSome(random())
          yield* append(below(12))
          yield* readSome(random())
          yield* restoreElsewhere
          const isForeign = (yield* sql`select 1 from outbox union all select 1 from outbox_cursors`).length > 0
          assert.strictEqual(yield* adaptOutbox, isForeign)
          assert.isFalse(yield* adaptOutbox)
          yield* append(below(6))
          for (const [name, of] of readers) {
            const expected = model
              .filter(
                ({ id, topic }) => (of === null || of.some((one) => one === topic)) && !settled.get(name)?.has(id)
              )
              .map(({ id }) => id)
            const cursor = yield* readerCursor(name, of, everySlice)
            const rows = yield* cursor.take(100)
            assert.deepStrictEqual(
              rows.map(({ id }) => id),
              expected
            )
            const lags = yield* outboxLag(sql, name === "relay" ? "relay" : "groups")
            const behind = lags.filter(({ group }) => group === name).reduce((sum, lag) => sum + lag.behind, 0)
            assert.strictEqual(behind, expected.length)
            rows.forEach(cursor.settle)
            yield* cursor.advance
            assert.deepStrictEqual(yield* cursor.take(100), [])
          }
        }
      })
    )
  }
)
