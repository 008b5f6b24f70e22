import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { CloudEvent } from "../../../src/api/contract/operations/events.ts"
import { DeadLetters } from "../../../src/events/consumers/DeadLetters.ts"
import { Outbox, toRecord } from "../../../src/events/outbox/Outbox.ts"
import { registerReader } from "../../../src/events/outbox/OutboxCursor.ts"
import type { DomainEvent } from "../../../src/events/schemas/topics.ts"
import { adminToken, startServer, type TestServer } from "../../support/api/test-server.ts"
import { callEnded } from "../../support/events/call-ended.ts"
import { untilFound } from "../../support/eventually.ts"
import { carillon, type Outcome, start } from "../../support/processes/carillon-process.ts"
import { command } from "../../support/processes/command.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

let server: TestServer
let settings: Record<string, string>
beforeAll(async () => {
  // Only the role api runs: no consumer of the product handles the invented events of these tests.
  server = await startServer({ settings: { ROLES: "api" } })
  settings = { PORT: String(server.port), ADMIN_TOKEN: adminToken }
})
afterAll(() => server.stop())

const run = (...args: ReadonlyArray<string>) => command(["events", ...args], settings)
const runAsJson = async (...args: ReadonlyArray<string>) => JSON.parse((await run(...args, "--json")).stdout)
const write = (on: TestServer, ...events: ReadonlyArray<DomainEvent>) => on.run(Outbox.use(({ add }) => add(events)))
const oneLine = ({ stderr }: Outcome) => /^carillon: ([^\n]+)\n$/.exec(stderr)?.[1]

const paused: DomainEvent = {
  topic: "campaign-changed.v1",
  data: {
    organizationId: 1,
    campaignId: "march",
    from: "IN_PROGRESS",
    to: "PAUSED",
    reason: "Quota\nspent",
    at: new Date(0)
  }
}

describe("events tail", () => {
  it("shows one event per line until Ctrl-C", async () => {
    const tail = start(["events", "tail"], settings)
    await tail.until(/^Following the events at http:\S+: Ctrl-C ends it$/m)
    await write(server, callEnded("asha", 2), paused)
    await tail.until(/campaign-changed/)
    const { stdout, stderr } = await tail.stop("SIGINT")
    const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`
    assert.match(
      stdout,
      new RegExp(
        `^${time}  call-ended\\.v1  1:asha  phoneNumber=\\+9198\\*{6}10  attempt=2  outcome=CONNECTED  status=COMPLETED  durationSeconds=30\n` +
          `${time}  campaign-changed\\.v1  1:march  from=IN_PROGRESS  to=PAUSED  reason=Quota\\\\nspent\n$`
      )
    )
    assert.strictEqual(stderr.split("\n").length, 2)
  })

  it("prints only CloudEvents with --json", async () => {
    const tail = start(["events", "tail", "--json"], settings)
    await untilFound(async () => {
      await write(server, paused)
      return tail.outputNow().includes("\n")
    }, 100)
    const { stdout, stderr } = await tail.stop("SIGINT")
    const [first = ""] = stdout.split("\n")
    const { type, partitionkey, data }: CloudEvent = JSON.parse(first)
    assert.deepStrictEqual([type, partitionkey, data.to, stderr], ["campaign-changed.v1", "1:march", "PAUSED", ""])
  })

  it("exits silently when its output pipe is closed", async () => {
    const tail = start(["events", "tail"], settings)
    await tail.until(/Following/)
    tail.child.stdout.destroy()
    await write(server, paused)
    const { code, stderr } = await tail.ended
    assert.deepStrictEqual([code, stderr.split("\n").length], [0, 2])
  })

  it("fails at once without a server or with a wrong token", async () => {
    const gone = createServer().listen(0, "127.0.0.1")
    await once(gone, "listening")
    const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`
    await new Promise((resolve) => gone.close(resolve))
    const [wrong, none] = await Promise.all([
      carillon(["events", "tail"], { ...settings, ADMIN_TOKEN: "not-the-token-of-this-server" }),
      carillon(["events", "tail", "--url", url], settings)
    ])
    assert.deepStrictEqual([wrong.code, none.code], [1, 1])
    assert.match(oneLine(wrong) ?? "", /does not accept the admin token from ADMIN_TOKEN$/)
    assert.strictEqual(
      oneLine(none),
      `No server is running at ${url}: start it with "npm start", or name another with --url`
    )
  })

  it("reconnects when the server is back, and ends when the server refuses the token", async () => {
    const database = await makeDatabase()
    const first = await startServer({ database })
    const PORT = String(first.port)
    const tail = start(["events", "tail"], { ...settings, PORT })
    await tail.until(/Following/)
    await first.stop()
    await tail.until(/^The connection is lost: events until it is back are not shown$/m)
    const second = await startServer({ database, settings: { PORT } })
    await tail.until(/^Connected again$/m)
    await write(second, paused)
    await tail.until(/campaign-changed/)
    await second.stop()
    const third = await startServer({
      database,
      settings: { PORT, ADMIN_TOKEN: "another-token-for-the-tests" },
      mayFail: true
    })
    const { code, stderr } = await tail.ended
    assert.strictEqual(code, 1)
    assert.match(stderr, /\ncarillon: The server at \S+ does not accept the admin token from ADMIN_TOKEN\n$/)
    await third.stop()
    await database.remove()
  })
})

