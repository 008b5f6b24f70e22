import { PgClient } from "@effect/sql-pg"
import { Effect, Stream } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { prune as pruneCalls } from "../../src/calls/erasure/CallRetention.ts"
import { DoNotContact } from "../../src/contacts/DoNotContact.ts"
import { prune as pruneNumbers } from "../../src/contacts/NumberRetention.ts"
import { maskRecords } from "../../src/operations/RecordRetention.ts"
import { BlobStore } from "../../src/platform/files/BlobStore.ts"
import { newId } from "../../src/platform/ids.ts"
import { answered } from "../support/api/answered.ts"
import { startServer } from "../support/api/test-server.ts"
import { rowsOf } from "../support/data/calls.ts"
import { newPhoneNumber } from "../support/data/phone-numbers.ts"

// No dialer runs, so the rows stay as they are created.
const server = await startServer({ settings: { ROLES: "api" } })
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000)
const setTerm = (terms: { readonly recordDays?: number | null; readonly retentionDays?: number | null }) =>
  answered(200, server.admin("PATCH", `/admin/v1/organizations/${org.id}`, terms))
const mask = () => server.run(maskRecords)

const recordOf = async (id: string) => {
  const [found] = await rows.query(
    (sql) => sql<Record<string, unknown>>`select c.contact_name, c.phone_number, c.call_sid, c.status, c.duration,
        c.contact_id is not null as has_contact,
        (select array_agg(a.phone_number || ' ' || coalesce(a.call_sid, 'none')) from attempts a where a.call_id = c.id) as attempts
      from calls c where c.id = ${id}`
  )
  return found
}
const isMasked = async (id: string) => String((await recordOf(id))?.phoneNumber).includes("*")

const ended = { status: "COMPLETED", attempts: 1, duration: 42, call_sid: "CA1", outcome: "CONNECTED" }

describe("the record term", () => {
  const overFor = (days: number, organization = org) =>
    rows.campaign(organization.id, {
      status: "COMPLETED",
      started_at: daysAgo(days + 1),
      completed_at: daysAgo(days)
    })

  test("takes name and number from calls and attempts of a campaign that is over, and leaves the figures", async () => {
    const old = await overFor(30)
    const phoneNumber = newPhoneNumber()
    const call = await rows.call(org.id, old, { ...ended, phone_number: phoneNumber, completed_at: daysAgo(30) })
    await rows.attempt(org.id, call, { call_sid: "CA1", ended_at: daysAgo(30) })
    const never = await rows.call(org.id, old, { status: "SKIPPED", failure_reason: "Campaign Ended" })
    const recent = await rows.call(org.id, await overFor(29), { ...ended, completed_at: daysAgo(29) })
    const foreign = await rows.call(other.id, await overFor(300, other), { ...ended, completed_at: daysAgo(300) })
    await mask()
    expect(await isMasked(call)).toBe(false)

    await setTerm({ recordDays: 30 })
    await mask()
    const shown = `${phoneNumber.slice(0, 5)}${"*".repeat(phoneNumber.length - 7)}${phoneNumber.slice(-2)}`
    expect(await recordOf(call)).toEqual({
      contactName: "Masked",
      phoneNumber: shown,
      callSid: null,
      status: "COMPLETED",
      duration: 42,
      hasContact: true,
      attempts: [`${shown} none`]
    })
    expect(await Promise.all([never, recent, foreign].map(isMasked))).toEqual([true, false, false])
    const [finished] = await rows.query(
      (sql) => sql<{ at: Date | null }>`select calls_masked_at as at from campaigns where id = ${old}`
    )
    expect(finished?.at).not.toBeNull()
  })

  test("leaves a call that may still be placed, restored or labelled, and masks the others of a campaign that goes on", async () => {
    await setTerm({ recordDays: 30 })
    const running = await rows.campaign(org.id, { started_at: daysAgo(90) })
    const at = daysAgo(60)
    const call = (fields: Readonly<Record<string, unknown>>) =>
      rows.call(org.id, running, { ...ended, completed_at: at, ...fields })
    const waiting = await rows.call(org.id, running)
    const suppressed = await call({ status: "SUPPRESSED", suppression: "CAMPAIGN" })
    const untagged = await call({ awaits_tag_until: new Date() })
    const live = await call({ status: "IN_PROGRESS" })
    await rows.attempt(org.id, live, { ended_at: null, outcome: null })
    const recent = await call({ completed_at: daysAgo(29) })
    const old = await call({})
    await mask()
    expect(await Promise.all([waiting, suppressed, untagged, live, recent, old].map(isMasked))).toEqual([
      ...[false, false, false, false, false],
      true
    ])
  })

  test("leaves the number of a call that the law of its country still counts", async () => {
    await setTerm({ recordDays: 30 })
    const called = async (phoneNumber: string, days: number) =>
      rows.call(org.id, await overFor(days), { ...ended, phone_number: phoneNumber, completed_at: daysAgo(days) })
    const [french, later, emirati, year] = [
      await called("+33612345678", 55),
      await called("+33612345679", 65),
      await called("+971501234567", 300),
      await called("+971501234568", 370)
    ]
    await mask()
    expect(await Promise.all([french, later, emirati, year].map(isMasked))).toEqual([false, true, false, true])
  })

  test("leaves a person blocked who is erased afterwards, and others whose numbers have the same mask", async () => {
    await setTerm({ recordDays: 30 })
    const numbers = ["+919811111110", "+919822222210", "+919833333310"]
    for (const phoneNumber of numbers) {
      const contact = await answered(201, org.call("POST", "/v1/contacts", { name: "Asha", phoneNumber }))
      const fields = { ...ended, contact_id: contact.id, phone_number: phoneNumber, completed_at: daysAgo(40) }
      await rows.call(org.id, await overFor(40), fields)
    }
    await mask()
    for (const phoneNumber of numbers) {
      const path = `/admin/v1/organizations/${org.id}/contacts/erase`
      await answered(200, server.admin("POST", path, { phoneNumber }))
    }
    const blocked = await server.run(
      DoNotContact.use(({ listedAmong }) =>
        listedAmong(numbers.map((phoneNumber) => ({ organizationId: org.id, phoneNumber })))
      )
    )
    expect(blocked.map(({ phoneNumber }) => phoneNumber)).toEqual(numbers)
  })

  test("removes the stored table of results, also when an earlier run was stopped before", async () => {
    await setTerm({ recordDays: 30 })
    const campaign = await overFor(40)
    await rows.call(org.id, campaign, { ...ended, phone_number: "+9198******10", completed_at: daysAgo(40) })
    const key = `results-${org.id}-${campaign}`
    await server.run(BlobStore.use(({ put }) => put(key, Stream.make(Buffer.from("Asha")))))
    await mask()
    expect(await server.run(BlobStore.use(({ exists }) => exists(key)))).toBe(false)
  })
})

