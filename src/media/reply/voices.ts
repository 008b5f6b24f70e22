import { Stream } from "effect"
import type { ProviderFailure } from "../../providers/contract/ProviderFailure.ts"
import type { Spoken, TextToSpeech, Voice } from "../../providers/contract/TextToSpeech.ts"
import { providerFailure, withTimeouts } from "../line/provider-stream.ts"

/** A piece of a text's audio; it may have only times. */
export type SpokenAudio = Pick<Spoken, "audio" | "times">

const nameOf = ({ choice, provider }: Voice) => choice?.vendor ?? provider

/** Synthesizes a text. Fails when no audio comes, or when it is late. */
export const speakText = (
  { speak }: TextToSpeech["Service"],
  voice: Voice,
  text: string,
  firstMillis: number
): Stream.Stream<SpokenAudio, ProviderFailure> =>
  Stream.suspend(() => {
    let isSilent = true
    return speak({ voice, sentences: Stream.make(text) }).pipe(
      Stream.filter(({ audio, times }) => audio.length > 0 || times !== undefined),
      withTimeouts(nameOf(voice), { first: firstMillis, next: stallMillis }),
      Stream.map(({ audio, times }) => {
        isSilent &&= audio.length === 0
        return { audio, ...(times !== undefined && { times }) }
      }),
      Stream.concat(
        Stream.suspend(() => (isSilent ? Stream.fail(providerFailure(nameOf(voice), "no sound came")) : Stream.empty))
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
