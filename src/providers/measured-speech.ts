import { Cause, Effect, Exit, Stream } from "effect"
import { isVoice } from "../audio/voice-level.ts"
import type { ProviderFailure } from "./contract/ProviderFailure.ts"
import type { Listening } from "./contract/SpeechToText.ts"
import type { Spoken } from "./contract/TextToSpeech.ts"

/** Measures how long a recognizer takes from the beginning of a voice to the first words of it, ms. */
export const measuredListening = (
  { hear, heard }: Listening,
  note: (millis: number) => void,
  now: () => number
): Listening => {
  let beganAt: number | undefined
  let soundedAt = Number.NEGATIVE_INFINITY
  return {
    hear: (audio, isReplayed) => {
      hear(audio, isReplayed)
      if (isReplayed || !isVoice(audio)) return
      const at = now()
      if (at - soundedAt > pauseMillis) beganAt = at
      soundedAt = at
    },
    heard: Stream.map(heard, (event) => {
      if (beganAt === undefined || (event.kind !== "interim" && event.kind !== "final")) return event
      // Noise that has no words for long says nothing about the recognizer.
      if (now() - beganAt <= longestMillis) note(now() - beganAt)
      beganAt = undefined
      return event
    })
  }
}

/** Measures how long a voice takes from the first sentence to its first audio, ms. */
export const measuredSpeaking = (
  speak: (sentences: Stream.Stream<string>) => Stream.Stream<Spoken, ProviderFailure>,
  sentences: Stream.Stream<string>,
  note: (millis: number) => void,
  now: () => number
): Stream.Stream<Spoken, ProviderFailure> =>
  Stream.suspend(() => {
    let askedAt: number | undefined
    let isAnswered = false
    const asked = Stream.map(sentences, (sentence) => {
      askedAt ??= now()
      return sentence
    })
    return speak(asked).pipe(
      Stream.map((spoken) => {
        if (isAnswered || spoken.audio.length === 0 || askedAt === undefined) return spoken
        isAnswered = true
        note(now() - askedAt)
        return spoken
      }),
      Stream.onExit((exit) =>
        Effect.sync(() => {
          const isInterrupted = Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
          if (isAnswered || askedAt === undefined || !isInterrupted) return
          // The caller gave up. A person who interrupts does so at any time, mostly when there is audio.
          if (now() - askedAt >= patienceMillis) note(Number.POSITIVE_INFINITY)
        })
      )
    )
  })

/** Pause after which a voice begins anew, ms. */
const pauseMillis = 1_000
/** Maximum time to the first words, ms. */
const longestMillis = 5_000
/** Time without audio after which the caller has given up, ms. */
const patienceMillis = 750
