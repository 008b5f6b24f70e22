import { setImmediate as nextTurn } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Queue, Scheduler } from "effect"
import { promptScheduler } from "../../../src/media/line/prompt-scheduler.ts"

const promptly = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.runFork(Effect.provideService(effect, Scheduler.Scheduler, promptScheduler))

it("finishes the steps of an event before the next turn of the event loop", async () => {
  const heard: Array<number> = []
  const queue = Effect.runSync(Effect.provideService(Queue.unbounded<number>(), Scheduler.Scheduler, promptScheduler))
  const reader = promptly(
    Effect.forever(Effect.flatMap(Queue.take(queue), (number) => Effect.sync(() => heard.push(number))))
  )
  await nextTurn()
  for (let number = 0; number < 100; number++) {
    queueMicrotask(() => Queue.offerUnsafe(queue, number))
    await nextTurn()
    assert.strictEqual(heard.length, number + 1)
  }
  await Effect.runPromise(Fiber.interrupt(reader))
})

it.each([
  ["yields", Effect.yieldNow, 2_000],
  ["computes", Effect.void, 10_000]
])("lets other events go on beside a fiber that %s without end", async (_, body, mostInATurn) => {
  let steps = 0
  const step = () => {
    steps++
  }
  const fiber = promptly(Effect.whileLoop({ while: () => true, body: () => body, step }))
  for (let turn = 0; turn < 10; turn++) {
    const before = steps
    await nextTurn()
    assert.isBelow(steps - before, mostInATurn)
  }
  assert.isAbove(steps, 0)
  await Effect.runPromise(Fiber.interrupt(fiber))
})

it("finishes the steps of later events at once after a fiber that has run long", async () => {
  let rounds = 0
  const long = Effect.whileLoop({
    while: () => rounds < 10_000,
    body: () => Effect.void,
    step: () => {
      rounds++
    }
  })
  await nextTurn()
  await new Promise((resolve) => promptly(long).addObserver(resolve))
  await nextTurn()
  await nextTurn()
  const short = promptly(Effect.yieldNow)
  await Promise.resolve()
  assert.isDefined(short.pollUnsafe())
})
