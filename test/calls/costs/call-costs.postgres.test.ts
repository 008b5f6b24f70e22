import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { startServer, type TestServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { startProviders } from "../../support/fakes/fake-providers.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

const prices = {
  currency: "EUR",
  ears: [{ vendor: "google-speech", model: "telephony", perMinute: "0.016" }],
  voices: [
    { vendor: "google-tts", model: "Neural2", perMillionCharacters: "16" },
    { vendor: "google-tts", perMillionCharacters: "30.5" }
  ],
  models: [
    {
      vendor: "openai",
      perMillionPromptTokens: "2",
      perMillionCachedTokens: "0.5",
      perMillionCompletionTokens: "8"
    }
  ],
  carriers: [
    { vendor: "simulated", perMinute: "0.01" },
    { vendor: "simulated", prefix: "+91", perMinute: "0.0497" }
  ]
}

let providers: Awaited<ReturnType<typeof startProviders>>
let database: Awaited<ReturnType<typeof makeDatabase>>
let server: TestServer
let client: ReturnType<typeof campaignClient>
let campaignId: string
let people: ReadonlyArray<Person>

beforeAll(async () => {
  providers = await startProviders()
  database = await makeDatabase()
  const file = join(database.settings.DATA_DIR as string, "prices.json")
  writeFileSync(file, JSON.stringify(prices))
  server = await startServer({
    database,
    settings: { ...providers.settings, SIMULATOR_SPEED: "3", PRICES_FILE: file, OPENAI_MODEL: "gpt-4.1" }
  })
  client = campaignClient(server, await server.organization())
  people = [await client.person(0), await client.person(0), await client.person(2)]
  campaignId = await client.started(people, { maxRetries: 0, flowId: await client.flow({ language: "en-IN" }) })
  await client.untilStatus(campaignId, "COMPLETED")
})
afterAll(async () => {
  await server.stop()
  await database.remove()
  await providers.stop()
})

interface Line {
  readonly kind: string
  readonly purpose: string
  readonly vendor: string
  readonly model: string
  readonly estimated: boolean
  readonly quantity: number
  readonly cost: string | null
}

const read = async (path: string) => (await server.admin("GET", `${client.admin}${path}`)).body
const costsOfCampaign = () => read(`/campaigns/${campaignId}/costs`)

/** Waits until the analyses of both conversations are counted. */
const settled = () =>
  eventually(async () => {
    const costs = await costsOfCampaign()
    const analyzed = costs.usage.find(({ kind, purpose }: Line) => kind === "promptTokens" && purpose === "analysis")
    if (analyzed?.quantity !== 2 * tokensOfPrompt) throw new Error(JSON.stringify(costs.usage))
    return costs
  })

// The fake reports these for each completion.
const tokensOfPrompt = 11
const tokensOfAnswer = 7

const quantityOf = (lines: ReadonlyArray<Line>, kind: string, estimated = false) =>
  lines
    .filter((line) => line.kind === kind && line.estimated === estimated)
    .reduce((sum, { quantity }) => sum + quantity, 0)

const microsOf = (cost: string | null) => BigInt((cost ?? "x").replace(".", ""))
const sumOf = (costs: ReadonlyArray<{ readonly cost: string | null }>) =>
  costs.reduce((sum, { cost }) => sum + microsOf(cost), 0n)

test("the usage of a campaign is what its providers were sent, and what its carrier bills", async () => {
  const { usage } = await settled()

  const texts = providers.google.voices.flatMap((voice) => voice.texts)
  expect(quantityOf(usage, "voice")).toBe(texts.reduce((sum, text) => sum + Array.from(text).length, 0))

  const reported = providers.openAi.completions.filter(({ isAborted }) => !isAborted).length
  expect(quantityOf(usage, "promptTokens")).toBe(reported * tokensOfPrompt)
  expect(quantityOf(usage, "completionTokens")).toBe(reported * tokensOfAnswer)

  // The last sound may be on its way when a stream is closed.
  const heard = providers.google.recognizers.reduce((sum, { millis }) => sum + millis, 0)
  expect(quantityOf(usage, "ear")).toBeGreaterThanOrEqual(heard)
  expect(quantityOf(usage, "ear")).toBeLessThanOrEqual(heard + 1_200 * providers.google.recognizers.length)

  const attempts = await client.attempts(campaignId)
  expect(attempts.map(({ outcome }) => outcome).toSorted()).toEqual(["CONNECTED", "CONNECTED", "NO_ANSWER"])
  const durations = (await client.records(campaignId)).map(({ duration }: any) => duration)
  expect(quantityOf(usage, "carrier")).toBe(
    durations.reduce((sum: number, seconds: number) => sum + 60 * Math.ceil(seconds / 60), 0)
  )
  const vendors = new Set(usage.map(({ model, vendor }: Line) => `${vendor} ${model}`.trim()))
  expect(vendors).toEqual(new Set(["google-speech telephony", "google-tts Neural2", "openai gpt-4.1", "simulated +91"]))
})

test("the costs of the attempts and of the fixed lines are those of the campaign and of the organization", async () => {
  const costs = await settled()
  const calls = await Promise.all(people.map((person) => client.explained(campaignId, person)))
  const ofAttempts: ReadonlyArray<any> = calls.flatMap(({ attemptLog }) =>
    attemptLog.flatMap(({ costs }: any) => costs ?? [])
  )
  expect(ofAttempts).toHaveLength(2)
  for (const attempt of ofAttempts) expect(sumOf(attempt.usage)).toBe(microsOf(attempt.cost))
  const fixedLines = costs.usage.filter(({ purpose }: Line) => purpose === "fixedLines")
  expect(fixedLines).toHaveLength(1)
  expect(sumOf(ofAttempts) + sumOf(fixedLines)).toBe(microsOf(costs.cost))
  expect(sumOf(costs.usage)).toBe(microsOf(costs.cost))
  expect(costs).toMatchObject({ currency: "EUR", cost: costs.knownCost, cap: null, campaignId })

  const organization = await read("/costs")
  expect(organization).toMatchObject({ month: costs.month, cost: costs.cost, usage: costs.usage })
  expect(organization.campaigns).toEqual([
    { campaignId, campaignName: "Spring", currency: "EUR", cost: costs.cost, knownCost: costs.cost }
  ])
  expect(await read("/costs?month=all")).toMatchObject({ month: "all", cost: costs.cost })
  expect(await read("/costs?month=2001-01")).toMatchObject({ cost: "0.000000", usage: [], campaigns: [] })
})

test("the events of the ended attempts contain their usage, except that of the later analysis", async () => {
  await settled()
  const events: ReadonlyArray<any> = await client.events("call-ended.v1", campaignId)
  expect(events).toHaveLength(3)
  for (const event of events) {
    const call = await client.explained(campaignId, people.find(({ id }) => id === event.contactId) as Person)
    const lines: ReadonlyArray<Line> = call.attemptLog[0].costs?.usage ?? []
    expect(event.usage).toEqual(lines.filter(({ purpose }) => purpose !== "analysis"))
    expect(event).toMatchObject({ costCurrency: "EUR" })
    expect(microsOf(event.cost)).toBe(sumOf(event.usage))
    expect(event.usage.length > 0).toBe(event.outcome === "CONNECTED")
  }
})
