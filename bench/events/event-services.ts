// The product does the same before any schema is made.
import "effect/schema/SchemaJITCompiler/enable"

import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, References } from "effect"
import { Consumers } from "../../src/events/consumers/Consumers.ts"
import * as Events from "../../src/events/layer.ts"
import { Outbox } from "../../src/events/outbox/Outbox.ts"
import type { DomainEvent } from "../../src/events/schemas/topics.ts"
import { AppConfig, readSettings } from "../../src/platform/config.ts"
import * as Platform from "../../src/platform/layer.ts"
import { SharedWork } from "../../src/platform/sql/SharedWork.ts"
import { transaction } from "../../src/platform/sql/transaction.ts"

type Settings = Readonly<Record<string, string>>

/** Services of a node that handles events. */
export const nodeOn = (settings: Settings) =>
  Events.layer.pipe(Layer.provideMerge(SharedWork.layer), Layer.provideMerge(groundOn(settings)))

/** Services that write events and publish none. */
export const writerOn = (settings: Settings) => Events.writing.pipe(Layer.provideMerge(groundOn(settings)))

// Like the product without a collector, creates no spans.
const groundOn = (settings: Settings) =>
  Platform.database.pipe(
    Layer.provideMerge(Layer.effect(AppConfig, readSettings(settings))),
    Layer.provideMerge(
      Layer.mergeAll(Layer.succeed(References.MinimumLogLevel, "Warn"), Layer.succeed(References.TracerEnabled, false))
    )
  )

export const topic = "call-ended.v1"

/** Writes some events in one transaction. */
export const writeEvents = Effect.fnUntraced(function* (first: number, count: number) {
  const sql = yield* PgClient.PgClient
  const outbox = yield* Outbox
  yield* transaction(sql)(outbox.add(Array.from({ length: count }, (_, index) => callEnded(first + index))))
})

const callEnded = (number: number): DomainEvent => ({
  topic,
  data: {
    organizationId: 1,
    campaignId: "018f3c2a-7b1e-7c3d-9e4f-5a6b7c8d9e0f",
    callId: "018f3c2a-7b1e-7c3d-9e4f-5a6b7c8d9e10",
    contactId: `018f3c2a-7b1e-7c3d-9e4f-${String(number % people).padStart(12, "0")}`,
    phoneNumber: "+9198******10",
    attempt: number,
    callSid: "CA00000000000000000000000000000000",
    status: "COMPLETED",
    outcome: "CONNECTED",
    failureReason: null,
    durationSeconds: 30,
    answeredBy: "human",
    startedAt: new Date(1_700_000_000_000),
    endedAt: new Date(1_700_000_030_000)
  }
})

const people = 10_000

/** Runs a consumer group that inserts a row for each event, and records when the row was committed. */
export const makeEffects = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const consumers = yield* Consumers
  yield* sql`create table if not exists effects (number integer not null)`
  yield* sql`truncate effects`
  const times: Array<number> = []
  let count = 0
  const note = (number: number) =>
    sql.afterCommit(
      Effect.sync(() => {
        times[number] = now()
        count += 1
      })
    )
  yield* consumers.run({
    group: "bench",
    topics: [topic],
    handle: ({ data }) => {
      const number = "attempt" in data ? data.attempt : -1
      return Effect.succeed(Effect.andThen(sql`insert into effects (number) values (${number})`, note(number)))
    }
  })
  /** Waits for this number of effects, at most two minutes. */
  const settled = (expected: number) =>
    Effect.sleep("5 millis").pipe(Effect.repeat({ until: () => count >= expected }), Effect.timeoutOption("2 minutes"))
  /** Counts events without an effect, and repeated effects. */
  const mistakes = (expected: number) =>
    Effect.map(
      sql<{ once: number; all: number }>`select count(distinct number)::int as once, count(*)::int as all from effects`,
      ([{ once, all } = { once: 0, all: 0 }]) => ({ lost: expected - once, twice: all - once })
    )
  return { times, settled, mistakes, progress: () => count }
})

/** Current time in milliseconds, on a clock that all processes of this machine share. */
export const now = () => performance.timeOrigin + performance.now()
