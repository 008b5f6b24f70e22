import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { type CsvRow, readCsv } from "../../../src/contacts/imports/import-csv.ts"
import { readRow } from "../../../src/contacts/imports/import-rows.ts"

const read = (file: string | Uint8Array) => readCsv(typeof file === "string" ? Buffer.from(file) : file)
const problemOf = (file: string | Uint8Array) => Effect.map(Effect.flip(read(file)), ({ message }) => message)

const rowsAre = (file: string | Uint8Array, expected: ReadonlyArray<CsvRow>) =>
  Effect.map(read(file), (rows) => assert.deepStrictEqual(rows, expected))
const problemIs = (file: string | Uint8Array, expected: string) =>
  Effect.map(problemOf(file), (message) => assert.strictEqual(message, expected))

const twoRows = [
  { name: "Asha", phoneNumber: "+919812345678" },
  { name: "Ravi", phoneNumber: "+919812345679" }
]

// Characters with a meaning in CSV, and a few without.
const Signs = Schema.Array(
  Schema.Literals([",", '"', "\n", "\r", " ", "\t", ";", "a", "Ü", "अ", "😀", "\ufeff", "__proto__"])
)
const Ending = Schema.Literals(["\n", "\r\n", "\r"])

const otherNames = (names: ReadonlyArray<ReadonlyArray<string>>) =>
  [...new Set(names.map((signs) => signs.join("").trim()))].filter((name) => name !== "")

const written = (cell: string, quoteAll: boolean) =>
  quoteAll || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

const noRows = "The file has no rows: the first line must name the columns, and each further line is a contact"

