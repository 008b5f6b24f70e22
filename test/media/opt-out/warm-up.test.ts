import { Effect } from "effect"
import { expect, test } from "vitest"
import { warmUpPhrases } from "../../../src/media/opt-out/warm-up.ts"

/** Returns how often other work had its turn meanwhile. */
const turnsDuring = async (work: Effect.Effect<void>) => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await Effect.runPromise(work)
  isOver = true
  return turns
}

test("the phrases of a language are compiled in steps, between which other calls have their turn, and once", async () => {
  expect(await turnsDuring(warmUpPhrases("te-IN"))).toBeGreaterThanOrEqual(10)
  expect(await turnsDuring(warmUpPhrases("te-IN"))).toBeLessThan(3)
})
