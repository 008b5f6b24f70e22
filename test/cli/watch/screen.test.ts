import { expect, test } from "vitest"
import { screenOn } from "../../../src/cli/watch/screen.ts"

const known = new RegExp(
  ["ESC\\[(\\d+)A", "ESC\\[([KJ])", "ESC\\[\\?2026[hl]", "[^ESC]"].join("|").replaceAll("ESC", "\u001b"),
  "gu"
)

/** A minimal terminal emulator. */
const terminal = () => {
  const lines: Array<string> = [""]
  let row = 0
  let cell = 0
  const put = (letter: string) => {
    lines[row] = (lines[row] ?? "").slice(0, cell).padEnd(cell) + letter + (lines[row] ?? "").slice(cell + 1)
    cell++
  }
  const write = (text: string) => {
    for (const [piece, up, clear] of text.matchAll(known)) {
      if (up !== undefined) row -= Number(up)
      else if (clear !== undefined) {
        lines[row] = (lines[row] ?? "").slice(0, cell)
        if (clear === "J") lines.length = row + 1
      } else if (piece === "\r") cell = 0
      else if (piece === "\n") {
        row++
        cell = 0
        lines[row] ??= ""
      } else if (!piece.startsWith("\u001b")) put(piece)
    }
    if (row < 0) throw new Error("Above the first line")
  }
  return { lines, write }
}

test("permanent lines are above the drawing, which is redrawn in place", () => {
  const { lines, write } = terminal()
  const screen = screenOn(write, () => ({ columns: 20, rows: 10, colours: false }))
  screen.show([], ["one is long", "two", "three"])
  screen.show(["stays"], ["one", "four"])
  expect(lines).toEqual(["stays", "one", "four", ""])
  screen.show(["stays, too"], ["one", "two", "three"])
  expect(lines).toEqual(["stays", "stays, too", "one", "two", "three", ""])
})

test("an unchanged drawing is not written again", () => {
  const written: Array<string> = []
  const screen = screenOn(
    (text) => written.push(text),
    () => ({ columns: 20, rows: 10, colours: false })
  )
  screen.show([], ["one"])
  screen.show([], ["one"])
  expect(written.length).toBe(1)
})

test("a drawing from a wider terminal is replaced after the terminal became narrow", () => {
  const written: Array<string> = []
  let columns = 39
  const screen = screenOn(
    (text) => written.push(text),
    () => ({ columns, rows: 10, colours: false })
  )
  screen.show([], ["x".repeat(39), "short"])
  columns = 19
  screen.show([], ["short"])
  expect(written.at(-1)).toContain("\u001b[3A")
})
