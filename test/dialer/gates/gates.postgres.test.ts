import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, numberEnding, type Person, sumOf } from "../../support/api/campaign-client.ts"
import { formOf } from "../../support/api/forms.ts"
import { startServer } from "../../support/api/test-server.ts"
import { placeAt } from "../../support/calendar/places.ts"
import { offsetOf, zoneAt } from "../../support/calendar/zones.ts"
import { eventually } from "../../support/eventually.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "1000" } })
afterAll(server.stop)
// A call lasts until the test ends it.
const slowServer = await startServer()
afterAll(slowServer.stop)

const organizationOn = async (of = server) => {
  const org = await of.organization()
  return { ...campaignClient(of, org), org }
}
type Client = Awaited<ReturnType<typeof organizationOn>>
const api = await organizationOn()
const slow = await organizationOn(slowServer)

const decisionsOf = async (client: Client, id: string, person: Person) =>
  (await client.explained(id, person)).decisions.map(({ gate, verdict }: any) => `${gate} ${verdict}`)
const lastDecision = async (client: Client, id: string, person: Person) =>
  (await client.explained(id, person)).decisions.at(-1)
const capsOf = ({ org }: Client, caps: object) =>
  answered(200, org.call("PATCH", `/v1/organizations/${org.id}/frequency-cap`, caps))
const dashboardOf = async ({ org }: Client, id: string) =>
  (await answered(200, org.call("GET", "/v1/campaigns/dashboard"))).campaigns.find((shown: any) => shown.id === id)
const waitsUntil = (client: Client, id: string, person: Person, until: Date) =>
  eventually(async () => expect(await client.record(id, person)).toMatchObject({ nextAttemptAt: until.toISOString() }))

/** Waits until the carrier has the call of one person, while the other waits. */
const oneIsCalled = async (id: string, [first, second]: readonly [Person, Person]) => {
  const attempt = await eventually(async () => {
    const [found] = await slow.attempts(id)
    if (found?.callSid == null) throw new Error("The carrier has no call yet")
    return found
  })
  const [called, waiting] = attempt.phoneNumber === first.phoneNumber ? [first, second] : [second, first]
  return { attempt, called, waiting }
}

/** The call of a person is still live, and it ends as a conversation when it is over. */
const continuesToItsEnd = async (id: string, person: Person, call: Awaited<ReturnType<typeof slow.live>>) => {
  expect(await slow.record(id, person)).toMatchObject({ status: "IN_PROGRESS" })
  await slow.report(call, "completed", { CallDuration: "30" })
  await slow.untilStatus(id, "COMPLETED")
  expect(await slow.record(id, person)).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED" })
}

describe("consent and registries", () => {
  test("only a person with the consent that is required, and on no list, is called", async () => {
    const client = await organizationOn()
    const consent = { basis: "EXPRESS", purpose: "ALL", at: "2020-01-01", source: "Form" }
    const agreed = await client.person(0, { consent })
    const [silent, listed] = (await client.people(0, 0)) as [Person, Person]
    const admin = `/admin/v1/organizations/${client.org.id}`
    await answered(200, server.admin("PUT", `${admin}/consent-policies`, { policies: { "*": "REQUIRED" } }))
    const list = formOf({ registry: "OTHER", dated: "2026-11-27", file: listed.phoneNumber })
    await answered(201, server.admin("POST", `${admin}/number-lists/upload`, ...list))
    const id = await client.started([agreed, silent, listed])
    await client.untilStatus(id, "COMPLETED")
    expect(await client.record(id, agreed)).toMatchObject({ status: "COMPLETED", attempts: 1 })
    expect(await client.record(id, silent)).toMatchObject({
      status: "SKIPPED",
      failureReason: "No Consent",
      attempts: 0
    })
    expect(await client.record(id, listed)).toMatchObject({ status: "SUPPRESSED", attempts: 0 })
    expect(await lastDecision(client, id, listed)).toMatchObject({
      gate: "dnc",
      detail: "The number is on the list OTHER of 2026-11-27"
    })
    expect(await decisionsOf(client, id, agreed)).toContain("consent PASS")
    expect(await lastDecision(client, id, silent)).toMatchObject({
      gate: "consent",
      verdict: "REFUSE",
      detail: "No consent for MARKETING is recorded"
    })
  })
})

