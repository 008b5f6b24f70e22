import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { afterAll, describe, expect, test } from "vitest"
import type { ReceivedRecord } from "../../../src/events/bus/EventRecord.ts"
import { DeadLetters } from "../../../src/events/consumers/DeadLetters.ts"
import { Outbox, toRecord } from "../../../src/events/outbox/Outbox.ts"
import { registerReader } from "../../../src/events/outbox/OutboxCursor.ts"
import { answered, refused, timestamp, uuid7 } from "../../support/api/answered.ts"
import { openViewer } from "../../support/api/event-viewer.ts"
import { startServer, type TestServer } from "../../support/api/test-server.ts"
import { callEnded } from "../../support/events/call-ended.ts"
import { eventually, untilFound } from "../../support/eventually.ts"
import { makeTcpProxy } from "../../support/fakes/network/tcp-proxy.ts"
import { engine, makeDatabase } from "../../support/servers/test-database.ts"

const { TEST_KAFKA_BROKERS } = process.env

// No consumer of ours acts on these events: they name nothing that exists.
const server = await startServer({ settings: { ROLES: "api" } })
afterAll(server.stop)

const get = (path: string) => server.admin("GET", `/admin/v1/events${path}`)
const write = (on: TestServer, ...attempts: ReadonlyArray<number>) =>
  on.run(Outbox.use(({ add }) => add(attempts.map((attempt) => callEnded("asha", attempt)))))

describe("GET /admin/v1/events/stream", () => {
  test("starts at once, before any event, and may be neither cached nor buffered", async () => {
    const viewer = await openViewer(server)
    expect(viewer.response.status).toBe(200)
    expect(Object.fromEntries(viewer.response.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no"
    })
    await viewer.leave()
  })

  test("sends each event as a CloudEvent to every client in order, from its connection on", async () => {
    await write(server, 1)
    const viewers = [await openViewer(server), await openViewer(server)]
    await write(server, 2, 3)
    await write(server, 4)
    for (const viewer of viewers) {
      const events = await viewer.untilEvents(3)
      expect(events.map(({ data }) => JSON.parse(data ?? "").data.attempt)).toEqual([2, 3, 4])
      const [first] = events
      const event = JSON.parse(first?.data ?? "")
      expect(first).toMatchObject({ id: event.id, event: "call-ended.v1" })
      expect(event).toEqual({
        specversion: "1.0",
        id: expect.stringMatching(uuid7),
        source: "carillon",
        type: "call-ended.v1",
        time: expect.stringMatching(timestamp),
        datacontenttype: "application/json",
        partitionkey: "1:asha",
        data: {
          ...callEnded("asha", 2).data,
          organizationId: "1",
          phoneNumber: "+9198******10",
          startedAt: "2023-11-14T22:13:20.000Z",
          endedAt: "2023-11-14T22:13:50.000Z"
        }
      })
    }
    for (const viewer of viewers) await viewer.leave()
  })

  test("skips records that are no events, and escapes line breaks in ids", async () => {
    const viewer = await openViewer(server)
    const strange = received("strange\nevent: broken", 5)
    const noSource = received("no-source", 6)
    const { ce_source: _, ...headers } = noSource.headers
    await server.run(
      Outbox.use(({ addRecords }) =>
        addRecords([{ ...received("no-value", 1), value: null }, { ...noSource, headers }, strange])
      )
    )
    const [event] = await viewer.untilEvents(1)
    expect(event).toMatchObject({ id: "strange event: broken", event: "call-ended.v1" })
    expect(JSON.parse(event?.data ?? "")).toMatchObject({ id: "strange\nevent: broken", data: { attempt: 5 } })
    await viewer.leave()
  })

  test("ends when the server drains, even if the client does not read", async () => {
    // If the streams delayed the stop, the test would time out.
    const draining = await startServer({ settings: { DRAIN_SECONDS: "3600" } })
    const viewer = await openViewer(draining)
    const asleep = await openViewer(draining)
    await write(draining, 1)
    await viewer.untilEvents(1)
    await asleep.untilEvents(1)
    const large = {
      ...received("large", 1),
      value: Buffer.from(
        JSON.stringify({ ...callEnded("asha", 1).data, organizationId: "1", more: "x".repeat(1_000_000) })
      )
    }
    for (let index = 0; index < 24; index++) {
      await draining.run(
        Outbox.use(({ addRecords }) =>
          addRecords([{ ...large, headers: { ...large.headers, ce_id: `large-${index}` } }])
        )
      )
    }
    await Promise.all([draining.stop(), viewer.untilEnd()])
    await asleep.leave()
  })

  test.skipIf(engine !== "postgres")("ends when the database fails, and cannot be opened without it", async () => {
    const { away, proxy, close } = await withoutDatabase()
    const viewer = await openViewer(away)
    await proxy.cut()
    await viewer.untilEnd()
    await answered(503, away.admin("GET", "/admin/v1/events/stream"))
    await proxy.mend()
    await untilFound(async () => (await away.admin("GET", "/admin/v1/events/stream")).status === 200)
    await close()
  })
})

