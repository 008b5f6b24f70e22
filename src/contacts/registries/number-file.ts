import type { Info } from "csv-parse"
import { Effect } from "effect"
import { listedNumber } from "../../domain/contacts/listed-number.ts"
import type { Registry } from "../../domain/contacts/registries.ts"
import { CsvProblem } from "../import-csv.ts"
import { parsePieces } from "../parse-pieces.ts"

/**
 * Reads the numbers of a list, a number a line, in pieces so that live calls go on in between. The first line may name
 * the columns; without a name of a phone number, the first column has it.
 */
export const readNumbers = Effect.fn("readNumbers")(function* (
  file: Uint8Array,
  registry: Registry,
  add: (number: string) => void
) {
  let rejected = 0
  let rows = 0
  let column: number | undefined
  const read = (cells: ReadonlyArray<string>) => {
    rows++
    if (column === undefined) {
      const named = cells.findIndex((cell) => phoneColumns.test(cell.trim()))
      column = Math.max(0, named)
      // A first line without digits names the columns.
      if (named >= 0 || !cells.some((cell) => /\d{3}/.test(cell))) return
    }
    const number = listedNumber(cells.slice(column), registry)
    if (number === undefined) rejected++
    else add(number)
  }
  const options = {
    delimiter: [",", ";", "\t"],
    max_record_size: 4_096,
    on_record: (cells: ReadonlyArray<string>, _: Info) => {
      read(cells)
      return null
    },
    relax_quotes: true
  }
  yield* parsePieces(
    file,
    pieceSize,
    options,
    ({ message }) => new CsvProblem({ message: `Line ${rows + 1}: ${message}` })
  )
  return { rejected }
})

const phoneColumns = /^(phone_?number|phone|number|telephone|msisdn|mobile)$/i

/** Number of bytes that are read before other requests are served. */
const pieceSize = 16_384
