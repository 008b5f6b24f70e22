import { expect, test } from "vitest"
import { nameOrNumber, typedNumber } from "../../../console/src/ui/form/typed-number.ts"

test("a phone number is read as people type it and paste it", () => {
  for (const written of [
    "+44 (0)20 7946-0958",
    "0044 20 7946 0958",
    " \u202a+44 20 7946 0958\u202c ",
    "+44\u201120\u20117946\u20110958",
    "+44 20/7946.0958"
  ]) {
    expect(typedNumber(written)).toBe("+442079460958")
  }
})

test("a number without a country code stays as it was typed", () => {
  expect(typedNumber("020 7946 0958")).toBe("020 7946 0958")
})

test("a search by name or number finds a number as people write it, and leaves a name as it is", () => {
  expect(nameOrNumber("+44 (0)20 7946-0958")).toBe("+442079460958")
  expect(nameOrNumber("0044 20 79")).toBe("+442079")
  for (const text of ["Smith/Jones", "7946", "00", "Ada Moore"]) expect(nameOrNumber(text)).toBe(text)
})
