import { afterAll, describe, expect, test } from "vitest"
import { makeAnswerCheck } from "../../support/api/answer-check.ts"
import type { Operation } from "../../support/api/contract.ts"
import type { Answer } from "../../support/api/http.ts"
import {
  mutateBody,
  mutatePath,
  oneOf,
  strangeHeaders,
  strangeQuery,
  strangeSegments
} from "../../support/api/mutations.ts"
import { clientFor, dumpOf, makeRequestIds, pathOf, type RequestIds } from "../../support/api/operations.ts"
import { answersIn, exchange, openSocket } from "../../support/api/raw-http.ts"
import { makeResource, malformedIds, missingId, type ResourceKind } from "../../support/api/resources.ts"
import { type Sample, sampleOf } from "../../support/api/samples.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { untilFound } from "../../support/eventually.ts"
import { makeRandom } from "../../support/random.ts"

// Sends invalid requests to every route. New routes are included automatically.

const seed = Number(process.env.TEST_SEED)
const requests = process.env.PROVE === "full" ? 40_000 : 500
const atOnce = 8

const server = await startServer()
const mine = await server.organization("Mine")
const other = await server.organization("Other")
afterAll(server.stop)

const { operations } = server.contract
const check = makeAnswerCheck(server.contract)

const kinds = new Set(operations.flatMap((operation) => Object.values(sampleOf(operation).params ?? {})))
const otherResources: Partial<Record<ResourceKind, string>> = {}
for (const kind of kinds) otherResources[kind] = await makeResource(server, other, kind)
const settled = (organization: TestOrganization) =>
  untilFound(async () => (await everyPage(organization, "/v1/imports")).every(({ completedAt }) => completedAt))
await settled(other)
const before = await dumpOf(server, other, otherResources)

test("no request causes a 500, and every refusal has a reason", { timeout: 1_200_000 }, async () => {
  const statuses: Record<number, number> = {}
  let next = 0
  const work = async () => {
    for (let index = next++; index < requests; index = next++) {
      const { status } = await mutated(index)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  // Campaigns that still run would change the counts of the tests below.
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work))
  for (const one of ended) if (one.status === "rejected") throw one.reason
  // Otherwise most requests were refused early, and little was tested.
  for (const status of [200, 201, 400, 404, 405, 415]) expect(statuses, `${status}`).toHaveProperty([status])
})

