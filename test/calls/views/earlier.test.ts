import { randomUUID } from "node:crypto"
import { afterAll, expect, test } from "vitest"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { ContactHistories } from "../../../src/calls/views/ContactHistories.ts"
import { briefServices } from "../../support/data/briefs.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"

const { attempt, organization, rows, run, stop } = await briefServices()
afterAll(stop)
const org = await organization()
const other = await organization({ name: "Other" })

const earlier = (organizationId: number, contactId: string, atMost = 5) =>
  run(ContactHistories.use((it) => it.earlier(organizationId, contactId, atMost)))
const day = (date: number) => new Date(Date.UTC(2025, 10, date))
const ended = (date: number, outcome: string, fields: object = {}) => ({
  started_at: day(date),
  ended_at: day(date),
  outcome,
  ...fields
})
const callOf = async (organizationId: number, contact_id: string, name: string, fields: object = {}) => {
  const campaignId = await rows.campaign(organizationId, { name })
  const callId = await rows.call(organizationId, campaignId, { contact_id, ...fields })
  return { organizationId, campaignId, callId }
}

test("the earlier calls of a contact are the last ended attempt of each campaign", async () => {
  const contact = randomUUID()
  const spring = await callOf(org, contact, "Spring")
  const label = await rows.label(org, spring.campaignId, { name: "Promise to Pay" })
  await rows.query((sql) => sql`update calls set intent_label_id = ${label} where id = ${spring.callId}`)
  await attempt(spring, ended(1, "NO_ANSWER", { attempt_no: 1 }))
  await attempt(spring, ended(3, "CONNECTED", { attempt_no: 2 }))
  await attempt(spring, { attempt_no: 3 })
  const autumn = await callOf(org, contact, "Autumn")
  await attempt(autumn, ended(2, "BUSY"))
  // Campaigns without an ended attempt: never called, or live for the first time.
  await callOf(org, contact, "Winter")
  await attempt(await callOf(org, contact, "Summer"))

  const all = [
    { at: day(3), campaignName: "Spring", outcome: "CONNECTED", label: "Promise to Pay" },
    { at: day(2), campaignName: "Autumn", outcome: "BUSY", label: null }
  ]
  expect(await earlier(org, contact)).toEqual(all)
  expect(await earlier(org, contact, 1)).toEqual(all.slice(0, 1))
})

test("earlier calls exclude other owners of the number and other organizations", async () => {
  const phone_number = newPhoneNumber()
  const contact = randomUUID()
  await attempt(await callOf(org, randomUUID(), "Spring", { phone_number }), ended(1, "CONNECTED", { phone_number }))
  await attempt(await callOf(other, contact, "Spring"), ended(1, "CONNECTED"))
  await callOf(org, contact, "Spring", { phone_number })
  expect(await earlier(org, contact)).toEqual([])
})

test("the callee of an attempt has the contact and the reserved minutes", async () => {
  const contactId = randomUUID()
  const phoneNumber = newPhoneNumber()
  const { id } = await attempt(await callOf(org, contactId, "Spring"), {
    phone_number: phoneNumber,
    reserved_minutes: 7
  })
  const callee = (organizationId: number, attemptId: string) =>
    run(Attempts.use((it) => it.callee(organizationId, attemptId)))
  expect(await callee(org, id)).toEqual({
    contactId,
    phoneNumber,
    reservedMinutes: 7,
    callerId: null,
    flowVersion: null,
    wasCutOff: false,
    isInbound: false,
    isIdentified: false,
    reminderFor: null
  })
  expect(await callee(other, id)).toBeUndefined()
  expect(await callee(org, randomUUID())).toBeUndefined()
})
