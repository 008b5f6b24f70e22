import { bytesPerMilli, silent } from "../../audio/frames.ts"
import { makeListener, speak } from "../../audio/modem.ts"
import { loudness } from "../../audio/mulaw.ts"
import { frameMillis } from "./line-wheel.ts"
import { makePersona } from "./persona.ts"

/** What the person of a call said and heard, in milliseconds of the line since they picked up. */
export interface LineTranscript {
  readonly said: Array<{ readonly atMillis: number; readonly text: string }>
  /** In utterances: half a second without the modem's tone is between them. */
  readonly heard: Array<{ readonly atMillis: number; untilMillis: number; text: string }>
}

const betweenUtterances = 500
// As loud as a quiet room is not.
const audible = 300
const frameBytes = frameMillis * bytesPerMilli
const quiet = silent(frameMillis)
const nothing = new Uint8Array()

/** The person at a number, who hears and speaks a frame at a time. */
export const makePersonaAudio = (to: string, record: LineTranscript) => {
  const talk = makePersona(to)
  const hear = makeEar(record)
  let words = nothing

  const speakNext = (): Uint8Array | undefined => {
    if (words.length === 0) return undefined
    const frame = Uint8Array.from(quiet)
    frame.set(words.subarray(0, frameBytes))
    words = words.subarray(frameBytes)
    return frame
  }

  return {
    /** Undefined for `played` and for the answer is silence. */
    live: (played: Uint8Array | undefined, atMillis: number) => {
      const deed = talk.next({
        atMillis,
        letters: hear(played ?? quiet, atMillis),
        voice: played !== undefined && loudness(played) > audible,
        speaking: words.length > 0
      })
      if (deed === "hang up") return { audio: speakNext(), hangsUp: true }
      if (deed !== undefined) {
        record.said.push({ atMillis, text: deed.say })
        words = Buffer.concat([words, speak(deed.say)])
      }
      return { audio: speakNext(), hangsUp: false }
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
