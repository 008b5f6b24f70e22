import { afterAll, describe, expect, test } from "vitest"
import { answered, refused } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { newFlow } from "../../support/api/resources.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

const server = await startServer({
  settings: {
    ROLES: "api",
    LLM_FAST_BASE_URL: "https://me:a-password@fast.example/v1",
    LLM_FAST_API_KEY: "sk-of-the-settings",
    LLM_FAST_MODEL: "fast-1"
  }
})
afterAll(server.stop)
const { query } = rowsOf(server)

const admin = ({ id }: TestOrganization) => `/admin/v1/organizations/${id}`
const put = (of: TestOrganization, name: string, body: object) =>
  server.admin("PUT", `${admin(of)}/models`, { name, ...body })
const list = async (of: TestOrganization) => (await answered(200, server.admin("GET", `${admin(of)}/models`))).data
const remove = (of: TestOrganization, name: string) => server.admin("DELETE", `${admin(of)}/models/${name}`)
const createFlow = (of: TestOrganization, fields: object) =>
  server.admin("POST", `${admin(of)}/flows`, { ...newFlow, ...fields })

const own = { baseUrl: "https://models.example/v1/", model: "small", apiKey: "sk-of-the-organization" }
const shown = {
  baseUrl: "https://models.example/v1",
  model: "small",
  reasoningEffort: null,
  temperature: null,
  hasApiKey: true,
  source: "ORGANIZATION"
}
const ofSettings = { ...shown, name: "FAST", baseUrl: "https://fast.example/v1", model: "fast-1", source: "SETTINGS" }

describe("the models of an organization", () => {
  test("are listed with those of the settings, whose place they take, without a secret", async () => {
    const org = await server.organization()
    expect(await list(org)).toEqual([ofSettings])
    expect(await answered(200, put(org, "OWN_2", own))).toEqual({ name: "OWN_2", ...shown })
    expect(await answered(200, put(org, "FAST", { ...own, temperature: 0.4, reasoningEffort: "low" }))).toEqual({
      ...shown,
      name: "FAST",
      temperature: 0.4,
      reasoningEffort: "low"
    })
    const all = await list(org)
    expect(all.map(({ name, source }: any) => [name, source])).toEqual([
      ["FAST", "ORGANIZATION"],
      ["OWN_2", "ORGANIZATION"]
    ])
    expect(JSON.stringify(all)).not.toMatch(/sk-of|a-password/)
    expect(await list(await server.organization("Other"))).toEqual([ofSettings])
    await answered(200, remove(org, "FAST"))
    expect((await list(org))[0]).toEqual(ofSettings)
  })

  test("are stored with a sealed key, and log who changed what", async () => {
    const org = await server.organization()
    await answered(200, put(org, "OWN", own))
    const [row] = await query(
      (sql) => sql<{ apiKey: string }>`select api_key from organization_models where organization_id = ${org.id}`
    )
    expect(row?.apiKey).toMatch(/^\S{30,}$/)
    expect(row?.apiKey).not.toContain("sk-of")
    await answered(200, remove(org, "OWN"))
    const { data } = await answered(200, server.admin("GET", `${admin(org)}/security-log?action=model`))
    expect(data.map(({ action, target, details }: any) => [action, target, details])).toEqual([
      ["model.delete", "OWN", {}],
      ["model.configure", "OWN", { fields: ["baseUrl", "model", "apiKey"], sendsTo: "https://models.example" }]
    ])
  })

  test("change field by field, and lose a value with null only", async () => {
    const org = await server.organization()
    await answered(200, put(org, "OWN", { ...own, temperature: 0, reasoningEffort: "none" }))
    const first = { name: "OWN", ...shown, temperature: 0, reasoningEffort: "none" }
    expect(await answered(200, put(org, "OWN", {}))).toEqual(first)
    expect(await answered(200, put(org, "OWN", { model: "large", temperature: null }))).toEqual({
      ...first,
      model: "large",
      temperature: null
    })
    expect(await answered(200, put(org, "OWN", { apiKey: null, reasoningEffort: null }))).toMatchObject({
      hasApiKey: false,
      reasoningEffort: null
    })
  })

  test("keep a key with the origin for which it was given", async () => {
    const org = await server.organization()
    await answered(200, put(org, "OWN", own))
    await answered(200, put(org, "OWN", { baseUrl: "https://models.example/v2" }))
    for (const baseUrl of ["https://models.example:444/v1", "http://models.example/v1", "https://thief.example/v1"]) {
      await refused(put(org, "OWN", { baseUrl }), { apiKey: /stays with https:\/\/models\.example\. Send the key for/ })
    }
    expect(await list(org)).toContainEqual({ name: "OWN", ...shown, baseUrl: "https://models.example/v2" })
    await answered(200, put(org, "OWN", { baseUrl: "https://new.example/v1", apiKey: "sk-new" }))
    await answered(200, put(org, "OWN", { baseUrl: "https://newer.example/v1", apiKey: null }))
    await answered(200, put(org, "OWN", { baseUrl: "https://newest.example/v1" }))
  })

  test("refuse what cannot work, and say which field", async () => {
    const org = await server.organization()
    await refused(put(org, "OWN", {}), { baseUrl: "is required for a new model" })
    await refused(put(org, "OWN", { baseUrl: own.baseUrl }), { model: "is required for a new model" })
    for (const baseUrl of [
      "http://127.0.0.1/v1",
      "http://localhost:11434/v1",
      "http://10.0.0.7/v1",
      "http://[::1]/v1"
    ]) {
      await refused(put(org, "OWN", { ...own, baseUrl }), { baseUrl: /public address/ })
    }
    await refused(put(org, "OWN", { ...own, baseUrl: "https://models.example/v1?key=1" }), { baseUrl: /no query/ })
    await refused(put(org, "OWN", { ...own, baseUrl: "ftp://models.example" }), { baseUrl: /http/ })
    await refused(put(org, "OWN", { ...own, apiKey: "two words" }), { apiKey: /visible ASCII/ })
    await refused(put(org, "OWN", { ...own, temperature: 2.1, reasoningEffort: "very high" }), {
      temperature: "must be from 0 to 2",
      reasoningEffort: /lower-case letters/
    })
    for (const name of ["own", "", "A B", "X".repeat(33)])
      await refused(put(org, name, own), { name: /name of a language/ })
    for (const name of ["own", "NONE", "%00"]) expect((await remove(org, name)).status).toBeOneOf([400, 404])
    expect(await list(org)).toEqual([ofSettings])
  })

  test("cannot be removed while a flow names them", async () => {
    const org = await server.organization()
    await answered(200, put(org, "OWN", own))
    const { id } = await answered(201, createFlow(org, { model: "OWN", name: "Spring" }))
    expect(await answered(409, remove(org, "OWN"))).toMatchObject({ message: /OWN is used by the flow "Spring"/ })
    await answered(200, server.admin("PATCH", `${admin(org)}/flows/${id}`, { model: null }))
    await answered(200, remove(org, "OWN"))
  })
})

