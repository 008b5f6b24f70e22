import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Metric } from "effect"
import { SqlError } from "effect/sql"
import type { DeadLetter } from "../../domain/delivery/DeadLetter.ts"
import type { Listed, Page } from "../../domain/schema/page.ts"
import { isUuid } from "../../domain/schema/uuid.ts"
import { newId } from "../../platform/ids.ts"
import { why } from "../../platform/observability/why.ts"
import { redactText } from "../../platform/secrets/redact.ts"
import { newestFirst } from "../../platform/sql/newest-first.ts"
import { sqlErrorCode } from "../../platform/sql/sql-error-code.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { type EventRecord, eventIdOf, type ReceivedRecord } from "../bus/EventRecord.ts"
import { Outbox } from "../outbox/Outbox.ts"
import type { TopicName } from "../schemas/topics.ts"

/** Why a record was given up. */
export interface GiveUpReason {
  readonly attempts: number
  readonly error: unknown
}

/** Which dead letters are meant: those that fit all that is given. */
export interface DeadLetterFilter {
  readonly topic?: string | undefined
  readonly group?: string | undefined
  readonly ids?: ReadonlyArray<string> | undefined
}

/** Records that a consumer could not handle: kept here, and told on `<topic>.<group>.dlq`. */
export class DeadLetters extends Context.Service<
  DeadLetters,
  {
    /** Keeps a record, and tells it. */
    readonly add: (group: string, record: ReceivedRecord, problem: GiveUpReason) => Effect.Effect<void>
    /** Only keeps it. */
    readonly keep: (group: string, record: ReceivedRecord, problem: GiveUpReason) => Effect.Effect<void>
    /** Has none of these counted as 0, so that whoever watches the count sees the first one come. */
    readonly countFromNone: (group: string, topics: ReadonlyArray<TopicName>) => Effect.Effect<void>
    /** Those that have not been replayed. */
    readonly list: (chosen: DeadLetterFilter, page: Page) => Effect.Effect<Listed<DeadLetter>>
    /** Puts them on their topics again, and says how many. */
    readonly replay: (chosen: DeadLetterFilter) => Effect.Effect<number>
  }
>()("carillon/events/DeadLetters") {
  static readonly layer = Layer.effect(
    DeadLetters,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const outbox = yield* Outbox

      // It comes again when the process ends before the bus knows that it is settled.
      const insert = Effect.fnUntraced(function* (letter: Letter) {
        const added = yield* sql`insert into dead_letters ${sql.insert(letter)}
          on conflict (consumer, topic, origin) do nothing returning id`
        if (added.length === 0) return false
        const { consumer, topic, event_id, attempts, error } = letter
        yield* Effect.logError(`Group ${consumer} gave up a record of ${topic}: ${error}`).pipe(
          Effect.annotateLogs({ eventId: event_id, attempts })
        )
        yield* Metric.update(countOf(consumer, topic), 1)
        return true
      })

      const keep = Effect.fn("DeadLetters.keep")(
        (group: string, record: ReceivedRecord, problem: GiveUpReason) => insert(letterOf(group, record, problem)),
        Effect.orDie,
        Effect.asVoid
      )

      const add = Effect.fn("DeadLetters.add")(
        function* (group: string, record: ReceivedRecord, problem: GiveUpReason) {
          const letter = letterOf(group, record, problem)
          if (yield* insert(letter)) yield* outbox.addRecords([toldOf(letter, record)])
        },
        transaction(sql),
        Effect.orDie
      )

      const countFromNone = (group: string, topics: ReadonlyArray<TopicName>) =>
        Effect.forEach(topics, (topic) => Metric.update(countOf(group, topic), 0), { discard: true })

      const meant = ({ topic, group, ids }: DeadLetterFilter) => sql`replayed_at is null
        and (${topic ?? null}::text is null or topic = ${topic ?? null})
        and (${group ?? null}::text is null or consumer = ${group ?? null})
        and (${ids === undefined} or id = any(${ids?.filter(isUuid) ?? []}::uuid[]))`

      const columns = sql.literal(`id, topic, consumer as "group", event_id as "eventId", origin, attempts,
        error_type as "errorType", error, failed_at as "failedAt"`)
      const list = Effect.fn("DeadLetters.list")(
        (chosen: DeadLetterFilter, page: Page) =>
          newestFirst<DeadLetter>(sql, columns, sql`from dead_letters where ${meant(chosen)}`, page),
        Effect.orDie
      )

      const replaySome = Effect.fnUntraced(function* (chosen: DeadLetterFilter, until: string) {
        const letters = yield* sql<EventRecord>`with chosen as (
            select id from dead_letters where ${meant(chosen)} and failed_at <= ${until}::timestamptz
            order by id limit 500 for update skip locked
          ), replayed as (
            update dead_letters d set replayed_at = now() from chosen where d.id = chosen.id
            returning d.id, d.topic, d.key, d.value, d.headers
          ) select topic, key, value, headers from replayed order by id`
        yield* outbox.addRecords(letters)
        return letters.length
      }, transaction(sql))

      const replay = Effect.fn("DeadLetters.replay")(function* (chosen: DeadLetterFilter) {
        // One that fails again meanwhile is a new dead letter, and stays one.
        const [now] = yield* sql<{ until: string }>`select clock_timestamp()::text as until`
        let replayed = 0
        for (let some = 1; some > 0; replayed += some) some = yield* replaySome(chosen, now?.until ?? "infinity")
        return replayed
      }, Effect.orDie)

      return DeadLetters.of({ add, keep, countFromNone, list, replay })
    })
  )
}

const deadLetters = Metric.counter("dead_letters", {
  description: "Records that a group has given up",
  incremental: true
})

const countOf = (group: string, topic: string) => Metric.withAttributes(deadLetters, { group, topic })

const letterOf = (group: string, record: ReceivedRecord, { attempts, error }: GiveUpReason) => ({
  id: newId(),
  topic: record.topic,
  consumer: group,
  event_id: eventIdOf(record) ?? null,
  key: record.key,
  value: record.value,
  headers: JSON.stringify(record.headers),
  origin: record.origin,
  attempts,
  error_type: typeOf(error),
  error: redactText(textOf(error)).replaceAll("\0", "").slice(0, 500)
})
type Letter = ReturnType<typeof letterOf>

const typeOf = (error: unknown) =>
  typeof error === "object" && error !== null && "_tag" in error
    ? String(error._tag)
    : error instanceof Error
      ? error.name
      : "Error"

// A database quotes the values that it does not take, and these are of the record.
const textOf = (error: unknown) =>
  SqlError.isSqlError(error)
    ? `The database refused it: ${error.reason._tag} ${sqlErrorCode(error)}`.trimEnd()
    : why(error)

// The record as it was, and why it is here; the error says nothing of what it holds.
const toldOf = (letter: Letter, record: ReceivedRecord): EventRecord => ({
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
    dlq_error_type: letter.error_type,
    dlq_error: letter.error
  }
})

export const deadLetterTopic = (topic: string, group: string) => `${topic}.${group}.dlq`
