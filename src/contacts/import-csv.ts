import { isUtf8 } from "node:buffer"
import type { CsvError, Info } from "csv-parse"
import { Effect, Schema } from "effect"
import { unpunctuated } from "../domain/calendar/phone-number.ts"
import { consentColumns, contactFields } from "./import-rows.ts"
import { parsePieces } from "./parse-pieces.ts"

/** The file does not contain a table of contacts. The message names the problem and its line. */
export class CsvProblem extends Schema.TaggedError<CsvProblem>()("CsvProblem", { message: Schema.String }) {}

/** The cells of a row by column name. Empty cells are left out. */
export type CsvRow = Readonly<Record<string, string>>

/** Names a column of the file otherwise: as a field of a contact or a key of its metadata. An empty name leaves it out. */
export type ColumnMapping = Readonly<Record<string, string>>

/** Reads the rows of a CSV file for an import. Phone numbers may be written as people write them. */
export const readCsv = Effect.fn("readCsv")(function* (file: Uint8Array, mapping: ColumnMapping = {}) {
  const { rows } = yield* readTable(file, makeTable(file, mapping))
  return rows.length > 0 ? rows : yield* new CsvProblem({ message: noRows })
})

const noRows = "The file has no rows"

/** Reads a CSV file whose columns may not be named yet: its first rows as they are, and what is wrong with its header. */
export const previewCsv = Effect.fn("previewCsv")(function* (file: Uint8Array, mapping: ColumnMapping) {
  const { first, rows, wrongHeader } = yield* readTable(file, makeTable(file, mapping, previewedRows))
  const [header = [], ...shown] = first
  return {
    columns: header.map((cell) => ({ name: cell.trim(), mapsTo: columnName(cell, mapping) ?? null })),
    shown,
    rows,
    problem: wrongHeader ?? (rows.length === 0 ? noRows : null)
  }
})

/**
 * Reads a CSV file without keeping its rows. Returns its columns, and calls `onRow` with the place in the file where each row
 * but the header ends.
 */
export const scanCsv = Effect.fn("scanCsv")(function* (
  file: Uint8Array,
  mapping: ColumnMapping,
  onRow: (end: number) => void
) {
  const table = makeTable(file, mapping, 1, onRow)
  const { first, headerEnd } = yield* readTable(file, table)
  const columns = (first[0] ?? []).map((cell) => columnName(cell, mapping))
  return { columns, headerEnd, separator: table.separator }
})

/** Number of rows that a preview shows. */
const previewedRows = 100

const readTable = Effect.fnUntraced(function* (file: Uint8Array, table: ReturnType<typeof makeTable>) {
  const encodingProblem = findEncodingProblem(file)
  if (encodingProblem !== undefined) return yield* encodingProblem
  const options = { delimiter: table.separator, max_record_size: maximumRecordSize, on_record: table.add }
  yield* parsePieces(file, pieceSize, options, table.toProblem)
  return table.result()
})

/** Number of bytes that are parsed before other requests are served. */
const pieceSize = 65_536
/** Maximum size of a row, bytes. */
const maximumRecordSize = 65_536

// With `keep`, keeps that many rows as they are, and accepts a header that does not name all columns. With `onRow`, keeps
// no others.
const makeTable = (file: Uint8Array, mapping: ColumnMapping, keep = 0, onRow?: (end: number) => void) => {
  const rows: Array<CsvRow> = []
  const first: Array<ReadonlyArray<string>> = []
  let wrongHeader: string | undefined
  let columns: ReadonlyArray<string | undefined> | undefined
  let recordsEnd = 0
  let headerEnd = 0
  const separator = separatorOf(file)

  const problem = (text: string) => {
    let start = recordsEnd
    while (file[start] === lineFeed || file[start] === carriageReturn) start++
    return new CsvProblem({ message: `Line ${lineAt(file, start)}${text}` })
  }

  return {
    separator,
    result: () => ({ first, headerEnd, rows, wrongHeader }),
    add: (cells: ReadonlyArray<string>, { bytes }: Info) => {
      if (first.length <= keep) first.push(cells)
      if (columns === undefined) {
        columns = cells.map((cell) => columnName(cell, mapping))
        wrongHeader = headerProblem(columns)
        headerEnd = bytes
        if (wrongHeader !== undefined && keep === 0) throw problem(`: ${wrongHeader}`)
      } else {
        if (cells.length > columns.length)
          throw problem(
            ` has ${cells.length} values for ${columns.length} columns; put a value that contains a ${separatorNames[separator]} in quotes`
          )
        if (onRow === undefined) rows.push(toRow(columns, cells))
        else onRow(bytes)
      }
      recordsEnd = bytes
      return null
    },
    toProblem: (error: Error) => {
      if (error instanceof CsvProblem) return error
      const { code, column } = error as CsvError & { readonly column: number }
      return problem(`, column ${columns?.[column] ?? column + 1}: ${syntaxProblems[code] ?? error.message}`)
    }
  }
}

