import { Effect, Random } from "effect"
import { Attempts, type RingingAttempt } from "../calls/attempts/Attempts.ts"
import { Carrier } from "../carriers/Carrier.ts"
import { hangUp } from "../carriers/hang-up.ts"
import { DoNotContact } from "../contacts/DoNotContact.ts"
import { Signals } from "../events/Signals.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"

/**
 * Hangs up the ringing calls of a campaign whose number was put on Do Not Contact since they were placed. An answered
 * call continues. Runs until it is interrupted.
 */
export const makeRefusals = Effect.gen(function* () {
  const attempts = yield* Attempts
  const registry = yield* DoNotContact
  const carrier = yield* Carrier
  const signals = yield* Signals

  const refusedOf = Effect.fnUntraced(function* (campaignId: string) {
    const ringing = yield* attempts.ringing(campaignId)
    const [first] = ringing
    if (first === undefined) return []
    const listed = yield* registry.findMany(first.organizationId, ringing.flatMap(numbersOf))
    return ringing.filter((attempt) => numbersOf(attempt).some((number) => listed.has(number)))
  })

  return (campaignId: string) =>
    Effect.gen(function* () {
      const changed = yield* signals.listen(`refused:${campaignId}`)
      while (true) {
        const refused = yield* refusedOf(campaignId)
        const placed = refused.flatMap(({ account, callSid }) => (callSid === null ? [] : [{ account, callSid }]))
        yield* Effect.forEach(placed, (call) => hangUp(carrier, call), { concurrency: 8, discard: true })
        const wait = placed.length < refused.length ? confirmationMillis : yield* pollMillis
        yield* Effect.timeoutOption(changed, wait)
      }
    }).pipe(Effect.scoped, keepGoing("Could not hang up calls to numbers on Do Not Contact; retrying"))
})

const numbersOf = ({ contactNumber, phoneNumber }: RingingAttempt) =>
  contactNumber === null ? [phoneNumber] : [phoneNumber, contactNumber]

/** Interval of looking for the carrier's answer to a call that is being placed, ms: it cannot be hung up before. */
const confirmationMillis = 250

// A signal may be lost.
const pollMillis = Random.nextBetween(10_000, 20_000)
