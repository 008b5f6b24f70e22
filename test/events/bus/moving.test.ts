import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { Outbox } from "../../../src/events/outbox/Outbox.ts"
import { prune } from "../../../src/events/Retention.ts"
import { callEnded } from "../../support/events/call-ended.ts"
import { consumeInto, makeTables } from "../../support/events/event-load.ts"
import { hasKafka, kafkaSettings, readTopic } from "../../support/servers/kafka.ts"
import { startNode } from "../../support/services/events.ts"
import { newDatabase } from "../../support/services/ground.ts"

describe.skipIf(!hasKafka)("moving to Kafka and back", () => {
  it.live("loses no committed event, and applies none twice", () =>
    Effect.gen(function* () {
      const builtIn = yield* newDatabase
      const kafka = yield* kafkaSettings
      const onKafka = { ...builtIn, ...kafka }
      const topic = `${kafka.KAFKA_TOPIC_PREFIX}.call-ended.v1`

      yield* onNode(builtIn, Effect.andThen(makeTables, consumeSome))
      // Events committed without Kafka and not consumed; then retention deletes all that it may.
      yield* onNode(builtIn, Effect.andThen(writeSome, pruneAsIf(false)))

      yield* onNode(
        onKafka,
        Effect.gen(function* () {
          yield* untilOnTopic(topic, some)
          yield* consumeSome
          yield* pruneAsIf(true)
        })
      )
      // Events published to Kafka by a node that consumes nothing, and events that are not
      // published at all.
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
      // Back on Kafka, events that were published or applied before are not applied again.
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

/** Runs an effect on a new node, which stops afterwards. */
const onNode = <A, E, R>(settings: Readonly<Record<string, string>>, use: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(startNode(settings), (node) => Effect.provideContext(use, node)))

const writeSome = Effect.gen(function* () {
  const outbox = yield* Outbox
  yield* outbox.add(Array.from({ length: some }, () => callEnded(`person-${written % 7}`, written++)))
})

/**
 * Writes some events, runs the group until all events are applied, and asserts that each was
 * applied once.
 */
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

/** Makes all events old enough for retention, and runs it. */
const pruneAsIf = Effect.fnUntraced(function* (withKafka: boolean) {
  const sql = yield* PgClient.PgClient
  const age = withKafka ? "2 minutes" : "8 days"
  yield* sql`update outbox set created_at = created_at - ${age}::interval`
  yield* prune(sql, withKafka)
})

/** Waits until all events from `first` on are on the topic, each at least once. */
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

/** Waits until retention has deleted every event: none stays for ever. */
const untilNothingIsLeft = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  while ((yield* sql`select from outbox`).length > 0) {
    yield* pruneAsIf(false)
    yield* Effect.sleep(20)
  }
})
