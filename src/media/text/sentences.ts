import { monthAfterDay, shortened, titles } from "./abbreviations.ts"
import { completeLength, stripInvisible, stripTags } from "./clean-text.ts"
import { closers, joinSentences, openers, sentenceEnds } from "./sentence-marks.ts"

/**
 * Splits the streamed text of a language model into pieces for synthesis: whole sentences, except
 * that the first piece may be a clause, so that the voice starts early. Joined, the pieces are the
 * whole text without markup.
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
  return joinSentences([...add(text), ...end()])
}

export const makeSentenceSplitter = (): SentenceSplitter => {
  let written = ""
  let raw = ""
  let words: Array<string> = []
  let sentence = ""
  let isSpaced = false
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
    isSpaced ||= space !== ""
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
    sentence += words.length > 0 && isSpaced ? ` ${word}` : word
    words.push(word)
    isSpaced = false
    return endsSentence(word) || (isFirst && endsClause(word, sentence)) ? [...before, ...cutHere()] : before
  }

  const cutHere = (): ReadonlyArray<string> => {
    if (words.length === 0) return []
    const whole = sentence
    words = []
    sentence = ""
    isFirst = false
    return [whole]
  }

  return { add, end }
}

// Scripts that are written without spaces between words.
const dense = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`
// Marks after which a word is complete without a space.
const endMarks = "।॥۔؟。｡？！"
const breaks = `${endMarks}，、；：`
const afterBreak = String.raw`?!.…"'”’»›)\]」』】）*_`

// Otherwise a word is complete once a space follows.
const wholeWord = new RegExp(
  [
    String.raw`^([^\s${breaks}]*?[?!]+["'”’)\]]*(?=[${dense}])`,
    String.raw`[^\s${breaks}]*[${breaks}]+[${afterBreak}]*(?![${breaks}${afterBreak}]|$)`,
    String.raw`[^\s${breaks}]*(?=\s))(\s*)`
  ].join("|"),
  "u"
)

// Minimum length of a clause that is spoken on its own, characters. One of a dense script sounds as long as three.
const shortestClause = 20
const denseLetters = new RegExp(`[${dense}]`, "gu")

const endsClause = (last: string, clause: string) =>
  /[^\p{Nd}][,;:–—،؛，、；：]$|^[–—]$/u.test(last) &&
  [...clause.replace(denseLetters, "$&$&$&")].length >= shortestClause

/** Whether a sentence ends with this word, whatever follows. */
const endsSentence = (word: string) => {
  const bare = withoutQuotes(word)
  return endsAlways.test(bare) || (bare.endsWith(".") && !neverEnds(bare) && !mayEnd(bare))
}

// A Thai sentence has no mark at its end, but an agent is polite, and so ends it with one of these words.
const endsAlways = new RegExp(String.raw`[${sentenceEnds.replace(".", "")}]$|\p{Script=Thai}(ครับ|ค่ะ|คะ)$`, "u")

/** Whether a sentence ended with the last word, now that the next is known. */
const endsBefore = (last: string, next: string, isAlone: boolean) => {
  const bare = withoutQuotes(last)
  if (!mayEnd(bare) || neverEnds(bare)) return false
  // The number of a list item is alone before it.
  if (isNumber(bare)) return !isAlone && !/^[\p{Nd}\p{Ll}]/u.test(next) && !isDay(bare, next)
  return bare.toLowerCase() === "no." ? !/^\p{Nd}/u.test(next) : beginsSentence.test(next)
}

const beginsSentence = new RegExp(String.raw`^[${openers}]*\p{Lu}`, "u")
const isDay = (number: string, next: string) => /^\d{1,2}\.$/.test(number) && monthAfterDay.test(next)

const quotes = new RegExp(`^[${openers}]+|[${closers}]+$`, "g")
const withoutQuotes = (word: string) => word.replace(quotes, "")

const withStop = (sentence: string) => {
  const last = withoutQuotes(sentence).at(-1) ?? ""
  if (!/[\p{L}\p{M}\p{N}%]/u.test(last)) return sentence
  if (new RegExp(`[${dense}]`, "u").test(last)) return `${sentence}。`
  return `${sentence}${writtenWithDanda.test(last) ? "।" : "."}`
}

const writtenWithDanda = /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Oriya}]/u

const isNumber = (word: string) => /\p{Nd}\.$/u.test(word)
// In Arabic script single letters are titles, such as د. of a doctor.
const isInitial = (word: string) => /^(\p{Lu}|(?=\p{Lo})\p{Script=Arabic})\.$/u.test(word)
const neverEnds = (word: string) => isInitial(word) || titles.has(word.toLowerCase())
const mayEnd = (word: string) =>
  isNumber(word) || /(\.\.|…)$|^(\p{L}\.){2,}$/u.test(word) || shortened.has(word.toLowerCase())

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
