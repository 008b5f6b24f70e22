import { Effect } from "effect"
import { afterAll, describe, expect, onTestFinished, test } from "vitest"
import { LiveAudio } from "../../../src/calls/conversations/LiveAudio.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { fromConsole, makePerson } from "../../support/api/people.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { eventually, untilFound } from "../../support/eventually.ts"
import { openListener } from "../../support/fakes/call-audio.ts"
import { engine } from "../../support/servers/test-database.ts"

// As slow as real calls, so that a conversation lasts longer than the test.
const server = await startServer({ settings: { SIMULATOR_SPEED: "1" } })
afterAll(server.stop)
const { query } = rowsOf(server)
const path = ({ id }: TestOrganization, call: string) => `/admin/v1/organizations/${id}/calls/${call}`
const listen = (org: TestOrganization, call: string, headers?: Readonly<Record<string, string>>) =>
  openListener(server, org.id, call, headers)

/** Starts a campaign with one person who talks, and waits for the live attempt. */
const liveCall = async (digit = 0, isAnswered = true) => {
  const org = await server.organization()
  const client = campaignClient(server, org)
  const campaign = await client.draft(await client.people(digit), { maxRetries: 0 })
  await client.move(campaign, "start")
  const { attempt, call } = await untilFound(async () => {
    const [found] = await query(
      (sql) => sql<{ attempt: string; call: string }>`select id as attempt, call_id as call from attempts
        where campaign_id = ${campaign} and ended_at is null and call_sid is not null
          and (stream_opened_at is not null) = ${isAnswered}`
    )
    return found
  })
  const hangUp = () => answered(200, server.admin("POST", `${path(org, call)}/hang-up`))
  return { org, attempt, call, hangUp }
}

const isLoud = (track: Buffer) => track.some((sample) => sample !== 0xff)
const listenersOf = (attempt: string) => query((sql) => sql`select 1 from call_listeners where attempt_id = ${attempt}`)

