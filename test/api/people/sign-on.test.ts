import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { makePerson, sessionIn, withSession } from "../../support/api/people.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { untilFound } from "../../support/eventually.ts"
import { openIdFake } from "../../support/fakes/openid-fake.ts"

const provider = await openIdFake()
const server = await startServer({
  settings: {
    ...provider.settings("KEYCLOAK"),
    OIDC_KEYCLOAK_LABEL: "Company account",
    ...provider.settings("ROLES"),
    OIDC_ROLES_ROLES: "operations=SUPER_ADMIN,callers=1:MEMBER,leads=1:ADMIN,gone=99:VIEWER"
  }
})
const mine = await server.organization("Mine")
const other = await server.organization("Other")
afterAll(async () => {
  await server.stop()
  await provider.stop()
})
const { query } = rowsOf(server)

/** A browser that keeps the cookies of the service. */
const browser = () => {
  const cookies = new Map<string, string>()
  const get = async (path: string) => {
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await server.call("GET", path, undefined, sent === "" ? {} : { cookie: sent })
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(line) ?? []
      if (value === "") cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    get,
    /** Begins, and returns the page of the provider. */
    start: async (name = "keycloak", returnTo?: string) => {
      const search = returnTo === undefined ? "" : `?returnTo=${encodeURIComponent(returnTo)}`
      const { headers, status } = await get(`/auth/oidc/${name}/start${search}`)
      expect(status).toBe(302)
      return headers.location ?? ""
    },
    /** Comes back from the provider, and returns where the service leads then. */
    comeBack: async (url: string) => {
      const { pathname, search } = new URL(url)
      const { headers, status } = await get(pathname + search)
      expect(status).toBe(302)
      return headers.location ?? ""
    }
  }
}

const signOn = async (name = "keycloak", returnTo?: string, one = browser()) => {
  const page = await one.start(name, returnTo)
  const location = await one.comeBack(await provider.signIn(page))
  const token = one.cookies.get("carillon_session")
  const me = token === undefined ? undefined : (await withSession(server, token)("GET", "/auth/me")).body
  return { location, me, token, browser: one }
}

const email = () => `${randomUUID()}@example.com`
const verified = (address: string, more: object = {}) => ({
  claims: { email: address, email_verified: true, name: "Noor", ...more }
})
const invite = (address: string, role = "MEMBER", organization = mine) =>
  answered(201, server.admin("POST", `/admin/v1/organizations/${organization.id}/people`, { email: address, role }))

describe("single sign-on", () => {
  test("is offered by the names of the settings", async () => {
    expect((await answered(200, server.call("GET", "/auth/providers"))).providers).toEqual([
      { name: "keycloak", label: "Company account" },
      { name: "roles", label: "Roles" }
    ])
    await answered(404, server.call("GET", "/auth/oidc/unknown/start"))
    await answered(404, server.call("GET", "/auth/oidc/KEYCLOAK/callback?code=1&state=2"))
  })

  test("lets an invited person in, whose account is then known at the provider", async () => {
    const address = email()
    await invite(address.toUpperCase())
    await invite(address, "VIEWER", other)
    const sub = provider.person(verified(address))
    const first = await signOn("keycloak", "/console/o/1/calls?status=FAILED")
    expect(first.location).toBe("/console/o/1/calls?status=FAILED")
    expect(first.me).toMatchObject({ name: "Noor", email: address, isSuperAdmin: false, hasPassword: false })
    expect(first.me.organizations.map(({ role }: any) => role)).toEqual(["MEMBER", "VIEWER"])
    expect(await query((sql) => sql`select 1 from invitations where lower(email) = ${address}`)).toEqual([])
    // From now on the provider may call them by any address, and need not vouch for it.
    provider.person({ claims: { sub, email: email() } })
    expect((await signOn()).me.id).toBe(first.me.id)
    expect(provider.problems).toEqual([])
    const { data } = await answered(200, server.admin("GET", `/admin/v1/security-log?target=${first.me.id}`))
    expect(data.map(({ action, actorName }: any) => [action, actorName])).toEqual([
      ["person.join", "Noor"],
      ["person.join", "Noor"],
      ["person.link", null],
      ["person.create", null]
    ])
  })
})

