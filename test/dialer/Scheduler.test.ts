import { Effect, Layer } from "effect"
import { expect, test } from "vitest"
import { CampaignStates, type Scheduled } from "../../src/campaigns/CampaignStates.ts"
import { CampaignControl, NotReady } from "../../src/dialer/CampaignControl.ts"
import { makeStarter } from "../../src/dialer/Scheduler.ts"

test("a refused start is tried again after a minute, and forgotten when the campaign is no longer scheduled", async () => {
  const tried: Array<string> = []
  const control = Layer.mock(CampaignControl, {
    startScheduled: (_, id) =>
      Effect.suspend(() => {
        tried.push(id)
        return Effect.fail(new NotReady({ missing: ["a flow"] }))
      })
  })
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
