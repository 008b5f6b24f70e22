import { describe, expect, test } from "vitest"
import { monthsUntil } from "../../../console/src/screens/settings/costs/months.ts"

const second = (now: string, timezone: string) => monthsUntil(new Date(now), timezone, undefined)[1]

describe("the months of costs", () => {
  test("go back from the month in the organization's time zone", () => {
    const months = monthsUntil(new Date("2026-11-15T12:00:00Z"), "UTC", undefined)
    expect(months.map(({ value }) => value)).toEqual([
      ...["", "2026-10", "2026-09", "2026-08", "2026-07", "2026-06", "2026-05", "2026-04", "2026-03", "2026-02"],
      ...["2026-01", "2025-12", "all"]
    ])
    expect(second("2026-11-30T20:00:00Z", "Asia/Kolkata")).toEqual({ value: "2026-11", label: "November 2026" })
    expect(second("2026-12-01T01:00:00Z", "America/New_York")).toEqual({ value: "2026-10", label: "October 2026" })
  })
})