const syntaxProblems: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "the quote that opens here is never closed",
  CSV_INVALID_CLOSING_QUOTE:
    "a closing quote must be followed by a comma or the end of the line; write a quote inside quotes twice",
  INVALID_OPENING_QUOTE: "put a value that contains a quote in quotes, and write the quote twice",
  CSV_MAX_RECORD_SIZE: `the row is longer than ${maximumRecordSize} bytes; perhaps a quote is not closed`
}

const separatorNames = { ",": "comma", ";": "semicolon", "\t": "tab" } as const

/** Spreadsheets separate values by semicolons where a comma is the decimal sign. A comma in the header decides first. */
const separatorOf = (file: Uint8Array): keyof typeof separatorNames => {
  const start = new TextDecoder().decode(file.subarray(0, maximumRecordSize))
  const header = /^\s*(.*)/.exec(start)?.[1]?.replaceAll(/"[^"]*"/g, "") ?? ""
  return ([",", ";", "\t"] as const).find((separator) => header.includes(separator)) ?? ","
}

const knownColumns = new Map([...contactFields, ...consentColumns.keys()].map((field) => [field.toLowerCase(), field]))

/** Undefined for a column that the mapping leaves out. */
const columnName = (cell: string, mapping: ColumnMapping) => {
  const name = cell.trim()
  if (Object.hasOwn(mapping, name)) return mapping[name] === "" ? undefined : mapping[name]
  return knownColumns.get(name.toLowerCase()) ?? name
}

const headerProblem = (columns: ReadonlyArray<string | undefined>) => {
  const missing = ["name", "phoneNumber"].filter((name) => !columns.includes(name))
  if (missing.length > 0)
    return `there is no column ${missing.join(" and no column ")}; the first line must name the columns, separated by commas`
  const unnamed = columns.indexOf("")
  if (unnamed >= 0) return `column ${unnamed + 1} has no name`
  const seen = new Set<string>()
  const twice = columns.find((name) => name !== undefined && seen.size === seen.add(name).size)
  return twice === undefined ? undefined : `the column ${twice} is there twice`
}

// Uses `fromEntries`, because assigning to a column named `__proto__` would set the prototype.
const toRow = (columns: ReadonlyArray<string | undefined>, cells: ReadonlyArray<string>): CsvRow =>
  Object.fromEntries(
    cells.flatMap((cell, index) => {
      const column = columns[index]
      const value = column === "phoneNumber" ? unpunctuated(cell) : cell
      return value === "" || column === undefined ? [] : [[column, value]]
    })
  )

const findEncodingProblem = (file: Uint8Array) => {
  if (!isUtf8(file)) {
    const line = lineAt(file, invalidLineStart(file))
    return new CsvProblem({ message: `Line ${line} is not UTF-8; save the file as CSV in UTF-8` })
  }
  const nul = file.indexOf(0)
  return nul < 0
    ? undefined
    : new CsvProblem({ message: `Line ${lineAt(file, nul)} contains a NUL character; save the file as CSV in UTF-8` })
}

const invalidLineStart = (file: Uint8Array) => {
  let start = 0
  for (
    let end = file.indexOf(lineFeed);
    end >= 0 && isUtf8(file.subarray(start, end));
    end = file.indexOf(lineFeed, start)
  ) {
    start = end + 1
  }
  return start
}

const lineAt = (file: Uint8Array, position: number) => {
  let line = 1
  for (let index = 0; index < position; index++) {
    if (file[index] === lineFeed || (file[index] === carriageReturn && file[index + 1] !== lineFeed)) line++
  }
  return line
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
