import { afterAll, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { untilIndexed, uploadDocument } from "../../support/data/knowledge/knowledge.ts"
import { eventually } from "../../support/eventually.ts"
import { startS3Fake } from "../../support/fakes/s3/s3-fake.ts"

let isDown = false
const fake = await startS3Fake({ fault: () => (isDown ? 500 : undefined) })
afterAll(fake.stop)
const settings = { ...fake.settings, S3_PREFIX: "eu/", SIMULATOR_SPEED: "1000" }
const server = await startServer({ settings, mayFail: true })
afterAll(server.stop)

test("a bucket that does not exist is named in the log of the start and by the doctor", async () => {
  const lost = await startServer({ settings: { ...fake.settings, S3_BUCKET: "carilon" } })
  const problem = "there is no bucket carilon: create it, or correct S3_BUCKET"
  const { parts } = await answered(200, lost.admin("GET", "/admin/v1/doctor"))
  expect(parts.find(({ part }: any) => part === "files")).toMatchObject({ status: "FAILED", problem })
  await eventually(() => expect(lost.log.join()).toMatch(/Files cannot be stored in the bucket carilon.*S3_BUCKET/))
  await lost.stop()
})

test("a bucket that refuses is named with its answer and what to check", async () => {
  const refused = await startServer({ settings: { ...fake.settings, S3_SECRET_ACCESS_KEY: "another" } })
  const { parts } = await answered(200, refused.admin("GET", "/admin/v1/doctor"))
  const problem = "the bucket answers 403: check the key or role and its rights"
  expect(parts.find(({ part }: any) => part === "files")).toMatchObject({ status: "FAILED", problem })
  await refused.stop()
})

test("a bucket that only allows reading is reported by the doctor", async () => {
  const readOnly = await startS3Fake({
    fault: ({ method }) => (method === "HEAD" || method === "GET" ? undefined : 403)
  })
  const refused = await startServer({ settings: readOnly.settings })
  const { parts } = await answered(200, refused.admin("GET", "/admin/v1/doctor"))
  const problem = "the bucket answers 403: check the key or role and its rights"
  expect(parts.find(({ part }: any) => part === "files")).toMatchObject({ status: "FAILED", problem })
  await refused.stop()
  readOnly.stop()
})

test("documents are stored in the bucket, indexed from there and removed, and the doctor examines it", async () => {
  const org = await server.organization()
  const base = await answered(201, org.call("POST", "/v1/knowledge-bases", { name: "Branches" }))
  const hours = "We are open from 9 am to 6 pm, Monday to Saturday."
  await answered(201, uploadDocument(org.call, base.id, "hours.txt", hours))
  expect((await untilIndexed(org.call, base.id)).documents).toMatchObject([{ status: "READY" }])
  expect([...fake.objects].map(([key, { content }]) => [key.slice(0, 3), content.toString()])).toEqual([["eu/", hours]])

  const files = async () => {
    const { parts } = await answered(200, server.admin("GET", "/admin/v1/doctor"))
    return parts.find(({ part }: any) => part === "files")
  }
  const uses = `the bucket carillon, eu/ at ${fake.url.slice("http://".length)}`
  expect(await files()).toMatchObject({ status: "OK", reachable: true, uses })
  isDown = true
  expect(await files()).toMatchObject({ status: "FAILED", problem: "the bucket answers 500" })
  const { message } = await answered(503, uploadDocument(org.call, base.id, "more.txt", hours))
  expect(message).toBe("The service cannot use its file store now; try again in a moment")
  isDown = false

  await org.call("DELETE", `/v1/knowledge-bases/${base.id}`)
  await eventually(() => expect(fake.objects.size).toBe(0))
})

test("results are stored in the bucket, and made anew while it is away", async () => {
  const org = await server.organization()
  const client = campaignClient(server, org)
  await answered(200, org.call("PUT", "/v1/write-back/config", { csvAutoExport: true }))
  const campaignId = await client.started(await client.people(2, 3), { maxRetries: 0 })
  await eventually(() => expect([...fake.objects.keys()].join()).toContain(campaignId))
  const results = async () => {
    const { status, text } = await org.call("GET", `/v1/write-back/campaigns/${campaignId}/results.csv`)
    return { status, text }
  }
  await eventually(async () => expect((await client.campaign(campaignId)).resultsExportedAt).not.toBeNull())
  const stored = await results()
  expect(stored.text.split("\r\n")).toHaveLength(4)
  isDown = true
  expect(await results()).toEqual(stored)
  isDown = false
})
