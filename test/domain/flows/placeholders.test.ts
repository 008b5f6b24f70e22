import { expect, test } from "vitest"
import { fillPlaceholders, placeholdersOf } from "../../../src/domain/flows/placeholders.ts"
import { asha } from "../../support/data/contact.ts"

test("the keys of prompts are returned once each, in their order", () => {
  expect(placeholdersOf("Hello {{name}}, it is about {{ loan id }}.", "{{name}} owes {{amount}}")).toEqual([
    "name",
    "loan id",
    "amount"
  ])
})

test.each(["", "{name}", "{{}}", "{{ }}", "{{a", "a}}", "{{{}}}"])("%j contains no key", (prompt) => {
  expect(placeholdersOf(prompt)).toEqual([])
})

test("a hostile prompt is parsed in linear time", () => {
  expect(placeholdersOf(`{{${" ".repeat(400_000)}`, "{{".repeat(200_000))).toEqual([])
})

const contact = {
  ...asha,
  name: "Asha",
  phoneNumber: "+919812345678",
  metadata: { amount: 1500, "loan id": "L-7", empty: " ", list: ["a", 1], no: false, name: "Not this" },
  cityTier: "Metro"
}

test.each([
  ["Hello {{name}}, of {{ cityTier }}.", "Hello Asha, of Metro."],
  ["{{loan id}}: {{amount}}, {{no}}, {{list}}", 'L-7: 1500, false, ["a",1]'],
  ["Hello {{occupation}}, you owe {{empty}}.", "Hello, you owe."],
  ["{{missing}} Hello", " Hello"],
  ["Call {{phoneNumber}} of {{constructor}}{{__proto__}}.", "Call of."],
  ["{name} {{}} {{name", "{name} {{}} {{name"],
  ["Hi {{ }} {{{name}}} {{\n\tname\u00a0}}", "Hi {{ }} {Asha} Asha"]
])("%j becomes %j", (prompt, filled) => {
  expect(fillPlaceholders(prompt, contact)).toBe(filled)
})

test("placeholders within a value are not filled, and values are formatted by the given function", () => {
  const other = { ...contact, name: "{{amount}} $& $1" }
  expect(fillPlaceholders("Hello {{name}}.", other)).toBe("Hello {{amount}} $& $1.")
  expect(fillPlaceholders("Hello {{name}}.", contact, (value) => `<${value}>`)).toBe("Hello <Asha>.")
})

test("a hostile prompt is filled in linear time", () => {
  const hostile = `${" ".repeat(400_000)}{{${" ".repeat(400_000)}`
  expect(fillPlaceholders(hostile, contact)).toBe(hostile)
})
