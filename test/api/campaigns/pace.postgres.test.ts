import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { Pace } from "../../../src/dialer/Pace.ts"
import { spacing } from "../../../src/domain/dialing/pacing.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { makePerson } from "../../support/api/people.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { mostIn, mostLive } from "../../support/data/dialing-invariants.ts"
import { eventually } from "../../support/eventually.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "1000" } })
afterAll(server.stop)
// A call lasts until the test ends it.
const slowServer = await startServer()
afterAll(slowServer.stop)

const path = ({ id }: TestOrganization, campaign: string) => `/admin/v1/organizations/${id}/campaigns/${campaign}/pace`

const attemptsOf = (on: typeof server, campaign: string) =>
  rowsOf(on).query(
    (sql) => sql<{ startedAt: number; endedAt: number | null }>`select
        (extract(epoch from started_at) * 1000)::float8 as "startedAt",
        (extract(epoch from ended_at) * 1000)::float8 as "endedAt"
      from attempts where campaign_id = ${campaign} order by started_at`
  )

/** Starts a campaign of 1,000 calls a minute, and waits for its first calls. */
const dialing = async () => {
  const org = await server.organization()
  const client = campaignClient(server, org)
  const digits = Array.from({ length: 12 }, () => 3)
  const id = await client.draft(await client.people(...digits), { callsPerMinute: 1000, maxRetries: 0 })
  await client.move(id, "start")
  await eventually(async () => expect((await attemptsOf(server, id)).length).toBeGreaterThan(3))
  return { org, client, id }
}

const nextStartOf = async (id: string) => Number(await server.run(Pace.use(({ nextStartAt }) => nextStartAt(id))))

