import { afterAll, describe, expect, test } from "vitest"
import type { Operation } from "../../support/api/contract.ts"
import type { Answer } from "../../support/api/http.ts"
import { clientFor, dumpOf, makeRequestIds, perform, type RequestIds, successOf } from "../../support/api/operations.ts"
import { makePerson, type TestPerson } from "../../support/api/people.ts"
import {
  isForbiddenToOthers,
  isShared,
  makeDeletedResource,
  makeResource,
  malformedIds,
  missingId,
  type ResourceKind
} from "../../support/api/resources.ts"
import { sampleOf } from "../../support/api/samples.ts"
import { type AdminRole, type Call, type Role, startServer } from "../../support/api/test-server.ts"
import { untilFound } from "../../support/eventually.ts"
import { makeRandom, shuffled } from "../../support/random.ts"

// Every route × every kind of id × every kind of key. New routes are included automatically; each needs a line in samples.ts.
// In full each role above the needed one, and the token of the settings, succeeds as well. A run takes a few of the strange
// ids and keys for each route, chosen by its seed.
const { PROVE, TEST_SEED } = process.env
const inFull = PROVE === "full"
const random = makeRandom(Number(TEST_SEED))
const some = <A>(all: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  inFull ? all : shuffled(all, random() * 2 ** 31).slice(0, count)

const server = await startServer()
const mine = await server.organization("Mine")
const other = await server.organization("Other")
afterAll(server.stop)

const { operations } = server.contract
const keyOperations = operations.filter(({ document }) => document === "api")
const adminOperations = operations.filter(({ document }) => document === "admin")
const named = operations.filter((operation) => sampleOf(operation).params !== undefined)

const titles = (all: ReadonlyArray<Operation>) =>
  all.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)

const makeKey = async (fields: object) =>
  (await server.admin("POST", `/admin/v1/organizations/${mine.id}/api-keys`, { name: "Key", ...fields })).body

const revoked = await makeKey({ role: "SUPER_ADMIN" })
await server.admin("DELETE", `/admin/v1/organizations/${mine.id}/api-keys/${revoked.id}`)
const expired = await makeKey({ role: "SUPER_ADMIN", expiresAt: new Date(Date.now() - 1000).toISOString() })

const unknownKey = `sk_live_${"a".repeat(32)}`

const deleted: Partial<Record<ResourceKind, string | undefined>> = {}
const otherResources: Partial<Record<ResourceKind, string>> = {}
const otherDeleted: Partial<Record<ResourceKind, string | undefined>> = {}
for (const kind of new Set(named.flatMap((operation) => Object.values(sampleOf(operation).params ?? {})))) {
  deleted[kind] = await makeDeletedResource(server, mine, kind)
  otherResources[kind] = await makeResource(server, other, kind)
  otherDeleted[kind] = await makeDeletedResource(server, other, kind)
}

/** Resources for requests that are refused, and so leave them as they are: they serve every test. */
const kept = new Map<string, Promise<string>>()
const keptIds = async (operation: Operation): Promise<RequestIds> => {
  const params: Record<string, string> = {}
  const keep = (kind: ResourceKind) => {
    const key = [kind, ...Object.values(params)].join()
    const id = kept.get(key) ?? makeResource(server, mine, kind, params)
    kept.set(key, id)
    return id
  }
  for (const [name, kind] of Object.entries(sampleOf(operation).params ?? {})) params[name] = await keep(kind)
  return { params, inBody: keep }
}
await untilFound(async () => (await other.call("GET", "/v1/imports")).body.data.every((one: any) => one.completedAt))
const stranger = await makePerson(server, { organization: other.id, role: "ADMIN" })
const before = await dumpOf(server, other, otherResources)

const failure = (status: number, message: string) => (answer: Answer) =>
  expect([answer.status, answer.body?.message]).toEqual([status, message])

describe("a request without a valid key is answered 401, whatever the id", () => {
  const strangers: ReadonlyArray<readonly [string, Call, string]> = [
    ["no key", server.call, "API key is required"],
    ["an empty key", server.as(""), "API key is required"],
    ["an unknown key", server.as(unknownKey), "Invalid API key"],
    ["a text that is no key", server.as("x"), "Invalid API key"],
    ["a key with something behind it", server.as(`${mine.keys.ADMIN}a`), "Invalid API key"],
    ["a key in capital letters", server.as(mine.keys.ADMIN.toUpperCase()), "Invalid API key"],
    ["the admin token", server.admin, "API key is required"],
    ["a revoked key", server.as(revoked.key), "API key has been revoked"],
    ["an expired key", server.as(expired.key), "API key has expired"]
  ]
  test.each(titles(keyOperations))("%s", async (_, operation) => {
    const own = await keptIds(operation)
    const ids = Object.values(sampleOf(operation).params ?? {})
    const strange = [otherParams(operation), ...ids.map((kind) => withId(operation, malformedIds(kind)[0]!))]
    const params = [own.params, ...some(strange, 1)]
    for (const [, call, message] of some(strangers, 2)) {
      for (const one of params) failure(401, message)(await perform(call, operation, { ...own, params: one }))
    }
  })
})

