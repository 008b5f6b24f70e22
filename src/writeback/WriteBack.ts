import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { Imports } from "../contacts/imports/Imports.ts"
import { Consumers } from "../events/consumers/Consumers.ts"
import { Signals } from "../events/Signals.ts"
import type { DomainEvent } from "../events/schemas/topics.ts"
import { AppConfig } from "../platform/config.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { CallOutcomes, type CallToNotify } from "./CallOutcomes.ts"
import { Deliveries } from "./Deliveries.ts"

/**
 * Finds outcomes to deliver, on a node that has the role `workers`: from the events of calls, and
 * by sweeping the rows for outcomes that had no event.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    if (!(yield* AppConfig).roles.has("workers")) return
    const consumers = yield* Consumers
    const outcomes = yield* CallOutcomes
    const deliveries = yield* Deliveries
    yield* consumers.run({
      group: "writeback",
      topics: ["call-tagged.v1", "call-suppressed.v1"],
      handle: (event) => {
        const call = callOf(event)
        return call === undefined
          ? Effect.succeed(Effect.void)
          : Effect.map(outcomes.deliveriesOfOne(call), (added) => deliveries.addCalls(added))
      }
    })
    const woken = yield* (yield* Signals).listen("write-back")
    yield* sweep.pipe(
      Effect.repeat({ until: (found) => found < maxBatch }),
      Effect.andThen(Effect.timeoutOption(woken, "5 seconds")),
      Effect.forever,
      keepGoing("Webhook reconciliation sweep failed; retrying"),
      Effect.forkScoped
    )
  })
)

/** Sweeps once for outcomes to deliver. Returns the number found. */
export const sweep = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const outcomes = yield* CallOutcomes
  const deliveries = yield* Deliveries
  const imports = yield* Imports

  const calls = Effect.gen(function* () {
    const found = yield* sql<Omit<CallToNotify, "tag">>`with due as (
        select organization_id, call_id from calls_to_tell where look_at <= clock_timestamp()
        order by look_at limit ${maxBatch} for update skip locked
      )
      delete from calls_to_tell t using due
      where t.organization_id = due.organization_id and t.call_id = due.call_id
      returning t.organization_id, t.call_id`
    if (found.length > 0)
      yield* deliveries.addCalls(yield* outcomes.deliveriesOf(found.map((call) => ({ ...call, tag: null }))))
    return found.length
  }).pipe(transaction(sql))

  const completed = Effect.gen(function* () {
    const claimed = yield* imports.claimCompleted(maxBatch)
    yield* deliveries.addImports(
      claimed.map(({ attempts, dueAt, organizationId, webhookUrl, ...report }) => ({
        ...{ organizationId, importId: report.importId, url: webhookUrl, attempts, dueAt },
        body: JSON.stringify({ event: "import.completed", ...report })
      }))
    )
    return claimed.length
  }).pipe(transaction(sql))

  return Math.max(yield* calls, yield* completed)
})

/** Maximum number of calls and of imports that one sweep takes. */
const maxBatch = 200

// A suppressed call is reported in its current state. A tag belongs to one attempt, and the call
// may have continued since.
const callOf = ({ data, topic }: DomainEvent): CallToNotify | undefined => {
  if (topic !== "call-tagged.v1" && topic !== "call-suppressed.v1") return undefined
  const call = { organizationId: data.organizationId, callId: data.callId }
  return { ...call, tag: topic === "call-tagged.v1" ? data : null }
}
