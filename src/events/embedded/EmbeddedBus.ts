import { PgClient } from "@effect/sql-pg"
import { Effect, FiberSet, Layer, Queue } from "effect"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { why } from "../../platform/observability/why.ts"
import { databaseErrorsAsFailures } from "../../platform/sql/database-errors.ts"
import { SharedWork } from "../../platform/sql/SharedWork.ts"
import { BusError, EventBus, type Subscription } from "../bus/EventBus.ts"
import type { ReceivedRecord } from "../bus/EventRecord.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { type OutboxRow, readerCursor } from "../outbox/OutboxCursor.ts"
import { outboxLag } from "../outbox/outbox-lag.ts"
import { Signals } from "../Signals.ts"

/** The bus without Kafka: consumer groups read the outbox directly. The members on all nodes share the keys of events. */
export const layer = Layer.effect(
  EventBus,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const outbox = yield* Outbox
    const signals = yield* Signals
    const sharedWork = yield* SharedWork

    const read = Effect.fnUntraced(function* ({ group, topics, handle }: Subscription, slices: ReadonlySet<number>) {
      const cursor = yield* readerCursor(group, topics, slices)
      const written = yield* signals.listen("outbox")
      const progress = yield* Queue.sliding<void>(1)
      const handling = yield* FiberSet.make<void>()
      let unsettled = 0
      const settle = (record: ReceivedRecord) => {
        cursor.settle(record as OutboxRow)
        unsettled--
        Queue.offerUnsafe(progress, undefined)
      }
      const step = Effect.gen(function* () {
        const rows = yield* cursor.take(maxUnsettled - unsettled)
        unsettled += rows.length
        if (rows.length > 0) yield* FiberSet.run(handling, handle(rows, settle))
        yield* cursor.advance
        if (rows.length === 0) yield* Effect.timeoutOption(Effect.raceFirst(written, Queue.take(progress)), "5 seconds")
        // Wait until at most half of the maximum is unsettled before reading more: a query costs more
        // than its rows, so small batches are expensive.
        while (unsettled > maxUnsettled / 2) {
          yield* Effect.timeoutOption(Queue.take(progress), "2 seconds")
          yield* cursor.advance
        }
      })
      return yield* Effect.raceFirst(Effect.forever(step), FiberSet.join(handling))
    }, Effect.scoped)

    const subscribe = (subscription: Subscription) =>
      sharedWork
        .inSlices((slices) =>
          read(subscription, slices).pipe(
            Effect.provideService(PgClient.PgClient, sql),
            keepGoing(`Consumer group ${subscription.group} could not read the outbox; its events wait`)
          )
        )
        .pipe(Effect.forkScoped, Effect.asVoid)

    const failed = (error: unknown) => new BusError({ message: why(error) })
    return EventBus.of({
      publish: (records) => outbox.addRecords(records).pipe(databaseErrorsAsFailures, Effect.mapError(failed)),
      subscribe,
      lag: outboxLag(sql, "groups").pipe(Effect.mapError(failed)),
      health: Effect.as(sql`select 1`, "the outbox table").pipe(Effect.mapError(failed))
    })
  })
)

/** Maximum number of events that a group has read and not yet settled. */
const maxUnsettled = 2000
