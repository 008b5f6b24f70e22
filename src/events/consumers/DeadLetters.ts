import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer, Metric } from "effect"
import { SqlError } from "effect/sql"
import { DeadLetter } from "../../domain/delivery/DeadLetter.ts"
import type { Listed, Page } from "../../domain/schema/page.ts"
import { isUuid } from "../../domain/schema/uuid.ts"
import { newId } from "../../platform/ids.ts"
import { why } from "../../platform/observability/why.ts"
import { redactText } from "../../platform/secrets/redact.ts"
import { databaseErrorCode } from "../../platform/sql/database-errors.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { newestFirst } from "../../platform/sql/newest-first.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { type EventRecord, eventIdOf, type ReceivedRecord } from "../bus/EventRecord.ts"
import { replayedAtHeader } from "../inbox-age.ts"
import { Outbox } from "../outbox/Outbox.ts"
import type { TopicName } from "../schemas/topics.ts"

/** The number of attempts and the last error of a record that a group gives up. */
export interface GiveUpReason {
  readonly attempts: number
  readonly error: unknown
}

/** Selects the dead letters that match every given field. */
export interface DeadLetterFilter {
  readonly topic?: string | undefined
  readonly group?: string | undefined
  readonly ids?: ReadonlyArray<string> | undefined
}

/** Records that a consumer could not handle: stored here and published to `<topic>.<group>.dlq`. */
export class DeadLetters extends Context.Service<
  DeadLetters,
  {
    /** Stores a record as a dead letter and publishes it. */
    readonly add: (group: string, record: ReceivedRecord, problem: GiveUpReason) => Effect.Effect<void>
    /** Stores a record as a dead letter without publishing it. */
    readonly store: (group: string, record: ReceivedRecord, problem: GiveUpReason) => Effect.Effect<void>
    /** Sets the counters of a group to 0, so that an alert on an increase sees its first dead letter. */
    readonly countFromZero: (group: string, topics: ReadonlyArray<TopicName>) => Effect.Effect<void>
    /** Lists dead letters that have not been replayed. */
    readonly list: (filter: DeadLetterFilter, page: Page) => Effect.Effect<Listed<DeadLetter>>
    /** Publishes dead letters to their original topics again. Returns how many. */
    readonly replay: (filter: DeadLetterFilter) => Effect.Effect<number>
  }
