import { Context, type Effect, type Stream } from "effect"
import type { Flow } from "../../domain/campaigns/Flow.ts"
import type { ProviderFailure } from "./ProviderFailure.ts"

export type TtsProvider = (typeof Flow.Type)["ttsProvider"]

/** Who speaks: all of it is a flow's choice. */
export interface Voice {
  readonly provider: TtsProvider
  /** BCP 47, such as `hi-IN`. */
  readonly language: string
  readonly gender: (typeof Flow.Type)["voiceGender"]
}

export interface Spoken {
  /** Headerless μ-law at 8 kHz, never empty; of any length, so a frame may begin in one and end in the next. */
  readonly audio: Uint8Array
  /** Which of the sentences, from 0; null when the provider does not say. Never goes back. */
  readonly sentence: number | null
}

/** Speaks text. */
export class TextToSpeech extends Context.Service<
  TextToSpeech,
  {
    /**
     * Speaks sentences as they come, in their order; those without a word are passed over, though counted. Nothing is tried
     * again here. Interruption aborts the requests at once. How long to wait for the first sound is the caller's to say.
     */
    readonly speak: (what: {
      readonly voice: Voice
      readonly sentences: Stream.Stream<string>
    }) => Stream.Stream<Spoken, ProviderFailure>
    /** Whether the provider has this voice. */
    readonly offers: (voice: Voice) => Effect.Effect<boolean, ProviderFailure>
  }
>()("carillon/providers/TextToSpeech") {}
