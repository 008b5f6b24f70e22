import { Effect } from "effect"

/** Lets tests wait for a condition on a changing value. Call `wake` after each change. */
export const makeUntil = <A>(value: A) => {
  const checks = new Set<() => void>()
  return {
    wake: () => {
      for (const check of [...checks]) check()
    },
    until: (condition: (value: A) => boolean) =>
      Effect.callback<void>((resume) => {
        const check = () => {
          if (!condition(value)) return
          checks.delete(check)
          resume(Effect.void)
        }
        checks.add(check)
        check()
        return Effect.sync(() => checks.delete(check))
      })
  }
}
