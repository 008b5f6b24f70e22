import { expect, test } from "vitest"
import { canonicalNumber } from "../../../src/domain/calendar/canonical-number.ts"
import { dialingProblem } from "../../../src/domain/dialing/dialing-problem.ts"

test.each([
  ["+4407400123456", "+447400123456"],
  ["+9109812345678", "+919812345678"],
  ["+49015112345678", "+4915112345678"],
  ["+114155550100", "+14155550100"],
  ["+788005553535", "+78005553535"],
  ["+54111523456789", "+5491123456789"],
  ["+610412345678", "+61412345678"],
  ["+5215512345678", "+525512345678"],
  ["+993866123456", "+99366123456"],
  // The package does not know these ranges yet, and the dialer calls their numbers all the same.
  ["+9710571234567", "+971571234567"],
  ["+23409331234567", "+2349331234567"],
  ["+114575550100", "+14575550100"]
])("%s reaches %s, and only that one is dialed", (written, number) => {
  expect(canonicalNumber(written)).toBe(number)
  expect(canonicalNumber(number)).toBe(number)
  expect(dialingProblem(written)).toBe("Invalid Number")
  expect(dialingProblem(number)).toBeUndefined()
})

test.each([
  "+390612345678",
  "+919812345678",
  "+2250701020304",
  "+8801712345678",
  "+12",
  "+5215512345",
  "+525512345678",
  "+910000000001",
  "no number",
  ""
])("%s stays as it is", (number) => expect(canonicalNumber(number)).toBe(number))