describe("GET /admin/v1/events/lag", () => {
  test("lists the position of each group on each topic, in pages", async () => {
    expect(await answered(200, get("/lag"))).toEqual({ data: [], total: 0, page: 1, limit: 20, totalPages: 0 })
    await server.run(registerReader("policy", ["call-ended.v1", "call-tagged.v1"]))
    await write(server, 1, 2)
    const { data, ...counts } = await answered(200, get("/lag"))
    expect(counts).toEqual({ total: 2, page: 1, limit: 20, totalPages: 1 })
    const [ended, tagged] = data
    expect(ended).toMatchObject({ topic: "call-ended.v1", group: "policy", applied: ended.last - ended.behind })
    expect(ended.behind).toBeGreaterThanOrEqual(2)
    expect(tagged).toEqual({ topic: "call-tagged.v1", group: "policy", last: 0, applied: 0, behind: 0 })
    expect(await answered(200, get("/lag?limit=1&page=2"))).toMatchObject({ data: [tagged], total: 2, totalPages: 2 })
    expect(await answered(200, get("/lag?page=2"))).toMatchObject({ data: [], total: 2 })
  })

  test.each(["away", "silent"])("answers 503 when Kafka is %s, and names Kafka", async (state) => {
    const sockets: Array<Socket> = []
    const broker = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1")
    await once(broker, "listening")
    const place = `127.0.0.1:${(broker.address() as AddressInfo).port}`
    if (state === "away") broker.close()
    const without = await startServer({ settings: { KAFKA_BROKERS: place }, mayFail: true })
    const { message } = await answered(503, without.admin("GET", "/admin/v1/events/lag"))
    expect(message).toBe(
      `Kafka at ${place} cannot be reached; try again in a moment, and see what GET /admin/v1/doctor reports about it`
    )
    broker.close()
    for (const socket of sockets) socket.destroy()
    await without.stop()
  })

  test.skipIf(engine !== "postgres")(
    "answers 503 when the database cannot be reached, and names the database",
    async () => {
      for (const settings of [{}, ...(TEST_KAFKA_BROKERS ? [{ KAFKA_BROKERS: TEST_KAFKA_BROKERS }] : [])]) {
        const { away, proxy, close } = await withoutDatabase(settings)
        await proxy.cut()
        const { message } = await answered(503, away.admin("GET", "/admin/v1/events/lag"))
        expect(message).toMatch(/^The database cannot be reached; try again in a moment/)
        await close()
      }
    }
  )
})

describe("GET /admin/v1/events/dead-letters", () => {
  test("lists the records that consumers gave up, newest first, without their content", async () => {
    const [first, second] = [await bury("policy", "listed-1"), await bury("policy", "listed-2")]
    const { status, text, body } = await get("/dead-letters")
    expect([status, body.total]).toEqual([200, 2])
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([second, first])
    expect(body.data[1]).toEqual({
      id: first,
      topic: "call-ended.v1",
      group: "policy",
      eventId: "listed-1",
      origin: "test:listed-1",
      attempts: 3,
      errorType: "Error",
      error: "does not work",
      failedAt: expect.stringMatching(timestamp)
    })
    expect(text).not.toMatch(/98\*|asha/)
    await answered(200, replay({ ids: [first, second] }))
  })

  test("supports pages, and filters by topic and group", async () => {
    const ids = [
      await bury("policy", "paged-1"),
      await bury("writeback", "paged-2"),
      await bury("policy", "paged-3", "call-tagged.v1")
    ]
    const found = async (query: string) =>
      (await answered(200, get(`/dead-letters?${query}`))).data.map(({ id }: { id: string }) => ids.indexOf(id))
    expect(await found("group=policy")).toEqual([2, 0])
    expect(await found("topic=call-ended.v1")).toEqual([1, 0])
    expect(await found("topic=call-ended.v1&group=policy")).toEqual([0])
    expect(await found("topic=carillon.call-ended.v1")).toEqual([])
    expect(await found("group=")).toEqual([])
    expect(await answered(200, get("/dead-letters?limit=2&page=2"))).toMatchObject({
      total: 3,
      page: 2,
      totalPages: 2,
      data: [{ id: ids[0] }]
    })
    await refused(get(`/dead-letters?topic=a%00b&group=${"x".repeat(256)}`), {
      topic: "must not contain a NUL character",
      group: "must have at most 255 characters"
    })
    await answered(200, replay({ ids }))
  })
})

