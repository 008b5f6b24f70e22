import { wordsOf } from "../../domain/text/words.ts"
import { isOptOut } from "./opt-out.ts"
import { isBackChannel, isStopWord } from "./phrases.ts"

/** How the person's words count as an interruption of a reply. */
export interface InterruptionWords {
  readonly kind: "nothing" | "opt-out" | "stop word" | "back-channel" | "words"
  readonly words: number
}

export interface BargeIn {
  readonly reply: {
    /** Time since its first sound. */
    readonly audibleMillis: number
    readonly allowsInterrupts: boolean
    /** Time since it was paused; undefined if it is not. */
    readonly pausedMillis: number | undefined
  }
  readonly voice: {
    readonly millis: number
    readonly isSounding: boolean
    /** The reply was paused for this voice and resumed: the voice is noise until there are words. */
    readonly wasPausedFor: boolean
  }
  readonly interruptionWords: InterruptionWords
}

/** `ignore` leaves the reply as it is; the words are answered afterwards. */
export interface BargeInDecision {
  readonly act: "ignore" | "pause" | "stop" | "resume"
  readonly why: string
}

/** Classifies a text. Called once per text, because `bargeIn` runs for every frame. */
export const interruptionWordsOf = (text: string): InterruptionWords => {
  const words = wordsOf(text).length
  if (words === 0) return { kind: "nothing", words }
  if (isOptOut(text)) return { kind: "opt-out", words }
  if (isStopWord(text)) return { kind: "stop word", words }
  return { kind: isBackChannel(text) ? "back-channel" : "words", words }
}

/** Decides what happens to a reply while the person speaks. */
export const bargeIn = ({ interruptionWords, reply, voice }: BargeIn): BargeInDecision => {
  if (interruptionWords.kind === "opt-out") return { act: "stop", why: "opt-out" }
  if (!reply.allowsInterrupts) return { act: "ignore", why: "not to be interrupted" }
  if (reply.pausedMillis !== undefined) return inPause(interruptionWords, voice, reply.pausedMillis)
  if (reply.audibleMillis < echoMillis) return { act: "ignore", why: "may be an echo" }
  return inSpeech(interruptionWords, voice)
}

const inSpeech = (said: InterruptionWords, voice: BargeIn["voice"]): BargeInDecision => {
  if (said.kind === "stop word") return { act: "stop", why: "stop word" }
  if (said.kind === "back-channel") return { act: "ignore", why: "back-channel" }
  if (said.words >= minWords) return { act: "stop", why: "words" }
  if (voice.wasPausedFor) return { act: "ignore", why: "noise" }
  return voice.millis >= minVoiceMillis ? { act: "pause", why: "voice" } : { act: "ignore", why: "too short" }
}

const inPause = (said: InterruptionWords, { isSounding }: BargeIn["voice"], pausedMillis: number): BargeInDecision => {
  if (said.kind === "stop word" || said.kind === "words") return { act: "stop", why: said.kind }
  if (said.kind === "back-channel" && !isSounding) return { act: "resume", why: "back-channel" }
  return pausedMillis >= decideWithinMillis ? { act: "resume", why: "no words" } : { act: "ignore", why: "undecided" }
}

/** The first sound of a reply may come back as an echo, ms. */
export const echoMillis = 300
/** Minimum duration of a voice that pauses a reply, ms. */
export const minVoiceMillis = 450
const minWords = 2
/** Maximum duration of a pause without words, ms. */
export const decideWithinMillis = 2_000
