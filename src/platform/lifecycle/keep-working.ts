import { Effect } from "effect"
import { why } from "../observability/why.ts"

/** Works while there is work, then waits for more. Polls every 5 s as well, because some work becomes due by the clock. */
export const keepWorking =
  (complaint: string) =>
  (workNext: Effect.Effect<boolean>, moreWork: Effect.Effect<void>): Effect.Effect<never> =>
    workNext.pipe(
      Effect.repeat({ while: (worked) => worked }),
      Effect.catchDefect((defect) => Effect.logError(`${complaint}: ${why(defect)}`)),
      Effect.andThen(Effect.timeoutOption(moreWork, "5 seconds")),
      Effect.forever
    )
