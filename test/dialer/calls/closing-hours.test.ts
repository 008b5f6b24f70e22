import { afterAll, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, numberEnding, type Person } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "1000" } })
afterAll(server.stop)

// On the wall of these zones it is just after midnight, or noon: a zone is whole hours from UTC, with the sign turned around.
const zoneAt = (hour: number) => {
  const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  return offset === 0 ? "Etc/GMT" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`
}

const organizationWithHours = async () => {
  const org = await server.organization()
  const client = campaignClient(server, org)
  await client.update({ callingWindow: { days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "21:00" } })
  return { ...client, org }
}

const peopleIn = async (its: Awaited<ReturnType<typeof organizationWithHours>>, hour: number, count: number) => {
  const contacts = Array.from({ length: count }, () => ({
    name: "Asha",
    phoneNumber: numberEnding(0),
    metadata: { timezone: zoneAt(hour) }
  }))
  return (await answered(200, its.org.call("POST", "/v1/contacts/bulk", { contacts })))
    .contacts as ReadonlyArray<Person>
}

test("those for whom the hours are over are put off together, and keep nobody else", async () => {
  const its = await organizationWithHours()
  const asleep = await peopleIn(its, 2, 700)
  const awake = await peopleIn(its, 12, 2)
  const id = await its.started([...asleep, ...awake])
  await eventually(async () => expect(await its.progress(id)).toMatchObject({ completed: 2, pending: 700 }))
  const waiting = await its.query(
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
    const [call] = await its.query((sql) => sql<{ id: string }>`select id from calls where contact_id = ${person.id}`)
    const { decisions } = await answered(200, server.admin("GET", `${its.admin}/calls/${call?.id}`))
    expect(decisions.at(-1)).toMatchObject({ gate: "window", verdict: "WAIT" })
  }
})

test("the cap is asked before the hours, also of those who are put off together", async () => {
  const its = await organizationWithHours()
  await answered(200, its.org.call("PATCH", `/v1/organizations/${its.org.id}/frequency-cap`, { maxCallsPerDay: 1 }))
  const asleep = await peopleIn(its, 2, 20)
  await its.query(
    (sql) =>
      sql`insert into phone_ledger (organization_id, phone_number, calls)
      select ${its.org.id}, number, array[clock_timestamp()] from unnest(${asleep.slice(10).map(({ phoneNumber }) => phoneNumber)}::text[]) number`
  )
  const id = await its.started(asleep)
  await eventually(async () =>
    expect(
      await its.query(
        (sql) => sql`select deferral_reason as reason, count(*)::int as calls from calls
      where campaign_id = ${id} and next_attempt_at > now() group by 1 order by 1`
      )
    ).toEqual([
      { reason: "Frequency Cap - Daily", calls: 10 },
      { reason: null, calls: 10 }
    ])
  )
  expect(await its.progress(id)).toMatchObject({ frequencyDeferred: 10 })
})

test("those whom the former hours put off are called when the hours are opened", async () => {
  const its = await organizationWithHours()
  const asleep = await peopleIn(its, 2, 3)
  const id = await its.started(asleep)
  await eventually(async () => {
    for (const { nextAttemptAt } of await its.records(id)) expect(Date.parse(nextAttemptAt)).toBeGreaterThan(Date.now())
  })
  await its.update({ callingWindow: null })
  await its.untilStatus(id, "COMPLETED")
  expect(await its.progress(id)).toMatchObject({ completed: 3 })
})
