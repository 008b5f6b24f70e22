import { isDeepStrictEqual, stripVTControlCharacters } from "node:util"
import { Effect, type Scope } from "effect"
import { cellsOf } from "./fitted.ts"

/** A terminal with permanent lines and, below them, a drawing that is updated in place. */
export interface Screen {
  readonly size: () => { readonly columns: number; readonly rows: number; readonly colours: boolean }
  /** Adds permanent lines and replaces the drawing. Neither may be wider than the screen. */
  readonly show: (permanent: ReadonlyArray<string>, drawing: ReadonlyArray<string>) => void
}

/** The terminal, if stdout is one. Shows the cursor again when the scope closes or the process ends. */
export const openScreen: Effect.Effect<Screen | undefined, never, Scope.Scope> = Effect.suspend(() => {
  const { stdout } = process
  if (!stdout.isTTY || process.env.TERM === "dumb") return Effect.succeed(undefined)
  const restore = () => stdout.write(showCursor)
  return Effect.acquireRelease(
    Effect.sync(() => {
      stdout.write(hideCursor)
      process.on("exit", restore)
      return screenOn(
        (text) => stdout.write(text),
        () => ({
          // Some terminals wrap a line that fills the last cell.
          columns: (stdout.columns || 80) - 1,
          rows: (stdout.rows || 24) - 1,
          colours: stdout.hasColors()
        })
      )
    }),
    () =>
      Effect.sync(() => {
        process.off("exit", restore)
        restore()
      })
  )
})

/** Writes each line over the old one, so that nothing flickers. */
export const screenOn = (write: (text: string) => void, size: Screen["size"]): Screen => {
  let drawn: ReadonlyArray<string> = []
  let drawnColumns = 0
  return {
    size,
    show: (permanent, drawing) => {
      const { columns } = size()
      if (permanent.length === 0 && columns === drawnColumns && isDeepStrictEqual(drawing, drawn)) return
      drawnColumns = columns
      // Lines drawn on a wider screen may take several rows after a resize.
      const rows = drawn.reduce(
        (sum, line) => sum + Math.max(1, Math.ceil(cellsOf(stripVTControlCharacters(line)) / (columns + 1))),
        0
      )
      const lines = [...permanent, ...drawing].map((line) => `${line}${clearToEnd}\n`)
      drawn = drawing
      write(`${beginUpdate}\r${rows === 0 ? "" : `\u001b[${rows}A`}${lines.join("")}${clearBelow}${endUpdate}`)
    }
  }
}

// Terminals that know these sequences show the update at once; others ignore them.
const beginUpdate = "\u001b[?2026h"
const endUpdate = "\u001b[?2026l"
const clearToEnd = "\u001b[K"
const clearBelow = "\u001b[J"
const hideCursor = "\u001b[?25l"
const showCursor = "\u001b[?25h"
