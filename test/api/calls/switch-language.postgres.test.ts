import { afterAll, expect, test } from "vitest"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { linesOf } from "../../support/data/conversations.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "20" } })
afterAll(server.stop)
const org = await server.organization()
const client = campaignClient(server, org)

/** Calls a person who asks for Hindi, and returns the call once it is over. */
const hindiCall = async (languages: ReadonlyArray<string>) => {
  const person = await client.person(0, { metadata: { persona: "speaks-hindi" } })
  const flowId = await client.flow({ initialPrompt: "Hello, would you like a visit?", language: "en-IN", languages })
  const campaignId = await client.started([person], { flowId, maxRetries: 0 })
  await client.untilStatus(campaignId, "COMPLETED")
  return client.explained(campaignId, person)
}

test("a person who asks for Hindi is answered in Hindi for the rest of the call", async () => {
  const call = await hindiCall(["hi-IN"])
  expect(call.turns.length).toBeGreaterThan(1)
  expect(call.turns.map(({ language }: { language: string }) => language)).toEqual(call.turns.map(() => "hi-IN"))
  const [opening, ...replies] = linesOf(call, "agent").map(({ text }) => text)
  expect(opening).toBe("Hello, would you like a visit?")
  expect(replies.length).toBeGreaterThan(0)
  for (const reply of replies) expect(reply).toMatch(/\p{sc=Devanagari}/u)
})

test("a flow with one language stays with it", async () => {
  const call = await hindiCall([])
  expect(new Set(call.turns.map(({ language }: { language: string }) => language))).toEqual(new Set(["en-IN"]))
})
