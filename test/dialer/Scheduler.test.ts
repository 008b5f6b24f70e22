import { Effect, Layer } from "effect"
import { expect, test } from "vitest"
import { CallQueue } from "../../src/calls/queue/CallQueue.ts"
import { CampaignStates, type EndingInPause, type Scheduled } from "../../src/campaigns/CampaignStates.ts"
import { CampaignControl, NotReady } from "../../src/dialer/CampaignControl.ts"
import { Pace } from "../../src/dialer/Pace.ts"
import { makeEnder, makeStarter } from "../../src/dialer/Scheduler.ts"
import { newDatabase, onDatabase } from "../support/services/ground.ts"

/** Notes which campaigns are started. Each start has this result. */
const starting = (tried: Array<string>, result: Effect.Effect<never, NotReady>) =>
  Layer.mock(CampaignControl, {
    startScheduled: (_, id) =>
      Effect.andThen(
        Effect.sync(() => tried.push(id)),
        result
      )
  })

test("a refused start is tried again after a minute, and forgotten when the campaign is no longer scheduled", async () => {
  const tried: Array<string> = []
  const control = starting(tried, Effect.fail(new NotReady({ missing: ["a flow"] })))
  const states = Layer.mock(CampaignStates, { explain: () => Effect.void })
  const [first, other] = ["first", "other"].map((id): Scheduled => ({ id, organizationId: 1, dueInMillis: 0 })) as [
    Scheduled,
    Scheduled
  ]
  await Effect.runPromise(
    Effect.gen(function* () {
      const startDue = yield* makeStarter
      for (const scheduled of [[first, other], [first, other], [other], [first, other]]) yield* startDue(scheduled)
    }).pipe(Effect.provide(Layer.merge(control, states)))
  )
  expect(tried).toEqual(["first", "other", "first"])
})

test("a start that fails holds up no other campaign, and is tried again", async () => {
  const tried: Array<string> = []
  const control = starting(tried, Effect.die(new Error("A zone is unknown")))
  const states = Layer.mock(CampaignStates, {})
  const due = ["first", "other"].map((id): Scheduled => ({ id, organizationId: 1, dueInMillis: 0 }))
  const wait = await Effect.runPromise(
    Effect.flatMap(makeStarter, (startDue) => startDue(due)).pipe(Effect.provide(Layer.merge(control, states)))
  )
  expect(tried).toEqual(["first", "other"])
  expect(wait).toBeLessThanOrEqual(5_000)
})

test("a paused campaign that cannot be ended holds up no other, and is tried again", async () => {
  const tried: Array<string> = []
  const pace = Layer.mock(Pace, {
    lock: (id) =>
      Effect.suspend(() => {
        tried.push(id)
        return Effect.die(new Error("A zone is unknown"))
      })
  })
  const mocks = Layer.mergeAll(pace, Layer.mock(CampaignStates, {}), Layer.mock(CallQueue, {}))
  const services = Layer.unwrap(Effect.map(newDatabase, (settings) => onDatabase(settings)(mocks)))
  const ending = ["first", "other"].map((id): EndingInPause => ({ id, endsInMillis: 0 }))
  await Effect.runPromise(
    Effect.gen(function* () {
      const endOverdue = yield* makeEnder
      for (const paused of [ending, ending, [], ending]) yield* endOverdue(paused)
    }).pipe(Effect.provide(services), Effect.scoped)
  )
  expect(tried).toEqual(["first", "other", "first", "other"])
})
