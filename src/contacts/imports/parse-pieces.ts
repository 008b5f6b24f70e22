import { type CsvError, type Options, parse } from "csv-parse"
import { Effect } from "effect"

/**
 * Parses a CSV file in pieces of this number of bytes, so that other requests are served in between. The records go to
 * `on_record` of the options.
 */
export const parsePieces = Effect.fnUntraced(function* <E>(
  file: Uint8Array,
  pieceSize: number,
  options: Options,
  toProblem: (error: Error) => E
) {
  const parser = parse({
    bom: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    ...(separatorLine(file) !== undefined && { from_line: 2 }),
    ...options
  })
  // Ignored here, because the callbacks of `write` and `end` receive the same error.
  parser.on("error", () => {})
  const step = (run: (done: (error?: Error | null) => void) => void) =>
    Effect.callback<void, E>((resume) => run((error) => resume(error ? Effect.fail(toProblem(error)) : Effect.void)))
  for (let start = 0; start < file.length; start += pieceSize) {
    yield* step((done) => parser.write(file.subarray(start, start + pieceSize), done))
    yield* Effect.yieldNow
  }
  yield* step((done) => parser.end(done))
})

/**
 * Returns the first line of a file if it only names the separator, for spreadsheets: `sep=;`. The line is no row, and no header.
 */
export const separatorLine = (file: Uint8Array) => {
  const start = new TextDecoder().decode(file.subarray(0, 16))
  const [line, separator] = /^"?sep=([,;\t])"?(?:\r\n|\n|\r)/i.exec(start) ?? []
  return line === undefined
    ? undefined
    : { separator: separator as Separator, end: file.indexOf(line.at(-1) === "\n" ? lineFeed : carriageReturn) + 1 }
}

export const separatorNames = { ",": "comma", ";": "semicolon", "\t": "tab" } as const
export type Separator = keyof typeof separatorNames

/** Says why a row cannot be read, and what to change. */
export const syntaxProblem = (
  error: Error,
  {
    maximumRecordSize,
    separators
  }: { readonly separators: ReadonlyArray<Separator>; readonly maximumRecordSize: number }
): string => {
  const separator = separators.map((one) => separatorNames[one]).join(", a ")
  const problems: Partial<Record<string, string>> = {
    CSV_QUOTE_NOT_CLOSED: "the quote that opens here is never closed; add the closing quote, or remove this one",
    CSV_INVALID_CLOSING_QUOTE: `a closing quote must be followed by a ${separator} or the end of the line; write a quote inside quotes twice`,
    INVALID_OPENING_QUOTE: "put a value that contains a quote in quotes, and write the quote twice",
    CSV_MAX_RECORD_SIZE: `the row is longer than ${maximumRecordSize} bytes; shorten it, or close a quote that is open`
  }
  return problems[(error as CsvError).code] ?? `the row cannot be read (${error.message})`
}

/** The number of the line in which the row after the one that ends at `end` begins. */
export const lineAfter = (file: Uint8Array, end: number): number => {
  let start = end
  while (file[start] === lineFeed || file[start] === carriageReturn) start++
  return lineAt(file, start)
}

export const lineAt = (file: Uint8Array, position: number): number => {
  let line = 1
  for (let index = 0; index < position; index++) {
    if (file[index] === lineFeed || (file[index] === carriageReturn && file[index + 1] !== lineFeed)) line++
  }
  return line
}

export const lineFeed = 0x0a
const carriageReturn = 0x0d
