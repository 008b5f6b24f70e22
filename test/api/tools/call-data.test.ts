import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { linesOf } from "../../support/data/conversations.ts"
import { startToolServer, withJson } from "../../support/fakes/tool-server.ts"

const tools = await startToolServer()
const server = await startServer({ settings: { SIMULATOR_SPEED: "10", ALLOW_PRIVATE_WEBHOOKS: "true" } })
afterAll(async () => {
  await server.stop()
  tools.stop()
})
const client = campaignClient(server, await server.organization())

const callData = {
  request: { method: "GET", url: `${tools.origin}/accounts/{{contact.metadata.account}}` },
  variables: [
    { name: "balance", path: "account.balance", default: "an open amount" },
    { name: "city", path: "account.city" }
  ]
}
const words = { initialPrompt: "You owe {{balance}} in {{city}}.", systemInstruction: "Remind.", language: "en-IN" }

/** Calls a person whose flow fetches data, and returns the opening that they heard. */
const opening = async () => {
  const person = await client.person(0, { metadata: { account: "A/7" } })
  const campaignId = await client.started([person], {
    flowId: await client.flow({ ...words, callData }),
    maxRetries: 0
  })
  await client.untilCall(campaignId, person, ({ status }) => status === "COMPLETED")
  return linesOf(await client.explained(campaignId, person), "agent")[0]?.text
}

describe("data before the call", () => {
  test("is fetched while the phone rings, and stands in the opening", async () => {
    tools.answerBy(withJson({ account: { balance: 1500, city: "Pune" } }))
    expect(await opening()).toBe("You owe 1500 in Pune.")
    expect(tools.requests).toMatchObject([{ method: "GET", path: "/accounts/A%2F7" }])
    const rows = await rowsOf(server).query((sql) => sql<{ content: string }>`select content from call_data`)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.content).not.toContain("1500")
  })

  test("has its defaults when the request fails or has no answer in time, and the call is placed as ever", async () => {
    tools.answerBy(withJson({ problem: "broken" }, 500))
    expect(await opening()).toBe("You owe an open amount in.")
    tools.answerBy(() => {})
    expect(await opening()).toBe("You owe an open amount in.")
  })

  test("is refused where its request could not be sent", async () => {
    const wrong = async (request: object) => {
      const body = { ...words, name: "Data", callData: { ...callData, request: { ...callData.request, ...request } } }
      const { details } = await answered(400, server.admin("POST", `${client.admin}/flows`, body))
      return details[0].path
    }
    expect(await wrong({ url: `${tools.origin}/{{argument.day}}` })).toBe("callData")
    expect(await wrong({ headers: "nowhere" })).toBe("callData.request.headers")
  })
})
