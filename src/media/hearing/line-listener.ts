import { makeBeepDetector } from "../../audio/beep.ts"
import { bytesPerMilli } from "../../audio/frames.ts"
import type { Listening } from "../../providers/contract/SpeechToText.ts"
import type { ConversationEvent } from "../conversation/conversation.ts"
import { makeAudioTape } from "./audio-tape.ts"
import { makeVoiceActivity } from "./voice-activity.ts"

type AudioSink = Listening["hear"]

/** Listens to a line: detects voices itself, and passes all audio on to the recognizer. */
export interface LineListener {
  /** Listens for the beep of a mailbox too, while that is wanted in the first part of the call. */
  readonly listenForBeeps: (isWanted: () => boolean) => void
  readonly hear: (audio: Uint8Array) => void
  /**
   * Connects a recognizer, which first gets the audio since the last final result, as fast as it
   * takes it.
   */
  readonly open: (sink: AudioSink) => void
  /** Notes a final result of the connected recognizer, which ends at this time of its own audio. */
  readonly noteFinal: (untilMillis: number) => void
  /** Whether the last audio of a final or interim result came from before the recognizer was connected. */
  readonly isReplayed: (atMillis: number) => boolean
  /** Disconnects the recognizer; the audio is kept for the next one. */
  readonly close: () => void
  /** Returns the audio with a voice that no recognizer has heard; empty if there is none. */
  readonly unheard: () => Unheard
  /** Converts a time of the unheard audio to the line's time. */
  readonly timeOfUnheard: (millis: number) => number
}

export interface Unheard {
  readonly pieces: ReadonlyArray<Uint8Array>
  /** When the last voice in it ends, ms since it begins. */
  readonly voiceUntil: number
}

export const makeLineListener = (now: () => number, emit: (event: ConversationEvent) => void): LineListener => {
  const voices = makeVoiceActivity()
  const tape = makeAudioTape()
  let beeps: ReturnType<typeof makeBeepDetector> | undefined
  let isBeepWanted = () => false
  /** When the audio of `beeps` began. */
  let beepsFrom = 0
  /** Length of all voices that have ended, ms. */
  let voicedMillis = 0
  let voiceBeganAt = 0
  let sink: AudioSink | undefined
  let heard = 0
  /** Difference between the line's time and the duration of the received audio, ms. */
  let lag = Number.POSITIVE_INFINITY
  /** When the audio of the connected recognizer began, and when it was connected. */
  let sinkFrom = 0
  let connectedAt = 0
  /** When the person last spoke, as far as that is known yet. */
  let isSounding = false
  let voiceUntil = 0

  const hear = (audio: Uint8Array) => {
    tape.add(audio)
    sink?.(audio)
    heard += audio.length / bytesPerMilli
    const at = now()
    lag = nextLag(lag, at - heard)
    for (const { atMillis, kind } of voices.hear(audio)) {
      if (kind === "began") voiceBeganAt = atMillis
      if (kind === "ended") voicedMillis += atMillis - voiceBeganAt
      if (kind === "began" || kind === "ended") {
        isSounding = kind === "began"
        voiceUntil = atMillis
      }
      emit({ kind: "voice", at, change: kind, changedAt: Math.max(0, Math.min(at, atMillis + lag)) })
    }
    listenForBeeps(audio, at)
  }

  const listenForBeeps = (audio: Uint8Array, at: number) => {
    if (!isBeepWanted() || heard > listensForBeepsMillis) {
      beeps = undefined
      return
    }
    if (beeps === undefined) {
      beeps = makeBeepDetector()
      beepsFrom = heard - audio.length / bytesPerMilli
    }
    hearBeeps(beeps, audio, at)
  }

  const hearBeeps = (detector: ReturnType<typeof makeBeepDetector>, audio: Uint8Array, at: number) => {
    for (const { beganAt, endedAt } of detector.hear(audio)) {
      // A voice that sounds until the beep, or has become it, counts until then.
      const before = voicedMillis + (isSounding ? Math.max(0, beepsFrom + beganAt - voiceBeganAt) : 0)
      const endedOnLine = Math.max(0, Math.min(at, beepsFrom + endedAt + lag))
      emit({ kind: "beep", at, endedAt: endedOnLine, voicedMillis: before })
    }
  }

  return {
    hear,
    listenForBeeps: (isWanted) => {
      isBeepWanted = isWanted
    },
    open: (opened) => {
      sinkFrom = tape.from()
      connectedAt = heard
      for (const audio of tape.pieces()) opened(audio, true)
      sink = opened
    },
    noteFinal: (untilMillis) => tape.forgetUntil(sinkFrom + untilMillis),
    isReplayed: (atMillis) => sinkFrom + atMillis < connectedAt,
    close: () => {
      sink = undefined
    },
    unheard: () => {
      const until = isSounding ? tape.until() : voiceUntil
      const isHeard = until - tape.from() < shortestVoiceMillis
      return isHeard ? nothing : { pieces: tape.pieces(), voiceUntil: until - tape.from() }
    },
    timeOfUnheard: (millis) => Math.max(0, tape.from() + millis + lag)
  }
}

const nothing: Unheard = { pieces: [], voiceUntil: 0 }

// Time of a call in which a mailbox may beep, ms: a menu may come before it.
const listensForBeepsMillis = 180_000

// Minimum voice after the last final result that may be a word, ms. The ends of voices and of
// results differ by less.
const shortestVoiceMillis = 300

// Audio may arrive late, and then all at once, but never early. A lag that persists comes from a
// line clock slower than ours, or from audio that was lost.
const nextLag = (lag: number, measured: number) =>
  measured < lag ? measured : Math.max(lag + (measured - lag) * 0.001, measured - maxLateMillis)
// Maximum difference between the measured lag and the assumed one, ms.
const maxLateMillis = 500
