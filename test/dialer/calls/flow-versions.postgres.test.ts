import { afterAll, expect, test } from "vitest"
import { Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { startServer, type TestOrganization, type TestServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

const database = await makeDatabase()
let server = await startServer({ database })
afterAll(async () => {
  await server.stop()
  await database.remove()
})
const org = await server.organization()

const callback = { name: "later", description: "When to call again", type: "DATE_TIME", isCallbackRequest: true }

/** The organization as a client of a server that was started later. */
const at = (server: TestServer): TestOrganization => ({
  ...org,
  call: server.as(org.keys.ADMIN),
  as: (role) => server.as(org.keys[role])
})

/** Waits for the end of an attempt, and returns the first words of the agent in it. */
const firstWords = async (server: TestServer, campaign: string, person: Person, attemptNo: number) => {
  const client = campaignClient(server, at(server))
  const { id } = await eventually(async () => {
    const call = await client.explained(campaign, person)
    if (call.attemptLog[attemptNo - 1]?.endedAt == null) throw new Error(JSON.stringify(call.attemptLog))
    return call
  })
  const talk = await server.run(Transcripts.use((it) => it.ofAttempt(org.id, id, attemptNo)))
  return talk?.transcript.find(({ role }) => role === "agent")?.text
}

test("a campaign says the version with which it started, also in callbacks and after a restart, or the one it was moved to", async () => {
  const client = campaignClient(server, org)
  const [person, other] = (await client.people(5, 0)) as [Person, Person]
  const flowId = await client.flow({ initialPrompt: "First words.", variables: [callback] })
  const flow = `${client.admin}/flows/${flowId}`
  const days = [((new Date().getUTCDay() + 3) % 7) + 1]
  await client.update({ callingWindow: { days, start: "10:00", end: "11:00" } })
  const id = await client.started([person], { flowId })
  const moved = await client.started([other], { flowId })
  expect(await client.campaign(id)).toMatchObject({ flowVersion: 1 })
  await answered(200, server.admin("PATCH", flow, { initialPrompt: "Second words." }))
  const moveTo = { version: 2 }
  expect(await answered(200, org.call("POST", `/v1/campaigns/${moved}/flow-version`, moveTo))).toMatchObject({
    flowVersion: 2,
    status: "IN_PROGRESS"
  })

  await server.stop()
  server = await startServer({ database })
  const again = campaignClient(server, at(server))
  const { call } = at(server)
  await again.update({ callingWindow: null })
  await Promise.all([id, moved].map(again.makeDue))
  expect(await Promise.all([firstWords(server, id, person, 1), firstWords(server, moved, other, 1)])).toEqual([
    expect.stringContaining("First words."),
    expect.stringContaining("Second words.")
  ])
  await again.untilCall(id, person, ({ callbackScheduledAt }) => callbackScheduledAt !== null)
  await again.makeDue(id)
  expect(await firstWords(server, id, person, 2)).toContain("First words.")
  expect((await again.explained(id, person)).attemptLog.map(({ flowVersion }: any) => flowVersion)).toEqual([1, 1])
  const log = await answered(200, server.admin("GET", `${again.admin}/security-log?target=${moved}`))
  expect(log.data.find(({ action }: any) => action === "campaign.flow-version")).toMatchObject({
    actor: expect.stringMatching(/^key:/),
    details: { from: 1, to: 2 }
  })

  // Only a campaign under way is moved, only to a version of its flow, and only to one that it can use.
  const use = (version: number, campaign = id) => call("POST", `/v1/campaigns/${campaign}/flow-version`, { version })
  await answered(404, use(9))
  await answered(200, server.admin("PATCH", flow, { initialPrompt: "About {{loan}}." }))
  expect(await answered(400, use(3))).toMatchObject({
    message: "The campaign cannot use version 3 of its flow: the flow says {{loan}}, and 1 of 1 contacts have no loan"
  })
  expect(await again.campaign(id)).toMatchObject({ flowVersion: 1 })
  const draft = await again.draft([other], { flowId })
  expect(await again.campaign(draft)).toMatchObject({ flowVersion: null })
  expect(await answered(409, use(1, draft))).toMatchObject({ code: "INVALID_STATE" })
})
