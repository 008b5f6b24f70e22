import { bytesPerMilli } from "../../audio/frames.ts"
import { makeListener } from "../../audio/modem.ts"
import { loudness } from "../../audio/mulaw.ts"
import type { Heard } from "../contract/SpeechToText.ts"
import type { Latencies } from "./latencies.ts"

/**
 * Reads the modem's letters and tells them as a recognizer would. Its time is that of the audio, and how that is cut into
 * pieces makes no difference. What has no letters is no speech, however loud.
 */
export const makeModemEar = (
  { finalMillis, interimMillis }: Pick<Latencies, "finalMillis" | "interimMillis">,
  tell: (heard: Heard) => void
): { readonly hear: (audio: Uint8Array) => void } => {
  const listener = makeListener()
  const piece = new Uint8Array(pieceMillis * bytesPerMilli)
  let filled = 0
  let position = 0
  let text = ""
  let isSpeaking = false
  let loudSince: number | undefined
  let letterAt = Number.NEGATIVE_INFINITY
  let soundAt = 0
  let waiting: ReadonlyArray<{ readonly due: number; readonly heard: Heard }> = []

  const hear = (audio: Uint8Array) => {
    for (let at = 0; at < audio.length; ) {
      const part = audio.subarray(at, at + piece.length - filled)
      piece.set(part, filled)
      filled += part.length
      at += part.length
      if (filled === piece.length) hearPiece()
    }
  }

  const hearPiece = () => {
    filled = 0
    position += pieceMillis
    const letters = listener.hear(piece)
    const isLoud = loudness(piece) >= audible
    loudSince = isLoud ? (loudSince ?? position - pieceMillis) : undefined
    if (letters !== "") read(letters)
    // The letter that it is about to be; noise would sound for ever.
    else if (isLoud && position - letterAt <= longestLetter) soundAt = position
    if (text !== "") notice(position - soundAt)
    tellDue()
  }

  const read = (letters: string) => {
    if (text === "" && letters.trim() === "") return
    letterAt = soundAt = position
    if (!isSpeaking) begin()
    text += letters
    if (!/\s/.test(letters)) return
    const whole = text.slice(0, text.search(/\s\S*$/)).trim()
    if (whole.length >= longest) finish()
    else later({ kind: "interim", text: whole, stability: 0.5, atMillis: position })
  }

  const begin = () => {
    isSpeaking = true
    if (text !== "") text += " "
    later({ kind: "speechBegan", atMillis: Math.max(loudSince ?? position, position - longestLetter) })
  }

  const notice = (quiet: number) => {
    if (quiet > 0 && quiet >= finalMillis) finish()
    else if (isSpeaking && quiet >= pauseMillis) pause()
  }

  const pause = () => {
    isSpeaking = false
    later({ kind: "speechEnded", atMillis: soundAt })
    later({ kind: "interim", text: text.trim(), stability: 0.9, atMillis: soundAt })
  }

  const finish = () => {
    // All that is waiting but this it makes void.
    for (const { heard } of waiting) if (heard.kind === "speechBegan") tell(heard)
    waiting = []
    tell({ kind: "final", text: text.trim(), untilMillis: soundAt, confidence: 1 })
    text = ""
    isSpeaking = false
  }

  const later = (heard: Heard) => {
    waiting = [...waiting, { due: position + interimMillis, heard }]
  }

  const tellDue = () => {
    if (waiting.length === 0) return
    for (const { due, heard } of waiting) if (due <= position) tell(heard)
    waiting = waiting.filter(({ due }) => due > position)
  }

  return { hear }
}

const pieceMillis = 20
// As loud as a quiet room is not.
const audible = 300
// A letter beyond the usual scripts is four bytes of 56 ms, and before the first there is a frame.
const longestLetter = 300
const pauseMillis = 100
/** Who never pauses is heard in parts. */
const longest = 1_000
