import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { Outbox } from "../../../src/events/outbox/Outbox.ts"
import { prune } from "../../../src/events/Retention.ts"
import { consumeInto, makeTables } from "../../support/data/event-load.ts"
import { callEnded, newDatabase, startNode } from "../../support/services/event-services.ts"
import { hasKafka, kafkaSettings, readTopic } from "../../support/services/kafka.ts"

describe.skipIf(!hasKafka)("moving to Kafka and back", () => {
  it.live("loses nothing that was committed, and lets no effect happen twice", () =>
    Effect.gen(function* () {
      const builtIn = yield* newDatabase
      const kafka = yield* kafkaSettings
      const onKafka = { ...builtIn, ...kafka }
      const topic = `${kafka.KAFKA_TOPIC_PREFIX}.call-ended.v1`

      yield* onNode(builtIn, Effect.andThen(makeTables, consumeSome))
      // Committed without Kafka, not consumed; then all that retention may remove is removed.
      yield* onNode(builtIn, Effect.andThen(writeSome, pruneAsIf(false)))

      yield* onNode(
        onKafka,
        Effect.gen(function* () {
          yield* untilOnTopic(topic, some)
          yield* consumeSome
          yield* pruneAsIf(true)
        })
      )
      // Published to Kafka by a node that consumes nothing, and not published at all.
      yield* onNode(
        onKafka,
        Effect.gen(function* () {
          yield* writeSome
          yield* untilOnTopic(topic, 3 * some)
          yield* pruneAsIf(true)
        })
      )
      yield* onNode({ ...onKafka, ROLES: "api" }, writeSome)

      yield* onNode(
        builtIn,
        Effect.gen(function* () {
          yield* pruneAsIf(false)
          yield* consumeSomeAnd(untilNothingIsLeft)
        })
      )
      // And what was published there and here is not applied anew when Kafka is back.
      yield* onNode(
        onKafka,
        Effect.gen(function* () {
          yield* consumeSome
          const sql = yield* PgClient.PgClient
          assert.deepStrictEqual(yield* sql`select error from dead_letters`, [])
        })
      )
      assert.strictEqual(written, 7 * some)
    })
  )
})

const some = 50
let written = 0

/** A node that runs no longer than what is done on it. */
const onNode = <A, E, R>(settings: Readonly<Record<string, string>>, use: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(startNode(settings), (node) => Effect.provideContext(use, node)))

const writeSome = Effect.gen(function* () {
  const outbox = yield* Outbox
  yield* outbox.add(Array.from({ length: some }, () => callEnded(`person-${written % 7}`, written++)))
})

/** Lets the group be there until each event, with some more, has had its effect; and looks that it has had one. */
const consumeSomeAnd = Effect.fnUntraced(function* (then: Effect.Effect<void, SqlError.SqlError, PgClient.PgClient>) {
  const sql = yield* PgClient.PgClient
  yield* writeSome
  yield* consumeInto("policy")
  const effects = sql<{ attempt: number }>`select attempt from effects order by attempt`
  while ((yield* effects).length < written) yield* Effect.sleep(20)
  assert.deepStrictEqual(
    (yield* effects).map(({ attempt }) => attempt),
    Array.from({ length: written }, (_, index) => index)
  )
  yield* then
}, Effect.scoped)
const consumeSome = consumeSomeAnd(Effect.void)

/** As if all had been written long enough ago for retention. */
const pruneAsIf = Effect.fnUntraced(function* (withKafka: boolean) {
  const sql = yield* PgClient.PgClient
  const age = withKafka ? "2 minutes" : "8 days"
  yield* sql`update outbox set created_at = created_at - ${age}::interval`
  yield* prune(sql, withKafka)
})

/** All that was written from some event on is there, more than once maybe. */
const untilOnTopic = Effect.fnUntraced(function* (topic: string, first: number) {
  const attempts = Effect.map(
    readTopic(topic),
    (records) => new Set(records.map(({ value }) => JSON.parse(String(value)).attempt as number))
  )
  const wanted = Array.from({ length: written - first }, (_, index) => first + index)
  for (let found = yield* attempts; wanted.some((attempt) => !found.has(attempt)); found = yield* attempts) {
    yield* Effect.sleep(50)
  }
})

/** What all have had can be removed: no event stays for ever. */
const untilNothingIsLeft = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  while ((yield* sql`select from outbox`).length > 0) {
    yield* pruneAsIf(false)
    yield* Effect.sleep(20)
  }
})
