import { Effect } from "effect"

/** Lets tests wait for a condition on what keeps coming; whoever adds to it says so with `wake`. */
export const makeUntil = <A>(come: A) => {
  const waiting = new Set<() => void>()
  return {
    wake: () => {
      for (const look of waiting) look()
    },
    until: (condition: (come: A) => boolean) =>
      Effect.callback<void>((resume) => {
        const look = () => {
          if (!condition(come)) return
          waiting.delete(look)
          resume(Effect.void)
        }
        waiting.add(look)
        look()
      })
  }
}
