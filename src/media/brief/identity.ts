import { attachedLanguages, spokenLanguage } from "../../domain/campaigns/spoken-languages.ts"
import { hasWords, wordsOf } from "../../domain/text/words.ts"
import type { SpokenMessage } from "../conversation/conversation.ts"
import { asksToHold, machineOf, namesOption } from "../machines/machine-words.ts"
import { consentAnswer } from "../recording-consent/consent-answer.ts"
import { asks } from "../text/sentence-marks.ts"
import { yesOrNo } from "../turns/short-answers.ts"
import { courtesies, greetings, identityQuestions } from "./identity-questions.ts"
import { identityWords } from "./identity-words.ts"
import { type Called, familySlot, givenSlot, withSlots } from "./names.ts"

/** Whether a person has confirmed who they are: "yes" needs no model, and "maybe" lets a model decide. */
export type IdentityAnswer = "yes" | "maybe" | "no"

/**
 * Returns what the conversation shows about the identity of the person, by their answer to the question whether they
 * are the one who was called:
 * - yes: nothing but a yes, words such as "speaking", or their given name in a sentence that introduces them
 * - maybe: the same with other words, the family name only, or a name that may call them to the phone
 * - no: a refusal, a question in return, and all else
 *
 * After another question with the name, such as "Could you ask Asha to call us?", an answer that introduces them, or
 * "speaking", is a maybe, unless the person has refused before. Words that the agent did not ask for confirm nothing.
 * Neither does a machine, nor what seemed to be a person before it: the greeting of a mailbox gives a name, too. Nor does
 * what was said before the phone was handed to another person.
 */
export const identityShownBy = (messages: ReadonlyArray<SpokenMessage>, called: Called): IdentityAnswer => {
  let question: Question = "none"
  let hasRefused = false
  let shown: IdentityAnswer = "no"
  const turns = turnsOf(messages)
  for (const turn of turns.slice(Math.max(0, greetingAfterWait(turns)))) {
    if (isByMachine(turn)) {
      question = "none"
      shown = "no"
    } else if (turn.speaker === "agent") {
      question = turn.interrupted ? "none" : questionIn(turn.text, called)
      if (hasRefused && question === "other") question = "none"
    } else {
      if (shown !== "yes") shown = answerTo(question, turn.text, called)
      hasRefused ||= isRefusal(turn.text, called)
    }
  }
  return shown
}

/** Whether the last words of the other side are those of a machine, at a time of the call when one may have answered. */
export const isMachineAfterAll = (messages: ReadonlyArray<SpokenMessage>): boolean => {
  const heard = turnsOf(messages).filter(({ speaker }) => speaker === "person")
  const last = heard.at(-1)
  return last !== undefined && heard.length <= turnsOfMachine && isByMachine(last)
}

/**
 * Returns the number of the person's turn, from 1, in which another person may have come to the phone; 0 if there is none. A
 * voice greets then, after the turn before has asked to wait: "One moment, I'll get my wife." "Hello, who is this?"
 */
export const handedOverIn = (messages: ReadonlyArray<SpokenMessage>): number => {
  const turns = turnsOf(messages)
  return turns.slice(0, greetingAfterWait(turns) + 1).filter(({ speaker }) => speaker === "person").length
}

/** Returns the index of the last turn of the person that greets after a wait; -1 if there is none. */
const greetingAfterWait = (turns: ReadonlyArray<Turn>): number => {
  let found = -1
  let hasToWait = false
  for (const [index, { speaker, text }] of turns.entries()) {
    if (speaker === "agent") continue
    if (hasToWait && greets(text)) found = index
    hasToWait = asksToHold(text)
  }
  return found
}

const greets = (text: string) =>
  wordsOf(text).join(" ").search(greeting) !== -1 || (asks(text) && yesOrNo(text) === "yes")

/** Number of turns in which words such as "I missed your call" are rather those of a mailbox than of a person. */
const turnsOfMachine = 3

