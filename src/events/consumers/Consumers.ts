import { PgClient } from "@effect/sql-pg"
import { Cause, Clock, Context, Deferred, Effect, Exit, Layer, Metric, Queue, Result, type Scope } from "effect"
import { isDatabaseAway } from "../../platform/sql/database-errors.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { EventBus } from "../bus/EventBus.ts"
import { eventIdOf, type ReceivedRecord } from "../bus/EventRecord.ts"
import { type LanePlace, makeLanes } from "../bus/lanes.ts"
import { isOlderThanInbox } from "../inbox-age.ts"
import type { TopicName } from "../schemas/topics.ts"
import { DeadLetters, type GiveUpReason } from "./DeadLetters.ts"
import { type ReceivedEvent, readEvent } from "./read-event.ts"

export interface Consumer<E> {
  readonly group: string
  readonly topics: ReadonlyArray<TopicName>
  /**
   * Handles an event in two steps: slow work outside any transaction, which returns the effect to
   * apply. That effect runs in a transaction that also writes the event's inbox row, so it is
   * applied once or not at all. Events of one key are handled one after another.
   */
  readonly handle: (event: ReceivedEvent) => Effect.Effect<Effect.Effect<void, E>, E>
  /**
   * Applies each effect in a transaction of its own. Needed for effects that lock rows which other
   * transactions lock too: several effects in one transaction would not keep to the one order of
   * locks, and could deadlock.
   */
  readonly alone?: true
}

/** Runs consumers of events. The effect of each event is applied exactly once. */
export class Consumers extends Context.Service<
  Consumers,
  {
    readonly run: <E>(consumer: Consumer<E>) => Effect.Effect<void, never, Scope.Scope>
  }
>()("carillon/events/Consumers") {
  static readonly layer = Layer.effect(
    Consumers,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const bus = yield* EventBus
      const deadLetters = yield* DeadLetters

      const run = Effect.fnUntraced(function* <E>({ alone, group, handle, topics }: Consumer<E>) {
        const lanes = makeLanes()
        const applyOnce = yield* makeInbox(sql, group, alone ? 1 : maxInOneTransaction)
        const retryWhileAway = makeDatabaseRetry(group)
        const handled = Metric.withAttributes(eventsHandled, { group })

        const attempt = Effect.fnUntraced(function* (event: ReceivedEvent) {
          yield* applyOnce(event.id, yield* handle(event))
        })
        const giveUp = (record: ReceivedRecord, problem: GiveUpReason) =>
          retryWhileAway(deadLetters.add(group, record, problem))

        const consume = Effect.fnUntraced(function* (record: ReceivedRecord) {
          const event = readEvent(record)
          if (Result.isFailure(event)) {
            return yield* giveUp(record, { attempts: 1, error: event.failure })
          }
          for (let attempts = 1; ; attempts++) {
            const exit = yield* Effect.exit(retryWhileAway(attempt(event.success)))
            if (Exit.isSuccess(exit)) return yield* Metric.update(handled, 1)
            const error = Cause.squash(exit.cause)
            if (attempts === maxAttempts) return yield* giveUp(record, { attempts, error })
            yield* Effect.sleep(retryPauses[attempts - 1] ?? 0)
          }
        })

        const consumeInOrder = Effect.fnUntraced(function* (
          batches: ReadonlyArray<KeyBatch>,
          settle: (record: ReceivedRecord) => void
        ) {
          const applied = yield* retryWhileAway(appliedOf(sql, group, batches))
          const now = yield* Clock.currentTimeMillis
          const isDone = (record: ReceivedRecord) =>
            applied.has(eventIdOf(record) ?? "") || isOlderThanInbox(record, now)
          const consumeNew = (record: ReceivedRecord) =>
            (isDone(record) ? Effect.void : consume(record)).pipe(Effect.andThen(Effect.sync(() => settle(record))))
          yield* Effect.forEach(
            batches,
            ({ records, place }) => place.inTurn(Effect.forEach(records, consumeNew, { discard: true })),
            { concurrency: maxConcurrentKeys, discard: true }
          )
        })

        yield* deadLetters.countFromZero(group, topics)
        yield* bus.subscribe({
          group,
          topics,
          handle: (records, settle) =>
            Effect.acquireUseRelease(
              Effect.sync(() => groupByKey(records, lanes)),
              (batches) => consumeInOrder(batches, settle),
              (batches) =>
                Effect.sync(() => {
                  for (const { place } of batches) place.leave()
                })
            )
        })
      })

      return Consumers.of({ run })
    })
  )
}

const eventsHandled = Metric.counter("events_handled", {
  description: "Events that a group has acted on",
  incremental: true
})

