import { describe, expect, test } from "vitest"
import { formatCsv, formatSafeCsv, parseCsv } from "../../console/src/screens/people/imports/csv.ts"
import {
  guessMapping,
  mapped,
  mappingProblem,
  phoneOf,
  rowProblem
} from "../../console/src/screens/people/imports/mapping.ts"
import { makeRandom } from "../support/random.ts"

describe("a CSV file", () => {
  test("is read with quotation marks, separators of spreadsheets, and without empty lines", () => {
    expect(parseCsv('\ufeffname;phone\r\n"A ""B""; C";+491\r\n\r\n"two\nlines";\r\n')).toEqual([
      ["name", "phone"],
      ['A "B"; C', "+491"],
      ["two\nlines", ""]
    ])
    expect(parseCsv("a\tb\n1\t2")).toEqual([
      ["a", "b"],
      ["1", "2"]
    ])
    expect(parseCsv("a,b\n1,")).toEqual([
      ["a", "b"],
      ["1", ""]
    ])
    expect(parseCsv('a\n"open')).toEqual([["a"], ["open"]])
    expect(parseCsv('a,b\n"x"y,z')).toEqual([
      ["a", "b"],
      ["xy", "z"]
    ])
  })

  test("has the same cells after it was written and read again", () => {
    const next = makeRandom(Number(process.env.TEST_SEED))
    const below = (end: number) => Math.floor(next() * end)
    const letters = ["a", '"', ",", ";", "\n", "\r\n", "=", "ä", " "]
    for (let round = 0; round < 300; round++) {
      const width = 2 + below(3)
      const text = () => Array.from({ length: below(5) }, () => letters[below(letters.length)]).join("")
      // The first line has only names, so that its separators are those of the file.
      const rows = [
        Array.from({ length: width }, (_, index) => `c${index}`),
        ...Array.from({ length: 3 }, () => Array.from({ length: width }, text))
      ]
      expect(parseCsv(formatCsv(rows))).toEqual(rows)
    }
  })

  test("runs no formula when it lists rejected rows, and keeps phone numbers as they are", () => {
    expect(formatSafeCsv([["=1+1", "+491701234567", "-2", "@x", 'a"b', "+1+cmd"]])).toBe(
      `'=1+1,+491701234567,'-2,'@x,"a""b",'+1+cmd\r\n`
    )
  })
})

describe("the columns of an import", () => {
  const columns = ["Customer Name", "Mobile No", "phone", "amount_due", ""]
  test("are guessed by their names, each field once", () => {
    expect(guessMapping(columns)).toEqual(["name", "phoneNumber", "metadata", "metadata", ""])
    expect(guessMapping(["phoneNumber", "fullName", "CITY_TIER"])).toEqual(["phoneNumber", "name", "cityTier"])
  })

  test("need one name and one number, and no two of a kind", () => {
    expect(mappingProblem(columns, ["name", "phoneNumber", "metadata", "metadata", ""])).toBeUndefined()
    expect(mappingProblem(columns, ["name", "", "", "", ""])).toContain("phone number")
    expect(mappingProblem(columns, ["name", "phoneNumber", "phoneNumber", "", ""])).toContain("Two columns")
    expect(mappingProblem(["a", "b", "x", "x "], ["name", "phoneNumber", "metadata", "metadata"])).toContain("“x”")
    expect(mappingProblem(["a", "b", "language"], ["name", "phoneNumber", "metadata"])).toContain("language")
  })

  test("are sent under the names of their fields, without those that are left out", () => {
    const rows = [columns, ["Asha", "0091 98765-43210", "x", "7", "y"], ["Short"]]
    expect(mapped(rows, ["name", "phoneNumber", "", "metadata", ""])).toEqual([
      ["name", "phoneNumber", "amount_due"],
      ["Asha", "+919876543210", "7"],
      ["Short", "", ""]
    ])
  })

  test("make a row that the service would reject visible", () => {
    const mapping = ["name", "phoneNumber"] as const
    expect(rowProblem(["Asha", "+91 (98765) 43210"], mapping)).toBeUndefined()
    expect(rowProblem([" ", "+919876543210"], mapping)).toBe("has no name")
    expect(rowProblem(["Asha"], mapping)).toBe("has no phone number")
    expect(rowProblem(["Asha", "9876543210"], mapping)).toContain("country code")
    expect(phoneOf("'+49 170/123.45-67")).toBe("+491701234567")
  })
})
