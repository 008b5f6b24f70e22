import { Effect, Option, Result, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { offsetOf, toPage } from "../../../domain/schema/page.ts"
import { EventBus } from "../../../events/bus/EventBus.ts"
import type { EventRecord } from "../../../events/bus/EventRecord.ts"
import { DeadLetters } from "../../../events/consumers/DeadLetters.ts"
import { EventStream } from "../../../events/consumers/EventStream.ts"
import { readEvent } from "../../../events/consumers/read-event.ts"
import { AppConfig } from "../../../platform/config.ts"
import { within } from "../../../platform/lifecycle/within.ts"
import { databaseErrorKind } from "../../../platform/sql/database-errors.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import type { CloudEvent } from "../../contract/operations/events.ts"
import { ServiceUnavailable } from "../../contract/shared/errors.ts"
import { paged } from "../for-organization.ts"
import { type ServerSentEvent, serverSentEvents } from "../server-sent-events.ts"

export const EventsLive = HttpApiBuilder.group(
  AdminApi,
  "events",
  Effect.fnUntraced(function* (handlers) {
    const deadLetters = yield* DeadLetters
    const { records } = yield* EventStream
    const send = yield* serverSentEvents
    const lag = yield* lagOfAll
    return handlers.handleAll({
      lag: Effect.fnUntraced(function* ({ query }) {
        const all = yield* lag
        const start = offsetOf(query)
        return toPage({ data: all.slice(start, start + query.limit), total: all.length }, query)
      }),
      deadLetters: ({ query }) => paged(deadLetters.list(query, query), query),
      replay: ({ payload }) => Effect.map(deadLetters.replay(payload), (replayed) => ({ replayed })),
      stream: Effect.fnUntraced(function* () {
        const events = yield* Effect.orDie(records)
        return yield* send(Stream.flattenIterable(Stream.map(events, sentOf)))
      })
    })
  })
)

const lagOfAll = Effect.gen(function* () {
  const bus = yield* EventBus
  const { kafka } = yield* AppConfig
  const unreachable = (part: string) =>
    new ServiceUnavailable({
      message: `${part} cannot be reached; try again in a moment, and see what GET /admin/v1/doctor reports about it`
    })
  return bus.lag.pipe(
    within("5 seconds"),
    Effect.tapError((error) => Effect.logWarning("Could not read the lag of the consumer groups", error)),
    Effect.mapError((error) =>
      unreachable(
        Option.isNone(kafka) || databaseErrorKind(error.cause) !== undefined
          ? "The database"
          : `Kafka at ${kafka.value.brokers.join(", ")}`
      )
    )
  )
})

// A replayed record may not be an event: its consumers give it up again, and the stream skips it.
const sentOf = (record: EventRecord): ReadonlyArray<ServerSentEvent> => {
  const { key, value, headers } = record
  const event = readEvent(record)
  if (Result.isFailure(event) || headers.ce_source === undefined) return []
  const { id, topic } = event.success
  const data: CloudEvent = {
    specversion: "1.0",
    id,
    source: headers.ce_source,
    type: topic,
    time: headers.ce_time,
    datacontenttype: "application/json",
    partitionkey: textOf(key),
    data: JSON.parse(textOf(value))
  }
  return [{ id: id.replaceAll(/[\r\n]/g, " "), event: topic, data: JSON.stringify(data) }]
}

const textOf = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString()
