import { wordsOf } from "../../domain/text/words.ts"
import { phrasesOf, type Words } from "./grammar.ts"
import type { Net } from "./net.ts"

/**
 * The phrases of a language, written as people say them. In a phrase `*` is the rest of a word, `…`
 * is up to three words, `(a|b)` is one of several, `?` makes the letter or group before it optional.
 * ` & ` joins parts that stand near each other in any order, `!` begins a part that must not be in
 * the sentence. Case, accents, apostrophes and spelling variants of the script make no difference.
 */
export interface Phrases {
  /** Wishes that end all calls, whatever else the sentence says. */
  readonly ever: ReadonlyArray<string>
  /** Wishes that end all calls unless a limit is in the sentence: "do not call me at work". */
  readonly plain: ReadonlyArray<string>
  /** Limits of a plain wish, and of a promise: a time, a place, a condition. */
  readonly limits: ReadonlyArray<string>
  /** Times with an end, which limit a plain wish, and "again" or "any more" near them: "do not call again this week". */
  readonly span?: LimitedTime
  /** Signs that the sentence is no wish of the person: "he said", "do not stop calling". */
  readonly denials: ReadonlyArray<string>
  /** Wishes that count only if the turn has no other words. */
  readonly alone: ReadonlyArray<string>
  /** Promises of the agent not to call again. */
  readonly promises: ReadonlyArray<string>
  /** Words that make further wishes and denials, see `grammar.ts`. */
  readonly words?: Words
}

export interface LimitedTime {
  readonly time: string
  readonly again: string
  /** How many words may stand between a time and an "again"; in scripts without spaces, how many characters. */
  readonly within: number
}

/** Up to three of the words, in any order. */
export const some = (words: string): string => `((${words}) ){0,3}`

interface Writing {
  /** The script puts no spaces between words, or recognizers put them anywhere. */
  readonly withoutSpaces?: boolean
  /** Accents tell words apart, as the tones of Vietnamese do. */
  readonly withAccents?: boolean
}

/** Returns a test for phrases, which is compiled at its first use. */
export const matcherOf = (list: ReadonlyArray<string>, writing: Writing = {}, isWhole = false) => {
  // A process hears few of the languages, and commands hear none.
  let isMatch: ((words: string) => boolean) | undefined
  return (words: string) => {
    isMatch ??= compilePhrases(list, writing, isWhole)
    return isMatch(words)
  }
}

/** Returns the net that recognizes the phrases of a language. */
export const netOf = (
  phrases: Phrases,
  writing: Writing = {}
): Net & { readonly wordsIn: (text: string) => string } => {
  const matcher = (list: ReadonlyArray<string>, isWhole = false) => matcherOf(list, writing, isWhole)
  const made = phrases.words === undefined ? undefined : phrasesOf(phrases.words)
  const isEver = matcher([...phrases.ever, ...(made?.ever ?? [])])
  const isPlain = matcher([...phrases.plain, ...(made?.plain ?? [])])
  const isCondition = matcher([...phrases.limits, ...(phrases.span === undefined ? [] : [phrases.span.time])])
  const isDenial = matcher([...phrases.denials, ...(made?.denials ?? [])])
  const isPromise = matcher(phrases.promises)
  const isAgain = matcher([phrases.words?.again ?? []].flat())
  const speaksOfCalls = matcher([phrases.words?.call ?? []].flat())
  return {
    hasWish: (words) => isEver(words) || isPlain(words),
    isForAlways: (words) => isEver(words) || isAgain(words),
    isDenied: (words) => isDenial(words) || isCondition(words),
    speaksOfCalls,
    wordsIn: wordsInSpans(
      (text) => wordsOf(fold(text, writing)).join(writing.withoutSpaces ? "" : " "),
      phrases.span,
      writing
    ),
    isOptOut: (words) =>
      (isEver(words) || (isPlain(words) && !isCondition(words))) &&
      // The agent's own promise may come back as an echo.
      !isDenial(words) &&
      !isPromise(words),
    isOptOutAlone: matcher(phrases.alone, true),
    isPromise,
    isCondition
  }
}

/**
 * Returns a function that returns the words of a text, without an "again" near a time with an end: "do not call again
 * this week" is a plain wish.
 */
export const wordsInSpans = (
  wordsIn: (text: string) => string,
  span: LimitedTime | undefined,
  writing: Writing = {}
): ((text: string) => string) => {
  if (span === undefined) return wordsIn
  let patterns: ReadonlyArray<RegExp> | undefined
  const inClause = (clause: string) => {
    patterns ??= compileSpan(span, writing)
    return patterns.reduce((words, pattern) => words.replace(pattern, "$<time>"), wordsIn(clause))
  }
  return (text) =>
    marks.test(text)
      ? text
          .split(marks)
          .map(inClause)
          .join(writing.withoutSpaces ? "" : " ")
      : inClause(text)
}

const marks = /[,،、，]+/