describe("a request without the admin token is answered 401, whatever the id", () => {
  const bearer = (token: string): Call => {
    return (method, path, body, headers) =>
      server.call(method, path, body, { ...headers, authorization: `Bearer ${token}` })
  }
  const strangers: ReadonlyArray<readonly [string, Call, string]> = [
    ["no token", server.call, "Admin token is required"],
    ["an API key", mine.as("SUPER_ADMIN"), "Admin token is required"],
    ["an API key as the token", bearer(mine.keys.SUPER_ADMIN), "Invalid admin token"],
    ["another token", bearer("another-token-for-the-tests"), "Invalid admin token"],
    ["an unknown named token", bearer(`adm_live_${"a".repeat(32)}`), "Invalid admin token"]
  ]
  // An address may be wrong ten times a minute; from then on its answer is 429.
  const refusal = (message: string) => (answer: Answer) =>
    answer.status === 429 && message === "Invalid admin token" ? undefined : failure(401, message)(answer)
  test.each(titles(adminOperations))("%s", async (_, operation) => {
    const own = await keptIds(operation)
    const ids = Object.values(sampleOf(operation).params ?? {})
    const params = [own.params, ...ids.map((kind) => withId(operation, missingId(kind)))]
    for (const [, call, message] of some(strangers, 1)) {
      for (const one of params) refusal(message)(await perform(call, operation, { ...own, params: one }))
    }
  })
})

/** Returns the roles that must be allowed: the needed one, and in full all above it. */
const allowed = <R extends string>(roles: ReadonlyArray<R>, needed: R): ReadonlyArray<R> => {
  const first = roles.indexOf(needed)
  return roles.slice(first, inFull ? undefined : first + 1)
}

describe("each role may call the endpoints of its level", () => {
  const roles: ReadonlyArray<Role> = ["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"]
  test.each(titles(keyOperations))("%s", async (_, operation) => {
    const { role: needed = "VIEWER", always, readsOnly, params = {} } = sampleOf(operation)
    expect(operation.method === "GET" || needed !== "VIEWER" || always === 403 || readsOnly === true).toBe(true)
    for (const role of allowed(roles, needed)) {
      const answer = await perform(mine.as(role), operation, await makeRequestIds(server, mine, operation))
      expect(answer.status, answer.text).toBe(successOf(operation))
    }
    const own = await keptIds(operation)
    for (const role of roles.slice(0, roles.indexOf(needed))) {
      const message = `This needs the role ${needed} or higher; the key has the role ${role}`
      failure(403, message)(await perform(mine.as(role), operation, own))
      // The role is checked before anything is looked up.
      for (const kind of Object.values(params)) {
        const strange = { ...own, params: withId(operation, missingId(kind)) }
        failure(403, message)(await perform(mine.as(role), operation, strange))
      }
    }
  })
})

describe("each admin token may call the endpoints of its role", async () => {
  const roles: ReadonlyArray<AdminRole> = ["VIEWER", "OPERATOR", "ADMIN"]
  const callers = await Promise.all(roles.map(server.adminAs))
  test.each(titles(adminOperations))("%s", async (_, operation) => {
    const { adminRole: needed = "VIEWER", params = {} } = sampleOf(operation)
    expect(operation.method === "GET" || needed !== "VIEWER").toBe(true)
    expect(operation.definition.description ?? "").toMatch(
      { VIEWER: /^(?!.*Needs an admin token)/s, OPERATOR: /role OPERATOR or ADMIN\.$/, ADMIN: /the role ADMIN\.$/ }[
        needed
      ]
    )
    const callOf = (role: AdminRole) => callers[roles.indexOf(role)] as Call
    for (const role of allowed(roles, needed)) {
      const answer = await perform(callOf(role), operation, await makeRequestIds(server, mine, operation))
      expect(answer.status, answer.text).toBe(successOf(operation))
    }
    const own = await keptIds(operation)
    for (const role of roles.slice(0, roles.indexOf(needed))) {
      const call = callOf(role)
      const message = `This needs an admin token with the role ${needed} or higher; this one has the role ${role}`
      failure(403, message)(await perform(call, operation, own))
      for (const kind of Object.values(params)) {
        failure(403, message)(await perform(call, operation, { ...own, params: withId(operation, missingId(kind)) }))
      }
    }
  })
})

