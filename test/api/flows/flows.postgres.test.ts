import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { answered, refused, timestamp, uuid7 } from "../../support/api/answered.ts"
import { newFlow } from "../../support/api/resources.ts"
import { startServer } from "../../support/api/test-server.ts"

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()
const other = await server.organization("Other")

const flows = `/admin/v1/organizations/${org.id}/flows`
const create = (fields: object = {}) => answered(201, server.admin("POST", flows, { ...newFlow, ...fields }))
const refuse = (fields: object, problems: Readonly<Record<string, string | RegExp>>) =>
  refused(server.admin("POST", flows, { ...newFlow, ...fields }), problems)

/** Returns the fields of a flow that `/v1` shows. */
const inPublic = (flow: Record<string, any>) => {
  const hidden = [
    ...["languages", "optOutByModelOnly", "optOutKey", "variables", "model", "reasoningEffort", "temperature", "tools"],
    ...[
      "callData",
      "machines",
      "keys",
      "recording",
      "keepTranscript",
      "contactFields",
      "transfer",
      "version",
      "publishedBy"
    ],
    ...["publishedByName", "versionNote", "hasDraft"]
  ]
  expect(Object.keys(flow)).toEqual(expect.arrayContaining(hidden))
  return Object.fromEntries(Object.entries(flow).filter(([field]) => !hidden.includes(field)))
}

const everything = {
  name: "Renewal",
  systemInstruction: "Speak of {{product}} & nothing else.\nBe brief.",
  initialPrompt: "नमस्ते {{name}}",
  type: "SURVEY",
  language: "hi-IN",
  voiceGender: "MALE",
  ttsProvider: "GENERATIVE_TTS",
  llmProvider: "PLATFORM_INFERENCE",
  allowInterrupts: false,
  knowledgeBaseId: null,
  optOutKey: "#",
  optOutByModelOnly: true,
  recording: "AFTER_CONSENT",
  keepTranscript: false,
  contactFields: ["cityTier", "plan"],
  languages: ["en-IN", "ta-IN"],
  model: null,
  reasoningEffort: "low",
  temperature: 0.4,
  tools: [
    {
      name: "book_slot",
      description: "Books a slot",
      parameters: { type: "object", properties: { day: { type: "string" } }, required: ["day"] },
      request: {
        method: "POST",
        url: "https://crm.example/slots/{{contact.id}}",
        body: '{"day":"{{argument.day}}"}',
        headers: null
      },
      timeoutSeconds: 5,
      waitingText: "One moment, I book it.",
      answer: "slot.id",
      changes: true
    }
  ],
  machines: {
    voicemail: "LEAVE_MESSAGE",
    message: "{{name}}, please call {{caller}}: {{callbackNumber}}.",
    retryAfterMessage: true,
    callbackNumber: "+912245678900",
    introduction: "This is {{caller}}, about the renewal."
  },
  keys: ["1", "{{extension}}#"],
  variables: [
    { name: "amount", description: "The amount owed", type: "NUMBER", isCallbackRequest: false },
    { name: "later", description: "", type: "DATE_TIME", isCallbackRequest: true }
  ]
}

