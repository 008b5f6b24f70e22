import { PgClient } from "@effect/sql-pg"
import { Cause, Context, Deferred, Effect, Exit, Layer, Metric, Queue, Result, type Scope } from "effect"
import { SqlError } from "effect/sql"
import { sqlErrorCode } from "../../platform/sql/sql-error-code.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { EventBus } from "../bus/EventBus.ts"
import { eventIdOf, type ReceivedRecord } from "../bus/EventRecord.ts"
import { type LanePlace, makeLanes } from "../bus/lanes.ts"
import type { TopicName } from "../schemas/topics.ts"
import { DeadLetters, type GiveUpReason } from "./DeadLetters.ts"
import { type ReceivedEvent, readEvent } from "./read-event.ts"

export interface Consumer<E> {
  readonly group: string
  readonly topics: ReadonlyArray<TopicName>
  /**
   * What to do about an event: first what takes its time, then the effect that comes of it. That one is run in a transaction
   * that also notes the event, so it has happened once or not at all. Events of one key come one after another.
   */
  readonly handle: (event: ReceivedEvent) => Effect.Effect<Effect.Effect<void, E>, E>
  /** An effect that locks rows which others lock has a transaction of its own: of several in one, each has its own order. */
  readonly alone?: true
}

/** Lets consumers act on events, each event once. */
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
        const applyOnce = yield* makeInbox(sql, group, alone ? 1 : mostInOneTransaction)
        const whileAway = makePatience(group)
        const handled = Metric.withAttributes(eventsHandled, { group })

        const attempt = Effect.fnUntraced(function* (event: ReceivedEvent) {
          yield* applyOnce(event.id, yield* handle(event))
        })
        const bury = (record: ReceivedRecord, problem: GiveUpReason) =>
          whileAway(deadLetters.add(group, record, problem))

        const consume = Effect.fnUntraced(function* (record: ReceivedRecord) {
          const event = readEvent(record)
          if (Result.isFailure(event)) {
            return yield* bury(record, { attempts: 1, error: event.failure })
          }
          for (let tries = 1; ; tries++) {
            const exit = yield* Effect.exit(whileAway(attempt(event.success)))
            if (Exit.isSuccess(exit)) return yield* Metric.update(handled, 1)
            const error = Cause.squash(exit.cause)
            if (tries === mostTries) return yield* bury(record, { attempts: tries, error })
            yield* Effect.sleep(pauses[tries - 1] ?? 0)
          }
        })

        const consumeInOrder = Effect.fnUntraced(function* (
          lots: ReadonlyArray<Lot>,
          settle: (record: ReceivedRecord) => void
        ) {
          const applied = yield* whileAway(appliedOf(sql, group, lots))
          const consumeNew = (record: ReceivedRecord) =>
            (applied.has(eventIdOf(record) ?? "") ? Effect.void : consume(record)).pipe(
              Effect.andThen(Effect.sync(() => settle(record)))
            )
          yield* Effect.forEach(
            lots,
            ({ records, place }) => place.inTurn(Effect.forEach(records, consumeNew, { discard: true })),
            { concurrency: mostAtOnce, discard: true }
          )
        })

        yield* deadLetters.countFromNone(group, topics)
        yield* bus.subscribe({
          group,
          topics,
          handle: (records, settle) =>
            Effect.acquireUseRelease(
              Effect.sync(() => lotsOf(records, lanes)),
              (lots) => consumeInOrder(lots, settle),
              (lots) =>
                Effect.sync(() => {
                  for (const { place } of lots) place.leave()
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

const mostAtOnce = 256
const mostTries = 3
const pauses = ["200 millis", "1 second"] as const

/** Records of one key. */
interface Lot {
  readonly records: ReadonlyArray<ReceivedRecord>
  readonly place: LanePlace
}

const lotsOf = (records: ReadonlyArray<ReceivedRecord>, { enter }: ReturnType<typeof makeLanes>): ReadonlyArray<Lot> =>
  [...Map.groupBy(records, keyOf)].map(([key, ofKey]) => ({ records: ofKey, place: enter(key) }))

const keyOf = ({ key, origin }: ReceivedRecord) => (key === null ? origin : Buffer.from(key).toString("latin1"))

const appliedOf = (sql: PgClient.PgClient, group: string, lots: ReadonlyArray<Lot>) => {
  const ids = lots.flatMap(({ records }) => records.flatMap((record) => eventIdOf(record) ?? []))
  return sql<{ id: string }>`select event_id as id from inbox
    where consumer = ${group} and event_id = any(${ids}::text[])`.unprepared.pipe(
    Effect.map((rows) => new Set(rows.map(({ id }) => id))),
    Effect.orDie
  )
}

/** Applies effects, those that wait at a time in one transaction. One that fails takes no other with it. */
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
      // One event may be here twice: brought again while it still waits.
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

// Of one key there is never more than one.
const appliers = 4
const mostInOneTransaction = 50

/** A database that is away is no fault of an event: what met it is done again, as soon as that works. */
const makePatience = (group: string) => {
  let isAway = false
  const turn = (away: boolean, message: string) =>
    Effect.suspend(() => {
      if (isAway === away) return Effect.void
      isAway = away
      return Effect.logWarning(message)
    })
  const whileAway = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    effect.pipe(
      Effect.tap(turn(false, `Group ${group} goes on: the database is back`)),
      Effect.catchCause((cause) =>
        isDatabaseAway(Cause.squash(cause))
          ? turn(true, `Group ${group} waits: the database cannot be reached`).pipe(
              Effect.andThen(Effect.sleep("1 second")),
              Effect.andThen(Effect.suspend(() => whileAway(effect)))
            )
          : Effect.failCause(cause)
      )
    )
  return whileAway
}

const isDatabaseAway = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  (error.reason._tag === "ConnectionError" || /^(57P0[123]|53300)$/.test(sqlErrorCode(error)))
