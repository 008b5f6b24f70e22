import { spokenLanguage, unspacedLanguages } from "../../domain/campaigns/spoken-languages.ts"
import { wordsOf } from "../../domain/text/words.ts"
import { type ConsentWords, consentWords } from "./consent-words.ts"

/** The answer to the question whether a call may be recorded, in any of the languages of the call. */
export type ConsentAnswer = "yes" | "no" | "unclear"

/**
 * Returns what an answer says. A yes is nothing but a yes: words beside it may be a question or a condition. A no is any
 * word of refusal, unless it belongs to a yes such as "no problem".
 */
export const consentAnswer = (text: string, languages: ReadonlyArray<string>): ConsentAnswer => {
  const { fillers, no } = grammarOf(languages)
  const { found, left } = readAnswer(text, languages)
  if (found.some((phrase) => no.has(phrase.replaceAll(" ", "")))) return "no"
  const isQuestion = /[?？؟]\s*$/u.test(text)
  return found.length > 0 && !isQuestion && left.replaceAll(fillers, " ").trim() === "" ? "yes" : "unclear"
}

/** Returns the words of an answer without its yes or no. */
export const besidesConsent = (text: string, languages: ReadonlyArray<string>): string =>
  readAnswer(text, languages).left

const readAnswer = (text: string, languages: ReadonlyArray<string>) => {
  const found: Array<string> = []
  const left = normalized(text).replaceAll(grammarOf(languages).answers, (phrase) => {
    found.push(phrase)
    return " "
  })
  return { found, left }
}

/** Whether the person asks that the call is not recorded. */
export const stopsRecording = (text: string, languages: ReadonlyArray<string>): boolean =>
  grammarOf(languages).stop.test(normalized(text))

const normalized = (text: string) => wordsOf(text).join(" ")

interface Grammar {
  readonly answers: RegExp
  /** The phrases among the answers that are a no, without spaces. */
  readonly no: ReadonlySet<string>
  readonly fillers: RegExp
  readonly stop: RegExp
}

const grammars = new Map<string, Grammar>()

const grammarOf = (languages: ReadonlyArray<string>): Grammar => {
  const codes = [...new Set(languages.map((language) => spokenLanguage(language) ?? "en"))]
  const key = codes.join()
  const known = grammars.get(key)
  if (known !== undefined) return known
  const phrases = (kind: keyof ConsentWords) =>
    codes.flatMap((code) => consentWords[code][kind].map((phrase) => ({ code, words: normalized(phrase) })))
  const answers = [...phrases("yes"), ...phrases("no"), ...["ok", "okay"].map((words) => ({ code: "en", words }))]
  const grammar = {
    answers: new RegExp(anyOf(answers), "g"),
    no: new Set(phrases("no").map(({ words }) => words.replaceAll(" ", ""))),
    fillers: new RegExp(anyOf(phrases("fillers")), "g"),
    // Words of refusal take endings in many languages, so the last word may go on.
    stop: new RegExp(anyOf(phrases("stop"), ""))
  }
  grammars.set(key, grammar)
  return grammar
}

interface Phrase {
  readonly code: string
  readonly words: string
}

// The longest first: "no problem" is no "no".
const anyOf = (phrases: ReadonlyArray<Phrase>, end = wordEnd) =>
  phrases
    .toSorted((one, other) => other.words.length - one.words.length)
    .map(({ code, words }) => (unspacedLanguages.has(code) ? words.replaceAll(" ", " ?") : `(?<!\\S)${words}${end}`))
    .join("|")

const wordEnd = "(?!\\S)"
