import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, onTestFinished, test } from "vitest"
import { answered, refused } from "../../support/api/answered.ts"
import { ageSessions, makePerson, sessionIn, type TestPerson, withSession } from "../../support/api/people.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { makeAuthenticator } from "../../support/fakes/authenticator.ts"
import { openIdFake } from "../../support/fakes/openid-fake.ts"

const provider = await openIdFake()
const server = await startServer({ settings: provider.settings("IDP") })
afterAll(async () => {
  await server.stop()
  await provider.stop()
})
const { query } = rowsOf(server)
const origin = `http://localhost:${server.port}`

/** A browser at a page of the console, which keeps the cookie of its challenge. */
const browser = (session = "") => {
  let challenge = ""
  return {
    post: async (path: string, body?: object, headers: Record<string, string> = {}) => {
      const answer = await server.call("POST", path, body, {
        host: `localhost:${server.port}`,
        origin,
        "sec-fetch-site": "same-origin",
        cookie: [`carillon_session=${session}`, `carillon_passkey=${challenge}`].join("; "),
        ...headers
      })
      const line = answer.headers["set-cookie"]?.find((one) => one.startsWith("carillon_passkey="))
      if (line !== undefined) challenge = /^carillon_passkey=([^;]*)/.exec(line)?.[1] ?? ""
      return answer
    },
    cookie: () => challenge,
    keep: (cookie: string) => {
      challenge = cookie
    }
  }
}

const addTo = async (person: TestPerson, name = "Laptop", authenticator = makeAuthenticator(origin)) => {
  const { post } = browser(person.token)
  const options = await answered(200, post("/auth/passkeys/begin", {}))
  const added = await answered(201, post("/auth/passkeys", { name, credential: authenticator.create(options) }))
  return { ...authenticator, id: added.id as string }
}

const signInWith = async (
  { get }: ReturnType<typeof makeAuthenticator>,
  faults: Parameters<ReturnType<typeof makeAuthenticator>["get"]>[1] = {}
) => {
  const { post } = browser()
  const options = await answered(200, post("/auth/sign-in/passkey/begin"))
  return post("/auth/sign-in/passkey", { credential: get(options, faults) })
}

