import { Cause, Effect, Schedule } from "effect"
import { why } from "../platform/observability/why.ts"
import type { Carrier } from "./Carrier.ts"

/** Ends a call, and says so again to a carrier that does not listen: no phone rings on for nobody. */
export const hangUp = (
  carrier: Carrier["Service"],
  call: { readonly account: string; readonly callSid: string }
): Effect.Effect<void> =>
  carrier.hangUp(call).pipe(
    Effect.retry({ times: 4, schedule: Schedule.exponential("250 millis") }),
    Effect.mapError(({ reason }) => new Error(reason)),
    Effect.timeout("10 seconds"),
    Effect.catchCause((cause) =>
      Effect.logWarning(`A call could not be ended at the carrier: ${why(Cause.squash(cause))}; it ends by its limit`)
    )
  )
