import { wordsOf } from "../../domain/text/words.ts"
import { isOptOut } from "./opt-out.ts"
import { isBackChannel, isStopWord } from "./phrases.ts"

/** What someone has said so far, as far as it matters to who is speaking. */
export interface InterruptionWords {
  readonly kind: "nothing" | "opt-out" | "stop word" | "back-channel" | "words"
  readonly words: number
}

export interface BargeIn {
  readonly reply: {
    /** Since its first sound. */
    readonly audibleMillis: number
    readonly isUninterruptible: boolean
    readonly allowsInterrupts: boolean
    /** It has just asked something, so the least word is an answer. */
    readonly asksQuestion: boolean
    /** Since it was paused. */
    readonly pausedMillis: number | undefined
  }
  readonly voice: {
    readonly millis: number
    readonly isSounding: boolean
    /** The reply was paused for it and went on: it is noise, until there are words. */
    readonly wasPausedFor: boolean
  }
  readonly interruptionWords: InterruptionWords
}

/** `ignore`: all stays as it is, and what was said is answered afterwards. */
export interface BargeInDecision {
  readonly act: "ignore" | "pause" | "stop" | "resume"
  readonly why: string
}

/** Looked at once for each text: what is decided from it is decided at every frame. */
export const interruptionWordsOf = (text: string): InterruptionWords => {
  const words = wordsOf(text).length
  if (words === 0) return { kind: "nothing", words }
  if (isOptOut(text)) return { kind: "opt-out", words }
  if (isStopWord(text)) return { kind: "stop word", words }
  return { kind: isBackChannel(text) ? "back-channel" : "words", words }
}

/** What to do with a reply when the person speaks into it. */
export const bargeIn = ({ interruptionWords, reply, voice }: BargeIn): BargeInDecision => {
  if (interruptionWords.kind === "opt-out") return { act: "stop", why: "opt-out" }
  if (reply.isUninterruptible || !reply.allowsInterrupts) return { act: "ignore", why: "not to be interrupted" }
  if (reply.pausedMillis !== undefined) return inPause(interruptionWords, reply, voice, reply.pausedMillis)
  if (reply.audibleMillis < echoMillis) return { act: "ignore", why: "may be an echo" }
  return inSpeech(interruptionWords, reply, voice)
}

const inSpeech = (
  said: InterruptionWords,
  { asksQuestion }: BargeIn["reply"],
  voice: BargeIn["voice"]
): BargeInDecision => {
  if (said.kind === "stop word") return { act: "stop", why: "stop word" }
  if (said.kind === "back-channel") return listening(asksQuestion)
  if (said.words >= minWords) return { act: "stop", why: "words" }
  if (voice.wasPausedFor) return { act: "ignore", why: "noise" }
  return voice.millis >= minVoiceMillis ? { act: "pause", why: "voice" } : { act: "ignore", why: "too short" }
}

const inPause = (
  said: InterruptionWords,
  { asksQuestion }: BargeIn["reply"],
  { isSounding }: BargeIn["voice"],
  pausedMillis: number
): BargeInDecision => {
  if (said.kind === "stop word" || said.kind === "words") return { act: "stop", why: said.kind }
  if (said.kind === "back-channel" && asksQuestion) return listening(asksQuestion)
  if (said.kind === "back-channel" && !isSounding) return { act: "resume", why: "back-channel" }
  return pausedMillis >= decideWithinMillis ? { act: "resume", why: "no words" } : { act: "ignore", why: "undecided" }
}

const listening = (asksQuestion: boolean): BargeInDecision =>
  asksQuestion ? { act: "stop", why: "answer" } : { act: "ignore", why: "back-channel" }

export const echoMillis = 300
export const minVoiceMillis = 450
const minWords = 2
export const decideWithinMillis = 2_000
