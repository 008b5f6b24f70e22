import { Effect } from "effect"

/** Wakes those who wait for something to be so, each time that it may have changed. */
export const makeWatched = () => {
  const looks = new Set<() => void>()
  return {
    changed: () => {
      for (const look of [...looks]) look()
    },
    until: (condition: () => boolean) =>
      Effect.callback<void>((resume) => {
        const look = () => {
          if (!condition()) return
          looks.delete(look)
          resume(Effect.void)
        }
        looks.add(look)
        look()
        return Effect.sync(() => looks.delete(look))
      })
  }
}
