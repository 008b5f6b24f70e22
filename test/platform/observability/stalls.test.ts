import { assert, describe, it } from "@effect/vitest"
import { onTestFinished, vi } from "vitest"
import { makeStalls, runningClock } from "../../../src/platform/observability/stalls.ts"

/** Stalls on a clock of the test. */
const setUp = () => {
  let time = 0
  const now = () => time
  const stalls = makeStalls(now)
  const at = (millis: number) => {
    time = millis
    return stalls
  }
  return { at, running: runningClock(stalls, now), stalls }
}

describe("stalls", () => {
  it("are the time by which ticks are later than usual", () => {
    const { at, stalls } = setUp()
    for (const millis of [0, 25, 65, 95]) at(millis).tick()
    assert.strictEqual(stalls.millis(), 0)
    at(645).tick()
    assert.strictEqual(stalls.millis(), 500)
    at(670).tick()
    at(820).tick()
    assert.strictEqual(stalls.millis(), 600)
  })

  it("count before the tick that follows them, and once", () => {
    const { at, stalls } = setUp()
    at(0).tick()
    assert.strictEqual(at(350).millis(), 300)
    stalls.tick()
    assert.strictEqual(at(375).millis(), 300)
  })

  it("are none while nothing watches the process, also after a watch has ended", () => {
    const { at, stalls } = setUp()
    assert.strictEqual(at(60_000).millis(), 0)
    at(100_000).tick()
    at(100_100).end()
    assert.strictEqual(stalls.millis(), 50)
    assert.strictEqual(at(200_000).millis(), 50)
    stalls.tick()
    assert.strictEqual(at(200_020).millis(), 50)
  })

  it("are no time of the running clock, which never goes back", () => {
    const { at, running } = setUp()
    at(0).tick()
    let before = running()
    for (let millis = 0; millis <= 350; millis++) {
      at(millis)
      assert.isAtLeast(running(), before)
      before = running()
    }
    assert.strictEqual(before, 50)
  })

  it("are watched for a minute after each question, so that an idle process does not wake for them", () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const stalls = makeStalls(Date.now)
    const end = stalls.watch()
    assert.strictEqual(vi.getTimerCount(), 0)
    stalls.millis()
    vi.advanceTimersByTime(59_000)
    assert.strictEqual(vi.getTimerCount(), 1)
    vi.setSystemTime(Date.now() + 500)
    vi.advanceTimersByTime(25)
    const stalled = stalls.millis()
    assert.isAtLeast(stalled, 450)
    vi.advanceTimersByTime(61_000)
    assert.strictEqual(vi.getTimerCount(), 0)
    assert.strictEqual(stalls.millis(), stalled)
    assert.strictEqual(vi.getTimerCount(), 1)
    end()
    assert.strictEqual(vi.getTimerCount(), 0)
  })
})
