import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { GivenTime, parseTime, Timestamp } from "../../../src/domain/calendar/time.ts"

describe("a time", () => {
  it("is ISO 8601, in UTC without an offset", () => {
    for (const [text, expected] of [
      ["2030-01-31T09:30:00Z", "2030-01-31T09:30:00.000Z"],
      ["2030-01-31T09:30:00.123Z", "2030-01-31T09:30:00.123Z"],
      ["2030-01-31T09:30:00.123456789Z", "2030-01-31T09:30:00.123Z"],
      ["2030-01-31T09:30:00+05:30", "2030-01-31T04:00:00.000Z"],
      ["2030-01-31T09:30", "2030-01-31T09:30:00.000Z"],
      ["2030-01-31", "2030-01-31T00:00:00.000Z"],
      ["2028-02-29T23:59:59-01:00", "2028-03-01T00:59:59.000Z"],
      ["0001-01-01", "0001-01-01T00:00:00.000Z"],
      ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"]
    ] as const) {
      assert.strictEqual(parseTime(text)?.toISOString(), expected, text)
    }
  })

  it("is neither any other text nor a day that does not exist", () => {
    for (const text of [
      "",
      "5",
      "March 7",
      "2030",
      "2030-02-31",
      "2030-02-29T00:00:00Z",
      "2030-13-01",
      "2030-00-10",
      "2030-01-31T25:00:00Z",
      "2030-01-31T09:60:00Z",
      "2030-01-31T09:30:00+25:00",
      "2030-01-31 09:30:00Z",
      "-010000-01-01T00:00:00Z",
      "+012030-01-01T00:00:00Z",
      "0000-12-31T23:59:59Z",
      "0001-01-01T00:00:00+00:01",
      "9999-12-31T23:59:59-00:01",
      "2030-01-31T09:30:00Z\n"
    ]) {
      assert.isUndefined(parseTime(text), text)
      assert.strictEqual(Schema.decodeUnknownResult(GivenTime)(text)._tag, "Failure")
    }
  })

  it.prop("is the same after encoding and parsing", { at: Schema.Int }, ({ at }) => {
    const time = new Date(Math.abs(at) % 253_402_300_800_000)
    assert.deepStrictEqual(parseTime(Schema.encodeSync(Timestamp)(time)), time)
  })
})