describe("bytes that no client would send", () => {
  const head = (method: string, path: string, ...lines: ReadonlyArray<string>) =>
    [`${method} ${path} HTTP/1.1`, "Host: localhost", `x-api-key: ${mine.keys.ADMIN}`, ...lines, "", ""].join("\r\n")
  const post = (...lines: ReadonlyArray<string>) =>
    head("POST", "/v1/contacts", "Content-Type: application/json", "Connection: close", ...lines)
  const statusesOf = async (bytes: string | Uint8Array) => {
    const received = await exchange(server.port, bytes)
    const answers = answersIn(received)
    for (const answer of answers) {
      const sent = { method: "POST", path: "/raw", body: undefined }
      expect([check(sent, answer), answer.status < 500], received.slice(0, 2_000)).toEqual([[], true])
    }
    return answers.map(({ status }) => status)
  }

  // Garbage after a request is detected before the request has its answer.
  test.each([
    ["a length that is no number", `${post("Content-Length: two")}{}`, [400]],
    ["a length beyond all numbers", `${post(`Content-Length: ${"9".repeat(40)}`)}{}`, [400]],
    ["a chunk of no size", `${post("Transfer-Encoding: chunked")}zz\r\n{}\r\n0\r\n\r\n`, [400]],
    ["a chunk beyond all sizes", `${post("Transfer-Encoding: chunked")}${"f".repeat(17)}\r\n{}`, [400]],
    ["another coding than chunks", `${post("Transfer-Encoding: gzip")}{}`, [400]],
    ["more than the chunk's size", `${post("Transfer-Encoding: chunked")}1\r\n{}{}{}\r\n0\r\n\r\n`, [400]],
    ["a body that no header announces", `${head("GET", "/v1/contacts")}garbage\r\n\r\n`, [400]],
    ["garbage behind requests", `${head("GET", "/v1/flows").repeat(3)}\0\0\0\0\r\n\r\n`, [400]],
    ["a request behind a refused one", `${post("Content-Length: 1")}{${head("GET", "/v1/flows")}`, [400]],
    ["too large headers", head("GET", "/v1/contacts", ...Array(300).fill(`x-${"y".repeat(100)}: z`)), [431]],
    ["many headers", head("GET", "/v1/contacts", "Connection: close", ...Array(800).fill("x: y")), [200]],
    ["a body over its limit", `${post(`Content-Length: ${2 ** 20 + 1}`)}${" ".repeat(2 ** 20 + 1)}`, [413]],
    [
      "an upgrade to a protocol that is not supported",
      head("GET", "/v1/flows", "Connection: Upgrade", "Upgrade: websocket"),
      [200]
    ],
    ["a tunnel", head("CONNECT", "elsewhere.example:443"), []]
  ])("%s", async (_, bytes, statuses) => {
    expect(await statusesOf(bytes)).toEqual(statuses)
  })

  test("random bytes at any position cause no failure", { timeout: 600_000 }, async () => {
    const body = JSON.stringify({ name: "Asha", phoneNumber: "+919700000001" })
    const whole = Buffer.from(post(`Content-Length: ${body.length}`) + body)
    for (let index = 0; index < requests / 10; index++) {
      const random = makeRandom(seed * 7_919 + index)
      const bytes = Buffer.from(whole)
      for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
      }
      await spoilt(bytes)
    }
  })

  // A wrong length may leave the server waiting, so the client hangs up; an answer that came must follow the rules.
  const spoilt = async (bytes: Uint8Array) => {
    const socket = await openSocket(server.port)
    const received: Array<Buffer> = []
    socket.on("error", () => undefined)
    socket.on("data", (part) => received.push(part))
    socket.end(bytes)
    await new Promise((resolve) => socket.once("close", resolve))
    for (const answer of answersIn(Buffer.concat(received).toString("latin1"))) {
      const problems = check({ method: "POST", path: "/raw" }, answer)
      expect([problems, answer.status < 500], `TEST_SEED=${seed} ${Buffer.from(bytes).toString("latin1")}`).toEqual([
        [],
        true
      ])
    }
  }

  test("a request of a client that disconnects in the middle changes nothing", async () => {
    const { total } = (await mine.call("GET", "/v1/contacts")).body
    for (const part of [
      "POST",
      head("GET", "/v1/contacts").slice(0, -2),
      `${post("Content-Length: 100")}{"name":`,
      `${post("Transfer-Encoding: chunked")}5\r\n{"n`,
      head("GET", "/v1/contacts")
    ]) {
      const socket = await openSocket(server.port)
      await new Promise((resolve) => {
        socket.once("close", resolve)
        socket.write(part, () => socket.resetAndDestroy())
      })
    }
    expect((await mine.call("GET", "/v1/contacts")).body.total).toBe(total)
  })
})

describe("after all these requests", () => {
  test("the server answers, and has logged no failure", async () => {
    expect((await server.send({ method: "GET", path: "/readyz" })).status).toBe(200)
    expect((await mine.call("GET", "/v1/contacts")).status).toBe(200)
    expect(server.log.filter((line) => /level=(ERROR|FATAL)/i.test(line))).toEqual([])
  })

  test("the other organization is unchanged", async () => {
    expect(await dumpOf(server, other, otherResources)).toEqual(before)
  })

  test("counts match the lists", { timeout: 600_000 }, async () => {
    await settled(mine)
    const { length: contacts } = await everyPage(mine, "/v1/contacts")
    for (const { id, contactCount } of await everyPage(mine, "/v1/audiences")) {
      expect(await everyPage(mine, `/v1/audiences/${id}/contacts`)).toHaveLength(contactCount)
      const { total } = (await mine.call("GET", `/v1/audiences/${id}/available-contacts`)).body
      expect(total).toBe(contacts - contactCount)
    }
  })
})