describe("the pace of a campaign under way", () => {
  test("lets a campaign rest until a change lets it start earlier, or leaves it no call to place", async () => {
    const client = campaignClient(server, await server.organization())
    const id = await client.started(await client.people(3, 3), { callsPerMinute: 1, maxRetries: 0 })
    await eventually(async () => expect(await attemptsOf(server, id)).toMatchObject([{ endedAt: expect.any(Number) }]))
    const nextStartAt = await nextStartOf(id)
    const rest = { nextStartAt, endAt: null }
    const isResting = (known: Parameters<Pace["Service"]["isResting"]>[1] = rest) =>
      server.run(Pace.use(({ isResting }) => isResting(id, known)))
    expect(await isResting()).toBe(true)
    expect(await isResting({ nextStartAt: undefined, endAt: null })).toBe(true)
    expect(await isResting({ nextStartAt: nextStartAt + 5_000, endAt: null })).toBe(false)
    expect(await isResting({ nextStartAt, endAt: new Date() })).toBe(false)
    await answered(200, client.move(id, "pause"))
    expect(await isResting()).toBe(false)
    await answered(200, client.move(id, "resume"))
    expect(await isResting()).toBe(true)
    await client.query(
      (sql) => sql`update calls set next_attempt_at = null, status = 'SKIPPED'
      where campaign_id = ${id} and next_attempt_at is not null`
    )
    expect(await isResting()).toBe(false)
  })

  test("is changed by a member, and refused to viewers and other organizations", async () => {
    const org = await server.organization()
    const client = campaignClient(server, org)
    const id = await client.draft(await client.people(0, 0), { callsPerMinute: 1 })
    await client.move(id, "start")
    await client.move(id, "pause")
    const { call: asMember, id: person } = await makePerson(server, {
      name: "Ada",
      organization: org.id,
      role: "MEMBER"
    })
    const viewer = await makePerson(server, { organization: org.id, role: "VIEWER" })
    const body = { callsPerMinute: 30, maxConcurrentCalls: 2 }
    await answered(403, viewer.call("PATCH", path(org, id), body))
    await answered(404, server.admin("PATCH", path(await server.organization(), id), body))
    for (const wrong of [{ callsPerMinute: 0 }, { callsPerMinute: 1.5 }, { maxConcurrentCalls: 1001 }]) {
      await answered(400, asMember("PATCH", path(org, id), wrong))
    }
    expect(await client.campaign(id)).toMatchObject({ callsPerMinute: 1, maxConcurrentCalls: 100 })
    expect(await answered(200, asMember("PATCH", path(org, id), body))).toMatchObject({ ...body, status: "PAUSED" })
    // The same again is no change.
    await answered(200, asMember("PATCH", path(org, id), body))
    const log = await answered(
      200,
      server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?action=campaign.pace`)
    )
    expect(log.data).toMatchObject([
      {
        ...{ actor: `person:${person}`, actorName: "Ada", target: id },
        details: { from: { callsPerMinute: 1, maxConcurrentCalls: 100 }, to: body }
      }
    ])
    await client.move(id, "cancel")
    expect((await answered(409, asMember("PATCH", path(org, id), body))).code).toBe("INVALID_STATE")
  })

  test("is faster at once when it is raised, without a burst", async () => {
    const org = await server.organization()
    const client = campaignClient(server, org)
    const digits = Array.from({ length: 8 }, () => 3)
    const id = await client.draft(await client.people(...digits), { callsPerMinute: 1, maxRetries: 0 })
    await client.move(id, "start")
    await eventually(async () => expect(await attemptsOf(server, id)).toHaveLength(1))
    await answered(200, server.admin("PATCH", path(org, id), { callsPerMinute: 120 }))
    await client.untilStatus(id, "COMPLETED")
    const starts = (await attemptsOf(server, id)).map(({ startedAt }) => startedAt)
    expect(starts).toHaveLength(8)
    const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0))
    // Half a second, less the lateness that is forgiven.
    expect(Math.min(...gaps)).toBeGreaterThan(400)
  })

  test("allows no start above it when it is lowered, whichever node dials", async () => {
    const { client, id, org } = await dialing()
    await answered(200, server.admin("PATCH", path(org, id), { callsPerMinute: 3 }))
    const before = (await attemptsOf(server, id)).map(({ startedAt }) => startedAt)
    // Another actor takes over, which knows the rows only; the replaced one can claim nothing.
    await server.run(
      Effect.andThen(
        Pace.use(({ takeOver }) => takeOver(id)),
        Effect.void
      )
    )
    const next = await nextStartOf(id)
    // With the earliest next start, no closed 60 seconds that end with it contain more than three starts; 60 seconds and the
    // lateness that is forgiven contain three.
    expect(mostIn([...before.slice(-2), next], spacing(1, 60_000))).toBe(3)
    expect(mostIn([...before.slice(-3), next], 60_000)).toBeLessThan(4)
    expect(before).toEqual((await attemptsOf(server, id)).map(({ startedAt }) => startedAt))
    await client.move(id, "cancel")
  })

  test("goes on at once when it was lowered and is raised again", async () => {
    const { client, id, org } = await dialing()
    await client.move(id, "pause")
    for (const callsPerMinute of [60, 1, 1000]) {
      await answered(200, server.admin("PATCH", path(org, id), { callsPerMinute }))
    }
    const now = Date.now()
    expect((await nextStartOf(id)) - now).toBeLessThan(spacing(1_000, 60_000))
    await client.move(id, "cancel")
  })

  test("starts no call above a lower concurrency while earlier calls go on, and more when it is raised", async () => {
    const org = await slowServer.organization()
    const client = campaignClient(slowServer, org)
    const digits = Array.from({ length: 9 }, () => 2)
    const id = await client.draft(await client.people(...digits), { maxConcurrentCalls: 4, maxRetries: 0 })
    await client.move(id, "start")
    const live = async () => (await attemptsOf(slowServer, id)).filter(({ endedAt }) => endedAt === null).length
    await eventually(async () => expect(await live()).toBe(4))
    await answered(200, slowServer.admin("PATCH", path(org, id), { maxConcurrentCalls: 2 }))
    const [first, second, third] = await rowsOf(slowServer).query(
      (sql) => sql<{ call: string }>`select call_id as call from attempts where campaign_id = ${id} order by started_at`
    )
    const hangUp = (call = "") =>
      answered(200, slowServer.admin("POST", `/admin/v1/organizations/${org.id}/calls/${call}/hang-up`))
    await hangUp(first?.call)
    await hangUp(second?.call)
    await eventually(async () => expect(await live()).toBe(2))
    await hangUp(third?.call)
    // A third call has ended, so another starts.
    await eventually(async () => expect(await attemptsOf(slowServer, id)).toHaveLength(5))
    const changed = (await attemptsOf(slowServer, id)).filter(({ endedAt }) => endedAt === null)
    expect(mostLive(changed)).toBe(2)
    await answered(200, slowServer.admin("PATCH", path(org, id), { maxConcurrentCalls: 3 }))
    await eventually(async () => expect(await live()).toBe(3))
    await client.move(id, "cancel")
  })
})
