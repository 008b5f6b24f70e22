import { readFileSync } from "node:fs"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Outbox } from "../../../src/events/outbox/Outbox.ts"
import { asyncApi } from "../../../src/events/schemas/asyncapi.ts"
import { type DomainEvent, topicNames, topics } from "../../../src/events/schemas/topics.ts"
import { makeValidator } from "../../support/api/answer-check.ts"
import { javaPartition } from "../../support/servers/java-partition.ts"
import { hasKafka, kafkaSettings, partitionsOf, readTopic } from "../../support/servers/kafka.ts"
import { startNode } from "../../support/services/events.ts"
import { newDatabase } from "../../support/services/ground.ts"

const persons = 40

describe.skipIf(!hasKafka)("records read by an independent Kafka client", () => {
  it.live("are CloudEvents 1.0 in binary mode that match the schemas, each key in its partition", () =>
    Effect.gen(function* () {
      const kafka = yield* kafkaSettings
      const settings = { ...(yield* newDatabase), ...kafka, PUBLIC_URL: "https://calls.example" }
      const node = yield* startNode(settings)
      const begun = Date.now()
      yield* Effect.gen(function* () {
        const outbox = yield* Outbox
        for (let round = 0; round < 3; round++) yield* outbox.add(topicNames.flatMap(eventsOf))
        const sql = yield* PgClient.PgClient
        const ids = new Set<string>()
        for (const name of topicNames) {
          const topic = `${kafka.KAFKA_TOPIC_PREFIX}.${name}`
          const records = yield* untilFound(topic, persons * 3)
          assert.strictEqual(records.length, persons * 3)
          assert.strictEqual(yield* partitionsOf(topic), 6)
          const validate = makeValidator().compile(schemaOf(name))
          for (const { partition, key, value, headers } of records) {
            const { ce_id, ce_time, ...fixed } = Object.fromEntries(headers)
            assert.deepStrictEqual(fixed, {
              ce_source: "https://calls.example",
              ce_type: name,
              ce_specversion: "1.0",
              "content-type": "application/json"
            })
            assert.strictEqual(new Date(ce_time!).toISOString(), ce_time)
            assert.isAtLeast(Date.parse(ce_time!), begun)
            assert.isAtMost(Date.parse(ce_time!), Date.now())
            ids.add(ce_id!)

            const data = JSON.parse(String(value))
            assert.isTrue(validate(data), JSON.stringify(validate.errors))
            assert.notMatch(String(value), /\+\d{7}/, "no unmasked phone number")
            assert.strictEqual(String(key), `${data.organizationId}:${data.contactId ?? data.campaignId}`)
            assert.strictEqual(partition, javaPartition(key!, 6))
          }
          const used = new Set(records.map(({ partition }) => partition))
          assert.isAbove(used.size, 1, "more than one partition is used")
        }
        assert.strictEqual(ids.size, topicNames.length * persons * 3, "every event has its own id")
        const written = yield* sql<{ id: string }>`select id from outbox`
        assert.deepStrictEqual(new Set(written.map(({ id }) => id)), ids, "the ids are those of the rows")
      }).pipe(Effect.provideContext(node))
    })
  )
})

const schemaOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../schemas/${name}.json`, import.meta.url), "utf8"))

/** Events made from the example of a topic, one for each person or campaign. */
const eventsOf = (name: (typeof topicNames)[number]): ReadonlyArray<DomainEvent> => {
  const example = asyncApi("x").channels[name]?.messages[topics[name].title]?.examples[0]?.payload as object
  return Array.from({ length: persons }, (_, index) => {
    const of = name === "campaign-changed.v1" ? { campaignId: `campaign-${index}` } : { contactId: `é-${index}` }
    return { topic: name, data: decode(name, { ...example, ...of }) } as DomainEvent
  })
}

const decode = (name: (typeof topicNames)[number], data: object) =>
  Schema.decodeUnknownSync(topics[name].schema as Schema.Codec<unknown, unknown>)(data)

/** Waits until the relay has published this number of records. */
const untilFound = Effect.fnUntraced(function* (topic: string, count: number) {
  for (;;) {
    const records = yield* readTopic(topic)
    if (records.length >= count) return records
    yield* Effect.sleep(50)
  }
})
