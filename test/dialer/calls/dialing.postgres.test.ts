import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { type Attempt, campaignClient, numberEnding, type Person, sumOf } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "1000" } })
afterAll(server.stop)
// A call lasts until the test ends it.
const slowServer = await startServer()
afterAll(slowServer.stop)

const org = await server.organization()
const client = campaignClient(server, org)
const slowOrg = await slowServer.organization()
const slow = campaignClient(slowServer, slowOrg)

const minutesBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000
const notReachableOf = async (id: string): Promise<string> =>
  (await answered(200, org.call("GET", `/v1/campaigns/${id}/intent-labels`))).find(
    (label: any) => label.name === "Not Reachable"
  ).id
const rule = async (id: string, action: string, fields: object = {}) =>
  answered(200, org.call("PUT", `/v1/campaigns/${id}/journey-rules/${await notReachableOf(id)}`, { action, ...fields }))

/** The duration of a conversation: any positive time. */
const anyDuration = expect.toSatisfy((seconds: number) => seconds > 0)

describe("a person whom the metadata of a contact chooses", () => {
  test("answers at any number; with an unknown name the last digit decides", async () => {
    const named = await client.person(2, { metadata: { persona: "books-tuesday" } })
    const unnamed = await client.person(3, { metadata: { persona: "a dinosaur" } })
    const id = await client.started([named, unnamed], { maxRetries: 0 })
    await client.untilStatus(id, "COMPLETED")
    expect(await client.record(id, named)).toMatchObject({ outcome: "CONNECTED" })
    const { transcript } = await client.explained(id, named)
    expect(transcript).toContainEqual(expect.objectContaining({ text: "Yes. Can you book me a visit on Tuesday?" }))
    expect(await client.record(id, unnamed)).toMatchObject({ outcome: "BUSY" })
  })
})

