import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { AccountPace } from "../../../src/carriers/AccountPace.ts"
import { newId } from "../../../src/platform/ids.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { startServer, type TestServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { startTwilioFake, type TwilioFake } from "../../support/fakes/twilio/twilio-fake.ts"
import { anyHour, fromNumbers, settingsFor } from "../../support/fakes/twilio/twilio-server.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { engine, makeDatabase } from "../../support/servers/test-database.ts"

// Few calls, because a claim must come in time for its turn on a busy machine too: at this pace a turn lasts as long as
// at any slower one.
const callsPerSecond = 2

// A call commits and travels between its claim and the carrier's receipt, for a varying time.
const travelMillis = 150

// Two nodes, where the database allows two.
const nodes: Array<TestServer> = []
let fake: TwilioFake
const database = await makeDatabase()
beforeAll(async () => {
  fake = await startTwilioFake({ fromNumbers, person: () => ({ does: "busy" }) })
  const ports = await Promise.all(engine === "postgres" ? [freePort(), freePort()] : [freePort()])
  for (const port of ports) {
    const node = { NODE_HOST: "127.0.0.1", NODE_PORT: String(await freePort()) }
    const settings = { ...settingsFor(fake, port), ...node, TWILIO_CALLS_PER_SECOND: String(callsPerSecond) }
    nodes.push(await startServer({ database, settings }))
  }
})
afterAll(async () => {
  await fake.stop()
  for (const node of nodes) await node.stop()
  await database.remove()
})

const take = Effect.provide(
  AccountPace.use((pace) => pace.reserve({ organizationId: 0, campaignId: newId() })),
  AccountPace.layer
)

const newClient = async () => {
  const [node] = nodes as [TestServer]
  const client = campaignClient(node, await node.organization())
  await client.update(anyHour)
  return client
}

describe("the pace of a carrier account", () => {
  test("the account's calls per second are limited across all campaigns and nodes", async () => {
    const clients = await Promise.all([newClient(), newClient(), newClient()])
    const ids = await Promise.all(
      clients.map(async (client) => {
        const people = await client.people(...Array<number>(5).fill(0))
        return client.draft(people, { maxRetries: 0, callsPerMinute: 1000 })
      })
    )
    await Promise.all(ids.map((id, index) => clients[index]?.move(id, "start")))
    await Promise.all(ids.map((id, index) => clients[index]?.untilStatus(id, "COMPLETED")))
    const placed = fake.log.filter(({ what }) => what === "placed").map(({ at }) => at)
    expect(placed).toHaveLength(15)
    // Starting one call more than a second may hold takes longer than a second.
    const spans = placed.slice(callsPerSecond).map((at, index) => at - (placed[index] ?? 0))
    expect(Math.min(...spans)).toBeGreaterThan(1_000 - travelMillis)
    console.log(
      `15 calls in ${Math.round((placed.at(-1) ?? 0) - (placed[0] ?? 0))} ms, the closest ${callsPerSecond + 1} in ${Math.round(Math.min(...spans))} ms`
    )
  })

  test("an organization with one campaign gets as many starts as one with twenty", async () => {
    const [small, large] = await Promise.all([newClient(), newClient()])
    const fields = { maxRetries: 0, callsPerMinute: 1000 }
    const members = await large.people(...Array<number>(20).fill(0))
    const many = await Promise.all(members.map((member) => large.draft([member], fields)))
    const single = await small.draft(await small.people(...Array<number>(5).fill(0)), fields)
    await Promise.all([...many.map((id) => large.move(id, "start")), small.move(single, "start")])
    await small.untilStatus(single, "COMPLETED")
    await Promise.all(many.map((id) => large.untilStatus(id, "COMPLETED")))

    const times = (await small.attempts(single)).map(({ startedAt }) => startedAt.getTime())
    const others = (await Promise.all(many.map((id) => large.attempts(id)))).flat()
    const [first, last] = [Math.min(...times), Math.max(...times)]
    const meanwhile = others.filter(({ startedAt }) => startedAt.getTime() > first && startedAt.getTime() < last)
    expect(others).toHaveLength(20)
    // Equal shares are 4 starts, and more on a busy machine, whose claims come too late for their turns. Without turns the
    // organization would get one of 21, after nearly all of the others.
    expect(meanwhile.length).toBeLessThanOrEqual(15)
    console.log(`5 calls of the one organization while the other placed ${meanwhile.length} of 20`)
  })

  test("a call that waits for the account is explained as waiting", async () => {
    const campaigns = await newClient()
    const people = (await campaigns.people(0, 0)) as [Person, Person]
    const id = await campaigns.draft(people, { maxRetries: 0 })
    const [node] = nodes as [TestServer]
    const later = () =>
      campaigns.query((sql) => sql`update carrier_pace set next_start_at = clock_timestamp() + interval '1 hour'`)
    await eventually(() => node.run(take))
    await later()
    await campaigns.move(id, "start")
    const { decisions } = await campaigns.explained(id, people[0])
    expect(decisions.map(({ gate, verdict }: any) => `${gate} ${verdict}`)).toEqual([
      "campaign PASS",
      "quota PASS",
      "pacing WAIT"
    ])
    expect(decisions.at(-1).detail).toMatch(
      /^The next of 2 calls a second that the carrier takes of all may begin at \d{4}-/
    )
    expect(await campaigns.attempts(id)).toEqual([])
    await campaigns.query((sql) => sql`update carrier_pace set next_start_at = clock_timestamp()`)
    await campaigns.makeDue(id)
    await campaigns.untilStatus(id, "COMPLETED")
  })

  test("only one of several concurrent claims on any nodes reserves a start", async () => {
    const campaigns = await newClient()
    await campaigns.query((sql) => sql`update carrier_pace set next_start_at = clock_timestamp()`)
    const tryOn = (node: TestServer) =>
      node.run(
        take.pipe(
          Effect.as("taken"),
          Effect.catchTag("AccountBusy", () => Effect.succeed("lost"))
        )
      )
    const all = await Promise.all([...nodes, ...nodes, ...nodes, ...nodes].map(tryOn))
    expect(all.filter((one) => one === "taken")).toHaveLength(1)
    expect(all.filter((one) => one === "lost")).toHaveLength(4 * nodes.length - 1)
    for (const node of nodes) await eventually(async () => expect(await tryOn(node)).toBe("taken"))
  })
})