describe("a list that becomes too old", () => {
  test("has only the contacts of its country wait, until a newer one is there", async () => {
    const client = await organizationOn()
    const { org } = client
    const admin = `/admin/v1/organizations/${org.id}`
    const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const upload = (dated: string) => {
      const form = formOf({ registry: "GB_TPS", dated, file: "02079460000" })
      return answered(201, server.admin("POST", `${admin}/number-lists/upload`, ...form))
    }
    await upload(dayBefore(0))
    const [british, other] = await Promise.all(
      [0, 1].map((digit) => client.person(digit, { phoneNumber: numberEnding(digit, "+4477009") }))
    )
    const [indian] = (await client.people(0)) as [Person]
    // No call is placed before the list is old.
    const anotherDay = [((new Date().getUTCDay() + 2) % 7) + 1]
    await client.update({ callingWindow: { days: anotherDay, start: "09:00", end: "09:01", timezone: "UTC" } })
    const id = await client.started([british, other, indian] as ReadonlyArray<Person>)
    const service = await client.started([other as Person], { useCaseType: "CUSTOMER_SUPPORT" })
    const old = dayBefore(29)
    await client.query(
      (sql) => sql`update number_lists set dated = ${old}::date where organization_id = ${Number(org.id)}`
    )
    await client.update({ callingWindow: null })

    await client.untilCall(id, indian, ({ status }) => status === "COMPLETED")
    await client.untilStatus(service, "COMPLETED")
    const detail = `The list GB_TPS is of ${old}: it may be at most 28 days old; upload its present version in the console under People, Registries, or with carillon registry upload --org ${org.id} --registry GB_TPS`
    for (const person of [british, other] as ReadonlyArray<Person>) {
      await eventually(async () =>
        expect(await lastDecision(client, id, person)).toMatchObject({ gate: "dnc", verdict: "WAIT", detail })
      )
      expect(await client.record(id, person)).toMatchObject({ status: "PENDING", attempts: 0 })
    }
    const insight = await answered(200, server.admin("GET", `${admin}/campaigns/${id}/insight`))
    expect(insight.idle.reasons).toEqual([{ gate: "dnc", detail, until: null }])
    expect(insight.oldLists).toEqual([`its audience has numbers of GB, and t${detail.slice(1)}`])

    await upload(dayBefore(0))
    await client.untilStatus(id, "COMPLETED")
    expect(await client.record(id, british as Person)).toMatchObject({ status: "COMPLETED", attempts: 1 })
    expect((await answered(200, server.admin("GET", `${admin}/campaigns/${id}/insight`))).oldLists).toEqual([])
  })
})

describe("Do Not Contact", () => {
  test("a number that is added is no longer called by any campaign", async () => {
    const [first, second] = (await slow.people(2, 2)) as [Person, Person]
    const id = await slow.started([first, second], { maxConcurrentCalls: 1 })
    const { attempt, called, waiting } = await oneIsCalled(id, [first, second])
    const paused = await slow.started([waiting, called], { callsPerMinute: 1, maxConcurrentCalls: 1 })
    await answered(200, slow.move(paused, "pause"))
    await slow.dnc(waiting.phoneNumber, { reason: "By letter" })
    const suppressed = {
      status: "SUPPRESSED",
      suppressionReason: "Do Not Contact",
      suppressedFromCampaign: true,
      nextAttemptAt: null,
      attempts: 0,
      failureReason: null
    }
    expect(await slow.record(id, waiting)).toMatchObject(suppressed)
    expect((await slow.record(paused, waiting)).status).not.toBe("PENDING")
    // An answered call continues, and is the last one.
    await slow.report(attempt, "in-progress")
    await slow.dnc(called.phoneNumber)
    await slow.report(attempt, "no-answer")
    await slow.untilStatus(id, "COMPLETED")
    expect(await slow.record(id, called)).toMatchObject({ ...suppressed, attempts: 1 })
    expect(await slow.attempts(id)).toHaveLength(1)
  })

  test("a call that rings is hung up when its number is added, and one that is answered continues", async () => {
    const [ringing, talking] = (await slow.people(2, 2)) as [Person, Person]
    const id = await slow.started([ringing, talking], { maxRetries: 0 })
    const answeredCall = await slow.live(id, talking)
    await slow.live(id, ringing)
    await slow.report(answeredCall, "in-progress")
    await slow.dnc(talking.phoneNumber)
    await slow.dnc(ringing.phoneNumber)
    await slow.untilCall(id, ringing, ({ status }) => status === "SUPPRESSED")
    expect(await slow.record(id, ringing)).toMatchObject({
      outcome: "NO_ANSWER",
      suppressionReason: "Do Not Contact",
      failureReason: null,
      nextAttemptAt: null,
      attempts: 1
    })
    await continuesToItsEnd(id, talking, answeredCall)
    const [suppressedEvent, ...others] = await slow.events("call-suppressed.v1", id)
    expect(suppressedEvent).toMatchObject({ reason: "Do Not Contact", intentLabelId: null, attempt: 1 })
    expect(others).toEqual([])
  })

  test("a listed number is not called by a new campaign, and can be restored once it is removed from the list", async () => {
    const [listed, free] = (await api.people(0, 0)) as [Person, Person]
    const { id: entry } = await api.dnc(listed.phoneNumber)
    const id = await api.started([listed, free], { callsPerMinute: 60 })
    const { id: callId } = await api.record(id, listed)
    expect(await api.record(id, listed)).toMatchObject({
      status: "SUPPRESSED",
      suppressionReason: "Do Not Contact",
      attempts: 0,
      callSid: null,
      scheduledAt: null
    })
    const restore = () => api.org.call("POST", `/v1/campaigns/${id}/suppressed/${callId}/restore`, {})
    await answered(409, restore())
    await answered(200, api.org.call("DELETE", `/v1/dnc/${entry}`))
    expect(await api.record(id, listed)).toMatchObject({ status: "SUPPRESSED" })
    const { status } = await restore()
    expect(status).toBe(200)
    await api.untilStatus(id, "COMPLETED")
    expect(["COMPLETED", "SKIPPED"]).toContain((await api.record(id, listed)).status)
  })

  test("a contact that gets a listed number is refused at the claim", async () => {
    const [person] = (await api.people(2)) as [Person]
    const id = await api.started([person])
    await api.untilCall(id, person, ({ status }) => status === "QUEUED")
    const phoneNumber = numberEnding(0)
    await api.dnc(phoneNumber)
    await answered(200, api.org.call("PATCH", `/v1/contacts/${person.id}`, { phoneNumber }))
    await api.makeDue(id)
    await api.untilStatus(id, "COMPLETED")
    expect(await api.record(id, person)).toMatchObject({ status: "SUPPRESSED", phoneNumber, attempts: 1 })
  })

  test("numbers that are added during dialing are not dialed afterwards", async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => api.person(0)))
    const id = await api.started(members)
    const entered = new Map<string, number>()
    for (const { phoneNumber } of members.toReversed()) {
      await api.dnc(phoneNumber)
      const [clock] = await api.query((sql) => sql<{ now: Date }>`select clock_timestamp() as now`)
      entered.set(phoneNumber, clock?.now.getTime() ?? 0)
    }
    await api.untilStatus(id, "COMPLETED")
    for (const { phoneNumber, startedAt } of await api.attempts(id)) {
      expect(startedAt.getTime()).toBeLessThan(entered.get(phoneNumber) ?? 0)
    }
    const progress = await api.progress(id)
    expect(progress.completed + progress.suppressed).toBe(12)
  })
})

