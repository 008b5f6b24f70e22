import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { type Attempt, campaignClient, numberEnding, type Person, sumOf } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "1000" } })
afterAll(server.stop)
// Here a call lasts until a test ends it.
const slowServer = await startServer()
afterAll(slowServer.stop)

const org = await server.organization()
const it = campaignClient(server, org)
const slowOrg = await slowServer.organization()
const slow = campaignClient(slowServer, slowOrg)

const minutesBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000
const notReachableOf = async (id: string): Promise<string> =>
  (await answered(200, org.call("GET", `/v1/campaigns/${id}/intent-labels`))).find((label: any) => label.isSystem).id
const rule = async (id: string, action: string, fields: object = {}) =>
  answered(200, org.call("PUT", `/v1/campaigns/${id}/journey-rules/${await notReachableOf(id)}`, { action, ...fields }))

/** What people say takes them that long. */
const aTalk = expect.toSatisfy((seconds: number) => seconds > 0)

describe("how a call ends", () => {
  const silent = { status: "COMPLETED", intentUndetermined: true, intentSource: null, journeyAction: null }
  const taggedAs = (name: string, journeyAction = "MARK_COMPLETED") => ({
    ...{ status: "COMPLETED", intentUndetermined: false, intentSource: "auto", journeyAction },
    intentLabel: expect.objectContaining({ name })
  })
  const suppressedAs = (name: string, journeyAction: string) => ({
    ...taggedAs(name, journeyAction),
    ...{ status: "SUPPRESSED", suppressedFromCampaign: true, suppressionReason: name }
  })

  test.each([
    [0, taggedAs("Positive")],
    [1, suppressedAs("Negative", "SUPPRESS_CAMPAIGN")],
    [5, taggedAs("Callback Requested")],
    [6, suppressedAs("Do Not Call", "SUPPRESS_ORG_WIDE")],
    [7, taggedAs("Positive")],
    [8, suppressedAs("Negative", "SUPPRESS_CAMPAIGN")],
    [9, silent]
  ] as const)("a number ending in %d is talked to", async (digit, becomes) => {
    const [person] = (await it.people(digit)) as [Person]
    const id = await it.started([person])
    await it.untilStatus(id, "COMPLETED")
    const record = await it.record(id, person)
    expect(record).toMatchObject({
      contactName: "Asha",
      phoneNumber: person.phoneNumber,
      callSid: expect.stringMatching(/^CA/),
      outcome: "CONNECTED",
      failureReason: null,
      duration: aTalk,
      attempts: 1,
      nextAttemptAt: null,
      intentLabel: null,
      flaggedForReview: false,
      suppressedFromCampaign: false,
      suppressionReason: null,
      ...becomes
    })
    expect(record.completedAt >= record.startedAt && record.startedAt >= record.scheduledAt).toBe(true)
    const { attemptLog } = await it.explained(id, person)
    expect(attemptLog).toEqual([
      {
        attemptNo: 1,
        callSid: record.callSid,
        startedAt: record.startedAt,
        answeredAt: expect.any(String),
        endedAt: record.completedAt,
        durationSeconds: record.duration,
        outcome: "CONNECTED",
        failureReason: null,
        answeredBy: "human"
      }
    ])
  })

  test.each([
    [2, "NO_ANSWER", "No Answer"],
    [3, "BUSY", "Busy"]
  ] as const)("a number ending in %d is not reached", async (digit, outcome, failureReason) => {
    const [person] = (await it.people(digit)) as [Person]
    const id = await it.started([person], { maxRetries: 0 })
    await it.untilStatus(id, "COMPLETED")
    expect(await it.record(id, person)).toMatchObject({
      status: "FAILED",
      outcome,
      failureReason,
      duration: 0,
      attempts: 1,
      nextAttemptAt: null,
      intentLabel: { name: "Not Reachable", isPositive: false },
      intentSource: "system",
      intentUndetermined: false,
      journeyAction: null
    })
    expect((await it.explained(id, person)).attemptLog).toMatchObject([{ outcome, failureReason, answeredAt: null }])
  })

  test("a failure of the carrier is not the person's", async () => {
    const [person] = (await it.people(4)) as [Person]
    const id = await it.started([person], { maxRetries: 0 })
    await it.untilStatus(id, "COMPLETED")
    expect(await it.record(id, person)).toMatchObject({
      status: "FAILED",
      outcome: "CARRIER_ERROR",
      failureReason: "Carrier Error",
      intentLabel: null,
      intentSource: null,
      intentUndetermined: true,
      journeyAction: null
    })
  })

  test("a talk of under ten seconds without a word is none", async () => {
    const [person] = (await slow.people(0)) as [Person]
    const id = await slow.started([person], { maxRetries: 0 })
    await slow.tell(await slow.live(id, person), "completed", { CallDuration: "9", AnsweredBy: "human" })
    await slow.untilStatus(id, "COMPLETED")
    expect(await slow.record(id, person)).toMatchObject({ status: "FAILED", failureReason: "No Answer", duration: 0 })
    expect(await slow.usage()).toMatchObject({ used: 0, reserved: 0 })
  })

  test("a machine that answers is nobody", async () => {
    const [person] = (await slow.people(0)) as [Person]
    const id = await slow.started([person], { maxRetries: 0 })
    const attempt = await slow.live(id, person)
    await slow.tell(attempt, "completed", { CallDuration: "30", AnsweredBy: "machine_end_beep" })
    await slow.untilStatus(id, "COMPLETED")
    expect(await slow.record(id, person)).toMatchObject({
      status: "FAILED",
      outcome: "VOICEMAIL",
      failureReason: "Voicemail",
      duration: 0,
      intentLabel: { name: "Not Reachable" }
    })
    expect((await slow.explained(id, person)).attemptLog).toMatchObject([{ answeredBy: "machine" }])
  })

  test("the renamed label is given", async () => {
    const [person] = (await it.people(2)) as [Person]
    const id = await it.draft([person], { maxRetries: 0 })
    const label = await notReachableOf(id)
    const name = "Nicht erreicht"
    await answered(200, org.call("PATCH", `/v1/campaigns/${id}/intent-labels/${label}`, { name, color: "#123456" }))
    await answered(200, it.move(id, "start"))
    await it.untilStatus(id, "COMPLETED")
    expect((await it.record(id, person)).intentLabel).toEqual({ id: label, name, color: "#123456", isPositive: false })
  })
})

