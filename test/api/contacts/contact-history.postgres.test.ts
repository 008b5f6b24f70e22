import { afterAll, describe, expect, test } from "vitest"
import { clusterKeys } from "../../../src/domain/dialing/best-time.ts"
import { answered } from "../../support/api/answered.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"

const server = await startServer()
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")

const makeContact = async (fields: object = {}): Promise<{ id: string; phoneNumber: string }> =>
  answered(201, org.call("POST", "/v1/contacts", { name: "Asha", phoneNumber: newPhoneNumber(), ...fields }))
const history = (id: string) => answered(200, org.call("GET", `/v1/contacts/${id}/history`))

describe("the calls in a contact's history", () => {
  test("are those of all campaigns to the number, newest first, with exactly the documented fields", async () => {
    const { id, phoneNumber } = await makeContact()
    const collections = await rows.campaign(org.id, { name: "Overdue", use_case_type: "COLLECTIONS" })
    const custom = await rows.campaign(org.id, { name: "Survey" })
    const label = await rows.label(org.id, collections, { name: "Promise", is_positive: true, color: "#00aa00" })
    const [due, started] = [new Date("2026-03-01T09:00:00Z"), new Date("2026-03-01T09:00:07Z")]
    const connected = await rows.call(org.id, collections, {
      contact_id: id,
      phone_number: phoneNumber,
      status: "COMPLETED",
      connected: true,
      attempts: 2,
      duration: 42,
      scheduled_at: due,
      started_at: started,
      completed_at: new Date("2026-03-01T09:01:00Z"),
      intent_label_id: label,
      intent_source: "auto",
      flagged_for_review: true
    })
    const waiting = await rows.call(org.id, custom, { contact_id: id, phone_number: phoneNumber, scheduled_at: due })
    expect(await history(id)).toEqual({
      contact: {
        id,
        name: "Asha",
        phoneNumber,
        doNotContact: false,
        doNotContactReason: null,
        doNotContactAt: null
      },
      history: [
        {
          campaignId: custom,
          campaignName: "Survey",
          useCaseType: "CUSTOM",
          callId: waiting,
          outcome: "Pending",
          status: "PENDING",
          attempts: 0,
          durationSeconds: 0,
          callAt: null,
          scheduledAt: due.toISOString(),
          intentLabel: null,
          intentUndetermined: false,
          flaggedForReview: false
        },
        {
          campaignId: collections,
          campaignName: "Overdue",
          useCaseType: "COLLECTIONS",
          callId: connected,
          outcome: "Connected",
          status: "COMPLETED",
          attempts: 2,
          durationSeconds: 42,
          callAt: started.toISOString(),
          scheduledAt: due.toISOString(),
          intentLabel: { id: label, name: "Promise", color: "#00aa00", isPositive: true },
          intentUndetermined: false,
          flaggedForReview: true
        }
      ],
      bestTime: { label: null, source: "default", basisCount: 0 },
      hasNegativeIntent: false,
      negativeLabels: []
    })
  })

  test("follow the number, and follow the person after a change of number", async () => {
    const { id, phoneNumber } = await makeContact()
    const campaign = await rows.campaign(org.id)
    const formerly = await rows.call(org.id, campaign, { phone_number: phoneNumber })
    const own = await rows.call(org.id, campaign, { contact_id: id, phone_number: newPhoneNumber() })
    await rows.call(org.id, campaign)
    await rows.call(other.id, await rows.campaign(other.id), { contact_id: id, phone_number: phoneNumber })
    const callsOf = async () => (await history(id)).history.map(({ callId }: { callId: string }) => callId)
    expect(await callsOf()).toEqual([own, formerly])
    await answered(200, org.call("PATCH", `/v1/contacts/${id}`, { phoneNumber: newPhoneNumber() }))
    expect(await callsOf()).toEqual([own])
  })

  const outcomes: ReadonlyArray<readonly [string, Fields]> = [
    ["Pending", { status: "PENDING" }],
    ["Pending", { status: "QUEUED", connected: true }],
    ["In Progress", { status: "IN_PROGRESS" }],
    ["Connected", { status: "COMPLETED", connected: true }],
    ["Skipped", { status: "SKIPPED", connected: true }],
    ["Connected", { status: "SUPPRESSED", suppression: "CAMPAIGN", connected: true }],
    ["Skipped", { status: "SUPPRESSED", suppression: "ORGANIZATION" }],
    ...["No Answer", "Busy", "Voicemail", "Unreachable"].map(
      (failure_reason) => ["No Answer", { status: "FAILED", failure_reason }] as const
    ),
    ...["Invalid Number", "Timeout", "Carrier Error", "Dispatch Unknown", "Retry Expired"].map(
      (failure_reason) => ["Failed", { status: "FAILED", failure_reason }] as const
    )
  ]
  test.each(outcomes)("have the outcome %s when %j", async (outcome, fields) => {
    const { id } = await makeContact()
    await rows.call(org.id, await rows.campaign(org.id), { contact_id: id, ...fields })
    expect((await history(id)).history).toMatchObject([{ outcome, status: fields.status }])
  })
})

