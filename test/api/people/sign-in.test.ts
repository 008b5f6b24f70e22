import { afterAll, describe, expect, test } from "vitest"
import { answered, refused } from "../../support/api/answered.ts"
import { fromConsole, makePerson, sessionIn, sessionOf, withSession } from "../../support/api/people.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

const server = await startServer()
const mine = await server.organization("Mine")
const other = await server.organization("Other")
afterAll(server.stop)

const { query } = rowsOf(server)
const linkOf = async (body: object = {}) => {
  const { url } = await answered(201, server.admin("POST", "/admin/v1/people/sign-in-link", body))
  return { url, token: new URL(url).hash.slice(1) }
}
const page = fromConsole(server.port)
const useLink = (token: string, headers: Record<string, string> = page) =>
  server.call("POST", "/auth/sign-in/link", { token }, headers)

describe("a one-time link", () => {
  test("makes the first person a SUPER_ADMIN, and works once", async () => {
    const { token, url } = await linkOf()
    expect(url).toBe(`http://127.0.0.1:${server.port}/console/welcome#${token}`)
    const { body, headers, status } = await useLink(token)
    expect(status).toBe(200)
    expect(body.person).toMatchObject({ name: "Administrator", email: null, isSuperAdmin: true, hasPassword: false })
    expect(body.person.organizations).toContainEqual({ id: mine.id, name: "Mine", role: "SUPER_ADMIN" })
    expect(headers["cache-control"]).toBe("no-store")
    const cookie = sessionIn(headers)
    expect(cookie.line).toMatch(
      /^carillon_session=ses_live_\w{32}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/
    )
    expect(await answered(200, withSession(server, cookie.token)("GET", "/auth/me"))).toEqual(body.person)
    expect((await useLink(token)).status).toBe(401)
  })

  test("for the first person is worthless once there are people", async () => {
    // Like a link that was made before the first person had signed in.
    const { token } = await linkOf()
    await query((sql) => sql`update sign_in_links set person_id = null`)
    expect((await useLink(token)).status).toBe(401)
  })

  test("signs in the person with the e-mail address, in any case, for an hour", async () => {
    const person = await makePerson(server, { email: "Ben@example.com" })
    const { token } = await linkOf({ email: "ben@EXAMPLE.com" })
    const expiring = await linkOf({ email: "ben@example.com" })
    expect((await answered(200, useLink(token))).person).toMatchObject({ id: person.id, email: "Ben@example.com" })
    await query((sql) => sql`update sign_in_links set expires_at = now()`)
    expect((await useLink(expiring.token)).status).toBe(401)
    await answered(404, server.admin("POST", "/admin/v1/people/sign-in-link", { email: "nobody@example.com" }))
  })

  test("and the session are stored as digests, and appear in no log", async () => {
    const { token } = await linkOf()
    const session = sessionIn((await useLink(token)).headers).token
    const spare = await linkOf()
    const stored = await query((sql) => sql`select * from sessions`)
    const links = await query((sql) => sql`select * from sign_in_links`)
    const entries = await query((sql) => sql`select * from security_log`)
    const everything = JSON.stringify([stored, links, entries, server.log], (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value
    )
    for (const secret of [token, session, spare.token]) expect(everything).not.toContain(secret)
  })
})

describe("a session", () => {
  test("opens /v1 for the organization of the header, with the role of the person", async () => {
    const viewer = await makePerson(server, { organization: mine.id, role: "VIEWER" })
    const as = { "carillon-organization": String(mine.id) }
    await answered(200, viewer.call("GET", "/v1/contacts", undefined, as))
    expect(await answered(403, viewer.call("POST", "/v1/audiences", { name: "All" }, as))).toMatchObject({
      message: "This needs the role MEMBER or higher; you have the role VIEWER"
    })
    for (const named of [String(other.id), "2147483647", "0", "x", ""]) {
      await answered(403, viewer.call("GET", "/v1/contacts", undefined, { "carillon-organization": named }))
    }
    await answered(200, viewer.call("GET", "/v1/contacts", undefined, { "x-organization-id": String(mine.id) }))
    await answered(403, viewer.call("GET", "/v1/contacts", undefined, { "x-organization-id": String(other.id) }))
    const member = await makePerson(server, { organization: mine.id, role: "MEMBER" })
    await answered(201, member.call("POST", "/v1/audiences", { name: "All" }, as))
    const root = await makePerson(server, { role: "SUPER_ADMIN" })
    await answered(201, root.call("POST", "/v1/audiences", { name: "All" }, as))
    const missing = { "carillon-organization": "2147483647" }
    await answered(403, root.call("POST", "/v1/audiences", { name: "All" }, missing))
  })

  test("without the header opens /v1 for the only organization of the person", async () => {
    const viewer = await makePerson(server, { organization: mine.id, role: "VIEWER" })
    const { data } = await answered(200, viewer.call("GET", "/v1/audiences"))
    expect(data.map(({ name }: { readonly name: string }) => name)).toContain("All")
    await answered(403, viewer.call("POST", "/v1/audiences", { name: "All" }))
    const also = { organizationId: other.id, personId: viewer.id, role: "ADMIN" }
    await query((sql) => sql`insert into memberships ${sql.insert(also)}`)
    const root = await makePerson(server, { role: "SUPER_ADMIN" })
    for (const person of [viewer, root]) {
      expect(await answered(403, person.call("GET", "/v1/audiences"))).toMatchObject({
        message: expect.stringContaining("needs the header")
      })
    }
  })

  test("opens /admin/v1 in the organizations of the person, and what concerns all only for a SUPER_ADMIN", async () => {
    const admin = await makePerson(server, { organization: mine.id, role: "ADMIN" })
    const path = `/admin/v1/organizations/${mine.id}`
    await answered(200, admin.call("PATCH", path, { name: "Mine" }))
    for (const id of [other.id, 2147483647, "x"]) {
      expect(await answered(403, admin.call("GET", `/admin/v1/organizations/${id}`))).toMatchObject({
        message: "You have no role in this organization"
      })
    }
    for (const all of ["/admin/v1/organizations", "/admin/v1/doctor", "/admin/v1/events/lag", "/admin/v1/secrets"]) {
      await answered(403, admin.call("GET", all))
    }
    const root = await makePerson(server, { role: "SUPER_ADMIN" })
    await answered(200, root.call("GET", "/admin/v1/organizations"))
    await answered(404, root.call("GET", "/admin/v1/organizations/2147483647"))
    const member = await makePerson(server, { organization: mine.id, role: "MEMBER" })
    expect(await answered(403, member.call("PATCH", path, { name: "Mine" }))).toMatchObject({
      message: "This needs the role ADMIN or higher; you have the role MEMBER"
    })
  })

  test("names the person in the security log", async () => {
    const admin = await makePerson(server, { name: "Cora", organization: mine.id, role: "ADMIN" })
    const { id } = await answered(
      201,
      admin.call("POST", `/admin/v1/organizations/${mine.id}/api-keys`, { name: "Key", role: "VIEWER" })
    )
    const { data } = await answered(200, server.admin("GET", `/admin/v1/security-log?target=${id}`))
    expect(data).toMatchObject([{ action: "api-key.create", actor: `person:${admin.id}`, actorName: "Cora" }])
    const { data: opened } = await answered(200, server.admin("GET", `/admin/v1/security-log?actor=person:${admin.id}`))
    expect(opened.map(({ action }: any) => action)).toContain("session.open")
  })

  test("is not used when the request has a key or a token", async () => {
    const viewer = await makePerson(server, { organization: other.id, role: "VIEWER" })
    const cookie = { cookie: `carillon_session=${viewer.token}` }
    await answered(
      201,
      server.call("POST", "/v1/audiences", { name: "All" }, { ...cookie, "x-api-key": mine.keys.ADMIN })
    )
    await answered(401, server.call("GET", "/v1/audiences", undefined, { ...cookie, "x-api-key": "x" }))
    await answered(200, server.admin("GET", "/admin/v1/organizations", undefined, cookie))
  })

  test("ends after 12 hours without a request, and after 7 days in any case", async () => {
    const { call, id } = await makePerson(server)
    const age = (column: string, time: string) =>
      query((sql) => sql`update sessions set ${sql(column)} = now() - ${time}::interval where person_id = ${id}`)
    await age("last_used_at", "11:59:00")
    await answered(200, call("GET", "/auth/me"))
    await age("last_used_at", "12:00:01")
    expect(await answered(401, call("GET", "/auth/me"))).toMatchObject({
      message: "The session has ended: sign in again"
    })
    await age("last_used_at", "00:00:01")
    await age("created_at", "6 days 23:59:00")
    await answered(200, call("GET", "/auth/me"))
    await age("created_at", "7 days 00:00:01")
    for (const path of ["/auth/me", "/v1/contacts", "/admin/v1/organizations"]) await answered(401, call("GET", path))
  })

  test("is listed with its browser, and can be ended by its person only", async () => {
    const person = await makePerson(server)
    const second = await sessionOf(server, person.id)
    const listed = await answered(200, person.call("GET", "/auth/sessions"))
    expect(listed).toHaveLength(2)
    expect(listed.filter(({ isCurrent }: any) => isCurrent)).toHaveLength(1)
    expect(JSON.stringify(listed)).not.toContain("ses_live")
    const stranger = await makePerson(server)
    const { id } = listed.find(({ isCurrent }: any) => !isCurrent)
    await answered(404, stranger.call("DELETE", `/auth/sessions/${id}`))
    await answered(200, withSession(server, second)("GET", "/auth/me"))
    await answered(200, person.call("DELETE", `/auth/sessions/${id}`))
    await answered(401, withSession(server, second)("GET", "/auth/me"))
    await answered(404, person.call("DELETE", `/auth/sessions/${id}`))
  })

  test("ends when the person signs out, and its cookie is removed", async () => {
    const { call } = await makePerson(server)
    const { headers } = await call("POST", "/auth/sign-out")
    expect(sessionIn(headers).line).toMatch(/^carillon_session=; Max-Age=0;/)
    await answered(401, call("GET", "/auth/me"))
    await answered(200, server.call("POST", "/auth/sign-out", undefined, page))
  })

  test("is always a new one after a sign-in, and the one before it ends", async () => {
    const attacker = await makePerson(server)
    const { token } = await linkOf()
    const { headers } = await useLink(token, fromConsole(server.port, attacker.token))
    expect(sessionIn(headers).token).not.toBe(attacker.token)
    await answered(401, attacker.call("GET", "/auth/me"))
    // A token of the attacker's choice opens nothing, either.
    const chosen = `ses_live_${"a".repeat(32)}`
    const other = await useLink((await linkOf()).token, fromConsole(server.port, chosen))
    expect(sessionIn(other.headers).token).not.toBe(chosen)
    await answered(401, withSession(server, chosen)("GET", "/auth/me"))
  })

  test("is refused without a cookie, with an unknown one and with another secret", async () => {
    expect(await answered(401, server.call("GET", "/auth/me"))).toMatchObject({ message: "Sign in first" })
    for (const token of ["x", `ses_live_${"b".repeat(32)}`, mine.keys.ADMIN, "%00"]) {
      await answered(401, withSession(server, token)("GET", "/auth/me"))
    }
  })
})

describe("a session over TLS", () => {
  const overTls = { origin: `https://127.0.0.1:${server.port}` }
  const hostCookie = "__Host-carillon_session"
  const signedIn = async () => {
    const { headers } = await useLink((await linkOf()).token, overTls)
    const lines = headers["set-cookie"] ?? []
    const line = lines.find((one) => one.startsWith(hostCookie)) ?? ""
    return { lines, token: /=([^;]*)/.exec(line)?.[1] ?? "" }
  }
  const askWith = (cookie: string, method = "GET", path = "/auth/me") => {
    const headers = { ...overTls, cookie, "carillon-organization": String(mine.id) }
    return server.call(method, path, undefined, headers)
  }

  test("has a cookie that no other host can set, and that takes precedence over one of another sub-domain", async () => {
    const { lines, token } = await signedIn()
    expect(lines).toEqual([
      expect.stringMatching(
        /^__Host-carillon_session=ses_live_\w{32}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/
      )
    ])
    const foreign = `carillon_session=ses_live_${"f".repeat(32)}`
    for (const cookie of [`${foreign}; ${hostCookie}=${token}`, `${hostCookie}=${token}; ${foreign}; ${foreign}`]) {
      for (const path of ["/auth/me", "/v1/contacts", `/admin/v1/organizations/${mine.id}`]) {
        expect((await askWith(cookie, "GET", path)).status, `${path} ${cookie}`).toBe(200)
      }
    }
    await answered(401, askWith(foreign))
  })

  test("is not opened by a cookie with the plain name, which another sub-domain can set", async () => {
    const { token } = await signedIn()
    const plain = `carillon_session=${token}`
    for (const cookie of [plain, `${hostCookie}=; ${plain}`]) {
      for (const path of ["/auth/me", "/v1/contacts", `/admin/v1/organizations/${mine.id}`]) {
        expect((await askWith(cookie, "GET", path)).status, `${path} ${cookie}`).toBe(401)
      }
    }
    // A request that changes nothing has no origin, but the address of its page.
    const from = (referer: string) => server.call("GET", "/auth/me", undefined, { cookie: plain, referer })
    await answered(401, from(`https://127.0.0.1:${server.port}/console/o/1`))
    // A page of the console without TLS, and a page that leads to it.
    await answered(200, from(`http://127.0.0.1:${server.port}/console/o/1`))
    await answered(200, from("https://elsewhere.example/"))
  })

  test("does not act for a page of another origin", async () => {
    const { token } = await signedIn()
    const headers = { origin: "https://evil.example", cookie: `${hostCookie}=${token}` }
    const answer = await answered(403, server.call("PATCH", "/auth/me", { name: "x" }, headers))
    expect(answer.code).toBe("FOREIGN_ORIGIN")
  })

  test("leaves no cookie of either name after the sign-out", async () => {
    const { token } = await signedIn()
    const { headers } = await askWith(`${hostCookie}=${token}`, "POST", "/auth/sign-out")
    expect(headers["set-cookie"]).toEqual([
      expect.stringMatching(/^__Host-carillon_session=; Max-Age=0; .*Secure/),
      expect.stringMatching(/^carillon_session=; Max-Age=0;/)
    ])
    await answered(401, askWith(`${hostCookie}=${token}`))
  })
})

describe("a request that changes something", () => {
  const foreign = [
    {},
    { origin: "null" },
    { origin: "http://evil.example" },
    { origin: `http://127.0.0.1:${server.port + 1}` },
    { origin: `http://127.0.0.1.evil.example:${server.port}` },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: `http://127.0.0.1:${server.port}` },
    { "sec-fetch-site": "none" }
  ]

  test.each(foreign)("is refused with the cookie and %o", async (headers: Record<string, string>) => {
    const { token } = await makePerson(server, { role: "SUPER_ADMIN" })
    const sent = { ...headers, cookie: `carillon_session=${token}`, "carillon-organization": String(mine.id) }
    for (const [method, path] of [
      ["POST", "/v1/audiences"],
      ["DELETE", `/v1/audiences/${mine.id}`],
      ["PATCH", `/admin/v1/organizations/${mine.id}`],
      ["POST", "/admin/v1/organizations"],
      ["PATCH", "/auth/me"],
      ["POST", "/auth/sign-out"]
    ] as const) {
      const answer = await answered(
        403,
        server.call(method, path, method === "DELETE" ? undefined : { name: "x" }, sent)
      )
      expect(answer.code, path).toBe("FOREIGN_ORIGIN")
    }
    // Reading changes nothing, and other sites do not see the answer.
    await answered(200, server.call("GET", "/auth/me", undefined, sent))
  })

  test.each(foreign)("cannot sign in a browser with %o", async (headers: Record<string, string>) => {
    const { token } = await linkOf()
    expect((await useLink(token, headers)).status).toBe(403)
    expect((await useLink(token)).status).toBe(200)
  })

  test.each([{ "sec-fetch-site": "same-origin" }, { origin: `http://127.0.0.1:${server.port}` }])(
    "is accepted from a page of the console, with %o",
    async (headers: Record<string, string>) => {
      const { token } = await makePerson(server)
      await answered(
        200,
        server.call("PATCH", "/auth/me", { name: "Dan" }, { ...headers, cookie: `carillon_session=${token}` })
      )
    }
  )
})

describe("a person's own name and e-mail address", () => {
  test("can be changed, the address only once", async () => {
    const { call, id } = await makePerson(server)
    await query((sql) => sql`update people set email = null where id = ${id}`)
    const taken = await makePerson(server, { email: "taken@example.com" })
    expect(await answered(200, call("PATCH", "/auth/me", { name: "Eva" }))).toMatchObject({ name: "Eva", email: null })
    expect(await answered(409, call("PATCH", "/auth/me", { email: "TAKEN@example.com" }))).toMatchObject({
      code: "EMAIL_TAKEN"
    })
    expect(await answered(200, call("PATCH", "/auth/me", { email: "eva@example.com" }))).toMatchObject({
      name: "Eva",
      email: "eva@example.com"
    })
    expect(await answered(409, call("PATCH", "/auth/me", { email: "eve@example.com" }))).toMatchObject({
      code: "EMAIL_IS_SET"
    })
    await refused(call("PATCH", "/auth/me", { email: "еva@example.com" }), { email: "must be an e-mail address" })
    await refused(call("PATCH", "/auth/me", { name: "" }), { name: "must not be empty" })
    expect(await answered(200, taken.call("GET", "/auth/me"))).toMatchObject({ organizations: [] })
  })
})
