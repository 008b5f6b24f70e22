import { generateKeyPairSync } from "node:crypto"
import { Readable } from "node:stream"
import { afterAll, expect, test } from "vitest"
import { verifyArchive } from "../../../src/cli/audit-archive.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { filesOf } from "../../support/tar-files.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "20" } })
afterAll(server.stop)
const org = await server.organization()
const client = campaignClient(server, org)
const rows = rowsOf(server)

const auditOf = async (campaignId: string) => {
  const { text } = await server.admin("GET", `${client.admin}/campaigns/${campaignId}/audit`)
  return Buffer.from(text)
}
const publicKeys = async () =>
  (await answered(200, server.admin("GET", "/admin/v1/audit-keys"))).map(
    ({ publicKey }: { publicKey: string }) => publicKey
  ) as ReadonlyArray<string>
const verified = (archive: Buffer, keys: ReadonlyArray<string>) =>
  // In odd parts, as a file or a network gives them.
  verifyArchive(
    Readable.from(
      archive
        .toString("latin1")
        .match(/[\s\S]{1,997}/g)!
        .map((part) => Buffer.from(part, "latin1"))
    ),
    keys
  )
const linesOf = (files: ReadonlyMap<string, string>, name: string) =>
  [...files]
    .filter(([file]) => file.startsWith(`${name}-`))
    .flatMap(([, text]) => text.trimEnd().split("\n"))
    .map((line) => JSON.parse(line))

test("the archive of a campaign has who started it, its rules, each call, its disclosures and its opt-outs", async () => {
  const flowId = await client.flow({ initialPrompt: "Hello {{name}}, this is the assistant of Acme." })
  const willing = await client.person(0)
  const unwilling = await client.person(6)
  const consent = { basis: "EXPRESS", purpose: "ALL", at: "2026-01-01T00:00:00.000Z", source: "the web form" }
  await answered(200, org.call("PATCH", `/v1/contacts/${willing.id}`, { consent }))
  const campaign = await client.started([willing, unwilling], { flowId, maxRetries: 0 })
  await client.untilStatus(campaign, "COMPLETED")
  const archive = await auditOf(campaign)
  const files = filesOf(archive)
  const about = JSON.parse(files.get("campaign.json") ?? "")
  expect(about).toMatchObject({
    campaign: { id: campaign, status: "COMPLETED" },
    startedBy: { action: "campaign.start", actor: expect.stringMatching(/^key:/) },
    flow: { id: flowId, version: 1 },
    frequencyCap: { maxCallsPerDay: 0 }
  })
  expect(about.intentLabels.length).toBeGreaterThan(2)
  const law = JSON.parse(files.get("law.json") ?? "")
  expect(law.version).toMatch(/^[0-9a-f]{16}$/)
  expect(law).toMatchObject({ attempts: 2, others: [], attemptsWithoutVersion: 0, note: null })
  expect(law.rules.length).toBeGreaterThan(20)
  expect(law.places.find(({ place }: { place: string }) => place === "US-ME")).toMatchObject({ areaCodes: "207" })
  const calls = linesOf(files, "calls")
  expect(calls.map(({ contactId }) => contactId).toSorted()).toEqual([willing.id, unwilling.id].toSorted())
  for (const { attempts, decisions } of calls) {
    expect(attempts).toMatchObject([{ attemptNo: 1, outcome: "CONNECTED", flowVersion: 1 }])
    expect(attempts[0].firstLines.map(({ text }: { text: string }) => text).join(" ")).toContain(
      "the assistant of Acme"
    )
    expect(attempts[0].firstLines.length).toBeLessThanOrEqual(5)
    expect(decisions.map(({ gate }: { gate: string }) => gate)).toContain("dnc")
  }
  const refusal = calls.find(({ contactId }) => contactId === unwilling.id)
  expect(refusal.optOut).toMatchObject({ saidUntil: expect.any(String), listedAt: expect.any(String), callsAfter: 0 })
  expect(refusal.optOut.secondsToEffect).toBeLessThan(60)
  expect(calls.find(({ contactId }) => contactId === willing.id)).toMatchObject({ optOut: null, consents: [consent] })
  expect(JSON.parse(files.get("summary.json") ?? "")).toMatchObject({
    calls: 2,
    attempts: 2,
    conversations: 2,
    optOuts: 1,
    callsAfterOptOut: 0
  })
  expect(linesOf(files, "security-log").map(({ action }) => action)).toContain("campaign.start")

  const keys = await publicKeys()
  expect(await verified(archive, keys)).toMatchObject({ campaignId: campaign, problems: [] })
  const other = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }).toString()
  expect((await verified(archive, [other])).problems).toEqual([expect.stringMatching(/signature/)])
  const changed = Buffer.from(archive.toString("latin1").replace("Hello Asha", "Hello Isha"), "latin1")
  expect((await verified(changed, keys)).problems).toEqual([expect.stringMatching(/^calls-00001.jsonl was changed/)])
  const renamed = Buffer.from(archive.toString("latin1").replace("summary.json", "summory.json"), "latin1")
  expect((await verified(renamed, keys)).problems).toEqual([
    "summory.json has another head than it was written with",
    "summary.json is missing",
    "summory.json was added"
  ])
  const continued = Buffer.concat([archive, archive])
  expect((await verified(continued, keys)).problems).toEqual([expect.stringMatching(/something follows its end/)])
  expect((await verified(archive.subarray(0, -2_000), keys)).problems.join()).toMatch(/too early|missing/)
  // The manifest was changed to name another sum, so its signature does not fit.
  const forged = Buffer.from(archive.toString("latin1").replace(/"sha256": "../, '"sha256": "zz'), "latin1")
  expect((await verified(forged, keys)).problems.join()).toMatch(/signature.*was changed/)
  const log = await answered(200, server.admin("GET", `${client.admin}/security-log?limit=5`))
  expect(log.data[0]).toMatchObject({ action: "audit.read", target: campaign, actor: "admin" })
})

