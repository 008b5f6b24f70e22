import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schedule, type Scope, Stream } from "effect"
import type { SqlError } from "effect/sql"
import { type OutboxRow, tailCursor } from "../outbox/OutboxCursor.ts"
import { Signals } from "../Signals.ts"
import { topicNames } from "../schemas/topics.ts"

/** Streams the events of all organizations as soon as their transactions commit. */
export class EventStream extends Context.Service<
  EventStream,
  {
    /** Opens a stream of all events that are committed after this effect has completed. */
    readonly records: Effect.Effect<Stream.Stream<OutboxRow, SqlError.SqlError>, SqlError.SqlError, Scope.Scope>
  }
>()("carillon/events/EventStream") {
  static readonly layer = Layer.effect(
    EventStream,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const signals = yield* Signals
      const records = Effect.gen(function* () {
        const written = yield* signals.listen("outbox")
        const cursor = yield* tailCursor(topicNames)
        const next = Effect.gen(function* () {
          const rows = yield* cursor.take(500)
          rows.forEach(cursor.settle)
          yield* cursor.advance
          if (rows.length === 0) yield* Effect.timeoutOption(written, "5 seconds")
          return rows
        })
        return Stream.repeat(Stream.fromIterableEffect(next), Schedule.forever)
      }).pipe(Effect.provideService(PgClient.PgClient, sql))
      return EventStream.of({ records })
    })
  )
}
