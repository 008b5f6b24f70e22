import { Context, type Effect, type Scope, type Stream } from "effect"
import type { ProviderFailure } from "./ProviderFailure.ts"

export interface ToListenFor {
  /** BCP 47, such as `hi-IN`. */
  readonly language: string
  /** What is likely to be said, as a hint; a model that takes no hints ignores it. */
  readonly expectedPhrases?: ReadonlyArray<string>
}

/**
 * What is heard. Times are milliseconds of the audio that was given in, from its first sample: they neither know of pauses
 * between frames nor of what the provider's streams begin anew.
 */
export type Heard =
  /** The provider's word for it. An end may be missing, and none comes where a final came. */
  | { readonly kind: "speechBegan" | "speechEnded"; readonly atMillis: number }
  /** All that is heard since the last final, which takes the place of what the interim before it said. */
  | {
      readonly kind: "interim"
      readonly text: string
      /** How sure it is to stay, of its least sure part: 0 to 1; 0 too when the provider does not say. */
      readonly stability: number
      readonly atMillis: number
    }
  /** Does not change any more. What was said up to `untilMillis` is told once. */
  | {
      readonly kind: "final"
      readonly text: string
      readonly untilMillis: number
      readonly confidence: number | null
    }

/** One call's ear, for as long as its scope. */
export interface Listening {
  /**
   * Takes the next audio: μ-law at 8 kHz, of any length. It returns at once, never throws and keeps a bounded amount, and
   * does nothing once the scope is closed.
   */
  readonly hear: (audio: Uint8Array) => void
  /**
   * For one reader. It fails when the provider is lost for good, after it was tried again; a provider that says nothing is
   * silence, and no failure. It ends with the scope. A reader that falls far behind misses the oldest.
   */
  readonly heard: Stream.Stream<Heard, ProviderFailure>
}

/** Turns what is said into text. */
export class SpeechToText extends Context.Service<
  SpeechToText,
  {
    readonly listen: (what: ToListenFor) => Effect.Effect<Listening, ProviderFailure, Scope.Scope>
  }
>()("carillon/providers/SpeechToText") {}
