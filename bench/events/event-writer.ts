import { Effect, Fiber } from "effect"
import { now, writeEvents, writerOn } from "./event-services.ts"

export interface Orders {
  readonly settings: Readonly<Record<string, string>>
  readonly transactions: number
  readonly eventsInEach: number
  readonly transactionsPerSecond: number
}

/** Commit time of each transaction, as its writer saw it. */
export type Committed = ReadonlyArray<number>

// A process that writes events at a steady rate, without waiting for earlier transactions.
process.once("message", async ({ settings, transactions, eventsInEach, transactionsPerSecond }: Orders) => {
  const committed: Array<number> = []
  const write = Effect.fnUntraced(function* (index: number) {
    yield* writeEvents(index * eventsInEach, eventsInEach)
    committed[index] = now()
  })
  const inTime = Effect.gen(function* () {
    const startedAt = now()
    const underway: Array<Fiber.Fiber<void, unknown>> = []
    for (let index = 0; index < transactions; index++) {
      yield* Effect.sleep(Math.max(0, startedAt + (index * 1000) / transactionsPerSecond - now()))
      underway.push(yield* Effect.forkChild(write(index)))
    }
    yield* Fiber.joinAll(underway)
  })
  await Effect.runPromise(Effect.provide(inTime, writerOn(settings)))
  process.send?.(committed)
  process.disconnect()
})
