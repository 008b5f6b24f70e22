import { randomUUID } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Queue } from "effect"
import { describe, expect, test } from "vitest"
import { accountLeases } from "../../../src/carriers/account-leases.ts"
import { claimsAtOnce } from "../../../src/carriers/start-pool.ts"
import { forgivenMillis } from "../../../src/domain/dialing/pacing.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { mostIn } from "../../support/data/dialing-invariants.ts"
import { eventually } from "../../support/eventually.ts"
import { startTwilioFake } from "../../support/fakes/twilio/twilio-fake.ts"
import { anyHour, fromNumbers, settingsFor } from "../../support/fakes/twilio/twilio-server.ts"
import { startScript } from "../../support/processes/script-process.ts"
import { makeRandom } from "../../support/random.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { engine, makeDatabase } from "../../support/servers/test-database.ts"
import { accountsAndContacts, onDatabase, onNewDatabase } from "../../support/services/ground.ts"

const { PROVE, TEST_SEED } = process.env
const isFull = PROVE === "full"

const services = onNewDatabase((settings) => onDatabase(settings)(accountsAndContacts))()

// Long enough for a lease to have exactly its portion, however slow the test is.
const intervalMillis = 1_000_000
const longMillis = 3_600_000

const lease = Effect.fnUntraced(function* (node: string, wanted: ReadonlyMap<number, number>, portion: number) {
  const sql = yield* PgClient.PgClient
  const leases = yield* sql<{ organizationId: number; starts: number; firstStartAt: number; leasedAt: number }>`
    select * from lease_starts('an account', ${node}::uuid, ${[...wanted.keys()]}::int[], ${[...wanted.values()]}::int[],
      0, ${intervalMillis}::float8, 0::float8, ${(portion - 0.5) * intervalMillis}::float8, 0::float8, ${longMillis}::float8)`
  return leases
})
const makeFree = PgClient.PgClient.use((sql) => sql`update carrier_pace set next_start_at = clock_timestamp()`)
const forget = PgClient.PgClient.use((sql) => sql`delete from carrier_demands`)

