import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { callAndLineRecord } from "../../support/data/conversations.ts"
import { eventually } from "../../support/eventually.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "10", ALLOW_PRIVATE_WEBHOOKS: "true" } })
afterAll(server.stop)
const org = await server.organization()
const client = campaignClient(server, org)

const message = "Hello {{name}}, this is {{caller}}. Please call us back at {{callbackNumber}}. Thank you, goodbye."
const leaves = { voicemail: "LEAVE_MESSAGE", message, callbackNumber: "+12025550199" }

/** Calls one person with a flow, and returns the call once it is over. */
const called = async (persona: string, flow: object, campaign: object = {}) => {
  const person = await client.person(0, { metadata: { persona } })
  const flowId = await client.flow({ initialPrompt: "Hello {{name}}, this is Maya. Do you have a minute?", ...flow })
  const id = await client.started([person], { flowId, maxRetries: 0, ...campaign })
  await client.untilCall(id, person, ({ outcome, status }) => outcome !== null && status !== "IN_PROGRESS")
  const { call, line } = await callAndLineRecord(server, client, id, person)
  return { id, person, call, line, heard: line.heard.map(({ text }: any) => text.trim()), attempt: call.attemptLog[0] }
}

describe("a voicemail", () => {
  test("gets the message after the beep, once and whole, and no opening", async () => {
    const { attempt, call, heard, line } = await called("voicemail", { machines: leaves }, { maxRetries: 2 })
    expect(heard.join(" ")).toBe(
      "Hello Asha, this is Test. Please call us back at 1, 2 0 2, 5 5 5, 0 1 9 9. Thank you, goodbye."
    )
    const beep = line.said.find(({ text }) => text === "(beep)")
    expect(line.heard[0]?.atMillis).toBeGreaterThanOrEqual((beep?.atMillis ?? 0) + 400)
    expect(call).toMatchObject({ status: "FAILED", failureReason: "Voicemail", outcome: "VOICEMAIL", attempts: 1 })
    expect(attempt).toMatchObject({ outcome: "VOICEMAIL", answeredBy: "machine" })
    expect(attempt.machine).toMatchObject({ detail: "MESSAGE_LEFT", isFinal: true })
    expect(attempt.machine.signs.map(({ kind }: any) => kind)).toEqual(["WORDS", "BEEP"])
  })

  test("is called again after a message, if the flow wants that", async () => {
    const machines = { ...leaves, retryAfterMessage: true }
    const { attempt, call } = await called("voicemail", { machines }, { maxRetries: 2 })
    expect(attempt.machine).toMatchObject({ detail: "MESSAGE_LEFT", isFinal: false })
    expect(call).toMatchObject({ status: "QUEUED", attempts: 1 })
  })

  test.each([
    ["RETRY", "QUEUED"],
    ["HANG_UP", "FAILED"]
  ])("hears nothing with %s, and the call is %s", async (voicemail, status) => {
    const { attempt, call, heard } = await called("voicemail", { machines: { voicemail } }, { maxRetries: 2 })
    expect(heard).toEqual([])
    expect(call).toMatchObject({ status, outcome: "VOICEMAIL", attempts: 1 })
    expect(attempt.machine).toMatchObject({ detail: "NO_MESSAGE" })
  })
})

describe("a person who sounds like a machine", () => {
  test.each(["RETRY", "LEAVE_MESSAGE"])("is not called again after an opt-out, with %s", async (voicemail) => {
    const machines = voicemail === "RETRY" ? { voicemail } : leaves
    const { attempt, call, heard, person } = await called("wrong-number", { machines }, { maxRetries: 2 })
    expect(heard[0]).toContain("Do you have a minute?")
    expect(heard.at(-1)).toContain("not call you again")
    expect(call).toMatchObject({ status: "SUPPRESSED", outcome: "CONNECTED", attempts: 1 })
    expect(attempt.machine).toBeNull()
    const entries = await client.query(
      (sql) => sql`select 1 from do_not_contact where phone_number = ${person.phoneNumber}`
    )
    expect(entries).toHaveLength(1)
  })
})

