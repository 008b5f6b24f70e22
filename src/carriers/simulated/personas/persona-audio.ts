import { bytesPerMilli, frameMillis, silent } from "../../../audio/frames.ts"
import { makeKeyListener } from "../../../audio/keys.ts"
import { makeListener, speak } from "../../../audio/modem.ts"
import { loudness } from "../../../audio/mulaw.ts"
import { makePersona } from "./all-personas.ts"

/** The words that the persona of a call said and heard. Times are line time since the answer, ms. */
export interface LineTranscript {
  readonly said: Array<{ readonly atMillis: number; readonly text: string }>
  /** Split into utterances by at least half a second without the modem's tone. */
  readonly heard: Array<{ readonly atMillis: number; untilMillis: number; text: string }>
  /** The longest time in which neither side made a sound, ms. */
  longestSilence?: number
}

// Minimum silence between two utterances, ms.
const betweenUtterances = 500
// Loudness above which a sound counts as a voice; a quiet room stays below.
const audible = 300
const frameBytes = frameMillis * bytesPerMilli
const quiet = silent(frameMillis)
const nothing = new Uint8Array()

/** Voice and ear of the persona of this name, or at the number: hears and speaks one frame at a time. */
export const makePersonaAudio = (to: string, record: LineTranscript, name?: string) => {
  const replies = makePersona(to, name)
  const hear = makeEar(record)
  const keys = makeKeyListener()
  let words = nothing
  let soundedAt = 0

  const speakNext = (): Uint8Array | undefined => {
    if (words.length === 0) return undefined
    const frame = Uint8Array.from(quiet)
    frame.set(words.subarray(0, frameBytes))
    words = words.subarray(frameBytes)
    return frame
  }

  return {
    /** Passes one frame. Undefined means silence, for `played` and in the result. */
    live: (played: Uint8Array | undefined, atMillis: number) => {
      const voice = played !== undefined && loudness(played) > audible
      const speaking = words.length > 0
      if (voice || speaking) soundedAt = atMillis
      record.longestSilence = Math.max(record.longestSilence ?? 0, atMillis - soundedAt)
      const heard = played ?? quiet
      const action = replies.next({ atMillis, letters: hear(heard, atMillis), keys: keys.hear(heard), voice, speaking })
      if (action === "hang up") return { audio: speakNext(), hangsUp: true, presses: undefined }
      if (action !== undefined && "press" in action) {
        record.said.push({ atMillis, text: `(pressed ${action.press})` })
        return { audio: speakNext(), hangsUp: false, presses: action.press }
      }
      if (action !== undefined) {
        record.said.push({ atMillis, text: "say" in action ? action.say : action.as })
        words = Buffer.concat([words, "say" in action ? speak(action.say) : action.sound])
      }
      return { audio: speakNext(), hangsUp: false, presses: undefined }
    }
  }
}

const makeEar = ({ heard }: LineTranscript) => {
  const listener = makeListener()
  let utterance = { atMillis: 0, untilMillis: Number.NEGATIVE_INFINITY, text: "" }
  return (audio: Uint8Array, atMillis: number): string => {
    const letters = listener.hear(audio)
    if (!listener.hears && letters === "") return letters
    if (atMillis - utterance.untilMillis >= betweenUtterances) utterance = { atMillis, untilMillis: atMillis, text: "" }
    utterance.untilMillis = atMillis + frameMillis
    if (letters !== "" && utterance.text === "") heard.push(utterance)
    utterance.text += letters
    return letters
  }
}
