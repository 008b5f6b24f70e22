import { frameMillis, silent } from "../../audio/frames.ts"
import { speak } from "../../audio/modem.ts"
import { tone } from "../../audio/tone.ts"

/** The sound that a person hears, and where theirs goes, while no media stream is open. Undefined is silence. */
export interface SoundOfCall {
  /** Returns the next frame for the person; "over" when the sound has ended. */
  readonly next: () => Uint8Array | undefined | "over"
  readonly hear?: (audio: Uint8Array | undefined) => void
  readonly press?: (digit: string) => void
}

const frameBytes = silent(frameMillis).length

const framesOf = (audio: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(audio.length / frameBytes) }, (_, index) => {
    const frame = Uint8Array.from(silent(frameMillis))
    frame.set(audio.subarray(index * frameBytes, (index + 1) * frameBytes))
    return frame
  })

/** The tone that a caller hears while a phone rings: two seconds, and a pause of three. */
export const ringTone = (): SoundOfCall => {
  const ring = framesOf(tone(425, 2_000))
  let at = 0
  return { next: () => ring[at++ % 250] }
}

export const silence: SoundOfCall = { next: () => undefined }

/** Speaks a text; then it is quiet for some seconds, in which the person may press a key. */
export const spokenText = (text: string, quietSeconds: number, press?: (digit: string) => void): SoundOfCall => {
  const frames = framesOf(speak(text))
  const length = frames.length + (quietSeconds * 1_000) / frameMillis
  let at = 0
  return { next: () => (at >= length ? "over" : frames[at++]), ...(press && { press }) }
}

/** Connects two people: each hears what the other says. */
export const conversationOfTwo = (): readonly [SoundOfCall, SoundOfCall] => {
  // Sound is played a little later, because the two are not heard at exactly the same time.
  const [first, second] = [new Array<Uint8Array | undefined>(10), new Array<Uint8Array | undefined>(10)]
  return [
    { next: () => first.shift(), hear: (audio) => second.push(audio) },
    { next: () => second.shift(), hear: (audio) => first.push(audio) }
  ]
}