type Fields = Readonly<Record<string, unknown>>

describe("a negative intent", () => {
  const negative = async (calls: ReadonlyArray<{ label?: Fields; call?: Fields }>) => {
    const { id } = await makeContact()
    for (const { label, call } of calls) {
      const campaign = await rows.campaign(org.id)
      const intent_label_id = label === undefined ? null : await rows.label(org.id, campaign, label)
      await rows.call(org.id, campaign, { contact_id: id, status: "COMPLETED", intent_label_id, ...call })
    }
    const { hasNegativeIntent, negativeLabels } = await history(id)
    return [hasNegativeIntent, negativeLabels]
  }

  test("is a label that ends the retries, listed once", async () => {
    const refused = { label: { name: "Refused", retry_behavior: "SUPPRESS_CAMPAIGN" } }
    const deceased = { label: { name: "Deceased", retry_behavior: "SUPPRESS_ORG_WIDE" } }
    expect(await negative([{ label: { name: "Positive" } }])).toEqual([false, []])
    expect(await negative([refused, deceased, refused])).toEqual([true, ["Refused", "Deceased"]])
  })

  test("is a rule that suppressed the contact, whatever the label", async () => {
    for (const journey_action of ["SUPPRESS_CAMPAIGN", "SUPPRESS_ORG_WIDE"]) {
      const call = { status: "SUPPRESSED", suppression: "CAMPAIGN", journey_action }
      expect(await negative([{ label: { name: "Neutral" }, call }])).toEqual([true, ["Neutral"]])
      expect(await negative([{ call }])).toEqual([true, []])
    }
    for (const journey_action of ["RETRY", "FLAG_REVIEW", "COMMITMENT_REMINDER", "MARK_COMPLETED"]) {
      expect(await negative([{ label: { name: "Neutral" }, call: { journey_action } }])).toEqual([false, []])
    }
  })

  test("is never a contact that was not reached", async () => {
    const label = { name: "Not Reachable", is_system: true, retry_behavior: "SUPPRESS_CAMPAIGN" }
    const call = { status: "FAILED", failure_reason: "Busy", journey_action: "SUPPRESS_CAMPAIGN" }
    expect(await negative([{ label, call }])).toEqual([false, []])
  })

  test("is not a number that was put on Do Not Contact by hand", async () => {
    const call = { status: "SUPPRESSED", suppression: "ORGANIZATION", suppression_reason: "Do Not Contact" }
    expect(await negative([{ call }])).toEqual([false, []])
  })
})

describe("the best time to call", () => {
  const seen = (whose: string, band: number, attempts: number, connects: number, of = org, days = 0) =>
    rows.query(
      (sql) =>
        sql`insert into answer_times ${sql.insert({
          organization_id: of.id,
          whose,
          band,
          attempts,
          connects,
          attempt_weight: attempts,
          connect_weight: connects,
          updated_at: new Date(Date.now() - days * 86_400_000)
        })}`
    )
  const bestTime = async (id: string) => (await history(id)).bestTime

  test("is the person's own best time when it is known", async () => {
    const { id, phoneNumber } = await makeContact()
    await seen(`person:${phoneNumber}`, 1, 4, 3)
    await seen(`person:${phoneNumber}`, 3, 2, 0)
    expect(await bestTime(id)).toEqual({ label: "10:00–12:00", source: "individual", basisCount: 6 })
  })

  test("is otherwise the best time of similar people", async () => {
    const person = { ageBand: "26-35", cityTier: "Metro", occupation: "Teacher" } as const
    const { id } = await makeContact(person)
    for (const [place, key] of clusterKeys(person).entries()) await seen(`cluster:${key}`, 5 - place, 200, 90)
    await seen("organization", 0, 1000, 100)
    expect(await bestTime(id)).toEqual({ label: "18:00–21:00", source: "demographic", basisCount: 200 })
  })

  test("is unknown without enough data", async () => {
    const { id, phoneNumber } = await makeContact()
    await seen(`person:${phoneNumber}`, 1, 2, 1)
    await seen(`person:${phoneNumber}`, 2, 50, 50, other)
    expect(await bestTime(id)).toEqual({ label: null, source: "default", basisCount: 0 })
  })

  test.each([
    [600, "16:00–18:00"],
    [60, "10:00–12:00"]
  ])("weights an observation from %i days ago less", async (days, label) => {
    const { id, phoneNumber } = await makeContact()
    await seen(`person:${phoneNumber}`, 1, 10, 10, org, days)
    await seen(`person:${phoneNumber}`, 4, 5, 4)
    expect(await bestTime(id)).toEqual({ label, source: "individual", basisCount: 15 })
  })
})