describe("the end of a call", () => {
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
  ] as const)("a person with a number ending in %d has a conversation", async (digit, becomes) => {
    const [person] = (await client.people(digit)) as [Person]
    const id = await client.started([person])
    await client.untilStatus(id, "COMPLETED")
    const record = await client.record(id, person)
    expect(record).toMatchObject({
      contactName: "Asha",
      phoneNumber: person.phoneNumber,
      callSid: expect.stringMatching(/^CA/),
      outcome: "CONNECTED",
      failureReason: null,
      duration: anyDuration,
      attempts: 1,
      nextAttemptAt: null,
      intentLabel: null,
      flaggedForReview: false,
      suppressedFromCampaign: false,
      suppressionReason: null,
      ...becomes
    })
    expect(record.completedAt >= record.startedAt && record.startedAt >= record.scheduledAt).toBe(true)
    const { attemptLog } = await client.explained(id, person)
    expect(attemptLog).toEqual([
      {
        attemptNo: 1,
        identityConfirmedAt: null,
        kind: "OUTBOUND",
        callSid: record.callSid,
        callerId: expect.stringMatching(/^\+\d+$/),
        startedAt: record.startedAt,
        answeredAt: expect.any(String),
        endedAt: record.completedAt,
        durationSeconds: record.duration,
        outcome: "CONNECTED",
        failureReason: null,
        answeredBy: "human",
        flowVersion: 1,
        machine: null,
        costs: expect.objectContaining({ currency: null, cost: null, knownCost: null })
      }
    ])
  })

  test.each([
    [2, "NO_ANSWER", "No Answer"],
    [3, "BUSY", "Busy"]
  ] as const)("a person with a number ending in %d is not reached", async (digit, outcome, failureReason) => {
    const [person] = (await client.people(digit)) as [Person]
    const id = await client.started([person], { maxRetries: 0 })
    await client.untilStatus(id, "COMPLETED")
    expect(await client.record(id, person)).toMatchObject({
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
    expect((await client.explained(id, person)).attemptLog).toMatchObject([
      { outcome, failureReason, answeredAt: null }
    ])
  })

  test("a failure of the carrier is not recorded as the person's outcome", async () => {
    const [person] = (await client.people(4)) as [Person]
    const id = await client.started([person], { maxRetries: 0 })
    await client.untilStatus(id, "COMPLETED")
    expect(await client.record(id, person)).toMatchObject({
      status: "FAILED",
      outcome: "CARRIER_ERROR",
      failureReason: "Carrier Error",
      intentLabel: null,
      intentSource: null,
      intentUndetermined: true,
      journeyAction: null
    })
  })

  test("a conversation of less than ten seconds without a word is not a conversation", async () => {
    const [person] = (await slow.people(0)) as [Person]
    const id = await slow.started([person], { maxRetries: 0 })
    await slow.report(await slow.live(id, person), "completed", { CallDuration: "9", AnsweredBy: "human" })
    await slow.untilStatus(id, "COMPLETED")
    expect(await slow.record(id, person)).toMatchObject({ status: "FAILED", failureReason: "No Answer", duration: 0 })
    expect(await slow.usage()).toMatchObject({ used: 0, reserved: 0 })
  })

  test("a call answered by a machine reaches no person", async () => {
    const [person] = (await slow.people(0)) as [Person]
    const id = await slow.started([person], { maxRetries: 0 })
    const attempt = await slow.live(id, person)
    await slow.report(attempt, "completed", { CallDuration: "30", AnsweredBy: "machine_end_beep" })
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

  test("a call gets the current name of a renamed label", async () => {
    const [person] = (await client.people(2)) as [Person]
    const id = await client.draft([person], { maxRetries: 0 })
    const label = await notReachableOf(id)
    const name = "Nicht erreicht"
    await answered(200, org.call("PATCH", `/v1/campaigns/${id}/intent-labels/${label}`, { name, color: "#123456" }))
    await answered(200, client.move(id, "start"))
    await client.untilStatus(id, "COMPLETED")
    expect((await client.record(id, person)).intentLabel).toEqual({
      id: label,
      name,
      color: "#123456",
      isPositive: false
    })
  })
})

describe("retries", () => {
  const tried = (id: string, person: Person, attempts: number) =>
    client.untilCall(id, person, (call) => call.attempts === attempts && call.status !== "IN_PROGRESS")

  test("retries follow the schedule, repeat its last entry, and stop at the maximum", async () => {
    const [person] = (await client.people(2)) as [Person]
    const id = await client.started([person], { maxRetries: 3, retryDelaysMinutes: [30, 45], retryDelayMinutes: 100 })
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
      expect(await client.campaign(id)).toMatchObject({ status: "IN_PROGRESS" })
      await client.makeDue(id)
    }
    expect(await tried(id, person, 4)).toMatchObject({
      status: "FAILED",
      failureReason: "No Answer",
      nextAttemptAt: null
    })
    await client.untilStatus(id, "COMPLETED")
    expect((await client.explained(id, person)).attemptLog.map(({ attemptNo }: any) => attemptNo)).toEqual([1, 2, 3, 4])
  })

  test("retries after carrier failures use the flat delay without a schedule, and get no label", async () => {
    const [person] = (await client.people(4)) as [Person]
    const id = await client.started([person], { maxRetries: 1, retryDelayMinutes: 77 })
    const record = await tried(id, person, 1)
    expect(record).toMatchObject({ status: "QUEUED", intentLabel: null, intentSource: null, intentUndetermined: false })
    expect(minutesBetween(record.completedAt, record.nextAttemptAt)).toBe(77)
    await client.makeDue(id)
    expect(await tried(id, person, 2)).toMatchObject({ status: "FAILED", failureReason: "Carrier Error" })
  })

  test("the label of an attempt is removed when the next attempt is answered", async () => {
    const [person] = (await client.people(3)) as [Person]
    const id = await client.started([person])
    await tried(id, person, 1)
    const phoneNumber = numberEnding(0)
    await answered(200, org.call("PATCH", `/v1/contacts/${person.id}`, { phoneNumber }))
    await client.makeDue(id)
    const second = await tried(id, person, 2)
    expect(second).toMatchObject({ status: "COMPLETED", phoneNumber, duration: anyDuration })
    // The conversation may have its own label already.
    const label = [second.intentLabel?.name, second.intentSource]
    expect([
      [undefined, null],
      ["Positive", "auto"]
    ]).toContainEqual(label)
    expect(await client.attempts(id)).toMatchObject([{ phoneNumber: person.phoneNumber }, { phoneNumber }])
  })

  test("a changed retry policy applies from the next attempt on", async () => {
    const [person] = (await client.people(2)) as [Person]
    const id = await client.started([person], { maxRetries: 5, retryDelayMinutes: 60 })
    const { nextAttemptAt } = await tried(id, person, 1)
    const policy = { maxRetries: 2, retryDelaysMinutes: [200] }
    await answered(200, org.call("PATCH", `/v1/campaigns/${id}/retry-policy`, policy))
    expect(await client.record(id, person)).toMatchObject({ status: "QUEUED", nextAttemptAt })
    await client.makeDue(id)
    const second = await tried(id, person, 2)
    expect(minutesBetween(second.completedAt, second.nextAttemptAt)).toBe(200)
    await answered(200, org.call("PATCH", `/v1/campaigns/${id}/retry-policy`, { maxRetries: 0 }))
    await client.makeDue(id)
    expect(await tried(id, person, 3)).toMatchObject({ status: "FAILED" })
    await client.untilStatus(id, "COMPLETED")
  })

  test("a retry that would be after the end of the campaign fails at once", async () => {
    const members = await client.people(2, 4)
    const [unanswered, broken] = members as [Person, Person]
    const endAt = new Date(Date.now() + 29 * 60_000).toISOString()
    const id = await client.started(members, { endAt, retryDelayMinutes: 30 })
    await client.untilStatus(id, "COMPLETED")
    const expired = { status: "FAILED", failureReason: "Retry Expired", nextAttemptAt: null, attempts: 1 }
    expect(await client.record(id, unanswered)).toMatchObject({ ...expired, intentLabel: { name: "Not Reachable" } })
    expect(await client.record(id, broken)).toMatchObject({ ...expired, intentLabel: null, intentUndetermined: true })
  })
})

describe("the journey rule of Not Reachable", () => {
  test("RETRY uses its own delay and the campaign's maximum of retries", async () => {
    const [person] = (await client.people(2)) as [Person]
    const id = await client.draft([person], { maxRetries: 1, retryDelaysMinutes: [45] })
    await rule(id, "RETRY", { retryDelayMinutes: 7 })
    await answered(200, client.move(id, "start"))
    const record = await client.untilCall(id, person, ({ status }) => status === "QUEUED")
    expect(record).toMatchObject({ journeyAction: "RETRY", attempts: 1 })
    expect(minutesBetween(record.completedAt, record.nextAttemptAt)).toBe(7)
    await client.makeDue(id)
    const last = await client.untilCall(id, person, ({ status }) => status === "FAILED")
    expect(last).toMatchObject({ attempts: 2, journeyAction: "MARK_COMPLETED", failureReason: "No Answer" })
  })

  test("RETRY without a delay uses the campaign's delay", async () => {
    const [person] = (await client.people(3)) as [Person]
    const id = await client.draft([person], { retryDelaysMinutes: [45] })
    await rule(id, "RETRY")
    await answered(200, client.move(id, "start"))
    const record = await client.untilCall(id, person, ({ status }) => status === "QUEUED")
    expect(minutesBetween(record.completedAt, record.nextAttemptAt)).toBe(45)
  })

  test.each(["SUPPRESS_CAMPAIGN", "COMMITMENT_REMINDER", "MARK_COMPLETED", "FLAG_REVIEW"])(
    "the action %s ends the call",
    async (action) => {
      const [person] = (await client.people(2)) as [Person]
      const id = await client.draft([person])
      await rule(id, action)
      await answered(200, client.move(id, "start"))
      await client.untilStatus(id, "COMPLETED")
      expect(await client.record(id, person)).toMatchObject({
        status: "FAILED",
        failureReason: "No Answer",
        journeyAction: action,
        attempts: 1,
        flaggedForReview: action === "FLAG_REVIEW"
      })
    }
  )

  test("the rule does not apply to carrier failures", async () => {
    const [person] = (await client.people(4)) as [Person]
    const id = await client.draft([person])
    await rule(id, "FLAG_REVIEW")
    await answered(200, client.move(id, "start"))
    const record = await client.untilCall(id, person, ({ status }) => status === "QUEUED")
    expect(record).toMatchObject({ journeyAction: null, flaggedForReview: false })
  })

  test("SUPPRESS_ORG_WIDE adds the number to Do Not Contact, for all campaigns", async () => {
    const [person] = (await client.people(3)) as [Person]
    const elsewhere = await client.started([person], { scheduledAt: "2040-01-01T00:00:00Z", timezone: "UTC" })
    const waiting = await client.started([...(await client.people(0)), person], { callsPerMinute: 1 })
    await answered(200, client.move(waiting, "pause"))
    const id = await client.draft([person])
    await rule(id, "SUPPRESS_ORG_WIDE")
    await answered(200, client.move(id, "start"))
    await client.untilStatus(id, "COMPLETED")
    expect(await client.record(id, person)).toMatchObject({
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
    const there = await client.record(waiting, person)
    if (there.attempts === 0) {
      expect(there).toMatchObject({ status: "SUPPRESSED", suppressionReason: "Do Not Contact" })
    }
    // The entry also counts for a campaign that starts afterwards.
    await answered(200, client.move(elsewhere, "start"))
    await client.untilStatus(elsewhere, "COMPLETED")
    expect(await client.record(elsewhere, person)).toMatchObject({ status: "SUPPRESSED", attempts: 0 })
  })

  test("a rule that changes during a campaign applies to calls that are tagged later", async () => {
    const [person] = (await client.people(2)) as [Person]
    const id = await client.started([person])
    expect(await client.untilCall(id, person, ({ status }) => status === "QUEUED")).toMatchObject({
      journeyAction: null
    })
    await rule(id, "MARK_COMPLETED")
    expect(await client.record(id, person)).toMatchObject({ status: "QUEUED", journeyAction: null })
    await client.makeDue(id)
    await client.untilStatus(id, "COMPLETED")
    expect(await client.record(id, person)).toMatchObject({
      attempts: 2,
      journeyAction: "MARK_COMPLETED",
      status: "FAILED"
    })
  })
})

describe("progress", () => {
  test("the numbers add up at every moment", async () => {
    const members = await client.people(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 0)
    for (const { phoneNumber } of members.slice(0, 2)) await client.dnc(phoneNumber)
    const id = await client.draft(members, { maxRetries: 0 })
    expect(await client.progress(id)).toMatchObject({ total: 0, percentComplete: 0 })
    await answered(200, client.move(id, "start"))
    let percent = 0
    await eventually(async () => {
      const progress = await client.progress(id)
      expect(sumOf(progress)).toBe(15)
      expect(progress.total).toBe(15)
      expect(progress.percentComplete).toBeGreaterThanOrEqual(percent)
      percent = progress.percentComplete
      if (progress.status !== "COMPLETED") throw new Error("Not yet")
    })
    expect(await client.progress(id)).toEqual({
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
      awaitingLabel: 0,
      frequencyDeferred: 0
    })
  })
})

describe("the pace", () => {
  /**
   * Asserts that no start follows another sooner than the pace allows, apart from the lateness that
   * is forgiven, and rounding.
   */
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

  test.each([300, 600, 1000])("a pace of %d calls a minute is never exceeded", async (callsPerMinute) => {
    const members = await Promise.all(Array.from({ length: 20 }, (_, at) => client.person(at % 4)))
    const id = await client.started(members, { callsPerMinute, maxConcurrentCalls: 1000, maxRetries: 0 })
    await client.untilStatus(id, "COMPLETED")
    const gap = keepsPace(await client.attempts(id), callsPerMinute)
    console.log(`${callsPerMinute} calls a minute asked for, ${Math.round(60_000 / gap)} kept`)
  })

  test("the pace is kept across pauses", async () => {
    const callsPerMinute = 120
    const members = await client.people(0, 0, 0, 0, 0, 0)
    const id = await client.started(members, { callsPerMinute })
    for (let done = 0; done < 5; done++) {
      await eventually(async () => expect((await client.attempts(id)).length).toBeGreaterThan(done))
      for (let again = 0; again < 4; again++) {
        await client.move(id, "pause")
        await client.move(id, "resume")
      }
    }
    await client.untilStatus(id, "COMPLETED")
    const attempts = await client.attempts(id)
    expect(attempts).toHaveLength(6)
    keepsPace(attempts, callsPerMinute)
  })

  test("all attempts of a campaign share one pace, including retries", async () => {
    const callsPerMinute = 200
    const id = await client.started(await client.people(2, 3, 2, 3, 0, 0), { callsPerMinute, maxRetries: 1 })
    for (const attempts of [6, 10]) {
      await eventually(async () =>
        expect((await client.attempts(id)).filter(({ endedAt }) => endedAt !== null)).toHaveLength(attempts)
      )
      await client.makeDue(id)
    }
    await client.untilStatus(id, "COMPLETED")
    keepsPace(await client.attempts(id), callsPerMinute)
  })
})

describe("concurrent calls", () => {
  const mostAtOnce = (attempts: ReadonlyArray<Attempt>) =>
    Math.max(
      ...attempts.map(
        ({ startedAt: at }) =>
          attempts.filter(({ startedAt, endedAt }) => startedAt <= at && (endedAt ?? new Date()) > at).length
      )
    )

  test("there are never more live calls than maxConcurrentCalls", async () => {
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
      await slow.report(live[0] as Attempt, "busy")
    }
    await slow.untilStatus(id, "COMPLETED")
    expect(mostAtOnce(await slow.attempts(id))).toBe(3)
  })

  test("with maxConcurrentCalls of 1, calls follow one another", async () => {
    const id = await client.started(await client.people(0, 1, 2, 3, 4, 5), { maxConcurrentCalls: 1, maxRetries: 0 })
    await client.untilStatus(id, "COMPLETED")
    const attempts = await client.attempts(id)
    expect(attempts).toHaveLength(6)
    expect(mostAtOnce(attempts)).toBe(1)
  })
})

test("callbacks come first, then retries, then first calls, however long the latter have waited", async () => {
  const [first, fresh, retry, callback] = (await slow.people(2, 2, 2, 2)) as [Person, Person, Person, Person]
  const id = await slow.started([first, fresh, retry, callback], { maxConcurrentCalls: 1, maxRetries: 3 })
  const begun = await eventually(async () => {
    const [attempt] = await slow.attempts(id)
    if (attempt?.callSid == null) throw new Error("The carrier has no call yet")
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
    await slow.report(live, "completed", { CallDuration: "12" })
    await slow.live(id, next)
  }
  await answered(200, slow.move(id, "cancel"))
})

test("a call that is due later does not hold up calls that are due now", async () => {
  const [due, far] = (await client.people(0, 2)) as [Person, Person]
  const id = await client.started([far])
  await client.untilCall(id, far, ({ status }) => status === "QUEUED")
  await answered(200, client.move(id, "pause"))
  await client.query(
    (sql) => sql`insert into calls (organization_id, campaign_id, contact_id, contact_name, phone_number,
      next_attempt_at, scheduled_at) values (${org.id}, ${id}, ${due.id}, 'Asha', ${due.phoneNumber}, now(), now())`
  )
  await answered(200, client.move(id, "resume"))
  await client.untilCall(id, due, ({ status }) => status === "COMPLETED")
  expect(await client.record(id, far)).toMatchObject({ status: "QUEUED", attempts: 1 })
})

test("the service logs no unexpected problem", () => {
  const known = /pauses itself|a dinosaur/
  expect([...server.log, ...slowServer.log].filter((line) => !known.test(line))).toEqual([])
})
