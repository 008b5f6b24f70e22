import { wordsOf } from "../../../../../src/domain/text/words.ts"
import type { Line } from "./recorded.ts"

/** Start and end of a part of a text. */
export type Range = readonly [start: number, end: number]

interface Word {
  readonly text: string
  readonly line: number
  readonly start: number
  readonly end: number
}

/**
 * Finds the words of the evidence in the lines of the person: case, punctuation and the borders of lines make no
 * difference. Returns the parts of each line by its index; none if the person did not say it like that.
 */
export const findEvidence = (
  lines: ReadonlyArray<Line>,
  evidence: string
): ReadonlyMap<number, ReadonlyArray<Range>> => {
  const wanted = wordsOf(evidence)
  const found = new Map<number, Array<Range>>()
  if (wanted.length === 0) return found
  for (const words of turnsOfPerson(lines)) {
    for (let at = 0; at + wanted.length <= words.length; at++) {
      if (!wanted.every((word, offset) => words[at + offset]?.text === word)) continue
      mark(found, words.slice(at, at + wanted.length))
      at += wanted.length - 1
    }
  }
  return found
}

const mark = (found: Map<number, Array<Range>>, words: ReadonlyArray<Word>) => {
  for (const line of new Set(words.map((word) => word.line))) {
    const ofLine = words.filter((word) => word.line === line)
    const range: Range = [ofLine[0]?.start ?? 0, ofLine.at(-1)?.end ?? 0]
    found.set(line, [...(found.get(line) ?? []), range])
  }
}

/** The words of each turn of the person, over the lines that the turn has. */
const turnsOfPerson = (lines: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<Word>> => {
  const turns: Array<Array<Word>> = []
  lines.forEach(({ role, text }, line) => {
    if (role !== "person") return
    if (lines[line - 1]?.role !== "person") turns.push([])
    for (const { 0: word, index: start } of text.matchAll(spoken)) {
      for (const part of wordsOf(word)) turns.at(-1)?.push({ text: part, line, start, end: start + word.length })
    }
  })
  return turns
}

// The characters that `wordsOf` leaves together.
const spoken = /[\p{L}\p{M}\p{N}'’‘`\u200c\u200d]+/gu

/** Cuts a text into marked and other pieces. */
export const pieces = (text: string, ranges: ReadonlyArray<Range>) => {
  const found: Array<{ readonly text: string; readonly isMarked: boolean }> = []
  let at = 0
  for (const [start, end] of ranges) {
    if (start > at) found.push({ text: text.slice(at, start), isMarked: false })
    found.push({ text: text.slice(start, end), isMarked: true })
    at = end
  }
  if (at < text.length) found.push({ text: text.slice(at), isMarked: false })
  return found
}
