import { Effect, Stream } from "effect"
import { bytesPerMilli, frameMillis, silent } from "../../audio/frames.ts"
import type { Ear, Heard, SpeechToText } from "../../providers/contract/SpeechToText.ts"
import type { Unheard } from "../hearing/line-listener.ts"
import { type Listened, listenOptions } from "../hearing/listen-options.ts"
import { pauseBeforeRetry } from "../line/retry-pause.ts"

/**
 * Recognizes what the person said before the call ended and no recognizer heard. Tries again while
 * the provider is away, and ends after ten seconds in any case, since the analysis waits for it. Many
 * calls may have missed words, so a recognizer may be slow: only the end of the time means noise.
 */
export const catchUp = (
  { listen }: SpeechToText["Service"],
  brief: Listened,
  unheard: Unheard,
  take: (final: Extract<Heard, { readonly kind: "final" }>, ear: Ear | undefined) => void
): Effect.Effect<void> => {
  const { ears } = brief
  let from = 0
  let failures = 0

  const hear = Effect.fnUntraced(function* () {
    const ear = ears[failures % ears.length]
    const listening = yield* listen(listenOptions(brief, ear))
    const begin = from
    for (const piece of piecesFrom(unheard.pieces, begin)) listening.hear(piece, true)
    // A recognizer sends its final result after some silence.
    for (let given = 0; given < silenceMillis; given += frameMillis) listening.hear(silent(frameMillis))
    yield* listening.heard.pipe(
      Stream.runForEachWhile((heard) =>
        Effect.sync(() => {
          if (heard.kind !== "final") return true
          from = begin + heard.untilMillis
          take({ ...heard, untilMillis: from }, ear)
          return from < unheard.voiceUntil - toleranceMillis
        })
      )
    )
  }, Effect.scoped)

  if (ears.length === 0) return Effect.void
  return Effect.suspend(hear).pipe(
    Effect.as(true),
    Effect.catch((failure) => {
      failures++
      // The next recognizer may be able to hear what this one refuses.
      const isOver = !failure.retryable && failures >= ears.length
      return isOver ? Effect.succeed(true) : Effect.as(Effect.flatMap(pauseBeforeRetry(failure), Effect.sleep), false)
    }),
    Effect.repeat({ until: (isDone) => isDone }),
    Effect.timeoutOption(longestMillis),
    Effect.asVoid
  )
}

/** Returns the pieces that begin at this time or later. */
const piecesFrom = (pieces: ReadonlyArray<Uint8Array>, millis: number) => {
  let at = 0
  return pieces.filter((piece) => {
    const begins = at
    at += piece.length / bytesPerMilli
    return begins >= millis
  })
}

// Maximum duration, ms.
const longestMillis = 10_000
// Silence after the audio, by which a recognizer notices the end of the words, ms.
const silenceMillis = 1_000
// Maximum difference between the end of a voice and the end of its result, ms.
const toleranceMillis = 400
