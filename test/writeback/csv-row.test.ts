import { assert, describe, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Schema } from "effect"
import { csvRow } from "../../src/writeback/ResultsCsv.ts"

const signs = [
  "=",
  "+",
  "-",
  "@",
  "\t",
  "\r",
  "\n",
  "＝",
  ",",
  '"',
  "'",
  " ",
  "a",
  "1",
  "ü",
  "अ",
  "😀",
  "+919812345678"
]
const Cell = Schema.Array(Schema.Literals(signs))

describe("csvRow", () => {
  it("a formula is quoted behind an apostrophe", () => {
    const formulas = ["=1+1", "+1-2", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "+12", "+9198123456789012"]
    assert.deepStrictEqual(
      formulas.map((formula) => csvRow([formula])),
      formulas.map((formula) => `"'${formula}"\r\n`)
    )
    assert.strictEqual(csvRow(['=cmd|"/c"!A1']), `"'=cmd|""/c""!A1"\r\n`)
  })

  it("a phone number stays unchanged, and special characters are quoted", () => {
    assert.strictEqual(
      csvRow(["+919812345678", "Asha", "", "a,b", 'say "no"']),
      '+919812345678,Asha,,"a,b","say ""no"""\r\n'
    )
  })

  it.prop(
    "a row is read back unchanged, apart from apostrophes",
    { cells: Schema.Tuple([Cell, Cell, Cell]) },
    ({ cells }) => {
      const given = cells.map((parts) => parts.join(""))
      const [read] = parse(csvRow(given), { record_delimiter: "\r\n", relax_column_count: false }) as Array<
        Array<string>
      >
      const expected = given.map((value) =>
        /^[=+\-@\t\r\n＝]/.test(value) && !/^\+[1-9]\d{6,14}$/.test(value) ? `'${value}` : value
      )
      assert.deepStrictEqual(read, expected)
    }
  )
})
