import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { phoneNumberProblem } from "../../src/domain/phone-number.ts"

describe("phoneNumberProblem", () => {
  it("takes + and 7 to 15 digits, the first not 0", () => {
    for (const number of ["+1234567", "+919812345678", "+123456789012345"]) {
      assert.isUndefined(phoneNumberProblem(number))
    }
  })

  it("says what is wrong, and what to do", () => {
    for (const [number, expected] of [
      ["", "not empty"],
      ["00919812345678", "instead of the international prefix 00"],
      ["09812345678", "a national number; write + and the country code"],
      ["98123 45678", "a national number; write + and the country code"],
      ["+0123456789", "does not begin with 0"],
      ["+91 98123-45678", "leave out spaces, dashes, dots and brackets"],
      ["+123456", "7 to 15 digits, not 6"],
      ["+1234567890123456", "7 to 15 digits, not 16"],
      ["+91981234567x", "write + and the country code"],
      ["+919812345678\n", "write + and the country code"],
      ["+९१९८१२३४५६७८", "write + and the country code"]
    ] as const) {
      assert.include(phoneNumberProblem(number), expected)
    }
  })

  it.prop(
    "never repeats a number, which would then stand in logs",
    { number: Schema.String.check(Schema.isPattern(/^[+0]?[0-9][0-9 ().-]{5,20}$/)) },
    ({ number }) => {
      const problem = phoneNumberProblem(number)
      if (problem !== undefined) assert.notInclude(problem, number)
    }
  )
})
