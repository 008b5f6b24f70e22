import { type SpokenLanguage, spokenLanguage } from "../../domain/campaigns/spoken-languages.ts"
import { normalizeWords } from "../text/normalize-words.ts"
import { type Clause, clausesIn } from "./clauses.ts"
import { nets } from "./languages.ts"
import { beforeMessages } from "./messages.ts"
import type { Net } from "./net.ts"
import { isOfOtherRecord, speaksOfCalls } from "./other-records.ts"
import { wordsInSpans } from "./phrases.ts"
import { english, insults } from "./words/english.ts"
import { hindi, hindiSpan } from "./words/hindi.ts"

/** The language of a call, or all that the person may speak. */
export type Languages = string | ReadonlyArray<string>

/**
 * Whether the person wants never to be called again. Missing an opt-out means calls against their
 * will; a false one means that they are never called again. So only explicit words count, not
 * limits in time or to one subject.
 */
export const isOptOut = (text: string, languages: Languages): boolean => {
  if (text !== last.text || languages !== last.languages) last = { text, languages, isWish: findsWish(text, languages) }
  return last.isWish
}

// Several rules ask about the same words, one after another.
let last: { readonly text: string; readonly languages: Languages; readonly isWish: boolean } = {
  text: "",
  languages: "",
  isWish: false
}

const findsWish = (text: string, languages: Languages): boolean => {
  const plain = text.replace(vocative, "")
  const sentences = (innerEnd.test(plain) ? plain.replace(wordByWord, " ") : plain)
    .replace(invitation, "no;")
    .split(sentenceEnds)
  return listenersFor(languages).some((listener) => sentences.some((sentence) => isWish(listener, sentence)))
}

/** Whether a sentence is an opt-out, or has a clause that is one for itself. */
const isWish = (listener: Listener, sentence: string) =>
  listener.net.hasWish(listener.wordsIn(sentence)) &&
  (isWhole(listener, sentence) || hasOwnClause(listener, sentence) || wantsMessages(listener, sentence))

const isWhole = ({ net, wordsIn }: Listener, sentence: string) =>
  net.isOptOut(wordsIn(sentence)) && !isOfOtherRecord(sentence)

/** Whether the person wants messages instead of calls. */
const wantsMessages = (listener: Listener, sentence: string) =>
  beforeMessages(sentence).some((wish) => isWhole(listener, wish) && !speaksOfCalls(sentence.slice(wish.length)))

/**
 * Whether a clause is an opt-out although other words of the sentence deny or limit it. After a "but" those before it
 * do not count: "I don't mind your voice, but stop calling me". Elsewhere they do not if they are about calls
 * themselves and the wish is for always: "no calls before nine, and never call me again". Those after a wish always
 * count: "never call again, my brother said".
 */
const hasOwnClause = (listener: Listener, sentence: string): boolean => {
  const { clausesOf, net, wordsIn } = listener
  return clausesOf(sentence).some(({ afterwards, before, isTurn, text }) => {
    if (!isWhole(listener, afterwards)) return false
    const denial = wordsIn(before)
    return isTurn || (net.isForAlways(wordsIn(text)) && net.speaksOfCalls(denial) && net.isDenied(denial))
  })
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
  readonly clausesOf: (sentence: string) => ReadonlyArray<Clause>
}

/** Returns the listeners for the languages of a call, each once. */
const listenersFor = (languages: Languages): ReadonlyArray<Listener> =>
  typeof languages === "string" ? listenersIn(languages) : [...new Set(languages.flatMap(listenersIn))]

/** Returns the listeners for a language and those to which its speakers switch: English, and in India Hindi. */
const listenersIn = (code: string): ReadonlyArray<Listener> => {
  const language = spokenLanguage(code)
  const own = language === undefined || language === "en" || language === "hi" ? undefined : nets[language]
  const shared = language === undefined || withHindi.has(language) ? [inEnglish, inHindi] : [inEnglish]
  if (own === undefined || language === undefined) return shared
  const listener = listeners.get(language) ?? { net: own, wordsIn: own.wordsIn, clausesOf: clausesIn(language) }
  listeners.set(language, listener)
  return [...shared, listener]
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
const inEnglish: Listener = { net: english, wordsIn, clausesOf: clausesIn("en") }
const inHindi: Listener = { net: hindi, wordsIn: wordsInSpans(wordsIn, hindiSpan), clausesOf: clausesIn("hi") }
const listeners = new Map<SpokenLanguage, Listener>()

const unfinished = /[^,.?!।॥;،、，。！？؟۔]*$/u
const sentenceEnds = /[.?!।॥;\n。！？؟۔]+/
// Most results have none, and need no search for words that are written as sentences.
const innerEnd = /[.!]\s/
// A recognizer writes words with pauses between them as sentences: "Stop. Calling. Me."
const wordByWord = /(?<=(?:^|[.?!।॥;,\n])\s*[\p{L}\p{M}'’]+)[.!]+\s+(?=[\p{L}\p{M}'’]+(?:[.!?]|$))/gu

// After "call me" and without a comma, "sir" is the form of address that the person objects to.
const vocative = new RegExp(`,\\s*(sir|madam|ma'?am|dear|darling|honey|sweetheart|love|baby|${insults})\\b`, "giu")
// "No, call again" invites a call, and "no call again" forbids it.
const invitation = /\bno,(?=\s+(?:please\s+|do\s+)?(?:call|ring|phone)\b)/giu
const politeWord = /(?<!\bcall(ing)? (me|us)) (sir|madam)(?!\S)/g