describe("the calling hours", () => {
  const dayMillis = 86_400_000
  // Three days from now in any zone: closed now, and the offset alone determines the opening.
  const openDay = new Date(Date.now() + 3 * dayMillis)
  const window = { days: [((openDay.getUTCDay() + 6) % 7) + 1], start: "09:00", end: "21:00" }
  const openingAt = (offsetHours: number, wall = 9) =>
    new Date(
      Date.UTC(openDay.getUTCFullYear(), openDay.getUTCMonth(), openDay.getUTCDate()) + (wall - offsetHours) * 3_600_000
    )
  test("outside the hours a call waits for the opening in the person's zone", async () => {
    const otherApi = await organizationOn()
    await otherApi.update({ callingWindow: { ...window, timezone: "UTC" } })
    const people = {
      byNumber: await otherApi.person(0),
      byMetadata: await otherApi.person(0, { metadata: { timezone: "Asia/Tokyo" } }),
      wrongMetadata: await otherApi.person(0, { metadata: { timezone: "Mars/Base" } }),
      severalZones: await otherApi.person(0, { phoneNumber: numberEnding(0, "+628") })
    }
    const id = await otherApi.started(Object.values(people))
    await waitsUntil(otherApi, id, people.byNumber, openingAt(5.5))
    await waitsUntil(otherApi, id, people.byMetadata, openingAt(9))
    await waitsUntil(otherApi, id, people.wrongMetadata, openingAt(5.5))
    // The window opens when it is open in all possible zones: last in the west.
    await waitsUntil(otherApi, id, people.severalZones, openingAt(7))
    for (const person of Object.values(people)) {
      expect(await otherApi.record(id, person)).toMatchObject({ status: "PENDING", attempts: 0, deferralReason: null })
      const { nextAttemptAt, scheduledAt } = await otherApi.record(id, person)
      expect(scheduledAt).toBe(nextAttemptAt)
      expect(await lastDecision(otherApi, id, person)).toMatchObject({
        gate: "window",
        verdict: "WAIT",
        detail: expect.stringContaining(nextAttemptAt)
      })
    }
    expect(await otherApi.progress(id)).toMatchObject({ status: "IN_PROGRESS", pending: 4, frequencyDeferred: 0 })
    expect(await otherApi.attempts(id)).toEqual([])
    expect((await dashboardOf(otherApi, id)).health).toMatchObject({ level: "green" })
  })

  test("the campaign's time zone applies to numbers without a zone", async () => {
    const otherApi = await organizationOn()
    await otherApi.update({ callingWindow: { ...window, timezone: "UTC" } })
    // A satellite phone.
    const person = await otherApi.person(0, { phoneNumber: numberEnding(0, "+8816") })
    const inTokyo = await otherApi.started([person], { timezone: "Asia/Tokyo" })
    await waitsUntil(otherApi, inTokyo, person, openingAt(9))
    const anywhere = await otherApi.started([person])
    await waitsUntil(otherApi, anywhere, person, openingAt(0))
  })

  test("only first calls wait when retries may ignore the window", async () => {
    const otherApi = await organizationOn()
    const [free, kept] = (await otherApi.people(2, 2)) as [Person, Person]
    const bypassing = await otherApi.started([free], { retryWithinWindow: false })
    const keeping = await otherApi.started([kept], { retryWithinWindow: true })
    await otherApi.untilCall(bypassing, free, ({ status }) => status === "QUEUED")
    await otherApi.untilCall(keeping, kept, ({ status }) => status === "QUEUED")
    await otherApi.update({ callingWindow: window })
    await otherApi.makeDue(bypassing)
    await otherApi.makeDue(keeping)
    const again = await otherApi.untilCall(
      bypassing,
      free,
      ({ attempts, status }) => attempts === 2 && status === "QUEUED"
    )
    expect(Date.parse(again.nextAttemptAt) - Date.parse(again.completedAt)).toBe(3_600_000)
    await waitsUntil(otherApi, keeping, kept, openingAt(5.5))
    const [fresh] = (await otherApi.people(0)) as [Person]
    const late = await otherApi.started([fresh], { retryWithinWindow: false })
    await waitsUntil(otherApi, late, fresh, openingAt(5.5))
  })

  test("a retry is scheduled within the window", async () => {
    const otherApi = await organizationOn(slowServer)
    const person = await otherApi.person(2)
    const id = await otherApi.started([person])
    const attempt = await otherApi.live(id, person)
    await otherApi.update({ callingWindow: window })
    await otherApi.report(attempt, "no-answer")
    await waitsUntil(otherApi, id, person, openingAt(5.5))
  })

  test("the legal hours apply without a window, and to retries as well", async () => {
    const otherApi = await organizationOn()
    await otherApi.update({ complianceProfile: "STATUTORY" })
    const [night, day] = [placeAt(0), placeAt(12)]
    // A stated zone of another country does not open the hours.
    const metadata = { timezone: day.zone }
    const asleep = await otherApi.person(2, { phoneNumber: night.number(2), metadata })
    const awake = await otherApi.person(2, { phoneNumber: day.number(2) })
    const id = await otherApi.started([asleep, awake], { retryWithinWindow: false })
    await otherApi.untilCall(id, awake, ({ status }) => status === "QUEUED")
    const waiting = await otherApi.untilCall(id, asleep, ({ nextAttemptAt }) => Date.parse(nextAttemptAt) > Date.now())
    expect(new Date(waiting.nextAttemptAt).getUTCHours()).toBe((8 - night.offset + 48) % 24)
    expect(waiting).toMatchObject({ status: "PENDING", attempts: 0 })
    expect((await lastDecision(otherApi, id, asleep)).detail).toBe(
      `The calling hours open at ${waiting.nextAttemptAt}. The statutory hours disregard the stated time zone ${day.zone}: the number's country does not have it. They use ${night.zone}`
    )
    // Night falls at the other person's number.
    const phoneNumber = night.number(2)
    await answered(200, otherApi.org.call("PATCH", `/v1/contacts/${awake.id}`, { phoneNumber }))
    await otherApi.makeDue(id)
    await otherApi.untilCall(id, awake, ({ nextAttemptAt }) => nextAttemptAt === waiting.nextAttemptAt)
    expect(await otherApi.record(id, awake)).toMatchObject({ status: "QUEUED", attempts: 1 })
    // An admin may turn the legal hours off.
    await otherApi.update({ complianceProfile: "NONE" })
    await otherApi.makeDue(id)
    await otherApi.untilCall(id, asleep, ({ attempts }) => attempts === 1)
  })

  test("a call that the law of a country closes names the rule, its source and when it was checked", async () => {
    const otherApi = await organizationOn()
    await otherApi.update({ complianceProfile: "LAW" })
    const night = placeAt(0)
    const person = await otherApi.person(2, { phoneNumber: night.number(2) })
    const id = await otherApi.started([person], { useCaseType: "LEAD_QUALIFICATION" })
    await otherApi.untilCall(id, person, ({ nextAttemptAt }) => Date.parse(nextAttemptAt) > Date.now())
    expect(await lastDecision(otherApi, id, person)).toMatchObject({
      gate: "window",
      detail: expect.stringMatching(/Closed by [A-Z-]+\.[a-z-]*hours \(.+; checked \d{4}-\d\d-\d\d, confidence \w+\): /)
    })
  })

  test("a retry of a collection call in India is not due after seven", async () => {
    const otherApi = await organizationOn(slowServer)
    const minuteMillis = 60_000
    // From 19:20 to 20:40 in India, as the shortest delay is half an hour.
    const now = Date.now()
    const evening = new Date(now + 50 * minuteMillis)
    if (evening.getUTCHours() >= 14) evening.setUTCDate(evening.getUTCDate() + 1)
    evening.setUTCHours(14, 0, 0, 0)
    const retryDelayMinutes = Math.round((evening.getTime() - now) / minuteMillis)
    const retryOf = async (useCaseType: string) => {
      const person = await otherApi.person(2)
      await otherApi.update({ complianceProfile: "NONE" })
      const id = await otherApi.started([person], { useCaseType, retryDelayMinutes })
      const attempt = await otherApi.live(id, person)
      await otherApi.update({ complianceProfile: "STATUTORY" })
      await otherApi.report(attempt, "no-answer")
      const { nextAttemptAt } = await otherApi.untilCall(id, person, ({ status }) => status === "QUEUED")
      return Date.parse(nextAttemptAt)
    }
    const morning = evening.getTime() + 12.5 * 60 * minuteMillis
    expect(await retryOf("COLLECTIONS")).toBe(morning)
    expect(await retryOf("EDUTECH")).toBeLessThan(morning)
  })

  test("a call waits when the window never opens in all zones of its number", async () => {
    const otherApi = await organizationOn()
    await otherApi.update({ callingWindow: { days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "10:00" } })
    const person = await otherApi.person(0, { phoneNumber: numberEnding(0, "+628") })
    const id = await otherApi.started([person])
    await otherApi.untilCall(id, person, ({ nextAttemptAt }) => Date.parse(nextAttemptAt) > Date.now())
    expect(await lastDecision(otherApi, id, person)).toMatchObject({ gate: "window", verdict: "WAIT" })
  })
})

