import { assert, describe, it } from "@effect/vitest"
import { makeCallCapacity } from "../../../src/calls/capacity/CallCapacity.ts"

describe("the memory of a node's capacity", () => {
  const make = (setting: number | null = 2) => {
    let now = 1_000_000
    const capacity = makeCallCapacity(setting, () => now)
    return { capacity, pass: (millis: number) => (now += millis) }
  }

  it("opens streams up to the limit, and any number without one", () => {
    const { capacity } = make()
    capacity.setStreams(1)
    assert.isTrue(capacity.mayOpen())
    capacity.setStreams(2)
    assert.isFalse(capacity.mayOpen())
    capacity.setLimit(3)
    assert.isTrue(capacity.mayOpen())
    const { capacity: free } = make(null)
    free.setStreams(100_000)
    assert.isTrue(free.mayOpen())
  })

  it("starts what is reserved, counts what is refused, and starts nothing on an old reservation", () => {
    const { capacity, pass } = make()
    assert.isTrue(capacity.takeStart())
    capacity.reserve(2)
    assert.deepStrictEqual([capacity.takeStart(), capacity.takeStart(), capacity.takeStart()], [true, true, false])
    assert.deepStrictEqual([capacity.takeRefused(), capacity.takeRefused()], [1, 0])
    pass(3_000)
    capacity.reserve(2)
    assert.isTrue(capacity.takeStart())
    pass(10_001)
    assert.isFalse(capacity.takeStart())
    assert.strictEqual(capacity.takeRefused(), 0)
    capacity.reserve(Number.POSITIVE_INFINITY)
    pass(10_001)
    assert.isTrue(capacity.takeStart())
  })

  it("counts starts of the last two seconds once more, because their attempts may not be committed", () => {
    const { capacity, pass } = make()
    capacity.reserve(3)
    capacity.takeStart()
    pass(1_900)
    capacity.takeStart()
    pass(200)
    capacity.reserve(2)
    assert.deepStrictEqual([capacity.takeStart(), capacity.takeStart()], [true, false])
  })

  it("is active with a stream, and for a minute after a start", () => {
    const { capacity, pass } = make()
    assert.isFalse(capacity.isActive())
    capacity.takeStart()
    pass(59_999)
    assert.isTrue(capacity.isActive())
    pass(1)
    assert.isFalse(capacity.isActive())
    capacity.setStreams(1)
    assert.isTrue(capacity.isActive())
  })

  it("forgets half of the outcomes in two minutes", () => {
    const { capacity, pass } = make()
    for (let count = 0; count < 8; count++) capacity.noteUnanswered()
    capacity.noteAnswered()
    pass(120_000)
    assert.deepStrictEqual(capacity.recent(), { answered: 0.5, unanswered: 4 })
  })
})
