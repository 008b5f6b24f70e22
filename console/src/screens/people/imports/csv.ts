/** Returns the rows of a CSV file. The first line decides what separates cells: a comma, a semicolon or a tab. */
export const parseCsv = (file: string): ReadonlyArray<ReadonlyArray<string>> => {
  const text = file.replace(/^\ufeff/, "")
  const separator = separatorOf(text)
  const rows: Array<Array<string>> = []
  let row: Array<string> = []
  let at = 0
  while (at < text.length) {
    const { cell, next } = text[at] === '"' ? quoted(text, at, separator) : plain(text, at, separator)
    row.push(cell)
    at = next
    if (text[at] === separator) {
      at++
      // A separator at the end of the file has an empty cell behind it.
      if (at === text.length) row.push("")
      else continue
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at++
    at++
    // Empty lines are no rows.
    if (row.length > 1 || row[0] !== "") rows.push(row)
    row = []
  }
  return rows
}

const separatorOf = (text: string) => {
  const [line = ""] = text.split(/\r?\n/, 1)
  const counts = [",", ";", "\t"].map((separator) => ({ separator, count: line.split(separator).length }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).separator
}

const plain = (text: string, start: number, separator: string) => {
  let next = start
  while (next < text.length && text[next] !== separator && text[next] !== "\n" && text[next] !== "\r") next++
  return { cell: text.slice(start, next), next }
}

// A cell in quotation marks may contain separators and line ends; two marks are one. Letters behind the last mark
// belong to the cell.
const quoted = (text: string, start: number, separator: string) => {
  let cell = ""
  let next = start + 1
  while (next < text.length) {
    const mark = text.indexOf('"', next)
    if (mark < 0) return { cell: cell + text.slice(next), next: text.length }
    cell += text.slice(next, mark)
    if (text[mark + 1] !== '"') {
      const rest = plain(text, mark + 1, separator)
      return { cell: cell + rest.cell, next: rest.next }
    }
    cell += '"'
    next = mark + 2
  }
  return { cell, next }
}

/** Formats rows as RFC 4180 says, with their texts as they are. */
export const formatCsv = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")

/** Like `formatCsv`. A text that a spreadsheet would run as a formula begins with an apostrophe. */
export const formatSafeCsv = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  formatCsv(rows.map((row) => row.map((text) => (isFormula(text) ? `'${text}` : text))))

const cellOf = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

// A phone number is a number to a spreadsheet.
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text) && !/^\+\d+$/.test(text)
