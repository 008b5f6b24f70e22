import type { SpokenTime } from "../contract/TextToSpeech.ts"

/** A word of a text, as a voice reports it: it sounds until this time after the first audio. */
export interface SpokenWord {
  readonly text: string
  readonly untilMillis: number
}

/** Returns a function that finds the words of a text in their order. Words that are not in it are skipped. */
export const makeWordTimes = (text: string) => {
  let from = 0
  return (words: ReadonlyArray<SpokenWord>): ReadonlyArray<SpokenTime> =>
    words.flatMap((word) => {
      const at = text.indexOf(word.text, from)
      if (word.text === "" || at < 0) return []
      from = at + word.text.length
      // Most voices omit the marks after a word.
      from += marks.exec(text.slice(from))?.[0].length ?? 0
      return [{ characters: from, untilMillis: word.untilMillis }]
    })
}

const marks = /^[^\p{L}\p{M}\p{N}\s]*/u
