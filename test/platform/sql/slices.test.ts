import { expect, test } from "vitest"
import { shareOf, sliceCount, sliceOf } from "../../../src/platform/sql/slices.ts"

test("the shares of nodes differ by at most one and add up to all slices", () => {
  for (let nodes = 1; nodes <= 2 * sliceCount; nodes++) {
    const shares = Array.from({ length: nodes }, (_, place) => shareOf(place, nodes))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(sliceCount)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
  }
})

test("the slices have about the same number of keys", () => {
  const counts = Array<number>(sliceCount).fill(0)
  for (let key = 0; key < 12_000; key++) counts[sliceOf(`7:${key}`)]!++
  expect(Math.min(...counts)).toBeGreaterThan(800)
  expect(Math.max(...counts)).toBeLessThan(1_200)
})
