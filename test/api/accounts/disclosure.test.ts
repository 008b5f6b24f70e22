import { afterAll, expect, test } from "vitest"
import { answered, refused } from "../../support/api/answered.ts"
import { startServer } from "../../support/api/test-server.ts"

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()
const path = `/admin/v1/organizations/${org.id}/disclosure`
const put = (sentences: Readonly<Record<string, string>>) =>
  server.admin("PUT", path, { legalName: "Acme Ltd", callbackNumber: null, sentences })

test("a sentence with a placeholder that has no value is refused, and the placeholders that exist are named", async () => {
  for (const unknown of ["legalname", "legal name", "agent.name", ""]) {
    const sentences = { en: "An assistant of {{legalName}}, {{ callbackNumber }}.", "hi-IN": `{{${unknown}}}` }
    await refused(put(sentences), {
      "sentences.hi-IN": `names {{${unknown}}}, which has no value: write {{legalName}} or {{callbackNumber}}`
    })
  }
  expect(await answered(200, server.admin("GET", path))).toMatchObject({ sentences: {} })
  await answered(200, put({ en: "An assistant of {{legalName}}, {{ callbackNumber }}." }))
})