interface Turn {
  readonly speaker: SpokenMessage["role"]
  readonly text: string
  readonly interrupted: boolean
  readonly withMachine: boolean
}

const isByMachine = ({ speaker, text, withMachine }: Turn) =>
  speaker === "person" && (withMachine || machineOf(text) !== undefined || namesOption(text))

/** Joins consecutive messages of one side, because a person answers all that the agent has said before. */
const turnsOf = (messages: ReadonlyArray<SpokenMessage>): ReadonlyArray<Turn> => {
  const turns: Array<Turn> = []
  for (const { interrupted, role, text, withMachine = false } of messages) {
    const before = turns.at(-1)
    if (text.trim() === "") continue
    if (before?.speaker !== role) turns.push({ speaker: role, text, interrupted, withMachine })
    else
      turns[turns.length - 1] = {
        speaker: role,
        text: `${before.text} ${text}`,
        interrupted,
        withMachine: before.withMachine || withMachine
      }
  }
  return turns
}

/**
 * The kind of the agent's last question. "identity" asks whether this is the person, "family" does so by the family name
 * only, and "other" names the person but asks something else.
 */
type Question = "identity" | "family" | "other" | "none"

const questionIn = (text: string, called: Called): Question => {
  if (!asks(text)) return "none"
  const { attached, courtesies, greetings, spaced } = phrasesIn(called.languages)
  const sentence = text.split(sentenceEnd).findLast(hasWords) ?? ""
  const clauses = sentence
    .split(clauseEnd)
    .map((clause) => without(without(withSlots(clause, called, "question").join(" "), greetings), courtesies))
    .filter((clause) => clause !== "")
  const last = clauses.at(-1) ?? ""
  const whole = clauses.join(" ")
  const said = withSlots(sentence, called, "question").join(" ")
  for (const [slot, kind] of kinds) {
    const isAsked = [last, whole].some((asked) => {
      const form = asked.replaceAll(slot, givenSlot)
      return asked.includes(slot) && (spaced.has(form) || attached.has(form.replaceAll(" ", "")))
    })
    // "Hello, Asha Rao?"
    if (isAsked || (said !== slot && without(said, greetings) === slot)) return kind
  }
  return last !== givenSlot && last !== familySlot && slots.test(last) ? "other" : "none"
}

const kinds = [
  [givenSlot, "identity"],
  [familySlot, "family"]
] as const

const without = (words: string, phrases: RegExp) => words.replaceAll(phrases, " ").replace(/\s+/g, " ").trim()

const answerTo = (question: Question, text: string, called: Called): IdentityAnswer => {
  if (question === "none") return "no"
  const { answer, introduces, speaks } = answerOf(text, called)
  if (question === "other") return (introduces || speaks) && answer !== "no" ? "maybe" : "no"
  return question === "family" && answer === "yes" ? "maybe" : answer
}

interface Answered {
  readonly answer: IdentityAnswer
  /** Whether it has the name in a sentence that introduces the person. */
  readonly introduces: boolean
  /** Whether it has words such as "speaking", which more than a yes say that this is the person. */
  readonly speaks: boolean
}

const answerOf = (text: string, called: Called): Answered => {
  if (asks(text) || isRefusal(text, called)) return { answer: "no", introduces: false, speaks: false }
  const { beside, hints, introduces, says, speaks } = phrasesIn(called.languages)
  const said = withSlots(text, called, "answer").join(" ")
  const introduced = said.replaceAll(introduces, " ")
  const left = introduced.replaceAll(says, " ")
  const isIntroduced = introduced !== said
  const isSaid = isIntroduced || left !== introduced
  const isAlone = (words: string) => words.replaceAll(beside, " ").trim() === ""
  const answer = (): IdentityAnswer => {
    if (slots.test(left)) return "maybe"
    const rest = left.replaceAll(hints, " ")
    if (isSaid) return isAlone(rest) ? "yes" : "maybe"
    return isAlone(rest) && rest !== left ? "maybe" : "no"
  }
  return { answer: answer(), introduces: isIntroduced, speaks: said.replaceAll(speaks, " ") !== said }
}