describe("the frequency cap", () => {
  const weekMillis = 168 * 3_600_000
  const indianMidnight = () => {
    const offset = 5.5 * 3_600_000
    return new Date((Math.floor((Date.now() + offset) / 86_400_000) + 1) * 86_400_000 - offset)
  }

  test("the daily cap defers calls of all campaigns to the person's next day", async () => {
    const otherApi = await organizationOn()
    await capsOf(otherApi, { maxCallsPerDay: 1 })
    const [person] = (await otherApi.people(2)) as [Person]
    const id = await otherApi.started([person])
    await otherApi.untilCall(id, person, ({ status }) => status === "QUEUED")
    await otherApi.makeDue(id)
    const deferred = await otherApi.untilCall(id, person, ({ deferralReason }) => deferralReason !== null)
    expect(deferred).toMatchObject({
      status: "QUEUED",
      deferralReason: "Frequency Cap - Daily",
      nextAttemptAt: indianMidnight().toISOString(),
      attempts: 1,
      outcome: "NO_ANSWER"
    })
    expect(await otherApi.progress(id)).toMatchObject({ frequencyDeferred: 1, queued: 1 })
    const other = await otherApi.started([person])
    expect(await otherApi.untilCall(other, person, ({ deferralReason }) => deferralReason !== null)).toMatchObject({
      status: "PENDING",
      attempts: 0
    })
    expect(await otherApi.progress(other)).toMatchObject({ frequencyDeferred: 1, pending: 1 })
    // A deferred call keeps its date; a new claim checks the new cap.
    await capsOf(otherApi, { maxCallsPerDay: 2 })
    expect(await otherApi.record(id, person)).toMatchObject({ nextAttemptAt: deferred.nextAttemptAt })
    await otherApi.makeDue(id)
    const again = await otherApi.untilCall(id, person, ({ attempts, status }) => attempts === 2 && status === "QUEUED")
    expect(again).toMatchObject({ deferralReason: null })
    await otherApi.makeDue(id)
    await otherApi.untilCall(id, person, ({ deferralReason }) => deferralReason !== null)
    expect(await otherApi.progress(id)).toMatchObject({ frequencyDeferred: 2 })
  })

  test("the weekly cap defers until the oldest call is a week old, and the later of both caps counts", async () => {
    const otherApi = await organizationOn()
    await capsOf(otherApi, { maxCallsPerDay: 1, maxCallsPerWeek: 2 })
    const [person] = (await otherApi.people(2)) as [Person]
    const id = await otherApi.started([person])
    await otherApi.untilCall(id, person, ({ status }) => status === "QUEUED")
    await otherApi.makeDue(id)
    expect(await otherApi.untilCall(id, person, ({ deferralReason }) => deferralReason !== null)).toMatchObject({
      deferralReason: "Frequency Cap - Daily"
    })
    await capsOf(otherApi, { maxCallsPerWeek: 1 })
    await otherApi.makeDue(id)
    const startedAt = (await otherApi.attempts(id))[0]?.startedAt ?? new Date(0)
    await waitsUntil(otherApi, id, person, new Date(startedAt.getTime() + weekMillis))
    expect(await otherApi.record(id, person)).toMatchObject({ deferralReason: "Frequency Cap - Weekly" })
    expect(await otherApi.progress(id)).toMatchObject({ frequencyDeferred: 2 })
  })

  test("the cap defers to the opening of the next day", async () => {
    const otherApi = await organizationOn()
    await capsOf(otherApi, { maxCallsPerDay: 1 })
    const zone = zoneAt(12)
    const offset = offsetOf(zone)
    const person = await otherApi.person(2, { metadata: { timezone: zone } })
    const id = await otherApi.started([person])
    await otherApi.untilCall(id, person, ({ status }) => status === "QUEUED")
    const days = [1, 2, 3, 4, 5, 6, 7]
    await otherApi.update({ callingWindow: { days, start: "09:30", end: "17:00" } })
    await otherApi.makeDue(id)
    const { nextAttemptAt } = await otherApi.untilCall(id, person, ({ deferralReason }) => deferralReason !== null)
    const onTheWall = new Date(Date.parse(nextAttemptAt) + offset * 3_600_000)
    const today = new Date(Date.now() + offset * 3_600_000)
    expect(onTheWall.toISOString().slice(11)).toBe("09:30:00.000Z")
    expect(onTheWall.getUTCDay()).toBe((today.getUTCDay() + 1) % 7)
  })

  test("the cap counts calls to a number, whichever contact has it", async () => {
    const otherApi = await organizationOn()
    await capsOf(otherApi, { maxCallsPerDay: 1 })
    const [first] = (await otherApi.people(0)) as [Person]
    await otherApi.untilStatus(await otherApi.started([first]), "COMPLETED")
    await answered(200, otherApi.org.call("DELETE", `/v1/contacts/${first.id}`))
    const second = await otherApi.person(0, { phoneNumber: first.phoneNumber })
    const id = await otherApi.started([second])
    await otherApi.untilCall(id, second, ({ deferralReason }) => deferralReason === "Frequency Cap - Daily")
  })

  test("two concurrent campaigns share a cap of one call", async () => {
    const otherApi = await organizationOn()
    await capsOf(otherApi, { maxCallsPerDay: 1 })
    const members = await Promise.all(Array.from({ length: 12 }, () => otherApi.person(0)))
    const ids = [await otherApi.draft(members), await otherApi.draft(members), await otherApi.draft(members)]
    await Promise.all(ids.map((id) => answered(200, otherApi.move(id, "start"))))
    await eventually(async () => {
      const all = await Promise.all(ids.map((id) => otherApi.progress(id)))
      const [called, deferred] = [sum(all, "completed"), sum(all, "frequencyDeferred")]
      expect([called, deferred]).toEqual([12, 24])
    })
    const numbers = (await Promise.all(ids.map((id) => otherApi.attempts(id))))
      .flat()
      .map(({ phoneNumber }) => phoneNumber)
    expect(numbers).toHaveLength(12)
    expect(new Set(numbers).size).toBe(12)
  })

  test("a campaign can use the rest of a weekly cap, to the last call", async () => {
    const otherApi = await organizationOn()
    await capsOf(otherApi, { maxCallsPerWeek: 3 })
    const [person] = (await otherApi.people(2)) as [Person]
    const ids = await Promise.all(Array.from({ length: 5 }, () => otherApi.draft([person], { maxRetries: 0 })))
    await Promise.all(ids.map((id) => answered(200, otherApi.move(id, "start"))))
    const deferredOf = async () =>
      (await Promise.all(ids.map((id) => otherApi.record(id, person)))).filter(
        ({ deferralReason }) => deferralReason !== null
      )
    await eventually(async () => {
      // A call that waited for a live call waits no longer than needed.
      for (const id of ids) if ((await otherApi.record(id, person)).deferralReason === null) await otherApi.makeDue(id)
      expect(await deferredOf()).toHaveLength(2)
    })
    expect((await Promise.all(ids.map((id) => otherApi.attempts(id)))).flat()).toHaveLength(3)
  })

  const sum = (all: ReadonlyArray<any>, field: string) => all.reduce((total, one) => total + one[field], 0)
})

