import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { NumberSuppression } from "../../../src/calls/queue/NumberSuppression.ts"
import { answered, refused } from "../../support/api/answered.ts"
import { newFlow } from "../../support/api/resources.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { untilFound } from "../../support/eventually.ts"

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()

const admin = (method: string, path: string, body?: unknown, of = org) =>
  server.admin(method, `/admin/v1/organizations/${of.id}/${path}`, body)
const form = { basis: "EXPRESS_WRITTEN", purpose: "MARKETING", at: "2020-01-01T00:00:00.000Z", source: "Form" }
const makeContact = (fields: object, of: TestOrganization = org) =>
  answered(201, of.call("POST", "/v1/contacts", { name: "Asha", phoneNumber: newPhoneNumber(), ...fields }))
const consentsOf = async (id: string, of = org) =>
  (await answered(200, of.call("GET", `/v1/contacts/${id}/history`))).consents ?? []
const audienceOf = async (contactIds: ReadonlyArray<string>, of = org) => {
  const { id } = await answered(201, of.call("POST", "/v1/audiences", { name: "All" }))
  await answered(200, of.call("POST", `/v1/audiences/${id}/contacts`, { contactIds }))
  return id
}

describe("the consent of a contact", () => {
  test("comes with the contact, and its fields stay as they were without it", async () => {
    const contact = await makeContact({ consent: { ...form, evidence: "https://forms.example/1" } })
    expect(contact.consent).toBeUndefined()
    expect(await consentsOf(contact.id)).toMatchObject([
      { ...form, evidence: "https://forms.example/1", expiresAt: null, withdrawnAt: null }
    ])
    const consent = { ...form, purpose: "DEBT", basis: "CONTRACT" }
    await answered(200, org.call("PATCH", `/v1/contacts/${contact.id}`, { consent }))
    expect((await consentsOf(contact.id)).map(({ basis }: { basis: string }) => basis).sort()).toEqual([
      "CONTRACT",
      "EXPRESS_WRITTEN"
    ])
    const invalid = { ...form, basis: "HEARSAY", source: "" }
    await refused(org.call("POST", "/v1/contacts", { name: "A", phoneNumber: newPhoneNumber(), consent: invalid }), {
      "consent.basis": /.+/,
      "consent.source": /^must not be empty$/
    })
  })

  test("comes with each row of a number, for other purposes or of another time", async () => {
    const phoneNumber = newPhoneNumber()
    const row = (consent: object) => ({ name: "Ravi", phoneNumber, consent: { ...form, ...consent } })
    const rows = [
      row({ purpose: "MARKETING" }),
      row({ purpose: "DEBT", source: "Letter" }),
      { name: "Ravi", phoneNumber },
      row({ purpose: "DEBT", source: "Contract" })
    ]
    const { contacts } = await answered(200, org.call("POST", "/v1/contacts/bulk", { contacts: rows }))
    const consents = await consentsOf(contacts[0].id)
    expect(consents.map(({ purpose, source }: any) => `${purpose} ${source}`).sort()).toEqual([
      "DEBT Contract",
      `MARKETING ${form.source}`
    ])
  })

  test("comes with rows of a bulk request and of a file, whose other columns stay metadata", async () => {
    const [bulk, file, without] = [newPhoneNumber(), newPhoneNumber(), newPhoneNumber()]
    const { contacts } = await answered(
      200,
      org.call("POST", "/v1/contacts/bulk", { contacts: [{ name: "Ravi", phoneNumber: bulk, consent: form }] })
    )
    expect(await consentsOf(contacts[0].id)).toMatchObject([form])
    const rows = [
      {
        name: "Asha",
        phoneNumber: file,
        consentBasis: "EXPRESS",
        consentPurpose: "ALL",
        consentAt: "2030-01-02",
        consentSource: "Shop"
      },
      { name: "Mira", phoneNumber: without, consentSource: "Shop", consent: "yes" }
    ]
    const { importId } = await answered(201, org.call("POST", "/v1/imports/api/bulk", { contacts: rows }))
    await untilFound(async () => {
      const { completedAt } = await answered(200, org.call("GET", `/v1/imports/${importId}/status`))
      return completedAt ?? undefined
    })
    const found = (await answered(200, org.call("GET", "/v1/contacts?limit=100"))).data
    const contactOf = (number: string) => found.find((one: { phoneNumber: string }) => one.phoneNumber === number)
    expect(await consentsOf(contactOf(file).id)).toMatchObject([{ basis: "EXPRESS", purpose: "ALL", source: "Shop" }])
    expect(contactOf(file).metadata).toEqual({})
    expect(await consentsOf(contactOf(without).id)).toEqual([])
    expect(contactOf(without).metadata).toEqual({ consentSource: "Shop", consent: "yes" })
  })
})

