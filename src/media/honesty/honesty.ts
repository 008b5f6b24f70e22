import { primaryCode } from "../../domain/campaigns/spoken-languages.ts"
import type { MachineWords } from "./machine-words.ts"
import * as asian from "./words/asian.ts"
import * as european from "./words/european.ts"
import * as indian from "./words/indian.ts"

/** The languages in which the agent knows, besides what the model understands, that it is asked whether it is a machine. */
export const honestLanguages = {
  ar: asian.arabic,
  bn: indian.bengali,
  da: european.danish,
  de: european.german,
  en: european.english,
  es: european.spanish,
  fr: european.french,
  gu: indian.gujarati,
  hi: indian.hindi,
  id: asian.indonesian,
  it: european.italian,
  ja: asian.japanese,
  kn: indian.kannada,
  ko: asian.korean,
  ml: indian.malayalam,
  mr: indian.marathi,
  nl: european.dutch,
  or: indian.odia,
  pa: indian.punjabi,
  pl: european.polish,
  pt: european.portuguese,
  ru: european.russian,
  sv: european.swedish,
  ta: indian.tamil,
  te: indian.telugu,
  th: asian.thai,
  tr: european.turkish,
  ur: indian.urdu,
  vi: asian.vietnamese,
  zh: asian.chinese
} as const satisfies Readonly<Record<string, MachineWords>>

type HonestLanguage = keyof typeof honestLanguages

/** The answer to whether a machine speaks, in the language of a code such as `hi-IN`; in English for others. */
export const machineAnswer = (language: string): string => honestLanguages[languageOf(language) ?? "en"].answer

/** Whether the person asks if a machine speaks: as their whole question, or with more that wants an answer. */
export const asksAboutMachine = (text: string, languages: ReadonlyArray<string>): "whole" | "part" | undefined => {
  const words = wordsOf(text)
  const rules = rulesFor(languages).filter(({ asks }) => asks(words, isQuestion(text)))
  if (rules.length === 0) return undefined
  return rules.some(({ isShort, mentionsMachine }) => isShort(words) && mentionsMachine(words)) ? "whole" : "part"
}

/** Whether the speaker of a sentence claims to be a person, or denies to be a machine. A question claims nothing. */
export const claimsToBePerson = (sentence: string, languages: ReadonlyArray<string>): boolean => {
  const words = wordsOf(sentence)
  return rulesFor(languages).some(({ claims }) => claims(words))
}

const isQuestion = (text: string) => /[?？؟]\s*$/u.test(text)

interface Rules {
  readonly asks: (words: string, isMarked: boolean) => boolean
  readonly claims: (words: string) => boolean
  readonly isShort: (words: string) => boolean
  readonly mentionsMachine: (words: string) => boolean
}

const rulesOf = ({ human, isJoined, machine, not, self, you }: MachineWords): Rules => {
  const has = (part: string) => new RegExp(isJoined ? groupOf(part) : apart(part))
  const near = (first: string, second: string, between: number) =>
    new RegExp(
      isJoined
        ? `${groupOf(first)}.{0,${between * 4}}${groupOf(second)}`
        : `${apart(first)}(?: \\S+){0,${between}} ${apart(second)}`
    )
  const beside = (one: string, other: string, between: number) => {
    const both = [near(one, other, between), near(other, one, between)]
    return (words: string) => both.some((rule) => rule.test(words))
  }
  const isUpTo = (count: number) => (words: string) =>
    isJoined ? words.length <= count * 4 : words.split(" ").length <= count

  const named = new RegExp(isJoined ? groupOf(`${machine}|${human}`) : apart(`${machine}|${human}`), "g")
  const isOnly = (words: string) => words.replaceAll(named, "").trim() === ""
  const machineWords = has(machine)
  const humanWords = has(human)
  const selfWords = has(self)
  const asksMachine = beside(you, machine, 4)
  const asksHuman = beside(you, human, 4)
  const isHuman = beside(self, human, 3)
  const isNoMachine = beside(not, machine, 3)
  const [isAlone, isElliptical] = [isUpTo(4), isUpTo(7)]
  return {
    isShort: isUpTo(12),
    mentionsMachine: (words) => machineWords.test(words),
    asks: (words, isMarked) =>
      asksMachine(words) ||
      asksHuman(words) ||
      (machineWords.test(words) && humanWords.test(words)) ||
      // "The machine is broken" and "sono in macchina" are no questions.
      (isAlone(words) && (isMarked || isOnly(words)) && (machineWords.test(words) || humanWords.test(words))),
    claims: (words) =>
      isHuman(words) ||
      (isNoMachine(words) && (selfWords.test(words) || isElliptical(words))) ||
      (isAlone(words) && humanWords.test(words) && !machineWords.test(words))
  }
}

const groupOf = (part: string) => `(?:${part.split("|").toSorted(longestFirst).map(wordOf).join("|")})`
const wordOf = (written: string) => written.replaceAll("*", "\\S*")
const longestFirst = (one: string, other: string) => other.length - one.length
const apart = (part: string) => `(?<!\\S)${groupOf(part)}(?!\\S)`

const wordsOf = (text: string) =>
  withoutJoiners(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()

const languageOf = (code: string): HonestLanguage | undefined => {
  const short = primaryCode(code)
  return Object.hasOwn(honestLanguages, short) ? (short as HonestLanguage) : undefined
}

// Most people know the English words, and mix them into their own language.
const rulesFor = (languages: ReadonlyArray<string>) => {
  const known = languages.map(languageOf).filter((language) => language !== undefined)
  return [...new Set<HonestLanguage>([...known, "en"])].map(rulesIn)
}

// Made at the first use, because most nodes speak few of the languages.
const made = new Map<HonestLanguage, Rules>()
const rulesIn = (language: HonestLanguage): Rules => {
  const rules = made.get(language) ?? rulesOf(cleaned(honestLanguages[language]))
  made.set(language, rules)
  return rules
}

const withoutJoiners = (text: string) => text.normalize("NFKC").replaceAll(/[\u200c\u200d]/gu, "")

const cleaned = (words: MachineWords): MachineWords => ({
  ...words,
  human: withoutJoiners(words.human),
  machine: withoutJoiners(words.machine),
  not: withoutJoiners(words.not),
  self: withoutJoiners(words.self),
  you: withoutJoiners(words.you)
})
