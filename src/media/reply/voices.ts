import { Stream } from "effect"
import type { ProviderFailure } from "../../providers/contract/ProviderFailure.ts"
import type { TextToSpeech, TtsProvider, Voice } from "../../providers/contract/TextToSpeech.ts"
import { providerFailure, withTimeouts } from "../line/provider-stream.ts"

/** Returns the voices to try for a flow, its own first. */
export const voicesFor = (voice: Voice): ReadonlyArray<Voice> =>
  [...new Set<TtsProvider>([voice.provider, "CLOUD_TTS", "GENERATIVE_TTS"])].map((provider) => ({ ...voice, provider }))

/** Synthesizes a text. Fails when no audio comes, or when it is late. */
export const speakText = (
  { speak }: TextToSpeech["Service"],
  voice: Voice,
  text: string,
  firstMillis: number
): Stream.Stream<Uint8Array, ProviderFailure> =>
  Stream.suspend(() => {
    let isSilent = true
    return speak({ voice, sentences: Stream.make(text) }).pipe(
      Stream.filter(({ audio }) => audio.length > 0),
      withTimeouts(voice.provider, { first: firstMillis, next: stallMillis }),
      Stream.map(({ audio }) => {
        isSilent = false
        return audio
      }),
      Stream.concat(
        Stream.suspend(() => (isSilent ? Stream.fail(providerFailure(voice.provider, "no sound came")) : Stream.empty))
      )
    )
  })

/**
 * Returns the timeout for a voice's first audio, ms. A replacement gets more, because its
 * connection may be cold.
 */
export const firstAudioTimeoutMillis = (isReplacement: boolean): number => (isReplacement ? 1_200 : 800)

// Timeout between two pieces of audio, ms. The audio before is still played in the meantime.
const stallMillis = 2_000
