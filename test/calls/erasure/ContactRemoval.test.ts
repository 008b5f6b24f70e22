import { Effect } from "effect"
import { afterAll, expect, test } from "vitest"
import { Signals } from "../../../src/events/Signals.ts"
import { answered } from "../../support/api/answered.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"

const server = await startServer()
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")

const makeContact = async (of = org): Promise<string> =>
  (await answered(201, of.call("POST", "/v1/contacts", { name: "Asha", phoneNumber: newPhoneNumber() }))).id
const remove = (id: string) => org.call("DELETE", `/v1/contacts/${id}`)
const stateOf = async (id: string) =>
  (
    await rows.query(
      (sql) => sql<Record<string, unknown>>`select status, failure_reason as reason, next_attempt_at as next, attempts,
        completed_at as completed from calls where id = ${id}`
    )
  )[0]
const deleted = { status: "SKIPPED", reason: "Contact Deleted", next: null, attempts: 0, completed: null }

test("the waiting calls of a deleted contact are skipped in every campaign", async () => {
  const contact_id = await makeContact()
  const campaigns = [await rows.campaign(org.id), await rows.campaign(org.id, { status: "PAUSED" })]
  const completed_at = new Date("2026-01-05T10:00:00Z")
  const first = await rows.call(org.id, campaigns[0]!, { contact_id })
  const retry = await rows.call(org.id, campaigns[1]!, { contact_id, status: "QUEUED", attempts: 1, completed_at })
  expect(await answered(200, remove(contact_id))).toEqual({ success: true })
  expect(await stateOf(first)).toEqual(deleted)
  expect(await stateOf(retry)).toEqual({ ...deleted, attempts: 1, completed: completed_at })
  for (const campaign of campaigns) {
    const progress = await answered(200, org.call("GET", `/v1/campaigns/${campaign}/progress`))
    expect(progress).toMatchObject({ total: 1, skipped: 1, pending: 0, queued: 0 })
  }
})

test("live calls, ended calls and the calls of other contacts stay unchanged", async () => {
  const contact_id = await makeContact()
  const campaigns = await Promise.all(Array.from({ length: 5 }, () => rows.campaign(org.id)))
  const calls = [
    await rows.call(org.id, campaigns[0]!, { contact_id, status: "IN_PROGRESS" }),
    await rows.call(org.id, campaigns[1]!, { contact_id, status: "COMPLETED" }),
    await rows.call(org.id, campaigns[2]!, { contact_id, status: "FAILED", failure_reason: "Busy" }),
    await rows.call(org.id, campaigns[3]!, { contact_id, status: "SUPPRESSED", suppression: "CAMPAIGN" }),
    await rows.call(org.id, campaigns[4]!),
    await rows.call(other.id, await rows.campaign(other.id), { contact_id })
  ]
  const before = await Promise.all(calls.map(stateOf))
  await answered(200, remove(contact_id))
  expect(await Promise.all(calls.map(stateOf))).toEqual(before)
})

test("several contacts are deleted at once", async () => {
  const contacts = await Promise.all([makeContact(), makeContact(), makeContact()])
  const theirs = await makeContact(other)
  const campaign = await rows.campaign(org.id)
  const calls = await Promise.all(contacts.map((contact_id) => rows.call(org.id, campaign, { contact_id })))
  const their = await rows.call(other.id, await rows.campaign(other.id), { contact_id: theirs })
  const contactIds = [contacts[0], contacts[1], contacts[0], theirs, "x"]
  expect(await answered(200, org.call("POST", "/v1/contacts/bulk-delete", { contactIds }))).toEqual({ deleted: 2 })
  expect(await Promise.all(calls.map(stateOf))).toEqual([
    deleted,
    deleted,
    expect.objectContaining({ status: "PENDING" })
  ])
  expect(await stateOf(their)).toMatchObject({ status: "PENDING" })
})

test("deleting an unknown contact changes nothing", async () => {
  const contact_id = await makeContact(other)
  const call = await rows.call(org.id, await rows.campaign(org.id), { contact_id })
  await answered(404, remove(contact_id))
  expect(await stateOf(call)).toMatchObject({ status: "PENDING" })
})

test("each campaign with a waiting call of the contact is woken", async () => {
  const contact_id = await makeContact()
  const campaigns = await Promise.all([rows.campaign(org.id), rows.campaign(org.id)])
  for (const campaign of campaigns) await rows.call(org.id, campaign, { contact_id })
  await server.run(
    Effect.scoped(
      Effect.gen(function* () {
        const { listen } = yield* Signals
        const wakings = yield* Effect.forEach(campaigns, (id) => listen(`campaign:${id}`))
        yield* Effect.promise(() => remove(contact_id))
        yield* Effect.all(wakings)
      })
    )
  )
})
