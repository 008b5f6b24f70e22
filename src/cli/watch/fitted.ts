import { styleText } from "node:util"
import { CliOutput } from "effect/cli"
import { singleLine } from "../../platform/observability/Logging.ts"

/** A piece of a line with its style for terminals with colours. */
export type Span = readonly [text: string, style?: Style | undefined]
export type Style = "bold" | "dim" | "green" | "yellow" | "red" | "cyan"

/** A line of spans with at most `width` terminal cells. A longer line is cut between graphemes and ends with an ellipsis. */
export const fitted = (spans: ReadonlyArray<Span>, width: number, colours: boolean): string => {
  const clean = spans.map(([text, style]): Span => [singleLine(text), style])
  const isWhole = cellsOf(clean.map(([text]) => text).join("")) <= width
  let left = isWhole ? width : width - 1
  let line = ""
  for (const [text, style] of clean) {
    const kept = isWhole ? text : cut(text, left)
    line += colours && style !== undefined && kept !== "" ? styleText(style, kept, { validateStream: false }) : kept
    left -= cellsOf(kept)
    if (kept !== text) break
  }
  return isWhole || width < 1 ? line : `${line}…`
}

/** Pads or cuts a text to exactly `width` cells. */
export const column = (text: string, width: number): string => {
  const line = fitted([[text]], width, false)
  return line + " ".repeat(Math.max(0, width - cellsOf(line)))
}

/**
 * Maximum number of cells that any terminal uses for a text. Some terminals draw the parts of a combined grapheme such as क्षि
 * side by side; none draws it wider than that.
 */
export const cellsOf = (text: string): number => {
  let cells = 0
  for (const { segment } of letters.segment(text)) cells += cellsOfLetter(segment)
  return cells
}

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" })

const cellsOfLetter = (letter: string) => {
  if (/^[ -~]$/.test(letter)) return 1
  const parts = [...letter].reduce(
    (cells, part) => cells + (isMark.test(part) ? 0 : Math.max(1, CliOutput.displayWidth(part))),
    0
  )
  return Math.max(parts, CliOutput.displayWidth(letter))
}

// Marks drawn above or below a letter. Spacing marks have a cell of their own.
const isMark = /^[\p{Mn}\p{Me}\p{Cf}]$/u

const cut = (text: string, width: number) => {
  let kept = ""
  let left = width
  for (const { segment } of letters.segment(text)) {
    left -= cellsOfLetter(segment)
    if (left < 0) break
    kept += segment
  }
  return kept
}
