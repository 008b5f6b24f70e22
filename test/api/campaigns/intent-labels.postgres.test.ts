import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { answered, refused, uuid7 } from "../../support/api/answered.ts"
import type { Answer } from "../../support/api/http.ts"
import { makeResource, newCampaign } from "../../support/api/resources.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

const server = await startServer()
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const base = await newCampaign(server, org)

const makeCampaign = async (useCaseType = "CUSTOM") => {
  const path = `/v1/campaigns/${(await answered(201, org.call("POST", "/v1/campaigns", { ...base, useCaseType }))).id}`
  const id = path.slice("/v1/campaigns/".length)
  const labels = `${path}/intent-labels`
  return {
    id,
    path,
    labels,
    list: (): Promise<Array<any>> => answered(200, org.call("GET", labels)),
    names: async () => (await answered(200, org.call("GET", labels))).map(({ name }: any) => name),
    find: async (name: string) =>
      (await answered(200, org.call("GET", labels))).find((label: any) => label.name === name),
    send: (fields: unknown) => org.call("POST", labels, fields),
    add: (name: string, fields: object = {}) => answered(201, org.call("POST", labels, { name, ...fields })),
    patch: (labelId: string, changes: unknown) => org.call("PATCH", `${labels}/${labelId}`, changes),
    reorder: (orderedIds: unknown) => org.call("PATCH", `${labels}/reorder`, { orderedIds }),
    remove: (labelId: string) => org.call("DELETE", `${labels}/${labelId}`),
    setStatus: (status: string) => rows.query((sql) => sql`update campaigns set status = ${status} where id = ${id}`)
  }
}

const refusedFor = async (code: string, message: RegExp, sent: Promise<Answer>) => {
  expect(await answered(409, sent)).toMatchObject({ code, message: expect.stringMatching(message) })
}
const nameTaken = (sent: Promise<Answer>) => refusedFor("LABEL_NAME_TAKEN", /label ".+"/, sent)
const badRequest = async (sent: Promise<Answer>, message: RegExp) =>
  expect((await answered(400, sent)).message).toMatch(message)

const seeds = ["Do Not Call", "Wrong Number", "Callback Requested", "Positive", "Neutral", "Negative", "Not Reachable"]

