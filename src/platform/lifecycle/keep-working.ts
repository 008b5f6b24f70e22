import { Effect } from "effect"
import { why } from "../observability/why.ts"

/**
 * Runs `workNext` while it finds work, then waits for a signal. Also polls every 5 s, because work may become due by
 * time.
 */
export const keepWorking =
  (complaint: string) =>
  (workNext: Effect.Effect<boolean>, moreWork: Effect.Effect<void>): Effect.Effect<never> =>
    workNext.pipe(
      Effect.repeat({ while: (worked) => worked }),
      Effect.catchDefect((defect) => Effect.logError(`${complaint}: ${why(defect)}`)),
      Effect.andThen(Effect.timeoutOption(moreWork, "5 seconds")),
      Effect.forever
    )
