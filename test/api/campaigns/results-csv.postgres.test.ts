import { request } from "node:http"
import { parse } from "csv-parse/sync"
import { afterAll, describe, expect, test } from "vitest"
import { Analyses } from "../../../src/calls/outcomes/Analyses.ts"
import { answered } from "../../support/api/answered.ts"
import { newFlow } from "../../support/api/resources.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"

const server = await startServer({ settings: { ROLES: "api" } })
afterAll(server.stop)
const { attempt, call, campaign, label, query } = rowsOf(server)

const header = "identifier,name,intent_label,intent_source,call_status,call_timestamp,attempts,commitment_data"
const pathOf = (id: string) => `/v1/write-back/campaigns/${id}/results.csv`
const read = async (org: TestOrganization, id: string) => {
  const { headers, status, text } = await org.call("GET", pathOf(id))
  expect(status, text).toBe(200)
  const [names, ...rows] = parse(text, { record_delimiter: "\r\n" }) as unknown as Array<Array<string>>
  expect(names?.join()).toBe(header)
  return { headers, text, rows }
}
/** Inserts a number of contacts directly into the database, each with a row of some length. */
const many = async ({ id }: TestOrganization, count: number, name = "Asha") => {
  const campaignId = await campaign(id, { status: "CANCELLED", completed_at: new Date() })
  await query(
    (sql) => sql`insert into calls (organization_id, campaign_id, contact_id, contact_name, phone_number, status)
      select ${id}::int, ${campaignId}::uuid, uuid_v7(), ${name} || n, '+91' || (9000000000 + n), 'COMPLETED'
      from generate_series(1, ${count}::int) n`
  )
  return campaignId
}