layer(services, { excludeTestServices: true })("the leases of a carrier account", (it) => {
  it.effect("lease each start once, and none that is further ahead than the lead", () =>
    Effect.gen(function* () {
      const random = makeRandom(Number(TEST_SEED))
      const nodes = [randomUUID(), randomUUID(), randomUUID()]
      const portion = 7
      let free = 0
      for (let count = 0; count < 30; count++) {
        const wanted = new Map([1, 2, 3].map((organization) => [organization, 1 + Math.floor(random() * 5)]))
        const leases = yield* lease(nodes[Math.floor(random() * 3)] ?? "", wanted, portion)
        const starts = leases.reduce((sum, one) => sum + one.starts, 0)
        for (const { firstStartAt, leasedAt, organizationId, starts: ofOne } of leases) {
          assert.isAtLeast(firstStartAt, free)
          assert.isAtMost(firstStartAt + (starts - 1) * intervalMillis, leasedAt + (portion - 0.5) * intervalMillis)
          assert.isAtMost(ofOne, wanted.get(organizationId) ?? 0)
        }
        // Less the rounding of microseconds.
        if (leases[0] !== undefined) free = leases[0].firstStartAt + starts * intervalMillis - 0.01
      }
      assert.deepStrictEqual(yield* lease(nodes[0] ?? "", new Map([[1, 9]]), portion), [])
    })
  )

  it.effect("are shared by the weights of the organizations that want a start on any node", () =>
    Effect.gen(function* () {
      const random = makeRandom(Number(TEST_SEED))
      const below = (bound: number) => Math.floor(random() * bound)
      const sql = yield* PgClient.PgClient
      for (let run = 0; run < (isFull ? 100 : 3); run++) {
        yield* forget
        const portion = 2 + below(6)
        const nodes = Array.from({ length: 1 + below(3) }, () => randomUUID())
        const organizations = yield* Effect.forEach(Array.from({ length: 2 + below(4) }), () =>
          Effect.gen(function* () {
            const weight = 1 + below(4)
            const [row] = yield* sql<{
              id: number
            }>`insert into organizations (name, timezone, minutes_quota, call_weight)
              values ('Acme', 'UTC', 0, ${weight}) returning id`
            // A single node has all campaigns of the organization, or each node has some.
            const only = below(2) === 0 ? nodes[below(nodes.length)] : undefined
            const wanted = portion * (1 + below(20))
            return { id: row?.id ?? 0, weight, wanted, only, starts: 0 }
          })
        )
        const wantedOn = (node: string) =>
          new Map(
            organizations.flatMap(({ id, only, wanted }) => ((only ?? node) === node ? [[id, wanted] as const] : []))
          )
        const ask = Effect.fnUntraced(function* (node: string) {
          yield* makeFree
          const wanted = wantedOn(node)
          if (wanted.size === 0) return
          for (const { organizationId, starts } of yield* lease(node, wanted, portion)) {
            const organization = organizations.find(({ id }) => id === organizationId)
            if (organization !== undefined) organization.starts += starts
          }
        })
        yield* Effect.forEach(nodes, ask)
        for (const organization of organizations) organization.starts = 0
        // An organization that was not served yet begins at the time of the account.
        const before = yield* sql<{ id: number; at: number }>`select o.id,
            greatest(p.virtual_time, s.next_virtual_time) as at
          from organizations o join carrier_pace p on p.account = 'an account'
            left join carrier_shares s on s.account = p.account and s.organization_id = o.id`
        for (let turn = 0; turn < 60; turn++) yield* ask(nodes[turn % nodes.length] ?? "")
        // The naive model: starts go by the weights. An organization is ahead of another by a portion at most, now and
        // when the count began.
        const shares = organizations.map(({ id, starts, weight }) => {
          return (before.find((row) => row.id === id)?.at ?? 0) + starts / weight
        })
        const most = Math.max(...shares)
        const least = Math.min(...shares)
        assert.isAtMost(most - least, portion + 1, JSON.stringify({ organizations, nodes, portion, shares }))
      }
    })
  )

  it.effect("go to the other nodes when one is gone", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* forget
      const [gone, here] = [randomUUID(), randomUUID()]
      yield* lease(gone, new Map([[1, 1_000_000]]), 2)
      yield* makeFree
      const starts = (leases: ReadonlyArray<{ readonly starts: number }>) =>
        leases.reduce((sum, one) => sum + one.starts, 0)
      assert.isAtMost(starts(yield* lease(here, new Map([[1, 10]]), 10)), 1)
      yield* sql`update carrier_demands set wants_until = now() where node = ${gone}::uuid`
      yield* makeFree
      assert.strictEqual(starts(yield* lease(here, new Map([[1, 10]]), 10)), 10)
    })
  )

  it.effect("are lost when the node pauses until their time is over, and the claim gets another one", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const account = "an account of a node that pauses"
      const { approach, reserve, turn } = yield* accountLeases(sql, { account, callsPerSecond: 100 })
      const campaign = { organizationId: 1, campaignId: randomUUID() }
      yield* turn(campaign)
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* approach(campaign)
          // While this process holds still, it is like a node that was stopped.
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * forgivenMillis)
          yield* reserve(campaign)
        })
      )
      const [row] = yield* sql<{ turns: number }>`select turns::int from carrier_pace where account = ${account}`
      assert.isAtLeast(row?.turns ?? 0, 2)
    }).pipe(Effect.scoped)
  )

  it.effect("go to no more campaigns than the node can claim calls at once, and to others when these are done", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const account = "an account whose campaigns want more starts than a node can place"
      const { endTurn, turn } = yield* accountLeases(sql, { account, callsPerSecond: 1_000 })
      const campaigns = Array.from({ length: 2 * claimsAtOnce }, () => ({
        organizationId: 1,
        campaignId: randomUUID()
      }))
      const turns = yield* Queue.unbounded<(typeof campaigns)[number]>()
      yield* Effect.forEach(campaigns, (campaign) =>
        Effect.forkScoped(Effect.andThen(turn(campaign), Queue.offer(turns, campaign)))
      )
      const first = yield* Queue.takeN(turns, claimsAtOnce)
      const [leased] = yield* sql<{ starts: number }>`select turns::int as starts from carrier_pace
        where account = ${account}`
      assert.strictEqual(leased?.starts, claimsAtOnce)
      yield* Effect.forEach(first, endTurn)
      const others = yield* Queue.takeN(turns, claimsAtOnce)
      assert.strictEqual(new Set([...first, ...others].map(({ campaignId }) => campaignId)).size, campaigns.length)
    }).pipe(Effect.scoped)
  )

  it.effect("are not taken in advance while a node of the release before waits", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* forget
      yield* sql`insert into carrier_wants (account, campaign_id, organization_id, wants_until)
        values ('an account', ${randomUUID()}::uuid, 1, now() + interval '1 hour')`
      yield* makeFree
      const node = randomUUID()
      const isEmpty = Effect.map(lease(node, new Map([[2, 10]]), 10), ({ length }) => length === 0)
      // The start that has come; the next one has not.
      assert.isFalse(yield* isEmpty)
      assert.isTrue(yield* isEmpty)
    })
  )
})