describe("POST /admin/v1/organizations/:id/flows", () => {
  test("creates a flow with defaults, and with exactly the documented fields", async () => {
    const created = await create()
    expect(created).toEqual({
      id: expect.stringMatching(uuid7),
      ...newFlow,
      type: "HYBRID",
      language: "en-US",
      voiceGender: "FEMALE",
      ttsProvider: "CLOUD_TTS",
      llmProvider: "HOSTED_API",
      allowInterrupts: true,
      knowledgeBaseId: null,
      optOutKey: "9",
      optOutByModelOnly: false,
      languages: [],
      model: null,
      reasoningEffort: null,
      temperature: null,
      tools: [],
      callData: null,
      machines: null,
      keys: [],
      variables: [],
      recording: "OFF",
      keepTranscript: true,
      contactFields: [],
      transfer: null,
      organizationId: String(org.id),
      createdAt: expect.stringMatching(timestamp),
      updatedAt: created.createdAt,
      version: 1,
      publishedBy: "admin",
      publishedByName: null,
      versionNote: null,
      hasDraft: false
    })
    expect(await answered(200, server.admin("GET", `${flows}/${created.id}`))).toEqual(created)
  })

  test("keeps every field", async () => {
    const created = await create(everything)
    expect(created).toMatchObject(everything)
    expect(await answered(200, server.admin("GET", `${flows}/${created.id}`))).toEqual(created)
  })

  test("accepts each value of an enumeration and no other", async () => {
    const values = {
      type: ["SURVEY", "MASS_COMMUNICATION", "NUDGE", "HYBRID"],
      voiceGender: ["FEMALE", "MALE"],
      ttsProvider: ["CLOUD_TTS", "GENERATIVE_TTS", "PREMIUM_TTS"],
      llmProvider: ["HOSTED_API", "PLATFORM_INFERENCE"]
    }
    for (const [field, all] of Object.entries(values)) {
      for (const value of all) expect(await create({ [field]: value })).toMatchObject({ [field]: value })
      for (const value of ["", "OTHER", all[0]!.toLowerCase(), null, 1]) {
        await refuse({ [field]: value }, { [field]: new RegExp(`must be .*${all[0]}`) })
      }
    }
  })

  test("reports all invalid fields at once", async () => {
    await refused(server.admin("POST", flows, {}), {
      name: "is required",
      systemInstruction: "is required",
      initialPrompt: "is required"
    })
    await refuse(
      { name: "", systemInstruction: " ", initialPrompt: 1, language: "x", allowInterrupts: "yes", variables: {} },
      {
        name: "must not be empty",
        systemInstruction: "must not be empty",
        initialPrompt: /string/,
        language: /language code/,
        allowInterrupts: /boolean/,
        variables: /array/
      }
    )
    await refuse({ initialPrompt: "x".repeat(50_001) }, { initialPrompt: /at most 50000/ })
  })

  test("requires variables to have distinct names and a type each", async () => {
    const variable = { name: "amount", description: "", type: "STRING" }
    const { variables } = await create({ variables: [variable] })
    expect(variables).toEqual([{ ...variable, isCallbackRequest: false }])
    await refuse({ variables: [variable, variable] }, { variables: /different names/ })
    await refuse({ variables: [{ ...variable, type: "MONEY" }] }, { "variables.0.type": /must be/ })
    await refuse(
      { variables: [{}] },
      {
        "variables.0.name": "is required",
        "variables.0.description": "is required",
        "variables.0.type": "is required"
      }
    )
    const many = Array.from({ length: 51 }, (_, index) => ({ ...variable, name: `v${index}` }))
    await refuse({ variables: many }, { variables: /at most 50/ })
    expect((await create({ variables: many.slice(1) })).variables).toHaveLength(50)
  })

  test("keeps what a variable may be, and requires that it fits its type", async () => {
    const plan = {
      name: "plan",
      description: "The plan that they chose",
      type: "ENUM",
      isCallbackRequest: false,
      required: true,
      condition: "They want to buy",
      options: ["Gold", "Silver"]
    }
    const amount = {
      name: "amount",
      description: "",
      type: "NUMBER",
      isCallbackRequest: false,
      role: "COMMITMENT_AMOUNT"
    }
    const day = { ...amount, name: "day", type: "DATE", role: "COMMITMENT_DATE" }
    const { id, variables } = await create({ variables: [plan, amount, day] })
    expect(variables).toEqual([plan, amount, day])
    expect((await answered(200, server.admin("GET", `${flows}/${id}/versions/1`))).variables).toEqual([
      plan,
      amount,
      day
    ])
    const { options: _, ...without } = plan
    for (const [variable, problem] of [
      [without, /must have options where the type is ENUM: plan/],
      [{ ...plan, type: "STRING" }, /options only with ENUM or LIST/],
      [{ ...amount, type: "STRING" }, /must be a NUMBER/],
      [{ ...day, type: "LIST" }, /must be a DATE or DATE_TIME/],
      [{ ...day, type: "DATE_TIME", isCallbackRequest: true }, /no callback request/]
    ] as const) {
      await refuse({ variables: [variable] }, { variables: problem })
    }
    await refuse({ variables: [day, { ...day, name: "other" }] }, { variables: /one variable of each role/ })
    await refuse({ variables: [{ ...plan, options: ["Gold", "Gold"] }] }, { "variables.0.options": /different/ })
    await refuse({ variables: [{ ...plan, condition: " " }] }, { "variables.0.condition": /empty/ })
  })

  test("requires tools with different names, whose requests can be sent", async () => {
    const [tool] = everything.tools
    const request = tool?.request
    const refuseTool = (changes: object, problem: RegExp | string, path = "tools.0") =>
      refuse({ tools: [{ ...tool, ...changes }] }, { [path]: problem })
    const refuseRequest = (changes: object, problem: RegExp, path: string) =>
      refuseTool({ request: { ...request, ...changes } }, problem, path)
    await refuse({ tools: [tool, tool] }, { tools: /different names/ })
    await refuse(
      { tools: Array.from({ length: 21 }, (_, at) => ({ ...tool, name: `t${at}` })) },
      { tools: /at most 20 tools/ }
    )
    for (const name of ["Book", "book slot", "", "x".repeat(65)]) {
      await refuseTool({ name }, /lower-case letters/, "tools.0.name")
    }
    for (const name of ["end_call", "do_not_call", "transfer", "confirm_identity", "switch_language"]) {
      await refuseTool({ name }, /tool that every call has/, "tools.0.name")
    }
    await refuseTool({ parameters: { type: "object", oneOf: [] } }, /"oneOf", which is not/, "tools.0.parameters")
    await refuseTool({ timeoutSeconds: 21 }, /1.*20/, "tools.0.timeoutSeconds")
    await refuseTool({ answer: "slot..id" }, /must be a path/, "tools.0.answer")
    await refuseTool({ request: { ...request, method: "GET" } }, /no body in a GET/)
    await refuseRequest({ body: '{"x":"{{argument.night}}"}' }, /unknown placeholder {{argument.night}}/, "tools.0")
    await refuseRequest({ url: "https://{{argument.day}}/" }, /full URL/, "tools.0.request.url")
    await refuseRequest({ body: "{day}" }, /must be JSON/, "tools.0.request.body")
    // Private addresses are refused, and headers that the organization does not have.
    await refuseRequest({ url: "https://127.0.0.1/{{argument.day}}" }, /address/, "tools.0.request.url")
    await refuseRequest({ headers: "missing" }, /names missing, which does not exist/, "tools.0.request.headers")
  })

  test("refuses an unknown knowledge base", async () => {
    for (const knowledgeBaseId of [randomUUID(), "x", ""]) {
      await answered(404, server.admin("POST", flows, { ...newFlow, knowledgeBaseId }))
    }
    await refuse({ knowledgeBaseId: 7 }, { knowledgeBaseId: /string or null/ })
  })

  test("never stores a read-only or unknown field", async () => {
    const id = randomUUID()
    const created = await create({
      id,
      organizationId: String(other.id),
      createdAt: "2020-01-01T00:00:00.000Z",
      extra: 1
    })
    expect(created.id).not.toBe(id)
    expect(created.organizationId).toBe(String(org.id))
    expect(created.createdAt).not.toMatch(/^2020/)
    expect(created).not.toHaveProperty("extra")
  })
})

