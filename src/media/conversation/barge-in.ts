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
  readonly remark: InterruptionWords
}

/** `ignore`: all stays as it is, and what was said is answered afterwards. */
export interface BargeInDecision {
  readonly act: "ignore" | "pause" | "stop" | "resume"
  readonly why: string
}

/** Looked at once for each text: what is decided from it is decided at every frame. */
export const remarkOf = (text: string): InterruptionWords => {
  const words = wordsOf(text).length
  if (words === 0) return { kind: "nothing", words }
  if (isOptOut(text)) return { kind: "opt-out", words }
  if (isStopWord(text)) return { kind: "stop word", words }
  return { kind: isBackChannel(text) ? "back-channel" : "words", words }
}

/** What to do with a reply when the person speaks into it. */
export const bargeIn = ({ remark, reply, voice }: BargeIn): BargeInDecision => {
  if (remark.kind === "opt-out") return { act: "stop", why: "opt-out" }
  if (reply.isUninterruptible || !reply.allowsInterrupts) return { act: "ignore", why: "not to be interrupted" }
  if (reply.pausedMillis !== undefined) return inPause(remark, reply, voice, reply.pausedMillis)
  if (reply.audibleMillis < echoMillis) return { act: "ignore", why: "may be an echo" }
  return inSpeech(remark, reply, voice)
}

const inSpeech = (
  remark: InterruptionWords,
  { asksQuestion }: BargeIn["reply"],
  voice: BargeIn["voice"]
): BargeInDecision => {
  if (remark.kind === "stop word") return { act: "stop", why: "stop word" }
  if (remark.kind === "back-channel") return listening(asksQuestion)
  if (remark.words >= fewestWords) return { act: "stop", why: "words" }
  if (voice.wasPausedFor) return { act: "ignore", why: "noise" }
  return voice.millis >= shortestVoice ? { act: "pause", why: "voice" } : { act: "ignore", why: "too short" }
}

const inPause = (
  remark: InterruptionWords,
  { asksQuestion }: BargeIn["reply"],
  { isSounding }: BargeIn["voice"],
  pausedMillis: number
): BargeInDecision => {
  if (remark.kind === "stop word" || remark.kind === "words") return { act: "stop", why: remark.kind }
  if (remark.kind === "back-channel" && asksQuestion) return listening(asksQuestion)
  if (remark.kind === "back-channel" && !isSounding) return { act: "resume", why: "back-channel" }
  return pausedMillis >= decideWithin ? { act: "resume", why: "no words" } : { act: "ignore", why: "undecided" }
}

const listening = (asksQuestion: boolean): BargeInDecision =>
  asksQuestion ? { act: "stop", why: "answer" } : { act: "ignore", why: "back-channel" }

export const echoMillis = 300
export const shortestVoice = 450
const fewestWords = 2
export const decideWithin = 2_000
