import { wordsOf } from "../../domain/text/words.ts"
import { asks, closers, sentenceEnds } from "../text/sentence-marks.ts"
import type { ExpectedAnswer } from "./expected-answer.ts"
import { isBackChannel, yesOrNo } from "./short-answers.ts"

/**
 * An event of a person's turn. Times are milliseconds of the line's time: when the voice began or
 * ended, or when the words arrived.
 */
export type TurnEvent =
  | { readonly kind: "voiceBegan" | "voiceEnded"; readonly atMillis: number }
  /** All words since the last final result. */
  | { readonly kind: "interim"; readonly text: string; readonly stability: number; readonly atMillis: number }
  | { readonly kind: "final"; readonly text: string; readonly atMillis: number }
  /** The recognizer decided that the person has finished. */
  | { readonly kind: "turnEnded"; readonly atMillis: number }

export interface Turn {
  readonly expected: ExpectedAnswer
  readonly finals: ReadonlyArray<string>
  readonly interim: string
  readonly stability: number
  /** When the last new word arrived; undefined before the first. */
  readonly wordsAt: number | undefined
  /** The longest texts of the turn until now; a prefix of one has no new words. */
  readonly knownTexts: ReadonlyArray<string>
  readonly beganAt: number | undefined
  /** Undefined before the voice begins and while it sounds. */
  readonly endedAt: number | undefined
  /** When the recognizer decided that the turn has ended; undefined if it has not, or new words came. */
  readonly decidedAt: number | undefined
  /** The recognizer of the call decides when turns end; it knows better than the silence after words. */
  readonly isJudged: boolean
  /** The recognizer of the call marks the ends of sentences, so that words without such a mark are unfinished. */
  readonly isPunctuated: boolean
}

export interface EndOfTurn {
  readonly act: "commit" | "ask to repeat"
  readonly atMillis: number
  /** The rule that applied. */
  readonly why: "silence" | "stable" | "final" | "sentence" | "answer" | "recognizer" | "cap" | "no words"
}

export const newTurn = (
  expected: ExpectedAnswer,
  { isJudged = false, isPunctuated = false }: Partial<Pick<Turn, "isJudged" | "isPunctuated">> = {}
): Turn => ({
  expected,
  finals: [],
  interim: "",
  stability: 0,
  wordsAt: undefined,
  knownTexts: [],
  beganAt: undefined,
  endedAt: undefined,
  decidedAt: undefined,
  isJudged,
  isPunctuated
})

export const textOf = ({ finals, interim }: Turn): string =>
  [...finals, interim].filter((text) => text !== "").join(" ")

export const applyTurnEvent = (turn: Turn, event: TurnEvent): Turn => {
  switch (event.kind) {
    case "voiceBegan":
      return { ...turn, beganAt: turn.beganAt ?? event.atMillis, endedAt: undefined }
    case "voiceEnded":
      return { ...turn, endedAt: event.atMillis }
    case "interim":
      return withWords({ ...turn, interim: event.text.trim(), stability: event.stability }, event.atMillis)
    case "final": {
      const finals = [...turn.finals, event.text.trim()]
      return withWords({ ...turn, finals, interim: "", stability: 1 }, event.atMillis)
    }
    case "turnEnded":
      return { ...turn, isJudged: true, decidedAt: textOf(turn) === "" ? undefined : event.atMillis }
  }
}

/** Adds words. A recognizer that retracts words and repeats them has heard nothing new. */
const withWords = (turn: Turn, atMillis: number): Turn => {
  const words = wordsOnly(textOf(turn))
  if (words === "") return turn.knownTexts.length === 0 ? turn : { ...turn, knownTexts: [], wordsAt: atMillis }
  if (turn.knownTexts.some((text) => text.startsWith(words))) return turn
  return {
    ...turn,
    knownTexts: [...turn.knownTexts.filter((text) => !words.startsWith(text)), words],
    wordsAt: atMillis,
    decidedAt: undefined
  }
}

/**
 * Returns when the turn ends unless another event comes first: the earliest time of all rules. A
 * past time means now.
 */
export const endOfTurn = (turn: Turn): EndOfTurn | undefined => {
  if (turn.wordsAt === undefined || textOf(turn) === "") return withoutWords(turn)
  const cap: EndOfTurn = { act: "commit", atMillis: turn.wordsAt + hardCapMillis, why: "cap" }
  const decided = decidedEnd(turn)
  // The recognizer knows a voice from other sounds.
  if (isSounding(turn)) return decided ?? cap
  return [...(decided === undefined ? [] : [decided]), ...ends(turn, turn.wordsAt)].reduce(
    (one, other) => (other.atMillis < one.atMillis ? other : one),
    cap
  )
}

/** Returns the end by the recognizer's decision. People pause between digits as at the end of a sentence. */
const decidedEnd = (turn: Turn): EndOfTurn | undefined => {
  const { decidedAt, endedAt, wordsAt } = turn
  if (decidedAt === undefined) return undefined
  const quietAt = endedAt ?? wordsAt ?? decidedAt
  const atMillis = mayBeDigits(turn) ? Math.max(decidedAt, quietAt + digitsMillis) : decidedAt
  return { act: "commit", atMillis, why: "recognizer" }
}

