import { type SpokenLanguage, spokenLanguage } from "../../domain/campaigns/spoken-languages.ts"
import { hasWords } from "../../domain/text/words.ts"
import { toSpokenText } from "../text/sentences.ts"
import * as european from "./european-lines.ts"
import { inboundLinesIn } from "./inbound-lines.ts"
import * as indian from "./indian-lines.ts"
import type { LanguageLines, LineTexts } from "./line-texts.ts"
import * as other from "./other-lines.ts"
import { type TransferLines, transferLinesIn } from "./transfer-lines.ts"

/** A line that is the same for all calls in a language. */
export type CommonLine = keyof LineTexts | keyof TransferLines

/** A line that the agent says without the model. */
export type FixedLine = OwnLine | CommonLine

/** A line of the flow: its first words, its message for a voicemail, and how it introduces itself to an assistant. */
export type OwnLine = "opening" | "message" | "introduction"

export const isOwnLine = (line: FixedLine): line is OwnLine =>
  line === "opening" || line === "message" || line === "introduction"

/** Returns a line in a flow's language, or in English if the language is not supported. */
export const fixedLineText = (language: string, line: CommonLine): string =>
  ({ ...linesIn(language), ...transferLinesIn(spokenLanguage(language) ?? "en") })[line]

/** Returns the lines that any call in a language may have. */
export const fixedLineTexts = (language: string): ReadonlyArray<string> => {
  const {
    "cut off": _cutOff,
    "may record": _mayRecord,
    greeting: _greeting,
    reminder: _reminder,
    ...texts
  } = linesIn(language)
  return Object.values(texts)
}

/**
 * Returns an opening as it is spoken: on one line, without markup and without the braces of unknown
 * placeholders. An opening without words becomes a greeting.
 */
export const openingText = (language: string, text: string): string => {
  const opening = toSpokenText(text.replaceAll(/[{}]/g, "")).replaceAll(/ (?=[.,!?।۔؟،])/g, "")
  return hasWords(opening) ? opening : linesIn(language).greeting
}

/** Returns an opening that begins with an apology for the last call, which our side had to end. */
export const openingAfterCut = (language: string, opening: string): string =>
  `${linesIn(language)["cut off"]} ${opening}`

/** Returns an opening for a person who calls back. */
export const openingToCaller = (language: string, opening: string): string =>
  `${inboundLinesIn(spokenLanguage(language) ?? "en")["called back"]} ${opening}`

/** Returns the short message for a person who calls, and for whom there is no conversation. */
export const shortMessage = (language: string, mayOptOut: boolean): string => {
  const lines = inboundLinesIn(spokenLanguage(language) ?? "en")
  return mayOptOut ? `${lines["no conversation"]} ${lines["opt-out key"]}` : lines["no conversation"]
}

/** Returns an opening that begins with the reason of the call: the person promised something for a day. */
export const openingOfReminder = (language: string, date: string, opening: string): string => {
  const day = new Intl.DateTimeFormat(spokenLanguage(language) === undefined ? "en" : language, {
    timeZone: "UTC",
    weekday: "long",
    day: "numeric",
    month: "long"
  }).format(Date.parse(`${date}T00:00:00Z`))
  return `${linesIn(language).reminder.replace("{date}", day)} ${opening}`
}

const linesIn = (language: string): LanguageLines => lines[spokenLanguage(language) ?? "en"]

const lines: Readonly<Record<SpokenLanguage, LanguageLines>> = {
  ar: other.arabic,
  bn: indian.bengali,
  de: european.german,
  en: european.english,
  es: european.spanish,
  fr: european.french,
  gu: indian.gujarati,
  hi: indian.hindi,
  id: other.indonesian,
  it: european.italian,
  ja: other.japanese,
  kn: indian.kannada,
  ko: other.korean,
  ml: indian.malayalam,
  mr: indian.marathi,
  nl: european.dutch,
  or: indian.odia,
  pa: indian.punjabi,
  pl: european.polish,
  pt: european.portuguese,
  ru: european.russian,
  ta: indian.tamil,
  te: indian.telugu,
  th: other.thai,
  tr: other.turkish,
  ur: indian.urdu,
  vi: other.vietnamese,
  zh: other.chinese
}