describe("POST /admin/v1/events/dead-letters/replay", () => {
  const left = async () =>
    (await answered(200, get("/dead-letters"))).data.map(({ eventId }: { eventId: string }) => eventId).sort()

  test("writes records to their topics again, unchanged and once", async () => {
    const id = await bury("policy", "replayed")
    const viewer = await openViewer(server)
    expect(await answered(200, replay({ ids: [id] }))).toEqual({ replayed: 1 })
    const [event] = await viewer.untilEvents(1)
    expect(JSON.parse(event?.data ?? "")).toMatchObject({ id: "replayed", partitionkey: "1:asha" })
    expect(await answered(200, replay({ ids: [id] }))).toEqual({ replayed: 0 })
    expect(await left()).toEqual([])
    await viewer.leave()
  })

  test("replays the records that match all filters, and ignores unknown ids", async () => {
    const id = await bury("policy", "1")
    await bury("policy", "2")
    await bury("writeback", "3")
    await bury("policy", "4", "call-tagged.v1")
    const replayed = async (body: object) => (await answered(200, replay(body))).replayed
    expect(await replayed({ ids: [randomUUID(), "x", ""] })).toBe(0)
    expect(await replayed({ ids: [] })).toBe(0)
    expect(await replayed({ ids: [id], group: "writeback" })).toBe(0)
    expect(await replayed({ ids: [id, "x"], group: "policy", topic: "call-ended.v1" })).toBe(1)
    expect(await left()).toEqual(["2", "3", "4"])
    expect(await replayed({ topic: "call-ended.v1", group: "policy" })).toBe(1)
    expect(await replayed({ topic: "call-tagged.v1" })).toBe(1)
    expect(await replayed({ group: "policy" })).toBe(0)
    expect(await replayed({ group: "writeback" })).toBe(1)
    expect(await left()).toEqual([])
  })

  test("requires at least one filter", async () => {
    await bury("policy", "stays")
    for (const body of [{}, { other: 1 }]) {
      await refused(replay(body), { "": "The body must have at least one of topic, group and ids" })
    }
    await refused(replay({ topic: null, ids: "x" }), { topic: /must be a string/, ids: /must be an array/ })
    expect(await left()).toEqual(["stays"])
    await answered(200, replay({ group: "policy" }))
  })
})

describe.skipIf(!TEST_KAFKA_BROKERS)("with Kafka", () => {
  test("events are streamed, and the lag of the relay is listed", async () => {
    const prefix = `test-${randomUUID()}`
    const there = await startServer({
      settings: { KAFKA_BROKERS: TEST_KAFKA_BROKERS ?? "", KAFKA_TOPIC_PREFIX: prefix }
    })
    const viewer = await openViewer(there)
    await write(there, 1)
    await viewer.untilEvents(1)
    const lag = async () => {
      const { data } = await answered(200, there.admin("GET", "/admin/v1/events/lag"))
      return data.find(({ topic }: { topic: string }) => topic === "call-ended.v1")
    }
    await eventually(async () => expect(await lag()).toMatchObject({ group: "relay", behind: 0 }))
    await viewer.leave()
    await there.stop()
  })
})

const replay = (body: unknown) => server.admin("POST", "/admin/v1/events/dead-letters/replay", body)

const received = (id: string, attempt: number, topic = "call-ended.v1"): ReceivedRecord => ({
  ...toRecord(callEnded("asha", attempt), { id, source: "carillon", time: new Date().toISOString() }),
  topic,
  origin: `test:${id}`,
  at: new Date()
})

/** Stores a record as a dead letter, and returns its id. */
const bury = async (group: string, eventId: string, topic = "call-ended.v1"): Promise<string> => {
  const problem = { attempts: 3, error: new Error("does not work") }
  await server.run(DeadLetters.use(({ store }) => store(group, received(eventId, 1, topic), problem)))
  const { data } = await answered(200, get("/dead-letters"))
  return data.find((letter: { eventId: string }) => letter.eventId === eventId).id
}

/** Starts a server whose database can be cut off. */
const withoutDatabase = async (settings: Readonly<Record<string, string>> = {}) => {
  const database = await makeDatabase()
  const url = new URL(database.settings.DATABASE_URL ?? "")
  const proxy = await makeTcpProxy(url.hostname, Number(url.port))
  url.host = `127.0.0.1:${proxy.port}`
  const away = await startServer({ database, settings: { ...settings, DATABASE_URL: url.href }, mayFail: true })
  const close = async () => {
    await away.stop()
    await proxy.close()
    await database.remove()
  }
  return { away, proxy, close }
}
