import { Context, type Effect, type Redacted, type Scope, type Stream } from "effect"
import type { EarVendor } from "../../domain/speech/vendors.ts"
import type { ProviderFailure } from "./ProviderFailure.ts"

export interface ListenOptions {
  /** BCP 47, such as `hi-IN`. */
  readonly language: string
  /** Other languages that the person may speak, BCP 47; not every recognizer knows how to use them. */
  readonly languages?: ReadonlyArray<string>
  /** Undefined for the recognizer of the settings. */
  readonly ear?: Ear
}

/** A recognizer to use. */
export interface Ear {
  readonly vendor: EarVendor
  /** The vendor's name of a model; undefined for the adapter's choice. */
  readonly model?: string
  /** The key of an organization; undefined for that of the settings. */
  readonly apiKey?: Redacted.Redacted
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
      /** The language of the words, BCP 47, if the recognizer reports it. */
      readonly language?: string
    }
  /**
   * The recognizer decided that the person has finished, and reported all words before. Only recognizers that
   * understand turns report it.
   */
  | { readonly kind: "turnEnded"; readonly atMillis: number; readonly confidence: number | null }
  /** The person has probably finished: the text of the last interim may be answered tentatively. */
  | { readonly kind: "turnMayEnd"; readonly atMillis: number }
  /** The person goes on after all. */
  | { readonly kind: "turnResumed"; readonly atMillis: number }

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