describe("listening to a live call", () => {
  test("streams both sides of the line until the call ends", async () => {
    const { attempt, call, hangUp, org } = await liveCall()
    const listener = await listen(org, call)
    expect(listener.response.status).toBe(200)
    expect(listener.response.headers.get("content-type")).toBe("application/vnd.carillon.call-audio")
    expect(listener.response.headers.get("cache-control")).toBe("no-store")
    await listener.until((parts) => parts.some(({ agent }) => isLoud(agent)))
    await listener.until((parts) => parts.some(({ person }) => isLoud(person)))
    await hangUp()
    await listener.untilEnd()
    const times = listener.parts.map(({ atMillis }) => atMillis)
    expect(times).toEqual(times.map((_, index) => (times[0] ?? 0) + index * 200))
    await eventually(async () => expect(await listenersOf(attempt)).toEqual([]))
  })

  test("is recorded once a listening, with the name of the person", async () => {
    const { call, hangUp, org } = await liveCall()
    const { id, token } = await makePerson(server, { name: "Ada", organization: org.id, role: "MEMBER" })
    const listener = await listen(org, call, fromConsole(server.port, token))
    await listener.until((parts) => parts.length > 2)
    await hangUp()
    const { data } = await answered(
      200,
      server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?action=call.listen`)
    )
    expect(data).toMatchObject([{ actor: `person:${id}`, actorName: "Ada", target: call, details: { attempt: 1 } }])
  })

  test("waits for the person to answer, and ends when no person does", async () => {
    const { call, hangUp, org } = await liveCall(2, false)
    const listener = await listen(org, call)
    await hangUp()
    await listener.untilEnd()
    expect(listener.parts).toEqual([])
  })

  test("is refused to a VIEWER, and hidden from other organizations", async () => {
    const { attempt, call, hangUp, org } = await liveCall()
    const viewer = await makePerson(server, { organization: org.id, role: "VIEWER" })
    expect((await answered(403, viewer.call("GET", `${path(org, call)}/audio`))).message).toContain("MEMBER")
    const asViewer = await server.adminAs("VIEWER")
    await answered(403, asViewer("GET", `${path(org, call)}/audio`))
    const other = await server.organization()
    const member = await makePerson(server, { organization: other.id, role: "ADMIN" })
    await answered(404, member.call("GET", `${path(other, call)}/audio`))
    await answered(403, member.call("GET", `${path(org, call)}/audio`))
    expect(await listenersOf(attempt)).toEqual([])
    const log = `/admin/v1/organizations/${org.id}/security-log?action=call.listen`
    expect((await answered(200, server.admin("GET", log))).data).toEqual([])
    await hangUp()
    const late = async () => (await answered(409, server.admin("GET", `${path(org, call)}/audio`))).message
    await eventually(async () => expect(await late()).toBe("The call is not under way"))
  })

  test("ends when the person loses the role, or the session ends", async () => {
    const { attempt, call, org } = await liveCall()
    const demoted = await makePerson(server, { organization: org.id, role: "MEMBER" })
    const signedOut = await makePerson(server, { organization: org.id, role: "ADMIN" })
    const stays = await makePerson(server, { organization: org.id, role: "MEMBER" })
    const [one, other, third] = await Promise.all(
      [demoted, signedOut, stays].map(({ token }) => listen(org, call, fromConsole(server.port, token)))
    )
    await Promise.all([one, other, third].map((listener) => listener?.until((parts) => parts.length > 0)))
    await query((sql) => sql`update memberships set role = 'VIEWER' where person_id = ${demoted.id}`)
    await query((sql) => sql`delete from sessions where person_id = ${signedOut.id}`)
    await Promise.all([one?.untilEnd(), other?.untilEnd()])
    await eventually(async () => expect(await listenersOf(attempt)).toHaveLength(1))
    const known = third?.parts.length ?? 0
    await third?.until((parts) => parts.length > known + 2)
    third?.leave()
    await eventually(async () => expect(await listenersOf(attempt)).toEqual([]))
  })

  test("is possible for five people at once, each with all of the audio", async () => {
    const { attempt, call, hangUp, org } = await liveCall()
    const listeners = await Promise.all([1, 2, 3, 4, 5].map(() => listen(org, call)))
    const refused = await answered(409, server.admin("GET", `${path(org, call)}/audio`))
    expect(refused).toMatchObject({ code: "TOO_MANY_LISTENERS" })
    expect(refused.message).toContain("5 people listen to this call already")
    await Promise.all(listeners.map((listener) => listener.until((parts) => parts.length > 3)))
    const [first, second] = listeners.map(({ parts }) => new Map(parts.map((part) => [part.atMillis, part])))
    for (const [at, part] of first ?? []) if (second?.has(at) === true) expect(second.get(at)).toEqual(part)
    listeners[0]?.leave()
    await eventually(async () => expect(await listenersOf(attempt)).toHaveLength(4))
    const next = await listen(org, call)
    await next.until((parts) => parts.length > 1)
    await hangUp()
    await Promise.all([...listeners.slice(1), next].map((listener) => listener.untilEnd()))
  })

  test("ends when the attempt is gone without a word of its node", async () => {
    const { org, call } = await liveCall(2, false)
    const listener = await listen(org, call)
    await query((sql) => sql`delete from call_listeners where organization_id = ${org.id}`)
    await listener.untilEnd()
  })

  test("drops audio for a client that reads nothing, and never waits for it", async () => {
    const { attempt, call, org } = await liveCall(2, false)
    const slow = await listen(org, call)
    const quick = await listen(org, call)
    const samples = 65_000
    const part = Buffer.alloc(6 + 2 * samples, 1)
    part.writeUInt16BE(samples, 4)
    const count = 400
    // Far more than the buffers of the sockets have room for.
    await server.run(
      LiveAudio.use(({ share }) => {
        const source = share({ id: attempt, organizationId: org.id })
        return Effect.gen(function* () {
          for (let number = 0; number < count; number++) {
            part.writeUInt32BE(number, 0)
            source.publish(Buffer.from(part))
            if (number % 5 === 0 || number === count - 1)
              yield* Effect.promise(() => quick.until((parts) => parts.at(-1)?.atMillis === number))
          }
          source.end()
        })
      })
    )
    await Promise.all([quick.untilEnd(), slow.untilEnd()])
    expect(quick.parts).toHaveLength(count)
    expect(slow.parts.length).toBeLessThan(count / 2)
    // The latest audio is kept.
    expect(slow.parts.at(-1)?.atMillis).toBe(count - 1)
  })
})

describe.skipIf(engine !== "postgres")("a node that does not carry the call", () => {
  test("streams the same audio, and the end of the call", async () => {
    const node = await startServer({ database: server.database, settings: { ROLES: "api" } })
    onTestFinished(node.stop)
    const { attempt, call, hangUp, org } = await liveCall()
    const [here, there] = await Promise.all([server, node].map((on) => openListener(on, org.id, call)))
    if (here === undefined || there === undefined) throw new Error("No listener")
    await there.until((parts) => parts.some(({ agent }) => isLoud(agent)))
    await there.until((parts) => parts.some(({ person }) => isLoud(person)) && parts.length > 5)
    await hangUp()
    await Promise.all([here.untilEnd(), there.untilEnd()])
    const known = new Map(here.parts.map((part) => [part.atMillis, part]))
    for (const part of there.parts) if (known.has(part.atMillis)) expect(part).toEqual(known.get(part.atMillis))
    await eventually(async () => expect(await listenersOf(attempt)).toEqual([]))
  })

  test("reads the parts of no call but its own from the notifications of the database", async () => {
    const node = await startServer({ database: server.database, settings: { ROLES: "api" } })
    onTestFinished(node.stop)
    const { call, hangUp, org } = await liveCall()
    const other = await liveCall()
    const listener = await openListener(node, org.id, call)
    await listener.until((parts) => parts.length > 0)
    // Parts of another call, or sent by a stranger on the database, are not sealed for this one.
    const { attempt } = other
    await query((sql) => sql`select pg_notify('carillon_audio', ${`${org.id} ${attempt} AAAA`})`)
    await query((sql) => sql`select pg_notify('carillon_audio', 'nonsense')`)
    const known = listener.parts.length
    await listener.until((parts) => parts.length > known + 5)
    await hangUp()
    await listener.untilEnd()
    await answered(200, server.admin("POST", `${path(other.org, other.call)}/hang-up`))
  })
})