test("the archive has the rules by which each call was placed, and says so where none were recorded", async () => {
  const campaign = await rows.campaign(org.id, { status: "COMPLETED", flow_id: await client.flow() })
  const content = { rules: [{ name: "FR.marketing-hours", says: "Mon-Fri 10:00-20:00" }], places: [] }
  await rows.query(
    (sql) => sql`insert into law_versions (version, content, release)
      values ('0123456789abcdef', ${JSON.stringify(content)}, '0.0.9')`
  )
  const attempt = async (law_version: string | null, started_at: Date) =>
    rows.attempt(org.id, await rows.call(org.id, campaign, { status: "COMPLETED", attempts: 1 }), {
      ...{ law_version, started_at, ended_at: started_at }
    })
  const lawOf = async () => JSON.parse(filesOf(await auditOf(campaign)).get("law.json") ?? "")
  await attempt(null, new Date("2026-01-01T10:00Z"))
  expect(await lawOf()).toEqual({
    version: null,
    rules: [],
    others: [],
    attemptsWithoutVersion: 1,
    note: expect.stringContaining("1 attempt was made by a release that did not record its rules")
  })
  await attempt("0123456789abcdef", new Date("2026-02-01T10:00Z"))
  await attempt("fedcba9876543210", new Date("2026-03-01T10:00Z"))
  expect(await lawOf()).toMatchObject({
    version: "fedcba9876543210",
    rules: [],
    release: null,
    others: [{ version: "0123456789abcdef", release: "0.0.9", attempts: 1, ...content }],
    attemptsWithoutVersion: 1
  })
})

test("the archive has each change of the settings by which a campaign ran, also from before and after it", async () => {
  const other = await server.organization()
  const runner = campaignClient(server, other)
  const exception = { rule: "AU.marketing-hours", reason: "Clause 7 of the contract" }
  await answered(200, server.admin("PUT", `${runner.admin}/law-exceptions`, exception))
  const always = { days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }
  await answered(200, server.admin("PATCH", runner.admin, { complianceProfile: "NONE", callingWindow: always }))
  const campaign = await runner.started([await runner.person(0)], { maxRetries: 0 })
  await runner.untilStatus(campaign, "COMPLETED")
  await answered(200, server.admin("DELETE", `${runner.admin}/law-exceptions/${exception.rule}`))
  await answered(200, server.admin("PATCH", runner.admin, { complianceProfile: "STATUTORY", callingWindow: null }))
  const { text } = await server.admin("GET", `${runner.admin}/campaigns/${campaign}/audit`)
  const files = filesOf(Buffer.from(text))
  expect(JSON.parse(files.get("campaign.json") ?? "").organization).toMatchObject({
    complianceProfile: "STATUTORY",
    lawExceptions: []
  })
  const changes = linesOf(files, "security-log").filter(({ action }) => /^(organization|law-exception)/.test(action))
  expect(changes).toMatchObject([
    { action: "organization.update", details: { complianceProfile: "STATUTORY", callingWindow: null } },
    { action: "organization.update", details: { complianceProfile: "NONE", callingWindow: always } },
    { action: "law-exception.remove" },
    { action: "law-exception.add", details: { reason: exception.reason } }
  ])
})