describe("PATCH and DELETE /admin/v1/organizations/:id/flows/:flowId", () => {
  test("PATCH changes only the fields that are sent", async () => {
    const before = await create()
    const path = `${flows}/${before.id}`
    for (const [field, value] of Object.entries(everything)) {
      expect(await answered(200, server.admin("PATCH", path, { [field]: value }))).toMatchObject({ [field]: value })
    }
    const after = await answered(200, server.admin("GET", path))
    const changed = Object.entries(everything).filter(([field, value]) => before[field] !== value)
    expect(after).toEqual({ ...before, ...everything, updatedAt: after.updatedAt, version: 1 + changed.length })
    expect(after.updatedAt > before.updatedAt).toBe(true)
    const ignored = { id: randomUUID(), organizationId: "1", createdAt: "2020-01-01T00:00:00.000Z" }
    expect(await answered(200, server.admin("PATCH", path, ignored))).toMatchObject({
      ...after,
      updatedAt: expect.anything()
    })
    for (const field of ["name", "systemInstruction", "type", "variables"]) {
      await refused(server.admin("PATCH", path, { [field]: null }), { [field]: /must be/ })
    }
    await answered(404, server.admin("PATCH", path, { knowledgeBaseId: randomUUID() }))
  })

  test("DELETE removes the flow for good", async () => {
    const { id } = await create()
    expect(await answered(200, server.admin("DELETE", `${flows}/${id}`))).toEqual({ success: true })
    for (const method of ["GET", "DELETE"]) await answered(404, server.admin(method, `${flows}/${id}`))
    await answered(404, server.admin("PATCH", `${flows}/${id}`, { name: "Gone" }))
    await answered(404, org.call("GET", `/v1/flows/${id}`))
  })
})

