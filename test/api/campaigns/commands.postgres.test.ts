import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { adminToken, startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { untilFound } from "../../support/eventually.ts"
import { command } from "../../support/processes/command.ts"

// As slow as real calls, so that a conversation lasts longer than the test.
const server = await startServer({ settings: { SIMULATOR_SPEED: "1" } })
const org = await server.organization()
const client = campaignClient(server, org)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "carillon-commands-"))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const run = (...words: ReadonlyArray<string>) => {
  const [one = "", two = "", ...rest] = words
  const args = [one, two, "--org", String(org.id), ...rest]
  return command(args, { PORT: String(server.port), ADMIN_TOKEN: adminToken })
}
const printed = async (...words: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await run(...words)
  expect([code, stderr]).toEqual([0, ""])
  return stdout
}
const jsonOf = async (...words: ReadonlyArray<string>) => JSON.parse(await printed(...words, "--json"))

describe("the command line", () => {
  test("foresees a campaign, shows why it is idle, changes its pace and hangs up its call", async () => {
    const id = await client.draft(await client.people(0), { callsPerMinute: 7, maxConcurrentCalls: 3 })
    expect(await printed("campaign", "preflight", id)).toMatch(
      /^The campaign can be started\.\n(Warning: [^\n]+\n)*\ncontacts +1\nwill be called +1\nfirst call +20/
    )
    expect(await jsonOf("campaign", "preflight", id)).toMatchObject({ ready: true, contacts: 1, callsPerMinute: 7 })
    await client.move(id, "start")
    const call = await untilFound(async () => {
      const [found] = await rowsOf(server).query(
        // A call that ends before the person has spoken is placed once more.
        (sql) => sql<{ id: string }>`select a.call_id as id from attempts a join talks t on t.attempt_id = a.id
          where a.campaign_id = ${id} and a.ended_at is null and t.heard`
      )
      return found?.id
    })
    expect(await printed("campaign", "pace", id, "--calls-per-minute", "60")).toBe(
      "Spring starts at most 60 calls a minute, and has at most 3 at the same time.\n"
    )
    expect(await client.campaign(id)).toMatchObject({ callsPerMinute: 60, maxConcurrentCalls: 3 })
    const noPace = await run("campaign", "pace", id)
    expect([noPace.code, noPace.stderr]).toEqual([
      2,
      "carillon: Which pace? Give --calls-per-minute, --concurrent or both\n"
    ])

    expect(await jsonOf("call", "hang-up", call)).toEqual({ callId: call, attempt: 1 })
    await untilFound(async () => (await client.records(id))[0].status !== "IN_PROGRESS")
    const again = await run("call", "hang-up", call)
    expect([again.code, again.stderr]).toEqual([1, "carillon: The call is not under way\n"])

    await client.untilStatus(id, "COMPLETED")
    expect(await printed("campaign", "insight", id)).toMatch(
      /^The campaign places no call now \(COMPLETED\):\nGATE +WHY +UNTIL\ncampaign .*\n\ncontacts +1\ncalled +1\n/
    )
    expect(await jsonOf("campaign", "insight", id)).toMatchObject({ funnel: { called: 1 }, idle: expect.anything() })
  })

  test("puts the numbers of a file on Do Not Contact, lists them, and gets them back as a file", async () => {
    const [one, two] = [newPhoneNumber(), newPhoneNumber()]
    const file = join(folder, "opted-out.csv")
    await writeFile(file, `phoneNumber,reason\n${one},Asked by letter\n${two},\nnobody,\n`)
    const uploaded = await run("dnc", "upload", file)
    expect(uploaded.stderr).toMatch(/^Upload (\S+); to stop it: carillon registry cancel --org \d+ \1\n/)
    expect(uploaded.stdout).toMatch(
      /^Added 2; 0 were on Do Not Contact already; 1 were rejected\.\nROW +NUMBER +REASON\n3 +nobody +\S/
    )
    expect(await jsonOf("dnc", "upload", file)).toMatchObject({ added: 0, existing: 2, rejected: [{ row: 3 }] })
    expect(await jsonOf("dnc", "list", "--search", one)).toMatchObject({
      data: [{ phoneNumber: one, reason: "Asked by letter" }]
    })
    const out = join(folder, "dnc.csv")
    expect(await printed("dnc", "download", "--out", out)).toMatch(/^Wrote .*dnc\.csv \(\d+ bytes\)\n$/)
    const csv = await readFile(out, "utf8")
    expect(csv).toMatch(/^phone_number,reason,source_campaign,intent_label,created_at,expires_at\r?\n/)
    for (const number of [one, two]) expect(csv).toContain(number)
    expect((await printed("dnc", "download")).trim()).toBe(csv.trim())
    const missing = await run("dnc", "upload", join(folder, "missing.csv"))
    expect(`${missing.code},${missing.stderr}`).toMatch(/^1,carillon: Cannot read .*missing\.csv \(.*\)\n$/)
    const aFolder = await run("dnc", "upload", folder)
    expect([aFolder.code, aFolder.stderr]).toEqual([1, `carillon: Cannot read ${folder} (it is a folder)\n`])
  })

  test("uploads the list of a registry, and shows its upload and the rejected rows", async () => {
    const file = join(folder, "tps.txt")
    await writeFile(file, "02079460000\nnobody\n")
    const words = ["registry", "upload", "--registry", "GB_TPS", "--dated", "2026-11-27", file]
    const list = await jsonOf(...words)
    expect(list).toMatchObject({ registry: "GB_TPS", numbers: 1, rejected: 1 })
    expect((await jsonOf("registry", "list")).data).toEqual([list])
    const [upload] = (await jsonOf("registry", "uploads")).data
    expect(upload).toMatchObject({ listId: list.id, status: "COMPLETED_WITH_ERRORS", total: 2, done: 2 })
    expect(await printed("registry", "rejected", upload.id)).toMatch(/^ROW +NUMBER +REASON\n2 +- +has no phone number/)
    expect(await jsonOf("registry", "cancel", upload.id)).toEqual(upload)
  })

  test("lists the rules of a country, and none for a text that is no country", async () => {
    expect(await printed("law", "list", "--country", "fr")).toMatch(/\nFR\.marketing-hours /)
    for (const text of ["(", ".", "F"]) expect((await jsonOf("law", "list", "--country", text)).data).toEqual([])
  })

  test("refuses an id that would change the path of the request", async () => {
    for (const text of ["..", "."]) {
      const { code, stderr } = await run("call", "explain", text)
      expect([code, stderr]).toEqual([1, 'carillon: callId must not be "." or ".."\n'])
    }
  })
})