describe("a flow with a model by name", () => {
  const missing =
    /the language model NONE is not configured: set LLM_NONE_MODEL with LLM_NONE_BASE_URL or LLM_NONE_API_KEY, or add it/

  test("needs a model that is configured", async () => {
    const org = await server.organization()
    await answered(200, put(await server.organization("Other"), "NONE", own))
    await refused(createFlow(org, { model: "NONE" }), { model: missing })
    await refused(createFlow(org, { model: "none" }), { model: /must be the name/ })
    const flow = await answered(201, createFlow(org, { model: "FAST" }))
    expect(flow).toMatchObject({ model: "FAST", reasoningEffort: null, temperature: null, llmProvider: "HOSTED_API" })
    await refused(server.admin("PATCH", `${admin(org)}/flows/${flow.id}`, { model: "NONE" }), { model: missing })
    expect(await answered(200, org.call("GET", `/v1/flows/${flow.id}`))).not.toHaveProperty("model")
  })

  test("does not start a campaign once its model is gone from the settings", async () => {
    const org = await server.organization()
    const client = campaignClient(server, org)
    const flowId = await client.flow({ model: "FAST" })
    const campaign = await client.draft(await client.people(0), { flowId })
    await query((sql) => sql`update flows set model = 'NONE' where id = ${flowId}`)
    expect(await answered(400, client.move(campaign, "start"))).toMatchObject({ message: missing })
    await answered(200, server.admin("PATCH", `${admin(org)}/flows/${flowId}`, { name: "Another name" }))
    await answered(200, put(org, "NONE", own))
    await answered(200, client.move(campaign, "start"))
  })
})