describe("the initial labels of a campaign", () => {
  test("are those of its use case, with exactly the documented fields", async () => {
    const { list } = await makeCampaign()
    const labels = await list()
    expect(labels.map(({ name }) => name)).toEqual(seeds)
    const base = { id: expect.stringMatching(uuid7), color: expect.stringMatching(/^#[0-9a-f]{6}$/), isCustom: false }
    expect(labels[0]).toEqual({
      ...base,
      name: "Do Not Call",
      isPositive: false,
      retryBehavior: "SUPPRESS_ORG_WIDE",
      suppressRetries: true,
      isSystem: true,
      sortOrder: 0
    })
    expect(labels[3]).toEqual({
      ...base,
      name: "Positive",
      isPositive: true,
      retryBehavior: "RETRYABLE",
      suppressRetries: false,
      isSystem: false,
      sortOrder: 3
    })
    expect(labels[5]).toMatchObject({ retryBehavior: "SUPPRESS_CAMPAIGN", suppressRetries: true })
    expect(labels[6]).toMatchObject({ name: "Not Reachable", isSystem: true, isCustom: false, sortOrder: 6 })
    expect(labels.filter(({ isSystem }) => isSystem)).toHaveLength(2)
  })

  test.each([
    ["COLLECTIONS", 13],
    ["LEAD_QUALIFICATION", 9],
    ["MEDICAL_BOOKING", 10],
    ["CUSTOMER_SUPPORT", 9],
    ["EDUTECH", 9]
  ])("a campaign of use case %s starts with %i labels", async (useCase, count) => {
    const labels = await (await makeCampaign(useCase)).list()
    expect(labels).toHaveLength(count)
    expect(labels.map(({ sortOrder }) => sortOrder)).toEqual(labels.map((_, index) => index))
  })

  test("keep their seed name when they are renamed", async () => {
    const { find, patch, add } = await makeCampaign()
    const { id } = await find("Do Not Call")
    await answered(200, patch(id, { name: "Opted out" }))
    const custom = await add("Do Not Call")
    const seedOf = (label: string) =>
      rows.query((sql) => sql<{ seed: string | null }>`select seed from intent_labels where id = ${label}`)
    expect([await seedOf(id), await seedOf(custom.id)]).toEqual([[{ seed: "Do Not Call" }], [{ seed: null }]])
  })
})

describe("a new useCaseType of a draft", () => {
  const change = (path: string, useCaseType: string) => org.call("PATCH", path, { useCaseType })

  test("replaces the seeded labels, and keeps the custom labels after them", async () => {
    const { path, list, find, add, patch, names } = await makeCampaign()
    const one = await add("One")
    const two = await add("Two")
    await answered(200, patch((await find("Neutral")).id, { name: "So so" }))
    await answered(200, change(path, "EDUTECH"))
    const labels = await list()
    expect(await names()).toEqual([
      "Do Not Call",
      "Wrong Number",
      "Callback Requested",
      "Demo or Visit Booked",
      "Interested",
      "Fee Concern",
      "Enrolled Elsewhere",
      "Not Interested",
      "Not Reachable",
      "One",
      "Two"
    ])
    expect(labels.map(({ sortOrder }) => sortOrder)).toEqual(labels.map((_, index) => index))
    expect(labels.slice(-2)).toEqual([
      { ...one, sortOrder: 9 },
      { ...two, sortOrder: 10 }
    ])
  })

  test("removes the journey rules of the previous labels", async () => {
    const { path, find, add } = await makeCampaign()
    const rule = (labelId: string) =>
      answered(200, org.call("PUT", `${path}/journey-rules/${labelId}`, { action: "FLAG_REVIEW" }))
    const custom = await add("One")
    await rule((await find("Neutral")).id)
    const kept = await rule(custom.id)
    await answered(200, change(path, "EDUTECH"))
    const left = await answered(200, org.call("GET", `${path}/journey-rules`))
    expect(left.map(({ id }: any) => id)).toEqual([kept.id])
  })

  test("changes no label when the use case stays the same", async () => {
    const { path, list, find, patch } = await makeCampaign()
    await answered(200, patch((await find("Neutral")).id, { name: "So so" }))
    const before = await list()
    await answered(200, org.call("PATCH", path, { useCaseType: "CUSTOM", name: "Renamed" }))
    expect(await list()).toEqual(before)
  })

  test("is refused while a custom label has the name of one of its labels", async () => {
    const { path, list, add, remove } = await makeCampaign()
    const { id } = await add("fee CONCERN")
    const before = await list()
    await refusedFor("LABEL_NAME_TAKEN", /custom label "fee CONCERN"/, change(path, "EDUTECH"))
    expect(await list()).toEqual(before)
    expect(await answered(200, org.call("GET", path))).toMatchObject({ useCaseType: "CUSTOM" })
    await answered(200, remove(id))
    await answered(200, change(path, "EDUTECH"))
  })
})

describe("POST …/intent-labels", () => {
  test("adds a custom label after all others", async () => {
    const { add, list } = await makeCampaign()
    const plain = await add("Maybe")
    expect(plain).toEqual({
      id: expect.stringMatching(uuid7),
      name: "Maybe",
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      isPositive: false,
      retryBehavior: "RETRYABLE",
      suppressRetries: false,
      isSystem: false,
      isCustom: true,
      sortOrder: 7
    })
    const fields = { color: "#AbCdEf", isPositive: true, retryBehavior: "SUPPRESS_ORG_WIDE" }
    const full = await add("Ja! 🎉", fields)
    expect(full).toMatchObject({ ...fields, suppressRetries: true, sortOrder: 8 })
    expect((await list()).slice(7)).toEqual([plain, full])
  })

  test("never stores a read-only or unknown field", async () => {
    const { add } = await makeCampaign()
    const added = await add("Mine", {
      id: randomUUID(),
      isSystem: true,
      isCustom: false,
      sortOrder: 0,
      seed: "x",
      x: 1
    })
    expect(added).toMatchObject({ isSystem: false, isCustom: true, sortOrder: 7 })
    expect(added).not.toHaveProperty("seed")
  })

  test("enforces the bounds of each field", async () => {
    const { send } = await makeCampaign()
    await refused(send({}), { name: "is required" })
    for (const name of ["", " ", "x".repeat(256), null]) await refused(send({ name }), { name: /must/ })
    for (const color of ["", "red", "#fff", "#1234567", "123456", "#12345g", null]) {
      await refused(send({ name: "x", color }), { color: /must be/ })
    }
    for (const retryBehavior of ["", "retryable", "SUPPRESS", null]) {
      await refused(send({ name: "x", retryBehavior }), { retryBehavior: /must be .*SUPPRESS_ORG_WIDE/ })
    }
    await refused(send({ name: "x", isPositive: "yes" }), { isPositive: /boolean/ })
  })

  test("accepts at most ten; deleting one makes room for another", async () => {
    const { add, send, remove } = await makeCampaign()
    const [first] = await Promise.all(Array.from({ length: 10 }, (_, index) => add(`Label ${index}`)))
    await badRequest(send({ name: "One more" }), /at most 10 custom labels/)
    await answered(200, remove(first.id))
    await add("One more")
    await badRequest(send({ name: "Another" }), /at most 10/)
  })

  test("concurrent requests create at most ten, each at its own position", async () => {
    const { send, list } = await makeCampaign()
    const answers = await Promise.all(Array.from({ length: 15 }, (_, index) => send({ name: `Label ${index}` })))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), ...Array(5).fill(400)])
    const labels = await list()
    expect(labels.map(({ sortOrder }) => sortOrder)).toEqual(Array.from({ length: 17 }, (_, index) => index))
  })

  test("refuses the name of another label of the campaign, ignoring case, blanks and what cannot be seen", async () => {
    const { add, send } = await makeCampaign()
    await add("Straße")
    const same = [
      "Straße",
      "STRASSE",
      "do not call",
      "NOT REACHABLE",
      " Do Not Call ",
      "Do\u00a0 Not\tCall",
      "Do Not Call\u200b"
    ]
    for (const name of same) await nameTaken(send({ name }))
    await (await makeCampaign()).add("Straße")
  })
})

