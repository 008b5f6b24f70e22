import { Effect, Queue, Stream } from "effect"
import { bytesPerMilli } from "../../audio/frames.ts"
import { type Heard, SpeechToText } from "../../providers/contract/SpeechToText.ts"

/** Hears a person who types, and the microphone too if it is on. */
export interface TrialHearing {
  /** Counts a text as heard. */
  readonly type: (text: string) => void
  readonly hearing: (recognizer: SpeechToText["Service"]) => SpeechToText["Service"]
}

/** A person without a microphone costs no recognizer. */
export const makeTrialHearing = (isTyped: () => boolean): TrialHearing => {
  const typed = Effect.runSync(Queue.sliding<string>(mostTyped))
  const hearing: TrialHearing["hearing"] = (recognizer) =>
    SpeechToText.of({
      listen: Effect.fnUntraced(function* (options) {
        const microphone = isTyped() ? undefined : yield* recognizer.listen(options)
        let heardBytes = 0
        const words = Stream.fromQueue(typed).pipe(
          Stream.map((text) => heardAs(text, heardBytes / bytesPerMilli, isTyped())),
          Stream.flattenIterable
        )
        return {
          hear: (audio, isReplayed) => {
            heardBytes += audio.length
            microphone?.hear(audio, isReplayed)
          },
          heard: microphone === undefined ? words : Stream.merge(words, microphone.heard)
        }
      })
    })
  return { type: (text) => Queue.offerUnsafe(typed, text), hearing }
}

/**
 * A typed text is whole, so it ends the turn. With a microphone the silence after it does, as for the words of the
 * recognizer.
 */
const heardAs = (text: string, untilMillis: number, endsTurn: boolean): ReadonlyArray<Heard> => [
  { kind: "final", text, untilMillis, confidence: 1 },
  ...(endsTurn ? [{ kind: "turnEnded", atMillis: untilMillis, confidence: 1 } as const] : [])
]

// Maximum number of typed texts that wait; the oldest are dropped first.
const mostTyped = 50
