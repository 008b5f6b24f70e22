import { Parser } from "@asyncapi/parser"
import { afterAll, describe, expect, test } from "vitest"
import { asyncApi } from "../../../src/events/schemas/asyncapi.ts"
import { startServer } from "../../support/api/test-server.ts"

const server = await startServer()
afterAll(server.stop)

describe("GET /asyncapi.json, without a key", () => {
  test("is a valid AsyncAPI 3 document of the topics", async () => {
    const { status, headers, text, body } = await server.send({ method: "GET", path: "/asyncapi.json" })
    expect([status, headers["content-type"]]).toEqual([200, "application/json"])
    expect(body).toEqual(asyncApi("carillon"))
    const { document, diagnostics } = await new Parser().parse(text)
    expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([])
    expect(document?.version()).toBe("3.0.0")
    expect(document?.channels().all()).toHaveLength(5)
  })

  test("accepts only GET", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { status, headers } = await server.call(method, "/asyncapi.json")
      expect([status, headers.allow]).toEqual([405, "GET, HEAD"])
    }
    expect(await server.call("HEAD", "/asyncapi.json")).toMatchObject({ status: 200, text: "" })
  })
})