describe("retries", () => {
  const tried = (id: string, person: Person, attempts: number) =>
    it.untilCall(id, person, (call) => call.attempts === attempts && call.status !== "IN_PROGRESS")

  test("follow the schedule, whose last entry holds for all further ones, and stop", async () => {
    const [person] = (await it.people(2)) as [Person]
    const id = await it.started([person], { maxRetries: 3, retryDelaysMinutes: [30, 45], retryDelayMinutes: 100 })
    for (const [before, delay] of [30, 45, 45].entries()) {
      const record = await tried(id, person, before + 1)
      expect(record).toMatchObject({
        status: "QUEUED",
        outcome: "NO_ANSWER",
        failureReason: null,
        intentLabel: { name: "Not Reachable" },
        intentSource: "system",
        journeyAction: null,
        scheduledAt: record.nextAttemptAt
      })
      expect(minutesBetween(record.completedAt, record.nextAttemptAt)).toBe(delay)
      expect(await it.campaign(id)).toMatchObject({ status: "IN_PROGRESS" })
      await it.makeDue(id)
    }
    expect(await tried(id, person, 4)).toMatchObject({
      status: "FAILED",
      failureReason: "No Answer",
      nextAttemptAt: null
    })
    await it.untilStatus(id, "COMPLETED")
    expect((await it.explained(id, person)).attemptLog.map(({ attemptNo }: any) => attemptNo)).toEqual([1, 2, 3, 4])
  })

  test("of a failing carrier are flat without a schedule, and carry no label", async () => {
    const [person] = (await it.people(4)) as [Person]
    const id = await it.started([person], { maxRetries: 1, retryDelayMinutes: 77 })
    const record = await tried(id, person, 1)
    expect(record).toMatchObject({ status: "QUEUED", intentLabel: null, intentSource: null, intentUndetermined: false })
    expect(minutesBetween(record.completedAt, record.nextAttemptAt)).toBe(77)
    await it.makeDue(id)
    expect(await tried(id, person, 2)).toMatchObject({ status: "FAILED", failureReason: "Carrier Error" })
  })

  test("a label of an attempt does not stay when the next one is answered", async () => {
    const [person] = (await it.people(3)) as [Person]
    const id = await it.started([person])
    await tried(id, person, 1)
    const phoneNumber = numberEnding(0)
    await answered(200, org.call("PATCH", `/v1/contacts/${person.id}`, { phoneNumber }))
    await it.makeDue(id)
    expect(await tried(id, person, 2)).toMatchObject({
      status: "COMPLETED",
      phoneNumber,
      intentLabel: null,
      intentSource: null,
      duration: aTalk
    })
    expect(await it.attempts(id)).toMatchObject([{ phoneNumber: person.phoneNumber }, { phoneNumber }])
  })

  test("a changed policy holds from the next attempt on", async () => {
    const [person] = (await it.people(2)) as [Person]
    const id = await it.started([person], { maxRetries: 5, retryDelayMinutes: 60 })
    const { nextAttemptAt } = await tried(id, person, 1)
    const policy = { maxRetries: 2, retryDelaysMinutes: [200] }
    await answered(200, org.call("PATCH", `/v1/campaigns/${id}/retry-policy`, policy))
    expect(await it.record(id, person)).toMatchObject({ status: "QUEUED", nextAttemptAt })
    await it.makeDue(id)
    const second = await tried(id, person, 2)
    expect(minutesBetween(second.completedAt, second.nextAttemptAt)).toBe(200)
    await answered(200, org.call("PATCH", `/v1/campaigns/${id}/retry-policy`, { maxRetries: 0 }))
    await it.makeDue(id)
    expect(await tried(id, person, 3)).toMatchObject({ status: "FAILED" })
    await it.untilStatus(id, "COMPLETED")
  })

  test("one that would be past the end fails at once", async () => {
    const members = await it.people(2, 4)
    const [unanswered, broken] = members as [Person, Person]
    const endAt = new Date(Date.now() + 29 * 60_000).toISOString()
    const id = await it.started(members, { endAt, retryDelayMinutes: 30 })
    await it.untilStatus(id, "COMPLETED")
    const expired = { status: "FAILED", failureReason: "Retry Expired", nextAttemptAt: null, attempts: 1 }
    expect(await it.record(id, unanswered)).toMatchObject({ ...expired, intentLabel: { name: "Not Reachable" } })
    expect(await it.record(id, broken)).toMatchObject({ ...expired, intentLabel: null, intentUndetermined: true })
  })
})