test("a message on a voicemail is in the archive as it was played, with the disclosure said once", async () => {
  const sentences = { en: "An automated assistant of {{legalName}} calls." }
  await answered(
    200,
    server.admin("PUT", `${client.admin}/disclosure`, { legalName: "Acme Ltd", callbackNumber: null, sentences })
  )
  const flowId = await client.flow({
    machines: { voicemail: "LEAVE_MESSAGE", message: "Hello {{name}}, please call {{callbackNumber}}." }
  })
  const person = await client.person(2, { metadata: { persona: "voicemail" } })
  const campaign = await client.started([person], { flowId, maxRetries: 0 })
  await client.untilStatus(campaign, "COMPLETED")
  const [{ attempts }] = linesOf(filesOf(await auditOf(campaign)), "calls")
  expect(attempts).toMatchObject([{ outcome: "VOICEMAIL", machine: "MESSAGE_LEFT", lawVersion: expect.any(String) }])
  const said = attempts[0].firstLines.flatMap(({ role, text }: { role: string; text: string }) =>
    role === "agent" ? [text] : []
  )
  expect(said.at(-1)).toMatch(/^An automated assistant of Acme Ltd calls\. Hello \S+, please call [\d, ]+\.$/)
})

test("the summary counts a conversation without its words, and no voicemail", async () => {
  const campaign = await rows.campaign(org.id, { status: "COMPLETED", flow_id: await client.flow() })
  for (const outcome of ["CONNECTED", "VOICEMAIL", "NO_ANSWER"]) {
    await rows.attempt(org.id, await rows.call(org.id, campaign, { status: "COMPLETED", attempts: 1 }), { outcome })
  }
  const summary = JSON.parse(filesOf(await auditOf(campaign)).get("summary.json") ?? "")
  expect(summary).toMatchObject({ calls: 3, attempts: 3, conversations: 1 })
})

test("a large campaign comes in files of 500 calls, with the calls after an opt-out counted", async () => {
  const campaign = await rows.campaign(org.id, {
    status: "COMPLETED",
    completed_at: new Date(),
    flow_id: await client.flow()
  })
  await rows.query(
    (
      sql
    ) => sql`insert into calls (organization_id, campaign_id, contact_id, contact_name, phone_number, status, next_attempt_at)
      select ${org.id}::int, ${campaign}::uuid, gen_random_uuid(), 'Asha', '+9155500' || n, 'SKIPPED', null
      from generate_series(10000, 11100) n`
  )
  const refused = await rows.call(org.id, campaign, { status: "COMPLETED", phone_number: "+915550099999" })
  await rows.query(
    (sql) => sql`insert into do_not_contact (organization_id, id, phone_number, created_at)
      values (${org.id}, gen_random_uuid(), '+915550099999', now() - interval '1 hour')`
  )
  await rows.attempt(org.id, refused)
  const files = filesOf(await auditOf(campaign))
  expect([...files.keys()].filter((name) => name.startsWith("calls-"))).toEqual(
    [1, 2, 3].map((number) => `calls-0000${number}.jsonl`)
  )
  expect(JSON.parse(files.get("summary.json") ?? "")).toMatchObject({ calls: 1102, optOuts: 1, callsAfterOptOut: 1 })
  expect(new Set(linesOf(files, "calls").map(({ id }) => id)).size).toBe(1102)
})

test("the archive needs the role ADMIN, and a campaign of the organization", async () => {
  const other = await server.organization("Other")
  const theirs = await rows.campaign(other.id)
  await answered(404, server.admin("GET", `${client.admin}/campaigns/${theirs}/audit`))
})
