import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { Leader } from "../../platform/sql/Leader.ts"
import { type BusError, EventBus } from "../bus/EventBus.ts"
import { DeadLetters } from "../consumers/DeadLetters.ts"
import { type OutboxRow, readerCursor } from "../outbox/OutboxCursor.ts"
import { Signals } from "../Signals.ts"
import { topicNames } from "../schemas/topics.ts"

/** Publishes what is in the outbox, in its order: one node for all. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const bus = yield* EventBus
    const signals = yield* Signals
    const deadLetters = yield* DeadLetters
    const { whileLeading } = yield* Leader

    const publish = (rows: ReadonlyArray<OutboxRow>): Effect.Effect<void, BusError> =>
      Effect.catch(bus.publish(rows), (error) => {
        if (!isRefusal(error)) return Effect.fail(error)
        // Something in these is more than the broker takes: only the record that has it is left out.
        if (rows.length > 1) return Effect.forEach(rows, (row) => publish([row]), { discard: true })
        return Effect.forEach(rows, (row) => deadLetters.keep("relay", row, { attempts: 1, error }), {
          discard: true
        })
      })

    yield* deadLetters.countFromNone("relay", topicNames)
    const relay = Effect.gen(function* () {
      const cursor = yield* readerCursor("relay", null)
      const written = yield* signals.listen("outbox")
      const step = Effect.gen(function* () {
        const rows = yield* cursor.take(500)
        for (const some of inPortions(rows)) {
          yield* publish(some)
          some.forEach(cursor.settle)
        }
        yield* cursor.advance
        // A moment more gathers more: a request costs a broker and us as much as many records.
        if (rows.length === 0)
          yield* Effect.andThen(Effect.timeoutOption(written, "2 seconds"), Effect.sleep("5 millis"))
      })
      return yield* Effect.forever(step)
    })

    yield* relay.pipe(
      Effect.scoped,
      Effect.provideService(PgClient.PgClient, sql),
      keepGoing("Events wait to be published"),
      whileLeading,
      Effect.forkScoped
    )
  })
)

// A broker takes a megabyte at a time, unless it is told otherwise.
const inPortions = (rows: ReadonlyArray<OutboxRow>) => {
  const portions: Array<Array<OutboxRow>> = []
  let room = 0
  for (const row of rows) {
    const size = (row.value?.length ?? 0) + 1000
    if (size > room) {
      portions.push([])
      room = 500_000
    }
    portions.at(-1)?.push(row)
    room -= size
  }
  return portions
}

const isRefusal = ({ cause }: BusError) => cause instanceof Error && "type" in cause && refusals.has(String(cause.type))

const refusals = new Set(["MESSAGE_TOO_LARGE", "RECORD_LIST_TOO_LARGE", "INVALID_RECORD"])
