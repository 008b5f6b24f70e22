import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { EventBus } from "../../../src/events/bus/EventBus.ts"
import { askKafka, reasonOf } from "../../../src/events/kafka/kafka-client.ts"
import { why } from "../../../src/platform/observability/why.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { hasKafka, kafkaSettings } from "../../support/servers/kafka.ts"
import { startNode } from "../../support/services/events.ts"
import { newDatabase } from "../../support/services/ground.ts"

describe("a request about several topics", () => {
  it.effect("names each that Kafka refuses, with the reason", () =>
    Effect.gen(function* () {
      const refused = Object.assign(new Error("Replication-factor is invalid"), { topic: "carillon.call-ended.v1" })
      const failed = Object.assign(new Error("Topic creation errors"), { errors: [refused] })
      const error = yield* Effect.flip(askKafka(() => Promise.reject(failed)))
      assert.strictEqual(error.message, "carillon.call-ended.v1: Replication-factor is invalid")
      assert.strictEqual(why(error), error.message)
    })
  )
})

describe("a group without a coordinator", () => {
  it("is explained by a missing right, since kafkajs hides the reason", () => {
    const hidden = Object.assign(new Error("Failed to find group coordinator"), {
      name: "KafkaJSGroupCoordinatorNotFound"
    })
    assert.include(reasonOf(hidden), "let this user read the group")
  })
})

describe.skipIf(!hasKafka)("the examination of a Kafka that answers and takes no events", () => {
  it.live("says so until it takes one", () =>
    Effect.gen(function* () {
      const kafka = yield* kafkaSettings
      const node = yield* startNode({ ...(yield* newDatabase), ...kafka })
      const { health, publish } = yield* Effect.provideContext(EventBus, node)
      const to = (topic: string) => publish([{ topic, key: Buffer.from("1:a"), value: Buffer.from("{}"), headers: {} }])
      yield* Effect.flip(to("not a name"))
      assert.include(yield* health, "Kafka with")
      yield* Effect.flip(to("not a name"))
      assert.match((yield* Effect.flip(health)).message, /^publishing: .*not a name/)
      yield* to("call-ended.v1")
      assert.include(yield* health, "Kafka with")
    })
  )
})

describe.skipIf(!hasKafka)("the examination of a Kafka that creates no topics", () => {
  it.live("names them, and the reason", () =>
    Effect.gen(function* () {
      const kafka = yield* kafkaSettings
      const node = yield* startNode({ ...(yield* newDatabase), ...kafka, KAFKA_REPLICATION: "9" })
      const { health } = yield* Effect.provideContext(EventBus, node)
      const { message } = yield* Effect.flip(health)
      assert.include(message, `${kafka.KAFKA_TOPIC_PREFIX}.call-ended.v1: Replication-factor is invalid`)
    })
  )
})

describe("the examination of a Kafka that refuses connections", () => {
  it.live("says why it cannot be reached", () =>
    Effect.gen(function* () {
      const brokers = `127.0.0.1:${yield* Effect.promise(freePort)}`
      const node = yield* startNode({ ...(yield* newDatabase), KAFKA_BROKERS: brokers })
      const { health } = yield* Effect.provideContext(EventBus, node)
      assert.include((yield* Effect.flip(health)).message, `ECONNREFUSED ${brokers}`)
    })
  )
})