describe("a journey rule of Not Reachable", () => {
  test("RETRY has its own delay, and the cap of the campaign", async () => {
    const [person] = (await it.people(2)) as [Person]
    const id = await it.draft([person], { maxRetries: 1, retryDelaysMinutes: [45] })
    await rule(id, "RETRY", { retryDelayMinutes: 7 })
    await answered(200, it.move(id, "start"))
    const record = await it.untilCall(id, person, ({ status }) => status === "QUEUED")
    expect(record).toMatchObject({ journeyAction: "RETRY", attempts: 1 })
    expect(minutesBetween(record.completedAt, record.nextAttemptAt)).toBe(7)
    await it.makeDue(id)
    const last = await it.untilCall(id, person, ({ status }) => status === "FAILED")
    expect(last).toMatchObject({ attempts: 2, journeyAction: "MARK_COMPLETED", failureReason: "No Answer" })
  })

  test("RETRY without a delay takes the campaign's", async () => {
    const [person] = (await it.people(3)) as [Person]
    const id = await it.draft([person], { retryDelaysMinutes: [45] })
    await rule(id, "RETRY")
    await answered(200, it.move(id, "start"))
    const record = await it.untilCall(id, person, ({ status }) => status === "QUEUED")
    expect(minutesBetween(record.completedAt, record.nextAttemptAt)).toBe(45)
  })

  test.each(["SUPPRESS_CAMPAIGN", "COMMITMENT_REMINDER", "MARK_COMPLETED", "FLAG_REVIEW"])(
    "%s ends the call",
    async (action) => {
      const [person] = (await it.people(2)) as [Person]
      const id = await it.draft([person])
      await rule(id, action)
      await answered(200, it.move(id, "start"))
      await it.untilStatus(id, "COMPLETED")
      expect(await it.record(id, person)).toMatchObject({
        status: "FAILED",
        failureReason: "No Answer",
        journeyAction: action,
        attempts: 1,
        flaggedForReview: action === "FLAG_REVIEW"
      })
    }
  )

  test("does not govern a failing carrier", async () => {
    const [person] = (await it.people(4)) as [Person]
    const id = await it.draft([person])
    await rule(id, "FLAG_REVIEW")
    await answered(200, it.move(id, "start"))
    const record = await it.untilCall(id, person, ({ status }) => status === "QUEUED")
    expect(record).toMatchObject({ journeyAction: null, flaggedForReview: false })
  })

  test("SUPPRESS_ORG_WIDE enters the number on Do Not Contact, for all campaigns", async () => {
    const [person] = (await it.people(3)) as [Person]
    const elsewhere = await it.started([person], { scheduledAt: "2040-01-01T00:00:00Z", timezone: "UTC" })
    const waiting = await it.started([...(await it.people(0)), person], { callsPerMinute: 1 })
    await answered(200, it.move(waiting, "pause"))
    const id = await it.draft([person])
    await rule(id, "SUPPRESS_ORG_WIDE")
    await answered(200, it.move(id, "start"))
    await it.untilStatus(id, "COMPLETED")
    expect(await it.record(id, person)).toMatchObject({
      status: "FAILED",
      failureReason: "Busy",
      journeyAction: "SUPPRESS_ORG_WIDE"
    })
    const { data } = await answered(200, org.call("GET", "/v1/dnc?limit=100"))
    expect(data.find((entry: any) => entry.phoneNumber === person.phoneNumber)).toMatchObject({
      sourceCampaignName: "Spring",
      intentLabel: "Not Reachable"
    })
    const { contact } = await answered(200, org.call("GET", `/v1/contacts/${person.id}/history`))
    expect(contact).toMatchObject({ doNotContact: true, doNotContactReason: "Not Reachable" })
    const there = await it.record(waiting, person)
    if (there.attempts === 0) {
      expect(there).toMatchObject({ status: "SUPPRESSED", suppressionReason: "Do Not Contact" })
    }
    // Also for one that begins afterwards.
    await answered(200, it.move(elsewhere, "start"))
    await it.untilStatus(elsewhere, "COMPLETED")
    expect(await it.record(elsewhere, person)).toMatchObject({ status: "SUPPRESSED", attempts: 0 })
  })

  test("can change while people are called, and holds for those who are tagged later", async () => {
    const [person] = (await it.people(2)) as [Person]
    const id = await it.started([person])
    expect(await it.untilCall(id, person, ({ status }) => status === "QUEUED")).toMatchObject({ journeyAction: null })
    await rule(id, "MARK_COMPLETED")
    expect(await it.record(id, person)).toMatchObject({ status: "QUEUED", journeyAction: null })
    await it.makeDue(id)
    await it.untilStatus(id, "COMPLETED")
    expect(await it.record(id, person)).toMatchObject({
      attempts: 2,
      journeyAction: "MARK_COMPLETED",
      status: "FAILED"
    })
  })
})