describe("readCsv", () => {
  it.effect("names the cells of a row and omits empty ones", () =>
    rowsAre("name,phoneNumber,language,loan_id\nAsha,+919812345678,,L-1\nRavi,+919812345679\n", [
      { name: "Asha", phoneNumber: "+919812345678", loan_id: "L-1" },
      { name: "Ravi", phoneNumber: "+919812345679" }
    ])
  )

  it.effect.each([
    ["line feeds", "name,phoneNumber\nAsha,+919812345678\nRavi,+919812345679\n"],
    ["no end of the last line", "name,phoneNumber\nAsha,+919812345678\nRavi,+919812345679"],
    ["carriage returns and line feeds", "name,phoneNumber\r\nAsha,+919812345678\r\nRavi,+919812345679\r\n"],
    ["carriage returns", "name,phoneNumber\rAsha,+919812345678\rRavi,+919812345679\r"],
    ["both in one file", "name,phoneNumber\r\nAsha,+919812345678\nRavi,+919812345679\r\n"],
    ["a byte order mark", "\ufeffname,phoneNumber\nAsha,+919812345678\nRavi,+919812345679\n"],
    ["a byte order mark and quotes", '\ufeff"name","phoneNumber"\n"Asha","+919812345678"\nRavi,"+919812345679"\n'],
    ["blank lines", "\n\r\nname,phoneNumber\n\nAsha,+919812345678\n\r\nRavi,+919812345679\n\n"],
    [
      "a line that names the separator for spreadsheets",
      "\ufeffsep=;\r\nname;phoneNumber\r\nAsha;+919812345678\r\nRavi;+919812345679\r\n"
    ],
    ["semicolons", 'name;phoneNumber\nAsha;+919812345678\n"Ravi";+919812345679\n'],
    [
      "a byte order mark, an empty line and tabs",
      "\ufeff\nname\tphoneNumber\nAsha\t+919812345678\nRavi\t+919812345679\n"
    ],
    ["numbers as people write them", "name,phoneNumber\nAsha,+91 98123-45678\nRavi,0091 (98123) 45679\n"],
    ["names in another case and with space around", " NAME ,\tPhonenumber\nAsha,+919812345678\nRavi,+919812345679\n"]
  ] as const)("reads a file with %s", ([, file]) => rowsAre(file, twoRows))

  it.effect("recognizes demographic columns in any case, and keeps other names unchanged", () =>
    rowsAre("Name,PHONENUMBER,CityTier,ageband,Loan_ID\nAsha,+919812345678,Metro,26-35,L-1\n", [
      { name: "Asha", phoneNumber: "+919812345678", cityTier: "Metro", ageBand: "26-35", Loan_ID: "L-1" }
    ])
  )

  it.effect("treats __proto__ like any other column name", () =>
    Effect.map(read("name,phoneNumber,__proto__\nAsha,+919812345678,x\n"), ([row]) => {
      assert.strictEqual(JSON.stringify(row), '{"name":"Asha","phoneNumber":"+919812345678","__proto__":"x"}')
      const contact = readRow(row)
      assert.isTrue("success" in contact)
    })
  )

  it.effect.each([
    ["", noRows],
    ["\ufeff", noRows],
    ["\r\n\n", noRows],
    ["name,phoneNumber\n\n", noRows],
    [
      "name|phoneNumber\nAsha|+919812345678\n",
      "Line 1: the columns name and phoneNumber are missing; the first line must name the columns, separated by commas"
    ],
    [
      "name;phoneNumber\nRao; Ravi;+919812345679\n",
      "Line 2 has 3 values for 2 columns; put a value that contains a semicolon in quotes"
    ],
    [
      "\nname,phone_number\nAsha,+919812345678\n",
      "Line 2: the column phoneNumber is missing; the first line must name the columns, separated by commas"
    ],
    [
      "sep=;\nname;phone\n",
      "Line 2: the column phoneNumber is missing; the first line must name the columns, separated by semicolons"
    ],
    [
      "name;phone\n",
      "Line 1: the column phoneNumber is missing; the first line must name the columns, separated by semicolons"
    ],
    ["name,phoneNumber,due,due\n", "Line 1: columns 3 (due) and 4 (due) are both due; keep one of them"],
    ["name,phoneNumber,Name\n", "Line 1: columns 1 (name) and 3 (Name) are both name; keep one of them"],
    ["name,phoneNumber,,due\n", "Line 1: column 3 has no name; name it, or remove it"],
    [
      "name,phoneNumber\nAsha,+919812345678\n\r\nRao, Ravi,+919812345679\n",
      "Line 4 has 3 values for 2 columns; put a value that contains a comma in quotes"
    ],
    [
      'name,phoneNumber\r\n"a\r\nb\nc",+91\r\n"Asha,+919812345678\r\n',
      "Line 5, column name: the quote that opens here is never closed; add the closing quote, or remove this one"
    ],
    [
      'name,phoneNumber\nAsha,"+919812345678\n"Ravi","+919812345679"\n',
      "Line 2, column phoneNumber: a closing quote must be followed by a comma or the end of the line; write a quote inside quotes twice"
    ],
    [
      'name,phoneNumber\nAsha "A",+919812345678\n',
      "Line 2, column name: put a value that contains a quote in quotes, and write the quote twice"
    ],
    [
      'name;phoneNumber\nAsha;"+919812345678"x\n',
      "Line 2, column phoneNumber: a closing quote must be followed by a semicolon or the end of the line; write a quote inside quotes twice"
    ],
    [
      'name,"phone',
      "Line 1, column 2: the quote that opens here is never closed; add the closing quote, or remove this one"
    ],
    ["name,phoneNumber\nAs\0ha,+919812345678\n", "Line 2 contains a NUL character; save the file as CSV in UTF-8"],
    [
      Buffer.from("name,phoneNumber\nAsha,+919812345678\nJos\xe9,+919812345679\n", "latin1"),
      "Line 3 is not UTF-8; save the file as CSV in UTF-8"
    ],
    [Buffer.from("\ufeffname,phoneNumber\n", "utf16le"), "Line 1 is not UTF-8; save the file as CSV in UTF-8"]
  ] as const)("says what is wrong with %j", ([file, problem]) => problemIs(file, problem))

  // Reading on to the end of the file would require all that follows to fit into a single value.
  it.effect("stops early at a quote that is not closed", () => {
    const file = `name,phoneNumber\nAsha,+919812345678\n"Ravi,+919812345679\n${"Asha,+919812345678\n".repeat(10_000)}`
    return problemIs(
      file,
      "Line 3, column name: the row is longer than 65536 bytes; shorten it, or close a quote that is open"
    )
  })

  it.live("lets other fibers run while it reads a large file", () =>
    Effect.gen(function* () {
      let turns = 0
      const others = setInterval(() => turns++, 0)
      const rows = yield* read(`name,phoneNumber\n${"Asha,+919812345678\n".repeat(100_000)}`)
      clearInterval(others)
      assert.strictEqual(rows.length, 100_000)
      assert.isAbove(turns, 5)
    })
  )

  it.effect.prop(
    "reads back the cells that were written",
    { names: Schema.Array(Signs), table: Schema.Array(Schema.Array(Signs)), quoteAll: Schema.Boolean, ending: Ending },
    ({ names, table, quoteAll, ending }) => {
      const columns = ["phoneNumber", ...otherNames(names), "name"]
      const rows = [
        ["+919812345678", "Asha"],
        ...table.map((cells) => cells.slice(0, columns.length).map((signs) => signs.join("")))
      ]
      const file = [columns, ...rows]
        .map((cells) => cells.map((cell) => written(cell, quoteAll)).join(","))
        .join(ending)
      const expected = rows
        .filter((cells) => (quoteAll ? cells.length > 0 : cells.join(",") !== ""))
        .map((cells) =>
          Object.fromEntries(cells.flatMap((cell, index) => (cell === "" ? [] : [[columns[index], cell]])))
        )
      return rowsAre(file, expected)
    }
  )
})
