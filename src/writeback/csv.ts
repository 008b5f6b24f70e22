/** A row of a CSV file as RFC 4180 has it, with the end of its line. */
export const csvRow = (cells: ReadonlyArray<string>): string => `${cells.map(csvCell).join(",")}\r\n`

/** A value that a spreadsheet shows and never runs: what it would take for a formula begins with an apostrophe. */
const csvCell = (value: string): string => {
  const runs = formula.test(value) && !phoneNumber.test(value)
  const safe = runs ? `'${value}` : value
  return runs || /[",\r\n]/.test(value) ? `"${safe.replaceAll('"', '""')}"` : safe
}

// The wide forms are formulas to spreadsheets in languages that write them.
const formula = /^[=+\-@\t\r\n＝＋－＠]/
const phoneNumber = /^\+[1-9][0-9]{6,14}$/
