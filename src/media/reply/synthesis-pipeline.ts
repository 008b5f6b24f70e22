import { Effect, Stream } from "effect"
import type { TextToSpeech, Voice } from "../../providers/contract/TextToSpeech.ts"
import { firstAudioTimeoutMillis, speakText, voicesFor } from "./voices.ts"

/** A piece of a reply's synthesis, in order. */
export type SynthesisPiece =
  | { readonly kind: "sentence"; readonly text: string }
  | { readonly kind: "audio"; readonly audio: Uint8Array }
  /** The audio before contains only the beginning of its sentence. */
  | { readonly kind: "cut" }

/**
 * Synthesizes sentences as they come, and returns the text of all of them. Each is a request of its
 * own, and the next request runs while one plays. So the audio of each sentence is known, and a
 * voice that fails is replaced from the sentence on that it did not finish.
 */
export const synthesizeSentences = Effect.fnUntraced(function* (
  tts: TextToSpeech["Service"],
  voice: Voice,
  sentences: Stream.Stream<string, string>,
  emit: (piece: SynthesisPiece) => Effect.Effect<unknown>
) {
  const voices = makeVoices(tts, voice)
  const spoken: Array<string> = []
  let bytes = 0
  yield* sentences.pipe(
    Stream.mapEffect((text) =>
      Effect.map(Stream.toQueue(voices.speak(text), { capacity: 32 }), (sound) => ({ text, sound }))
    ),
    Stream.buffer({ capacity: 1 }),
    Stream.flatMap(({ sound, text }) => {
      spoken.push(text)
      return Stream.fromQueue(sound)
    }),
    Stream.runForEachWhile((piece) => {
      if (piece.kind === "audio") bytes += piece.audio.length
      return bytes > maxBytes ? Effect.as(emit({ kind: "cut" }), false) : Effect.as(emit(piece), true)
    })
  )
  return spoken.join(" ")
})

// Maximum audio of a reply, bytes: two minutes.
const maxBytes = 120 * 8_000

/** The voices of a reply. A voice that failed is not used again. */
const makeVoices = (tts: TextToSpeech["Service"], own: Voice) => {
  const voices = voicesFor(own)
  const failures: Array<string> = []
  let best = 0

  const speakBy = (index: number, text: string): Stream.Stream<SynthesisPiece, string> => {
    const voice = voices[index]
    if (voice === undefined) return Stream.fail(failures.join("; "))
    let hasSound = false
    return speakText(tts, voice, text, firstAudioTimeoutMillis(index > 0)).pipe(
      Stream.flatMap((audio) => {
        const sound = { kind: "audio", audio } as const
        if (hasSound) return Stream.make(sound)
        hasSound = true
        return Stream.make<[SynthesisPiece, SynthesisPiece]>({ kind: "sentence", text }, sound)
      }),
      Stream.catch((failure) =>
        Stream.unwrap(
          Effect.gen(function* () {
            yield* Effect.logWarning(`A voice failed in a call: ${failure.message}`)
            failures.push(failure.message)
            best = Math.max(best, index + 1)
            const again = speakBy(best, text)
            return hasSound ? Stream.concat(Stream.make<[SynthesisPiece]>({ kind: "cut" }), again) : again
          })
        )
      )
    )
  }

  return { speak: (text: string) => Stream.suspend(() => speakBy(best, text)) }
}