describe("one call at a time", () => {
  test("a number with a live call in one campaign waits in the other", async () => {
    const [person] = (await slow.people(0)) as [Person]
    const first = await slow.started([person])
    const attempt = await slow.live(first, person)
    const second = await slow.started([person])
    await eventually(async () =>
      expect(await lastDecision(slow, second, person)).toMatchObject({ gate: "live", verdict: "WAIT" })
    )
    expect(await slow.record(second, person)).toMatchObject({ status: "PENDING", attempts: 0 })
    expect(await decisionsOf(slow, second, person)).toEqual([
      ...["campaign", "quota", "dnc", "suppression", "frequency", "window"].map((gate) => `${gate} PASS`),
      "live WAIT"
    ])
    await slow.report(attempt, "completed", { CallDuration: "12" })
    await slow.untilStatus(first, "COMPLETED")
    await slow.makeDue(second)
    await slow.report(await slow.live(second, person), "completed", { CallDuration: "12" })
    await slow.untilStatus(second, "COMPLETED")
  })

  test("a contact who takes over the number of a live call waits", async () => {
    const [one, other] = (await slow.people(0, 0)) as [Person, Person]
    const id = await slow.started([one, other], { maxConcurrentCalls: 1 })
    const attempt = await eventually(async () => {
      const [found] = await slow.attempts(id)
      if (found?.callSid == null) throw new Error("The carrier has no call yet")
      return found
    })
    const [called, waiting] = attempt.phoneNumber === one.phoneNumber ? [one, other] : [other, one]
    const change = (of: Person, phoneNumber: string) =>
      answered(200, slow.org.call("PATCH", `/v1/contacts/${of.id}`, { phoneNumber }))
    await change(called, numberEnding(0))
    await change(waiting, called.phoneNumber)
    const next = await slow.started([waiting])
    await eventually(async () => expect(await lastDecision(slow, next, waiting)).toMatchObject({ gate: "live" }))
    await slow.report(attempt, "completed", { CallDuration: "12" })
    const followed = await slow.live(id, waiting)
    expect(followed.phoneNumber).toBe(called.phoneNumber)
    // The record of the first call keeps the number that was dialed.
    expect(await slow.record(id, called)).toMatchObject({ status: "COMPLETED", phoneNumber: called.phoneNumber })
    await slow.report(followed, "completed", { CallDuration: "12" })
    await answered(200, slow.move(next, "cancel"))
    await slow.untilStatus(id, "COMPLETED")
  })
})

