import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Outbox } from "../../../src/events/outbox/Outbox.ts"
import { callEnded } from "../../support/events/call-ended.ts"
import { consumeInto, makeTables } from "../../support/events/event-load.ts"
import { deleteTopics, hasKafka, kafkaSettings } from "../../support/servers/kafka.ts"
import { startNode } from "../../support/services/events.ts"
import { newDatabase } from "../../support/services/ground.ts"

describe.skipIf(!hasKafka)("topics that Kafka has lost while a node runs", () => {
  it.live("are created again, and the events after it are handled", () =>
    Effect.gen(function* () {
      const kafka = yield* kafkaSettings
      const node = yield* startNode({ ...(yield* newDatabase), ...kafka })
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const outbox = yield* Outbox
        yield* makeTables
        yield* consumeInto("policy")
        const untilHandled = (attempt: number) =>
          sql`select 1 from effects where attempt = ${attempt}`.pipe(
            Effect.delay("100 millis"),
            Effect.repeat({ until: ({ length }) => length === 1 })
          )
        yield* outbox.add([callEnded("person-1", 1)])
        yield* untilHandled(1)

        yield* deleteTopics(kafka.KAFKA_TOPIC_PREFIX)
        yield* outbox.add([callEnded("person-1", 2)])
        yield* untilHandled(2)
        assert.lengthOf(yield* sql`select 1 from effects`, 2)
      }).pipe(Effect.provideContext(node))
    })
  )
})
