import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, numberEnding, type Person, sumOf } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "1000" } })
afterAll(server.stop)
// Here a call lasts until a test ends it.
const slowServer = await startServer()
afterAll(slowServer.stop)

const organizationOn = async (of = server) => {
  const org = await of.organization()
  return { ...campaignClient(of, org), org }
}
type Client = Awaited<ReturnType<typeof organizationOn>>
const it = await organizationOn()
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

describe("Do Not Contact", () => {
  test("a number that enters it is not called any more, by any campaign, from that moment on", async () => {
    const [first, second] = (await slow.people(2, 2)) as [Person, Person]
    const id = await slow.started([first, second], { maxConcurrentCalls: 1 })
    const attempt = await eventually(async () => {
      const [found] = await slow.attempts(id)
      if (found?.callSid == null) throw new Error("Nobody is called yet")
      return found
    })
    const [called, waiting] = attempt.phoneNumber === first.phoneNumber ? [first, second] : [second, first]
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
    // A call under way goes on, and is the last one.
    await slow.dnc(called.phoneNumber)
    await slow.tell(attempt, "no-answer")
    await slow.untilCall(id, called, ({ status }) => status === "QUEUED")
    await slow.makeDue(id)
    await slow.untilStatus(id, "COMPLETED")
    expect(await slow.record(id, called)).toMatchObject({ ...suppressed, attempts: 1 })
    expect(await lastDecision(slow, id, called)).toMatchObject({ gate: "dnc", verdict: "REFUSE" })
    expect(await slow.attempts(id)).toHaveLength(1)
  })

  test("a number that is on it when the campaign starts is never called, and may be restored once it is off", async () => {
    const [listed, free] = (await it.people(0, 0)) as [Person, Person]
    const { id: entry } = await it.dnc(listed.phoneNumber)
    const id = await it.started([listed, free], { callsPerMinute: 60 })
    const { id: callId } = await it.record(id, listed)
    expect(await it.record(id, listed)).toMatchObject({
      status: "SUPPRESSED",
      suppressionReason: "Do Not Contact",
      attempts: 0,
      callSid: null,
      scheduledAt: null
    })
    const restore = () => it.org.call("POST", `/v1/campaigns/${id}/suppressed/${callId}/restore`, {})
    await answered(409, restore())
    await answered(200, it.org.call("DELETE", `/v1/dnc/${entry}`))
    expect(await it.record(id, listed)).toMatchObject({ status: "SUPPRESSED" })
    const { status } = await restore()
    expect(status).toBe(200)
    await it.untilStatus(id, "COMPLETED")
    expect(["COMPLETED", "SKIPPED"]).toContain((await it.record(id, listed)).status)
  })

  test("a contact that gets a number that is on it is refused at the claim", async () => {
    const [person] = (await it.people(2)) as [Person]
    const id = await it.started([person])
    await it.untilCall(id, person, ({ status }) => status === "QUEUED")
    const phoneNumber = numberEnding(0)
    await it.dnc(phoneNumber)
    await answered(200, it.org.call("PATCH", `/v1/contacts/${person.id}`, { phoneNumber }))
    await it.makeDue(id)
    await it.untilStatus(id, "COMPLETED")
    expect(await it.record(id, person)).toMatchObject({ status: "SUPPRESSED", phoneNumber, attempts: 1 })
  })

  test("of numbers that enter it while they are dialed, none is dialed afterwards", async () => {
    const members = await Promise.all(Array.from({ length: 24 }, () => it.person(0)))
    const id = await it.started(members)
    const entered = new Map<string, number>()
    for (const { phoneNumber } of members.toReversed()) {
      await it.dnc(phoneNumber)
      const [clock] = await it.query((sql) => sql<{ now: Date }>`select clock_timestamp() as now`)
      entered.set(phoneNumber, clock?.now.getTime() ?? 0)
    }
    await it.untilStatus(id, "COMPLETED")
    for (const { phoneNumber, startedAt } of await it.attempts(id)) {
      expect(startedAt.getTime()).toBeLessThan(entered.get(phoneNumber) ?? 0)
    }
    const progress = await it.progress(id)
    expect(progress.completed + progress.suppressed).toBe(24)
  })
})