describe("a contact that changes", () => {
  test("a deleted contact is not called, neither for the first time nor again", async () => {
    const [first, second] = (await slow.people(2, 2)) as [Person, Person]
    const id = await slow.started([first, second], { maxConcurrentCalls: 1 })
    const { attempt, called, waiting } = await oneIsCalled(id, [first, second])
    await answered(200, slow.org.call("DELETE", `/v1/contacts/${waiting.id}`))
    const skipped = { status: "SKIPPED", failureReason: "Contact Deleted", nextAttemptAt: null }
    expect(await slow.record(id, waiting)).toMatchObject({ ...skipped, attempts: 0 })
    await slow.report(attempt, "in-progress")
    await answered(200, slow.org.call("POST", "/v1/contacts/bulk-delete", { contactIds: [called.id] }))
    expect(await slow.record(id, called)).toMatchObject({ status: "IN_PROGRESS" })
    await slow.report(attempt, "busy")
    await slow.untilCall(id, called, ({ status }) => status !== "IN_PROGRESS")
    await slow.makeDue(id)
    await slow.untilStatus(id, "COMPLETED")
    expect(await slow.record(id, called)).toMatchObject({ ...skipped, attempts: 1 })
  })

  test("a call that rings is hung up when its contact is deleted, and one that is answered continues", async () => {
    const [ringing, talking] = (await slow.people(2, 2)) as [Person, Person]
    const id = await slow.started([ringing, talking])
    const answeredCall = await slow.live(id, talking)
    await slow.live(id, ringing)
    await slow.report(answeredCall, "in-progress")
    const contactIds = [talking.id, ringing.id]
    await answered(200, slow.org.call("POST", "/v1/contacts/bulk-delete", { contactIds }))
    await slow.untilCall(id, ringing, ({ status }) => status === "SKIPPED")
    expect(await slow.record(id, ringing)).toMatchObject({
      outcome: "NO_ANSWER",
      failureReason: "Contact Deleted",
      nextAttemptAt: null,
      attempts: 1
    })
    await continuesToItsEnd(id, talking, answeredCall)
  })

  test("a call that rings is hung up when the consent is withdrawn, and one that is answered continues", async () => {
    const client = await organizationOn(slowServer)
    const admin = `/admin/v1/organizations/${client.org.id}`
    const consent = { basis: "EXPRESS", purpose: "ALL", at: "2020-01-01", source: "Form" }
    await answered(200, slowServer.admin("PUT", `${admin}/consent-policies`, { policies: { "*": "REQUIRED" } }))
    const people = await Promise.all([
      client.person(2, { consent }),
      client.person(2, { consent }),
      client.person(2, { consent })
    ])
    const [byKey, byAdmin, talking] = people as [Person, Person, Person]
    const id = await client.started(people)
    const answeredCall = await client.live(id, talking)
    for (const person of [byKey, byAdmin]) await client.live(id, person)
    await client.report(answeredCall, "in-progress")
    for (const { id: contact } of [talking, byKey])
      await answered(200, client.org.call("POST", `/v1/contacts/${contact}/withdraw-consent`, {}))
    const { phoneNumber } = byAdmin
    await answered(200, slowServer.admin("POST", `${admin}/consents/withdraw`, { phoneNumber }))
    for (const person of [byKey, byAdmin]) {
      await client.untilCall(id, person, ({ status }) => status !== "IN_PROGRESS")
      expect(await client.record(id, person)).toMatchObject({ outcome: "NO_ANSWER", attempts: 1 })
      await client.makeDue(id)
      await client.untilCall(id, person, ({ status }) => status === "SKIPPED")
      expect(await client.record(id, person)).toMatchObject({ failureReason: "Consent Withdrawn", attempts: 1 })
    }
    await client.report(answeredCall, "completed", { CallDuration: "30" })
    await client.untilStatus(id, "COMPLETED")
    expect(await client.record(id, talking)).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED" })
  })

  test("a contact with a new number and name is called with these", async () => {
    const otherApi = await organizationOn()
    await otherApi.update({
      callingWindow: { days: [((new Date().getUTCDay() + 3) % 7) + 1], start: "09:00", end: "21:00" }
    })
    const [person] = (await otherApi.people(2)) as [Person]
    const id = await otherApi.started([person])
    await otherApi.untilCall(id, person, ({ nextAttemptAt }) => Date.parse(nextAttemptAt) > Date.now())
    const changed = { phoneNumber: numberEnding(0), name: "Ravi" }
    await answered(200, otherApi.org.call("PATCH", `/v1/contacts/${person.id}`, changed))
    await otherApi.update({ callingWindow: null })
    await otherApi.makeDue(id)
    await otherApi.untilStatus(id, "COMPLETED")
    expect(await otherApi.record(id, person)).toMatchObject({
      status: "COMPLETED",
      phoneNumber: changed.phoneNumber,
      contactName: "Ravi"
    })
    const [attempt] = await otherApi.attempts(id)
    expect(attempt?.phoneNumber).toBe(changed.phoneNumber)
  })
})

