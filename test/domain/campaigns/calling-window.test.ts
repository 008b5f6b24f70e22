import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { CallingWindow } from "../../../src/domain/accounts/Organization.ts"

const accepts = (window: unknown) => Schema.decodeUnknownResult(CallingWindow)(window)._tag === "Success"
const window = { days: [1, 2, 3, 4, 5], start: "09:00", end: "21:00" }

describe("a calling window", () => {
  it("lies on one day, and may end at midnight", () => {
    assert.isTrue(accepts(window))
    assert.isTrue(accepts({ ...window, start: "00:00", end: "24:00", timezone: "Asia/Kolkata" }))
    assert.isTrue(accepts({ ...window, days: [7], start: "09:00", end: "09:01" }))
  })

  it("neither ends before it starts nor spans midnight", () => {
    for (const [start, end] of [
      ["09:00", "09:00"],
      ["21:00", "09:00"],
      ["24:00", "24:00"],
      ["9:00", "21:00"],
      ["09:00", "24:01"],
      ["09:00", "25:00"],
      ["09:60", "21:00"]
    ]) {
      assert.isFalse(accepts({ ...window, start, end }), `${start} to ${end}`)
    }
  })

  it("names days from Monday, 1, to Sunday, 7, each once", () => {
    for (const days of [[], [0], [8], [1, 1], [1.5], ["1"]]) assert.isFalse(accepts({ ...window, days }), String(days))
  })

  it("requires a real time zone", () => {
    assert.isFalse(accepts({ ...window, timezone: "Mars/Olympus" }))
  })
})
