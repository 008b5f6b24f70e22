import { afterAll, beforeAll, expect, test } from "vitest"
import { answered } from "../../../support/api/answered.ts"
import { campaignClient } from "../../../support/api/campaign-client.ts"
import { startServer, type TestOrganization, type TestServer } from "../../../support/api/test-server.ts"
import { eventually } from "../../../support/eventually.ts"
import { startProviders } from "../../../support/fakes/fake-providers.ts"

let one: Awaited<ReturnType<typeof startProviders>>
let other: Awaited<ReturnType<typeof startProviders>>
let refusing: Awaited<ReturnType<typeof startProviders>>
let isKeyRefused = true
let server: TestServer
let org: TestOrganization

beforeAll(async () => {
  one = await startProviders()
  other = await startProviders()
  refusing = await startProviders({
    answer: () => (isKeyRefused ? { status: 401, code: "invalid_api_key" } : undefined)
  })
  server = await startServer({
    settings: {
      LLM_FAST_BASE_URL: one.openAi.url,
      LLM_FAST_MODEL: "fast-1",
      LLM_FAST_TEMPERATURE: "0.3",
      LLM_GOOD_BASE_URL: other.openAi.url,
      LLM_GOOD_API_KEY: "sk-good",
      LLM_GOOD_MODEL: "good-1",
      LLM_REVOKED_BASE_URL: refusing.openAi.url,
      LLM_REVOKED_API_KEY: "sk-revoked",
      LLM_REVOKED_MODEL: "revoked-1",
      LLM_AWAY_BASE_URL: "http://127.0.0.1:1/v1",
      LLM_AWAY_MODEL: "away-1",
      ALLOW_PRIVATE_WEBHOOKS: "1",
      SIMULATOR_SPEED: "4"
    }
  })
  org = await server.organization()
})
afterAll(async () => {
  await server?.stop()
  await one?.stop()
  await other?.stop()
  await refusing?.stop()
})

/** Calls a person with a flow, and returns the turns of the call. */
const turnsOf = async (fields: object, of = org, name = "Asha") => {
  const client = campaignClient(server, of)
  const person = await client.person(0, { name })
  const flowId = await client.flow({ initialPrompt: "Hello, shall we talk?", ...fields })
  const campaignId = await client.started([person], { flowId, maxRetries: 0 })
  const call = await client.untilCall(campaignId, person, ({ status }) => ["COMPLETED", "FAILED"].includes(status))
  const explained = await answered(200, server.admin("GET", `/admin/v1/organizations/${of.id}/calls/${call.id}`))
  return explained.turns as ReadonlyArray<{ readonly model: string | null; readonly llmProvider: string | null }>
}

test("two flows of one process are answered by their own models, and by no other", async () => {
  const before = [one, other].map(({ openAi }) => openAi.completions.length)
  const [fast, good] = await Promise.all([
    turnsOf({ model: "FAST", reasoningEffort: "low" }),
    turnsOf({ model: "GOOD", temperature: 0.9 })
  ])
  const answeredBy = (turns: typeof fast) => [
    ...new Set(turns.map(({ llmProvider, model }) => `${llmProvider} ${model}`))
  ]
  expect(answeredBy(fast)).toEqual(["null FAST"])
  expect(answeredBy(good)).toEqual(["null GOOD"])
  const [requestsToOne = [], requestsToOther = []] = [one, other].map(({ openAi }, index) =>
    openAi.completions.slice(before[index])
  )
  expect(new Set(requestsToOne.map(({ body }) => body.model))).toEqual(new Set(["fast-1"]))
  expect(new Set(requestsToOther.map(({ body }) => body.model))).toEqual(new Set(["good-1"]))
  const firstReply = (requests: typeof requestsToOne) =>
    requests.find(({ body }) => body.tool_choice === undefined)?.body
  expect(firstReply(requestsToOne)).toMatchObject({ reasoning_effort: "low", temperature: 0.3 })
  expect(firstReply(requestsToOther)).toMatchObject({ temperature: 0.9 })
  expect(firstReply(requestsToOther)).not.toHaveProperty("reasoning_effort")
  expect(requestsToOther[0]?.headers.authorization).toBe("Bearer sk-good")
})

test("an organization's own model comes before one of the settings, and only for its flows", async () => {
  const own = await server.organization("Own")
  const before = one.openAi.completions.length
  const entry = { name: "FAST", baseUrl: other.openAi.url, model: "own-1", apiKey: "sk-own" }
  await answered(200, server.admin("PUT", `/admin/v1/organizations/${own.id}/models`, entry))
  expect((await turnsOf({ model: "FAST" }, own)).map(({ model }) => model)).toContain("FAST")
  expect(one.openAi.completions).toHaveLength(before)
  const last = other.openAi.completions.at(-1)
  expect([last?.body.model, last?.headers.authorization]).toEqual(["own-1", "Bearer sk-own"])
  await turnsOf({ model: "FAST" })
  expect(one.openAi.completions.length).toBeGreaterThan(before)
})

test("a model by name that is away is replaced by no other, although others are configured", async () => {
  const turns = await turnsOf({ model: "AWAY" }, org, "Zarathustra")
  expect(turns.every(({ llmProvider, model }) => llmProvider === null && model === null)).toBe(true)
  const requests = [one, other].flatMap(({ openAi }) => openAi.completions.map(({ body }) => JSON.stringify(body)))
  expect(requests.filter((body) => body.includes("Zarathustra"))).toEqual([])
  expect(turns.length).toBeGreaterThan(0)
})

test("no call is placed while the key of the model is refused, and the campaign goes on once it is accepted", async () => {
  const client = campaignClient(server, org)
  const people = await client.people(0, 0, 0, 0, 0, 0)
  const flowId = await client.flow({ initialPrompt: "Hello, shall we talk?", model: "REVOKED" })
  const options = { flowId, maxConcurrentCalls: 1, callsPerMinute: 1_000, maxRetries: 0 }
  const campaignId = await client.started(people, options)
  const waits =
    "The language model REVOKED refuses the account (see carillon doctor): new calls wait until it accepts it"
  await eventually(async () => expect((await client.campaign(campaignId)).statusReason).toBe(waits))
  const dialed = (await client.attempts(campaignId)).length
  expect(dialed).toBeLessThan(people.length)
  isKeyRefused = false
  await eventually(async () => expect(await client.attempts(campaignId)).toHaveLength(people.length))
  expect((await client.campaign(campaignId)).statusReason).toBeNull()
})
