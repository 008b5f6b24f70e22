import { wordsOf } from "../../domain/text/words.ts"
import { withoutOffers } from "../machines/machine-words.ts"
import { applyTurnEvent, type Turn, textOf } from "../turns/endpointing.ts"
import { expectedAnswer } from "../turns/expected-answer.ts"
import {
  type ClosedTurn,
  type Conversation,
  hasWords,
  isSounding,
  quietSince,
  type SpokenMessage,
  withMessage,
  withNewTurn,
  withRecord,
  withReply
} from "./conversation-state.ts"

/** A voice pauses when it is quiet for longer than between syllables, and may go on. */
export type VoiceEvent = "began" | "pausing" | "resumed" | "ended"

export const applyVoice = (state: Conversation, change: VoiceEvent, changedAt: number): Conversation => {
  if (change === "pausing" || change === "resumed") {
    return isSounding(state) && state.voice !== undefined
      ? { ...state, voice: { ...state.voice, isPausing: change === "pausing" } }
      : state
  }
  const last = state.voice?.endedAt ?? state.voice?.beganAt ?? 0
  const at = Math.max(last, Math.min(changedAt, state.now))
  return change === "began" ? beginVoice(state, at) : endVoice(state, at)
}

const beginVoice = (state: Conversation, at: number): Conversation => {
  if (isSounding(state)) return state
  const turn = applyTurnEvent(state.turn, { kind: "voiceBegan", atMillis: at })
  const begun = { ...state, voice: { beganAt: at, endedAt: undefined, isPausing: false }, turn }
  return extendsGreeting(state, at) ? extendGreeting(begun, "voiceBegan", at) : begun
}

const endVoice = (state: Conversation, at: number): Conversation => {
  if (state.voice === undefined || !isSounding(state)) return state
  const turn = applyTurnEvent(state.turn, { kind: "voiceEnded", atMillis: at })
  const ended = { ...state, voice: { ...state.voice, endedAt: at }, turn }
  return isOpening(state) && isGreeting(state) ? extendGreeting(ended, "voiceEnded", at) : ended
}

const isOpening = ({ reply }: Conversation) => reply?.fixedLine === "opening"

/** A voice that begins before the opening is audible continues the person's greeting. */
const extendsGreeting = (state: Conversation, at: number) =>
  isOpening(state) && at < (state.reply?.audibleFrom ?? Number.POSITIVE_INFINITY)

/** Whether the last voice is that of the greeting, which began before the opening was audible. */
export const isGreeting = (state: Conversation): boolean =>
  state.closed?.kind === "greeting" && !hasNewVoice(state, state.closed)

const extendGreeting = (state: Conversation, kind: "voiceBegan" | "voiceEnded", at: number): Conversation => {
  const { closed } = state
  if (closed?.kind !== "greeting") return state
  const turn = applyTurnEvent(closed.turn, { kind, atMillis: at })
  return extendMessage({ ...state, closed: { ...closed, turn, until: Math.max(closed.until, at) } })
}

/** Extends the closed turn's message to the end of its voice. */
const extendMessage = (state: Conversation): Conversation => {
  const { closed, unanswered, transcript } = state
  if (closed?.message === undefined) return state
  const old = closed.message
  const message = { ...old, endMs: Math.max(old.endMs, closed.until) }
  return {
    ...state,
    closed: { ...closed, message },
    transcript: transcript.map((other) => (other === old ? message : other)),
    unanswered: unanswered === old ? message : unanswered
  }
}

/** Whether the agent may ask the person to repeat: twice in a row at most. */
export const mayAskToRepeat = ({ repeatRequestCount }: Conversation): boolean => repeatRequestCount < maxRepeatRequests

const maxRepeatRequests = 2

/** Applies an interim transcript, which includes words that belong to a closed turn. */
export const applyInterim = (
  state: Conversation,
  text: string,
  stability: number,
  isReplayed = false
): Conversation => {
  const { closed, now } = state
  if (closed !== undefined && belongsToGreeting(state, closed)) {
    return isSounding(state) ? extendGreetingWords(state, closed, text, stability) : appendGuess(state, closed, text)
  }
  const next = continuesClosedTurn(state, text) ? withoutGuess(state) : withoutPending(withoutGuess(state))
  const rest = withoutFirst(text, next.consumedWords)
  return withTurn(
    next,
    applyTurnEvent(next.turn, { kind: "interim", text: rest, stability, atMillis: now }),
    isReplayed
  )
}

/** Applies the recognizer's decision that the open turn has ended. */
export const applyTurnEnded = (state: Conversation): Conversation => ({
  ...state,
  turn: applyTurnEvent(state.turn, { kind: "turnEnded", atMillis: state.now })
})

/** Applies a final result to the open turn. */
export const applyFinal = (state: Conversation, text: string, isReplayed = false): Conversation => {
  const turn = applyTurnEvent(state.turn, { kind: "final", text, atMillis: state.now })
  return { ...withoutPending(withTurn(withoutGuess(state), turn, isReplayed)), finalAt: state.now }
}