describe("a withdrawal", () => {
  test("by an API key stays when the same consent is sent again", async () => {
    const contact = await makeContact({ consent: form })
    await answered(200, org.call("POST", `/v1/contacts/${contact.id}/withdraw-consent`, { through: "E-mail" }))
    await answered(200, org.call("PATCH", `/v1/contacts/${contact.id}`, { consent: form }))
    const recorded = (await consentsOf(contact.id)).find(({ basis }: { basis: string }) => basis !== "NONE")
    expect(recorded).toMatchObject({ withdrawnThrough: "E-mail", withdrawnAt: expect.any(String) })
  })

  test("follows from an opt-out, and is in the file with the evidence", async () => {
    const own = await server.organization()
    const contact = await makeContact({ consent: { ...form, evidence: "=1+1" } }, own)
    const refusal = { phoneNumber: contact.phoneNumber, actor: "opt-out" }
    await server.run(Effect.flatMap(NumberSuppression, (it) => it.enter(own.id, refusal)))
    expect(await consentsOf(contact.id, own)).toMatchObject([{ withdrawnThrough: "opt-out" }])
    const { text } = await admin("GET", "consents/entries.csv", undefined, own)
    expect(text.split("\r\n")[0]).toBe(
      "phone_number,purpose,basis,at,source,evidence,expires_at,withdrawn_at,withdrawn_through,recorded_at"
    )
    expect(text).toContain(`MARKETING,EXPRESS_WRITTEN,2020-01-01T00:00:00.000Z,Form,"'=1+1",,`)
    expect(text).toContain(",opt-out,")
  })

  test("without a consent before it is recorded, too, and erased with the person", async () => {
    const own = await server.organization()
    const { id, phoneNumber } = await makeContact({}, own)
    await answered(200, admin("POST", "consents/withdraw", { phoneNumber, purpose: "MARKETING" }, own))
    expect(await consentsOf(id, own)).toMatchObject([
      { basis: "NONE", purpose: "MARKETING", withdrawnThrough: "admin" }
    ])
    await answered(200, admin("POST", "contacts/erase", { phoneNumber }, own))
    expect((await answered(200, admin("GET", "consents", undefined, own))).data).toEqual([])
  })

  test("holds also for the number that a carrier reaches by one with a national prefix", async () => {
    const own = await server.organization()
    const withdrawal = { phoneNumber: "+4407400123456", purpose: "ALL" }
    await answered(200, admin("POST", "consents/withdraw", withdrawal, own))
    const { data } = await answered(200, admin("GET", "consents?phoneNumber=%2B447400123456", undefined, own))
    expect(data).toMatchObject([{ basis: "NONE", withdrawnThrough: "admin" }])

    const key = await server.organization()
    const [contact, reached] = [
      await makeContact({ consent: form, phoneNumber: "+4407400123456" }, key),
      await makeContact({ consent: form, phoneNumber: "+447400123456" }, key)
    ]
    await answered(200, key.call("POST", `/v1/contacts/${contact.id}/withdraw-consent`, { through: "E-mail" }))
    for (const { id } of [contact, reached])
      expect(await consentsOf(id, key)).toContainEqual(expect.objectContaining({ ...form, withdrawnThrough: "E-mail" }))
  })
})

