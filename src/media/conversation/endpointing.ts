import { wordsOf } from "../../domain/text/words.ts"
import { yesOrNo } from "./phrases.ts"

/** What the agent has asked for. */
export type ExpectedAnswer = "yesOrNo" | "digits" | "free"

/** What a person does in their turn. Times are milliseconds of the line: of a voice when it changed, of words when they came. */
export type TurnEvent =
  | { readonly kind: "voiceBegan" | "voiceEnded"; readonly atMillis: number }
  /** What is understood since the last final. */
  | { readonly kind: "interim"; readonly text: string; readonly stability: number; readonly atMillis: number }
  | { readonly kind: "final"; readonly text: string; readonly atMillis: number }

export interface Turn {
  readonly expected: ExpectedAnswer
  /** No turn ends sooner after its last sound. */
  readonly minimum: number
  readonly finals: ReadonlyArray<string>
  readonly interim: string
  readonly stability: number
  /** When the last word came that was not there before. */
  readonly wordsAt: number | undefined
  /** The longest texts that it has been so far. */
  readonly knownTexts: ReadonlyArray<string>
  readonly beganAt: number | undefined
  /** Undefined while the voice sounds, and before it did. */
  readonly endedAt: number | undefined
}

export interface EndOfTurn {
  readonly act: "commit" | "ask to repeat"
  readonly atMillis: number
  /** The rule that said so. */
  readonly why: "silence" | "stable" | "final" | "sentence" | "answer" | "cap" | "no words"
}

export const newTurn = (expected: ExpectedAnswer, minimum: number = minimumMillis): Turn => ({
  expected,
  minimum,
  finals: [],
  interim: "",
  stability: 0,
  wordsAt: undefined,
  knownTexts: [],
  beganAt: undefined,
  endedAt: undefined
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
  }
}

/** A recognizer that takes words back, or begins them anew, and comes to the same, has heard nothing new. */
const withWords = (turn: Turn, atMillis: number): Turn => {
  const words = wordsOnly(textOf(turn))
  if (words === "") return turn.knownTexts.length === 0 ? turn : { ...turn, knownTexts: [], wordsAt: atMillis }
  if (turn.knownTexts.some((text) => text.startsWith(words))) return turn
  return {
    ...turn,
    knownTexts: [...turn.knownTexts.filter((text) => !words.startsWith(text)), words],
    wordsAt: atMillis
  }
}

/** When the turn ends if nothing else happens: the earliest that any rule says. A time that is past means now. */
export const endOfTurn = (turn: Turn): EndOfTurn | undefined => {
  if (turn.wordsAt === undefined || textOf(turn) === "") return withoutWords(turn)
  const cap: EndOfTurn = { act: "commit", atMillis: turn.wordsAt + hardCapMillis, why: "cap" }
  if (isSounding(turn)) return cap
  return ends(turn, turn.wordsAt).reduce((one, other) => (other.atMillis < one.atMillis ? other : one), cap)
}

/**
 * What a final is to a reply to words that came before it. One that says something else begins the reply anew while nobody
 * can notice, and is answered as what was said next when they can.
 */
export const afterCommit = (final: {
  /** What is replied to. */
  readonly committed: string
  /** The whole turn, now. */
  readonly text: string
  readonly sinceCommit: number
  readonly isAudible: boolean
}): "ignore" | "restart" | "continue" => {
  if (haveSameWords(final.committed, final.text)) return "ignore"
  return final.sinceCommit <= restartWithinMillis && !final.isAudible ? "restart" : "continue"
}

const minimumMillis = 350
const digitsMillis = 1_500
const finalMillis = 700
const stableMillis = 1_000
const maximumMillis = 2_500
const hardCapMillis = 5_000
const restartWithinMillis = 700

const stableFrom = 0.8
// So long nobody is between two words that they say in one breath.
const sameBreathMillis = 500

const isSounding = ({ beganAt, endedAt }: Turn) => beganAt !== undefined && endedAt === undefined

/** Who is not understood is asked, but not while they speak; noise does not keep us silent for ever. */
const withoutWords = (turn: Turn): EndOfTurn | undefined => {
  if (turn.beganAt === undefined) return undefined
  const atMillis =
    turn.endedAt === undefined
      ? turn.beganAt + hardCapMillis
      : Math.max(turn.beganAt + maximumMillis, turn.endedAt + turn.minimum)
  return { act: "ask to repeat", atMillis, why: "no words" }
}

/** What each rule says of a turn that is quiet. A voice that is too soft to be noticed ends with its words. */
const ends = (turn: Turn, wordsAt: number): ReadonlyArray<EndOfTurn> => {
  const quietAt = turn.endedAt ?? wordsAt
  const soonest = quietAt + (turn.expected === "digits" ? Math.max(digitsMillis, turn.minimum) : turn.minimum)
  const commit = (atMillis: number, why: EndOfTurn["why"]): EndOfTurn => ({
    act: "commit",
    atMillis: Math.max(soonest, atMillis),
    why
  })
  const text = textOf(turn)
  const isFinal = turn.interim === ""
  const isStable = isFinal || turn.stability >= stableFrom
  const isAnswer = isStable && turn.expected === "yesOrNo" && yesOrNo(text) !== undefined
  return [
    ...(isAnswer ? [commit(soonest, "answer")] : []),
    ...(isFinal && endsSentence.test(text) ? [commit(soonest, "sentence")] : []),
    ...(isFinal ? [commit(quietAt + finalMillis, "final")] : []),
    ...(isStable ? [commit(Math.max(quietAt + stableMillis, wordsAt + sameBreathMillis), "stable")] : []),
    commit(Math.max(quietAt, wordsAt) + maximumMillis, "silence")
  ]
}

const endsSentence = /[.?!।॥]["'”’)]*$/

const haveSameWords = (one: string, other: string) => wordsOnly(one) === wordsOnly(other)

const wordsOnly = (text: string) => wordsOf(text).join(" ")
