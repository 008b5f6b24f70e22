import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

const server = await startServer()
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")
const campaign = await rows.campaign(org.id, { name: "Spring" })

const flagged = (minutesAgo: number, fields: object = {}, organizationId = org.id, campaignId = campaign) =>
  rows.call(organizationId, campaignId, {
    status: "COMPLETED",
    flagged_for_review: true,
    in_review_since: new Date(Date.now() - minutesAgo * 60_000),
    review_reason: "A rule asks for it",
    ...fields
  })
const path = (id = org.id) => `/admin/v1/organizations/${id}/review-queue`
const list = (query = "", id = org.id) => answered(200, server.admin("GET", `${path(id)}${query}`))
const resolve = (call: string, body?: object, id = org.id) => server.admin("POST", `${path(id)}/${call}/resolve`, body)

describe("the review queue", () => {
  test("lists the calls of one organization page by page, longest waiting first", async () => {
    const theirs = await flagged(9, {}, other.id, await rows.campaign(other.id))
    await rows.call(org.id, campaign, { status: "COMPLETED", flagged_for_review: true })
    const calls = [await flagged(2), await flagged(5), await flagged(1)]
    const [second, first, third] = calls
    const { data, total } = await list()
    expect(data.map(({ id }: { id: string }) => id)).toEqual([first, second, third])
    expect(total).toBe(3)
    expect(data[0]).toMatchObject({
      campaignId: campaign,
      campaignName: "Spring",
      flaggedForReview: true,
      reviewReason: "A rule asks for it",
      inReviewSince: expect.any(String),
      evidence: null,
      callbackSaid: null
    })
    expect((await list("?limit=2&page=2")).data.map(({ id }: { id: string }) => id)).toEqual([third])
    expect((await list("", other.id)).data.map(({ id }: { id: string }) => id)).toEqual([theirs])
    for (const call of calls) await answered(200, resolve(call))
  })

  test("leaves out a reviewed call until it is flagged again", async () => {
    const call = await flagged(1)
    const record = await answered(200, resolve(call, { note: "Called them back" }))
    expect(record).toMatchObject({ id: call, status: "COMPLETED", flaggedForReview: true })
    expect((await list()).data).toEqual([])
    expect((await answered(409, resolve(call))).message).toBe("This call is not in the review queue")
    const log = (
      await answered(200, server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?limit=100`))
    ).data.filter(({ target }: { target: string }) => target === call)
    expect(log).toMatchObject([{ actor: "admin", action: "call.review", details: { note: "Called them back" } }])
    await rows.query((sql) => sql`update calls set in_review_since = now(), review_reason = 'Again' where id = ${call}`)
    expect((await list()).data).toMatchObject([{ id: call, reviewReason: "Again" }])
    await answered(200, resolve(call))
  })

  test("answers 404 for a call that is unknown or of another organization", async () => {
    const theirs = await flagged(1, {}, other.id, await rows.campaign(other.id))
    for (const call of [theirs, randomUUID(), "x"]) {
      expect((await answered(404, resolve(call))).message).toBe("There is no such call")
    }
    expect((await list("", other.id)).data.map(({ id }: { id: string }) => id)).toContain(theirs)
  })
})
