import { expect, test } from "vitest"
import { dialingProblem } from "../../../src/domain/dialing/dialing-problem.ts"

test.each([
  ["+919812345678", undefined],
  ["+14155552671", undefined],
  ["+442079460018", undefined],
  ["+9998765432", "Invalid Number"],
  ["+91981", "Invalid Number"],
  ["+19005551234", "Number Type Not Allowed"],
  ["+449098790000", "Number Type Not Allowed"]
])("the problem of dialing %s is %s", (phoneNumber, problem) => {
  expect(dialingProblem(phoneNumber)).toBe(problem)
})
