import { afterAll, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, numberEnding, type Person } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { zoneAt } from "../../support/calendar/zones.ts"
import { eventually } from "../../support/eventually.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "1000" } })
afterAll(server.stop)

const organizationWithHours = async () => {
  const org = await server.organization()
  const client = campaignClient(server, org)
  await client.update({ callingWindow: { days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "21:00" } })
  return { ...client, org }
}

const peopleIn = async (campaigns: Awaited<ReturnType<typeof organizationWithHours>>, hour: number, count: number) => {
  const contacts = Array.from({ length: count }, () => ({
    name: "Asha",
    phoneNumber: numberEnding(0),
    metadata: { timezone: zoneAt(hour) }
  }))
  return (await answered(200, campaigns.org.call("POST", "/v1/contacts/bulk", { contacts })))
    .contacts as ReadonlyArray<Person>
}

test("calls outside the calling hours are postponed together and hold up no others", async () => {
  const campaigns = await organizationWithHours()
  const asleep = await peopleIn(campaigns, 2, 700)
  const awake = await peopleIn(campaigns, 12, 2)
  const id = await campaigns.started([...asleep, ...awake])
  await eventually(async () => expect(await campaigns.progress(id)).toMatchObject({ completed: 2, pending: 700 }))
  const waiting = await campaigns.query(
    (sql) => sql<{ until: Date; calls: number; explained: number }>`select c.next_attempt_at as until,
      count(*)::int as calls, count(d.call_id)::int as explained
      from calls c left join call_decisions d on d.organization_id = c.organization_id and d.call_id = c.id
      where c.campaign_id = ${id} and c.status = 'PENDING' group by 1`
  )
  expect(waiting).toMatchObject([{ calls: 700, explained: 700 }])
  const until = waiting[0]?.until
  expect(
    Number(new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone: zoneAt(2) }).format(until))
  ).toBe(9)
  const [one, other] = [asleep[0], asleep[699]] as [Person, Person]
  for (const person of [one, other]) {
    const [call] = await campaigns.query(
      (sql) => sql<{ id: string }>`select id from calls where contact_id = ${person.id}`
    )
    const { decisions } = await answered(200, server.admin("GET", `${campaigns.admin}/calls/${call?.id}`))
    expect(decisions.at(-1)).toMatchObject({ gate: "window", verdict: "WAIT" })
  }
})

test("the frequency cap is checked before the calling hours, also for calls that are postponed together", async () => {
  const campaigns = await organizationWithHours()
  await answered(
    200,
    campaigns.org.call("PATCH", `/v1/organizations/${campaigns.org.id}/frequency-cap`, { maxCallsPerDay: 1 })
  )
  const asleep = await peopleIn(campaigns, 2, 20)
  await campaigns.query(
    (sql) =>
      sql`insert into phone_ledger (organization_id, phone_number, calls)
      select ${campaigns.org.id}, number, array[clock_timestamp()] from unnest(${asleep.slice(10).map(({ phoneNumber }) => phoneNumber)}::text[]) number`
  )
  const id = await campaigns.started(asleep)
  await eventually(async () =>
    expect(
      await campaigns.query(
        (sql) => sql`select deferral_reason as reason, count(*)::int as calls from calls
      where campaign_id = ${id} and next_attempt_at > now() group by 1 order by 1`
      )
    ).toEqual([
      { reason: "Frequency Cap - Daily", calls: 10 },
      { reason: null, calls: 10 }
    ])
  )
  expect(await campaigns.progress(id)).toMatchObject({ frequencyDeferred: 10 })
})

test("postponed calls are dialed when the calling hours are extended", async () => {
  const campaigns = await organizationWithHours()
  const asleep = await peopleIn(campaigns, 2, 3)
  const id = await campaigns.started(asleep)
  await eventually(async () => {
    for (const { nextAttemptAt } of await campaigns.records(id))
      expect(Date.parse(nextAttemptAt)).toBeGreaterThan(Date.now())
  })
  await campaigns.update({ callingWindow: null })
  await campaigns.untilStatus(id, "COMPLETED")
  expect(await campaigns.progress(id)).toMatchObject({ completed: 3 })
})
