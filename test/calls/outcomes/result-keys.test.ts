import { afterAll, describe, expect, test } from "vitest"
import { Analyses } from "../../../src/calls/outcomes/Analyses.ts"
import { answered, refused } from "../../support/api/answered.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { eventually } from "../../support/eventually.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

const isFull = process.env.PROVE === "full"
const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`
const database = await makeDatabase()
const start = (keys: string, ROLES = "api") => startServer({ database, settings: { ROLES, ENCRYPTION_KEY: keys } })
let server = await start(key("old", 7))
afterAll(async () => {
  await server.stop()
  await database.remove()
})
const org = await server.organization()
const other = await server.organization("Other")
const admin = `/admin/v1/organizations/${org.id}`
const campaign = await rowsOf(server).campaign(org.id)

const found = (value: unknown) => ({ value, evidence: value === null ? null : "yes", reason: null })
const details = { undetermined: null, evidence: null, confidence: null, callbackSaid: null, variables: {} }

/** Stores the analysis of a conversation, of a new call or of the next attempt of one. */
const analyzed = async (
  values: Readonly<Record<string, unknown>>,
  { callId = "", attemptNo = 11, of = org.id } = {}
) => {
  const { attempt, call, campaign: made } = rowsOf(server)
  const id = callId || (await call(of, of === org.id ? campaign : await made(of), { status: "COMPLETED", attempts: 1 }))
  const attemptId = await attempt(of, id, { attempt_no: attemptNo })
  const results = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, found(value)])) as any
  await server.run(
    Analyses.use(({ store }) =>
      store(
        { organizationId: of, callId: id, id: attemptId },
        { labelId: null, isGivenUp: false, details: { ...details, results } }
      )
    )
  )
  return id
}

const search = async (query: Readonly<Record<string, string>>) =>
  (await answered(200, server.admin("GET", `${admin}/calls?${new URLSearchParams(query)}`))).data.map(
    ({ id }: any) => id
  )
const count = async (table: string) =>
  (await rowsOf(server).query((sql) => sql<{ n: number }>`select count(*)::int as n from ${sql(table)}`))[0]?.n

const gold = await analyzed({ Plan: "Gold", amount: 500, days: ["Monday", "Friday"], pays: true, note: null })
const silver = await analyzed({ Plan: "Silver", amount: 0.5, pays: false })
await analyzed({ Plan: "Gold" }, { of: other.id })

describe("calls by their results", () => {
  const filters: ReadonlyArray<readonly [Readonly<Record<string, string>>, ReadonlyArray<string>]> = [
    [{ variable: "plan" }, [silver, gold]],
    [{ variable: "Plan", value: "gold" }, [gold]],
    [{ variable: "Plan", value: "500" }, []],
    [{ variable: "amount", value: "500.00" }, [gold]],
    [{ variable: "amount", value: "0.5" }, [silver]],
    [{ variable: "days", value: "friday" }, [gold]],
    [{ variable: "pays", value: "false" }, [silver]],
    [{ variable: "note" }, []],
    [{ variable: "Plan", value: "Gold", status: "FAILED" }, []],
    [{ variable: "Plan", value: "Gold", campaignId: campaign }, [gold]]
  ]
  test.each(filters)("are found by %j", async (query, calls) => {
    expect(await search(query)).toEqual(calls)
  })

  test("are refused for a value without a variable", async () => {
    await refused(server.admin("GET", `${admin}/calls?value=Gold`), { value: /needs variable/ })
  })

  test("are found by the results of their latest analysis only, whatever is stored last", async () => {
    const id = await analyzed({ step: "first" })
    await analyzed({ step: "third" }, { callId: id, attemptNo: 13 })
    await analyzed({ step: "second" }, { callId: id, attemptNo: 12 })
    expect(await search({ variable: "step", value: "third" })).toEqual([id])
    expect(await search({ variable: "step", value: "first" })).toEqual([])
    expect(await search({ variable: "step", value: "second" })).toEqual([])
  })

  test("say nothing of a result in the database, and go with its analysis", async () => {
    const id = await analyzed({ secret: "blue" })
    const { query } = rowsOf(server)
    const rows = await query(
      (sql) => sql<{ row: string }>`select k::text as row from result_keys k where call_id = ${id}`
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/secret|blue|c2VjcmV0/)
    await query((sql) => sql`delete from analyses where call_id = ${id}`)
    expect(await search({ variable: "secret" })).toEqual([])
    expect(await query((sql) => sql`select 1 from result_keys where call_id = ${id}`)).toEqual([])
  })

  test("are found once a worker has seen them, if a node of the release before has analyzed them", async () => {
    const id = await analyzed({ from: "before" })
    const { query } = rowsOf(server)
    await query((sql) => sql`delete from result_keys where call_id = ${id}`)
    await query((sql) => sql`update analyses set has_result_keys = false where call_id = ${id}`)
    await server.stop()
    server = await start(key("old", 7), "api,workers")
    await eventually(async () => expect(await search({ variable: "from" })).toEqual([id]))
  })

  test("are found while the encryption key is rotated, and when the old one is gone", async () => {
    const before = await count("result_keys")
    await server.stop()
    server = await start([key("new", 9), key("old", 7)].join(), "api,workers")
    expect(await search({ variable: "plan", value: "gold" })).toEqual([gold])
    await answered(200, server.admin("POST", "/admin/v1/secrets/rotate"))
    await eventually(async () => {
      const { rotation } = await answered(200, server.admin("GET", "/admin/v1/secrets"))
      expect(rotation.finishedAt).not.toBeNull()
    })
    await answered(200, server.admin("POST", "/admin/v1/secrets/keys/old/retire"))
    await server.stop()
    server = await start(key("new", 9))
    expect(await search({ variable: "plan", value: "gold" })).toEqual([gold])
    expect(await search({ variable: "step", value: "third" })).toHaveLength(1)
    expect(await count("result_keys")).toBe(before)
  })

  const parts = isFull ? 200 : 1
  test(`are found by an index among ${parts * 5_000} results`, async () => {
    const { query } = rowsOf(server)
    for (let part = 0; part < parts; part++) {
      // A thousand values, each of which some calls have.
      await query(
        (sql) => sql`with made as (
            insert into calls (organization_id, campaign_id, contact_id, contact_name, phone_number, status)
            select ${org.id}::int, ${campaign}::uuid, uuid_v7(), 'Asha', '+91' || (9000000000 + n + ${part * 5_000}::int),
              'COMPLETED'
            from generate_series(1, 5000) n returning id, campaign_id, phone_number
          ), tried as (
            insert into attempts (organization_id, id, campaign_id, call_id, attempt_no, phone_number, account, epoch,
              reserved_minutes, first_of_day, started_at, lease_expires_at, ended_at, outcome)
            select ${org.id}::int, uuid_v7(), campaign_id, id, 1, phone_number, '', 1, 1, true, now(), now(), now(),
              'CONNECTED' from made
            returning id, call_id, phone_number
          ), kept as (
            insert into analyses (organization_id, attempt_id, call_id, finding, has_result_keys)
            select ${org.id}::int, id, call_id, '', true from tried returning attempt_id
          )
          insert into result_keys (organization_id, digest, call_id, attempt_id)
          select ${org.id}::int, decode(md5(right(phone_number, 3)), 'hex'), call_id, id from tried`
      )
    }
    await query((sql) => sql`analyze result_keys`)
    const plan = await query(
      (sql) => sql`explain select k.call_id as id from result_keys k
        where k.organization_id = ${org.id} and k.digest in (decode(md5('007'), 'hex')) limit 2001`
    )
    expect(JSON.stringify(plan)).toContain("result_keys_pkey")
    expect(JSON.stringify(plan)).not.toContain("Seq Scan")
    expect(await search({ variable: "plan", value: "silver" })).toEqual([silver])
  })
})