const pruned = () => server.run(Effect.flatMap(PgClient.PgClient, pruneNumbers))

test("the ledger forgets a number when its last call leaves the 168 hours, except while it is locked", async () => {
  const made = async (...hours: ReadonlyArray<number>) => {
    const phoneNumber = newPhoneNumber()
    const calls = hours.map((one) => new Date(Date.now() - one * 3_600_000))
    await rows.query(
      (sql) => sql`insert into phone_ledger (organization_id, phone_number, calls)
        values (${org.id}, ${phoneNumber}, ${calls.map((at) => at.toISOString())}::timestamptz[])`
    )
    return phoneNumber
  }
  const recent = await made(400, 167.9)
  const old = await made(400, 168.1)
  const never = await made()
  await pruned()
  const kept = await rows.query(
    (sql) => sql<{ number: string }>`select phone_number as number from phone_ledger
      where phone_number in ${sql.in([recent, old, never])}`
  )
  expect(kept).toEqual([{ number: recent }])
})

test("numbers of rejected rows and times of answers go after the shorter term", async () => {
  const imported = async (days: number) => {
    const id = newId()
    await rows.query(
      (sql) => sql`with made as (insert into imports (organization_id, id, source, total, failed, completed_at)
          values (${org.id}, ${id}, 'API', 1, 1, ${daysAgo(days)}) returning organization_id, id)
        insert into import_errors (organization_id, import_id, index, phone_number, reason)
          select organization_id, id, 0, '098765', 'is not a number' from made`
    )
    return id
  }
  const answers = (whose: string, days: number) =>
    rows.query(
      (sql) => sql`insert into answer_times (organization_id, whose, band, updated_at)
        values (${org.id}, ${whose}, 0, ${daysAgo(days)})`
    )
  const ids = [await imported(20), await imported(19)]
  for (const [whose, days] of [
    ["person:+1", 20],
    ["person:+2", 19],
    ["organization", 500]
  ] as const)
    await answers(whose, days)
  const kept = async () => {
    await pruned()
    await server.run(Effect.flatMap(PgClient.PgClient, pruneCalls))
    const numbers = await rows.query(
      (sql) => sql<{ number: string | null }>`select phone_number as number from import_errors
        where import_id in ${sql.in(ids)} order by import_id`
    )
    const whose = await rows.query(
      (sql) => sql<{ whose: string }>`select whose from answer_times where organization_id = ${org.id} order by whose`
    )
    return [numbers.map(({ number }) => number), whose.map((row) => row.whose)]
  }
  await setTerm({ recordDays: null, retentionDays: null })
  expect(await kept()).toEqual([
    ["098765", "098765"],
    ["organization", "person:+1", "person:+2"]
  ])
  await setTerm({ recordDays: 300, retentionDays: 20 })
  expect(await kept()).toEqual([
    [null, "098765"],
    ["organization", "person:+2"]
  ])
  await setTerm({ recordDays: 19, retentionDays: 20 })
  expect(await kept()).toEqual([[null, null], ["organization"]])
})