describe("the quota", () => {
  const usedBy = async (client: Client) => (await answered(200, server.admin("GET", client.admin))).minutesUsed

  test("the quota counts begun minutes, and unused reserved minutes are given back", async () => {
    const otherApi = await organizationOn(slowServer)
    const [person] = (await otherApi.people(0)) as [Person]
    const converse = async (seconds: number) => {
      const id = await otherApi.started([person], { callTimeoutMinutes: 7 })
      const attempt = await otherApi.live(id, person)
      expect(await otherApi.usage()).toMatchObject({ reserved: 7 })
      await otherApi.report(attempt, "completed", { CallDuration: String(seconds) })
      await otherApi.untilStatus(id, "COMPLETED")
      return otherApi.usage()
    }
    expect(await converse(60)).toEqual({ used: 1, reserved: 0 })
    expect(await converse(61)).toEqual({ used: 3, reserved: 0 })
    expect(await converse(10)).toEqual({ used: 4, reserved: 0 })
    expect((await answered(200, slowServer.admin("GET", otherApi.admin))).minutesUsed).toBe(4)
  })

  test("a used-up quota pauses the campaign with a reason, and waiting calls stay as they are", async () => {
    const otherApi = await organizationOn()
    await otherApi.update({ minutesQuota: 2 })
    const members = await otherApi.people(0, 0, 0, 0, 2)
    const id = await otherApi.started(members, { maxConcurrentCalls: 1, maxRetries: 0 })
    const paused = await otherApi.untilStatus(id, "PAUSED")
    expect(paused.statusReason).toMatch(/minutes/)
    expect(await usedBy(otherApi)).toBe(2)
    const progress = await otherApi.progress(id)
    expect(progress).toMatchObject({ completed: 2, skipped: 0, inProgress: 0 })
    expect(sumOf(progress)).toBe(5)
    expect(await dashboardOf(otherApi, id)).toMatchObject({
      health: { level: "red", reason: expect.stringMatching(/minutes/) }
    })
    expect(await otherApi.events("campaign-changed.v1", id)).toMatchObject([
      { to: "IN_PROGRESS" },
      { to: "PAUSED", reason: paused.statusReason }
    ])
    expect((await answered(402, otherApi.move(id, "resume"))).message).toMatch(/1 needed, 0 remaining/)
    // Pausing a paused campaign changes nothing, including its reason.
    await answered(200, otherApi.move(id, "pause"))
    expect(await otherApi.campaign(id)).toEqual(paused)
    await otherApi.update({ minutesQuota: 100 })
    await answered(200, otherApi.move(id, "resume"))
    expect(await otherApi.campaign(id)).toMatchObject({ statusReason: null })
    await otherApi.untilStatus(id, "COMPLETED")
    expect(await usedBy(otherApi)).toBe(4)
  })

  test("a campaign waits when all minutes are reserved by its own live calls", async () => {
    const otherApi = await organizationOn(slowServer)
    await otherApi.update({ minutesQuota: 5 })
    const [one, other] = (await otherApi.people(0, 0)) as [Person, Person]
    const id = await otherApi.started([one, other], { callTimeoutMinutes: 4 })
    const attempts = await eventually(async () => {
      const found = await otherApi.attempts(id)
      expect(found.filter(({ callSid }) => callSid !== null)).toHaveLength(2)
      return found
    })
    // The second call got the minutes that were left.
    expect(await otherApi.usage()).toEqual({ used: 0, reserved: 5 })
    const [third] = (await otherApi.people(0)) as [Person]
    const waiting = await otherApi.draft([third])
    expect((await answered(402, otherApi.move(waiting, "start"))).message).toMatch(/1 needed, 0 remaining/)
    for (const attempt of attempts) await otherApi.report(attempt, "completed", { CallDuration: "12" })
    await otherApi.untilStatus(id, "COMPLETED")
    expect(await otherApi.usage()).toEqual({ used: 2, reserved: 0 })
    await answered(200, otherApi.move(waiting, "start"))
    await otherApi.report(await otherApi.live(waiting, third), "no-answer")
    await otherApi.untilCall(waiting, third, ({ status }) => status === "QUEUED")
    expect(await otherApi.usage()).toEqual({ used: 2, reserved: 0 })
  })

  test("a campaign whose minutes are reserved by others neither pauses nor fails a call", async () => {
    const otherApi = await organizationOn(slowServer)
    await otherApi.update({ minutesQuota: 2 })
    const [one, other] = (await otherApi.people(0, 0)) as [Person, Person]
    const id = await otherApi.started([one, other], { callTimeoutMinutes: 2, maxConcurrentCalls: 2 })
    const first = await eventually(async () => {
      const [found] = await otherApi.attempts(id)
      if (found?.callSid == null) throw new Error("The carrier has no call yet")
      return found
    })
    expect(await otherApi.campaign(id)).toMatchObject({ status: "IN_PROGRESS", statusReason: null })
    expect(await otherApi.progress(id)).toMatchObject({ pending: 1, inProgress: 1 })
    await otherApi.report(first, "completed", { CallDuration: "12" })
    const next = await otherApi.live(id, first.phoneNumber === one.phoneNumber ? other : one)
    await otherApi.report(next, "completed", { CallDuration: "12" })
    await otherApi.untilStatus(id, "COMPLETED")
    expect(await otherApi.usage()).toEqual({ used: 2, reserved: 0 })
  })

  test("concurrent campaigns never overdraw the quota", async () => {
    const otherApi = await organizationOn()
    await otherApi.update({ minutesQuota: 7 })
    const ids = await Promise.all(
      Array.from({ length: 4 }, async () =>
        otherApi.draft(await otherApi.people(0, 0, 0, 0), { maxConcurrentCalls: 1, callTimeoutMinutes: 1 })
      )
    )
    await Promise.all(ids.map((id) => otherApi.move(id, "start")))
    await eventually(async () => {
      for (const id of ids) {
        const { status } = await otherApi.campaign(id)
        expect(["PAUSED", "COMPLETED", "DRAFT"]).toContain(status)
      }
    })
    expect(await otherApi.usage()).toEqual({ used: 7, reserved: 0 })
  })
})

