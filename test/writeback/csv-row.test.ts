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
  "＋",
  "－",
  "＠",
  ";",
  ';"',
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
    const formulas = [
      "=1+1",
      "+1-2",
      "-2+3",
      "@SUM(A1)",
      "\tx",
      "\rx",
      "\nx",
      "＝1",
      "＋1",
      "－1",
      "＠A1",
      "+12",
      "+9198123456789012"
    ]
    assert.deepStrictEqual(
      formulas.map((formula) => csvRow([formula])),
      formulas.map((formula) => `"'${formula}"\r\n`)
    )
    assert.strictEqual(csvRow(['=cmd|"/c"!A1']), `"'=cmd|""/c""!A1"\r\n`)
  })

  it("a formula behind a semicolon, a tab or a line break gets an apostrophe too", () => {
    for (const [value, cell] of [
      ["Anna;=cmd|' /C calc'!A0;x", `"Anna;'=cmd|' /C calc'!A0;x"`],
      ["Anna; +1;\t-2", `"Anna; '+1;\t'-2"`],
      ["\t=1", `"'\t'=1"`],
      ["Anna\n=1", `"Anna\n'=1"`],
      ['Anna;"=1', `"Anna;""'=1"`],
      ["Anna;＝1", `"Anna;'＝1"`],
      ["Anna; B", "Anna; B"],
      ["a=b", "a=b"]
    ] as const) {
      assert.strictEqual(csvRow([value]), `${cell}\r\n`)
    }
  })

  it.prop("no part of a row begins a formula, wherever a spreadsheet divides it", { cells: Cell }, ({ cells }) => {
    const value = cells.join("")
    const [first = "", ...parts] = csvRow([value, "label"]).split(/[;\t\r\n]/)
    const isRisky = (part: string) => /^[\s"]*[=+\-@＝＋－＠]/.test(part)
    assert.deepStrictEqual(parts.filter(isRisky), [])
    const isPhoneNumber = /^\+[1-9]\d{6,14},label$/.test(first)
    assert.isTrue(isPhoneNumber || !/^"?[=+\-@＝＋－＠]/.test(first), first)
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
      const expected = given.map((value) => {
        const inner = value.replace(/([;\t\r\n][\s"]*)([=+\-@＝＋－＠])/g, "$1'$2")
        return /^[=+\-@\t\r\n＝＋－＠]/.test(value) && !/^\+[1-9]\d{6,14}$/.test(value) ? `'${inner}` : inner
      })
      assert.deepStrictEqual(read, expected)
    }
  )
})
