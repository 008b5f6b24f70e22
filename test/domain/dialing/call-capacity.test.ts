import { assert, describe, it } from "@effect/vitest"
import {
  answerShare,
  capacityOf,
  desiredNodes,
  type NodeLoad,
  nextCallLimit,
  startsToReserve
} from "../../../src/domain/dialing/call-capacity.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 5_000 : 200

const load = (fields: Partial<NodeLoad> = {}): NodeLoad => ({
  ...{ carries: true, callLimit: 100, streams: 0, dials: true, reservedStarts: 0, answered: 0, unanswered: 0 },
  ...fields
})

describe("the limit of a node", () => {
  it("falls below its calls when frames are late, and rises step by step to the setting when there is time", () => {
    assert.strictEqual(nextCallLimit(500, { delayMillis: 60, streams: 400 }, 500), 380)
    assert.strictEqual(nextCallLimit(380, { delayMillis: 60, streams: 400 }, 500), 380)
    assert.strictEqual(nextCallLimit(380, { delayMillis: 30, streams: 380 }, 500), 380)
    assert.strictEqual(nextCallLimit(380, { delayMillis: 5, streams: 380 }, 500), 390)
    assert.strictEqual(nextCallLimit(495, { delayMillis: 5, streams: 380 }, 500), 500)
  })

  it("stays while few calls are open, because something else delays the node, and never exceeds the setting", () => {
    assert.strictEqual(nextCallLimit(500, { delayMillis: 900, streams: 3 }, 500), 50)
    assert.strictEqual(nextCallLimit(20, { delayMillis: 900, streams: 20 }, 20), 20)
    const random = makeRandom(seed)
    for (let run = 0; run < runs; run++) {
      const setting = 1 + Math.floor(random() * 1_000)
      let limit = setting
      for (let step = 0; step < 20; step++) {
        limit = nextCallLimit(limit, { delayMillis: random() * 80, streams: Math.floor(random() * limit) }, setting)
        assert.isAtLeast(limit, Math.min(50, setting))
        assert.isAtMost(limit, setting)
      }
    }
  })
})

describe("the capacity of all nodes", () => {
  it("is that of the nodes that carry calls, and without such a node there is none", () => {
    const loads = [load({ streams: 40 }), load({ carries: false, streams: 7 }), load({ streams: 2, callLimit: 60 })]
    assert.deepStrictEqual(capacityOf(loads, 10), { calls: 52, capacity: 160, nodes: 2 })
    assert.deepStrictEqual(capacityOf([load({ carries: false })], 0), { calls: 0, capacity: 0, nodes: 0 })
    assert.strictEqual(capacityOf([load(), load({ callLimit: null })], 0).capacity, Number.POSITIVE_INFINITY)
  })

  it("counts ringing calls by the share that is answered, and all of them without experience", () => {
    assert.strictEqual(answerShare([load()]), 1)
    assert.strictEqual(answerShare([load({ answered: 20, unanswered: 70 }), load({ unanswered: 5 })]), 0.25)
    assert.strictEqual(answerShare([load({ unanswered: 1_000_000 })]), 0.05)
    assert.strictEqual(capacityOf([load({ answered: 20, unanswered: 75, streams: 1 })], 100).calls, 26)
  })

  it("is never exceeded by nodes that report one after another and start what they have reserved", () => {
    const random = makeRandom(seed)
    const pick = (below: number) => Math.floor(random() * below)
    for (let run = 0; run < runs; run++) {
      const nodes = Array.from({ length: 1 + pick(4) }, () => ({
        load: load({ callLimit: 1 + pick(200), carries: random() < 0.8, dials: random() < 0.8 }),
        left: 0
      }))
      if (!nodes.some((node) => node.load.carries)) continue
      const limit = nodes.reduce((sum, { load: { callLimit, carries } }) => sum + (carries ? (callLimit ?? 0) : 0), 0)
      let calls = 0
      for (let step = 0; step < 60; step++) {
        const node = nodes[pick(nodes.length)]!
        const action = random()
        if (action < 0.4) {
          const others = nodes.filter((other) => other !== node).map((other) => other.load)
          node.left = startsToReserve(node.load, others, calls)
          node.load = { ...node.load, reservedStarts: node.left }
        } else if (action < 0.9) {
          const starts = Math.min(node.left, pick(50))
          node.left -= starts
          calls += starts
        } else calls -= pick(calls + 1)
        assert.isAtMost(calls, limit, `seed ${seed}, run ${run}`)
      }
    }
  })

  it("is shared by the nodes that dial, and by no other", () => {
    assert.strictEqual(startsToReserve(load({ dials: false }), [load()], 0), 0)
    assert.strictEqual(startsToReserve(load(), [load(), load({ carries: false })], 0), 67)
    assert.strictEqual(startsToReserve(load(), [load({ reservedStarts: 190 })], 0), 10)
    assert.strictEqual(startsToReserve(load({ streams: 100 }), [], 0), 0)
    assert.strictEqual(startsToReserve(load({ callLimit: null }), [], 9), Number.POSITIVE_INFINITY)
    assert.strictEqual(startsToReserve(load({ carries: false, callLimit: null }), [], 0), 0)
    // A quarter is answered, so four ring for each that is carried.
    assert.strictEqual(startsToReserve(load({ answered: 20, unanswered: 75 }), [], 0), 400)
  })
})

describe("the number of nodes", () => {
  it("carries the calls and the buffer, and is at least one", () => {
    assert.strictEqual(desiredNodes(0, 0, 400), 1)
    assert.strictEqual(desiredNodes(400, 0, 400), 1)
    assert.strictEqual(desiredNodes(400, 1, 400), 2)
    assert.strictEqual(desiredNodes(9_990, 50, 400), 26)
  })
})