describe("each person may call what a key or token of the role may call, in their organization only", async () => {
  const roles: ReadonlyArray<Role> = ["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"]
  const inMine = { "carillon-organization": String(mine.id) }
  const people = new Map<Role, TestPerson>()
  for (const role of roles) people.set(role, await makePerson(server, { organization: mine.id, role }))
  const asPage = (person: TestPerson): Call => {
    return (method, path, body, headers) => person.call(method, path, body, { ...inMine, ...headers })
  }
  const isOfOrganization = ({ path }: Operation) => path.startsWith("/admin/v1/organizations/{id}")
  const neededRole = (operation: Operation): Role => {
    const { adminRole = "VIEWER", role = "VIEWER" } = sampleOf(operation)
    if (operation.document === "api") return role
    if (!isOfOrganization(operation)) return "SUPER_ADMIN"
    return adminRole === "OPERATOR" ? "MEMBER" : adminRole
  }

  test.each(titles(operations))("%s", async (_, operation) => {
    const needed = neededRole(operation)
    const missing = Object.entries(sampleOf(operation).params ?? {}).map(([name, kind]) => [name, missingId(kind)])
    const strange = { params: { ...Object.fromEntries(missing), id: String(mine.id) }, inBody: async () => "x" }
    for (const role of roles.slice(0, roles.indexOf(needed))) {
      const answer = await perform(asPage(people.get(role) as TestPerson), operation, strange)
      expect([answer.status, answer.body?.message], role).toEqual([
        403,
        needed === "SUPER_ADMIN"
          ? "This concerns the whole installation: it needs the role SUPER_ADMIN"
          : `This needs the role ${needed} or higher; you have the role ${role}`
      ])
    }
    expect((await perform(asPage(stranger), operation, strange)).status).toBe(403)
    const { token, call } = people.get(needed) as TestPerson
    const foreign: Call = (method, path, body, headers) =>
      server.call(method, path, body, { ...inMine, ...headers, cookie: `carillon_session=${token}` })
    if (operation.method !== "GET") {
      expect((await perform(foreign, operation, strange)).body).toMatchObject({ code: "FOREIGN_ORIGIN" })
    }
    // The key or token has succeeded above.
    if (!inFull && random() > 1 / 6) return
    const own = await makeRequestIds(server, mine, operation)
    const answer = await perform(asPage({ id: "", token, call }), operation, own)
    expect(answer.status, answer.text).toBe(successOf(operation))
  })
})

test.runIf(inFull).each(titles(adminOperations))(
  "the admin token of the settings may call %s",
  async (_, operation) => {
    const answer = await perform(server.admin, operation, await makeRequestIds(server, mine, operation))
    expect(answer.status, answer.text).toBe(successOf(operation))
  }
)

describe("another organization's id is answered like a missing, deleted or malformed one", () => {
  test.each(titles(named))("%s", async (_, operation) => {
    for (const [name, kind] of Object.entries(sampleOf(operation).params ?? {})) {
      const own = await keptIds(operation)
      const answerTo = async (id: string) => {
        // Two answers may differ in the request id only.
        const call: Call = (method, path, body, headers) =>
          clientFor(server, mine, operation)(method, path, body, { ...headers, "x-request-id": "the-same" })
        const { status, text } = await perform(call, operation, { ...own, params: { ...own.params, [name]: id } })
        return { status, text }
      }
      const missing = await answerTo(missingId(kind))
      expect(missing.status).toBe(sampleOf(operation).foreign ?? 404)
      const strange = [...some(malformedIds(kind), 2), deleted[kind]]
      if (kind !== "organization") strange.push(otherDeleted[kind])
      if (isForbiddenToOthers(kind)) expect((await answerTo(otherResources[kind] as string)).status).toBe(403)
      else if (kind !== "organization" && !isShared(kind)) strange.push(otherResources[kind])
      for (const id of strange) if (id !== undefined) expect(await answerTo(id), id).toEqual(missing)
    }
  })
})

describe("another organization's id in a body is answered like a missing one", () => {
  const naming = operations.filter((operation) => sampleOf(operation).strangers !== undefined)
  test.each(titles(naming))("%s", async (_, operation) => {
    const own = await makeRequestIds(server, mine, operation)
    const answerTo = async (inBody: (kind: ResourceKind) => string | undefined) => {
      const answer = await perform(clientFor(server, mine, operation), operation, {
        ...own,
        inBody: async (kind) => inBody(kind) ?? missingId(kind)
      })
      expect(answer.status, answer.text).toBe(sampleOf(operation).strangers)
      return answer.status === 404 ? answer.body.message : { ...answer.body, updatedAt: undefined }
    }
    const missing = await answerTo(missingId)
    expect(await answerTo((kind) => otherResources[kind])).toEqual(missing)
    for (const index of some([...malformedIds("contact").keys()], 2)) {
      expect(await answerTo((kind) => malformedIds(kind)[index])).toEqual(missing)
    }
  })
})

test("none of these requests changed the other organization", async () => {
  expect(await dumpOf(server, other, otherResources)).toEqual(before)
})

const otherParams = (operation: Operation) =>
  Object.fromEntries(
    Object.entries(sampleOf(operation).params ?? {}).map(([name, kind]) => [name, otherResources[kind] as string])
  )

const withId = (operation: Operation, id: string) =>
  Object.fromEntries(Object.keys(sampleOf(operation).params ?? {}).map((name) => [name, id]))
