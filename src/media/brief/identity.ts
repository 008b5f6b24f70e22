import { spokenLanguage, unspacedLanguages } from "../../domain/campaigns/spoken-languages.ts"
import { wordsOf } from "../../domain/text/words.ts"
import { consentAnswer } from "../consent/consent.ts"
import type { SpokenMessage } from "../conversation/conversation.ts"
import { machineOf, namesOption } from "../machines/machine-words.ts"
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
 * Neither does a machine, nor what seemed to be a person before it: the greeting of a mailbox gives a name, too.
 */
export const identityShownBy = (messages: ReadonlyArray<SpokenMessage>, called: Called): IdentityAnswer => {
  let isAsked = false
  let shown: IdentityAnswer = "no"
  for (const turn of turnsOf(messages)) {
    if (isByMachine(turn)) {
      isAsked = false
      shown = "no"
    } else if (turn.speaker === "agent") isAsked = !turn.interrupted && asksFor(turn.text, called.name)
    else if (shown !== "yes") shown = isAsked ? answerOf(turn.text, called) : "no"
  }
  return shown
}

/** Whether the last words of the other side are those of a machine, at a time of the call when one may have answered. */
export const isMachineAfterAll = (messages: ReadonlyArray<SpokenMessage>): boolean => {
  const heard = turnsOf(messages).filter(({ speaker }) => speaker === "person")
  const last = heard.at(-1)
  return last !== undefined && heard.length <= turnsOfMachine && isByMachine(last)
}

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
