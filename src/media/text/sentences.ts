import { completeLength, stripInvisible, stripTags } from "./clean-text.ts"

/**
 * Splits the streamed text of a language model into pieces for synthesis: whole sentences, except
 * that the first piece may be a clause, so that the voice starts early. Joined by spaces, the
 * pieces are the whole text without markup.
 */
export interface SentenceSplitter {
  /** Returns the sentences that the token completes. */
  readonly add: (token: string) => ReadonlyArray<string>
  /** Returns the rest of the text. */
  readonly end: () => ReadonlyArray<string>
}

/** Returns a whole text as it is spoken. */
export const toSpokenText = (text: string): string => {
  const { add, end } = makeSentenceSplitter()
  return [...add(text), ...end()].join(" ")
}

export const makeSentenceSplitter = (): SentenceSplitter => {
  let written = ""
  let raw = ""
  let words: Array<string> = []
  let isFirst = true
  let beginsLine = true
  let isItem = false

  const add = (token: string) => {
    written += token
    return read(completeLength(written))
  }

  const end = () => {
    written += "\n"
    return [...read(written.length), ...cutHere()]
  }

  const read = (length: number) => {
    raw += stripTags(stripInvisible(written.slice(0, length)))
    written = written.slice(length)
    const cut: Array<string> = []
    for (let match = wholeWord.exec(raw); match !== null; match = wholeWord.exec(raw)) {
      raw = raw.slice(match[0].length)
      cut.push(...take(match[1] ?? "", match[2] ?? ""))
    }
    return cut
  }

  const take = (marked: string, space: string): ReadonlyArray<string> => {
    const word = spoken(marked, beginsLine)
    isItem ||= beginsLine && beginsItem.test(marked)
    const cut = word === "" ? [] : say(word)
    const endsLine = space.includes("\n")
    beginsLine = endsLine || (beginsLine && word === "")
    return endsLine ? [...cut, ...endLine()] : cut
  }

  // List items seldom end with a full stop, without which a voice runs on into the next line.
  const endLine = () => {
    const left = cutHere()
    const closed = isItem ? left.map(withStop) : left
    isItem = false
    return closed
  }

  const say = (word: string): ReadonlyArray<string> => {
    const last = words.at(-1)
    const before = last !== undefined && endsBefore(last, word, words.length === 1) ? cutHere() : []
    words.push(word)
    return endsSentence(word) || (isFirst && endsClause(words)) ? [...before, ...cutHere()] : before
  }

  const cutHere = (): ReadonlyArray<string> => {
    if (words.length === 0) return []
    const sentence = words.join(" ")
    words = []
    isFirst = false
    return [sentence]
  }

  return { add, end }
}

// A word is complete once a space follows; after a danda no space is needed.
const wholeWord = /^([^\s।॥]*[।॥]+["'”’)\]*_]*(?![।॥"'”’)\]*_]|$)|[^\s।॥]*(?=\s))(\s*)/

// Minimum length of a clause that is spoken on its own, characters.
const shortestClause = 20

const endsClause = (words: ReadonlyArray<string>) =>
  /[^\d][,;:–—]$|^[–—]$/.test(words.at(-1) ?? "") && [...words.join(" ")].length >= shortestClause

/** Whether a sentence ends with this word, whatever follows. */
const endsSentence = (word: string) => {
  const bare = withoutQuotes(word)
  return /[?!।॥]$/.test(bare) || (bare.endsWith(".") && !neverEnds(bare) && !mayEnd(bare))
}

/** Whether a sentence ended with the last word, now that the next is known. */
const endsBefore = (last: string, next: string, isAlone: boolean) => {
  const bare = withoutQuotes(last)
  if (!mayEnd(bare) || neverEnds(bare)) return false
  // The number of a list item is alone before it.
  if (isNumber(bare)) return !isAlone && !/^\d/.test(next)
  return bare.toLowerCase() === "no." ? !/^\d/.test(next) : /^["'“‘(]?\p{Lu}/u.test(next)
}

const withoutQuotes = (word: string) => word.replace(/^["'“‘([]+|["'”’)\]]+$/g, "")

const withStop = (sentence: string) => {
  const last = withoutQuotes(sentence).at(-1) ?? ""
  if (!/[\p{L}\p{M}\p{N}%]/u.test(last)) return sentence
  return `${sentence}${writtenWithDanda.test(last) ? "।" : "."}`
}

const writtenWithDanda = /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Oriya}]/u

const isNumber = (word: string) => /\d\.$/.test(word)
const isInitial = (word: string) => /^\p{Lu}\.$/u.test(word)
const neverEnds = (word: string) => isInitial(word) || titles.has(word.toLowerCase())
const mayEnd = (word: string) =>
  isNumber(word) || /(\.\.|…)$|^(\p{L}\.){2,}$/u.test(word) || shortened.has(word.toLowerCase())

const setOf = (words: string) => new Set(words.split(" ").map((word) => `${word}.`))

// A word always follows a title; other abbreviations may end a sentence.
const titles = setOf(
  "dr mr mrs ms prof rev hon smt shri sri rs inr st mt vs viz e.g i.e eg ie pvt m/s approx डॉ श्री श्रीमती प्रो रु नं कु"
)
const shortened = setOf(
  "no etc ltd inc co corp jr sr dept ext tel jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri sat sun"
)

/** Returns a word as it is spoken; "" if it is markup only. */
const spoken = (written: string, beginsLine: boolean) => {
  if ((beginsLine && bullet.test(written)) || rule.test(written)) return ""
  const plain = written.replace(link, "").replace(marks, "").replace(emoji, "")
  return isAddress.test(plain) ? plain : plain.replace(emphasis, "")
}

const beginsItem = /^([-*+•]|#{1,6}|\(?\p{N}{1,3}[.)])$/u
const bullet = /^(#{1,6}|[-*+•>]|```\S*)$/
const rule = /^([-*_=]{3,}|\|)$/
const link = /\]\([^)]*\)/g
const marks = /\*\*|~~|[`[\]]/g
// Between letters these characters are part of a name or a product.
const emphasis = /(?<![\p{L}\p{M}\p{N}])[*_]+|[*_]+(?![\p{L}\p{M}\p{N}])/gu
const isAddress = /:\/\/|@|^www\./
const emoji = /(?:\p{Extended_Pictographic}|\p{Regional_Indicator})[\u200d\p{Emoji_Modifier}]*|[\ufe0e\ufe0f\u20e3]/gu