/**
 * Decides what a late final result means for the reply to the words before it. New words restart
 * the reply as long as it is not audible; after that they count as the person's next words.
 */
export const afterCommit = (final: {
  /** The text that the reply answers. */
  readonly committed: string
  /** The text of the whole turn, including the final. */
  readonly text: string
  readonly sinceCommit: number
  readonly isAudible: boolean
  readonly asksIdentity?: boolean | undefined
}): "ignore" | "restart" | "continue" => {
  const [committed, text] = [final.committed, final.text].map((words) => answerKey(words, final.asksIdentity))
  if (committed === text) return "ignore"
  return final.sinceCommit <= restartWithinMillis && !final.isAudible ? "restart" : "continue"
}

// Minimum silence before a turn ends, ms.
const minimumMillis = 350
// The same while digits are expected, ms.
const digitsMillis = 1_500
// Silence after which a turn with a final result ends, ms.
const finalMillis = 700
// The same with a final result that leaves the sentence open, from a recognizer that marks the ends of sentences, ms.
const unfinishedMillis = 2_000
// Silence after which a turn with stable words ends, ms.
const stableMillis = 1_000
// Silence after which any turn ends, ms.
const maximumMillis = 2_500
// Time after the last new word at which a turn ends although the voice still sounds, ms.
const hardCapMillis = 5_000
// Time after the end of a turn in which a late final result restarts the reply, ms.
const restartWithinMillis = 700

// Minimum stability of an interim result whose words count as stable, from 0 to 1.
const stableFrom = 0.8
// Maximum gap between two words of one breath, ms.
const sameBreathMillis = 500

const isSounding = ({ beganAt, endedAt }: Turn) => beganAt !== undefined && endedAt === undefined

/** A turn without words: the agent asks to repeat once the voice ends; noise defers that up to the hard cap. */
const withoutWords = (turn: Turn): EndOfTurn | undefined => {
  if (turn.beganAt === undefined) return undefined
  const atMillis =
    turn.endedAt === undefined
      ? turn.beganAt + hardCapMillis
      : Math.max(turn.beganAt + maximumMillis, turn.endedAt + minimumMillis)
  return { act: "ask to repeat", atMillis, why: "no words" }
}

/** Whether a number is expected and may go on. A person who asks something instead waits for the answer. */
const mayBeDigits = (turn: Turn) => turn.expected === "digits" && !asks(textOf(turn))

const isStable = ({ interim, stability }: Turn) => interim === "" || stability >= stableFrom

const isAnswer = (turn: Turn) => isStable(turn) && turn.expected === "yesOrNo" && yesOrNo(textOf(turn)) !== undefined

/**
 * Returns the end by each rule, for a turn that is quiet. A voice too soft to be detected ends with
 * its words.
 */
const ends = (turn: Turn, wordsAt: number): ReadonlyArray<EndOfTurn> => {
  const quietAt = turn.endedAt ?? wordsAt
  const soonest = quietAt + (mayBeDigits(turn) ? digitsMillis : minimumMillis)
  const commit = (atMillis: number, why: EndOfTurn["why"]): EndOfTurn => ({
    act: "commit",
    atMillis: Math.max(soonest, atMillis),
    why
  })
  const text = textOf(turn)
  const isFinal = turn.interim === ""
  const silence = commit(Math.max(quietAt, wordsAt) + maximumMillis, "silence")
  const answered = isAnswer(turn) ? [commit(soonest, "answer")] : []
  if (turn.isJudged) return [...answered, silence]
  const isComplete = isSentence(text)
  if (isFinal && !isComplete && isUnfinished(turn, text)) {
    return [...answered, commit(quietAt + unfinishedMillis, "final"), silence]
  }
  return [
    ...answered,
    ...(isFinal && isComplete ? [commit(soonest, "sentence")] : []),
    ...(isFinal ? [commit(quietAt + finalMillis, "final")] : []),
    ...(isStable(turn) ? [commit(Math.max(quietAt + stableMillis, wordsAt + sameBreathMillis), "stable")] : []),
    silence
  ]
}

/** Whether words without the mark of a whole sentence are a part of one. Short answers and numbers need no mark. */
const isUnfinished = (turn: Turn, text: string) =>
  turn.isPunctuated && !mayBeDigits(turn) && !isBackChannel(text) && yesOrNo(text) === undefined

/** Whether the turn is quiet, and its words are stable and read as complete. */
export const readsComplete = (turn: Turn): boolean => {
  if (isSounding(turn) || mayBeDigits(turn) || !isStable(turn)) return false
  return isSentence(textOf(turn)) || isAnswer(turn)
}

/** Whether a text ends with the mark of a whole sentence. */
export const isSentence = (text: string): boolean => endsSentence.test(text)

const endsSentence = new RegExp(`[${sentenceEnds}][${closers}]*$`)

/**
 * Returns what two results have in common if they are the same answer: a final result may differ from the interim one in
 * its punctuation. In a call that asks who the person is, a question is no answer.
 */
export const answerKey = (text: string, asksIdentity: boolean | undefined): string =>
  asksIdentity === true && asks(text) ? `${wordsOnly(text)}?` : wordsOnly(text)

const wordsOnly = (text: string) => wordsOf(text).join(" ")