const compileSpan = ({ again, time, within }: LimitedTime, writing: Writing): ReadonlyArray<RegExp> => {
  const [one, other] = [again, time].map((phrase) => patternOf(phrase, writing))
  // A time after the wish may begin another thought, unless it ends the clause.
  const orders = writing.withoutSpaces
    ? [`(?:${one})(?<time>.?(?:${other}))$`, `(?<time>(?:${other}).{0,${within}})(?:${one})`]
    : [
        `(?<!\\S)(?:${one})(?<time>(?: \\S+){0,${within}} (?:${other}))$`,
        `(?<!\\S)(?<time>(?:${other})(?: \\S+){0,${within}}) (?:${one})(?!\\S)`
      ]
  return orders.map((order) => new RegExp(order, "gu"))
}

/** Returns a test for the phrases of a list. Those with parts are tested after the others. */
const compilePhrases = (list: ReadonlyArray<string>, writing: Writing, isWhole: boolean) => {
  const simple = compileSimple(
    list.filter((phrase) => !phrase.includes(" & ")),
    writing,
    isWhole
  )
  const patterns = new Map<string, RegExp>()
  const patternOfPart = (part: string) => {
    const pattern = patterns.get(part) ?? compileSimple([part], writing, false)
    patterns.set(part, pattern)
    return pattern
  }
  const joined = list
    .filter((phrase) => phrase.includes(" & "))
    .map((phrase) => {
      const parts = phrase.split(" & ")
      return {
        near: parts.filter((part) => !part.startsWith("!")).map(patternOfPart),
        absent: parts.filter((part) => part.startsWith("!")).map((part) => patternOfPart(part.slice(1)))
      }
    })
  return (words: string) =>
    simple.test(words) ||
    joined.some(({ near, absent }) => areNear(near, words) && !absent.some((part) => part.test(words)))
}

// Maximum distance of a part from the first one, characters.
const reach = 60

/** Whether all parts are in the words, each within reach of the first one. */
const areNear = ([first, ...others]: ReadonlyArray<RegExp>, words: string): boolean => {
  if (first === undefined || !others.every((other) => other.test(words))) return false
  return [...words.matchAll(new RegExp(first, "gu"))].some(({ index, 0: found }) => {
    // Whole words, so that none of them begins in the middle of another.
    const start = words.lastIndexOf(" ", Math.max(0, index - reach)) + 1
    const end = words.indexOf(" ", index + found.length + reach)
    const near = words.slice(start, end < 0 ? undefined : end)
    return others.every((other) => other.test(near))
  })
}

const compileSimple = (list: ReadonlyArray<string>, writing: Writing, isWhole: boolean): RegExp => {
  if (list.length === 0) return /(?!)/
  const all = list.map((phrase) => patternOf(phrase, writing)).join("|")
  if (isWhole) return new RegExp(`^(?:${all})$`, "u")
  return writing.withoutSpaces ? new RegExp(all, "u") : new RegExp(`(?<!\\S)(?:${all})(?!\\S)`, "u")
}

const patternOf = (phrase: string, writing: Writing) => {
  const folded = fold(phrase, writing).replaceAll(/['’]/g, "")
  return writing.withoutSpaces
    ? folded.replaceAll(/\s+/g, "").replaceAll("…", ".{0,8}")
    : folded.replaceAll("*", "\\S*").replaceAll(" …", "(?: \\S+){0,3}")
}

/** Returns a text in which variants of a letter are the same letter. */
const fold = (text: string, { withAccents = false }: Writing) => {
  const plain = text.toLowerCase().normalize("NFD").replace(signs, "")
  const letters = (withAccents ? plain : plain.replace(accents, "")).normalize("NFC")
  return letters.replace(variants, (letter) => letterOf.get(letter) ?? letter)
}

const accents = /[\u0300-\u036f]/g
// Arabic vowel signs and the hamza above a letter; nuktas of Indian scripts; the Gurmukhi addak;
// zero-width joiners.
const signs = /[\u0640\u064b-\u065f\u0670\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0a71\u200b-\u200d]/g

const variantTable: Readonly<Record<string, string>> = {
  // Arabic and Urdu keyboards.
  ی: "يىے",
  ک: "ك",
  ه: "ہةۃۂ",
  ا: "ٱ",
  // Latin letters that are letters of their own.
  i: "ı",
  l: "ł",
  // Malayalam chillu letters.
  ന്: "ൻ",
  ര്: "ർ",
  ല്: "ൽ",
  ള്: "ൾ",
  ണ്: "ൺ",
  // Devanagari signs of nasal sounds; bindi and tippi.
  "\u0902": "\u0901",
  "\u0a02": "\u0a70",
  // Traditional Chinese.
  电: "電",
  话: "話",
  给: "給",
  来: "來",
  请: "請",
  从: "從",
  删: "刪",
  号: "號",
  码: "碼",
  单: "單",
  骚: "騷",
  扰: "擾",
  让: "讓",
  联: "聯",
  系: "繫係",
  络: "絡",
  会: "會",
  别: "別",
  们: "們",
  个: "個",
  没: "沒",
  说: "說説",
  后: "後",
  过: "過",
  点: "點",
  时: "時",
  间: "間",
  么: "麼",
  为: "為",
  问: "問",
  关: "關",
  听: "聽"
}

const letterOf: ReadonlyMap<string, string> = new Map(
  Object.entries(variantTable).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const))
)
const variants = new RegExp(`[${[...letterOf.keys()].join("")}]`, "gu")
