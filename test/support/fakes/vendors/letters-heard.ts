import { bytesPerMilli } from "../../../../src/audio/frames.ts"
import { makeListener } from "../../../../src/audio/modem.ts"

/** The letters of a turn that were heard until now. Times are milliseconds of the audio. */
export interface LettersHeard {
  /** All letters since the last call of `reset`. */
  readonly text: string
  /** Duration of all audio. */
  readonly millis: number
  /** When the last letter ended. */
  readonly untilMillis: number
  /** Duration of the silence since then. */
  readonly quietMillis: number
}

/** Decodes modem audio in frames of 20 ms, whatever the size of its pieces, and reports after each frame. */
export const makeLettersHeard = (report: (heard: LettersHeard, letters: string) => void) => {
  const listener = makeListener()
  const frame = new Uint8Array(20 * bytesPerMilli)
  let filled = 0
  let text = ""
  let millis = 0
  let untilMillis = 0
  return {
    hear: (audio: Uint8Array): void => {
      for (let at = 0; at < audio.length; ) {
        const part = audio.subarray(at, at + frame.length - filled)
        frame.set(part, filled)
        filled += part.length
        at += part.length
        if (filled < frame.length) continue
        filled = 0
        millis += 20
        const letters = listener.hear(frame)
        text += letters
        if (letters !== "") untilMillis = millis
        report({ text, millis, untilMillis, quietMillis: millis - untilMillis }, letters)
      }
    },
    reset: (): void => {
      text = ""
    }
  }
}
