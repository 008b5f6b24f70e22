import { afterAll, describe, expect, test } from "vitest"
import { makeValidator } from "../../support/api/answer-check.ts"
import type { DocumentName, Operation } from "../../support/api/contract.ts"
import { makeRequestIds, successOf } from "../../support/api/operations.ts"
import { sampleOf } from "../../support/api/samples.ts"
import { startServer } from "../../support/api/test-server.ts"

// Checks that the documents are true. Every suite also checks each answer against them.

const server = await startServer()
const organization = await server.organization()
afterAll(server.stop)

const { documents, operations } = server.contract
const titles = (all: ReadonlyArray<Operation>) =>
  all.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)
const takesBody = ({ definition }: Operation) => definition.requestBody !== undefined
const headersOf = ({ definition }: Operation): ReadonlyArray<string> =>
  (definition.parameters ?? []).filter((one: any) => one.in === "header").map((one: any) => one.name)

describe.each(Object.entries(documents))("the document of %s", (name, document) => {
  const ajv = makeValidator()
  ajv.addSchema(document, name)
  const own = operations.filter((operation) => operation.document === (name as DocumentName))

  test("is an OpenAPI 3.1 document", () => {
    const validate = ajv.compile(openApi)
    expect(validate(document), ajv.errorsText(validate.errors)).toBe(true)
  })

  test("has only valid references and schemas that compile", () => {
    const seen = new Set<string>()
    for (const reference of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) seen.add(reference[1] as string)
    for (const reference of seen) expect(() => ajv.compile({ $ref: `${name}${reference}` }), reference).not.toThrow()
  })

  test("has a unique id and a summary for each operation", () => {
    expect(new Set(own.map(({ id }) => id)).size).toBe(own.length)
    for (const { definition, id } of own) expect(definition.summary, id).toMatch(/^\S.{3,}/)
  })

  test("declares exactly the parameters of each path", () => {
    for (const { path, definition } of own) {
      const declared = (definition.parameters ?? []).filter((one: any) => one.in === "path")
      expect(declared.every((one: any) => one.required)).toBe(true)
      expect(declared.map((one: any) => `{${one.name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    }
  })

  test("declares the security scheme of each operation", () => {
    for (const { definition } of own) {
      expect(definition.security).toEqual([{ [name === "api" ? "apiKey" : "adminToken"]: [] }, { session: [] }])
    }
    const { apiKey, adminToken, session } = document.components.securitySchemes
    expect(session).toMatchObject({ type: "apiKey", name: "carillon_session", in: "cookie" })
    if (name === "api") expect(apiKey).toMatchObject({ type: "apiKey", name: "x-api-key", in: "header" })
    if (name === "admin") expect(adminToken).toMatchObject({ type: "http", scheme: expect.stringMatching(/^bearer$/i) })
  })

  test.each(titles(own))("documents exactly the statuses that can occur: %s", (_, operation) => {
    const { again, params, strangers, always, conflicts, also = [] } = sampleOf(operation)
    const { tooLarge = 413 } = sampleOf(operation)
    const repeatable = headersOf(operation).includes("idempotency-key") && !operation.path.endsWith("/search")
    const expected = [
      ...(always === undefined ? [successOf(operation)] : []),
      ...[401, 403, 429, 500, 503],
      ...(takesBody(operation) || operation.definition.parameters?.some((one: any) => one.in !== "path") ? [400] : []),
      ...(again === undefined ? [] : [again]),
      ...(params === undefined && strangers !== 404 ? [] : [404]),
      ...(conflicts === true || repeatable ? [409] : []),
      ...(takesBody(operation) ? [415] : []),
      ...(takesBody(operation) && tooLarge === 413 ? [413] : []),
      ...(repeatable ? [422] : []),
      ...also
    ]
    expect(Object.keys(operation.definition.responses).map(Number).sort()).toEqual(expected.sort())
  })

  test.each(titles(own.filter((operation) => operation.definition.requestBody?.content["application/json"])))(
    "describes the body that is accepted: %s",
    async (_, operation) => {
      const path = operation.path.replaceAll("~", "~0").replaceAll("/", "~1")
      const at = `paths/${encodeURIComponent(path)}/${operation.method.toLowerCase()}`
      const validate = ajv.compile({ $ref: `${name}#/${at}/requestBody/content/application~1json/schema` })
      const { inBody } = await makeRequestIds(server, organization, operation)
      const body = (await sampleOf(operation).body?.(inBody)) as object
      expect(validate(body), ajv.errorsText(validate.errors)).toBe(true)
      // Unknown fields are ignored, so a body with one is valid.
      expect(validate({ ...body, unknownField: 1 }), ajv.errorsText(validate.errors)).toBe(true)
      expect(validate([])).toBe(false)
    }
  )
})

test("every POST of /v1 accepts an Idempotency-Key", () => {
  for (const operation of operations) {
    if (operation.document !== "api" || sampleOf(operation).always !== undefined) continue
    expect(headersOf(operation).includes("idempotency-key"), operation.id).toBe(operation.method === "POST")
  }
})

describe("a method that a path does not support is answered 405 with those it supports", () => {
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "LOCK"]
  const read = ["/healthz", "/readyz", "/metrics", "/docs", "/docs/admin", "/v1/openapi.json", "/admin/v1/openapi.json"]
  const documented = operations.map(({ path }) => path.replace(/\{\w+\}/g, "one"))
  test.each([...new Set([...documented, ...read])])("%s", async (path) => {
    const takes = (method: string) =>
      read.includes(path) ? method === "GET" || method === "HEAD" : server.contract.find(method, path) !== undefined
    const allowed = methods.filter(takes)
    for (const method of methods) {
      if (takes(method)) continue
      for (const call of [server.call, organization.call]) {
        const { status, headers } = await call(method, path)
        expect([status, headers.allow?.split(", ").sort()], method).toEqual([405, allowed.toSorted()])
      }
    }
  })
})

describe("a path that does not exist is answered 404, with or without a key", () => {
  test.each(["/", "/v1", "/v1/", "/v2/contacts", "/v1/contact", "/v1/contacts/one/two", "/v1/contacts/one/history/x"])(
    "%s",
    async (path) => {
      for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
        for (const call of [server.call, organization.call, server.admin]) {
          const { status, body } = await call(method, path)
          expect([status, body?.code]).toEqual([404, method === "HEAD" ? undefined : "NOT_FOUND"])
        }
      }
    }
  )
})

const text = { type: "string", minLength: 1 }
const mapOf = (values: object) => ({ type: "object", additionalProperties: values })
const schema = { type: ["object", "boolean"] }
const content = { type: "object", minProperties: 1, additionalProperties: { type: "object", properties: { schema } } }
const exactly = (properties: object, ...required: ReadonlyArray<string>) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false
})