describe("progress", () => {
  test("sums up at every moment", async () => {
    const members = await it.people(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 0)
    for (const { phoneNumber } of members.slice(0, 2)) await it.dnc(phoneNumber)
    const id = await it.draft(members, { maxRetries: 0 })
    expect(await it.progress(id)).toMatchObject({ total: 0, percentComplete: 0 })
    await answered(200, it.move(id, "start"))
    let percent = 0
    await eventually(async () => {
      const progress = await it.progress(id)
      expect(sumOf(progress)).toBe(15)
      expect(progress.total).toBe(15)
      expect(progress.percentComplete).toBeGreaterThanOrEqual(percent)
      percent = progress.percentComplete
      if (progress.status !== "COMPLETED") throw new Error("Not yet")
    })
    expect(await it.progress(id)).toEqual({
      status: "COMPLETED",
      total: 15,
      pending: 0,
      queued: 0,
      inProgress: 0,
      completed: 5,
      failed: 5,
      skipped: 0,
      suppressed: 5,
      percentComplete: 100,
      frequencyDeferred: 0
    })
  })
})

describe("the pace", () => {
  /** No start is nearer to one before it than the pace allows; what a late start is forgiven, and rounding, aside. */
  const keepsPace = (attempts: ReadonlyArray<Attempt>, callsPerMinute: number) => {
    const starts = attempts.map(({ startedAt }) => startedAt.getTime()).sort((one, other) => one - other)
    for (const [at, start] of starts.entries()) {
      for (let later = at + 1; later < starts.length; later++) {
        const least = ((later - at) * 60_052) / callsPerMinute - 52
        expect((starts[later] ?? 0) - start).toBeGreaterThanOrEqual(least)
      }
    }
    return ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / (starts.length - 1)
  }

  test.each([300, 600, 1000])("of %d calls a minute is never exceeded", async (callsPerMinute) => {
    const members = await Promise.all(Array.from({ length: 40 }, (_, at) => it.person(at % 4)))
    const id = await it.started(members, { callsPerMinute, maxConcurrentCalls: 1000, maxRetries: 0 })
    await it.untilStatus(id, "COMPLETED")
    const gap = keepsPace(await it.attempts(id), callsPerMinute)
    console.log(`${callsPerMinute} calls a minute asked for, ${Math.round(60_000 / gap)} kept`)
  })

  test("is kept across pauses", async () => {
    const callsPerMinute = 120
    const members = await it.people(0, 0, 0, 0, 0, 0)
    const id = await it.started(members, { callsPerMinute })
    for (let done = 0; done < 5; done++) {
      await eventually(async () => expect((await it.attempts(id)).length).toBeGreaterThan(done))
      for (let again = 0; again < 4; again++) {
        await it.move(id, "pause")
        await it.move(id, "resume")
      }
    }
    await it.untilStatus(id, "COMPLETED")
    const attempts = await it.attempts(id)
    expect(attempts).toHaveLength(6)
    keepsPace(attempts, callsPerMinute)
  })

  test("is one for all attempts of a campaign, retries too", async () => {
    const callsPerMinute = 200
    const id = await it.started(await it.people(2, 3, 2, 3, 0, 0), { callsPerMinute, maxRetries: 1 })
    for (const attempts of [6, 10]) {
      await eventually(async () =>
        expect((await it.attempts(id)).filter(({ endedAt }) => endedAt !== null)).toHaveLength(attempts)
      )
      await it.makeDue(id)
    }
    await it.untilStatus(id, "COMPLETED")
    keepsPace(await it.attempts(id), callsPerMinute)
  })
})

