import { wordsOf } from "../../domain/text/words.ts"
import { isOptOut, type Languages } from "../opt-out/opt-out.ts"
import { isBackChannel, isStopWord } from "./short-answers.ts"

/** How the person's words count as an interruption of a reply. */
export interface InterruptionWords {
  readonly kind: "nothing" | "opt-out" | "stop word" | "back-channel" | "words"
  readonly words: number
}

export const noInterruption: InterruptionWords = { kind: "nothing", words: 0 }

export interface BargeIn {
  readonly reply: {
    /** Time since the reply's first sound. */
    readonly audibleMillis: number
    readonly allowsInterrupts: boolean
    /** Time since the reply was paused; undefined while it plays. */
    readonly pausedMillis: number | undefined
  }
  readonly voice: {
    readonly millis: number
    readonly isSounding: boolean
    /** The voice is quiet for the moment: a cough is over before its end is certain. */
    readonly isPausing: boolean
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

/** Classifies the words of a text. */
export const interruptionWordsOf = (text: string, languages: Languages): InterruptionWords => {
  const words = wordsOf(text).length
  if (words === 0) return noInterruption
  if (isOptOut(text, languages)) return { kind: "opt-out", words }
  // In Polish "no tak" is "well, yes".
  if (isBackChannel(text)) return { kind: "back-channel", words }
  return { kind: isStopWord(text) ? "stop word" : "words", words }
}

/** Decides what happens to a reply while the person speaks. */
export const bargeIn = ({ interruptionWords, reply, voice }: BargeIn): BargeInDecision => {
  if (interruptionWords.kind === "opt-out") return { act: "stop", why: "opt-out" }
  if (!reply.allowsInterrupts) return { act: "ignore", why: "not to be interrupted" }
  if (reply.pausedMillis !== undefined) return whilePaused(interruptionWords, voice, reply.pausedMillis)
  if (reply.audibleMillis < echoMillis) return { act: "ignore", why: "may be an echo" }
  return whilePlaying(interruptionWords, voice)
}

/** Whether words stop a reply that may be interrupted: the person wants a turn. */
export const wantsTurn = ({ kind, words }: InterruptionWords): boolean =>
  kind === "stop word" || kind === "opt-out" || (kind === "words" && words >= minWords)

const whilePlaying = (words: InterruptionWords, voice: BargeIn["voice"]): BargeInDecision => {
  if (wantsTurn(words)) return { act: "stop", why: words.kind }
  if (words.kind === "back-channel") return { act: "ignore", why: "back-channel" }
  if (voice.wasPausedFor) return { act: "ignore", why: "noise" }
  if (voice.millis < minVoiceMillis) return { act: "ignore", why: "too short" }
  return voice.isPausing ? { act: "ignore", why: "may be over" } : { act: "pause", why: "voice" }
}

const whilePaused = (
  words: InterruptionWords,
  { isSounding }: BargeIn["voice"],
  pausedMillis: number
): BargeInDecision => {
  if (words.kind === "stop word" || words.kind === "words") return { act: "stop", why: words.kind }
  if (words.kind === "back-channel" && !isSounding) return { act: "resume", why: "back-channel" }
  return pausedMillis >= decideWithinMillis ? { act: "resume", why: "no words" } : { act: "ignore", why: "undecided" }
}

/** Time after a reply's first sound in which a voice may be the echo of that sound, ms. */
export const echoMillis = 300
/** Minimum duration of a voice that pauses a reply, ms. */
export const minVoiceMillis = 600
// Minimum number of words that stop a reply.
const minWords = 2
/** Maximum duration of a pause without words, ms. */
export const decideWithinMillis = 2_000
