import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  MaskedPhoneNumber,
  maskPhoneNumber,
  phoneNumberProblem,
  unpunctuated
} from "../../../src/domain/calendar/phone-number.ts"

describe("phoneNumberProblem", () => {
  it("accepts + and 7 to 15 digits that do not begin with 0", () => {
    for (const number of ["+1234567", "+919812345678", "+123456789012345"]) {
      assert.isUndefined(phoneNumberProblem(number))
    }
  })

  it("says what is wrong and how to correct it", () => {
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
    "never repeats the number, because messages end up in logs",
    { number: Schema.String.check(Schema.isPattern(/^[+0]?[0-9][0-9 ().-]{5,20}$/)) },
    ({ number }) => {
      const problem = phoneNumberProblem(number)
      if (problem !== undefined) assert.notInclude(problem, number)
    }
  )
})

describe("unpunctuated", () => {
  it("reads international numbers as people and their programs write them", () => {
    for (const written of [
      "+491701234567",
      " +49 170 123-45.67 ",
      "+49 (0) 170 1234567",
      "+49(170)1234567",
      "0049 170 1234567",
      "\u202a+49\u00a0170\u202f1234567\u202c",
      "+49 170\u20131234567",
      "'+491701234567"
    ]) {
      assert.strictEqual(unpunctuated(written), "+491701234567")
    }
  })

  it("keeps the 0 of Italian numbers, which belongs to the number there", () => {
    for (const written of ["+39 (0)6 6982 1234", "0039 (06) 69821234", "+39 06 69821234"]) {
      assert.strictEqual(unpunctuated(written), "+390669821234")
    }
  })

  it("guesses nothing: national numbers, two numbers and words stay invalid", () => {
    for (const written of [
      "0170 1234567",
      "170-1234567",
      "+49 170 1234567 / 0171 7654321",
      "+49 1701234567 x12",
      "=1+1",
      ""
    ]) {
      assert.isDefined(phoneNumberProblem(unpunctuated(written)), written)
    }
  })

  it.prop(
    "leaves every valid number as it is, whatever stands between its digits",
    {
      number: Schema.String.check(Schema.isPattern(/^\+[1-9][0-9]{6,14}$/)),
      signs: Schema.Array(Schema.Literals([" ", "-", ".", "\u00a0", "\u200e"]))
    },
    ({ number, signs }) => {
      assert.strictEqual(unpunctuated(number), number)
      const written = Array.from(number, (sign, index) => sign + (signs[index] ?? "")).join("")
      assert.strictEqual(unpunctuated(written), number)
    }
  )
})

describe("maskPhoneNumber", () => {
  const isMasked = Schema.is(MaskedPhoneNumber)

  it("shows the first 5 and the last 2 characters of numbers of every length", () => {
    for (const [number, masked] of [
      ["+1234567", "+1234*67"],
      ["+12345678", "+1234**78"],
      ["+123456789", "+1234***89"],
      ["+1234567890", "+1234****90"],
      ["+12345678901", "+1234*****01"],
      ["+919876543210", "+9198******10"],
      ["+1234567890123", "+1234*******23"],
      ["+12345678901234", "+1234********34"],
      ["+123456789012345", "+1234*********45"]
    ] as const) {
      assert.strictEqual(maskPhoneNumber(number), masked)
      assert.isTrue(isMasked(masked))
    }
  })

  it.prop(
    "returns a MaskedPhoneNumber, which an unmasked number never is",
    { number: Schema.String.check(Schema.isPattern(/^\+[1-9][0-9]{6,14}$/)) },
    ({ number }) => {
      const masked = maskPhoneNumber(number)
      assert.isTrue(isMasked(masked))
      assert.isFalse(isMasked(number))
      assert.strictEqual(masked.replace(/\*/g, "").length, 7)
      assert.strictEqual(masked.length, number.length)
    }
  )

  it("differs from texts that show more digits or are not numbers", () => {
    for (const text of [
      "+123456",
      "+9198*****210",
      "+91987*****10",
      "+9198******10\n",
      "9198******10",
      "+9198**********10",
      ""
    ]) {
      assert.isFalse(isMasked(text), text)
    }
  })
})
