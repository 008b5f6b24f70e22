import { Effect, Stream } from "effect"
import { keyTones } from "../../audio/keys.ts"
import type { ProviderFailure } from "../../providers/contract/ProviderFailure.ts"
import type { TextToSpeech, Voice } from "../../providers/contract/TextToSpeech.ts"
import { pauseBeforeRetry } from "../line/retry-pause.ts"
import { joinSentences } from "../text/sentence-marks.ts"
import { firstAudioTimeoutMillis, type SpokenAudio, speakText } from "./voices.ts"

/** A piece of a reply's synthesis, in order. */
export type SynthesisPiece =
  | { readonly kind: "sentence"; readonly text: string }
  | ({ readonly kind: "audio" } & SpokenAudio)
  /** The audio before contains only the beginning of its sentence. */
  | { readonly kind: "cut" }
  /** No voice speaks; they are asked again. */
  | { readonly kind: "waiting"; readonly reason: string }
  /** A voice speaks again. */
  | { readonly kind: "recovered" }

/** A part of a reply: a sentence, or keys that the agent presses. */
export type Said = string | { readonly keys: string }

const pressed = (text: string, keys: string): Stream.Stream<SynthesisPiece, string> =>
  Stream.make<[SynthesisPiece, SynthesisPiece]>({ kind: "sentence", text }, { kind: "audio", audio: keyTones(keys) })

/**
 * Synthesizes sentences as they come, and returns the text of all of them. Each is a request of its
 * own, and the next request runs while one plays. So the audio of each sentence is known, and a
 * voice that fails is replaced from the sentence on that it did not finish. When all fail they are
 * asked again, until the caller interrupts. Fails only if no retry can help.
 */
export const synthesizeSentences = Effect.fnUntraced(function* (
  tts: TextToSpeech["Service"],
  voices: ReadonlyArray<Voice>,
  said: Stream.Stream<Said, string>,
  emit: (piece: SynthesisPiece) => Effect.Effect<unknown>
) {
  const speaker = makeSpeaker(tts, voices)
  const spoken: Array<string> = []
  let bytes = 0
  yield* said.pipe(
    Stream.mapEffect((one) => {
      const text = typeof one === "string" ? one : `(pressed ${one.keys})`
      const sound = typeof one === "string" ? speaker.speak(text) : pressed(text, one.keys)
      return Effect.map(Stream.toQueue(sound, { capacity: 32 }), (queue) => ({ text, sound: queue }))
    }),
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
  return joinSentences(spoken)
})

// Maximum wait that a voice may ask for, ms; the conversation ends before it is over.
const longestWaitMillis = 60_000

// Maximum audio of a reply, bytes: two minutes.
const maxBytes = 120 * 8_000

/** The voices of a reply. A voice that failed is used again only after all have failed. */
const makeSpeaker = (tts: TextToSpeech["Service"], voices: ReadonlyArray<Voice>) => {
  let failures: Array<ProviderFailure> = []
  let best = 0
  let isWaiting = false
  let isLogged = false

  const speakBy = (index: number, text: string): Stream.Stream<SynthesisPiece, string> => {
    const voice = voices[index]
    if (voice === undefined) return speakAgain(text)
    let hasSound = false
    return speakText(tts, voice, text, firstAudioTimeoutMillis(index > 0)).pipe(
      Stream.map((spoken): ReadonlyArray<SynthesisPiece> => {
        const sound = { kind: "audio", ...spoken } as const
        if (hasSound) return [sound]
        hasSound = true
        const recovered: ReadonlyArray<SynthesisPiece> = isWaiting ? [{ kind: "recovered" }] : []
        isWaiting = false
        return [...recovered, { kind: "sentence", text }, sound]
      }),
      Stream.flattenIterable,
      Stream.catch((failure) =>
        Stream.unwrap(
          Effect.gen(function* () {
            if (!isLogged) yield* Effect.logWarning(`A voice failed in a call: ${failure.message}`)
            failures.push(failure)
            best = Math.max(best, index + 1)
            const again = speakBy(best, text)
            return hasSound ? Stream.concat(Stream.make<[SynthesisPiece]>({ kind: "cut" }), again) : again
          })
        )
      )
    )
  }

  const speakAgain = (text: string): Stream.Stream<SynthesisPiece, string> => {
    const failed = failures
    const reason = [...new Set(failed.map(({ message }) => message))].join("; ")
    if (failed.length > 0 && !failed.some(({ retryable }) => retryable)) return Stream.fail(reason)
    failures = []
    best = 0
    isWaiting = true
    isLogged = true
    const retryAfterMillis = Math.min(...failed.map((failure) => failure.retryAfterMillis ?? 0), longestWaitMillis)
    const again = Effect.as(
      Effect.flatMap(pauseBeforeRetry({ retryAfterMillis }), Effect.sleep),
      Stream.suspend(() => speakBy(best, text))
    )
    return Stream.concat(Stream.make<[SynthesisPiece]>({ kind: "waiting", reason }), Stream.unwrap(again))
  }

  return { speak: (text: string) => Stream.suspend(() => speakBy(best, text)) }
}