describe("a passkey", () => {
  test("signs its person in without e-mail address, password and second factor", async () => {
    const person = await makePerson(server, { name: "Ravi" })
    await answered(200, person.call("POST", "/auth/password", { password: "tulip-engine-harbour" }))
    await query(
      (sql) => sql`insert into person_totp (person_id, secret, confirmed_at) values (${person.id}, 'x', now())`
    )
    const key = await addTo(person)
    const { body, headers, status } = await signInWith(key)
    expect(status).toBe(200)
    expect(body.person).toMatchObject({ id: person.id, name: "Ravi" })
    const { line, token } = sessionIn(headers)
    expect(line).toMatch(/HttpOnly; SameSite=Strict$/)
    await answered(200, withSession(server, token)("GET", "/auth/me"))
    const [listed] = await answered(200, person.call("GET", "/auth/passkeys"))
    expect(listed).toMatchObject({ id: key.id, name: "Laptop", host: "localhost" })
    expect(Date.parse(listed.lastUsedAt)).toBeGreaterThan(Date.now() - 60_000)
    const { data } = await answered(200, server.admin("GET", `/admin/v1/security-log?actor=person:${person.id}`))
    expect(data.map(({ action, details }: any) => [action, details.by])).toContainEqual(["session.open", "passkey"])
    expect(data.map(({ action }: any) => action)).toContain("passkey.add")
  })

  test("is requested as one that the authenticator finds without an e-mail address, and with a check of its user", async () => {
    const person = await makePerson(server)
    await addTo(person)
    const creation = await answered(200, browser(person.token).post("/auth/passkeys/begin", {}))
    expect(creation).toMatchObject({
      rp: { id: "localhost" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none"
    })
    expect(creation.excludeCredentials).toHaveLength(1)
    const request = await answered(200, browser().post("/auth/sign-in/passkey/begin"))
    expect(request).toMatchObject({ rpId: "localhost", userVerification: "required" })
    expect(request).not.toHaveProperty("allowCredentials")
  })

  test.each<[string, Parameters<ReturnType<typeof makeAuthenticator>["get"]>[1]]>([
    ["another origin", { origin: "https://evil.example" }],
    ["the same host at another port", { origin: "http://localhost:1" }],
    ["another host", { host: "evil.example" }],
    ["another challenge", { challenge: "AAAA" }],
    ["another ceremony", { type: "webauthn.create" }],
    ["a counter that goes back", { counter: 4 }],
    ["a counter that stands still", { counter: 5 }],
    ["a user who is not verified", { isUserVerified: false }],
    ["the handle of another person", { userHandle: Buffer.from(randomUUID()).toString("base64url") }],
    ["no handle", { userHandle: "AA" }],
    ["another signature", { signature: Buffer.alloc(70, 1) }]
  ])("is refused with %s", async (_, faults) => {
    const key = await addTo(await makePerson(server))
    await query((sql) => sql`update passkeys set counter = 5 where id = ${key.id}`)
    const { body, headers, status } = await signInWith(key, { counter: 6, ...faults })
    expect([status, body.code]).toEqual([401, "PASSKEY_REFUSED"])
    expect(sessionIn(headers).token).toBe("")
    expect((await signInWith(key, { counter: 6 })).status).toBe(200)
  })

  test("without a counter signs in again and again", async () => {
    const key = await addTo(await makePerson(server))
    for (let times = 0; times < 3; times++) expect((await signInWith(key, { counter: 0 })).status).toBe(200)
  })

  test("answers a challenge once, in the browser that has asked, within five minutes", async () => {
    const key = await addTo(await makePerson(server))
    const one = browser()
    const options = await answered(200, one.post("/auth/sign-in/passkey/begin"))
    const cookie = one.cookie()
    const credential = key.get(options)
    const other = browser()
    expect((await other.post("/auth/sign-in/passkey", { credential })).status).toBe(401)
    await other.post("/auth/sign-in/passkey/begin")
    expect((await other.post("/auth/sign-in/passkey", { credential })).status).toBe(401)
    expect((await one.post("/auth/sign-in/passkey", { credential })).status).toBe(200)
    expect(one.cookie()).toBe("")
    one.keep(cookie)
    expect((await one.post("/auth/sign-in/passkey", { credential: key.get(options) })).status).toBe(401)
    const late = browser()
    const last = await answered(200, late.post("/auth/sign-in/passkey/begin"))
    const [{ soon }] = await query<any>(
      (sql) => sql`select bool_and(expires_at <= now() + interval '5 minutes') as soon from handshakes`
    )
    expect(soon).toBe(true)
    await query((sql) => sql`update handshakes set expires_at = now()`)
    expect((await late.post("/auth/sign-in/passkey", { credential: key.get(last) })).status).toBe(401)
  })

  test("is of no use for a challenge of another kind", async () => {
    const person = await makePerson(server)
    const key = await addTo(person)
    const adding = browser(person.token)
    const options = await answered(200, adding.post("/auth/passkeys/begin", {}))
    const credential = key.get({ ...options, rpId: "localhost" })
    expect((await adding.post("/auth/sign-in/passkey", { credential })).status).toBe(401)
    const other = browser((await makePerson(server)).token)
    const signingIn = await answered(200, other.post("/auth/sign-in/passkey/begin"))
    const made = makeAuthenticator(origin).create({ ...options, challenge: signingIn.challenge })
    await refused(other.post("/auth/passkeys", { name: "x", credential: made }), { credential: /begin again/ })
  })

  test("is refused at another host of the console", async () => {
    const key = await addTo(await makePerson(server))
    await query((sql) => sql`update passkeys set host = 'console.example' where id = ${key.id}`)
    expect((await signInWith(key)).status).toBe(401)
  })

  test("opens a new session in place of the one that the browser had", async () => {
    const attacker = await makePerson(server)
    const key = await addTo(await makePerson(server))
    const planted = browser(attacker.token)
    const options = await answered(200, planted.post("/auth/sign-in/passkey/begin"))
    const { headers } = await planted.post("/auth/sign-in/passkey", { credential: key.get(options) })
    expect(sessionIn(headers).token).not.toBe(attacker.token)
    await answered(401, attacker.call("GET", "/auth/me"))
  })

  test("cannot be used from a page of another site", async () => {
    const key = await addTo(await makePerson(server))
    const one = browser()
    const options = await answered(200, one.post("/auth/sign-in/passkey/begin"))
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    const credential = key.get(options, { origin: "https://evil.example" })
    expect((await one.post("/auth/sign-in/passkey", { credential }, foreign)).status).toBe(403)
    expect((await one.post("/auth/sign-in/passkey/begin", undefined, foreign)).status).toBe(403)
  })

  test("is gone with its person", async () => {
    const person = await makePerson(server)
    const key = await addTo(person)
    await answered(200, server.admin("DELETE", `/admin/v1/people/${person.id}`))
    expect((await signInWith(key)).status).toBe(401)
  })
})

describe("a new passkey", () => {
  test.each<[string, Parameters<ReturnType<typeof makeAuthenticator>["create"]>[1]]>([
    ["another origin", { origin: "https://evil.example" }],
    ["another host", { host: "evil.example" }],
    ["another challenge", { challenge: "AAAA" }],
    ["another ceremony", { type: "webauthn.get" }],
    ["a user who is not verified", { isUserVerified: false }]
  ])("is refused with %s", async (_, faults) => {
    const person = await makePerson(server)
    const { post } = browser(person.token)
    const options = await answered(200, post("/auth/passkeys/begin", {}))
    const credential = makeAuthenticator(origin).create(options, faults)
    await refused(post("/auth/passkeys", { name: "Phone", credential }), { credential: /not a new passkey/ })
    expect(await answered(200, person.call("GET", "/auth/passkeys"))).toEqual([])
  })

  test("belongs to the person who began, and to no second one", async () => {
    const [mine, other] = [await makePerson(server), await makePerson(server)]
    const one = browser(mine.token)
    const options = await answered(200, one.post("/auth/passkeys/begin", {}))
    const authenticator = makeAuthenticator(origin)
    const credential = authenticator.create(options)
    const stolen = browser(other.token)
    stolen.keep(one.cookie())
    await refused(stolen.post("/auth/passkeys", { name: "x", credential }), { credential: /begin again/ })
    await answered(201, one.post("/auth/passkeys", { name: "Phone", credential }))
    const again = browser(other.token)
    const second = authenticator.create(await answered(200, again.post("/auth/passkeys/begin", {})))
    await refused(again.post("/auth/passkeys", { name: "x", credential: second }), { credential: /not a new passkey/ })
  })

  test("needs a session, a name and a credential in the form of browsers", async () => {
    const { post } = browser()
    expect((await post("/auth/passkeys/begin", {})).status).toBe(401)
    const person = await makePerson(server)
    const mine = browser(person.token)
    const credential = makeAuthenticator(origin).create(await answered(200, mine.post("/auth/passkeys/begin", {})))
    await refused(mine.post("/auth/passkeys", { name: " ", credential }), { name: "must not be empty" })
    await refused(mine.post("/auth/passkeys", { name: "x", credential: { ...credential, id: "ä" } }), {
      "credential.id": "must be base64url"
    })
    const broken = { ...credential, response: { ...credential.response, attestationObject: "AAAA" } }
    await refused(mine.post("/auth/passkeys", { name: "x", credential: broken }), { credential: /not a new passkey/ })
    expect((await mine.post("/auth/sign-in/passkey/begin", undefined, { origin: "" })).status).toBe(400)
  })
})

describe("a passkey's name", () => {
  test("is changed by its person only, and the security log says so", async () => {
    const person = await makePerson(server)
    const { id } = await addTo(person, "Laptop")
    const stranger = await makePerson(server)
    const path = `/auth/passkeys/${id}`
    await answered(404, stranger.call("PATCH", path, { name: "Mine" }))
    await refused(person.call("PATCH", path, { name: "" }), { name: "must not be empty" })
    expect(await answered(200, person.call("PATCH", path, { name: "Desk" }))).toMatchObject({ id, name: "Desk" })
    expect(await answered(200, person.call("GET", "/auth/passkeys"))).toMatchObject([{ id, name: "Desk" }])
    const { data } = await answered(200, server.admin("GET", `/admin/v1/security-log?target=${id}`))
    expect(data).toMatchObject([
      { action: "passkey.update", actor: `person:${person.id}`, details: { name: "Desk" } },
      { action: "passkey.add", actor: `person:${person.id}` }
    ])
  })
})

describe("a session of more than ten minutes", () => {
  const password = "tulip-engine-harbour"
  const begin = (person: TestPerson, body: object) => browser(person.token).post("/auth/passkeys/begin", body)

  test("adds a passkey only with the password of its person, which it cannot guess", async () => {
    const person = await makePerson(server)
    await answered(200, person.call("POST", "/auth/password", { password }))
    await ageSessions(server, person, "00:09:50")
    await answered(200, begin(person, {}))
    await ageSessions(server, person)
    expect(await answered(403, begin(person, {}))).toMatchObject({
      code: "CONFIRMATION_REQUIRED",
      message: expect.stringContaining("enter your password")
    })
    await answered(200, begin(person, { current: password }))
    const guesses = await Promise.all(Array.from({ length: 12 }, () => begin(person, { current: "wrong" })))
    const refusals = guesses.filter(({ status }) => status === 400)
    expect(refusals[0]?.body.details).toEqual([{ path: "current", message: "is not your password" }])
    expect(refusals.length).toBeLessThan(12)
    expect((await begin(person, { current: password })).status).toBe(429)
  })

  test("adds no passkey and sets no password for a person who signs in another way, until they sign in again", async () => {
    const person = await makePerson(server)
    const key = await addTo(person)
    await ageSessions(server, person)
    const required = { code: "CONFIRMATION_REQUIRED", message: expect.stringContaining("sign out and in again") }
    expect(await answered(403, begin(person, {}))).toMatchObject(required)
    expect(await answered(403, begin(person, { current: "" }))).toMatchObject(required)
    expect(await answered(403, person.call("POST", "/auth/password", { password }))).toMatchObject(required)
    expect(await answered(403, person.call("POST", "/auth/password", { current: "", password }))).toMatchObject(
      required
    )
    const again = sessionIn((await signInWith(key)).headers).token
    await answered(200, withSession(server, again)("POST", "/auth/password", { password }))
  })

  test("still has to be confirmed after its person has accepted an invitation", async () => {
    const email = `${randomUUID()}@example.com`
    const person = await makePerson(server, { email })
    await answered(200, person.call("POST", "/auth/password", { password }))
    await ageSessions(server, person)
    const { id } = await server.organization()
    const invited = server.admin("POST", `/admin/v1/organizations/${id}/people`, { email, role: "VIEWER" })
    const token = new URL((await answered(201, invited)).invitationUrl).hash.slice(1)
    const accepted = await person.call("POST", "/auth/invitations/accept", { token })
    expect(accepted.body.person).toMatchObject({ id: person.id, organizations: [{ id, role: "VIEWER" }] })
    expect(sessionIn(accepted.headers).token).toBe("")
    expect(await answered(403, begin(person, {}))).toMatchObject({ code: "CONFIRMATION_REQUIRED" })
  })

  test("adds the first way to sign in of a person who has none, without a confirmation", async () => {
    const person = await makePerson(server)
    await ageSessions(server, person)
    await answered(200, begin(person, {}))
    await answered(200, person.call("POST", "/auth/password", { password }))
  })
})

describe("a passkey at another address", () => {
  test("than CONSOLE_URL is refused, with the address that is right", async () => {
    const named = await startServer({ settings: { CONSOLE_URL: "https://console.example" } })
    onTestFinished(named.stop)
    const headers = { host: `localhost:${named.port}`, "sec-fetch-site": "same-origin" }
    const begin = (from: string) =>
      named.call("POST", "/auth/sign-in/passkey/begin", undefined, { ...headers, origin: from })
    expect(await answered(400, begin(`http://localhost:${named.port}`))).toMatchObject({
      code: "OTHER_ADDRESS",
      message: expect.stringContaining("Passkeys work at https://console.example, and this page is at http://localhost")
    })
    expect(await answered(200, begin("https://console.example"))).toMatchObject({ rpId: "console.example" })
  })

  test.each(["http://127.0.0.1:8080", "http://[::1]:8080"])("without a host name is refused: %s", async (from) => {
    const host = new URL(from).host
    const answer = server.call("POST", "/auth/sign-in/passkey/begin", undefined, { host, origin: from })
    expect(await answered(400, answer)).toMatchObject({
      code: "OTHER_ADDRESS",
      message: expect.stringContaining("need a host name")
    })
  })
})

describe("the removal of a passkey", () => {
  test("is refused for the last way to sign in, also when two are removed at once", async () => {
    const person = await makePerson(server)
    const [first, second] = [await addTo(person, "One"), await addTo(person, "Two")]
    const remove = (id: string) => person.call("DELETE", `/auth/passkeys/${id}`)
    const answers = await Promise.all([remove(first.id), remove(second.id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [left] = await answered(200, person.call("GET", "/auth/passkeys"))
    expect(await answered(409, remove(left.id))).toMatchObject({ code: "LAST_WAY_TO_SIGN_IN" })
    await answered(200, person.call("POST", "/auth/password", { password: "tulip-engine-harbour" }))
    await answered(200, remove(left.id))
    await answered(404, remove(left.id))
    expect((await signInWith(left.id === first.id ? first : second)).status).toBe(401)
  })

  test("is possible where the person has a single sign-on, and only for the own one", async () => {
    const person = await makePerson(server)
    const key = await addTo(person)
    const stranger = await makePerson(server)
    await answered(404, stranger.call("DELETE", `/auth/passkeys/${key.id}`))
    await query(
      (sql) =>
        sql`insert into person_identities ${sql.insert({ issuer: provider.issuer, subject: randomUUID(), personId: person.id })}`
    )
    await answered(200, person.call("DELETE", `/auth/passkeys/${key.id}`))
  })
})
