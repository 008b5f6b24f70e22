import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Outbox } from "../../../src/events/outbox/Outbox.ts"
import { callEnded } from "../../support/events/call-ended.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"
import { eventServicesOn } from "../../support/services/events.ts"

const services = Layer.unwrap(
  Effect.map(
    Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove)),
    ({ settings }) => eventServicesOn({ ...settings, PUBLIC_URL: "https://calls.example.com/" })
  )
)

interface Row {
  readonly id: string
  readonly topic: string
  readonly key: Uint8Array
  readonly value: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

layer(services, { excludeTestServices: true })("Outbox", (it) => {
  const rowsOf = (key: string) =>
    SqlClient.SqlClient.use(
      (sql) => sql<Row>`select id, topic, key, value, headers from outbox
        where key = ${Buffer.from(key)} order by seq`
    )

  it.effect("stores events as CloudEvents in binary mode, keyed by contact", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      yield* outbox.add([callEnded("asha", 1)])
      const [row] = yield* rowsOf("1:asha")
      const { ce_id, ce_time, ...headers } = row?.headers ?? {}
      assert.deepStrictEqual(headers, {
        ce_source: "https://calls.example.com",
        ce_type: "call-ended.v1",
        ce_specversion: "1.0",
        "content-type": "application/json"
      })
      assert.deepStrictEqual([row?.topic, row?.id], ["call-ended.v1", ce_id])
      assert.strictEqual(new Date(ce_time ?? "").toISOString(), ce_time)
      const value = JSON.parse(Buffer.from(row?.value ?? []).toString())
      assert.deepInclude(value, {
        contactId: "asha",
        phoneNumber: "+9198******10",
        endedAt: "2023-11-14T22:13:50.000Z"
      })
    })
  )

  it.effect("refuses an unmasked phone number together with all events of the same call", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const event = callEnded("ravi", 1)
      const whole = { ...event, data: { ...event.data, phoneNumber: "+919812345610" } } as typeof event
      const exit = yield* Effect.exit(outbox.add([callEnded("ravi", 0), whole]))
      assert.isTrue(exit._tag === "Failure")
      assert.deepStrictEqual(yield* rowsOf("1:ravi"), [])
    })
  )

  it.effect("keeps the order of many events, and stores none of a transaction that is rolled back", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const sql = yield* SqlClient.SqlClient
      const many = Array.from({ length: 3000 }, (_, attempt) => callEnded("omar", attempt))
      yield* Effect.flip(sql.withTransaction(Effect.andThen(outbox.add(many), Effect.fail("rolled back"))))
      assert.deepStrictEqual(yield* rowsOf("1:omar"), [])
      yield* sql.withTransaction(outbox.add(many))
      const attempts = (yield* rowsOf("1:omar")).map(({ value }) => JSON.parse(Buffer.from(value).toString()).attempt)
      assert.deepStrictEqual(
        attempts,
        many.map((_, attempt) => attempt)
      )
    })
  )
})