test("the detail of a machine is in the list of calls, its filter, the table of results, the webhook and the event", async () => {
  const webhook = { webhookEnabled: true, webhookUrl: "http://127.0.0.1:9/", sendResults: true }
  await answered(200, org.call("PUT", "/v1/write-back/config", webhook))
  const left = await called("voicemail", { machines: leaves })
  const person = await called("", { machines: leaves })
  const listed = async (query: string) =>
    (await answered(200, server.admin("GET", `${client.admin}/calls?${query}`))).data.map(({ id, machine }: any) => [
      id,
      machine
    ])
  expect(await listed(`campaignId=${left.id}`)).toEqual([[left.call.id, "MESSAGE_LEFT"]])
  expect(await listed(`campaignId=${left.id}&machine=MESSAGE_LEFT`)).toHaveLength(1)
  expect(await listed(`campaignId=${left.id}&machine=NO_MESSAGE`)).toEqual([])
  expect(await listed(`campaignId=${person.id}`)).toEqual([[person.call.id, null]])
  const csvOf = async ({ id }: { readonly id: string }) =>
    (await org.call("GET", `/v1/write-back/campaigns/${id}/results.csv`)).text.split("\r\n")
  const [header, row] = await csvOf(left)
  expect([header?.split(",").at(-1), row?.split(",").at(-1)]).toEqual(["machine", "MESSAGE_LEFT"])
  expect((await csvOf(person))[1]?.endsWith(",")).toBe(true)
  for (const [{ call, id }, detail] of [[left, "MESSAGE_LEFT"] as const, [person, null] as const]) {
    expect(await client.events("call-ended.v1", id)).toMatchObject([{ machine: detail }])
    await eventually(async () => {
      const rows = await client.query(
        (sql) => sql<{ body: string }>`select body from deliveries where call_id = ${call.id}`
      )
      expect(rows.map(({ body }) => JSON.parse(body))).toMatchObject([{ machine: detail }])
    })
  }
  await answered(200, org.call("PUT", "/v1/write-back/config", { webhookEnabled: false }))
})

describe("an assistant that asks who is calling", () => {
  test("hears name and reason in one sentence, and the person the opening", async () => {
    const introduction = "This is Maya from {{caller}}, about a free visit."
    const { attempt, call, heard } = await called("screener", { machines: { voicemail: "RETRY", introduction } })
    expect(heard[0]).toBe("This is Maya from Test, about a free visit.")
    expect(heard[1]).toContain("Do you have a minute?")
    expect(call).toMatchObject({ outcome: "CONNECTED", status: "COMPLETED" })
    expect(attempt).toMatchObject({ answeredBy: "human", machine: { detail: "REACHED_BY_SCREENING" } })
  })
})

describe("a voice menu", () => {
  test("is heard to its end and answered with an allowed key; the person behind it hears the opening", async () => {
    const { attempt, call, heard } = await called("voice-menu", { keys: ["2"] })
    expect(call.transcript.map(({ text }: any) => text)).toContain("(pressed 2)")
    expect(heard[0]).toContain("Do you have a minute?")
    expect(attempt).toMatchObject({ outcome: "CONNECTED", machine: { detail: "REACHED_BY_MENU" } })
    expect(call.toolCalls).toMatchObject([{ tool: "send_keys", arguments: { keys: "2" }, status: "DONE" }])
  })

  test("ends the call of a flow without keys", async () => {
    const { attempt, heard } = await called("voice-menu", { machines: { voicemail: "RETRY" } })
    expect(heard).toEqual([])
    expect(attempt).toMatchObject({ outcome: "VOICEMAIL", machine: { detail: "VOICE_MENU" } })
  })

  test("is left after three rounds without a person", async () => {
    const { attempt, call } = await called("voice-menu", { keys: ["1"] })
    const pressed = call.transcript.filter(({ text }: any) => text === "(pressed 1)")
    expect(pressed.length).toBeLessThanOrEqual(3)
    expect(pressed.length).toBeGreaterThan(0)
    expect(attempt).toMatchObject({ outcome: "VOICEMAIL", machine: { detail: "VOICE_MENU" } })
  })
})