const isRefusal = (text: string, { languages }: Called) => consentAnswer(text, withEnglish(languages)) === "no"

/** People answer in English in calls of any language. */
const withEnglish = (languages: ReadonlyArray<string>) => [...languages, "en"]

const slots = new RegExp(`[${givenSlot}${familySlot}]`)

interface Phrases {
  /** Questions for the person, in languages with spaces and in those that write other words together with a name. */
  readonly spaced: ReadonlySet<string>
  readonly attached: ReadonlySet<string>
  /** Words beside such a question. */
  readonly greetings: RegExp
  readonly courtesies: RegExp
  readonly says: RegExp
  readonly speaks: RegExp
  readonly introduces: RegExp
  readonly hints: RegExp
  /** Words beside an answer. */
  readonly beside: RegExp
}

const known = new Map<string, Phrases>()

const phrasesIn = (languages: ReadonlyArray<string>): Phrases => {
  const codes = [...new Set(withEnglish(languages).map((language) => spokenLanguage(language) ?? "en"))]
  const key = codes.join()
  const found = known.get(key)
  if (found !== undefined) return found
  const anyOf = (kind: keyof (typeof identityWords)["en"]) =>
    anyPhrase(codes.flatMap((code) => (identityWords[code][kind] ?? []).map((phrase) => ({ code, phrase }))))
  const questions = (isAttached: boolean) =>
    codes
      .filter((code) => attachedLanguages.has(code) === isAttached)
      .flatMap((code) => identityQuestions[code].flatMap(expanded))
      .map(normalized)
  const phrases: Phrases = {
    spaced: new Set(questions(false)),
    attached: new Set(questions(true).map((phrase) => phrase.replaceAll(" ", ""))),
    greetings: anyPhrase(greetings.map((phrase) => ({ code: "en", phrase }))),
    courtesies: anyPhrase(courtesies.map((phrase) => ({ code: "en", phrase }))),
    says: anyOf("says"),
    speaks: anyOf("speaks"),
    introduces: anyOf("introduces"),
    hints: anyOf("hints"),
    beside: anyOf("fillers")
  }
  known.set(key, phrases)
  return phrases
}

const normalized = (phrase: string) => wordsOf(phrase.replace("…", givenSlot)).join(" ")

/** Matches the phrases, the longest first. */
const anyPhrase = (phrases: ReadonlyArray<{ readonly code: string; readonly phrase: string }>) =>
  new RegExp(
    phrases
      .map(({ code, phrase }) => ({ code, words: normalized(phrase) }))
      .toSorted((one, other) => other.words.length - one.words.length)
      .map(({ code, words }) => (attachedLanguages.has(code) ? words : `(?<!\\S)${words}(?!\\S)`))
      .join("|"),
    "gu"
  )

/** Greetings, and in scripts without spaces those that people say on the phone. */
const greeting = anyPhrase(
  [...greetings, ..."喂|你好|您好|もしもし|여보세요|สวัสดี".split("|")].map((phrase) => ({ code: "en", phrase }))
)

/** Returns the phrases with each of the alternatives in parentheses. */
const expanded = (phrase: string): ReadonlyArray<string> => {
  const found = /\(([^()]*)\)/.exec(phrase)
  if (found === null) return [phrase]
  const [before, after] = [phrase.slice(0, found.index), phrase.slice(found.index + found[0].length)]
  return (found[1] ?? "").split("|").flatMap((one) => expanded(`${before}${one}${after}`))
}

// A period after a title or an initial ends nothing.
const period = String.raw`(?<!(?<!\p{L})(?:\p{L}|mr|mrs|ms|dr|prof|sr|sra|hr|fr|herr|frau|shri|smt))\.`
const sentenceEnd = new RegExp(`(?:[?!।॥۔؟。｡？！]|${period})+`, "iu")
const clauseEnd = /[,;:،，、–—]+/u
