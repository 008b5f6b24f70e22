import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { makePerson, sessionOf, type TestPerson, withSession } from "../../support/api/people.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { eventually } from "../../support/eventually.ts"

const server = await startServer()
const organization = await server.organization()
afterAll(server.stop)
const { query } = rowsOf(server)

const people = `/admin/v1/organizations/${organization.id}/people`
const live = `/admin/v1/organizations/${organization.id}/live`

/** Opens a stream of events, and returns an effect that ends with it. */
const openStream = async (path: string, headers: Record<string, string>) => {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })
  expect(response.status).toBe(200)
  const reader = (response.body as NonNullable<typeof response.body>).getReader()
  await reader.read()
  const ended = (async () => {
    while (!(await reader.read()).done);
  })()
  return { ended, leave: () => reader.cancel() }
}

const cookieOf = (token: string) => ({ cookie: `carillon_session=${token}` })
const member = () => makePerson(server, { organization: organization.id, role: "MEMBER" })

interface Case {
  readonly path?: string
  readonly make?: () => Promise<TestPerson>
  readonly end: (person: TestPerson) => Promise<unknown>
}

const cases: Readonly<Record<string, Case>> = {
  "the person signs out": { end: ({ call }) => answered(200, call("POST", "/auth/sign-out")) },
  "the session is ended from another browser": {
    end: async ({ id }) => {
      const call = withSession(server, await sessionOf(server, id))
      const sessions = await answered(200, call("GET", "/auth/sessions"))
      const { id: former } = sessions.find(({ isCurrent }: any) => !isCurrent)
      await answered(200, call("DELETE", `/auth/sessions/${former}`))
    }
  },
  "the session expires": {
    // The time of the last use is written a moment after the request.
    end: ({ id }) =>
      query((sql) => sql`update sessions set created_at = now() - interval '8 days' where person_id = ${id}`)
  },
  "the person is removed from the organization": {
    end: ({ id }) => answered(200, server.admin("DELETE", `${people}/${id}`))
  },
  "the role of the person changes": {
    end: ({ id }) => answered(200, server.admin("PATCH", `${people}/${id}`, { role: "VIEWER" }))
  },
  "the account of the person is removed": {
    end: ({ id }) => answered(200, server.admin("DELETE", `/admin/v1/people/${id}`))
  },
  "the person is no longer a SUPER_ADMIN": {
    path: "/admin/v1/events/stream",
    make: () => makePerson(server, { role: "SUPER_ADMIN" }),
    end: ({ id }) => answered(200, server.admin("PATCH", `/admin/v1/people/${id}`, { isSuperAdmin: false }))
  }
}

describe("a stream of events", () => {
  test.concurrent.each(Object.keys(cases))("ends when %s", async (name) => {
    const { end, make = member, path = live } = cases[name] as Case
    if (path !== live) await makePerson(server, { role: "SUPER_ADMIN" })
    const person = await make()
    const stream = await openStream(path, cookieOf(person.token))
    await end(person)
    await stream.ended
  })

  test.concurrent("ends when its token is revoked", async () => {
    const { id, token } = await answered(
      201,
      server.admin("POST", "/admin/v1/tokens", { name: "Screen", role: "VIEWER" })
    )
    const stream = await openStream(live, { authorization: `Bearer ${token}` })
    await answered(200, server.admin("DELETE", `/admin/v1/tokens/${id}`))
    await stream.ended
  })

  test("goes on while nothing changes, and does not keep the session alive", async () => {
    const watching = await member()
    const leaving = await member()
    await query(
      (sql) => sql`update sessions set last_used_at = now() - interval '1 hour' where person_id = ${watching.id}`
    )
    const stream = await openStream(live, cookieOf(watching.token))
    const used = () => query<any>((sql) => sql`select last_used_at from sessions where person_id = ${watching.id}`)
    const other = await openStream(live, cookieOf(leaving.token))
    // The request itself is a use.
    await eventually(async () => expect(Date.now() - (await used())[0].lastUsedAt.getTime()).toBeLessThan(600_000))
    await query(
      (sql) => sql`update sessions set last_used_at = now() - interval '1 hour' where person_id = ${watching.id}`
    )
    await answered(200, leaving.call("POST", "/auth/sign-out"))
    // Both streams are checked at the same interval, and this one was opened first.
    await other.ended
    const state = await Promise.race([stream.ended.then(() => "ended"), Promise.resolve("goes on")])
    expect(state).toBe("goes on")
    expect(Date.now() - (await used())[0].lastUsedAt.getTime()).toBeGreaterThan(1_800_000)
    await stream.leave()
  })
})
