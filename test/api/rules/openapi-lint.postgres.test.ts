import { createConfig, lintFromString } from "@redocly/openapi-core"
import { afterAll, expect, test } from "vitest"
import { startServer } from "../../support/api/test-server.ts"

const server = await startServer()
afterAll(server.stop)

// All rules that Redocly recommends, with warnings as errors.
const config = await createConfig({
  extends: ["recommended-strict"],
  rules: {
    "operation-operationId": "error",
    "operation-summary": "error",
    "operation-tag-defined": "error",
    "operation-singular-tag": "error",
    "operation-parameters-unique": "error",
    "path-parameters-defined": "error",
    "no-unused-components": "error",
    "spec-components-invalid-map-name": "error"
  }
})

/** Accepted exceptions, with the reason. */
const meant = [
  // API keys cannot upload files: the path exists to say so, and always answers 403.
  "operation-2xx-response #/paths/~1v1~1imports~1upload/post/responses",
  // A websocket is opened by 101.
  "operation-2xx-response #/paths/~1admin~1v1~1organizations~1{id}~1flows~1{flowId}~1trials~1{trialId}~1line/get/responses"
]

test.each(["/v1/openapi.json", "/admin/v1/openapi.json"])("%s passes the linter", async (path) => {
  const { text } = await server.send({ method: "GET", path })
  const problems = await lintFromString({ source: text, config, absoluteRef: path })
  const found = problems.map(({ location, message, ruleId }) => ({ at: `${ruleId} ${location[0]?.pointer}`, message }))
  expect(found.filter(({ at }) => !meant.includes(at))).toEqual([])
})
