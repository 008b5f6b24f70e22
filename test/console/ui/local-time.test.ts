import { afterEach, expect, test } from "vitest"
import { startOfDay } from "../../../console/src/ui/form/local-time.ts"

const ownZone = process.env.TZ
afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ
  else process.env.TZ = ownZone
})

test.each([
  // The clocks of Cairo go from 00:00 to 01:00 on April 30.
  ["Africa/Cairo", "2027-04-30", 0, "2027-04-29T22:00:00.000Z"],
  ["Africa/Cairo", "2027-04-30", 1, "2027-04-30T21:00:00.000Z"],
  ["Africa/Cairo", "2027-04-29", 1, "2027-04-29T22:00:00.000Z"],
  ["Europe/Berlin", "2027-03-28", 1, "2027-03-28T22:00:00.000Z"],
  ["America/New_York", "2026-12-31", 1, "2027-01-01T05:00:00.000Z"]
])("a day begins at the first moment of the day in the time zone of the browser: %s, %s and %i days", (...of) => {
  const [zone, day, daysLater, begins] = of
  process.env.TZ = zone
  expect(startOfDay(day, daysLater)).toBe(begins)
})

test("a text that is no day stays as it is", () => {
  expect(startOfDay("2027-02-31", 1)).toBe("2027-02-31")
})
