import { wordsOf } from "../../../../../src/domain/text/words.ts"
import type { Line } from "./conversation/recorded.ts"

/** Start and end of a part of a text. */
export type Range = readonly [start: number, end: number]

interface Word {
  readonly text: string
  readonly line: number
  readonly start: number
  readonly end: number
}

/**
 * Finds the words of the evidence in the lines of a speaker: case, punctuation and the borders of lines make no
 * difference. Returns the parts of each line by its index; none if they did not say it like that.
 */
export const findEvidence = (
  lines: ReadonlyArray<Line>,
  evidence: string,
  by: Line["role"] = "person"
): ReadonlyMap<number, ReadonlyArray<Range>> => {
  const wanted = wordsOf(evidence)
  const found = new Map<number, Array<Range>>()
  if (wanted.length === 0) return found
  for (const words of turnsOf(lines, by)) {
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

/** Finds the words that show a result: those of the person, or else those of the agent. */
export const findResult = (lines: ReadonlyArray<Line>, evidence: string) => {
  const ofPerson = findEvidence(lines, evidence)
  return ofPerson.size > 0 ? ofPerson : findEvidence(lines, evidence, "agent")
}

/** Joins the parts of lines that several searches found; parts that overlap become one. */
export const joinEvidence = (
  all: ReadonlyArray<ReadonlyMap<number, ReadonlyArray<Range>>>
): ReadonlyMap<number, ReadonlyArray<Range>> => {
  const joined = new Map<number, ReadonlyArray<Range>>()
  for (const line of new Set(all.flatMap((found) => [...found.keys()]))) {
    const ranges: Array<Range> = []
    const found = all.flatMap((one) => one.get(line) ?? []).sort(([one], [other]) => one - other)
    for (const [start, end] of found) {
      const last = ranges.at(-1)
      if (last !== undefined && start <= last[1]) ranges[ranges.length - 1] = [last[0], Math.max(last[1], end)]
      else ranges.push([start, end])
    }
    joined.set(line, ranges)
  }
  return joined
}

/** The words of each turn of a speaker, over the lines that the turn has. */
const turnsOf = (lines: ReadonlyArray<Line>, by: Line["role"]): ReadonlyArray<ReadonlyArray<Word>> => {
  const turns: Array<Array<Word>> = []
  lines.forEach(({ role, text }, line) => {
    if (role !== by) return
    if (lines[line - 1]?.role !== by) turns.push([])
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
