import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "1000" } })
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const api = campaignClient(server, org)
// The window is closed today, so that no call which a rule allows is placed, at whatever hour the test runs.
const inThreeDays = ((new Date(Date.now() + 3 * 24 * 3_600_000).getUTCDay() + 6) % 7) + 1
await api.update({
  complianceProfile: "LAW",
  callingWindow: { days: [inThreeDays], start: "09:00", end: "10:00" }
})

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)

let numbers = 0
const personIn = (prefix: string) => api.person(2, { phoneNumber: `${prefix}${String(++numbers).padStart(4, "0")}` })

/** An earlier call of another campaign to a person, whose conversation got this label. */
const earlier = async ({ phoneNumber }: Person, startedAt: Date, retryBehavior = "RETRYABLE") => {
  const campaign = await rows.campaign(org.id, { status: "COMPLETED" })
  const intent_label_id = await rows.label(org.id, campaign, { retry_behavior: retryBehavior })
  const call = await rows.call(org.id, campaign, {
    ...{ status: "COMPLETED", phone_number: phoneNumber, attempts: 1, intent_label_id }
  })
  await rows.attempt(org.id, call, { started_at: startedAt, ended_at: startedAt, phone_number: phoneNumber })
}

const decisionOf = async (campaign: string, person: Person, gate: string) =>
  (await api.explained(campaign, person)).decisions.findLast((one: any) => one.gate === gate)

const untilDecided = async (campaign: string, person: Person) => {
  await api.untilCall(campaign, person, ({ nextAttemptAt }) => Date.parse(nextAttemptAt) > Date.now())
  return decisionOf(campaign, person, "frequency")
}

/** Has the call decided again, and waits for the answer of the frequency gate. */
const decidedAgain = async (campaign: string, person: Person) => {
  const before = (await api.explained(campaign, person)).decisions.length
  await api.makeDue(campaign)
  await expect
    .poll(async () => (await api.explained(campaign, person)).decisions.length, { timeout: 20_000 })
    .toBeGreaterThan(before)
  return decisionOf(campaign, person, "frequency")
}

const logged = async (action: string) =>
  (await answered(200, server.admin("GET", `${api.admin}/security-log?action=${action}`))).data[0]

describe("the law of a country", () => {
  test("caps the calls to a number, until an admin excepts the rule with a reason", async () => {
    const person = await personIn("+3361234")
    for (const days of [25, 15, 10, 8]) await earlier(person, daysAgo(days))
    const id = await api.started([person], { useCaseType: "LEAD_QUALIFICATION" })
    expect(await untilDecided(id, person)).toMatchObject({
      verdict: "WAIT",
      detail: expect.stringMatching(
        /^Frequency Cap - Weekly: .*By FR\.marketing-30-days \(Code de la consommation.*checked/
      )
    })
    expect(await api.record(id, person)).toMatchObject({ deferralReason: "Frequency Cap - Weekly" })

    const exception = { rule: "FR.marketing-30-days", reason: "All contacts agreed to weekly calls" }
    expect(await answered(200, server.admin("PUT", `${api.admin}/law-exceptions`, exception))).toMatchObject({
      ...exception,
      by: "admin"
    })
    expect(await decidedAgain(id, person)).toMatchObject({ verdict: "PASS" })
    expect(await logged("law-exception.add")).toMatchObject({
      target: exception.rule,
      details: { reason: exception.reason, says: "At most 4 calls in 30 days" }
    })
    const { applies, data } = await answered(200, server.admin("GET", `${api.admin}/law`))
    expect(applies).toBe(true)
    expect(data.filter((rule: any) => rule.exception !== null)).toMatchObject([{ name: exception.rule, kind: "CAP" }])

    await answered(200, server.admin("DELETE", `${api.admin}/law-exceptions/${exception.rule}`))
    expect(await decidedAgain(id, person)).toMatchObject({ verdict: "WAIT" })
    expect(await logged("law-exception.remove")).toMatchObject({ target: exception.rule })
    await answered(404, server.admin("DELETE", `${api.admin}/law-exceptions/${exception.rule}`))
    await answered(200, api.move(id, "cancel"))
  })

  test("closes the days after a refusal, except for a campaign with another purpose", async () => {
    const person = await personIn("+3361235")
    await earlier(person, daysAgo(20), "SUPPRESS_CAMPAIGN")
    const id = await api.started([person], { useCaseType: "CUSTOM" })
    expect(await untilDecided(id, person)).toMatchObject({
      verdict: "WAIT",
      detail: expect.stringContaining("By FR.marketing-refusal")
    })
    const stated = { purpose: "SERVICE", reason: "The campaign announces delivery times" }
    const path = `${api.admin}/campaigns/${id}/purpose`
    expect(await answered(200, server.admin("PUT", path, stated))).toMatchObject({ purpose: "SERVICE" })
    expect(await decidedAgain(id, person)).toMatchObject({ verdict: "PASS" })
    expect(await logged("campaign.purpose")).toMatchObject({
      target: id,
      details: { from: null, to: "SERVICE", reason: stated.reason }
    })
    await answered(200, api.move(id, "cancel"))
    await answered(409, server.admin("PUT", path, { ...stated, purpose: null }))
  })

  test("closes the days after a conversation about a debt, but not for a callback that the person asked for", async () => {
    const person = await personIn("+1212555")
    await earlier(person, daysAgo(2))
    const id = await api.started([person], { useCaseType: "COLLECTIONS" })
    expect(await untilDecided(id, person)).toMatchObject({
      verdict: "WAIT",
      detail: expect.stringContaining("By US.debt-conversation (CFPB Regulation F")
    })
    await rows.query(
      (sql) => sql`update calls set priority = 0, callback_scheduled_at = clock_timestamp() where campaign_id = ${id}`
    )
    expect(await decidedAgain(id, person)).toMatchObject({ verdict: "PASS" })
    await answered(200, api.move(id, "cancel"))
  })

  test("has no exceptions from duties and from rules that do not exist, and none without a reason", async () => {
    for (const rule of ["FR.marketing-consent", "FR.nothing", "", "FR"]) {
      const refused = await answered(400, server.admin("PUT", `${api.admin}/law-exceptions`, { rule, reason: "Why" }))
      expect(refused.details).toMatchObject([{ path: "rule", message: expect.stringContaining("docs/law.md") }])
    }
    await answered(400, server.admin("PUT", `${api.admin}/law-exceptions`, { rule: "FR.marketing-hours" }))
  })

  test("is not widened by a member: the API of an organization takes neither a purpose nor an exception", async () => {
    const person = await personIn("+3361236")
    const widened = { purpose: "SERVICE", complianceProfile: "NONE", lawExceptions: [{ rule: "FR.marketing-hours" }] }
    const id = await api.draft([person], widened)
    expect(await api.campaign(id)).toMatchObject({ purpose: null })
    const changed = await answered(200, org.call("PATCH", `/v1/campaigns/${id}`, widened))
    expect(changed.purpose).toBe(null)
    expect(await answered(200, server.admin("GET", api.admin))).toMatchObject({
      complianceProfile: "LAW",
      lawExceptions: []
    })
  })
})
