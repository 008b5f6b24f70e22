import { expect, it } from "@effect/vitest"
import { startTime } from "../../../src/domain/calendar/start-time.ts"

it.each([
  ["2030-01-31T09:00:00", "Asia/Kolkata", "2030-01-31T03:30:00.000Z"],
  ["2030-01-31T09:00", "UTC", "2030-01-31T09:00:00.000Z"],
  ["2030-01-31T09:00:00.5", "Europe/Paris", "2030-01-31T08:00:00.500Z"],
  ["2030-07-31T09:00", "Europe/Paris", "2030-07-31T07:00:00.000Z"],
  ["2030-01-31", "Asia/Kolkata", "2030-01-30T18:30:00.000Z"],
  // A time with an offset is that moment.
  ["2030-01-31T09:00:00Z", "Asia/Kolkata", "2030-01-31T09:00:00.000Z"],
  ["2030-01-31T09:00+05:30", "America/New_York", "2030-01-31T03:30:00.000Z"],
  ["2030-01-31T09:00-05:00", "Asia/Kolkata", "2030-01-31T14:00:00.000Z"],
  // 2:30 is skipped when the clocks go forward, and 1:30 occurs twice when they go back.
  ["2026-03-08T02:30", "America/New_York", "2026-03-08T07:00:00.000Z"],
  ["2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00.000Z"],
  // Years of four digits only.
  ["0001-01-01", "Asia/Kolkata", "0001-01-01T00:00:00.000Z"],
  ["9999-12-31T23:59", "America/New_York", "9999-12-31T23:59:59.999Z"]
])("%s in %s is %s", (given, timezone, moment) => {
  expect(startTime(given, timezone)?.toISOString()).toBe(moment)
})

it.each(["", "soon", "2030-02-30T09:00", "2030-01-31T25:00"])("%j is not a time", (given) => {
  expect(startTime(given, "Asia/Kolkata")).toBeUndefined()
})
