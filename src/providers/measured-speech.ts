import { Cause, Effect, Exit, Stream } from "effect"
import { isVoice } from "../audio/voice-level.ts"
import { observing } from "../platform/observability/observing.ts"
import type { ProviderFailure } from "./contract/ProviderFailure.ts"
import type { Heard, Listening } from "./contract/SpeechToText.ts"
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
    heard: observing<Heard>(({ kind }) => {
      if (beganAt === undefined || (kind !== "interim" && kind !== "final")) return
      // Noise that has no words for long says nothing about the recognizer.
      if (now() - beganAt <= longestMillis) note(now() - beganAt)
      beganAt = undefined
    })(heard)
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
    const noteAsked = observing<string>(() => {
      askedAt ??= now()
    })
    return speak(noteAsked(sentences)).pipe(
      observing(({ audio }) => {
        if (isAnswered || audio.length === 0 || askedAt === undefined) return
        isAnswered = true
        note(now() - askedAt)
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
