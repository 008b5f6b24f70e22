import { afterAll, describe, expect, test } from "vitest"
import type { Operation } from "../../support/api/contract.ts"
import { clientFor, makeRequestIds, pathOf, successOf, takesJson } from "../../support/api/operations.ts"
import { missingId } from "../../support/api/resources.ts"
import { sampleOf } from "../../support/api/samples.ts"
import { startServer } from "../../support/api/test-server.ts"
import { someOf } from "../../support/sample.ts"

// The order in which the problems of a request are reported: 401, then 403, then 415, 413, 400, then 404.

const server = await startServer()
const organization = await server.organization()
const viewer = await server.adminAs("VIEWER")
afterAll(server.stop)

const titles = (all: ReadonlyArray<Operation>) =>
  all.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)
// All routes share these checks, so a run asks half of them, chosen by its seed.
const half = (all: ReadonlyArray<Operation>) => someOf(all, all.length / 2)
const withJson = half(server.contract.operations.filter(takesJson))
const limitOf = (operation: Operation) => sampleOf(operation).bodyLimit ?? 1024 * 1024
const plain = { "content-type": "text/plain" }

const missingPath = (operation: Operation) => {
  const missing = Object.entries(sampleOf(operation).params ?? {}).map(([name, kind]) => [name, missingId(kind)])
  return pathOf(operation, Object.fromEntries(missing))
}

describe("a request with every problem at once", () => {
  test.each(titles(withJson))("%s", async (_, operation) => {
    const { adminRole, bodyIsOptional, foreign = 404, role, params } = sampleOf(operation)
    const { method } = operation
    const path = missingPath(operation)
    const tooLarge = " ".repeat(limitOf(operation) + 1)
    const call = clientFor(server, organization, operation)

    expect((await server.call(method, path, tooLarge, plain)).status).toBe(401)
    if (role !== undefined) {
      expect((await organization.as("VIEWER")(method, path, tooLarge, plain)).status).toBe(403)
      expect((await organization.as("VIEWER")(method, path, "{")).status).toBe(403)
    }
    if (adminRole !== undefined) {
      expect((await viewer(method, path, tooLarge, plain)).status).toBe(403)
      expect((await viewer(method, path, "{")).status).toBe(403)
    }
    expect((await call(method, path, tooLarge, plain)).status).toBe(415)
    expect((await call(method, path, tooLarge)).status).toBe(413)
    for (const wrong of ["{", "[]", '"text"', ...(bodyIsOptional ? [] : ["null", ""])]) {
      expect((await call(method, path, wrong)).status, wrong).toBe(400)
    }
    if (params !== undefined) {
      const { inBody } = await makeRequestIds(server, organization, operation)
      expect((await call(method, path, await sampleOf(operation).body?.(inBody))).status).toBe(foreign)
    }
  })
})

describe("an invalid page of an unknown resource is answered 400", () => {
  const lists = server.contract.operations.filter(({ definition }) =>
    definition.parameters?.some(({ name }: { name: string }) => name === "limit")
  )
  test.each(titles(half(lists)))("%s", async (_, operation) => {
    const call = clientFor(server, organization, operation)
    const path = missingPath(operation)
    expect((await server.call("GET", `${path}?limit=0`)).status).toBe(401)
    const counted = operation.definition.parameters?.some(({ name }: { name: string }) => name === "page")
    const pages = counted ? ["page=0", "page="] : ["cursor=", "cursor=x"]
    for (const query of ["limit=0", "limit=101", "limit=x", ...pages]) {
      expect((await call("GET", `${path}?${query}`)).status, query).toBe(400)
    }
    if (sampleOf(operation).params !== undefined) expect((await call("GET", `${path}?limit=100`)).status).toBe(404)
  })
})

describe("a body may be exactly as large as its limit", () => {
  test.each(titles(withJson))("%s", async (_, operation) => {
    const { params, inBody } = await makeRequestIds(server, organization, operation)
    const body = JSON.stringify(await sampleOf(operation).body?.(inBody))
    const filled = body + " ".repeat(limitOf(operation) - Buffer.byteLength(body))
    const call = clientFor(server, organization, operation)
    const answer = await call(operation.method, pathOf(operation, params), filled)
    expect(answer.status, answer.text).toBe(successOf(operation))
    const chunked = { "transfer-encoding": "chunked" }
    const refused = await call(operation.method, pathOf(operation, params), `${filled} `, chunked)
    expect(refused.status).toBe(413)
    expect(refused.body.message).toBe(`The body must have at most ${limitOf(operation)} bytes`)
  })
})

describe("only the media type of JSON is accepted as JSON, and only uncompressed", () => {
  test.each(titles(withJson))("%s", async (_, operation) => {
    const { params, inBody } = await makeRequestIds(server, organization, operation)
    const path = pathOf(operation, params)
    const call = clientFor(server, organization, operation)
    const body = JSON.stringify(await sampleOf(operation).body?.(inBody))
    for (const type of [
      "text/plain",
      "text/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonx",
      "application/octet-stream",
      "x"
    ]) {
      expect((await call(operation.method, path, body, { "content-type": type })).status, type).toBe(415)
    }
    const compressed = await call(operation.method, path, body, { "content-encoding": "gzip" })
    expect([compressed.status, compressed.body.message]).toEqual([415, expect.stringContaining("uncompressed")])
    const asJson = { "content-type": "Application/JSON ; charset=utf-8", "content-encoding": "identity" }
    const taken = await call(operation.method, path, body, asJson)
    expect(taken.status, taken.text).toBe(successOf(operation))
  })
})