describe("the failure breaker", () => {
  test("a campaign whose calls fail at the carrier pauses, and runs again after a resume", async () => {
    const otherApi = await organizationOn()
    const members = await Promise.all(Array.from({ length: 45 }, () => otherApi.person(4)))
    const id = await otherApi.started(members, { maxConcurrentCalls: 5 })
    const paused = await otherApi.untilStatus(id, "PAUSED")
    expect(paused.statusReason).toMatch(/failed at the carrier/)
    await eventually(async () => expect(await otherApi.progress(id)).toMatchObject({ inProgress: 0 }))
    const before = (await otherApi.attempts(id)).length
    expect(before).toBeGreaterThanOrEqual(20)
    expect(before).toBeLessThan(30)
    expect(await dashboardOf(otherApi, id)).toMatchObject({
      health: { level: "red", reason: expect.stringContaining(paused.statusReason) }
    })
    expect(await otherApi.events("campaign-changed.v1", id)).toMatchObject([
      {},
      { to: "PAUSED", reason: paused.statusReason }
    ])
    await answered(200, otherApi.move(id, "resume"))
    expect(await otherApi.campaign(id)).toMatchObject({ status: "IN_PROGRESS", statusReason: null })
    // After twenty more failures it pauses again.
    await otherApi.untilStatus(id, "PAUSED")
    expect((await otherApi.attempts(id)).length).toBeGreaterThanOrEqual(before + 20)
  })

  test("mostly successful calls and unreachable people do not pause a campaign", async () => {
    const otherApi = await organizationOn()
    const mixed = await otherApi.people(...Array.from({ length: 24 }, (_, at) => [0, 4, 0, 2, 4, 0, 3, 0][at % 8] ?? 0))
    const id = await otherApi.started(mixed, { maxRetries: 0, maxConcurrentCalls: 3 })
    await otherApi.untilStatus(id, "COMPLETED")
    const unreached = await otherApi.people(...Array.from({ length: 24 }, (_, at) => 2 + (at % 2)))
    const other = await otherApi.started(unreached, { maxRetries: 0 })
    await otherApi.untilStatus(other, "COMPLETED")
  })
})

test("the service logs no unexpected problem", () => {
  const known = /pauses itself/
  expect([...server.log, ...slowServer.log].filter((line) => !known.test(line))).toEqual([])
})
