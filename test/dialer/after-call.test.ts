import { Effect, Layer } from "effect"
import { afterAll, expect, test } from "vitest"
import type { Finding } from "../../src/domain/Finding.ts"
import { AppConfig, readSettings } from "../../src/platform/config.ts"
import * as AfterCall from "../../src/policy/AfterCall.ts"
import { Analysis } from "../../src/policy/Analysis.ts"
import type { Talked } from "../../src/policy/finding.ts"
import { campaignClient, eventually } from "../support/campaign-client.ts"
import { startServer } from "../support/test-server.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "20" } })
afterAll(server.stop)
const org = await server.organization()
const client = campaignClient(server, org)

const interested = ({ labels, transcript }: Talked): Finding => ({
  labelId: labels.find(({ isPositive }) => isPositive)?.id ?? null,
  undetermined: null,
  evidence: transcript.find(({ role }) => role === "person")?.text ?? null,
  confidence: 0.9,
  variables: { amount: 500 },
  callback: null
})

test("who is interested gets the label that says so, and the campaign is over", async () => {
  const end = Promise.withResolvers<void>()
  const analysed = AfterCall.layer.pipe(
    Layer.provide(Layer.succeed(Analysis, { of: (talked) => Effect.sync(() => interested(talked)) })),
    Layer.provide(Layer.effect(AppConfig, readSettings(server.database.settings)))
  )
  const listening = server.run(
    Effect.scoped(
      Effect.andThen(
        Layer.build(analysed),
        Effect.promise(() => end.promise)
      )
    )
  )
  const [person] = await client.people(0)
  const campaign = await client.started([person!])
  const call = await eventually(async () => {
    const record = await client.record(campaign, person!)
    expect(record).toMatchObject({
      status: "COMPLETED",
      intentLabel: { name: "Positive" },
      intentSource: "auto",
      intentUndetermined: false,
      journeyAction: "MARK_COMPLETED"
    })
    return record
  })
  await eventually(async () => expect(await client.campaign(campaign)).toMatchObject({ status: "COMPLETED" }))
  expect(call.attempts).toBe(1)
  end.resolve()
  await listening
})
