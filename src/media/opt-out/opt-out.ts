import { type SpokenLanguage, spokenLanguage } from "../../domain/campaigns/spoken-languages.ts"
import { normalizeWords } from "../text/normalize-words.ts"
import { nets } from "./languages.ts"
import type { Net } from "./net.ts"
import { isOfOtherRecord } from "./other-records.ts"
import { english } from "./words/english.ts"
import { hindi } from "./words/hindi.ts"

/** The language of a call, or all that the person may speak. */
export type Languages = string | ReadonlyArray<string>

/**
 * Whether the person wants never to be called again. Missing an opt-out means calls against their
 * will; a false one means that they are never called again. So only explicit words count, not
 * limits in time or to one subject.
 */
export const isOptOut = (text: string, languages: Languages): boolean => {
  const plain = text.replace(vocative, "")
  const sentences = (innerEnd.test(plain) ? plain.replace(wordByWord, " ") : plain)
    .replace(invitation, "no;")
    .split(sentenceEnds)
  return listenersFor(languages).some(({ net, wordsIn }) =>
    sentences.some((sentence) => net.isOptOut(wordsIn(sentence)) && !isOfOtherRecord(sentence))
  )
}

/** Whether a whole turn is an opt-out: by its words, or because it has no others, as a bare "stop". */
export const isOptOutTurn = (text: string, languages: Languages): boolean =>
  isOptOut(text, languages) || isBareOptOut(text, languages)

/** Whether the words are an opt-out if the person says no more: "stop, wait a second" is none. */
export const isBareOptOut = (text: string, languages: Languages): boolean =>
  text.length <= longestBareOptOut &&
  listenersFor(languages).some(({ net, wordsIn }) => net.isOptOutAlone(wordsIn(text)))

// Maximum length of a bare opt-out, characters.
const longestBareOptOut = 60

/**
 * Whether the agent promises with this text never to call again; such a promise is binding. A
 * question, a promise for a while or for one subject only, and a sentence that was cut off do not
 * count.
 */
export const promisesNoCalls = (text: string, isCutOff: boolean, languages: Languages): boolean => {
  const statements = (isCutOff ? text.replace(unfinished, "") : text)
    .split(/(?<=[.?!।॥;\n。！？؟۔])/)
    .filter((sentence) => !/[?？؟]/.test(sentence))
  return listenersFor(languages).some(({ net, wordsIn }) =>
    statements
      .filter((sentence) => !net.isCondition(wordsIn(sentence)))
      .filter((sentence) => sentence.split(/[,.!।॥;\n،、，。！۔]/).some((clause) => net.isPromise(wordsIn(clause))))
      .some((sentence) => !isOfOtherRecord(sentence))
  )
}

interface Listener {
  readonly net: Net
  readonly wordsIn: (text: string) => string
}

/** Returns what to listen for in the languages of a call, each once. */
const listenersFor = (languages: Languages): ReadonlyArray<Listener> =>
  typeof languages === "string" ? listenersIn(languages) : [...new Set(languages.flatMap(listenersIn))]

/** Returns the languages to listen for: people switch to English, and in India to Hindi. */
const listenersIn = (code: string): ReadonlyArray<Listener> => {
  const language = spokenLanguage(code)
  const own = language === undefined || language === "en" || language === "hi" ? undefined : nets[language]
  const shared = language === undefined || withHindi.has(language) ? [inEnglish, inHindi] : [inEnglish]
  return own === undefined ? shared : [...shared, { net: own, wordsIn: own.wordsIn }]
}

const withHindi: ReadonlySet<SpokenLanguage> = new Set([
  "bn",
  "en",
  "gu",
  "hi",
  "kn",
  "ml",
  "mr",
  "or",
  "pa",
  "ta",
  "te",
  "ur"
])

const wordsIn = (text: string) => normalizeWords(text).replace(politeWord, "")
const inEnglish: Listener = { net: english, wordsIn }
const inHindi: Listener = { net: hindi, wordsIn }

const unfinished = /[^,.?!।॥;،、，。！？؟۔]*$/u
const sentenceEnds = /[.?!।॥;\n。！？؟۔]+/
// Most results have none, and need no search for words that are written as sentences.
const innerEnd = /[.!]\s/
// A recognizer writes words with pauses between them as sentences: "Stop. Calling. Me."
const wordByWord = /(?<=(?:^|[.?!।॥;,\n])\s*[\p{L}\p{M}'’]+)[.!]+\s+(?=[\p{L}\p{M}'’]+(?:[.!?]|$))/gu

// After "call me" and without a comma, "sir" is the form of address that the person objects to.
const vocative = /,\s*(sir|madam|ma'?am)\b/giu
// "No, call again" invites a call, and "no call again" forbids it.
const invitation = /\bno,(?=\s+(?:please\s+|do\s+)?(?:call|ring|phone)\b)/giu
const politeWord = /(?<!\bcall(ing)? (me|us)) (sir|madam)(?!\S)/g
