import type { Info, Options } from "csv-parse"
import { Effect } from "effect"
import { listedNumbers } from "../../domain/contacts/listed-number.ts"
import type { Registry } from "../../domain/contacts/registries.ts"
import { CsvProblem, repeatedColumn, scanCsv } from "../imports/import-csv.ts"
import { lineAfter, parsePieces, type Separator, syntaxProblem } from "../imports/parse-pieces.ts"

/** How the rows of a file are written, and which column has what. */
export interface NumberLayout {
  readonly delimiter: ReadonlyArray<Separator>
  /** Whether a quote within a value is a part of it. */
  readonly looseQuotes: boolean
  /** The columns of the values, from 0. A list has the number only. */
  readonly columns: { readonly phoneNumber: number; readonly reason?: number; readonly expiresAt?: number }
}

/** Some whole rows of a file. */
export interface FilePiece {
  readonly firstIndex: number
  readonly bytes: Uint8Array
}

/** A row without a valid number, or with another value that is not valid. */
export interface RejectedRow {
  readonly index: number
  readonly phoneNumber: string | null
  readonly reason: string
}

export interface SplitFile {
  readonly layout: NumberLayout
  /** Number of rows, without a line that names the columns. */
  readonly total: number
  readonly pieces: ReadonlyArray<FilePiece>
}

/** Divides a CSV file with numbers for Do Not Contact. */
export const splitEntries = Effect.fn("splitEntries")(function* (file: Uint8Array, partBytes = usualPartBytes) {
  const cuts = makeCuts(partBytes)
  const mapping = { phone_number: "phoneNumber", expires_at: "expiresAt" }
  const { columns, header, headerEnd, separator } = yield* scanCsv(file, mapping, cuts.add)
  const names = ["phoneNumber", "reason", "expiresAt"] as const
  const [phoneNumber = -1, reason = -1, expiresAt = -1] = names.map((name) => columns.indexOf(name))
  const problem =
    phoneNumber < 0
      ? "the column phoneNumber is missing; the first line must name the columns"
      : repeatedColumn(columns, header, names)
  if (problem !== undefined) return yield* new CsvProblem({ message: `Line ${lineAfter(file, 0)}: ${problem}` })
  const layout: NumberLayout = {
    delimiter: [separator],
    looseQuotes: false,
    columns: { phoneNumber, ...(reason >= 0 && { reason }), ...(expiresAt >= 0 && { expiresAt }) }
  }
  return { layout, ...cuts.piecesOf(file, headerEnd) }
})

/**
 * Divides the list of a registry, a number a line. The first line may name the columns; without a name of a phone number,
 * the first column has it. A file without a single number is refused: as a list it would block no number.
 */
export const splitList = Effect.fn("splitList")(function* (
  file: Uint8Array,
  registry: Registry,
  partBytes = usualPartBytes
) {
  // In UTF-16 each digit has a NUL character.
  if (file.includes(0))
    return yield* new CsvProblem({ message: "The file has NUL characters; save it as text in UTF-8" })
  const cuts = makeCuts(partBytes)
  let column: number | undefined
  let headerEnd = 0
  let hasNumber = false
  let repeated: string | undefined
  yield* readRows(file, { delimiter: [",", ";", "\t"], looseQuotes: true }, (cells, end) => {
    // All numbers up to the next quote would be missing, and people who object would be called.
    if (cells.some((cell) => /[\r\n]/.test(cell)))
      throw Object.assign(new Error("A quote is not closed in its line"), { code: "CSV_QUOTE_NOT_CLOSED" })
    if (column === undefined) {
      const columns = cells.map((cell) => (phoneColumns.test(cell.trim()) ? "phone numbers" : undefined))
      const named = columns.indexOf("phone numbers")
      repeated = repeatedColumn(columns, cells)
      column = Math.max(0, areaColumns.test((cells[named - 1] ?? "").trim()) ? named - 1 : named)
      // A first line without digits names the columns.
      if (named >= 0 || !cells.some((cell) => /\d{3}/.test(cell))) {
        headerEnd = end
        return
      }
    }
    hasNumber ||= listedNumbers(cells.slice(column), registry).length > 0
    cuts.add(end)
  })
  if (repeated !== undefined) return yield* new CsvProblem({ message: `Line ${lineAfter(file, 0)}: ${repeated}` })
  if (!hasNumber) {
    const expected = "write a number a line, in E.164 or as its country does"
    return yield* new CsvProblem({
      message: `The file has no phone number of the registry ${registry.code}; ${expected}`
    })
  }
  const layout: NumberLayout = {
    delimiter: [",", ";", "\t"],
    looseQuotes: true,
    columns: { phoneNumber: column ?? 0 }
  }
  return { layout, ...cuts.piecesOf(file, headerEnd) }
})

const phoneColumns =
  /^(?:(?:(?:(?:mobile|cell)[ _-]?)?phone|telephone|mobile|cell)(?:[ _-]?(?:number|no\.?))?|number|msisdn)$/i

/** Names of a column that has the area code, before that of the rest of the number. */
const areaColumns = /^(?:area[ _-]?code|npa)$/i

/** Reads the rows of a file or of a piece, a few at a time so that live calls go on in between. */
export const readRows = (
  bytes: Uint8Array,
  { delimiter, looseQuotes }: Pick<NumberLayout, "delimiter" | "looseQuotes">,
  onRow: (cells: ReadonlyArray<string>, end: number) => void
): Effect.Effect<void, CsvProblem> => {
  let rowsEnd = 0
  const maximumRecordSize = looseQuotes ? 4_096 : 65_536
  const options: Options = {
    delimiter: [...delimiter],
    max_record_size: maximumRecordSize,
    relax_quotes: looseQuotes,
    on_record: (cells: ReadonlyArray<string>, { bytes: end }: Info) => {
      onRow(cells, end)
      rowsEnd = end
      return null
    }
  }
  const toProblem = (error: Error) => {
    const problem = syntaxProblem(error, { separators: delimiter, maximumRecordSize })
    return new CsvProblem({ message: `Line ${lineAfter(bytes, rowsEnd)}: ${problem}` })
  }
  return parsePieces(bytes, pieceSize, options, toProblem)
}

/** Number of bytes that are parsed before other requests are served. */
const pieceSize = 16_384

/** Collects where a file is cut: after whole rows. */
const makeCuts = (partBytes: number) => {
  const cuts: Array<{ readonly end: number; readonly rows: number }> = []
  let start = 0
  let end = 0
  let rows = 0
  return {
    add: (rowEnd: number) => {
      rows++
      end = rowEnd
      if (rowEnd - start < partBytes) return
      cuts.push({ end, rows })
      start = end
    },
    piecesOf: (file: Uint8Array, headerEnd: number) => {
      const pieces: Array<FilePiece> = []
      let from = { end: headerEnd, rows: 0 }
      for (const cut of [...cuts, ...(end > (cuts.at(-1)?.end ?? 0) ? [{ end, rows }] : [])]) {
        pieces.push({ firstIndex: from.rows, bytes: file.subarray(from.end, cut.end) })
        from = cut
      }
      return { total: rows, pieces }
    }
  }
}

/** Size from which a part of a file is complete, bytes: some 8,000 numbers. */
const usualPartBytes = 131_072
