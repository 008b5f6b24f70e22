import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { sweep } from "../../../src/calls/conversations/LiveConversations.ts"
import { linesView } from "../../../src/cli/watch/watch-lines.ts"
import { nothingWatched } from "../../../src/cli/watch/watched.ts"
import type { LiveEvent, LiveOf } from "../../../src/domain/views/LiveCampaign.ts"
import { newId } from "../../../src/platform/ids.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { openViewer } from "../../support/api/event-viewer.ts"
import { startServer, type TestOrganization, type TestServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { eventually } from "../../support/eventually.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { engine, makeDatabase } from "../../support/servers/test-database.ts"

// Slow enough that a conversation is seen while it goes on.
const speed = { SIMULATOR_SPEED: "8" }
const server = await startServer({ settings: speed })
afterAll(server.stop)
const { query } = rowsOf(server)
// Whole conversations take place between two looks at the live calls.
const fastServer = await startServer({ settings: { SIMULATOR_SPEED: "1000" } })
afterAll(fastServer.stop)

const pathOf = ({ id }: TestOrganization, campaign: string) =>
  `/admin/v1/organizations/${id}/campaigns/${campaign}/live`

/** Watches a campaign until it is over, and returns all events. */
const watch = async (on: TestServer, org: TestOrganization, campaign: string) => {
  const viewer = await openViewer(on, pathOf(org, campaign))
  const eventsUntil = async (count: number) =>
    (await viewer.untilEvents(count)).map(({ data, event }) => {
      const read = JSON.parse(data ?? "") as LiveEvent
      expect(read.type).toBe(event)
      return read
    })
  return {
    leave: viewer.leave,
    until: async (isLast: (event: LiveEvent) => boolean) => {
      for (let count = 1; ; count++) {
        const events = await eventsUntil(count)
        if (events.some(isLast)) return events
      }
    }
  }
}

const isDone = (event: LiveEvent) => event.type === "progress" && event.status === "COMPLETED"
const of = <Type extends LiveEvent["type"]>(events: ReadonlyArray<LiveEvent>, type: Type) =>
  events.filter((event): event is LiveOf<Type> => event.type === type)

/** The lines that were sent, in their last form. */
const linesOf = (events: ReadonlyArray<LiveEvent>) => {
  const lines: Array<string> = []
  for (const { line, role, text } of of(events, "said")) lines[line] = `${role}: ${text}`
  return lines
}

const transcriptOf = async (on: TestServer, org: TestOrganization, callId: string): Promise<ReadonlyArray<string>> => {
  const { transcript } = await answered(200, on.admin("GET", `/admin/v1/organizations/${org.id}/calls/${callId}`))
  return transcript.map(({ role, text }: { role: string; text: string }) => `${role}: ${text}`)
}

const leftBehind = async () => {
  const [rows] = await query(
    (sql) => sql<{
      conversations: number
      watchers: number
    }>`select (select count(*)::int from live_talks) as conversations,
      (select count(*)::int from live_watchers) as watchers`
  )
  return rows
}

const start = async (on: TestServer, digits: ReadonlyArray<number>, fields: object = {}) => {
  const org = await on.organization()
  const client = campaignClient(on, org)
  const people = await client.people(...digits)
  const id = await client.draft(people, { maxRetries: 0, ...fields })
  return { org, client, id, people }
}

describe("GET /admin/v1/organizations/:id/campaigns/:campaignId/live", () => {
  test("sends the lines and the result of each call in order, and at the end that the campaign is over", async () => {
    const { client, id, org } = await start(server, [0, 3])
    const watcher = await watch(server, org, id)
    await client.move(id, "start")
    const events = await watcher.until(isDone)
    await watcher.leave()

    expect(events[0]).toMatchObject({ type: "progress", campaignId: id, name: "Spring", status: "DRAFT", total: 0 })
    const records = await client.records(id)
    const [connected, busy] = [0, 3].map((digit) =>
      records.find(({ phoneNumber }) => phoneNumber.endsWith(String(digit)))
    )
    const callEvents = events.filter((event) => "callId" in event && event.callId === connected.id)
    const kinds = callEvents.map((event) => (event.type === "call" ? event.state : event.type))
    const order = ["RINGING", "TALKING", "said", "left", "ended", "tagged"]
    const first = order.map((kind) => kinds.indexOf(kind as never)).filter((at) => at >= 0)
    expect(first.slice(0, 3)).toEqual(first.slice(0, 3).toSorted((one, other) => one - other))
    expect(kinds.indexOf("ended")).toBeLessThan(kinds.indexOf("tagged"))
    expect(of(callEvents, "call")[0]).toMatchObject({
      contactName: "Asha",
      phoneNumber: expect.stringMatching(/^\+9197\*{6}\d0$/),
      attempt: 1
    })

    const sentLines = linesOf(callEvents)
    expect(sentLines).toEqual(await transcriptOf(server, org, connected.id))
    // A line is sent while it is being spoken.
    expect(of(callEvents, "said").length).toBeGreaterThan(sentLines.length)

    expect(of(events, "ended").find(({ callId }) => callId === busy.id)).toMatchObject({
      outcome: "BUSY",
      durationSeconds: 0
    })
    expect(of(events, "tagged").find(({ callId }) => callId === connected.id)).toMatchObject({
      intentLabelName: "Positive",
      isPositive: true,
      status: "COMPLETED"
    })
    // Figures are sent while the campaign runs, too.
    expect(of(events, "progress")).toContainEqual(
      expect.objectContaining({ status: "IN_PROGRESS", failed: 1, inProgress: 1 })
    )
    const [last] = of(events, "progress").slice(-1)
    expect(last).toMatchObject({ total: 2, completed: 1, failed: 1, percentComplete: 100, placedInLastMinute: 2 })
  })

  test("sends and prints each line once and whole, even of calls that end within a second", async () => {
    const { client, id, org } = await start(fastServer, [0, 1, 5, 7, 8, 9])
    const watcher = await watch(fastServer, org, id)
    await client.move(id, "start")
    const events = await watcher.until(isDone)
    await watcher.leave()
    const printed: Array<string> = []
    const view = linesView((line) => printed.push(line))
    for (const event of events) view.see(nothingWatched, event, undefined)
    const records = await client.records(id)
    for (const { id: callId } of records) {
      const transcript = await transcriptOf(fastServer, org, callId)
      const callEvents = events.filter((event) => "callId" in event && event.callId === callId)
      expect(linesOf(callEvents)).toEqual(transcript)
      const types = callEvents.map(({ type }) => type)
      expect(types.lastIndexOf("said")).toBeLessThan(types.indexOf("left"))
      expect(types.filter((type) => type === "left" || type === "ended")).toHaveLength(2)
    }
    const transcripts = await Promise.all(records.map((call: { id: string }) => transcriptOf(fastServer, org, call.id)))
    expect(printed.filter((line) => line.startsWith("  ")).toSorted()).toEqual(
      transcripts
        .flat()
        .map((line) => `  Asha, ${line}`)
        .toSorted()
    )
  })

  test("sends the live calls to a client that connects later", async () => {
    const { client, id, org } = await start(server, [9])
    await client.move(id, "start")
    await eventually(async () => expect((await client.attempts(id)).length).toBe(1))
    const watcher = await watch(server, org, id)
    const events = await watcher.until(({ type }) => type === "said")
    expect(events.findIndex(({ type }) => type === "call")).toBeLessThan(
      events.findIndex(({ type }) => type === "said")
    )
    await watcher.leave()
    await client.untilStatus(id, "COMPLETED")
  })

  test("sends no events of another campaign or another organization", async () => {
    const [one, other] = [await start(server, [0]), await start(server, [0])]
    const watcher = await watch(server, one.org, one.id)
    await other.client.move(other.id, "start")
    await other.client.untilStatus(other.id, "COMPLETED")
    await one.client.move(one.id, "start")
    const events = await watcher.until(isDone)
    await watcher.leave()
    const [own] = await one.client.records(one.id)
    const [foreign] = await other.client.records(other.id)
    expect(new Set(events.flatMap((event) => ("callId" in event ? [event.callId] : [])))).toEqual(new Set([own.id]))
    expect(JSON.stringify(events)).not.toContain(foreign.id)
    for (const id of [other.id, newId(), "nonsense"]) {
      const { message } = await answered(404, server.admin("GET", pathOf(one.org, id)))
      expect(message).toBe("There is no such campaign")
    }
  })

  test("writes to the database only while a client watches, and leaves no rows behind", async () => {
    const { client, id, org } = await start(server, [9, 9])
    await client.move(id, "start")
    await eventually(async () => expect((await client.attempts(id)).length).toBe(2))
    expect(await leftBehind()).toEqual({ conversations: 0, watchers: 0 })
    const watcher = await watch(server, org, id)
    await watcher.until(({ type }) => type === "said")
    expect((await leftBehind())?.watchers).toBe(1)
    await watcher.leave()
    await eventually(async () => expect(await leftBehind()).toEqual({ conversations: 0, watchers: 0 }))
    await client.untilStatus(id, "COMPLETED")
  })

  test("stores live transcripts encrypted", async () => {
    const { client, id, org } = await start(server, [9])
    await client.move(id, "start")
    const watcher = await watch(server, org, id)
    await watcher.until(({ type }) => type === "said")
    const rows = await eventually(async () => {
      const found = await query((sql) => sql<{ lines: string }>`select lines from live_talks`)
      expect(found.length).toBe(1)
      return found
    })
    expect(rows[0]?.lines).toMatch(/^v1\./)
    await watcher.leave()
    await client.untilStatus(id, "COMPLETED")
  })

  test("removes the rows that crashed nodes and watchers left behind", async () => {
    const org = await server.organization()
    const rows = rowsOf(server)
    const campaign = await rows.campaign(org.id)
    const attempts = await Promise.all(
      ["ended", "unwatched", "watched"].map(async (name) => {
        const [campaignId, id] = [name === "unwatched" ? await rows.campaign(org.id) : campaign, newId()]
        const callId = await rows.call(org.id, campaignId)
        const over = name === "ended" ? { ended_at: new Date(), outcome: "CONNECTED" } : {}
        await query(
          (sql) =>
            sql`insert into attempts ${sql.insert({
              organization_id: org.id,
              id,
              campaign_id: campaignId,
              call_id: callId,
              attempt_no: 1,
              phone_number: `+91970000${id.slice(-5).replaceAll(/\D/g, "1")}`,
              account: "a",
              epoch: 1,
              reserved_minutes: 5,
              first_of_day: true,
              started_at: new Date(),
              lease_expires_at: new Date(Date.now() + 3_600_000),
              ...over
            })}`
        )
        await query(
          (sql) =>
            sql`insert into live_talks ${sql.insert({ organization_id: org.id, attempt_id: id, campaign_id: campaignId, lines: "x" })}`
        )
        return id
      })
    )
    for (const seconds of [60, -1]) {
      await query(
        (sql) => sql`insert into live_watchers (organization_id, id, campaign_id, watched_until)
          values (${org.id}, ${newId()}, ${campaign}, clock_timestamp() + ${seconds} * interval '1 second')`
      )
    }
    await server.run(Effect.flatMap(PgClient.PgClient, sweep))
    const left = await query(
      (sql) => sql<{ id: string }>`select attempt_id as id from live_talks where organization_id = ${org.id}`
    )
    expect(left.map(({ id }) => id)).toEqual([attempts[2]])
    expect((await leftBehind())?.watchers).toBe(1)
    await query((sql) => sql`delete from live_talks where organization_id = ${org.id}`)
    await query((sql) => sql`delete from live_watchers where organization_id = ${org.id}`)
    await query(
      (sql) =>
        sql`update attempts set ended_at = now(), outcome = 'TIMEOUT' where organization_id = ${org.id} and ended_at is null`
    )
  })

  test.skipIf(engine !== "postgres")("shows on one node the conversations of another", async () => {
    const database = await makeDatabase()
    const nodeOf = async (roles: string) => {
      const port = String(await freePort())
      return startServer({ database, settings: { ...speed, ROLES: roles, NODE_HOST: "127.0.0.1", NODE_PORT: port } })
    }
    const dials = await nodeOf("all")
    const serves = await nodeOf("api")
    const { client, id, org } = await start(dials, [0])
    const watcher = await watch(serves, org, id)
    await client.move(id, "start")
    const events = await watcher.until(isDone)
    expect(of(events, "said").some(({ role }) => role === "person")).toBe(true)
    expect(of(events, "tagged").length).toBe(1)
    await watcher.leave()
    const { query: ask } = rowsOf(serves)
    await eventually(async () => expect(await ask((sql) => sql`select 1 from live_talks`)).toEqual([]))
    await serves.stop()
    await dials.stop()
    await database.remove()
  })
})