/** Maximum number of keys whose records are handled at the same time. */
const maxConcurrentKeys = 256
/** Attempts before a record becomes a dead letter, and the pauses between them. */
const maxAttempts = 3
const retryPauses = ["200 millis", "1 second"] as const

/** Records of one key, and their place in its lane. */
interface KeyBatch {
  readonly records: ReadonlyArray<ReceivedRecord>
  readonly place: LanePlace
}

const groupByKey = (
  records: ReadonlyArray<ReceivedRecord>,
  { enter }: ReturnType<typeof makeLanes>
): ReadonlyArray<KeyBatch> =>
  [...Map.groupBy(records, keyOf)].map(([key, ofKey]) => ({ records: ofKey, place: enter(key) }))

const keyOf = ({ key, origin }: ReceivedRecord) => (key === null ? origin : Buffer.from(key).toString("latin1"))

// Unchecked rows: decoding costs more than it protects on this path.
const appliedOf = (sql: PgClient.PgClient, group: string, batches: ReadonlyArray<KeyBatch>) => {
  const ids = batches.flatMap(({ records }) => records.flatMap((record) => eventIdOf(record) ?? []))
  return sql<{ id: string }>`select event_id as id from inbox
    where consumer = ${group} and event_id = any(${ids}::text[])`.unprepared.pipe(
    Effect.map((rows) => new Set(rows.map(({ id }) => id))),
    Effect.orDie
  )
}

/**
 * Applies effects, up to `together` waiting ones in one transaction. When that fails, each is
 * applied in a transaction of its own, so a failing effect affects no other.
 */
const makeInbox = Effect.fnUntraced(function* (sql: PgClient.PgClient, group: string, together: number) {
  interface Waiting {
    readonly eventId: string
    readonly effect: Effect.Effect<void, unknown>
    readonly done: Deferred.Deferred<void, unknown>
  }
  const waiting = yield* Queue.unbounded<Waiting>()

  const applyNew = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting>) {
    const ids = batch.map(({ eventId }) => eventId)
    const rows = yield* sql<{ id: string }>`insert into inbox (consumer, event_id)
      select ${group}, unnest(${ids}::text[]) on conflict do nothing returning event_id as id`
    const fresh = new Set(rows.map(({ id }) => id))
    for (const { eventId, effect } of batch) {
      // The batch contains an event twice if it was delivered again while the first delivery waited.
      if (fresh.delete(eventId)) yield* effect
    }
  })

  const apply = (batch: ReadonlyArray<Waiting>): Effect.Effect<void> =>
    Effect.flatMap(Effect.exit(transaction(sql)(applyNew(batch))), (exit) =>
      Exit.isSuccess(exit) || batch.length === 1 || isDatabaseAway(Cause.squash(exit.cause))
        ? Effect.forEach(batch, ({ done }) => Deferred.done(done, exit), { discard: true })
        : Effect.forEach(batch, (one) => apply([one]), { discard: true })
    )

  yield* Queue.takeBetween(waiting, 1, together).pipe(
    Effect.flatMap(apply),
    Effect.forever,
    Effect.forkScoped,
    Effect.replicateEffect(appliers)
  )

  return Effect.fnUntraced(function* <E>(eventId: string, effect: Effect.Effect<void, E>) {
    const done = yield* Deferred.make<void, unknown>()
    yield* Queue.offer(waiting, { eventId, effect, done })
    return yield* Deferred.await(done)
  })
})

// Maximum number of concurrent transactions of a group. At most one event of a key waits at a time,
// so the order of a key's events is kept.
const appliers = 4
/** Maximum number of effects that are applied in one transaction. */
const maxInOneTransaction = 50

/**
 * Retries an effect while the database is unreachable. An outage is not the fault of an event, so
 * these retries do not count as attempts.
 */
const makeDatabaseRetry = (group: string) => {
  let isAway = false
  const setAway = (away: boolean, message: string) =>
    Effect.suspend(() => {
      if (isAway === away) return Effect.void
      isAway = away
      return Effect.logWarning(message)
    })
  const retryWhileAway = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    effect.pipe(
      Effect.tap(setAway(false, `The database is back; consumer group ${group} continues`)),
      Effect.catchCause((cause) =>
        isDatabaseAway(Cause.squash(cause))
          ? setAway(true, `The database cannot be reached; consumer group ${group} retries every second`).pipe(
              Effect.andThen(Effect.sleep("1 second")),
              Effect.andThen(Effect.suspend(() => retryWhileAway(effect)))
            )
          : Effect.failCause(cause)
      )
    )
  return retryWhileAway
}
