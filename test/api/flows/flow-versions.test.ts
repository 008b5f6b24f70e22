import { afterAll, describe, expect, test } from "vitest"
import { answered, refused } from "../../support/api/answered.ts"
import { makePerson } from "../../support/api/people.ts"
import { newFlow } from "../../support/api/resources.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()
const flows = `/admin/v1/organizations/${org.id}/flows`

const newFlowPath = async () => `${flows}/${(await answered(201, server.admin("POST", flows, newFlow))).id}`
const get = (path: string) => answered(200, server.admin("GET", path))
const draftWith = async (path: string, changes: object) => {
  const { basedOn, flow, revision } = await get(`${path}/draft`)
  return { flow: { ...flow, ...changes }, basedOn, revision }
}
const save = async (path: string, changes: object) =>
  answered(200, server.admin("PUT", `${path}/draft`, await draftWith(path, changes)))
const publish = (path: string, revision: string, note?: string) =>
  server.admin("POST", `${path}/publish`, { revision, ...(note !== undefined && { note }) })

describe("the draft of a flow", () => {
  test("is what is published until one is saved, and changes nothing that is published", async () => {
    const path = await newFlowPath()
    const before = await get(path)
    const empty = await get(`${path}/draft`)
    expect(empty).toMatchObject({ basedOn: 1, revision: null, savedAt: null, flow: newFlow })
    const saved = await save(path, { initialPrompt: "Good evening." })
    expect(saved).toMatchObject({ basedOn: 1, savedBy: "admin", flow: { initialPrompt: "Good evening." } })
    expect(await get(`${path}/draft`)).toEqual(saved)
    expect(await get(path)).toEqual({ ...before, hasDraft: true })
    await answered(200, server.admin("POST", `${path}/draft/discard`, { revision: saved.revision }))
    expect(await get(`${path}/draft`)).toEqual(empty)
    expect(await get(path)).toEqual(before)
  })

  test("is checked like a flow, and belongs to a version that exists", async () => {
    const path = await newFlowPath()
    const draft = await draftWith(path, {})
    const put = (changes: object) => server.admin("PUT", `${path}/draft`, { ...draft, ...changes })
    await refused(put({ flow: { ...draft.flow, initialPrompt: " " } }), { "flow.initialPrompt": "must not be empty" })
    await refused(put({ flow: { ...draft.flow, model: "MISSING" } }), { "flow.model": /MISSING/ })
    for (const basedOn of [0, 2]) await refused(put({ basedOn }), { basedOn: /number of a version, 1 to 1/ })
    const unknown = { ...draft.flow, knowledgeBaseId: "6f6b8a4e-0000-4000-8000-000000000000" }
    await answered(404, put({ flow: unknown }))
  })

  test("is not overwritten, discarded or published by an editor who has not seen it", async () => {
    const path = await newFlowPath()
    const ann = await makePerson(server, { name: "Ann", organization: org.id, role: "MEMBER" })
    const mine = await draftWith(path, { name: "Mine" })
    await answered(200, ann.call("PUT", `${path}/draft`, await draftWith(path, { name: "Ann's" })))
    for (const request of [
      server.admin("PUT", `${path}/draft`, mine),
      server.admin("POST", `${path}/draft/discard`, { revision: "x" }),
      publish(path, "x")
    ]) {
      expect(await answered(409, request)).toMatchObject({
        code: "FLOW_CHANGED",
        message: expect.stringMatching(/^Ann saved the draft at .*Z: read it again$/)
      })
    }
    expect((await get(`${path}/draft`)).flow.name).toBe("Ann's")
  })
})

describe("a version from before tools", () => {
  test("has none, whatever the flow has now", async () => {
    const path = await newFlowPath()
    const tool = {
      name: "opening_hours",
      description: "Looks up the opening hours",
      parameters: { type: "object", properties: {} },
      request: { method: "GET", url: "https://crm.example/hours" },
      changes: false
    }
    await answered(200, server.admin("PATCH", path, { tools: [tool] }))
    const { query } = rowsOf(server)
    await query((sql) => sql`alter table flow_versions disable trigger user`)
    await query(
      (sql) => sql`update flow_versions set flow = flow - 'tools' where version = 1 and flow_id = ${path.slice(-36)}`
    )
    await query((sql) => sql`alter table flow_versions enable trigger user`)
    expect((await get(`${path}/versions/1`)).tools).toEqual([])
    expect((await get(path)).tools).toMatchObject([tool])
    const { tools, version } = await answered(200, server.admin("POST", `${path}/versions/1/restore`, { current: 2 }))
    expect([version, tools]).toEqual([3, []])
  })
})

