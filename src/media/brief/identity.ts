import { spokenLanguage, unspacedLanguages } from "../../domain/campaigns/spoken-languages.ts"
import { wordsOf } from "../../domain/text/words.ts"
import { consentAnswer } from "../consent/consent.ts"
import type { SpokenMessage } from "../conversation/conversation.ts"
import { asks } from "../text/sentence-marks.ts"
import { identityWords } from "./identity-words.ts"

/** Whether a person has confirmed who they are: "yes" needs no model, and "maybe" lets a model decide. */
export type IdentityAnswer = "yes" | "maybe" | "no"

/** The person who was called, and the languages in which they may answer. */
interface Called {
  readonly name: string
  readonly languages: ReadonlyArray<string>
}

/**
 * Returns what the conversation shows about the identity of the person. Only an answer to a question that names them
 * counts. An answer of nothing but a yes, their name or words such as "speaking" is a yes; one that has these and others
 * is a maybe; a refusal, a question in return and all else is a no. Words that the agent did not ask for confirm nothing.
 */
export const identityShownBy = (messages: ReadonlyArray<SpokenMessage>, called: Called): IdentityAnswer => {
  let isAsked = false
  let shown: IdentityAnswer = "no"
  for (const { interrupted, speaker, text } of turnsOf(messages)) {
    if (speaker === "agent") {
      isAsked = !interrupted && asksFor(text, called.name)
      continue
    }
    shown = isAsked ? answerOf(text, called) : "no"
    if (shown === "yes") return shown
  }
  return shown
}

interface Turn {
  readonly speaker: SpokenMessage["role"]
  readonly text: string
  readonly interrupted: boolean
}

/** Joins messages of one side: the last words of the agent are what is answered. */
const turnsOf = (messages: ReadonlyArray<SpokenMessage>): ReadonlyArray<Turn> => {
  const turns: Array<Turn> = []
  for (const { interrupted, role, text } of messages) {
    const before = turns.at(-1)
    if (text.trim() === "") continue
    if (before?.speaker !== role) turns.push({ speaker: role, text, interrupted })
    else turns[turns.length - 1] = { speaker: role, text: `${before.text} ${text}`, interrupted }
  }
  return turns
}

/** Whether the last clause of a text asks for the person by name, and does not only address them. */
const asksFor = (text: string, name: string): boolean => {
  if (!asks(text)) return false
  const clause = text.split(clauseEnds).findLast((part) => wordsOf(part).length > 0) ?? ""
  const [words, names] = [wordsOf(clause), wordsOf(name)]
  const isNamed = names.some((one) => words.some((word) => word === one || (one.length > 1 && word.includes(one))))
  return isNamed && words.some((word) => !names.includes(word))
}

const answerOf = (text: string, { languages, name }: Called): IdentityAnswer => {
  if (asks(text) || consentAnswer(text, languages) === "no") return "no"
  const { fillers, says } = phrasesIn(languages)
  const names = new Set(wordsOf(name))
  const [named, others] = [
    wordsOf(text).filter((word) => names.has(word)),
    wordsOf(text).filter((word) => !names.has(word))
  ]
  const answer = others.join(" ")
  const left = answer.replaceAll(says, " ")
  if (named.length === 0 && left === answer) return "no"
  return left.replaceAll(fillers, " ").trim() === "" ? "yes" : "maybe"
}

interface Phrases {
  readonly says: RegExp
  readonly fillers: RegExp
}

const known = new Map<string, Phrases>()

const phrasesIn = (languages: ReadonlyArray<string>): Phrases => {
  const codes = [...new Set(languages.map((language) => spokenLanguage(language) ?? "en"))]
  const key = codes.join()
  const found = known.get(key)
  if (found !== undefined) return found
  const anyOf = (kind: keyof Phrases) =>
    codes
      .flatMap((code) => identityWords[code][kind].map((phrase) => [code, wordsOf(phrase).join(" ")] as const))
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([code, words]) => (unspacedLanguages.has(code) ? words : `(?<!\\S)${words}(?!\\S)`))
      .join("|")
  const phrases = { says: new RegExp(anyOf("says"), "gu"), fillers: new RegExp(anyOf("fillers"), "gu") }
  known.set(key, phrases)
  return phrases
}

// A period after a title ends no clause.
const clauseEnds =
  /(?:[?!।॥۔؟。｡？！,;:،，、–—]|(?<!(?<!\p{L})(?:mr|mrs|ms|dr|prof|sr|sra|hr|fr|herr|frau|shri|smt))\.)+/iu
