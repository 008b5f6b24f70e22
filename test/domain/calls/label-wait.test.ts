import { assert, describe, it } from "@effect/vitest"
import { isWithoutAnswer } from "../../../src/domain/calls/Finding.ts"
import { longestLabelWaitMillis, millisBeforeAnalysis } from "../../../src/domain/calls/label-wait.ts"

describe("the wait for a label", () => {
  it("has pauses between analyses that grow from 15 seconds to 15 minutes", () => {
    const pauses = Array.from({ length: 200 }, (_, index) => millisBeforeAnalysis(index + 1))
    assert.deepStrictEqual(
      pauses.slice(0, 8).map((millis) => millis / 1_000),
      [15, 30, 60, 120, 240, 480, 900, 900]
    )
    assert.isTrue(pauses.every((millis) => millis <= 900_000))
    assert.isAbove(
      pauses.slice(0, 110).reduce((sum, millis) => sum + millis, 0),
      longestLabelWaitMillis
    )
  })

  it("distinguishes a model's failure from its answer, also for findings of earlier releases", () => {
    const failures = [
      "The conversation was not analyzed within 24 hours. The model gave no answer: openai: HTTP 500",
      "The model gave no answer: openai: HTTP 429; inference: no answer within 4000 ms",
      "No answer within 8 seconds",
      "The analysis failed",
      "The analysis did not finish in time"
    ]
    const answers = [
      "No label fits what was said",
      "The model gave no usable answer: it quoted nothing, or more than 500 characters",
      "The model filtered its answer",
      "The person said nothing",
      "The transcript is not stored",
      ""
    ]
    for (const reason of failures) assert.isTrue(isWithoutAnswer(reason), reason)
    for (const reason of answers) assert.isFalse(isWithoutAnswer(reason), reason)
  })
})
