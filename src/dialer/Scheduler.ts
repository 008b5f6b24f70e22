import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { CallQueue } from "../calls/queue/CallQueue.ts"
import { CampaignStates, type EndingInPause, type Scheduled } from "../campaigns/CampaignStates.ts"
import { Signals } from "../events/Signals.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { why } from "../platform/observability/why.ts"
import { SharedWork } from "../platform/sql/SharedWork.ts"
import { sliceOf } from "../platform/sql/slices.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { CampaignControl } from "./CampaignControl.ts"
import { conditionsOf } from "./conditions.ts"
import { Pace } from "./Pace.ts"

/** Starts campaigns that are due and ends paused ones past their `endAt`. Nodes share the campaigns. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { inSlices } = yield* SharedWork
    const signals = yield* Signals
    const states = yield* CampaignStates
    const startDue = yield* makeStarter
    const endOverdue = yield* makeEnder

    const work = (slices: ReadonlySet<number>) =>
      Effect.gen(function* () {
        const isMine = ({ id }: { readonly id: string }) => slices.has(sliceOf(id))
        const changed = yield* signals.listen("campaigns")
        while (true) {
          const nextEnd = yield* endOverdue((yield* states.endingInPause).filter(isMine))
          const nextStart = yield* startDue((yield* states.scheduled).filter(isMine))
          yield* Effect.timeoutOption(changed, Math.min(nextStart, nextEnd))
        }
      }).pipe(Effect.scoped, keepGoing("Could not start or end scheduled campaigns; retrying"))
    yield* Effect.forkScoped(inSlices(work))
  })
)

/** Maximum time between two checks, and time until a refused start is retried, ms. */
const minuteMillis = 60_000
/** Time until a start that failed is retried, ms. */
const failedMillis = 5_000
/** Time between two checks of a campaign whose last calls are not over yet, ms. */
const lastCallsMillis = 2_000

/** Starts campaigns that are due. Returns the milliseconds until the next one is due. */
export const makeStarter = Effect.gen(function* () {
  const control = yield* CampaignControl
  const states = yield* CampaignStates
  // A campaign that could not be started is retried later, and holds up no other.
  const refusedUntil = new Map<string, number>()

  const start = Effect.fnUntraced(
    function* ({ id, organizationId }: Scheduled) {
      yield* control.startScheduled(organizationId, id)
      refusedUntil.delete(id)
    },
    (starting, { id }) =>
      Effect.catchTags(starting, {
        NotReady: ({ missing }) => postpone(id, `It could not start: ${missing.join("; ")}`),
        QuotaExceeded: ({ needed, remaining }) =>
          postpone(id, `It waits for minutes of the quota: ${needed} are needed, ${remaining} are left`),
        SpendCapReached: ({ message }) => postpone(id, message),
        // Another request has already changed the campaign.
        WrongState: () => Effect.void,
        CampaignNotFound: () => Effect.void
      }).pipe(
        Effect.catchDefect((defect) => {
          refusedUntil.set(id, performance.now() + failedMillis)
          return Effect.logWarning(`Could not start the scheduled campaign ${id}; trying again in 5 s: ${why(defect)}`)
        })
      )
  )
  const postpone = (id: string, reason: string) => {
    refusedUntil.set(id, performance.now() + minuteMillis)
    return states.explain(id, `${reason}. It is tried again each minute`)
  }

  return Effect.fnUntraced(function* (scheduled: ReadonlyArray<Scheduled>) {
    const waitOf = ({ dueInMillis, id }: Scheduled) =>
      Math.max(dueInMillis, (refusedUntil.get(id) ?? 0) - performance.now())
    // Forgets campaigns that were cancelled or deleted since their refusal.
    const known = new Set(scheduled.map(({ id }) => id))
    for (const id of refusedUntil.keys()) if (!known.has(id)) refusedUntil.delete(id)
    for (const campaign of scheduled) {
      if (waitOf(campaign) <= 0) yield* start(campaign)
    }
    const waits = scheduled.map(waitOf).filter((millis) => millis > 0)
    return Math.min(minuteMillis, ...waits)
  })
})

/** Ends paused campaigns past their `endAt`. Returns the milliseconds until the next one is due. */
export const makeEnder = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const pace = yield* Pace
  const states = yield* CampaignStates
  const queue = yield* CallQueue
  const endPart = Effect.fnUntraced(function* (id: string) {
    yield* pace.lock(id)
    const campaign = yield* states.lock(id)
    if (campaign?.status !== "PAUSED") return "done"
    if ((yield* queue.expirePart(id)) > 0) return "more"
    const { live, waiting } = yield* conditionsOf(sql, id)
    const isTagged = (yield* queue.untaggedUntil(id)) === undefined
    if (live === 0 && waiting === 0 && isTagged) yield* states.change(campaign, "COMPLETED")
    return "done"
  }, transaction(sql))

  const end = (id: string) => Effect.repeat(endPart(id), { until: (reached) => reached === "done" })

  // A campaign that could not be ended is retried after a minute, and holds up no other.
  const failedUntil = new Map<string, number>()
  const endAlone = (id: string) =>
    Effect.catchDefect(Effect.orDie(end(id)), (defect) => {
      failedUntil.set(id, performance.now() + minuteMillis)
      return Effect.logWarning(`Could not end the paused campaign ${id}; trying again in a minute: ${why(defect)}`)
    })

  return Effect.fnUntraced(function* (paused: ReadonlyArray<EndingInPause>) {
    const known = new Set(paused.map(({ id }) => id))
    for (const id of failedUntil.keys()) if (!known.has(id)) failedUntil.delete(id)
    for (const { endsInMillis, id } of paused) {
      if (endsInMillis <= 0 && (failedUntil.get(id) ?? 0) <= performance.now()) yield* endAlone(id)
    }
    // A campaign with live calls is completed soon after the last of them ends.
    const waits = paused.map(({ endsInMillis }) => (endsInMillis > 0 ? endsInMillis : lastCallsMillis))
    return Math.min(minuteMillis, ...waits)
  })
})
