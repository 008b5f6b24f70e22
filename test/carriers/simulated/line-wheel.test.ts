import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { makeWheel } from "../../../src/carriers/simulated/line-wheel.ts"

let now = 0
let timers = new Map<number, { readonly at: number; readonly run: () => void }>()
let made = 0

beforeEach(() => {
  now = 0
  timers = new Map()
  vi.spyOn(performance, "now").mockImplementation(() => now)
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, millis: number) => {
    timers.set(++made, { at: now + Math.floor(millis), run })
    return made
  }) as unknown as typeof setTimeout)
  vi.spyOn(globalThis, "clearTimeout").mockImplementation(((timer: number) => {
    timers.delete(timer)
  }) as unknown as typeof clearTimeout)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Fires the next timer this many milliseconds late. */
const turn = (late = 0) => {
  const [first] = timers
  if (first === undefined) return assert.fail("There is no timer")
  const [timer, { at, run }] = first
  timers.delete(timer)
  now = Math.max(now, at) + late
  run()
}

/** Joins the wheel and counts frames. */
const member = (wheel: ReturnType<typeof makeWheel>) => {
  const counted = { frames: 0, leave: () => {} }
  counted.leave = wheel.join((frames) => {
    counted.frames += frames
  })
  return counted
}

describe("the wheel of a line", () => {
  it("yields fifty frames per second, however late its turns are", () => {
    const one = member(makeWheel(1))
    let turns = 0
    while (now < 60_000) turn((++turns * 7) % 53)
    assert.strictEqual(one.frames, Math.floor(now / 20))
  })

  it("catches up for one second at most", () => {
    const one = member(makeWheel(1))
    turn(980)
    assert.strictEqual(one.frames, 50)
    turn(10_000)
    assert.strictEqual(one.frames, 100)
    const before = now
    while (now < before + 1_000) turn()
    assert.strictEqual(one.frames, 150)
  })

  it("runs faster by the speed, and slower than that when its turns are late", () => {
    const one = member(makeWheel(20))
    while (now < 1_000) turn()
    assert.strictEqual(one.frames, 1_000)
    turn(1_000)
    assert.strictEqual(one.frames, 1_010)
  })

  it.each([
    [1, 50],
    [5, 250],
    [20, 200],
    [100, 1_000]
  ])("at speed %i turns %i times a second", (speed, expected) => {
    const one = member(makeWheel(speed))
    let turns = 0
    for (; now < 1_000; turns++) turn()
    assert.strictEqual(turns, expected)
    assert.strictEqual(one.frames, 50 * speed)
  })

  it("has one timer for all streams, and none without streams", () => {
    const wheel = makeWheel(1)
    assert.strictEqual(timers.size, 0)
    const members = Array.from({ length: 200 }, () => member(wheel))
    assert.strictEqual(timers.size, 1)
    turn()
    assert.isTrue(members.every(({ frames }) => frames === 1))
    for (const { leave } of members) leave()
    assert.strictEqual(timers.size, 0)
  })

  it("has one timer when all streams leave and another joins during a turn", () => {
    const wheel = makeWheel(1)
    const leave = wheel.join(() => {
      leave()
      member(wheel)
    })
    turn()
    assert.strictEqual(timers.size, 1)
  })

  it("yields no frames from before a stream joined", () => {
    const wheel = makeWheel(1)
    member(wheel)
    now = 400
    const late = member(wheel)
    turn(0)
    assert.strictEqual(late.frames, 0)
    turn(5)
    assert.strictEqual(late.frames, 1)
  })
})