describe("how people opt out of the calls of a flow", () => {
  test("the key is one key of a phone, or none", async () => {
    for (const optOutKey of ["0", "9", "*", "#", null]) expect(await create({ optOutKey })).toMatchObject({ optOutKey })
    for (const optOutKey of ["", "10", "A", 9]) await refuse({ optOutKey }, { optOutKey: /must be/ })
  })

  test("an admin who accepts a language without phrases is in the security log", async () => {
    const { id } = await create({ language: "sw-KE", optOutByModelOnly: true })
    await answered(200, server.admin("PATCH", `${flows}/${id}`, { optOutByModelOnly: false }))
    const log = await answered(200, server.admin("GET", `${flows.replace(/flows$/, "security-log")}`))
    const entries = log.data.filter(({ target }: any) => target === id)
    expect(entries.map(({ action, details }: any) => [action, details.optOutByModelOnly])).toEqual([
      ["flow.update", false],
      ["flow.create", true]
    ])
  })
})

describe("/v1/flows", () => {
  test("shows a flow without the fields that are not part of this interface", async () => {
    const flow = inPublic(await create(everything))
    expect(await answered(200, org.call("GET", `/v1/flows/${flow.id}`))).toEqual(flow)
    expect((await answered(200, org.call("GET", "/v1/flows?limit=1"))).data).toEqual([flow])
  })

  test("pages list every flow once, newest first, in both interfaces", async () => {
    const own = await server.organization("Pages")
    const path = `/admin/v1/organizations/${own.id}/flows`
    const made: Array<string> = []
    for (let index = 0; index < 5; index++) made.unshift((await answered(201, server.admin("POST", path, newFlow))).id)
    for (const [call, list] of [
      [own.call, "/v1/flows"],
      [server.admin, path]
    ] as const) {
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => answered(200, call("GET", `${list}?limit=2&page=${page}`)))
      )
      expect(pages.flatMap(({ data }) => data.map(({ id }: any) => id))).toEqual(made)
      expect(pages[3]).toEqual({ data: [], total: 5, page: 4, limit: 2, totalPages: 3 })
    }
    await answered(200, server.admin("DELETE", `${path}/${made[0]}`))
    expect(await answered(200, own.call("GET", "/v1/flows"))).toMatchObject({ total: 4, totalPages: 1, limit: 20 })
  })

  test("a search finds a part of the name in any case and script", async () => {
    const { id } = await create({ name: "ΟΔΥΣΣΕΥΣ 100%" })
    const found = async (part: string) =>
      (await answered(200, org.call("GET", `/v1/flows?search=${encodeURIComponent(part)}`))).data
    for (const part of ["δυσσευς", "%"]) expect(await found(part)).toEqual([expect.objectContaining({ id })])
    expect(await found("δυσσευς_")).toEqual([])
  })

  test("changes knowledgeBaseId and no other field", async () => {
    const created = await create()
    const before = inPublic(created)
    const patch = (fields: unknown) => org.call("PATCH", `/v1/flows/${before.id}`, fields)
    const after = await answered(200, patch({ ...everything, knowledgeBaseId: null, id: randomUUID() }))
    expect(after).toEqual({ ...before, updatedAt: after.updatedAt })
    await refused(patch({}), { knowledgeBaseId: "is required" })
    await refused(patch({ name: "x" }), { knowledgeBaseId: "is required" })
    await refused(patch({ knowledgeBaseId: 7 }), { knowledgeBaseId: "must be a string or null" })
    for (const knowledgeBaseId of [randomUUID(), "x", ""]) {
      expect(await answered(404, patch({ knowledgeBaseId }))).toMatchObject({
        message: "There is no such knowledge base"
      })
    }
    expect(await answered(200, server.admin("GET", `${flows}/${before.id}`))).toEqual({
      ...created,
      ...after
    })
  })
})