describe("PATCH …/intent-labels/:labelId", () => {
  test("changes only the fields that are sent", async () => {
    const { add, patch, list } = await makeCampaign()
    const before = await add("Maybe")
    let expected = before
    for (const [field, value] of Object.entries({
      name: "Perhaps",
      color: "#010203",
      isPositive: true,
      retryBehavior: "SUPPRESS_CAMPAIGN"
    })) {
      expected = { ...expected, [field]: value, suppressRetries: field === "retryBehavior" }
      expect(await answered(200, patch(before.id, { [field]: value }))).toEqual(expected)
    }
    const ignored = { id: randomUUID(), isSystem: true, isCustom: false, sortOrder: 0, suppressRetries: false }
    expect(await answered(200, patch(before.id, ignored))).toEqual(expected)
    expect((await list()).at(-1)).toEqual(expected)
  })

  test("enforces the bounds of each field", async () => {
    const { find, patch } = await makeCampaign()
    const { id } = await find("Neutral")
    for (const [field, value] of Object.entries({ name: "", color: "blue", isPositive: null, retryBehavior: "NO" })) {
      await refused(patch(id, { [field]: value }), { [field]: /must/ })
    }
  })

  test.each(["Not Reachable", "Do Not Call"])("accepts only name and color for the system label %s", async (name) => {
    const { find, patch } = await makeCampaign()
    const label = await find(name)
    const renamed = { name: "No answer", color: "#123456" }
    expect(await answered(200, patch(label.id, renamed))).toEqual({ ...label, ...renamed })
    for (const changes of [{ isPositive: true }, { retryBehavior: "RETRYABLE" }]) {
      const [field] = Object.keys(changes)
      await refused(patch(label.id, { ...changes, name: "Changed" }), { [field as string]: /system label/ })
    }
    expect(await find("No answer")).toEqual({ ...label, ...renamed })
  })

  test("refuses the name of another label, but accepts its own name in another case", async () => {
    const { find, patch } = await makeCampaign()
    const { id } = await find("Neutral")
    await nameTaken(patch(id, { name: "POSITIVE" }))
    expect(await answered(200, patch(id, { name: "NEUTRAL" }))).toMatchObject({ name: "NEUTRAL" })
  })

  test("answers 404 for a label of another campaign", async () => {
    const { patch, remove, add, list } = await makeCampaign()
    const another = await makeCampaign()
    const deleted = await add("Gone")
    await answered(200, remove(deleted.id))
    for (const id of [(await another.find("Neutral")).id, deleted.id, randomUUID()]) {
      for (const sent of [patch(id, { name: "Mine" }), remove(id)]) {
        expect(await answered(404, sent)).toMatchObject({ message: "There is no such intent label" })
      }
    }
    expect(await list()).toHaveLength(seeds.length)
    expect(await another.names()).toEqual(seeds)
  })
})

