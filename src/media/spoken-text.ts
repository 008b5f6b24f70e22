import { bytesPerMilli } from "../audio/frames.ts"

/**
 * The sentences of a reply and the audio that says them. Positions are bytes of the audio; where in its sentence a word
 * sounds is guessed from its place in the text.
 */
export interface SpokenText {
  /** The audio from here on says this; the sentence before it is whole. */
  readonly begin: (sentence: string) => void
  readonly add: (audio: Uint8Array) => void
  /** The last sentence is whole. */
  readonly finish: () => void
  readonly length: () => number
  /** Puts the audio from a position on into a frame, as much as there is. */
  readonly read: (from: number, frame: Uint8Array) => void
  /** The words that have sounded before a position. */
  readonly textBefore: (position: number) => string
  /** Where to go on for one who has heard so much: in front of the first word that has not sounded. */
  readonly wordStart: (position: number) => number
}

export const makeSpokenText = (): SpokenText => {
  const chunks: Array<{ readonly from: number; readonly audio: Uint8Array }> = []
  const sentences: Array<Sentence> = []
  let length = 0
  let reading = 0

  const finish = () => {
    const last = sentences.at(-1)
    if (last !== undefined) last.to ??= length
  }

  const begin = (text: string) => {
    finish()
    sentences.push({ text, from: length, to: undefined })
  }

  const add = (audio: Uint8Array) => {
    chunks.push({ from: length, audio })
    length += audio.length
  }

  const read = (from: number, frame: Uint8Array) => {
    // It is read in order, but for those who go back.
    while (reading > 0 && (chunks[reading]?.from ?? length) > from) reading--
    let filled = 0
    for (let chunk = chunks[reading]; chunk !== undefined && filled < frame.length; chunk = chunks[reading]) {
      const start = from + filled - chunk.from
      const part = chunk.audio.subarray(start, start + frame.length - filled)
      frame.set(part, filled)
      filled += part.length
      if (start + part.length >= chunk.audio.length) reading++
    }
  }

  const textBefore = (position: number) =>
    sentences
      .map((sentence) => {
        const last = wordsIn(sentence, length).findLast(({ to }) => to <= position)
        return sentence.text.slice(0, last?.end ?? 0)
      })
      .filter((text) => text !== "")
      .join(" ")

  const wordStart = (position: number) => {
    const next = sentences.flatMap((sentence) => wordsIn(sentence, length)).find(({ to }) => to > position)
    return Math.min(position, next?.from ?? position)
  }

  return { begin, add, finish, length: () => length, read, textBefore, wordStart }
}

interface Sentence {
  readonly text: string
  readonly from: number
  /** While it is unknown, more of it may come. */
  to: number | undefined
}

interface Word {
  /** In the text. */
  readonly end: number
  readonly from: number
  readonly to: number
}

// Where a word sounds is known no better.
const margin = 20 * bytesPerMilli
// As quickly as anyone speaks.
const bytesPerLetter = 50 * bytesPerMilli

/** The words of a sentence, each from well before it sounds until well after. One that has no audio was not said. */
const wordsIn = ({ from, text, to }: Sentence, length: number): ReadonlyArray<Word> => {
  if (to === from) return []
  const span = to === undefined ? Math.max(length - from, text.length * bytesPerLetter) : to - from
  const positionOf = (place: number) => from + (place / text.length) * span
  return Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => {
    const end = index + word.length
    return {
      end,
      from: Math.max(from, Math.floor(positionOf(index)) - margin),
      to: Math.min(to ?? Number.POSITIVE_INFINITY, Math.ceil(positionOf(end)) + margin)
    }
  })
}