/** A zone whose clocks show this hour now. */
const zoneAt = (hour: number) => {
  const offset = ((hour - new Date().getUTCHours() + 35) % 24) - 11
  return { zone: offset === 0 ? "Etc/GMT" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`, offset }
}

describe("the calling hours", () => {
  const dayMillis = 86_400_000
  // Three days from now wherever one is: so it is closed now, and the opening is told by the offset alone.
  const openDay = new Date(Date.now() + 3 * dayMillis)
  const window = { days: [((openDay.getUTCDay() + 6) % 7) + 1], start: "09:00", end: "21:00" }
  const openingAt = (offsetHours: number, wall = 9) =>
    new Date(
      Date.UTC(openDay.getUTCFullYear(), openDay.getUTCMonth(), openDay.getUTCDate()) + (wall - offsetHours) * 3_600_000
    )
  test("closed, people wait for the opening where they are", async () => {
    const its = await organizationOn()
    await its.update({ callingWindow: { ...window, timezone: "UTC" } })
    const people = {
      byNumber: await its.person(0),
      byMetadata: await its.person(0, { metadata: { timezone: "Asia/Tokyo" } }),
      wrongMetadata: await its.person(0, { metadata: { timezone: "Mars/Base" } }),
      severalZones: await its.person(0, { phoneNumber: numberEnding(0, "+628") })
    }
    const id = await its.started(Object.values(people))
    await waitsUntil(its, id, people.byNumber, openingAt(5.5))
    await waitsUntil(its, id, people.byMetadata, openingAt(9))
    await waitsUntil(its, id, people.wrongMetadata, openingAt(5.5))
    // It opens when it is open everywhere: in the west last.
    await waitsUntil(its, id, people.severalZones, openingAt(7))
    for (const person of Object.values(people)) {
      expect(await its.record(id, person)).toMatchObject({ status: "PENDING", attempts: 0, deferralReason: null })
      const { nextAttemptAt, scheduledAt } = await its.record(id, person)
      expect(scheduledAt).toBe(nextAttemptAt)
      expect(await lastDecision(its, id, person)).toMatchObject({
        gate: "window",
        verdict: "WAIT",
        detail: expect.stringContaining(nextAttemptAt)
      })
    }
    expect(await its.progress(id)).toMatchObject({ status: "IN_PROGRESS", pending: 4, frequencyDeferred: 0 })
    expect(await its.attempts(id)).toEqual([])
    expect((await dashboardOf(its, id)).health).toMatchObject({ level: "green" })
  })

  test("a campaign's own time zone counts for a number that tells none", async () => {
    const its = await organizationOn()
    await its.update({ callingWindow: { ...window, timezone: "UTC" } })
    // A satellite phone.
    const person = await its.person(0, { phoneNumber: numberEnding(0, "+8816") })
    const inTokyo = await its.started([person], { timezone: "Asia/Tokyo" })
    await waitsUntil(its, inTokyo, person, openingAt(9))
    const anywhere = await its.started([person])
    await waitsUntil(its, anywhere, person, openingAt(0))
  })

  test("only fresh calls wait when retries are let out of the window", async () => {
    const its = await organizationOn()
    const [free, kept] = (await its.people(2, 2)) as [Person, Person]
    const bypassing = await its.started([free], { retryWithinWindow: false })
    const keeping = await its.started([kept], { retryWithinWindow: true })
    await its.untilCall(bypassing, free, ({ status }) => status === "QUEUED")
    await its.untilCall(keeping, kept, ({ status }) => status === "QUEUED")
    await its.update({ callingWindow: window })
    await its.makeDue(bypassing)
    await its.makeDue(keeping)
    const again = await its.untilCall(bypassing, free, ({ attempts, status }) => attempts === 2 && status === "QUEUED")
    expect(Date.parse(again.nextAttemptAt) - Date.parse(again.completedAt)).toBe(3_600_000)
    await waitsUntil(its, keeping, kept, openingAt(5.5))
    const [fresh] = (await its.people(0)) as [Person]
    const late = await its.started([fresh], { retryWithinWindow: false })
    await waitsUntil(its, late, fresh, openingAt(5.5))
  })

  test("a retry is planned for when it is open", async () => {
    const its = await organizationOn(slowServer)
    const person = await its.person(2)
    const id = await its.started([person])
    const attempt = await its.live(id, person)
    await its.update({ callingWindow: window })
    await its.tell(attempt, "no-answer")
    await waitsUntil(its, id, person, openingAt(5.5))
  })

  test("the law's hours hold without a window, and for retries too", async () => {
    const its = await organizationOn()
    await its.update({ complianceProfile: "STATUTORY" })
    const night = zoneAt(2)
    const day = zoneAt(12)
    const asleep = await its.person(2, { metadata: { timezone: night.zone } })
    const awake = await its.person(2, { metadata: { timezone: day.zone } })
    const id = await its.started([asleep, awake], { retryWithinWindow: false })
    await its.untilCall(id, awake, ({ status }) => status === "QUEUED")
    const waiting = await its.untilCall(id, asleep, ({ nextAttemptAt }) => Date.parse(nextAttemptAt) > Date.now())
    expect(new Date(waiting.nextAttemptAt).getUTCHours()).toBe((8 - night.offset + 48) % 24)
    expect(waiting).toMatchObject({ status: "PENDING", attempts: 0 })
    // Night falls where the other one is.
    await answered(200, its.org.call("PATCH", `/v1/contacts/${awake.id}`, { metadata: { timezone: night.zone } }))
    await its.makeDue(id)
    await its.untilCall(id, awake, ({ nextAttemptAt }) => nextAttemptAt === waiting.nextAttemptAt)
    expect(await its.record(id, awake)).toMatchObject({ status: "QUEUED", attempts: 1 })
    // An admin may turn it off.
    await its.update({ complianceProfile: "NONE" })
    await its.makeDue(id)
    await its.untilCall(id, asleep, ({ attempts }) => attempts === 1)
  })

  test("collections in India end at seven", async () => {
    const its = await organizationOn()
    await its.update({ complianceProfile: "STATUTORY" })
    const { zone, offset } = zoneAt(19)
    const metadata = { timezone: zone }
    const [indian, american] = [
      await its.person(0, { metadata }),
      await its.person(0, { metadata, phoneNumber: numberEnding(0, "+1212") })
    ]
    const collections = await its.started([indian, american], { useCaseType: "COLLECTIONS" })
    await its.untilCall(collections, american, ({ status }) => status === "COMPLETED")
    const waiting = await its.untilCall(
      collections,
      indian,
      ({ nextAttemptAt }) => Date.parse(nextAttemptAt) > Date.now()
    )
    expect(new Date(waiting.nextAttemptAt).getUTCHours()).toBe((8 - offset + 48) % 24)
    const others = await its.started([indian], { useCaseType: "EDUTECH" })
    await its.untilCall(others, indian, ({ status }) => status === "COMPLETED")
  })

  test("that never open in all zones of a number leave it waiting", async () => {
    const its = await organizationOn()
    await its.update({ callingWindow: { days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "10:00" } })
    const person = await its.person(0, { phoneNumber: numberEnding(0, "+628") })
    const id = await its.started([person])
    await its.untilCall(id, person, ({ nextAttemptAt }) => Date.parse(nextAttemptAt) > Date.now())
    expect(await lastDecision(its, id, person)).toMatchObject({ gate: "window", verdict: "WAIT" })
  })
})

describe("the frequency cap", () => {
  const weekMillis = 168 * 3_600_000
  const indianMidnight = () => {
    const offset = 5.5 * 3_600_000
    return new Date((Math.floor((Date.now() + offset) / 86_400_000) + 1) * 86_400_000 - offset)
  }

  test("of a day puts off to the person's next day, in all campaigns", async () => {
    const its = await organizationOn()
    await capsOf(its, { maxCallsPerDay: 1 })
    const [person] = (await its.people(2)) as [Person]
    const id = await its.started([person])
    await its.untilCall(id, person, ({ status }) => status === "QUEUED")
    await its.makeDue(id)
    const deferred = await its.untilCall(id, person, ({ deferralReason }) => deferralReason !== null)
    expect(deferred).toMatchObject({
      status: "QUEUED",
      deferralReason: "Frequency Cap - Daily",
      nextAttemptAt: indianMidnight().toISOString(),
      attempts: 1,
      outcome: "NO_ANSWER"
    })
    expect(await its.progress(id)).toMatchObject({ frequencyDeferred: 1, queued: 1 })
    const other = await its.started([person])
    expect(await its.untilCall(other, person, ({ deferralReason }) => deferralReason !== null)).toMatchObject({
      status: "PENDING",
      attempts: 0
    })
    expect(await its.progress(other)).toMatchObject({ frequencyDeferred: 1, pending: 1 })
    // Who is deferred keeps the date; a new claim asks the new cap.
    await capsOf(its, { maxCallsPerDay: 2 })
    expect(await its.record(id, person)).toMatchObject({ nextAttemptAt: deferred.nextAttemptAt })
    await its.makeDue(id)
    const again = await its.untilCall(id, person, ({ attempts, status }) => attempts === 2 && status === "QUEUED")
    expect(again).toMatchObject({ deferralReason: null })
    await its.makeDue(id)
    await its.untilCall(id, person, ({ deferralReason }) => deferralReason !== null)
    expect(await its.progress(id)).toMatchObject({ frequencyDeferred: 2 })
  })

  test("of a week puts off until the oldest call is a week old; of both the later counts", async () => {
    const its = await organizationOn()
    await capsOf(its, { maxCallsPerDay: 1, maxCallsPerWeek: 2 })
    const [person] = (await its.people(2)) as [Person]
    const id = await its.started([person])
    await its.untilCall(id, person, ({ status }) => status === "QUEUED")
    await its.makeDue(id)
    expect(await its.untilCall(id, person, ({ deferralReason }) => deferralReason !== null)).toMatchObject({
      deferralReason: "Frequency Cap - Daily"
    })
    await capsOf(its, { maxCallsPerWeek: 1 })
    await its.makeDue(id)
    const startedAt = (await its.attempts(id))[0]?.startedAt ?? new Date(0)
    await waitsUntil(its, id, person, new Date(startedAt.getTime() + weekMillis))
    expect(await its.record(id, person)).toMatchObject({ deferralReason: "Frequency Cap - Weekly" })
    expect(await its.progress(id)).toMatchObject({ frequencyDeferred: 2 })
  })

  test("puts off to when people may be called on the next day", async () => {
    const its = await organizationOn()
    await capsOf(its, { maxCallsPerDay: 1 })
    const { offset, zone } = zoneAt(12)
    const person = await its.person(2, { metadata: { timezone: zone } })
    const id = await its.started([person])
    await its.untilCall(id, person, ({ status }) => status === "QUEUED")
    const days = [1, 2, 3, 4, 5, 6, 7]
    await its.update({ callingWindow: { days, start: "09:30", end: "17:00" }, complianceProfile: "STATUTORY" })
    await its.makeDue(id)
    const { nextAttemptAt } = await its.untilCall(id, person, ({ deferralReason }) => deferralReason !== null)
    const onTheWall = new Date(Date.parse(nextAttemptAt) + offset * 3_600_000)
    const today = new Date(Date.now() + offset * 3_600_000)
    expect(onTheWall.toISOString().slice(11)).toBe("09:30:00.000Z")
    expect(onTheWall.getUTCDay()).toBe((today.getUTCDay() + 1) % 7)
  })

  test("counts a number, whoever has it", async () => {
    const its = await organizationOn()
    await capsOf(its, { maxCallsPerDay: 1 })
    const [first] = (await its.people(0)) as [Person]
    await its.untilStatus(await its.started([first]), "COMPLETED")
    await answered(200, its.org.call("DELETE", `/v1/contacts/${first.id}`))
    const second = await its.person(0, { phoneNumber: first.phoneNumber })
    const id = await its.started([second])
    await its.untilCall(id, second, ({ deferralReason }) => deferralReason === "Frequency Cap - Daily")
  })

  test("lets two campaigns at once have one call between them", async () => {
    const its = await organizationOn()
    await capsOf(its, { maxCallsPerDay: 1 })
    const members = await Promise.all(Array.from({ length: 25 }, () => its.person(0)))
    const ids = [await its.draft(members), await its.draft(members), await its.draft(members)]
    await Promise.all(ids.map((id) => answered(200, its.move(id, "start"))))
    await eventually(async () => {
      const all = await Promise.all(ids.map((id) => its.progress(id)))
      const [called, deferred] = [sum(all, "completed"), sum(all, "frequencyDeferred")]
      expect([called, deferred]).toEqual([25, 50])
    })
    const numbers = (await Promise.all(ids.map((id) => its.attempts(id)))).flat().map(({ phoneNumber }) => phoneNumber)
    expect(numbers).toHaveLength(25)
    expect(new Set(numbers).size).toBe(25)
  })

  test("lets a campaign have what is left of a week, to the last call", async () => {
    const its = await organizationOn()
    await capsOf(its, { maxCallsPerWeek: 3 })
    const [person] = (await its.people(2)) as [Person]
    const ids = await Promise.all(Array.from({ length: 5 }, () => its.draft([person], { maxRetries: 0 })))
    await Promise.all(ids.map((id) => answered(200, its.move(id, "start"))))
    const deferredOf = async () =>
      (await Promise.all(ids.map((id) => its.record(id, person)))).filter(
        ({ deferralReason }) => deferralReason !== null
      )
    await eventually(async () => {
      // Who waited for a call under way waits no longer than needed.
      for (const id of ids) if ((await its.record(id, person)).deferralReason === null) await its.makeDue(id)
      expect(await deferredOf()).toHaveLength(2)
    })
    expect((await Promise.all(ids.map((id) => its.attempts(id)))).flat()).toHaveLength(3)
  })

  const sum = (all: ReadonlyArray<any>, field: string) => all.reduce((total, one) => total + one[field], 0)
})

describe("one call at a time", () => {
  test("a number that talks in one campaign waits in the other", async () => {
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
    await slow.tell(attempt, "completed", { CallDuration: "12" })
    await slow.untilStatus(first, "COMPLETED")
    await slow.makeDue(second)
    await slow.tell(await slow.live(second, person), "completed", { CallDuration: "12" })
    await slow.untilStatus(second, "COMPLETED")
  })

  test("a person who got the number of somebody who is talking waits", async () => {
    const [one, other] = (await slow.people(0, 0)) as [Person, Person]
    const id = await slow.started([one, other], { maxConcurrentCalls: 1 })
    const attempt = await eventually(async () => {
      const [found] = await slow.attempts(id)
      if (found?.callSid == null) throw new Error("Nobody is called yet")
      return found
    })
    const [called, waiting] = attempt.phoneNumber === one.phoneNumber ? [one, other] : [other, one]
    const change = (of: Person, phoneNumber: string) =>
      answered(200, slow.org.call("PATCH", `/v1/contacts/${of.id}`, { phoneNumber }))
    await change(called, numberEnding(0))
    await change(waiting, called.phoneNumber)
    const next = await slow.started([waiting])
    await eventually(async () => expect(await lastDecision(slow, next, waiting)).toMatchObject({ gate: "live" }))
    await slow.tell(attempt, "completed", { CallDuration: "12" })
    const followed = await slow.live(id, waiting)
    expect(followed.phoneNumber).toBe(called.phoneNumber)
    // The record of the first keeps the number that was called.
    expect(await slow.record(id, called)).toMatchObject({ status: "COMPLETED", phoneNumber: called.phoneNumber })
    await slow.tell(followed, "completed", { CallDuration: "12" })
    await answered(200, slow.move(next, "cancel"))
    await slow.untilStatus(id, "COMPLETED")
  })
})

describe("a contact that changes", () => {
  test("deleted, it is not called: neither for the first time nor again", async () => {
    const [first, second] = (await slow.people(2, 2)) as [Person, Person]
    const id = await slow.started([first, second], { maxConcurrentCalls: 1 })
    const attempt = await eventually(async () => {
      const [found] = await slow.attempts(id)
      if (found?.callSid == null) throw new Error("Nobody is called yet")
      return found
    })
    const [called, waiting] = attempt.phoneNumber === first.phoneNumber ? [first, second] : [second, first]
    await answered(200, slow.org.call("DELETE", `/v1/contacts/${waiting.id}`))
    const skipped = { status: "SKIPPED", failureReason: "Contact Deleted", nextAttemptAt: null }
    expect(await slow.record(id, waiting)).toMatchObject({ ...skipped, attempts: 0 })
    await answered(200, slow.org.call("POST", "/v1/contacts/bulk-delete", { contactIds: [called.id] }))
    expect(await slow.record(id, called)).toMatchObject({ status: "IN_PROGRESS" })
    await slow.tell(attempt, "busy")
    await slow.untilCall(id, called, ({ status }) => status !== "IN_PROGRESS")
    await slow.makeDue(id)
    await slow.untilStatus(id, "COMPLETED")
    expect(await slow.record(id, called)).toMatchObject({ ...skipped, attempts: 1 })
  })

  test("with another number and name, it is called there", async () => {
    const its = await organizationOn()
    await its.update({
      callingWindow: { days: [((new Date().getUTCDay() + 3) % 7) + 1], start: "09:00", end: "21:00" }
    })
    const [person] = (await its.people(2)) as [Person]
    const id = await its.started([person])
    await its.untilCall(id, person, ({ nextAttemptAt }) => Date.parse(nextAttemptAt) > Date.now())
    const changed = { phoneNumber: numberEnding(0), name: "Ravi" }
    await answered(200, its.org.call("PATCH", `/v1/contacts/${person.id}`, changed))
    await its.update({ callingWindow: null })
    await its.makeDue(id)
    await its.untilStatus(id, "COMPLETED")
    expect(await its.record(id, person)).toMatchObject({
      status: "COMPLETED",
      phoneNumber: changed.phoneNumber,
      contactName: "Ravi"
    })
    const [attempt] = await its.attempts(id)
    expect(attempt?.phoneNumber).toBe(changed.phoneNumber)
  })
})

describe("the quota", () => {
  const usedBy = async (client: Client) => (await answered(200, server.admin("GET", client.admin))).minutesUsed

  test("counts begun minutes of talk, and gives back what a call does not use", async () => {
    const its = await organizationOn(slowServer)
    const [person] = (await its.people(0)) as [Person]
    const talk = async (seconds: number) => {
      const id = await its.started([person], { callTimeoutMinutes: 7 })
      const attempt = await its.live(id, person)
      expect(await its.usage()).toMatchObject({ reserved: 7 })
      await its.tell(attempt, "completed", { CallDuration: String(seconds) })
      await its.untilStatus(id, "COMPLETED")
      return its.usage()
    }
    expect(await talk(60)).toEqual({ used: 1, reserved: 0 })
    expect(await talk(61)).toEqual({ used: 3, reserved: 0 })
    expect(await talk(10)).toEqual({ used: 4, reserved: 0 })
    expect((await answered(200, slowServer.admin("GET", its.admin))).minutesUsed).toBe(4)
  })

  test("used up, the campaign pauses itself and says why; who waits is left as they are", async () => {
    const its = await organizationOn()
    await its.update({ minutesQuota: 2 })
    const members = await its.people(0, 0, 0, 0, 2)
    const id = await its.started(members, { maxConcurrentCalls: 1, maxRetries: 0 })
    const paused = await its.untilStatus(id, "PAUSED")
    expect(paused.statusReason).toMatch(/minutes/)
    expect(await usedBy(its)).toBe(2)
    const progress = await its.progress(id)
    expect(progress).toMatchObject({ completed: 2, skipped: 0, inProgress: 0 })
    expect(sumOf(progress)).toBe(5)
    expect(await dashboardOf(its, id)).toMatchObject({
      health: { level: "red", reason: expect.stringMatching(/minutes/) }
    })
    expect(await its.events("campaign-changed.v1", id)).toMatchObject([
      { to: "IN_PROGRESS" },
      { to: "PAUSED", reason: paused.statusReason }
    ])
    expect((await answered(402, its.move(id, "resume"))).message).toMatch(/1 needed, 0 remaining/)
    // To pause what is paused changes nothing, its reason included.
    await answered(200, its.move(id, "pause"))
    expect(await its.campaign(id)).toEqual(paused)
    await its.update({ minutesQuota: 100 })
    await answered(200, its.move(id, "resume"))
    expect(await its.campaign(id)).toMatchObject({ statusReason: null })
    await its.untilStatus(id, "COMPLETED")
    expect(await usedBy(its)).toBe(4)
  })

  test("wholly reserved, the campaign waits for what calls give back", async () => {
    const its = await organizationOn(slowServer)
    await its.update({ minutesQuota: 5 })
    const [one, other] = (await its.people(0, 0)) as [Person, Person]
    const id = await its.started([one, other], { callTimeoutMinutes: 4 })
    const attempts = await eventually(async () => {
      const found = await its.attempts(id)
      expect(found.filter(({ callSid }) => callSid !== null)).toHaveLength(2)
      return found
    })
    // The second one had what was left.
    expect(await its.usage()).toEqual({ used: 0, reserved: 5 })
    const [third] = (await its.people(0)) as [Person]
    const waiting = await its.draft([third])
    expect((await answered(402, its.move(waiting, "start"))).message).toMatch(/1 needed, 0 remaining/)
    for (const attempt of attempts) await its.tell(attempt, "completed", { CallDuration: "12" })
    await its.untilStatus(id, "COMPLETED")
    expect(await its.usage()).toEqual({ used: 2, reserved: 0 })
    await answered(200, its.move(waiting, "start"))
    await its.tell(await its.live(waiting, third), "no-answer")
    await its.untilCall(waiting, third, ({ status }) => status === "QUEUED")
    expect(await its.usage()).toEqual({ used: 2, reserved: 0 })
  })

  test("reserved by others, the campaign neither pauses nor fails anybody", async () => {
    const its = await organizationOn(slowServer)
    await its.update({ minutesQuota: 2 })
    const [one, other] = (await its.people(0, 0)) as [Person, Person]
    const id = await its.started([one, other], { callTimeoutMinutes: 2, maxConcurrentCalls: 2 })
    const first = await eventually(async () => {
      const [found] = await its.attempts(id)
      if (found?.callSid == null) throw new Error("Nobody is called yet")
      return found
    })
    expect(await its.campaign(id)).toMatchObject({ status: "IN_PROGRESS", statusReason: null })
    expect(await its.progress(id)).toMatchObject({ pending: 1, inProgress: 1 })
    await its.tell(first, "completed", { CallDuration: "12" })
    const next = await its.live(id, first.phoneNumber === one.phoneNumber ? other : one)
    await its.tell(next, "completed", { CallDuration: "12" })
    await its.untilStatus(id, "COMPLETED")
    expect(await its.usage()).toEqual({ used: 2, reserved: 0 })
  })

  test("of many campaigns at once is never overdrawn", async () => {
    const its = await organizationOn()
    await its.update({ minutesQuota: 7 })
    const ids = await Promise.all(
      Array.from({ length: 4 }, async () =>
        its.draft(await its.people(0, 0, 0, 0), { maxConcurrentCalls: 1, callTimeoutMinutes: 1 })
      )
    )
    await Promise.all(ids.map((id) => its.move(id, "start")))
    await eventually(async () => {
      for (const id of ids) {
        const { status } = await its.campaign(id)
        expect(["PAUSED", "COMPLETED", "DRAFT"]).toContain(status)
      }
    })
    expect(await its.usage()).toEqual({ used: 7, reserved: 0 })
  })
})

describe("the breaker", () => {
  test("pauses a campaign whose calls fail at the carrier, and lets go when it is resumed", async () => {
    const its = await organizationOn()
    const members = await Promise.all(Array.from({ length: 45 }, () => its.person(4)))
    const id = await its.started(members, { maxConcurrentCalls: 5 })
    const paused = await its.untilStatus(id, "PAUSED")
    expect(paused.statusReason).toMatch(/failed at the carrier/)
    await eventually(async () => expect(await its.progress(id)).toMatchObject({ inProgress: 0 }))
    const before = (await its.attempts(id)).length
    expect(before).toBeGreaterThanOrEqual(20)
    expect(before).toBeLessThan(30)
    expect(await dashboardOf(its, id)).toMatchObject({
      health: { level: "red", reason: expect.stringContaining(paused.statusReason) }
    })
    expect(await its.events("campaign-changed.v1", id)).toMatchObject([
      {},
      { to: "PAUSED", reason: paused.statusReason }
    ])
    await answered(200, its.move(id, "resume"))
    expect(await its.campaign(id)).toMatchObject({ status: "IN_PROGRESS", statusReason: null })
    // Twenty more, and it pauses again.
    await its.untilStatus(id, "PAUSED")
    expect((await its.attempts(id)).length).toBeGreaterThanOrEqual(before + 20)
  })

  test("does not mind when more calls go well, nor people who are not reached", async () => {
    const its = await organizationOn()
    const mixed = await its.people(...Array.from({ length: 30 }, (_, at) => [0, 4, 0, 2, 4, 0, 3, 0][at % 8] ?? 0))
    const id = await its.started(mixed, { maxRetries: 0, maxConcurrentCalls: 3 })
    await its.untilStatus(id, "COMPLETED")
    const unreached = await its.people(...Array.from({ length: 24 }, (_, at) => 2 + (at % 2)))
    const other = await its.started(unreached, { maxRetries: 0 })
    await its.untilStatus(other, "COMPLETED")
  })
})

test("nothing went wrong in the service meanwhile", () => {
  const known = /pauses itself/
  expect([...server.log, ...slowServer.log].filter((line) => !known.test(line))).toEqual([])
})
