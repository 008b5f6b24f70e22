import { expect, test } from "vitest"
import { placeholdersOf } from "../../src/domain/placeholders.ts"

test("the keys that prompts name, each once and in their order", () => {
  expect(placeholdersOf("Hello {{name}}, it is about {{ loan id }}.", "{{name}} owes {{amount}}")).toEqual([
    "name",
    "loan id",
    "amount"
  ])
})

test.each(["", "{name}", "{{}}", "{{ }}", "{{a", "a}}", "{{{}}}"])("%j names nothing", (prompt) => {
  expect(placeholdersOf(prompt)).toEqual([])
})

test("a hostile prompt is read in no time", () => {
  expect(placeholdersOf(`{{${" ".repeat(40_000)}`)).toEqual([])
})
