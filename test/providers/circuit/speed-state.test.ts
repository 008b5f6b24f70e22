import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import {
  afterAnswer,
  afterMissed,
  beginTrial,
  isDemoted,
  type SpeedState,
  unmeasured
} from "../../../src/providers/circuit/speed-state.ts"
import { makeVendorSpeeds } from "../../../src/providers/circuit/vendor-speeds.ts"

/** Notes a number of answers at one time. */
const answered = (state: SpeedState, count: number, millis: number, now = 0) => {
  let next = state
  for (let index = 0; index < count; index++) next = afterAnswer(next, millis, now)
  return next
}

const usual = answered(unmeasured, 60, 250)
const demoted = answered(usual, 2, 3_000)

describe("the speed of an account", () => {
  it("is not judged before its usual speed is known", () => {
    assert.isFalse(isDemoted(answered(unmeasured, 39, 60_000)))
    assert.isFalse(isDemoted(answered(answered(unmeasured, 20, 250), 19, 60_000)))
    assert.isTrue(isDemoted(answered(answered(unmeasured, 40, 250), 20, 60_000)))
  })

  it("is too slow when more than one of twenty answers takes more than a second and twice the usual", () => {
    assert.isFalse(isDemoted(answered(usual, 1, 3_000)))
    assert.isTrue(isDemoted(demoted))
    assert.isFalse(isDemoted(answered(usual, 100, 999)))
    // Twice its own median, for a vendor that is always slow.
    assert.isFalse(isDemoted(answered(answered(unmeasured, 60, 900), 20, 1_799)))
    assert.isTrue(isDemoted(answered(answered(unmeasured, 60, 900), 2, 1_801)))
    assert.isTrue(isDemoted(answered(usual, 2, Number.POSITIVE_INFINITY)))
  })

  it("is not too slow where one answer in ten always took longer: that is its usual", () => {
    let state = unmeasured
    for (let index = 0; index < 1_000; index++) {
      state = afterAnswer(state, index % 10 === 0 ? 2_000 : 250, 0)
      assert.isFalse(isDemoted(state), `answer ${index}`)
    }
    assert.isTrue(isDemoted(answered(state, 2, 2_001)))
  })

  it("gets a trial after a pause, one at a time, and returns after three fast ones", () => {
    const at = (state: SpeedState, now: number) => beginTrial(state, now)
    assert.isFalse(at(demoted, 29_999).isTrial)
    const first = at(demoted, 30_000)
    assert.isTrue(first.isTrial)
    assert.isFalse(at(first.state, 34_999).isTrial)
    assert.isTrue(at(first.state, 35_000).isTrial)
    const twice = answered(first.state, 2, 300, 31_000)
    assert.isTrue(isDemoted(twice))
    assert.isFalse(isDemoted(answered(twice, 1, 300, 31_000)))
  })

  it("is demoted after two answers in a row that another account had, also while its usual speed is unknown", () => {
    for (const state of [unmeasured, usual]) {
      const once = afterMissed(state, 0)
      assert.isFalse(isDemoted(once))
      assert.isFalse(isDemoted(afterMissed(answered(once, 1, 250), 0)))
      const twice = afterMissed(once, 0)
      assert.isTrue(isDemoted(twice))
      const trial = beginTrial(twice, 30_000).state
      const missedAgain = afterMissed(trial, 45_000)
      assert.isFalse(beginTrial(missedAgain, 104_999).isTrial)
      const last = beginTrial(missedAgain, 105_000)
      assert.isTrue(last.isTrial)
      assert.isFalse(isDemoted(answered(last.state, 3, 900, 106_000)))
    }
  })

  it("waits twice as long after a slow trial, at most ten minutes, and ignores answers of earlier calls", () => {
    let state = demoted
    let now = 0
    for (const pause of [30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000]) {
      assert.isFalse(beginTrial(state, now + pause - 1).isTrial, `${pause}`)
      assert.isTrue(isDemoted(answered(state, 50, 100, now)))
      now += pause
      const trial = beginTrial(state, now)
      assert.isTrue(trial.isTrial)
      state = answered(trial.state, 1, 1_001, now)
    }
  })
})

describe("the order of a list", () => {
  it("has slow accounts last, until their trial is due, and knows accounts apart by role and key", () => {
    let now = 0
    const speeds = makeVendorSpeeds(() => now)
    const own = Redacted.make("own")
    const ear = (one: { vendor: string; apiKey?: Redacted.Redacted }) => ({ role: "ear", ...one }) as const
    const list = [{ vendor: "a" }, { vendor: "b" }, { vendor: "c" }]
    const order = (all: ReadonlyArray<{ vendor: string }> = list) =>
      speeds
        .ordered(all, ear)
        .map(({ vendor }) => vendor)
        .join("")
    const note = (account: Parameters<typeof speeds.note>[0], count: number, millis: number) => {
      for (let index = 0; index < count; index++) speeds.note(account, millis)
    }
    assert.strictEqual(order(), "abc")
    note(ear({ vendor: "a" }), 60, 200)
    note(ear({ vendor: "a" }), 2, 5_000)
    assert.strictEqual(order(), "bca")
    assert.strictEqual(order([{ vendor: "a" }]), "a")
    assert.strictEqual(speeds.ordered([{ vendor: "a", apiKey: own }, { vendor: "b" }], ear)[0]?.vendor, "a")
    assert.strictEqual(speeds.ordered(list, ({ vendor }) => ({ role: "voice", vendor }))[0]?.vendor, "a")
    now = 30_000
    assert.strictEqual(order(), "abc")
    assert.strictEqual(order(), "bca")
    // Where all are slow, the order is the wish.
    note(ear({ vendor: "b" }), 60, 200)
    note(ear({ vendor: "b" }), 2, 5_000)
    assert.strictEqual(order([{ vendor: "a" }, { vendor: "b" }]), "ab")
  })
})
