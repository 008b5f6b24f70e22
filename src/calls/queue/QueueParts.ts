import { Effect, Layer } from "effect"
import { Signals } from "../../events/Signals.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { why } from "../../platform/observability/why.ts"
import { SharedWork } from "../../platform/sql/SharedWork.ts"
import { sliceOf } from "../../platform/sql/slices.ts"
import { CallQueue } from "./CallQueue.ts"
import { QueueFilling } from "./QueueFilling.ts"

/**
 * Continues the starts and cancels of large campaigns, and changes of calling hours and of time zones, a part of each in
 * turn. Nodes share the campaigns and organizations.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { inSlices } = yield* SharedWork
    const signals = yield* Signals
    const takeTurn = yield* makeTurn

    const work = (slices: ReadonlySet<number>) =>
      Effect.gen(function* () {
        const changed = yield* signals.listen("calls-to-move")
        while (true) {
          while (yield* takeTurn(slices)) yield* Effect.yieldNow
          yield* Effect.timeoutOption(changed, "5 seconds")
        }
      }).pipe(Effect.scoped, keepGoing("Could not move the calls of campaigns; retrying"))
    yield* Effect.forkScoped(inSlices(work))
  })
)

/**
 * Moves one part of each campaign of these slices that is being filled or cancelled, and of each organization with new hours
 * or corrected contacts. Returns whether there was any.
 */
export const makeTurn = Effect.gen(function* () {
  const filling = yield* QueueFilling
  const queue = yield* CallQueue

  // A campaign whose part fails does not stop the others. It is tried again on the next signal or poll.
  const orLater = (what: string) => (part: Effect.Effect<boolean>) =>
    Effect.catchDefect(part, (defect) =>
      Effect.as(Effect.logError(`Could not move a part of the calls of ${what}; retrying: ${why(defect)}`), false)
    )

  return Effect.fnUntraced(function* (slices: ReadonlySet<number>) {
    const isMine = (id: string | number) => slices.has(sliceOf(String(id)))
    const unfinished = (yield* filling.unfinished).filter(({ id }) => isMine(id))
    const added = yield* Effect.forEach(unfinished, (campaign) =>
      orLater(`campaign ${campaign.id}`)(filling.addPart(campaign))
    )
    const cancelled = yield* Effect.forEach((yield* queue.cancelling).filter(isMine), (id) =>
      orLater(`campaign ${id}`)(queue.cancelPart(id))
    )
    const reconsidered = yield* Effect.forEach((yield* queue.reconsidering).filter(isMine), (organizationId) =>
      orLater(`organization ${organizationId}`)(queue.reconsiderPart(organizationId))
    )
    const corrected = yield* Effect.forEach((yield* queue.reconsideringContacts).filter(isMine), (organizationId) =>
      orLater(`organization ${organizationId}`)(queue.reconsiderContacts(organizationId))
    )
    return [...added, ...cancelled, ...reconsidered, ...corrected].includes(true)
  })
})