/** While the voice of the greeting sounds, its words extend the greeting. */
const extendGreetingWords = (
  state: Conversation,
  closed: ClosedTurn,
  text: string,
  stability: number
): Conversation => {
  const { now } = state
  const interim = withoutFirst(text, closed.consumedWords)
  const turn = applyTurnEvent(closed.turn, { kind: "interim", text: interim, stability, atMillis: now })
  const firstOpenWord = closed.consumedWords > 0 ? closed.firstOpenWord : wordsOf(text)[0]
  const longer = { ...closed, turn, firstOpenWord, isPending: text !== "", isGuessed: false, until: now }
  return extendMessage(
    correctClosedTurn({ ...state, consumedWords: tokens(text).length, closed: longer }, textOf(turn))
  )
}

/**
 * Until a voice is detected, it is unclear which turn these words belong to: they join the closed
 * one for now.
 */
const appendGuess = (state: Conversation, closed: ClosedTurn, interim: string): Conversation =>
  correctClosedTurn({ ...state, closed: { ...closed, isGuessed: true } }, textOf({ ...closed.turn, interim }))

/** Removes the guessed words: the recognizer repeats them in its next interim result. */
const withoutGuess = (state: Conversation): Conversation => {
  const { closed } = state
  if (!closed?.isGuessed) return state
  return rewordClosedTurn({ ...state, closed: { ...closed, isGuessed: false } }, textOf(closed.turn))
}

const withoutPending = (state: Conversation): Conversation =>
  state.closed?.isPending
    ? { ...state, consumedWords: 0, closed: { ...state.closed, isPending: false } }
    : { ...state, consumedWords: 0 }

/** Adds a pressed key to the turn, as a word of its own. */
export const applyKey = (state: Conversation, digit: string): Conversation => {
  const { now, turn } = state
  const touched = isSounding(state)
    ? turn
    : (["voiceBegan", "voiceEnded"] as const).reduce((one, kind) => applyTurnEvent(one, { kind, atMillis: now }), turn)
  const pressed = applyTurnEvent(touched, { kind: "final", text: `(pressed ${digit})`, atMillis: now })
  const { interim: text, stability } = turn
  const unfinished = applyTurnEvent(pressed, { kind: "interim", text, stability, atMillis: now })
  const before = isSameNumber(state) ? state.keys : undefined
  const wereAskedFor = before?.wereAskedFor ?? state.expected === "digits"
  const keys = { digits: `${before?.digits ?? ""}${digit}`, at: now, wereAskedFor }
  return withTurn({ ...state, keys }, { ...unfinished, expected: "digits" })
}

/** Whether a key that is pressed now belongs to the keys before. Without a number to enter, a single key was a choice. */
const isSameNumber = ({ expected, keys, now, settings, transcript }: Conversation): boolean => {
  if (keys === undefined) return false
  const since = now - keys.at
  if (since <= nextKeyMillis || since > sameNumberMillis || keys.digits.length > 1) return since <= sameNumberMillis
  const asksForNumber = ({ role, text }: SpokenMessage) =>
    role === "agent" && expectedAnswer(withoutOffers(text), settings.languages) === "digits"
  return expected === "digits" || transcript.some(asksForNumber)
}

/** Time after a key within which another key belongs to the same number, ms. */
export const nextKeyMillis = 1_500
// Maximum time between two keys of a number, ms; a person may look up the next digits.
const sameNumberMillis = 5_000

const withTurn = (state: Conversation, turn: Turn, isReplayed = false): Conversation => {
  const text = textOf(turn)
  if (text === textOf(state.turn)) return { ...state, turn }
  const since = isReplayed ? (state.turn.beganAt ?? state.now) : beginOfWords(state)
  const wordsFrom = hasWords(state) ? state.wordsFrom : since
  const spoken = { ...state, turn, wordsFrom }
  return text === ""
    ? spoken
    : { ...withReply(spoken, { isOverNoise: false }), silencePromptCount: 0, repeatRequestCount: 0 }
}

/** Returns when the words began: with their voice, or now if there was none. */
const beginOfWords = ({ closed, now, voice }: Conversation) => {
  const isOver = (voice?.endedAt ?? now) < now - wordsWithinMillis
  if (voice === undefined || isOver || (voice.endedAt ?? now) <= (closed?.until ?? 0)) return now
  return Math.max(voice.beganAt, closed?.until ?? 0)
}

// Maximum delay of words after their voice, ms.
const wordsWithinMillis = 3_000

/** Closes the open turn: its words become a message, and later words belong to the next turn. */
export const closeTurn = (state: Conversation, kind: ClosedTurn["kind"]): Conversation => {
  const { now, consumedWords, turn, voice } = state
  if (!hasWords(state) && kind !== "greeting") return state
  const spokenUntil = isSounding(state) ? now : (voice?.endedAt ?? quietSince(turn))
  const until = Math.max(state.wordsFrom, spokenUntil)
  const said = hasWords(state) ? personMessage(textOf(turn), state.wordsFrom, until) : undefined
  const message = said && state.machine !== undefined ? { ...said, withMachine: true as const } : said
  const closed: ClosedTurn = {
    turn,
    at: now,
    until,
    message,
    consumedWords,
    // A key may have closed a turn amid the same interim transcript.
    isPending: turn.interim !== "" || consumedWords > 0,
    firstOpenWord: consumedWords > 0 ? state.closed?.firstOpenWord : wordsOf(turn.interim)[0],
    isGuessed: false,
    kind,
    reply: undefined,
    record: undefined
  }
  const recorded = message === undefined ? state : withMessage(state, message)
  return withNewTurn({
    ...recorded,
    closed,
    consumedWords: turn.interim === "" ? consumedWords : consumedWords + tokens(turn.interim).length
  })
}

