import { Context, type Effect, type Scope, type Stream } from "effect"
import type { ProviderFailure } from "./ProviderFailure.ts"

export interface ListenOptions {
  /** BCP 47, such as `hi-IN`. */
  readonly language: string
}

/**
 * An event of the recognizer. Times are milliseconds of the received audio, from its first sample; pauses between
 * frames and new streams of the provider do not affect them.
 */
export type Heard =
  /** The provider detected speech or its end. An end may be missing, and never follows a final. */
  | { readonly kind: "speechBegan" | "speechEnded"; readonly atMillis: number }
  /** All text since the last final; replaces the previous interim. */
  | {
      readonly kind: "interim"
      readonly text: string
      /** Likelihood that the least certain part will not change, 0 to 1; 0 when the provider does not report it. */
      readonly stability: number
      readonly atMillis: number
    }
  /** Text that does not change any more. Speech up to `untilMillis` is reported once. */
  | {
      readonly kind: "final"
      readonly text: string
      readonly untilMillis: number
      readonly confidence: number | null
    }

/** The recognition of one call, until its scope closes. */
export interface Listening {
  /**
   * Takes the next audio: μ-law at 8 kHz, of any length. Returns at once, never throws, buffers a bounded amount, and
   * does nothing once the scope is closed. `isReplayed` marks audio that was recorded before and comes faster than it
   * was spoken, so that its results may take longer than it.
   */
  readonly hear: (audio: Uint8Array, isReplayed?: boolean) => void
  /**
   * The events, for one reader. Fails when the provider is lost after retries; a provider that reports nothing is
   * silence, not a failure. Ends with the scope. A reader that falls far behind misses the oldest events.
   */
  readonly heard: Stream.Stream<Heard, ProviderFailure>
}

/** Recognizes speech. */
export class SpeechToText extends Context.Service<
  SpeechToText,
  {
    readonly listen: (what: ListenOptions) => Effect.Effect<Listening, ProviderFailure, Scope.Scope>
  }
>()("carillon/providers/SpeechToText") {}
