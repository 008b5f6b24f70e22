import { isUtf8 } from "node:buffer"
import type { CsvError, Info } from "csv-parse"
import { Effect, Schema } from "effect"
import { unpunctuated } from "../../domain/calendar/phone-number.ts"
import { consentColumns, contactFields } from "./import-rows.ts"
import {
  lineAfter,
  lineAt,
  lineFeed,
  parsePieces,
  type Separator,
  separatorLine,
  separatorNames,
  syntaxProblem
} from "./parse-pieces.ts"

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

const noRows = "The file has no rows: the first line must name the columns, and each further line is a contact"

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
 * Reads a CSV file without keeping its rows. Returns its columns and how its header writes them, and calls `onRow` with the
 * place in the file where each row but the header ends.
 */
export const scanCsv = Effect.fn("scanCsv")(function* (
  file: Uint8Array,
  mapping: ColumnMapping,
  onRow: (end: number) => void
) {
  const table = makeTable(file, mapping, 1, onRow)
  const { first, headerEnd } = yield* readTable(file, table)
  const header = first[0] ?? []
  const columns = header.map((cell) => columnName(cell, mapping))
  return { columns, header, headerEnd, separator: table.separator }
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
  let recordsEnd = separatorLine(file)?.end ?? 0
  let headerEnd = 0
  const separator = separatorOf(file)

  const problem = (text: string) => new CsvProblem({ message: `Line ${lineAfter(file, recordsEnd)}${text}` })

  return {
    separator,
    result: () => ({ first, headerEnd, rows, wrongHeader }),
    add: (cells: ReadonlyArray<string>, { bytes }: Info) => {
      if (first.length <= keep) first.push(cells)
      if (columns === undefined) {
        columns = cells.map((cell) => columnName(cell, mapping))
        wrongHeader = headerProblem(columns, cells, separator)
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
      const { column } = error as CsvError & { readonly column: number }
      const name = columns?.[column] ?? column + 1
      return problem(`, column ${name}: ${syntaxProblem(error, { separators: [separator], maximumRecordSize })}`)
    }
  }
}

/** Spreadsheets separate values by semicolons where a comma is the decimal sign. A comma in the header decides first. */
const separatorOf = (file: Uint8Array): Separator => {
  const declared = separatorLine(file)
  if (declared !== undefined) return declared.separator
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

const headerProblem = (
  columns: ReadonlyArray<string | undefined>,
  header: ReadonlyArray<string>,
  separator: Separator
) => {
  const missing = ["name", "phoneNumber"].filter((name) => !columns.includes(name))
  if (missing.length > 0) {
    const lacks = missing.length === 1 ? `the column ${missing[0]} is` : `the columns ${missing.join(" and ")} are`
    return `${lacks} missing; the first line must name the columns, separated by ${separatorNames[separator]}s`
  }
  const unnamed = columns.indexOf("")
  if (unnamed >= 0) return `column ${unnamed + 1} has no name; name it, or remove it`
  return repeatedColumn(columns, header)
}

/** Says which two columns have the same meaning, the first such ones of these names or of all. */
export const repeatedColumn = (
  columns: ReadonlyArray<string | undefined>,
  header: ReadonlyArray<string>,
  names: ReadonlyArray<string | undefined> = columns
): string | undefined => {
  const second = columns.findIndex(
    (name, index) => name !== undefined && names.includes(name) && columns.indexOf(name) < index
  )
  if (second < 0) return undefined
  const name = columns[second]
  const [one, other] = [columns.indexOf(name), second].map((index) => `${index + 1} (${header[index]?.trim()})`)
  return `columns ${one} and ${other} are both ${name}; keep one of them`
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
