import { Effect } from "effect"
import { why } from "../observability/why.ts"

/** Works as long as there is work, then waits for more; looks by itself as well, since some work falls due by the clock. */
export const keepWorking =
  (complaint: string) =>
  (workNext: Effect.Effect<boolean>, moreWork: Effect.Effect<void>): Effect.Effect<never> =>
    workNext.pipe(
      Effect.repeat({ while: (worked) => worked }),
      Effect.catchDefect((defect) => Effect.logError(`${complaint}: ${why(defect)}`)),
      Effect.andThen(Effect.timeoutOption(moreWork, "5 seconds")),
      Effect.forever
    )
