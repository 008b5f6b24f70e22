import { bytesPerMilli } from "../../audio/frames.ts"
import type { ConversationEvent } from "../conversation/conversation.ts"
import { makeVoiceActivity } from "./voice-activity.ts"

type AudioSink = (audio: Uint8Array) => void

/** Listens to a line: detects voices itself, and passes all audio on to the recognizer. */
export interface LineListener {
  readonly hear: AudioSink
  /** Connects the recognizer, which first gets the audio received until now. */
  readonly open: (sink: AudioSink) => void
  /** Disconnects the recognizer. */
  readonly close: () => void
}

export const makeLineListener = (now: () => number, emit: (event: ConversationEvent) => void): LineListener => {
  const voices = makeVoiceActivity()
  const early: Array<Uint8Array> = []
  let heard = 0
  /** Difference between the line's time and the duration of the received audio, ms. */
  let lag = Number.POSITIVE_INFINITY

  const keepEarly = (audio: Uint8Array) => {
    early.push(audio)
    if (early.length > maxEarly) early.shift()
  }

  let sink: AudioSink = keepEarly

  const hear = (audio: Uint8Array) => {
    sink(audio)
    heard += audio.length / bytesPerMilli
    const at = now()
    lag = nextLag(lag, at - heard)
    for (const { atMillis, kind } of voices.hear(audio)) {
      emit({ kind: "voice", at, change: kind, changedAt: Math.max(0, Math.min(at, atMillis + lag)) })
    }
  }

  return {
    hear,
    open: (opened) => {
      for (const audio of early.splice(0)) opened(audio)
      sink = opened
    },
    close: () => {
      early.length = 0
      sink = () => undefined
    }
  }
}

// Maximum number of frames kept for the recognizer: 10 s.
const maxEarly = 500

// Audio may arrive late, and then all at once, but never early. A lag that persists comes from a
// line clock slower than ours, or from audio that was lost.
const nextLag = (lag: number, measured: number) =>
  measured < lag ? measured : Math.max(lag + (measured - lag) * 0.001, measured - maxLateMillis)
// Maximum difference between the measured lag and the assumed one, ms.
const maxLateMillis = 500