describe("publishing", () => {
  test("makes the draft the next version, with its author and note", async () => {
    const path = await newFlowPath()
    const ann = await makePerson(server, { name: "Ann", organization: org.id, role: "MEMBER" })
    const { revision } = await save(path, { initialPrompt: "Good evening." })
    const published = await answered(200, ann.call("POST", `${path}/publish`, { revision, note: "Evening calls" }))
    const author = { publishedBy: `person:${ann.id}`, publishedByName: "Ann", versionNote: "Evening calls" }
    expect(published).toMatchObject({ version: 2, initialPrompt: "Good evening.", hasDraft: false, ...author })
    expect(await get(path)).toEqual(published)
    const { data, total } = await get(`${path}/versions`)
    expect(total).toBe(2)
    expect(data).toEqual([
      { version: 2, ...author, publishedAt: published.updatedAt },
      expect.objectContaining({ version: 1, publishedBy: "admin", versionNote: null })
    ])
    expect(await get(`${path}/versions/1`)).toMatchObject({ version: 1, initialPrompt: "Hello." })
    const log = await get(`${flows.replace(/flows$/, "security-log")}?target=${published.id}`)
    expect(log.data[0]).toMatchObject({
      actor: `person:${ann.id}`,
      actorName: "Ann",
      action: "flow.update",
      details: { version: 2, note: "Evening calls", fields: ["initialPrompt"] }
    })
  })

  test("is refused after another version was published, until the draft is based on that", async () => {
    const path = await newFlowPath()
    const draft = await save(path, { initialPrompt: "Mine." })
    await answered(200, server.admin("PATCH", path, { name: "Renamed" }))
    const refusal = await answered(409, publish(path, draft.revision))
    expect(refusal).toMatchObject({
      code: "FLOW_CHANGED",
      message: expect.stringMatching(/^admin published version 2 at .* based on version 2$/)
    })
    const rebased = await answered(
      200,
      server.admin("PUT", `${path}/draft`, { flow: draft.flow, basedOn: 2, revision: draft.revision })
    )
    expect(await answered(200, publish(path, rebased.revision))).toMatchObject({ version: 3, name: newFlow.name })
    expect(await answered(409, publish(path, rebased.revision))).toMatchObject({
      message: expect.stringMatching(/published or discarded meanwhile\. admin published version 3/)
    })
  })

  test("by a change of the flow is a new version only if something changes", async () => {
    const path = await newFlowPath()
    const variables = [{ name: "amount", description: "", type: "NUMBER", isCallbackRequest: false }]
    expect(await answered(200, server.admin("PATCH", path, { variables }))).toMatchObject({ version: 2 })
    const after = await answered(200, server.admin("PATCH", path, { variables, name: newFlow.name }))
    expect(after).toMatchObject({ version: 2 })
    const { id } = after
    expect(await answered(200, org.call("PATCH", `/v1/flows/${id}`, { knowledgeBaseId: null }))).toBeDefined()
    expect((await get(path)).version).toBe(2)
  })

  test("an older version publishes its content anew", async () => {
    const path = await newFlowPath()
    await answered(200, server.admin("PATCH", path, { initialPrompt: "Second.", languages: ["hi-IN"] }))
    const restore = (version: number, current: number) =>
      server.admin("POST", `${path}/versions/${version}/restore`, { current })
    expect(await answered(409, restore(1, 1))).toMatchObject({ code: "FLOW_CHANGED" })
    await answered(404, restore(3, 2))
    const restored = await answered(200, restore(1, 2))
    expect(restored).toMatchObject({
      version: 3,
      initialPrompt: "Hello.",
      languages: [],
      versionNote: "Version 1 again"
    })
    expect(await get(`${path}/versions/2`)).toMatchObject({ version: 2, initialPrompt: "Second." })
  })
})

describe("a knowledge base that is deleted", () => {
  test("is left out of every version, and the published flow gets a new one", async () => {
    const path = await newFlowPath()
    const base = await answered(201, org.call("POST", "/v1/knowledge-bases", { name: "Branches" }))
    await answered(200, server.admin("PATCH", path, { knowledgeBaseId: base.id }))
    expect(await get(`${path}/versions/2`)).toMatchObject({ knowledgeBaseId: base.id })
    await answered(204, org.call("DELETE", `/v1/knowledge-bases/${base.id}`))
    expect(await get(path)).toMatchObject({
      version: 3,
      knowledgeBaseId: null,
      versionNote: "The knowledge base was deleted"
    })
    expect(await get(`${path}/versions/2`)).toMatchObject({ version: 2, knowledgeBaseId: null })
    expect(await answered(200, server.admin("POST", `${path}/versions/2/restore`, { current: 3 }))).toMatchObject({
      version: 3
    })
  })
})
