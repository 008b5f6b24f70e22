import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { untilFound } from "../../support/eventually.ts"

// As slow as real calls, so that a conversation lasts longer than the test.
const server = await startServer({ settings: { SIMULATOR_SPEED: "1" } })
afterAll(server.stop)
const { query } = rowsOf(server)
const hangUp = ({ id }: TestOrganization, call: string) =>
  server.admin("POST", `/admin/v1/organizations/${id}/calls/${call}/hang-up`)

/** Starts a campaign with one person, and waits for the live attempt. */
const liveCall = async (digit: number, isAnswered: boolean) => {
  const org = await server.organization()
  const client = campaignClient(server, org)
  const campaign = await client.draft(await client.people(digit), { maxRetries: 0 })
  await client.move(campaign, "start")
  const call = await untilFound(async () => {
    const [found] = await query(
      (sql) => sql<{ id: string }>`select call_id as id from attempts where campaign_id = ${campaign}
        and ended_at is null and call_sid is not null and (stream_opened_at is not null) = ${isAnswered}`
    )
    return found?.id
  })
  const record = async () => (await client.records(campaign))[0]
  return { org, call, record, isOver: () => untilFound(async () => (await record()).status !== "IN_PROGRESS") }
}

describe("hanging up a live call", () => {
  test("ends a conversation, whose outcome stays that of a conversation", async () => {
    const { call, isOver, org, record } = await liveCall(0, true)
    expect(await answered(200, hangUp(org, call))).toEqual({ callId: call, attempt: 1 })
    await isOver()
    expect(["CONNECTED", "NO_ANSWER"]).toContain((await record()).outcome)
    expect((await answered(409, hangUp(org, call))).message).toBe("The call is not under way")
    const log = await answered(
      200,
      server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?action=call.hang-up`)
    )
    expect(log.data).toMatchObject([{ actor: "admin", target: call, details: { attempt: 1 } }])
  })

  test("ends a call that rings as not answered", async () => {
    const { call, isOver, org, record } = await liveCall(2, false)
    await answered(200, hangUp(org, call))
    await isOver()
    expect(await record()).toMatchObject({ outcome: "NO_ANSWER", status: "FAILED" })
  })

  test("is hidden from other organizations", async () => {
    const { call, org } = await liveCall(2, false)
    const other = await server.organization()
    expect((await answered(404, hangUp(other, call))).message).toBe("There is no such call")
    await answered(200, hangUp(org, call))
  })
})
