import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { EventBus } from "../../../src/events/bus/EventBus.ts"
import type { EventRecord } from "../../../src/events/bus/EventRecord.ts"
import { Outbox } from "../../../src/events/outbox/Outbox.ts"
import { newId } from "../../../src/platform/ids.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { eventually } from "../../support/eventually.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "20" } })
afterAll(server.stop)
const { query } = rowsOf(server)
const org = await server.organization()
const client = campaignClient(server, org)
const callAt = { name: "callAt", description: "When to call back", type: "DATE_TIME", isCallbackRequest: true }

test("an interested person's call gets the matching label, and the campaign completes", async () => {
  const [person] = (await client.people(0)) as [Person]
  const campaign = await client.started([person])
  await client.untilStatus(campaign, "COMPLETED")
  expect(await client.record(campaign, person)).toMatchObject({
    status: "COMPLETED",
    attempts: 1,
    intentLabel: { name: "Positive" },
    intentSource: "auto",
    intentUndetermined: false,
    journeyAction: "MARK_COMPLETED"
  })
  const { analysis } = await client.explained(campaign, person)
  expect(analysis).toMatchObject({ attemptNo: 1, intentLabel: "Positive", undetermined: null })
  expect(analysis.evidence).not.toBeNull()
})

test("a person who asks for tomorrow at four is called then, in their time zone", async () => {
  const [person] = (await client.people(5)) as [Person]
  const flowId = await client.flow({ variables: [callAt] })
  const campaign = await client.started([person], { flowId })
  const call = await eventually(async () => {
    const record = await client.record(campaign, person)
    expect(record).toMatchObject({ status: "QUEUED", intentLabel: { name: "Callback Requested" } })
    return record
  })
  // The number is Indian.
  const day = new Date(Date.parse(call.completedAt) + 330 * 60_000 + 86_400_000).toISOString().slice(0, 10)
  expect(call).toMatchObject({
    callbackScheduledAt: new Date(`${day}T16:00:00+05:30`).toISOString(),
    callbackAdjusted: false,
    nextAttemptAt: call.callbackScheduledAt
  })
  expect((await client.explained(campaign, person)).variables.callAt).toBe(call.callbackScheduledAt)
  await answered(200, org.call("POST", `/v1/campaigns/${campaign}/callbacks/${call.id}/fulfill`))
  await client.untilStatus(campaign, "COMPLETED")
})

test("a person who opts out of one campaign is not called by another one that runs at the same time", async () => {
  const [person] = (await client.people(6)) as [Person]
  const campaigns = await Promise.all([client.started([person]), client.started([person])])
  for (const id of campaigns) await client.untilStatus(id, "COMPLETED")
  const records = await Promise.all(campaigns.map((id) => client.record(id, person)))
  expect(records.map(({ status }) => status)).toEqual(["SUPPRESSED", "SUPPRESSED"])
  expect(records.map(({ attempts }) => attempts).sort()).toEqual([0, 1])
})

describe("repeated events", () => {
  /** Everything that is published, counted and stored for an organization. */
  const everything = ({ id }: TestOrganization) =>
    query(
      (sql) => sql`select
        (select json_agg(c order by c.id) from calls c where c.organization_id = ${id}) as calls,
        (select json_agg(a order by a.id) from attempts a where a.organization_id = ${id}) as attempts,
        (select json_agg(n order by n.attempt_id) from analyses n where n.organization_id = ${id}) as analyses,
        (select json_agg(t order by t.whose, t.band) from answer_times t where t.organization_id = ${id}) as times,
        (select json_agg(d order by d.id) from do_not_contact d where d.organization_id = ${id}) as registry,
        (select count(*)::int from outbox where topic <> 'call-ended.v1'
          and convert_from(value, 'UTF8')::json ->> 'organizationId' = ${String(id)}) as told`
    )
  const untilApplied = (group: string) =>
    eventually(async () => {
      const lag = await server.run(EventBus.use((bus) => bus.lag))
      expect(lag.filter((one) => one.group === group && one.behind > 0)).toEqual([])
    })

  test("repeated, late or reordered events change nothing twice, even during new changes", async () => {
    const stranger = await server.organization("Stranger")
    const theirs = campaignClient(server, stranger)
    const people = await theirs.people(0, 1, 2, 3, 5, 6, 7, 9)
    const flowId = await theirs.flow({ variables: [callAt] })
    const campaign = await theirs.started(people, { flowId, maxRetries: 0 })
    await eventually(async () => {
      const records = await theirs.records(campaign)
      expect(records.filter(({ status }) => status === "PENDING" || status === "IN_PROGRESS")).toEqual([])
      const [{ waiting } = { waiting: 1 }] = await query(
        (sql) => sql<{ waiting: number }>`select count(*)::int as waiting from calls
          where campaign_id = ${campaign} and awaits_tag_until is not null`
      )
      expect(waiting).toBe(0)
    })
    await untilApplied("policy")
    const before = await everything(stranger)
    const records = await query(
      (sql) => sql<EventRecord>`select topic, key, value, headers from outbox where topic = 'call-ended.v1'
        and convert_from(value, 'UTF8')::json ->> 'organizationId' = ${String(stranger.id)} order by seq desc`
    )
    expect(records.length).toBe(8)
    const asNew = (ce_id: string) => (record: EventRecord) => ({ ...record, headers: { ...record.headers, ce_id } })
    const again = records.flatMap((record) => {
      const id = newId()
      return [asNew(id)(record), asNew(newId())(record)]
    })
    await server.run(Effect.orDie(Outbox.use((outbox) => outbox.addRecords(again))))
    await untilApplied("policy")
    expect(await everything(stranger)).toEqual(before)
  })
})

test("figures and histories reflect what was said", async () => {
  const acme = await server.organization("Figures")
  const api = campaignClient(server, acme)
  const [interested, refused, absent] = (await api.people(0, 1, 2)) as [Person, Person, Person]
  const campaign = await api.started([interested, refused, absent], { maxRetries: 0 })
  await api.untilStatus(campaign, "COMPLETED")
  const { campaigns } = await answered(200, acme.call("GET", "/v1/campaigns/dashboard"))
  expect(campaigns).toMatchObject([{ connected: 2, notConnected: 1, positiveConnected: 1, positiveRate: 0.5 }])
  const split = campaigns[0].intentSplit.filter(({ count }: { count: number }) => count > 0)
  expect(split).toMatchObject([{ count: 1 }, { count: 1 }, { count: 1 }])
  const historyOf = ({ id }: Person) => answered(200, acme.call("GET", `/v1/contacts/${id}/history`))
  expect(await historyOf(refused)).toMatchObject({
    history: [{ outcome: "Connected", status: "SUPPRESSED", intentLabel: { name: "Negative" } }],
    contact: { doNotContact: false },
    hasNegativeIntent: true,
    negativeLabels: ["Negative"]
  })
  for (const person of [interested, absent]) {
    expect(await historyOf(person)).toMatchObject({ hasNegativeIntent: false, negativeLabels: [] })
  }
})
