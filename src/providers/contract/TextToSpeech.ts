import { Context, type Effect, type Redacted, type Stream } from "effect"
import type { Flow } from "../../domain/flows/Flow.ts"
import type { VoiceVendor } from "../../domain/speech/vendors.ts"
import type { ProviderFailure } from "./ProviderFailure.ts"

export type TtsProvider = (typeof Flow.Type)["ttsProvider"]

/** The voice of a flow. */
export interface Voice {
  readonly provider: TtsProvider
  /** BCP 47, such as `hi-IN`. */
  readonly language: string
  readonly gender: (typeof Flow.Type)["voiceGender"]
  /** The vendor and its voice; undefined for the voices of the settings. */
  readonly choice?: VoiceChoice
}

/** Returns the value for a voice's gender. No vendor has a neutral voice, so NEUTRAL gets the female one. */
export const byGender = <A>({ gender }: Pick<Voice, "gender">, { female, male }: { female: A; male: A }): A =>
  gender === "MALE" ? male : female

/** A voice of a vendor. */
export interface VoiceChoice {
  readonly vendor: VoiceVendor
  /** The vendor's name of the voice; undefined for the adapter's choice. */
  readonly voiceId?: string
  /** The vendor's name of the model; undefined for the adapter's choice. */
  readonly model?: string
  /** The key of an organization; undefined for that of the settings. */
  readonly apiKey?: Redacted.Redacted
}

export interface Spoken {
  /** Headerless μ-law at 8 kHz, never empty, of any length: a frame may span two of these. */
  readonly audio: Uint8Array
  /** Index of the sentence; null when the provider does not report it. Never decreases. */
  readonly sentence: number | null
  /**
   * Which characters of the sentence sound until when, in order; only voices that report times have them. A time may
   * concern audio of another piece.
   */
  readonly times?: ReadonlyArray<SpokenTime>
}

/** The first `characters` characters of the sentence have sounded `untilMillis` after its first audio. */
export interface SpokenTime {
  readonly characters: number
  readonly untilMillis: number
}

/** Synthesizes speech. */
export class TextToSpeech extends Context.Service<
  TextToSpeech,
  {
    /**
     * Speaks sentences as they arrive, in order, without retries. Sentences without words are skipped but counted.
     * Interruption aborts the requests at once. The caller sets the timeout of the first sound.
     */
    readonly speak: (what: {
      readonly voice: Voice
      readonly sentences: Stream.Stream<string>
    }) => Stream.Stream<Spoken, ProviderFailure>
    /** Whether the provider has this voice. */
    readonly offers: (voice: Voice) => Effect.Effect<boolean, ProviderFailure>
  }
>()("carillon/providers/TextToSpeech") {}