describe("calls at once", () => {
  const mostAtOnce = (attempts: ReadonlyArray<Attempt>) =>
    Math.max(
      ...attempts.map(
        ({ startedAt: at }) =>
          attempts.filter(({ startedAt, endedAt }) => startedAt <= at && (endedAt ?? new Date()) > at).length
      )
    )

  test("are never more than maxConcurrentCalls", async () => {
    const members = await slow.people(2, 2, 2, 2, 2, 2, 2)
    const id = await slow.started(members, { maxConcurrentCalls: 3, maxRetries: 0 })
    for (let ended = 0; ended < 7; ended++) {
      const expected = Math.min(3, 7 - ended)
      const live = await eventually(async () => {
        const found = (await slow.attempts(id)).filter(({ endedAt, callSid }) => endedAt === null && callSid !== null)
        expect(found).toHaveLength(expected)
        return found
      })
      expect(await slow.progress(id)).toMatchObject({ inProgress: expected })
      await slow.tell(live[0] as Attempt, "busy")
    }
    await slow.untilStatus(id, "COMPLETED")
    expect(mostAtOnce(await slow.attempts(id))).toBe(3)
  })

  test("of one, one after the other", async () => {
    const id = await it.started(await it.people(0, 1, 2, 3, 4, 5), { maxConcurrentCalls: 1, maxRetries: 0 })
    await it.untilStatus(id, "COMPLETED")
    const attempts = await it.attempts(id)
    expect(attempts).toHaveLength(6)
    expect(mostAtOnce(attempts)).toBe(1)
  })
})

