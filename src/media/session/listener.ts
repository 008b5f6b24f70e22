import { bytesPerMilli } from "../../audio/frames.ts"
import type { ConversationEvent } from "../conversation/conversation.ts"
import { makeVoiceActivity } from "./voice-activity.ts"

type AudioSink = (audio: Uint8Array) => void

/** Hears a line: tells of voices by itself, and gives all that is heard to who makes words of it. */
export interface LineListener {
  readonly hear: AudioSink
  /** Who makes words of it is there, and is given what was heard before. */
  readonly open: (take: AudioSink) => void
  /** Nobody makes words of it any more. */
  readonly close: () => void
}

export const makeLineListener = (now: () => number, emit: (event: ConversationEvent) => void): LineListener => {
  const voices = makeVoiceActivity()
  const early: Array<Uint8Array> = []
  let heard = 0
  /** How much later than the first sound of the line its time began. */
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
    lag = followed(lag, at - heard)
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

// 10 s of frames.
const maxEarly = 500

// Sound comes late, all at once when it was held up, and never early. What stays late is the line's clock, which is slower
// than ours, or sound that was left out.
const followed = (lag: number, seen: number) =>
  seen < lag ? seen : Math.max(lag + (seen - lag) * 0.001, seen - maxLate)
const maxLate = 500
