import { readdirSync } from "node:fs"
import { expect, test } from "vitest"

const files = readdirSync("migrations").filter((name) => name.endsWith(".ts"))

test("each migration has its own number: two with one number would stop the start", () => {
  const numbers = files.map((name) => name.slice(0, 4))

  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})

test("a migration is named by four digits and words in small letters", () => {
  expect(files.filter((name) => !/^\d{4}_[a-z0-9_]+\.ts$/.test(name))).toEqual([])
})