test("campaigns of a fast account are dialed within its calls per second", async () => {
  const fake = await startTwilioFake({ fromNumbers, person: () => ({ does: "busy" }) })
  const settings = { ...settingsFor(fake, await freePort()), TWILIO_CALLS_PER_SECOND: "50" }
  const server = await startServer({ settings })
  const clients = await Promise.all(
    [0, 1, 2].map(async () => {
      const client = campaignClient(server, await server.organization())
      await client.update(anyHour)
      return client
    })
  )
  const fields = { maxRetries: 0, callsPerMinute: 1000 }
  const ids = await Promise.all(
    clients.map(async (client) => client.draft(await client.people(...Array<number>(25).fill(0)), fields))
  )
  await Promise.all(ids.map((id, index) => clients[index]?.move(id, "start")))
  await Promise.all(ids.map((id, index) => clients[index]?.untilStatus(id, "COMPLETED")))
  const placed = fake.log.filter(({ what }) => what === "placed").map(({ at }) => at)
  expect(placed).toHaveLength(75)
  // A call commits and travels between its claim and the carrier's receipt, for a varying time.
  expect(mostIn(placed, 1_000 - 150)).toBeLessThanOrEqual(50)
  const [lost] = await clients[0]!.query((sql) => sql`select turns::int as turns from carrier_pace`)
  console.log(
    `75 calls in ${Math.round((placed.at(-1) ?? 0) - (placed[0] ?? 0))} ms, with ${lost?.turns} starts leased`
  )
  await fake.stop()
  await server.stop()
})

// Slow enough that the starts which a pausing node has leased would show.
const callsPerSecond = 50

// `npm run prove` runs more nodes, for longer.
const scale = isFull ? { nodes: 4, starts: 6_000, disturbances: 60 } : { nodes: 3, starts: 150, disturbances: 5 }

describe.skipIf(engine !== "postgres")("nodes that lease starts of one account", () => {
  test("take no more in any second than the account allows, with wrong clocks, pauses and kill -9", async () => {
    const random = makeRandom(Number(TEST_SEED))
    const database = await makeDatabase()
    await Effect.gen(function* () {
      const times: Array<number> = []
      const perOrganization = new Map<number, number>()
      const startNode = Effect.fnUntraced(function* (index: number) {
        // The first organization has one campaign a node, the second ten.
        const node = yield* startScript(
          new URL("../../support/processes/programs/starts-process.ts", import.meta.url),
          {
            DATABASE_URL: database.settings.DATABASE_URL ?? "",
            CALLS_PER_SECOND: String(callsPerSecond),
            CAMPAIGNS: JSON.stringify({ 1: 1, 2: 10 }),
            CLOCK_RATE: String([1, 1.1, 0.9, 1.02][index % 4])
          }
        )
        const read = async () => {
          for (let line = await node.line(); line !== undefined; line = await node.line()) {
            const [organization, at] = line.split(" ").map(Number) as [number, number]
            times.push(at)
            perOrganization.set(organization, (perOrganization.get(organization) ?? 0) + 1)
          }
          return node.ended
        }
        return { ...node, over: read() }
      })
      const reached = (count: number) =>
        Effect.promise(() => eventually(() => expect(times.length).toBeGreaterThan(count)))
      const nodes = yield* Effect.forEach(Array.from({ length: scale.nodes }), (_, index) => startNode(index))
      yield* reached(20)
      for (let count = 0; count < scale.disturbances; count++) {
        const index = Math.floor(random() * scale.nodes)
        const node = nodes[index]
        if (node?.pid === undefined) continue
        const enough = times.length + 5 + Math.floor((random() * scale.starts) / scale.disturbances)
        if (random() < 0.6) {
          process.kill(node.pid, "SIGSTOP")
          yield* reached(enough)
          process.kill(node.pid, "SIGCONT")
        } else {
          yield* Effect.promise(node.kill)
          yield* reached(enough)
          nodes[index] = yield* startNode(index)
        }
        yield* reached(times.length + 5)
      }
      yield* reached(scale.starts)
      for (const node of nodes) yield* Effect.promise(node.kill)
      for (const node of nodes) yield* Effect.promise(async () => assert.strictEqual((await node.over).stderr, ""))

      times.sort((one, other) => one - other)
      const most = mostIn(times, 1_000)
      assert.isAtMost(most, callsPerSecond)
      const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000
      const shares = [...perOrganization.values()].join(" and ")
      console.log(`${times.length} starts in ${seconds.toFixed(1)} s, at most ${most} in a second; ${shares}`)
    }).pipe(Effect.scoped, Effect.runPromise)
    await database.remove()
  })
})
