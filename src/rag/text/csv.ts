import { CsvError, parse } from "csv-parse"
import { type Blocks, Unreadable } from "./blocks.ts"
import { decode } from "./encoding.ts"

/** Maximum length of a row, characters. */
const longestRow = 128 * 1024

/** Reads a table whose first row names the columns. */
export const readCsv = async (content: Uint8Array, blocks: Blocks): Promise<void> => {
  const text = decode(content)
  let header: ReadonlyArray<string> | undefined
  let rows = 0
  try {
    const records: AsyncIterable<ReadonlyArray<string>> = parse(text, {
      delimiter: delimiterOf(text),
      max_record_size: longestRow,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true
    })
    for await (const cells of records) {
      if (header === undefined) header = cells
      else {
        rows += 1
        blocks.row(header, cells)
      }
    }
  } catch (error) {
    if (error instanceof CsvError) {
      throw new Unreadable(`It is broken at line ${error.lines}: a quote is not closed, or a row is much too long.`)
    }
    throw error
  }
  if (header !== undefined && rows === 0) blocks.row([], header)
}

/** Where the comma is the decimal sign, another character separates the columns. */
const delimiterOf = (text: string): string => {
  const [first = ""] = /^[^\r\n]{0,10000}/.exec(text) ?? []
  const names = first.replace(/"[^"]*"/g, "")
  const count = (delimiter: string) => names.split(delimiter).length
  return [",", ";", "\t", "|"].reduce((best, other) => (count(other) > count(best) ? other : best))
}