describe("events lag", () => {
  it("prints a table of groups and topics", async () => {
    assert.strictEqual((await run("lag")).stdout, "No consumer groups.\n")
    await server.run(registerReader("policy", ["call-ended.v1"]))
    const [lag] = (await runAsJson("lag")).data
    assert.deepInclude(lag, { group: "policy", topic: "call-ended.v1" })
    const { stdout } = await run("lag")
    assert.strictEqual(
      stdout.replaceAll(/ +/g, " "),
      `GROUP TOPIC LAST APPLIED BEHIND\npolicy call-ended.v1 ${lag.last} ${lag.applied} ${lag.behind}\n`
    )
  })
})

describe("events dlq", () => {
  const bury = async (group: string, topic: "call-ended.v1" | "call-tagged.v1" = "call-ended.v1") => {
    const id = randomUUID()
    const record = toRecord(callEnded("asha", 1), { id, source: "carillon", time: new Date().toISOString() })
    const letter = { ...record, topic, origin: id, at: new Date() }
    await server.run(
      DeadLetters.use(({ store }) => store(group, letter, { attempts: 3, error: new Error("does not work") }))
    )
    const { body } = await server.admin("GET", "/admin/v1/events/dead-letters")
    return body.data.find(({ eventId }: { eventId: string }) => eventId === id).id
  }
  const listed = async (...args: ReadonlyArray<string>) =>
    (await runAsJson("dlq", "list", ...args)).data.map(({ id }: { id: string }) => id)

  it("list prints a table of dead letters, filtered by topic and group", async () => {
    assert.strictEqual((await run("dlq", "list")).stdout, "No dead letters.\n")
    const ids = [await bury("policy"), await bury("writeback"), await bury("policy", "call-tagged.v1")] as const
    const [{ stdout }, ofGroup, ofBoth] = await Promise.all([
      run("dlq", "list"),
      listed("--group", "policy"),
      listed("--group", "policy", "--topic", "call-ended.v1")
    ])
    const [header = "", ...rows] = stdout.trimEnd().split("\n")
    assert.match(header, /^ID +TOPIC +GROUP +EVENT +TRIES +GIVEN UP +ERROR$/)
    assert.match(
      rows[2] ?? "",
      new RegExp(`^${ids[0]} +call-ended\\.v1 +policy +\\S+ +3 +\\S+Z +Error: does not work$`)
    )
    assert.deepStrictEqual([ofGroup, ofBoth], [[ids[2], ids[0]], [ids[0]]])
  })

  it("replay selects dead letters by id, topic and group", async () => {
    const ids = [await bury("one"), await bury("one"), await bury("one", "call-tagged.v1"), await bury("two")]
    const [byId, byTopic] = [
      await run("dlq", "replay", "--id", ids[0] ?? "", "--id", ids[1] ?? "", "--group", "one"),
      await runAsJson("dlq", "replay", "--group", "one", "--topic", "call-ended.v1")
    ]
    assert.deepStrictEqual([byId.stdout, byTopic], ["Replayed 2 records\n", { replayed: 0 }])
    assert.strictEqual((await run("dlq", "replay", "--group", "one")).stdout, "Replayed 1 record\n")
    assert.deepStrictEqual(await listed("--group", "two"), [ids[3]])
  })

  it("replay without a selection is refused", async () => {
    const outcome = await run("dlq", "replay")
    assert.deepStrictEqual([outcome.code, outcome.stdout], [2, ""])
    assert.strictEqual(oneLine(outcome), "Say which dead letters to replay, with --topic, --group or --id")
  })
})