describe("results.csv", () => {
  test("has only a header while the campaign has no contacts", async () => {
    const org = await server.organization()
    const id = await campaign(org.id, { status: "DRAFT" })
    const { headers, text } = await read(org, id)
    expect(text).toBe(`${header}\r\n`)
    expect(headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="results-${id}.csv"`,
      "cache-control": "no-store"
    })
  })

  test("has one row per contact with the result of the last attempt", async () => {
    const org = await server.organization()
    const id = await campaign(org.id)
    const yes = await label(org.id, id, { name: `=Yes, "sure"` })
    const started_at = new Date("2030-01-01T09:00:00.123Z")
    const tagged = { intent_label_id: yes, intent_source: "auto", attempts: 2, started_at }
    const numbers = [newPhoneNumber(), newPhoneNumber(), newPhoneNumber()] as const
    await call(org.id, id, { status: "COMPLETED", contact_name: "आशा 😀", phone_number: numbers[0], ...tagged })
    await call(org.id, id, { contact_name: "-Ravi\nRao", phone_number: numbers[1] })
    await call(org.id, id, {
      status: "FAILED",
      failure_reason: "Busy",
      attempts: 1,
      started_at,
      phone_number: numbers[2]
    })
    const { rows, text } = await read(org, id)
    expect(rows).toEqual([
      [numbers[0], "आशा 😀", `'=Yes, "sure"`, "auto", "COMPLETED", "2030-01-01T09:00:00.123Z", "2", ""],
      [numbers[1], "'-Ravi\nRao", "", "", "PENDING", "", "0", ""],
      [numbers[2], "Asha", "", "", "FAILED", "2030-01-01T09:00:00.123Z", "1", ""]
    ])
    expect(text).toContain(`\r\n${numbers[0]},आशा 😀,"'=Yes, ""sure""",auto,`)
    expect(text.endsWith("\r\n")).toBe(true)
  })

  test("has the results of calls in columns of their own, and what was promised", async () => {
    const org = await server.organization()
    const variable = (name: string, type: string, more: object = {}) => ({ name, type, description: "", ...more })
    const variables = [
      variable("amount", "NUMBER", { role: "COMMITMENT_AMOUNT" }),
      variable("name", "STRING"),
      variable("result_name", "STRING"),
      variable("days", "LIST"),
      variable("later", "DATE_TIME", { isCallbackRequest: true })
    ]
    const flow = await answered(
      201,
      server.admin("POST", `/admin/v1/organizations/${org.id}/flows`, { ...newFlow, variables })
    )
    const id = await campaign(org.id, { flow_id: flow.id })
    const callId = await call(org.id, id, { status: "COMPLETED", attempts: 1, phone_number: newPhoneNumber() })
    const [placed] = await query(
      (sql) => sql<{ id: string }>`insert into attempts (organization_id, id, campaign_id, call_id, attempt_no,
          phone_number, account, epoch, reserved_minutes, first_of_day, started_at, lease_expires_at)
        values (${org.id}, uuid_v7(), ${id}, ${callId}, 1, '', '', 1, 1, true, now(), now()) returning id`
    )
    const found = (value: any) => ({ value, evidence: "yes", reason: null })
    await server.run(
      Analyses.use(({ store }) =>
        store(
          { organizationId: org.id, callId, id: placed!.id },
          {
            labelId: null,
            isGivenUp: false,
            details: {
              ...{ undetermined: null, evidence: null, confidence: null, callbackSaid: null, variables: {} },
              results: {
                amount: found(500),
                name: found("=Asha"),
                result_name: found("Ravi"),
                days: found(["Mon", "Tue"])
              },
              commitment: { amount: 500, date: null }
            }
          }
        )
      )
    )
    await call(org.id, id, { phone_number: newPhoneNumber() })
    const { text } = await org.call("GET", pathOf(id))
    const [names, analyzed, waiting] = parse(text, { record_delimiter: "\r\n" }) as unknown as Array<Array<string>>
    expect(names?.join()).toBe(`${header},amount,result_result_name,result_name,days`)
    expect(analyzed?.slice(7)).toEqual(['{"amount":500,"date":null}', "500", "'=Asha", "Ravi", "Mon; Tue"])
    expect(waiting?.slice(7)).toEqual(["", "", "", "", ""])
  })

  test("has the columns of each version of the flow in which calls were placed", async () => {
    const org = await server.organization()
    const flows = `/admin/v1/organizations/${org.id}/flows`
    const variables = (...names: ReadonlyArray<string>) =>
      names.map((name) => ({ name, type: "STRING", description: "" }))
    const flow = await answered(201, server.admin("POST", flows, { ...newFlow, variables: variables("plan", "day") }))
    for (const names of [["day", "place"], ["unused"], ["day", "tariff"]])
      await answered(200, server.admin("PATCH", `${flows}/${flow.id}`, { variables: variables(...names) }))
    const id = await campaign(org.id, { flow_id: flow.id, flow_version: 4 })
    for (const flow_version of [1, 2, 4])
      await attempt(org.id, await call(org.id, id, { status: "COMPLETED", attempts: 1 }), { flow_version })
    const { text } = await org.call("GET", pathOf(id))
    expect(text.split("\r\n")[0]).toBe(`${header},day,tariff,place,plan`)
  })

  test("identifies contacts by the organization's lookup key where they have one", async () => {
    const org = await server.organization()
    await answered(200, server.admin("PATCH", `/admin/v1/organizations/${org.id}`, { identifierKey: "loan_id" }))
    const id = await campaign(org.id)
    const people = [{ loan_id: "L-1" }, { loan_id: 17 }, { loan_id: " " }, { loan_id: { a: 1 } }, {}]
    const numbers: Array<string> = []
    for (const metadata of people) {
      const contact = { name: "Asha", phoneNumber: newPhoneNumber(), metadata }
      const { id: contact_id } = await answered(201, org.call("POST", "/v1/contacts", contact))
      await call(org.id, id, { contact_id, phone_number: contact.phoneNumber })
      numbers.push(contact.phoneNumber)
    }
    const { rows } = await read(org, id)
    expect(rows.map(([identifier]) => identifier)).toEqual(["L-1", "17", ...numbers.slice(2)])
  })

  test("lists each of many contacts once, read in batches", async () => {
    const org = await server.organization()
    for (const count of [999, 1000, 1001, 5000]) {
      const { rows } = await read(org, await many(org, count))
      expect(rows.length).toBe(count)
      expect(new Set(rows.map(([identifier]) => identifier)).size).toBe(count)
    }
  })

  test("answers 404 for a campaign that is unknown or of another organization", async () => {
    const [org, other] = [await server.organization(), await server.organization("Other")]
    for (const id of [await campaign(other.id), "x", "00000000-0000-7000-8000-000000000000"]) {
      const { message } = await answered(404, org.call("GET", pathOf(id)))
      expect(message).toBe("There is no such campaign")
    }
  })

  test("does not block other requests while a client does not read, and ends with the client", async () => {
    const org = await server.organization()
    const id = await many(org, 30_000, "x".repeat(250))
    const options = { port: server.port, path: pathOf(id), headers: { "x-api-key": org.keys.VIEWER } }
    const stalled = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const client = request(options)
        client.on("error", () => undefined).end()
        const response = await new Promise<import("node:http").IncomingMessage>((begun) =>
          client.once("response", begun)
        )
        response.pause()
        return response
      })
    )
    // More clients than database connections: one connection each would leave none for this.
    await answered(200, org.call("GET", "/v1/contacts"))
    for (const response of stalled) response.destroy()
    await answered(200, org.call("GET", "/v1/contacts"))
  })
})