describe("PATCH …/intent-labels/reorder", () => {
  test("puts the labels into the order of the request", async () => {
    const { list, add, reorder } = await makeCampaign()
    await add("Mine")
    const wanted = (await list()).toReversed()
    const labels = await answered(200, reorder(wanted.map(({ id }) => id)))
    expect(labels).toEqual(wanted.map((label, sortOrder) => ({ ...label, sortOrder })))
    expect(await list()).toEqual(labels)
    expect(await add("Last")).toMatchObject({ sortOrder: wanted.length })
  })

  test("requires every label exactly once", async () => {
    const { list, reorder } = await makeCampaign()
    const before = await list()
    const ids: Array<string> = before.map(({ id }) => id)
    const foreign = (await (await makeCampaign()).list())[0].id
    for (const wrong of [
      [],
      ids.slice(1),
      [...ids, ids[0]],
      [ids[0], ...ids.slice(0, -1)],
      [...ids, randomUUID()],
      [foreign, ...ids.slice(1)],
      ["x", ...ids.slice(1)]
    ]) {
      await refused(reorder(wrong), { orderedIds: `must name each of the campaign's ${ids.length} labels once` })
    }
    await refused(reorder("x"), { orderedIds: /must be an array/ })
    await refused(reorder(undefined), { orderedIds: "is required" })
    expect(await list()).toEqual(before)
  })
})

describe("DELETE …/intent-labels/:labelId", () => {
  test("deletes a seeded or custom label with its journey rule", async () => {
    const { path, find, add, remove, names } = await makeCampaign()
    const seeded = await find("Neutral")
    await answered(200, org.call("PUT", `${path}/journey-rules/${seeded.id}`, { action: "FLAG_REVIEW" }))
    for (const { id } of [seeded, await add("Mine")]) {
      expect(await answered(200, remove(id))).toEqual({ success: true })
    }
    expect(await names()).toEqual(seeds.filter((name) => name !== "Neutral"))
    expect(await answered(200, org.call("GET", `${path}/journey-rules`))).toEqual([])
  })

  test("refuses a system label", async () => {
    const { find, remove, names } = await makeCampaign()
    for (const name of ["Not Reachable", "Do Not Call"])
      await badRequest(remove((await find(name)).id), /is a system label: it cannot be deleted, only renamed/)
    expect(await names()).toEqual(seeds)
  })

  test("refuses a label with which calls are tagged", async () => {
    const { id, find, remove } = await makeCampaign()
    const label = await find("Positive")
    const tag = () => rows.call(org.id, id, { intent_label_id: label.id, intent_source: "auto" })
    const first = await tag()
    await badRequest(remove(label.id), /^1 call is tagged with Positive/)
    await tag()
    await badRequest(remove(label.id), /^2 calls are tagged with Positive/)
    await rows.query((sql) => sql`update calls set intent_label_id = null where campaign_id = ${id} and id <> ${first}`)
    await badRequest(remove(label.id), /^1 call is/)
    await rows.query((sql) => sql`update calls set intent_label_id = null where id = ${first}`)
    await answered(200, remove(label.id))
  })
})

describe.each(["SCHEDULED", "PAUSED", "COMPLETED", "CANCELLED"])("while the campaign is %s", (status) => {
  test("labels can only be read", async () => {
    const { id, list, find, send, patch, reorder, remove, add, setStatus } = await makeCampaign()
    const custom = await add("Mine")
    const before = await list()
    const ids = before.map((label) => label.id)
    const system = await find("Not Reachable")
    const tagged = await find("Positive")
    await rows.call(org.id, id, { intent_label_id: tagged.id, intent_source: "auto" })
    await setStatus(status)
    for (const sent of [
      send({ name: "One more" }),
      send({ name: "Mine" }),
      patch(custom.id, { name: "Changed" }),
      patch(system.id, { color: "#000000" }),
      reorder(ids.toReversed()),
      remove(custom.id)
    ]) {
      await refusedFor("INVALID_STATE", new RegExp(`is ${status}.*DRAFT`), sent)
    }
    // An invalid body is reported before the wrong state.
    await badRequest(remove(system.id), /system label/)
    await badRequest(remove(tagged.id), /1 call is tagged/)
    await badRequest(reorder(ids.slice(1)), /orderedIds/)
    await badRequest(patch(system.id, { isPositive: true }), /system label/)
    await answered(404, remove(randomUUID()))
    expect(await list()).toEqual(before)
  })
})

test("answers 404 for the labels of another organization", async () => {
  const other = await server.organization("Other")
  const draft = await makeResource(server, other, "draft")
  const [theirs] = await answered(200, other.call("GET", `/v1/campaigns/${draft}/intent-labels`))
  const { patch } = await makeCampaign()
  await answered(404, org.call("GET", `/v1/campaigns/${draft}/intent-labels`))
  await answered(404, patch(theirs.id, { name: "Mine" }))
})