/** Adds words that were recognized after the end of the call. A final result repeats the words of its interim ones. */
export const addLastWords = (state: Conversation, text: string, spokenUntil: number): Conversation => {
  const { closed } = state
  if (closed?.isPending) {
    const { turn } = lateWords(closed, text)
    return correctClosedTurn({ ...state, closed: { ...closed, turn, isPending: false } }, textOf(turn))
  }
  const until = Math.floor(spokenUntil)
  return withMessage(state, personMessage(text, Math.max(0, until - text.length * millisPerLetter), until))
}

// Approximate duration of a spoken letter, ms.
const millisPerLetter = 60

const personMessage = (text: string, startMs: number, endMs: number): SpokenMessage => ({
  role: "person",
  text,
  startMs,
  endMs,
  interrupted: false
})

/** Replaces the text of the closed turn's message; no text leaves it as it is. */
export const correctClosedTurn = (state: Conversation, text: string): Conversation =>
  text === "" ? state : rewordClosedTurn(state, text)

const rewordClosedTurn = (state: Conversation, text: string): Conversation => {
  const { closed } = state
  const old = closed?.message
  if (closed === undefined || text === (old?.text ?? "")) return state
  const startMs = Math.min(closed.turn.beganAt ?? state.voice?.beganAt ?? closed.at, closed.until)
  const message = text === "" ? undefined : { ...(old ?? personMessage(text, startMs, closed.until)), text }
  const transcript = state.transcript.filter((other) => other !== old)
  const unanswered = state.unanswered !== undefined && state.unanswered === old ? message : state.unanswered
  const reworded = { ...state, transcript, closed: { ...closed, message }, unanswered }
  return message === undefined ? reworded : withMessage(reworded, message)
}

/** Whether a text of the recognizer continues the words of the closed turn. */
export const continuesClosedTurn = (state: Conversation, text: string): boolean => {
  const { closed } = state
  if (closed === undefined || !closed.isPending) return false
  return !hasNewVoice(state, closed) || wordsOf(text)[0] === closed.firstOpenWord
}

/**
 * Whether late words belong to the greeting: no new voice was detected since, and the greeting may
 * still go on.
 */
export const belongsToGreeting = (state: Conversation, closed: ClosedTurn): boolean =>
  closed.kind === "greeting" &&
  !hasNewVoice(state, closed) &&
  (isSounding(state) ? isOpening(state) : closed.turn.endedAt !== undefined && mayBeGreeting(state, closed))

const mayBeGreeting = ({ finalAt, now }: Conversation, { at, until }: ClosedTurn) =>
  now - Math.max(at, until) < wordsWithinMillis && (finalAt <= until || now - until < finalWithinMillis)

/** Maximum delay of a final result after its voice, ms. */
export const finalWithinMillis = 1_500

export const hasNewVoice = ({ voice }: Conversation, closed: ClosedTurn): boolean =>
  voice !== undefined && voice.beganAt > closed.until

/**
 * Splits a late final result into the words of the closed turn (`head`) and the words after it
 * (`tail`). `turn` is the closed turn with all of them.
 */
export const lateWords = (closed: ClosedTurn, text: string) => {
  const rest = withoutFirst(text, closed.consumedWords)
  const length = tokens(closed.turn.interim).length
  const withFinal = (final: string): Turn => ({
    ...closed.turn,
    finals: [...closed.turn.finals, final],
    interim: ""
  })
  return {
    turn: withFinal(rest),
    head: textOf(withFinal(tokens(rest).slice(0, length).join(" "))),
    tail: closed.isPending ? withoutFirst(rest, length) : rest
  }
}

/** Ends the closed turn with the recognizer's final result, which includes the interim words of the open turn. */
export const finalizeClosedTurn = (state: Conversation, closed: ClosedTurn, turn: Turn): Conversation => {
  const settled = {
    ...state,
    consumedWords: 0,
    finalAt: state.now,
    closed: { ...closed, turn, isPending: false, isGuessed: false }
  }
  const done = withRecord(settled, closed.record, () => ({ finalMs: Math.max(0, state.now - quietSince(turn)) }))
  if (done.turn.interim === "") return done
  const open = { ...done.turn, interim: "" }
  return textOf(open) === "" ? withNewTurn(done) : { ...done, turn: open }
}

const tokens = (text: string) => text.split(/\s+/).filter((token) => token !== "")
const withoutFirst = (text: string, count: number) => (count === 0 ? text : tokens(text).slice(count).join(" "))