test("callbacks come first, then retries, then first calls, however long these have waited", async () => {
  const [first, fresh, retry, callback] = (await slow.people(2, 2, 2, 2)) as [Person, Person, Person, Person]
  const id = await slow.started([first, fresh, retry, callback], { maxConcurrentCalls: 1, maxRetries: 3 })
  const begun = await eventually(async () => {
    const [attempt] = await slow.attempts(id)
    if (attempt?.callSid == null) throw new Error("Nobody is called yet")
    return attempt
  })
  const others = [first, fresh, retry, callback].filter(({ phoneNumber }) => phoneNumber !== begun.phoneNumber)
  const [a, b, c] = others as [Person, Person, Person]
  await answered(200, slow.move(id, "pause"))
  const waits = (person: Person, fields: Record<string, unknown>) =>
    slow.query(
      (sql) => sql`update calls set ${sql.update(fields)} where campaign_id = ${id} and contact_id = ${person.id}`
    )
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
  await waits(a, { next_attempt_at: ago(3_000) })
  await waits(b, { next_attempt_at: ago(60), status: "QUEUED", priority: 1, attempts: 1 })
  await waits(c, { next_attempt_at: ago(1), status: "QUEUED", priority: 0, attempts: 1, callback_scheduled_at: ago(1) })
  await answered(200, slow.move(id, "resume"))
  for (const next of [c, b, a]) {
    const live = (await slow.attempts(id)).find(({ endedAt }) => endedAt === null) as Attempt
    await slow.tell(live, "completed", { CallDuration: "12" })
    await slow.live(id, next)
  }
  await answered(200, slow.move(id, "cancel"))
})

test("who waits for something that is far off does not hold up those who are due", async () => {
  const [due, far] = (await it.people(0, 2)) as [Person, Person]
  const id = await it.started([far])
  await it.untilCall(id, far, ({ status }) => status === "QUEUED")
  await answered(200, it.move(id, "pause"))
  await it.query(
    (sql) => sql`insert into calls (organization_id, campaign_id, contact_id, contact_name, phone_number,
      next_attempt_at, scheduled_at) values (${org.id}, ${id}, ${due.id}, 'Asha', ${due.phoneNumber}, now(), now())`
  )
  await answered(200, it.move(id, "resume"))
  await it.untilCall(id, due, ({ status }) => status === "COMPLETED")
  expect(await it.record(id, far)).toMatchObject({ status: "QUEUED", attempts: 1 })
})

test("nothing went wrong in the service meanwhile", () => {
  const known = /pauses itself/
  expect([...server.log, ...slowServer.log].filter((line) => !known.test(line))).toEqual([])
})
