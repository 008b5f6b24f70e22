import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { makeLanes } from "../../../src/events/bus/lanes.ts"
import { makeRandom } from "../../support/random.ts"

const seed = Number(process.env.TEST_SEED)

describe("makeLanes", () => {
  it.effect("runs the effects of each key one at a time in the order of entering, whatever is interrupted", () =>
    Effect.gen(function* () {
      const random = makeRandom(seed)
      for (let round = 0; round < 50; round++) {
        const { enter } = makeLanes()
        const done = new Map<string, Array<number>>()
        const busy = new Set<string>()
        const entries = Array.from({ length: 60 }, (_, place) => {
          const key = `key ${Math.floor(random() * 4)}`
          return { key, place, ...enter(key), steps: Math.floor(random() * 4) }
        })
        const work = ({ key, place, steps }: (typeof entries)[number]) =>
          Effect.gen(function* () {
            assert.isFalse(busy.has(key))
            busy.add(key)
            for (let step = 0; step < steps; step++) yield* Effect.yieldNow
            done.set(key, [...(done.get(key) ?? []), place])
          }).pipe(Effect.ensuring(Effect.sync(() => busy.delete(key))))
        const fibers: Array<Fiber.Fiber<unknown, unknown>> = []
        // Started in another order than entered.
        for (const entry of entries.toSorted(() => random() - 0.5)) {
          fibers.push(
            yield* Effect.forkChild(Effect.ensuring(entry.inTurn(work(entry)), Effect.sync(entry.leave)), {
              startImmediately: true
            })
          )
        }
        for (const fiber of fibers.filter(() => random() < 0.2)) yield* Fiber.interrupt(fiber)
        for (const fiber of fibers) yield* Fiber.await(fiber)
        for (const places of done.values())
          assert.deepStrictEqual(
            places,
            places.toSorted((a, b) => a - b)
          )
      }
    })
  )

  it.effect("continues with the next place when one leaves without running", () =>
    Effect.gen(function* () {
      const { enter } = makeLanes()
      const [first, second, third] = [enter("a"), enter("a"), enter("a")]
      const last = yield* Effect.forkChild(third.inTurn(Effect.void), { startImmediately: true })
      second.leave()
      yield* Effect.yieldNow
      assert.isUndefined(last.pollUnsafe())
      first.leave()
      yield* Fiber.join(last)
    })
  )

  it.effect("runs other keys while one key waits", () =>
    Effect.gen(function* () {
      const { enter } = makeLanes()
      const gate = yield* Deferred.make<void>()
      const held = yield* Effect.forkChild(enter("a").inTurn(Deferred.await(gate)))
      const behind = yield* Effect.forkChild(enter("a").inTurn(Effect.void))
      yield* enter("b").inTurn(Effect.void)
      assert.isUndefined(behind.pollUnsafe())
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(held)
      yield* Fiber.join(behind)
    })
  )
})
