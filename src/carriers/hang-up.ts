import { Effect, Schedule } from "effect"
import { why } from "../platform/observability/why.ts"
import type { Carrier } from "./Carrier.ts"

/**
 * Ends a call and retries for up to 10 seconds, so that no phone keeps ringing for nothing. Never
 * fails.
 */
export const hangUp = (
  carrier: Pick<Carrier["Service"], "hangUp">,
  call: { readonly account: string; readonly callSid: string }
): Effect.Effect<void> =>
  carrier.hangUp(call).pipe(
    Effect.retry({ times: 4, schedule: Schedule.exponential("250 millis") }),
    Effect.mapError(({ reason }) => new Error(reason)),
    Effect.timeout("10 seconds"),
    Effect.catchCause((cause) =>
      Effect.logWarning(`Could not end a call at the carrier: ${why(cause)}; the call ends at its time limit`)
    )
  )
