import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { EventBus } from "../../../src/events/bus/EventBus.ts"
import { startNode } from "../../support/services/events.ts"
import { freePort } from "../../support/services/free-port.ts"
import { newDatabase } from "../../support/services/ground.ts"

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
