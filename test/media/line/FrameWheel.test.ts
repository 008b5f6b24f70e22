import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { makeFrameWheel } from "../../../src/media/line/FrameWheel.ts"

let stalled = 0
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
  stalled = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, "now").mockImplementation(() => now() + stalled)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Blocks the process for this time. */
const stall = (millis: number) => {
  stalled += millis
}

test("a frame wheel ticks every 20 ms, with the time, for all members", () => {
  const wheel = makeFrameWheel()
  const began = performance.now()
  const turns: Array<[string, number]> = []
  wheel.join((at) => turns.push(["one", at - began]))
  vi.advanceTimersByTime(30)
  wheel.join((at) => turns.push(["other", at - began]))
  vi.advanceTimersByTime(30)
  expect(turns).toEqual([
    ["one", 20],
    ["one", 40],
    ["other", 40],
    ["one", 60],
    ["other", 60]
  ])
})

test("a frame wheel has one timer for all members, and none without members", () => {
  const wheel = makeFrameWheel()
  expect(vi.getTimerCount()).toBe(0)
  const leave = Array.from({ length: 100 }, () => wheel.join(() => undefined))
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(100)
  expect(vi.getTimerCount()).toBe(1)
  for (const leaveIt of leave.slice(1)) leaveIt()
  expect(vi.getTimerCount()).toBe(1)
  leave[0]?.()
  expect(vi.getTimerCount()).toBe(0)
})

test("a frame wheel does not tick for a member that has left, even within the same tick", () => {
  const wheel = makeFrameWheel()
  let turns = 0
  const leave = wheel.join(() => {
    turns++
    leave()
    leave()
  })
  vi.advanceTimersByTime(100)
  expect(turns).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})

test("a frame wheel starts again 20 ms after a member joins later", () => {
  const wheel = makeFrameWheel()
  wheel.join(() => undefined)()
  vi.advanceTimersByTime(1_007)
  const began = performance.now()
  const turns: Array<number> = []
  wheel.join((at) => turns.push(at - began))
  vi.advanceTimersByTime(40)
  expect(turns).toEqual([20, 40])
})

/** Returns the times of ticks in the first second, when each tick takes a given time. */
const turnsIn = (takes: (turn: number) => number) => {
  const wheel = makeFrameWheel()
  const began = performance.now()
  const turns: Array<number> = []
  wheel.join((at) => {
    turns.push(at - began)
    stall(takes(turns.length))
  })
  while (performance.now() - began < 1_000) vi.advanceTimersByTime(1)
  return turns
}

test("a frame wheel keeps its pace when ticks take long", () => {
  const turns = turnsIn(() => 7)
  expect(turns).toEqual(Array.from({ length: 50 }, (_, index) => (index + 1) * 20))
})

test("a frame wheel skips missed ticks, and keeps its pace after them", () => {
  const turns = turnsIn((turn) => (turn === 3 ? 130 : 0))
  expect(turns.slice(0, 6)).toEqual([20, 40, 60, 200, 220, 240])
})

test("a frame wheel ticks at once, and only once, when it is late", () => {
  const wheel = makeFrameWheel()
  const began = performance.now()
  const turns: Array<number> = []
  wheel.join((at) => turns.push(at - began))
  vi.advanceTimersByTime(19)
  stall(16)
  vi.advanceTimersByTime(1)
  expect(turns).toEqual([36])
  vi.advanceTimersByTime(4)
  expect(turns).toEqual([36, 40])
})

test("a frame wheel does not keep the process alive", () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  const unref = vi.spyOn(Object.getPrototypeOf(setTimeout(() => undefined, 0)), "unref")
  makeFrameWheel().join(() => undefined)()
  expect(unref).toHaveBeenCalledTimes(1)
})
