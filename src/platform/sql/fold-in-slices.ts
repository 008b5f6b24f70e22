import { Effect, Layer } from "effect"
import { keepGoing } from "../lifecycle/keep-going.ts"
import { SharedWork } from "./SharedWork.ts"

/** Maximum number of deltas that one statement folds. */
export const partSize = 5_000

/** Folds every second what was appended. `foldPart` folds one part for the slices of this node, and returns its size. */
export const foldInSlices = <E, R>(
  foldPart: (slices: ReadonlySet<number>) => Effect.Effect<number, E, R>,
  trouble: string
) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { inSlices } = yield* SharedWork
      const context = yield* Effect.context<R>()
      const work = (slices: ReadonlySet<number>) =>
        Effect.repeat(foldPart(slices), { until: (count) => count < partSize }).pipe(
          Effect.andThen(Effect.sleep("1 second")),
          Effect.forever,
          Effect.provideContext(context),
          keepGoing(trouble)
        )
      yield* Effect.forkScoped(inSlices(work))
    })
  )