/** Sends one request. Its number and the seed determine it, except for the ids that the server assigns. */
const mutated = async (index: number): Promise<Answer> => {
  const random = makeRandom(seed * 1_000_003 + index)
  const operation = operations[index % operations.length] as Operation
  const sample = sampleOf(operation)
  const { params, inBody: name } =
    random() < 0.3 ? await makeRequestIds(server, mine, operation) : await strayIds(random, sample)

  let { method } = operation
  let path = pathOf(operation, params)
  let body = await sample.body?.(name)
  let headers: Record<string, string> = sample.contentType === undefined ? {} : { "content-type": sample.contentType }
  const mutations = [
    () => {
      const [key, kind] = oneOf(random, Object.entries(sample.params ?? { "": "contact" as const }))
      const id = oneOf(random, [...strangeSegments, ...malformedIds(kind), missingId(kind)])
      path = pathOf(operation, { ...params, [key]: id })
    },
    () => {
      path = mutatePath(random, path)
    },
    () => {
      path += strangeQuery(random, queryOf(operation))
    },
    () => {
      headers = { ...headers, ...strangeHeaders(random) }
    },
    () => {
      method = oneOf(random, ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND"])
    }
  ]
  const spoilBody = () => {
    body = mutateBody(random, body, foreignIds, fieldsOf(operation))
  }
  // Half of all mutations affect the body, if there is one.
  const all = [...mutations, ...(body === undefined ? [spoilBody] : mutations.map(() => spoilBody))]
  for (let count = random() < 0.7 ? 1 : 2; count > 0; count--) oneOf(random, all)()

  return clientFor(server, mine, operation)(method, path, body, headers).catch((error: unknown) => {
    const request = JSON.stringify({ method, path, headers, body }).slice(0, 4_000)
    throw new Error(`TEST_SEED=${seed}, request ${index}: ${String(error).slice(-4_000)}\n${request}`)
  })
}

/** Ids of resources that need not belong together. */
const strayIds = async (random: () => number, sample: Sample): Promise<RequestIds> => {
  const params: Record<string, string> = {}
  for (const [key, kind] of Object.entries(sample.params ?? {})) params[key] = await resourceId(random, kind)
  return { params, inBody: (kind) => resourceId(random, kind) }
}

const queryOf = ({ definition }: Operation): ReadonlyArray<string> =>
  (definition.parameters ?? []).flatMap((one: { in: string; name: string }) => (one.in === "query" ? [one.name] : []))

/** Returns the paths of all fields of a body, at any depth. */
const fieldsOf = ({ document, definition }: Operation): ReadonlyArray<string> => {
  const fields = new Set<string>()
  const enter = (schema: any): void => {
    if (typeof schema !== "object" || schema === null) return
    const { $ref, properties } = schema
    if (typeof $ref === "string") enter(components(document)[$ref.slice($ref.lastIndexOf("/") + 1)])
    for (const field of Object.keys(properties ?? {})) fields.add(field)
    for (const part of Object.values(schema)) enter(part)
  }
  enter(definition.requestBody)
  return [...fields]
}

const components = (document: Operation["document"]) => server.contract.documents[document].components.schemas

const foreignIds = [
  ...Object.values(otherResources),
  ...malformedIds("contact").filter((id) => !id.includes("%")),
  missingId("contact")
]

const pool = new Map<ResourceKind, ReadonlyArray<string>>()

// Mostly the id of a resource that earlier requests used, sometimes a new one or another organization's.
const resourceId = async (random: () => number, kind: ResourceKind): Promise<string> => {
  if (kind === "organization") return String(mine.id)
  const known = pool.get(kind) ?? []
  const theirs = otherResources[kind]
  if (theirs !== undefined && random() < 0.1) return theirs
  if (known.length > 0 && random() < 0.7) return oneOf(random, known)
  const made = await makeResource(server, mine, kind)
  pool.set(kind, [...known, made].slice(-10))
  return made
}

async function everyPage({ call }: TestOrganization, path: string): Promise<Array<any>> {
  const found: Array<any> = []
  for (let page = 1; ; page++) {
    const { data, total, totalPages } = (await call("GET", `${path}?limit=100&page=${page}`)).body
    found.push(...data)
    if (page < totalPages) continue
    expect(found, path).toHaveLength(total)
    return found
  }
}
