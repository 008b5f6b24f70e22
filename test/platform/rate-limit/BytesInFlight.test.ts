import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Schema, Scope } from "effect"
import { TestClock } from "effect/testing"
import { BytesInFlight, bounds, largeBody } from "../../../src/platform/rate-limit/BytesInFlight.ts"

const MiB = 1024 * 1024

/** Reserves room in a scope of its own. The fiber ends with the function that gives the room back. */
const enter = Effect.fnUntraced(function* (holder: string, bytes: number) {
  const room = yield* BytesInFlight
  const scope = yield* Scope.make()
  const fiber = yield* Effect.forkChild(
    room.reserve({ holder, bytes }).pipe(Scope.provide(scope), Effect.as(Scope.close(scope, Exit.void)))
  )
  yield* settled
  return fiber
})

const settled = Effect.forEach(Array(20), () => Effect.yieldNow, { discard: true })
const isIn = <A, E>(fiber: Fiber.Fiber<A, E>) => fiber.pollUnsafe() !== undefined
const leave = <E>(fiber: Fiber.Fiber<Effect.Effect<void>, E>) =>
  Effect.flatten(Fiber.join(fiber)).pipe(Effect.andThen(settled))

layer(BytesInFlight.layer)("BytesInFlight", (it) => {
  it.effect("admits two large bodies of an organization, and the third when one is done", () =>
    Effect.gen(function* () {
      const [first, second, third] = yield* Effect.all([enter("a", MiB), enter("a", MiB), enter("a", MiB)])
      assert.deepStrictEqual([first, second, third].map(isIn), [true, true, false])
      const other = yield* enter("b", MiB)
      assert.isTrue(isIn(other))
      yield* leave(first)
      assert.isTrue(isIn(third))
      yield* Effect.forEach([second, third, other], leave)
    })
  )

  it.effect("refuses after five seconds, and says whether the organization or the node is full", () =>
    Effect.gen(function* () {
      const mine = yield* Effect.all([enter("a", 16 * MiB), enter("a", 16 * MiB)])
      const refused = yield* enter("a", MiB)
      const others = yield* Effect.all([enter("b", 16 * MiB), enter("c", 16 * MiB)])
      const crowdedOut = yield* enter("d", MiB)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Effect.flip(Fiber.join(refused))).holder, "organization")
      assert.strictEqual((yield* Effect.flip(Fiber.join(crowdedOut))).holder, "node")
      yield* Effect.forEach([...mine, ...others], leave)
    })
  )

  it.effect("never lets a small body wait for large ones", () =>
    Effect.gen(function* () {
      const large = yield* Effect.forEach(["a", "a", "b", "b"], (holder) => enter(holder, 16 * MiB))
      const small = yield* enter("a", largeBody)
      assert.isTrue(isIn(small))
      yield* Effect.forEach([...large, small], leave)
    })
  )

  it.effect("lets no body pass one that waits for the node", () =>
    Effect.gen(function* () {
      const held = yield* Effect.forEach(["a", "b", "c", "d"], (holder) => enter(holder, 15 * MiB))
      const [large, little] = yield* Effect.all([enter("e", 16 * MiB), enter("f", MiB)])
      assert.deepStrictEqual([isIn(large), isIn(little)], [false, false])
      yield* leave(held[0] as (typeof held)[number])
      assert.deepStrictEqual([isIn(large), isIn(little)], [true, true])
      yield* Effect.forEach([...held.slice(1), large, little], leave)
    })
  )

  it.effect("forgets a body whose client went away while it waited", () =>
    Effect.gen(function* () {
      const held = yield* Effect.all([enter("a", MiB), enter("a", MiB)])
      const gone = yield* enter("a", MiB)
      const next = yield* enter("a", MiB)
      yield* Fiber.interrupt(gone)
      yield* leave(held[0] as (typeof held)[number])
      assert.isTrue(isIn(next))
      yield* Effect.forEach([held[1] as (typeof held)[number], next], leave)
    })
  )

  const Step = Schema.Union([
    Schema.Struct({
      holder: Schema.Literals(["a", "b", "c"]),
      size: Schema.Literals([1, 3 * MiB, 9 * MiB, 16 * MiB])
    }),
    Schema.Struct({ leave: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 })) })
  ])

  it.effect.prop(
    "never holds more than its bounds, and is empty in the end",
    [Schema.Array(Step).check(Schema.isMinLength(20))],
    ([steps]) =>
      Effect.gen(function* () {
        const bodies: Array<{ holder: string; size: number; fiber: Fiber.Fiber<Effect.Effect<void>, unknown> }> = []
        const check = () => {
          const held = bodies.filter(({ fiber, size }) => size > largeBody && isIn(fiber))
          const sum = (of: typeof held) => of.reduce((total, { size }) => total + size, 0)
          assert.isAtMost(sum(held), bounds.large.nodeBytes)
          for (const own of Map.groupBy(held, ({ holder }) => holder).values()) {
            assert.isAtMost(own.length, bounds.large.organizationRequests)
            assert.isAtMost(sum(own), bounds.large.organizationBytes)
          }
        }
        for (const step of steps) {
          if ("leave" in step) {
            const inside = bodies.filter(({ fiber }) => isIn(fiber))
            const one = inside[step.leave % Math.max(1, inside.length)]
            if (one !== undefined) {
              bodies.splice(bodies.indexOf(one), 1)
              yield* leave(one.fiber)
            }
          } else {
            bodies.push({ ...step, fiber: yield* enter(step.holder, step.size) })
          }
          check()
        }
        while (bodies.length > 0) {
          const index = bodies.findIndex(({ fiber }) => isIn(fiber))
          assert.isAtLeast(index, 0, "a body waits although nothing is held")
          const [one] = bodies.splice(index, 1)
          if (one !== undefined) yield* leave(one.fiber)
          check()
        }
      })
  )
})