describe("the policies", () => {
  test("need a reason only where they become looser, and are kept in the security log", async () => {
    const own = await server.organization()
    const put = (policies: object, reason?: string) =>
      admin("PUT", "consent-policies", { policies, ...(reason !== undefined && { reason }) }, own)
    expect(await answered(200, admin("GET", "consent-policies", undefined, own))).toEqual({ policies: {} })
    expect(await answered(200, put({ IN: "REQUIRED", "*": "RECORDED" }))).toEqual({
      policies: { IN: "REQUIRED", "*": "RECORDED" }
    })
    await refused(put({ "*": "REQUIRED", IN: "OFF" }), { reason: /IN would ask for less/ })
    await answered(200, put({ IN: "OFF" }, "Counsel's advice of May"))
    const { data } = await answered(200, admin("GET", "security-log?action=consent", undefined, own))
    expect(data[0]).toMatchObject({
      action: "consent.policy",
      details: { before: { IN: "REQUIRED" }, after: { IN: "OFF" }, reason: "Counsel's advice of May" }
    })
    await refused(put({ India: "REQUIRED" }), { policies: /ISO codes/ })
    await refused(put({ IN: "REQUIRED", UK: "REQUIRED" }), { policies: /^names UK, but no phone number .* such as GB/ })
  })

  test("may be set by several people at the same time", async () => {
    const own = await server.organization()
    const policies = { IN: "REQUIRED", FR: "RECORDED" }
    await Promise.all(
      Array.from({ length: 8 }, () => answered(200, admin("PUT", "consent-policies", { policies }, own)))
    )
    expect(await answered(200, admin("GET", "consent-policies", undefined, own))).toEqual({ policies })
  })
})

describe("the report of a campaign", () => {
  test("counts who may be called on what basis, as the preflight does", async () => {
    const own = await server.organization()
    const people = await Promise.all([
      makeContact({ consent: form }, own),
      makeContact({}, own),
      makeContact({}, own),
      makeContact({ consent: { ...form, purpose: "DEBT" } }, own)
    ])
    await answered(200, admin("POST", "consents/withdraw", { phoneNumber: people[1]?.phoneNumber }, own))
    await answered(200, admin("PUT", "consent-policies", { policies: { IN: "REQUIRED" } }, own))
    const audienceId = await audienceOf(
      people.map(({ id }) => id),
      own
    )
    const campaign = await answered(
      201,
      own.call("POST", "/v1/campaigns", {
        name: "Offers",
        useCaseType: "LEAD_QUALIFICATION",
        audienceId,
        flowId: (await answered(201, admin("POST", "flows", newFlow, own))).id
      })
    )
    const group = (basis: string, contacts: number, mayBeCalled = false) =>
      expect.objectContaining({ country: "IN", policy: "REQUIRED", basis, contacts, mayBeCalled })
    const report = await answered(200, admin("GET", `campaigns/${campaign.id}/consent`, undefined, own))
    expect(report).toMatchObject({ purposes: ["MARKETING"], contacts: 4, examined: 4, mayBeCalled: 1 })
    expect(report.groups).toHaveLength(3)
    expect(report.groups).toEqual(
      expect.arrayContaining([group("NONE", 2), group("WITHDRAWN", 1), group("EXPRESS_WRITTEN", 1, true)])
    )
    const { skipped, warnings } = await answered(
      200,
      admin("GET", `campaigns/${campaign.id}/preflight`, undefined, own)
    )
    expect(warnings).toContainEqual(expect.stringMatching(/no disclosure says in .* who calls/))
    expect(skipped).toEqual(
      expect.arrayContaining([
        { reason: "No Consent", count: 2 },
        { reason: "Consent Withdrawn", count: 1 }
      ])
    )
  })
})
