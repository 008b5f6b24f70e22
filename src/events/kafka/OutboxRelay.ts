import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { SharedWork } from "../../platform/sql/SharedWork.ts"
import { type BusError, EventBus } from "../bus/EventBus.ts"
import { DeadLetters } from "../consumers/DeadLetters.ts"
import { type OutboxRow, readerCursor } from "../outbox/OutboxCursor.ts"
import { Signals } from "../Signals.ts"
import { topicNames } from "../schemas/topics.ts"
import { isRefusal } from "./kafka-client.ts"

/** Publishes the events of the outbox to Kafka, those of each key in their order. Nodes share the keys. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const bus = yield* EventBus
    const signals = yield* Signals
    const deadLetters = yield* DeadLetters
    const { inSlices } = yield* SharedWork

    const publish = (rows: ReadonlyArray<OutboxRow>): Effect.Effect<void, BusError> =>
      Effect.catch(bus.publish(rows), (error) => {
        if (!isRefusal(error)) return Effect.fail(error)
        // The broker refuses at least one of these records: publish them one by one, so that only the
        // refused ones become dead letters.
        if (rows.length > 1) return Effect.forEach(rows, (row) => publish([row]), { discard: true })
        return Effect.forEach(rows, (row) => deadLetters.store("relay", row, { attempts: 1, error }), {
          discard: true
        })
      })

    yield* deadLetters.countFromZero("relay", topicNames)
    const relay = Effect.fnUntraced(function* (slices: ReadonlySet<number>) {
      const cursor = yield* readerCursor("relay", null, slices)
      const written = yield* signals.listen("outbox")
      const step = Effect.gen(function* () {
        const rows = yield* cursor.take(500)
        for (const batch of inBatches(rows)) {
          yield* publish(batch)
          batch.forEach(cursor.settle)
        }
        yield* cursor.advance
        // Wait 5 ms to gather more records: a request costs the broker and this process as much as
        // many records.
        if (rows.length === 0)
          yield* Effect.andThen(Effect.timeoutOption(written, "5 seconds"), Effect.sleep("5 millis"))
      })
      return yield* Effect.forever(step)
    }, Effect.scoped)

    const work = (slices: ReadonlySet<number>) =>
      relay(slices).pipe(
        Effect.provideService(PgClient.PgClient, sql),
        keepGoing("Could not publish events to Kafka; they wait in the outbox")
      )
    yield* Effect.forkScoped(inSlices(work))
  })
)

// Batches of about 500 kB: by default a broker accepts at most 1 MB in a request. Key and headers
// count as 1,000 bytes.
const inBatches = (rows: ReadonlyArray<OutboxRow>) => {
  const batches: Array<Array<OutboxRow>> = []
  let room = 0
  for (const row of rows) {
    const size = (row.value?.length ?? 0) + 1000
    if (size > room) {
      batches.push([])
      room = 500_000
    }
    batches.at(-1)?.push(row)
    room -= size
  }
  return batches
}