describe("the account at the provider", () => {
  test("is linked to the person with the verified address, whose other ways to sign in end", async () => {
    const address = email()
    const planted = await makePerson(server, { email: address.toUpperCase(), organization: mine.id, role: "ADMIN" })
    await answered(200, planted.call("POST", "/auth/password", { password: "tulip-engine-harbour" }))
    await answered(201, server.admin("POST", "/admin/v1/people/sign-in-link", { email: address }))
    provider.person(verified(address))
    const { me } = await signOn()
    expect(me).toMatchObject({ id: planted.id, name: "Asha", hasPassword: false, hasTotp: false })
    expect(me.organizations).toEqual([{ id: mine.id, name: "Mine", role: "ADMIN" }])
    await answered(401, planted.call("GET", "/auth/me"))
    expect(await query((sql) => sql`select 1 from sign_in_links where person_id = ${planted.id}`)).toEqual([])
    // A way that the owner of the address adds later stays.
    const again = await signOn()
    await answered(
      200,
      withSession(server, again.token ?? "")("POST", "/auth/password", { password: "quiet-lake-42-fox" })
    )
    expect((await signOn()).me).toMatchObject({ id: planted.id, hasPassword: true })
  })

  test("stays with its person when their address is given to another account", async () => {
    const address = email()
    await makePerson(server, { email: address })
    provider.person(verified(address))
    await signOn()
    provider.person(verified(address))
    expect(await signOn()).toMatchObject({ location: "/console#sign-on=other-account", token: undefined })
  })

  test("opens nothing once the person is removed", async () => {
    const address = email()
    await makePerson(server, { email: address })
    provider.person(verified(address))
    const { me, token } = await signOn()
    await answered(200, server.admin("DELETE", `/admin/v1/people/${me.id}`))
    await answered(401, withSession(server, token ?? "")("GET", "/auth/me"))
    expect(await signOn()).toMatchObject({ location: "/console#sign-on=unknown-person", token: undefined })
  })

  test.each([
    ["an unknown person", "unknown-person", (address: string) => ({ email: `x${address}`, email_verified: true })],
    ["an unverified address", "unverified-email", (address: string) => ({ email: address, email_verified: false })],
    ["an address of which nothing is said", "unverified-email", (address: string) => ({ email: address })],
    ["the word false", "unverified-email", (address: string) => ({ email: address, email_verified: "false" })],
    ["no address", "unverified-email", () => ({ email_verified: true })],
    [
      "an address that looks alike",
      "unverified-email",
      (address: string) => ({ email: `е${address}`, email_verified: true })
    ],
    ["several addresses", "unverified-email", (address: string) => ({ email: [address], email_verified: true })],
    [
      "a domain that is vouched for, and an address that is not verified",
      "unverified-email",
      (address: string) => ({ email: address, email_verified: false, xms_edov: true })
    ]
  ])("with %s is refused, and changes nothing", async (_, problem, claims) => {
    const address = email()
    const person = await makePerson(server, { email: address })
    await invite(`x${address}`, "VIEWER", other).then(({ person: { id } }) =>
      answered(200, server.admin("DELETE", `/admin/v1/organizations/${other.id}/people/${id}`))
    )
    provider.person({ claims: claims(address) })
    const { location, token } = await signOn("keycloak", "/console/o/1")
    expect({ location, token }).toEqual({ location: `/console/o/1#sign-on=${problem}`, token: undefined })
    await answered(200, person.call("GET", "/auth/me"))
    expect(await query((sql) => sql`select 1 from people where email like ${`%${address}`}`)).toHaveLength(1)
  })

  test("is not verified by what the userinfo endpoint says about another address", async () => {
    const address = email()
    const person = await makePerson(server, { email: address, organization: mine.id, role: "ADMIN" })
    provider.person({ claims: { email: address }, userInfo: { email: email(), email_verified: true, xms_edov: true } })
    expect(await signOn()).toMatchObject({ location: "/console#sign-on=unverified-email", token: undefined })
    await answered(200, person.call("GET", "/auth/me"))
    provider.person({ claims: { email: address }, userInfo: { email: address, email_verified: true } })
    expect((await signOn()).me).toMatchObject({ id: person.id })
  })

  test("is verified by Microsoft's claim, and described by the userinfo endpoint too", async () => {
    const vouched = email()
    await invite(vouched)
    provider.person({ claims: { email: vouched, xms_edov: "1" } })
    expect((await signOn()).me).toMatchObject({ email: vouched, name: vouched.split("@")[0] })
    const told = email()
    await invite(told)
    provider.person({ userInfo: { email: told, email_verified: true, name: "Ines" } })
    expect((await signOn()).me).toMatchObject({ email: told, name: "Ines" })
  })
})

