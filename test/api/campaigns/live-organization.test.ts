import { setTimeout } from "node:timers/promises"
import { afterAll, describe, expect, test } from "vitest"
import type { OrganizationLiveEvent } from "../../../src/domain/views/LiveCampaign.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { openViewer } from "../../support/api/event-viewer.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { liveCallsOn } from "../../support/data/live-calls.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "20" } })
afterAll(server.stop)

type Received = OrganizationLiveEvent & { readonly id: string | undefined }

/** Watches an organization, or what another path streams, until an event, and returns all events until then. */
const watch = async (watched: TestOrganization | string, lastEventId?: string) => {
  const path = typeof watched === "string" ? watched : `/admin/v1/organizations/${watched.id}/live`
  const viewer = await openViewer(server, path, lastEventId)
  return {
    leave: viewer.leave,
    until: async (isLast: (events: ReadonlyArray<Received>) => boolean) => {
      for (let count = 1; ; count++) {
        const events = (await viewer.untilEvents(count)).map(({ data, id }) => ({ ...JSON.parse(data ?? ""), id }))
        if (isLast(events)) return events as ReadonlyArray<Received>
      }
    }
  }
}

const areOver =
  (...campaigns: ReadonlyArray<string>) =>
  (events: ReadonlyArray<Received>) =>
    campaigns.every((id) =>
      events.some((event) => event.type === "progress" && event.campaignId === id && event.status === "COMPLETED")
    )

describe("GET /admin/v1/organizations/:id/live", () => {
  test("sends the calls and results of all campaigns, also of one that starts later, and resumes", async () => {
    const org = await server.organization()
    const other = await server.organization()
    const client = campaignClient(server, org)
    const first = await client.draft(await client.people(0, 3), { maxRetries: 0 })
    const second = await client.draft(await client.people(0), { maxRetries: 0 })
    const strangers = campaignClient(server, other)
    const theirs = await strangers.draft(await strangers.people(0), { maxRetries: 0 })

    const watcher = await watch(org)
    await watcher.until((events) => events.length > 0)
    for (const [on, id] of [
      [client, first],
      [client, second],
      [strangers, theirs]
    ] as const)
      await on.move(id, "start")
    const events = await watcher.until(areOver(first, second))
    await watcher.leave()

    expect(events[0]).toMatchObject({ type: "snapshot", resumed: false, id: expect.stringMatching(/^\d+$/) })
    const campaigns = events.flatMap((event) => (event.type === "snapshot" ? [] : [event.campaignId]))
    expect(new Set(campaigns)).toEqual(new Set([first, second]))
    const records = [...(await client.records(first)), ...(await client.records(second))]
    for (const { id } of records) {
      const kinds = events.filter((event) => "callId" in event && event.callId === id).map(({ type }) => type)
      expect(kinds.filter((kind) => kind === "ended")).toHaveLength(1)
      if (kinds.includes("said")) expect(kinds.lastIndexOf("said")).toBeLessThan(kinds.indexOf("ended"))
    }
    const results = events.filter(({ type }) => type === "ended" || type === "tagged")
    expect(results.every(({ id }) => id !== undefined)).toBe(true)

    // A watcher who comes back after the first result is sent the others.
    const [known, ...missed] = results
    const back = await watch(org, known?.id)
    const again = await back.until((found) => found.filter(({ type }) => type !== "progress").length > missed.length)
    await back.leave()
    expect(again[0]).toMatchObject({ type: "snapshot", resumed: true })
    const resultsOf = (found: ReadonlyArray<Received>) =>
      found.filter(({ type }) => type === "ended" || type === "tagged")
    expect(resultsOf(again)).toEqual(missed)
    for (const unknown of ["x", "999999999", "-1"]) {
      const stranger = await watch(org, unknown)
      expect((await stranger.until(() => true))[0]).toMatchObject({ type: "snapshot", resumed: false })
      await stranger.leave()
    }
  })

  test("sends the last words of a call before its result, though they are stored after it", async () => {
    const calls = liveCallsOn(server.run as Parameters<typeof liveCallsOn>[0])
    const { campaign, id, liveCall } = await calls.organization()
    const call = await liveCall(await campaign())
    const watchers = [
      await watch(`/admin/v1/organizations/${id}/live`),
      await watch(`/admin/v1/organizations/${id}/campaigns/${call.campaignId}/live`)
    ]
    for (const { until } of watchers) await until((events) => events.some(({ type }) => type === "call"))
    await calls.reportEnd(call, calls.connected())
    // Time in which a result without the last words would be sent.
    await setTimeout(400)
    const transcript = [{ role: "person" as const, text: "Goodbye.", startMs: 0, endMs: 900, interrupted: false }]
    await calls.conversations.end(call, { transcript })
    for (const { leave, until } of watchers) {
      const events = await until((found) => ["left", "ended"].every((kind) => found.some(({ type }) => type === kind)))
      const kinds = events.map(({ type }) => type).filter((type) => type !== "snapshot" && type !== "progress")
      expect(kinds.slice(0, 4)).toEqual(["call", "said", "left", "ended"])
      await leave()
    }
  })

  test("begins with the campaigns under way and the live calls", async () => {
    const org = await server.organization()
    const client = campaignClient(server, org)
    const id = await client.draft(await client.people(0), { maxRetries: 0 })
    await client.move(id, "start")
    await client.move(id, "pause")
    const watcher = await watch(org)
    const events = await watcher.until((found) => found.some(({ type }) => type === "progress"))
    await watcher.leave()
    expect(events[1]).toMatchObject({ type: "progress", campaignId: id, status: "PAUSED" })
    const log = await answered(
      200,
      server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?action=organization.watch`)
    )
    expect(log.data).toMatchObject([{ actor: "admin", target: String(org.id) }])
  })
})
