import { Context, Effect, Layer, Random } from "effect"
import { Attempts, type RingingAttempt } from "../calls/attempts/Attempts.ts"
import { Carrier } from "../carriers/Carrier.ts"
import { hangUp } from "../carriers/hang-up.ts"
import { DoNotContact } from "../contacts/DoNotContact.ts"
import { Signals } from "../events/Signals.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"

/**
 * Hangs up the ringing calls whose number was put on Do Not Contact, whose contact was deleted or whose consent was
 * withdrawn since they were placed, and the calls that an operator wants to end. An answered call continues unless an
 * operator ends it.
 */
export class RefusedCalls extends Context.Service<
  RefusedCalls,
  {
    /** Hangs up such calls of a campaign until it is interrupted. */
    readonly watch: (campaignId: string) => Effect.Effect<never>
  }
>()("carillon/dialer/RefusedCalls") {
  static readonly layer = Layer.effect(
    RefusedCalls,
    Effect.gen(function* () {
      const attempts = yield* Attempts
      const dnc = yield* DoNotContact
      const carrier = yield* Carrier
      const signals = yield* Signals
      const watched = new Set<{ readonly campaignId: string }>()

      /** Returns whether some of the calls cannot be hung up yet, because the carrier has not confirmed them. */
      const hangUpIn = Effect.fnUntraced(function* (campaignIds: ReadonlyArray<string>) {
        if (campaignIds.length === 0) return false
        const ringing = yield* attempts.ringing(campaignIds)
        const listed = new Set((yield* dnc.listedAmong(ringing.flatMap(numbersOf))).map((it) => it.attempt))
        const refused = [...listed, ...(yield* attempts.toHangUp(campaignIds))]
        const placed = refused.flatMap(({ account, callSid }) => (callSid === null ? [] : [{ account, callSid }]))
        yield* Effect.forEach(placed, (call) => hangUp(carrier, call), { concurrency: 8, discard: true })
        return placed.length < refused.length
      })

      // A query for each of a thousand campaigns would take 6 % of a core.
      const poll = Effect.gen(function* () {
        let isConfirming = false
        while (true) {
          yield* Effect.sleep(isConfirming ? confirmationMillis : yield* pollMillis)
          isConfirming = yield* hangUpIn([...watched].map(({ campaignId }) => campaignId))
        }
      })
      yield* Effect.forkScoped(keepGoing(couldNotHangUp)(poll))

      const watch = (campaignId: string) =>
        Effect.gen(function* () {
          const changed = yield* signals.listen(`refused:${campaignId}`)
          while (true) {
            const isConfirming = yield* hangUpIn([campaignId])
            yield* isConfirming ? Effect.timeoutOption(changed, confirmationMillis) : changed
          }
        }).pipe(Effect.scoped, keepGoing(couldNotHangUp), whileIn(watched, { campaignId }))

      return RefusedCalls.of({ watch })
    })
  )
}

const couldNotHangUp = "Could not hang up calls that were refused or ended; retrying"

const whileIn =
  <A>(set: Set<A>, element: A) =>
  <B, E, R>(effect: Effect.Effect<B, E, R>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => set.add(element)),
      () => effect,
      () => Effect.sync(() => set.delete(element))
    )

const numbersOf = (attempt: RingingAttempt) =>
  [attempt.phoneNumber, attempt.contactNumber].flatMap((phoneNumber) =>
    phoneNumber === null ? [] : [{ attempt, organizationId: attempt.organizationId, phoneNumber }]
  )

/** Interval of looking for the carrier's answer to a call that is being placed, ms. */
const confirmationMillis = 250

// A signal may be lost.
const pollMillis = Random.nextBetween(10_000, 20_000)
