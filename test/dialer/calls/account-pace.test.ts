import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { AccountPace } from "../../../src/dialer/AccountPace.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { startServer, type TestServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { startTwilioFake, type TwilioFake } from "../../support/fakes/twilio-fake.ts"
import { anyHour, fromNumbers, settingsFor } from "../../support/fakes/twilio-server.ts"
import { freePort } from "../../support/services/free-port.ts"
import { engine, makeDatabase } from "../../support/services/test-database.ts"

const callsPerSecond = 10

// Between its turn and the carrier's hearing of it a call commits and travels: each a little longer or shorter.
const travelMillis = 150

// Two nodes where a database can serve two.
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
  AccountPace.use((pace) => pace.reserve),
  AccountPace.layer
)

const newClient = async () => {
  const [node] = nodes as [TestServer]
  const client = campaignClient(node, await node.organization())
  await client.update(anyHour)
  return client
}

describe("an account of a carrier", () => {
  test("takes so many calls a second, from all campaigns and nodes together", async () => {
    const clients = await Promise.all([newClient(), newClient(), newClient()])
    const ids = await Promise.all(
      clients.map(async (client) => {
        const people = await client.people(...Array<number>(7).fill(0))
        return client.draft(people, { maxRetries: 0, callsPerMinute: 1000 })
      })
    )
    await Promise.all(ids.map((id, index) => clients[index]?.move(id, "start")))
    await Promise.all(ids.map((id, index) => clients[index]?.untilStatus(id, "COMPLETED")))
    const placed = fake.log.filter(({ what }) => what === "placed").map(({ at }) => at)
    expect(placed).toHaveLength(21)
    // One more than a second may hold spans more than a second.
    const spans = placed.slice(callsPerSecond).map((at, index) => at - (placed[index] ?? 0))
    expect(Math.min(...spans)).toBeGreaterThan(1_000 - travelMillis)
    console.log(
      `21 calls in ${Math.round((placed.at(-1) ?? 0) - (placed[0] ?? 0))} ms, the closest 11 in ${Math.round(Math.min(...spans))} ms`
    )
  })

  test("says to who waits for it that they do", async () => {
    const its = await newClient()
    const people = (await its.people(0, 0)) as [Person, Person]
    const id = await its.draft(people, { maxRetries: 0 })
    const [node] = nodes as [TestServer]
    const later = () =>
      its.query((sql) => sql`update carrier_pace set next_start_at = clock_timestamp() + interval '1 hour'`)
    await eventually(() => node.run(take))
    await later()
    await its.move(id, "start")
    const { decisions } = await its.explained(id, people[0])
    expect(decisions.map(({ gate, verdict }: any) => `${gate} ${verdict}`)).toEqual([
      "campaign PASS",
      "quota PASS",
      "pacing WAIT"
    ])
    expect(decisions.at(-1).detail).toMatch(
      /^The next of 10 calls a second that the carrier takes of all may begin at \d{4}-/
    )
    expect(await its.attempts(id)).toEqual([])
    await its.query((sql) => sql`update carrier_pace set next_start_at = clock_timestamp()`)
    await its.makeDue(id)
    await its.untilStatus(id, "COMPLETED")
  })

  test("gives a start to one of those who reach for it at once, on whichever node", async () => {
    const its = await newClient()
    await its.query((sql) => sql`update carrier_pace set next_start_at = clock_timestamp()`)
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
