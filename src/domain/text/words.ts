/** The words of a text, normalised for comparison: punctuation, case and variant spellings make no difference. */
export const wordsOf = (text: string): ReadonlyArray<string> => {
  if (text !== last.text) last = { text, words: splitWords(text) }
  return last.words
}

// The rules of a turn ask for the words of the same text one after another.
let last: { readonly text: string; readonly words: ReadonlyArray<string> } = { text: "", words: [] }

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFC")
    .replace(joiners, "")
    .replaceAll("ँ", "ं")
    .split(between)
    .filter((word) => word !== "")

/** Returns a text without the accents of its letters. */
export const withoutAccents = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")

/** Whether a text contains a quote as one unbroken sequence of words, whatever their case, punctuation or spelling. */
export const containsQuote = (text: string, quote: string): boolean => {
  const wanted = wordsOf(quote).join(" ")
  return wanted !== "" && ` ${wordsOf(text).join(" ")} `.includes(` ${wanted} `)
}

/** Whether the text contains anything to speak. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

// Dropped, because "don't" equals "dont" and फ़ोन equals फोन, and because zero-width joiners only change how letters
// look.
const joiners = /['’‘`\u093c\u200c\u200d]/g
const between = /[^\p{L}\p{M}\p{N}]+/u
