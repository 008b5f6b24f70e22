import { bytesPerMilli } from "../../../audio/frames.ts"
import { makeListener } from "../../../audio/modem.ts"
import { loudness } from "../../../audio/mulaw.ts"
import type { Heard } from "../../contract/SpeechToText.ts"
import type { Latencies } from "../latencies.ts"

/**
 * Decodes the modem's letters and reports them as a recognizer does. Its clock is the audio; the size of the pieces
 * in which that arrives makes no difference. Sound without letters is not speech, however loud.
 */
export const makeModemRecognizer = (
  { finalMillis, interimMillis }: Pick<Latencies, "finalMillis" | "interimMillis">,
  report: (heard: Heard) => void
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
    // The sound may be a letter that is not complete yet. The limit keeps endless noise from counting.
    else if (isLoud && position - letterAt <= longestLetter) soundAt = position
    if (text !== "") notice(position - soundAt)
    reportDue()
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
    // The final result replaces all pending results except the beginning of speech.
    for (const { heard } of waiting) if (heard.kind === "speechBegan") report(heard)
    waiting = []
    report({ kind: "final", text: text.trim(), untilMillis: soundAt, confidence: 1 })
    text = ""
    isSpeaking = false
  }

  const later = (heard: Heard) => {
    waiting = [...waiting, { due: position + interimMillis, heard }]
  }

  const reportDue = () => {
    if (waiting.length === 0) return
    for (const { due, heard } of waiting) if (due <= position) report(heard)
    waiting = waiting.filter(({ due }) => due > position)
  }

  return { hear }
}

/** Length of the pieces that are decoded at a time, ms. */
const pieceMillis = 20
/** Minimum loudness of a sound; a quiet room stays below. */
const audible = 300
/** Longest letter, ms: four bytes of 56 ms each outside the common scripts, and a frame before the first letter. */
const longestLetter = 300
/** Silence after which speech has ended, ms. */
const pauseMillis = 100
/** Maximum length of an utterance, characters: a person who never pauses is recognized in parts. */
const longest = 1_000
