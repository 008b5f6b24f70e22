import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { answered, refused, uuid7 } from "../../support/api/answered.ts"
import { makeResource } from "../../support/api/resources.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

const server = await startServer()
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()

const makeCampaign = async () => {
  const id = await makeResource(server, org, "draft")
  const path = `/v1/campaigns/${id}`
  const labels: Array<any> = await answered(200, org.call("GET", `${path}/intent-labels`))
  const rule = (labelId: string) => `${path}/journey-rules/${labelId}`
  return {
    id,
    path,
    labels,
    list: (): Promise<Array<any>> => answered(200, org.call("GET", `${path}/journey-rules`)),
    send: (labelId: string, fields: unknown) => org.call("PUT", rule(labelId), fields),
    put: (labelId: string, fields: unknown) => answered(200, org.call("PUT", rule(labelId), fields)),
    remove: (labelId: string) => org.call("DELETE", rule(labelId))
  }
}

const actions = [
  "RETRY",
  "SUPPRESS_CAMPAIGN",
  "SUPPRESS_ORG_WIDE",
  "FLAG_REVIEW",
  "COMMITMENT_REMINDER",
  "MARK_COMPLETED"
]

describe("PUT …/journey-rules/:labelId", () => {
  test("sets the rule of a label, and returns exactly the documented fields", async () => {
    const { id, labels, put, list } = await makeCampaign()
    expect(await list()).toEqual([])
    const rule = await put(labels[1].id, { action: "RETRY", retryDelayMinutes: 90 })
    expect(rule).toEqual({
      id: expect.stringMatching(uuid7),
      campaignId: id,
      intentLabelId: labels[1].id,
      action: "RETRY",
      retryDelayMinutes: 90,
      intentLabel: labels[1]
    })
    expect(await list()).toEqual([rule])
  })

  test("replaces the existing rule of the label", async () => {
    const { labels, put, list } = await makeCampaign()
    const first = await put(labels[0].id, { action: "RETRY", retryDelayMinutes: 90 })
    const second = await put(labels[0].id, { action: "RETRY" })
    expect(second).toEqual({ ...first, retryDelayMinutes: null })
    const third = await put(labels[0].id, { action: "FLAG_REVIEW" })
    expect(third).toEqual({ ...first, action: "FLAG_REVIEW", retryDelayMinutes: null })
    expect(await list()).toEqual([third])
  })

  test("concurrent requests create one rule", async () => {
    const { labels, send, list } = await makeCampaign()
    const answers = await Promise.all(actions.map((action) => send(labels[0].id, { action })))
    expect(answers.map(({ status }) => status)).toEqual(actions.map(() => 200))
    expect(await list()).toHaveLength(1)
  })

  test("accepts each action and no other, also for system labels", async () => {
    const { labels, put, send } = await makeCampaign()
    const { id } = labels.find(({ name }) => name === "Not Reachable")
    for (const action of actions) {
      expect(await put(id, { action })).toMatchObject({ action, retryDelayMinutes: null })
    }
    await refused(send(id, {}), { action: "is required" })
    for (const action of ["", "retry", "DELETE", null]) {
      await refused(send(id, { action }), { action: /must be .*MARK_COMPLETED/ })
    }
  })

  test("accepts a delay of 1 to 10080 minutes for RETRY", async () => {
    const { labels, put, send } = await makeCampaign()
    const { id } = labels[0]
    for (const retryDelayMinutes of [1, 10_080, null]) {
      expect(await put(id, { action: "RETRY", retryDelayMinutes })).toMatchObject({ retryDelayMinutes })
    }
    for (const retryDelayMinutes of [0, -1, 10_081]) {
      await refused(send(id, { action: "RETRY", retryDelayMinutes }), { retryDelayMinutes: "must be from 1 to 10080" })
    }
    for (const retryDelayMinutes of [1.5, "60"]) {
      await refused(send(id, { action: "RETRY", retryDelayMinutes }), { retryDelayMinutes: /must be/ })
    }
  })

  test("drops the delay of every other action", async () => {
    const { labels, put } = await makeCampaign()
    for (const action of actions.slice(1)) {
      for (const retryDelayMinutes of [60, 0, 20_000]) {
        expect(await put(labels[0].id, { action, retryDelayMinutes })).toMatchObject({
          action,
          retryDelayMinutes: null
        })
      }
    }
  })

  test("answers 404 for a label of another campaign", async () => {
    const { send, list } = await makeCampaign()
    const another = await makeCampaign()
    for (const id of [another.labels[0].id, randomUUID(), "x"]) {
      const { message } = await answered(404, send(id, { action: "RETRY" }))
      expect(message).toBe("There is no such intent label")
    }
    expect(await list()).toEqual([])
    expect(await another.list()).toEqual([])
  })
})

test("rules are listed in the order of their labels, with the current name of each label", async () => {
  const { path, labels, put, list } = await makeCampaign()
  for (const index of [4, 0, 2]) await put(labels[index].id, { action: "FLAG_REVIEW" })
  expect((await list()).map(({ intentLabel }) => intentLabel)).toEqual([labels[0], labels[2], labels[4]])
  const orderedIds = labels.map(({ id }) => id).toReversed()
  const reordered = await answered(200, org.call("PATCH", `${path}/intent-labels/reorder`, { orderedIds }))
  await answered(200, org.call("PATCH", `${path}/intent-labels/${labels[2].id}`, { name: "Renamed" }))
  const listed = await list()
  expect(listed.map(({ intentLabelId }) => intentLabelId)).toEqual([labels[4].id, labels[2].id, labels[0].id])
  expect(listed[1].intentLabel).toEqual({ ...reordered[labels.length - 3], name: "Renamed" })
})

describe("DELETE …/journey-rules/:labelId", () => {
  test("removes the rule, and answers 404 when there is none", async () => {
    const { labels, put, remove, list } = await makeCampaign()
    const kept = await put(labels[1].id, { action: "RETRY" })
    await put(labels[0].id, { action: "RETRY" })
    expect(await answered(200, remove(labels[0].id))).toEqual({ success: true })
    expect(await list()).toEqual([kept])
    for (const id of [labels[0].id, labels[2].id, randomUUID(), "x"]) {
      expect(await answered(404, remove(id))).toMatchObject({ message: "There is no such journey rule" })
    }
  })

  test("does not remove the rule of another campaign", async () => {
    const { put, list, labels } = await makeCampaign()
    await put(labels[0].id, { action: "RETRY" })
    await answered(404, (await makeCampaign()).remove(labels[0].id))
    expect(await list()).toHaveLength(1)
  })
})

test.each(["SCHEDULED", "PAUSED", "COMPLETED", "CANCELLED"])(
  "rules can be changed while a campaign is %s",
  async (status) => {
    const { id, labels, put, remove, list } = await makeCampaign()
    await rows.query((sql) => sql`update campaigns set status = ${status} where id = ${id}`)
    const rule = await put(labels[0].id, { action: "RETRY", retryDelayMinutes: 5 })
    expect(await list()).toEqual([rule])
    await answered(200, remove(labels[0].id))
  }
)