const parameter = exactly(
  {
    name: text,
    in: { enum: ["path", "query", "header", "cookie"] },
    description: text,
    required: { type: "boolean" },
    deprecated: { type: "boolean" },
    schema
  },
  "name",
  "in",
  "schema"
)
const operation = exactly(
  {
    tags: { type: "array", items: text },
    operationId: text,
    summary: text,
    description: text,
    deprecated: { type: "boolean" },
    parameters: { type: "array", items: parameter },
    security: { type: "array", items: mapOf({ type: "array" }) },
    requestBody: exactly({ description: text, content, required: { type: "boolean" } }, "content"),
    responses: {
      type: "object",
      minProperties: 1,
      patternProperties: {
        "^[1-5][0-9][0-9]$": exactly({ description: text, content, headers: mapOf({ type: "object" }) }, "description")
      },
      additionalProperties: false
    }
  },
  "operationId",
  "responses"
)
const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

// The part of OpenAPI 3.1 that is used here: a person should look at anything else first.
const openApi = exactly(
  {
    openapi: { pattern: "^3\\.1\\.\\d+$" },
    info: exactly(
      { title: text, version: text, description: text, license: exactly({ name: text, url: text }, "name") },
      "title",
      "version"
    ),
    servers: { type: "array" },
    paths: {
      type: "object",
      minProperties: 1,
      patternProperties: { "^/": exactly(Object.fromEntries(methods.map((method) => [method, operation]))) },
      additionalProperties: false
    },
    components: exactly({ schemas: mapOf(schema), securitySchemes: mapOf({ type: "object", required: ["type"] }) }),
    security: { type: "array" },
    tags: { type: "array", items: exactly({ name: text, description: text }, "name") }
  },
  "openapi",
  "info",
  "paths"
)
