import { Effect } from "effect"
import { isBareOptOut, isOptOut, promisesNoCalls } from "./opt-out.ts"

/**
 * Compiles the phrases of a language before a call needs them, once per process. It takes a fifth of a second in all,
 * so other calls get their turn between the steps.
 */
export const warmUpPhrases = (language: string): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (warm.has(language)) return Effect.void
    warm.add(language)
    return Effect.forEach(
      steps,
      (step) =>
        Effect.andThen(
          nextTurn,
          Effect.sync(() => step(language))
        ),
      { discard: true }
    )
  })

const warm = new Set<string>()

// An expression is compiled at its first use and again, for speed, at its second: for Latin letters and for others.
const steps: ReadonlyArray<(language: string) => void> = [..."aaअअ"].flatMap((letter) => [
  (language: string) => void isOptOut(letter, language),
  (language: string) => void isBareOptOut(letter, language),
  (language: string) => void promisesNoCalls(letter, false, language)
])

/** Waits for the events that are due on the event loop. */
const nextTurn = Effect.callback<void>((resume) => {
  const immediate = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(immediate))
})