>()("carillon/events/DeadLetters") {
  static readonly layer = Layer.effect(
    DeadLetters,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const outbox = yield* Outbox

      // Ignores a record that arrives a second time, because the process died before the bus knew
      // that the record was settled.
      const insert = Effect.fnUntraced(function* (letter: Letter) {
        const added = yield* sql`insert into dead_letters ${sql.insert(letter)}
          on conflict (consumer, topic, origin) do nothing returning id`
        if (added.length === 0) return false
        const { consumer, topic, eventId, attempts, error } = letter
        yield* Effect.logError(`Consumer group ${consumer} gave up a record of ${topic}: ${error}`).pipe(
          Effect.annotateLogs({ eventId, attempts })
        )
        yield* Metric.update(countOf(consumer, topic), 1)
        return true
      })

      const store = Effect.fn("DeadLetters.store")(
        (group: string, record: ReceivedRecord, problem: GiveUpReason) => insert(letterOf(group, record, problem)),
        Effect.orDie,
        Effect.asVoid
      )

      const add = Effect.fn("DeadLetters.add")(
        function* (group: string, record: ReceivedRecord, problem: GiveUpReason) {
          const letter = letterOf(group, record, problem)
          if (yield* insert(letter)) yield* outbox.addRecords([dlqRecordOf(letter, record)])
        },
        transaction(sql),
        Effect.orDie
      )

      const countFromZero = (group: string, topics: ReadonlyArray<TopicName>) =>
        Effect.forEach(topics, (topic) => Metric.update(countOf(group, topic), 0), { discard: true })

      const matching = ({ topic, group, ids }: DeadLetterFilter) => sql`replayed_at is null
        and (${topic ?? null}::text is null or topic = ${topic ?? null})
        and (${group ?? null}::text is null or consumer = ${group ?? null})
        and (${ids === undefined} or id = any(${ids?.filter(isUuid) ?? []}::uuid[]))`

      const columns = sql.literal(`id, topic, consumer as "group", event_id, origin, attempts, error_type, error,
        failed_at`)
      const list = Effect.fn("DeadLetters.list")(
        (filter: DeadLetterFilter, page: Page) =>
          newestFirst(sql, columns, sql`from dead_letters where ${matching(filter)}`, page, deadLetterRows),
        Effect.orDie
      )

      const replayBatch = Effect.fnUntraced(function* (filter: DeadLetterFilter, until: string) {
        const letters = yield* sql<EventRecord>`with batch as (
            select id from dead_letters where ${matching(filter)} and failed_at <= ${until}::timestamptz
            order by id limit 500 for update skip locked
          ), replayed as (
            update dead_letters d set replayed_at = now() from batch where d.id = batch.id
            returning d.id, d.topic, d.key, d.value, d.headers
          ) select topic, key, value, headers from replayed order by id`
        const replayedAt = new Date(yield* Clock.currentTimeMillis).toISOString()
        yield* outbox.addRecords(
          letters.map((letter) => ({ ...letter, headers: { ...letter.headers, [replayedAtHeader]: replayedAt } }))
        )
        return letters.length
      }, transaction(sql))

      const replay = Effect.fn("DeadLetters.replay")(function* (filter: DeadLetterFilter) {
        // A record that fails again during the replay becomes a new dead letter, which this replay
        // must not pick up.
        const [now] = yield* sql<{ until: string }>`select clock_timestamp()::text as until`
        let replayed = 0
        for (let some = 1; some > 0; replayed += some) some = yield* replayBatch(filter, now?.until ?? "infinity")
        return replayed
      }, Effect.orDie)

      return DeadLetters.of({ add, store, countFromZero, list, replay })
    })
  )
}

const deadLetterRows = rowsOf(DeadLetter)

const deadLetters = Metric.counter("dead_letters", {
  description: "Records that a group has given up",
  incremental: true
})

const countOf = (group: string, topic: string) => Metric.withAttributes(deadLetters, { group, topic })

const letterOf = (group: string, record: ReceivedRecord, { attempts, error }: GiveUpReason) => ({
  id: newId(),
  topic: record.topic,
  consumer: group,
  eventId: eventIdOf(record) ?? null,
  key: record.key,
  value: record.value,
  headers: JSON.stringify(record.headers),
  origin: record.origin,
  attempts,
  errorType: typeOf(error),
  error: redactText(textOf(error)).replaceAll("\0", "").slice(0, 500)
})
type Letter = ReturnType<typeof letterOf>

const typeOf = (error: unknown) =>
  typeof error === "object" && error !== null && "_tag" in error
    ? String(error._tag)
    : error instanceof Error
      ? error.name
      : "Error"

// Leaves out the message of Postgres: it quotes rejected values of the record, which may be personal
// data.
const textOf = (error: unknown) =>
  SqlError.isSqlError(error)
    ? `The database refused it: ${error.reason._tag} ${databaseErrorCode(error)}`.trimEnd()
    : why(error)

// Adds headers with the reason to the unchanged record. The error text quotes nothing from the
// record.
const dlqRecordOf = (letter: Letter, record: ReceivedRecord): EventRecord => ({
  topic: deadLetterTopic(record.topic, letter.consumer),
  key: record.key,
  value: record.value,
  headers: {
    ...record.headers,
    dlq_topic: record.topic,
    dlq_origin: record.origin,
    dlq_time: record.at.toISOString(),
    dlq_group: letter.consumer,
    dlq_attempts: String(letter.attempts),
    dlq_error_type: letter.errorType,
    dlq_error: letter.error
  }
})

export const deadLetterTopic = (topic: string, group: string) => `${topic}.${group}.dlq`