describe("the roles of a provider", () => {
  const roleAt = ({ organizations }: any, id: number) => organizations.find((one: any) => one.id === id)?.role

  test("let a new person in, are applied at each sign-on, and change no role in other organizations", async () => {
    const address = email()
    const sub = provider.person(verified(address, { groups: ["leads", "callers", "gone"] }))
    const { me } = await signOn("roles")
    expect(roleAt(me, mine.id)).toBe("ADMIN")
    await invite(address, "VIEWER", other)
    provider.person(verified(address, { sub, groups: "callers" }))
    const later = (await signOn("roles")).me
    expect([roleAt(later, mine.id), roleAt(later, other.id)]).toEqual(["MEMBER", "VIEWER"])
    provider.person(verified(address, { sub, groups: ["operations"] }))
    expect((await signOn("roles")).me).toMatchObject({ id: me.id, isSuperAdmin: true })
    await makePerson(server, { role: "SUPER_ADMIN" })
    provider.person(verified(address, { sub, groups: [] }))
    const last = (await signOn("roles")).me
    expect(last).toMatchObject({ isSuperAdmin: false })
    expect([roleAt(last, mine.id), roleAt(last, other.id)]).toEqual([undefined, "VIEWER"])
    const { data } = await answered(200, server.admin("GET", `/admin/v1/security-log?target=${me.id}`))
    expect(data.filter(({ action }: any) => action === "person.role")).toHaveLength(4)
    expect(data.at(0)).toMatchObject({ actor: `person:${me.id}` })
  })

  test("end the links that were made before to sign the person in", async () => {
    const address = email()
    const { id } = await makePerson(server, { email: address, organization: other.id, role: "VIEWER" })
    const sub = provider.person(verified(address))
    await signOn("roles")
    await answered(201, server.admin("POST", "/admin/v1/people/sign-in-link", { email: address }))
    provider.person(verified(address, { sub, groups: ["callers"] }))
    await signOn("roles")
    expect(await query((sql) => sql`select 1 from sign_in_links where person_id = ${id}`)).toEqual([])
  })

  test("do not come from values that no setting names, from other claims or from other providers", async () => {
    provider.person(
      verified(email(), { groups: ["Operations", "operations ", { operations: 1 }], roles: ["operations"] })
    )
    expect((await signOn("roles")).location).toBe("/console#sign-on=unknown-person")
    provider.person(verified(email(), { groups: ["operations"] }))
    expect((await signOn("keycloak")).location).toBe("/console#sign-on=unknown-person")
  })

  test("never take the last SUPER_ADMIN", async () => {
    const others = await query<{ id: string }>(
      (sql) => sql`update people set is_super_admin = false where is_super_admin returning id`
    )
    const address = email()
    const sub = provider.person(verified(address, { groups: ["operations"] }))
    await signOn("roles")
    provider.person(verified(address, { sub, groups: [] }))
    expect((await signOn("roles")).me).toMatchObject({ isSuperAdmin: true })
    for (const { id } of others) await query((sql) => sql`update people set is_super_admin = true where id = ${id}`)
  })
})

describe("an answer of a provider", () => {
  const invited = async (scene: Parameters<typeof provider.person>[0] = {}) => {
    const address = email()
    await invite(address)
    provider.person({ ...scene, claims: { ...verified(address).claims, ...scene.claims } })
  }

  test("counts once", async () => {
    await invited()
    const one = browser()
    const url = await provider.signIn(await one.start())
    const kept = new Map(one.cookies)
    expect(await one.comeBack(url)).toBe("/console")
    expect(one.cookies.has("carillon_sign_on")).toBe(false)
    const again = browser()
    for (const [name, value] of kept) again.cookies.set(name, value)
    expect(await again.comeBack(url)).toBe("/console#sign-on=expired")
    expect(again.cookies.has("carillon_session")).toBe(false)
  })

  test("counts only in the browser that began, for the provider that it began with", async () => {
    await invited()
    const one = browser()
    const url = await provider.signIn(await one.start())
    const victim = browser()
    expect(await victim.comeBack(url)).toBe("/console#sign-on=expired")
    await victim.start()
    expect(await victim.comeBack(url)).toBe("/console#sign-on=expired")
    expect(await victim.comeBack(url.replace("/keycloak/", "/roles/"))).toBe("/console#sign-on=expired")
    expect(victim.cookies.has("carillon_session")).toBe(false)
    const second = browser()
    const atOther = await provider.signIn(await second.start())
    expect(await second.comeBack(atOther.replace("/keycloak/", "/roles/"))).toBe("/console#sign-on=expired")
  })

  test("comes too late after ten minutes", async () => {
    await invited()
    const one = browser()
    const url = await provider.signIn(await one.start())
    const [row] = await query<any>(
      (sql) =>
        sql`select expires_at - now() < interval '10 minutes' as soon from handshakes order by expires_at desc limit 1`
    )
    expect(row.soon).toBe(true)
    await query((sql) => sql`update handshakes set expires_at = now()`)
    expect(await one.comeBack(url)).toBe("/console#sign-on=expired")
  })

  const seconds = () => Math.floor(Date.now() / 1000)
  test.each<[string, () => Parameters<typeof provider.person>[0]]>([
    ["another nonce", () => ({ claims: { nonce: "x" } })],
    ["no nonce", () => ({ claims: { nonce: undefined } })],
    ["another audience", () => ({ claims: { aud: "another" } })],
    ["another issuer", () => ({ claims: { iss: "http://localhost:1" } })],
    ["an id token that has expired", () => ({ claims: { iat: seconds() - 900, exp: seconds() - 600 } })],
    ["no subject", () => ({ claims: { sub: undefined } })],
    ["an id token that another key has signed", () => ({ usesOtherKey: true })],
    ["an id token without a signature", () => ({ isUnsigned: true })],
    ["the userinfo of another person", () => ({ userInfo: { sub: "another" } })]
  ])("with %s is refused", async (_, scene) => {
    await invited(scene())
    expect(await signOn()).toMatchObject({ location: "/console#sign-on=failed", token: undefined })
    expect(server.log.splice(0).join()).toContain("Could not sign a person in by keycloak")
  })

  test("with an altered code or none is refused", async () => {
    for (const change of [
      (url: URL) => url.searchParams.set("code", "x"),
      (url: URL) => url.searchParams.delete("code")
    ]) {
      await invited()
      const one = browser()
      const url = new URL(await provider.signIn(await one.start()))
      change(url)
      expect(await one.comeBack(url.href)).toBe("/console#sign-on=failed")
    }
    server.log.splice(0)
  })

  test("with a refusal of the person leads back to where they were", async () => {
    await invited({ error: "access_denied" })
    expect(await signOn("keycloak", "/console/o/1/live")).toMatchObject({
      location: "/console/o/1/live#sign-on=cancelled",
      token: undefined
    })
  })

  test("opens a new session, in place of the one that the browser had", async () => {
    const former = await makePerson(server)
    const chosen = `ses_live_${"a".repeat(32)}`
    await invited()
    const one = browser()
    one.cookies.set("carillon_session", former.token)
    const url = await provider.signIn(await one.start())
    one.cookies.set("carillon_session", chosen)
    await one.comeBack(url)
    const token = one.cookies.get("carillon_session") ?? ""
    expect([former.token, chosen]).not.toContain(token)
    await answered(200, withSession(server, token)("GET", "/auth/me"))
    await answered(401, former.call("GET", "/auth/me"))
    await answered(401, withSession(server, chosen)("GET", "/auth/me"))
  })

  test("sets cookies that no script can read; only the one for the way back is sent from other sites", async () => {
    await invited()
    const { headers } = await server.call("GET", "/auth/oidc/keycloak/start")
    expect(headers["set-cookie"]).toEqual([
      expect.stringMatching(/^carillon_sign_on=\w{32}; Max-Age=600; Path=\/auth\/oidc; HttpOnly; SameSite=Lax$/)
    ])
    expect(headers["cache-control"]).toBe("no-store")
    const [line = "", secret = ""] = /^carillon_sign_on=(\w*)/.exec(headers["set-cookie"]?.[0] ?? "") ?? []
    expect(headers.location).not.toContain(secret)
    const answer = new URL(await provider.signIn(headers.location ?? ""))
    const done = await server.call("GET", answer.pathname + answer.search, undefined, { cookie: line })
    expect(sessionIn(done.headers).line).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    const stored = await query((sql) => sql`select digest, data::text from handshakes`)
    const everything = JSON.stringify([stored, server.log], (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value
    )
    for (const hidden of [secret, answer.searchParams.get("state"), answer.searchParams.get("code")]) {
      expect(everything).not.toContain(hidden)
    }
  })
})

test("a single sign-on leads back to a page of the console, never elsewhere", async () => {
  for (const [returnTo, expected] of [
    ["/console/o/7/calls?q=a%20b", "/console/o/7/calls?q=a%20b"],
    ["//evil.example/console", "/console"]
  ]) {
    const address = email()
    await invite(address)
    provider.person(verified(address))
    expect((await signOn("keycloak", returnTo)).location).toBe(expected)
  }
})

describe("a provider", () => {
  test("leads to an error while it is away, and is asked again at the next sign-on", async () => {
    const late = await openIdFake()
    const port = Number(new URL(late.issuer).port)
    await late.stop()
    const second = await startServer({ settings: late.settings("LATE") })
    try {
      const start = () => second.call("GET", "/auth/oidc/late/start?returnTo=/console/o/3")
      expect((await start()).headers.location).toBe("/console/o/3#sign-on=failed")
      expect(second.log.join()).toContain("Compare OIDC_LATE_… with the settings at the provider")
      const back = await openIdFake(port)
      expect((await start()).headers.location).toContain(`${late.issuer}/authorize?`)
      await back.stop()
    } finally {
      await second.stop()
    }
  })

  test("is asked for a limited number of sign-ons from one network", async () => {
    const second = await startServer({ settings: { ...provider.settings("IDP"), API_RATE_LIMIT: "60" } })
    try {
      const start = async () => (await second.call("GET", "/auth/oidc/idp/start")).headers.location ?? ""
      for (let index = 0; index < 10; index++) expect(await start()).toContain(provider.issuer)
      // On a loaded machine the first ten take so long that another is let in meanwhile.
      const refused = await untilFound(async () => {
        const location = await start()
        return location.startsWith("/console#") && location
      })
      expect(refused).toBe("/console#sign-on=too-many")
    } finally {
      await second.stop()
    }
  })
})
