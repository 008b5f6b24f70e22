import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, type Move, type Person, sumOf } from "../../support/api/campaign-client.ts"
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

const inFuture = "2040-01-31T09:00:00Z"
const longAgo = "2020-01-31T09:00:00Z"
const soon = (millis: number) => new Date(Date.now() + millis).toISOString()
const zone = { timezone: "UTC" }
const retryPolicy = (id: string, changes: object, of = org) =>
  answered(200, of.call("PATCH", `/v1/campaigns/${id}/retry-policy`, changes))
const statusesOf = (records: ReadonlyArray<any>) => records.map(({ status }) => status).sort()
const changesOf = async (id: string, of = it) =>
  (await of.events("campaign-changed.v1", id)).map(({ from, to }) => `${from} ${to}`)

/** One that dials one person and then waits for a minute, so that it stays as it is. */
const crawling = async (fields: object = {}) => {
  const members = await it.people(0, 0, 0)
  const id = await it.started(members, { callsPerMinute: 1, ...fields })
  await eventually(async () => expect(await it.progress(id)).toMatchObject({ completed: 1, pending: 2 }))
  return { id, members }
}
const inStatus: Readonly<Record<string, () => Promise<string>>> = {
  DRAFT: async () => it.draft(await it.people(0)),
  SCHEDULED: async () => it.started(await it.people(0), { scheduledAt: inFuture, ...zone }),
  IN_PROGRESS: async () => (await crawling()).id,
  PAUSED: async () => {
    const { id } = await crawling()
    await answered(200, it.move(id, "pause"))
    return id
  },
  COMPLETED: async () => {
    const id = await it.started(await it.people(0))
    await it.untilStatus(id, "COMPLETED")
    return id
  },
  CANCELLED: async () => {
    const id = await it.draft(await it.people(0))
    await answered(200, it.move(id, "cancel"))
    return id
  }
}

describe("start", () => {
  test("dials everybody, and the campaign is over", async () => {
    const id = await it.draft(await it.people(0, 5, 7))
    const draft = await it.campaign(id)
    expect(draft).toMatchObject({ status: "DRAFT", startedAt: null, completedAt: null })
    const started = await answered(200, it.move(id, "start"))
    expect(started).toEqual({ ...draft, status: "IN_PROGRESS", startedAt: expect.any(String) })
    const completed = await it.untilStatus(id, "COMPLETED")
    expect(completed).toEqual({ ...started, status: "COMPLETED", completedAt: expect.any(String) })
    expect(await it.progress(id)).toMatchObject({ total: 3, completed: 3, percentComplete: 100 })
    expect(await changesOf(id)).toEqual(["DRAFT IN_PROGRESS", "IN_PROGRESS COMPLETED"])
  })

  test("of a draft whose time is to come only schedules it; a second start dials now", async () => {
    const id = await it.draft(await it.people(0), { scheduledAt: inFuture, ...zone })
    expect(await answered(200, it.move(id, "start"))).toMatchObject({ status: "SCHEDULED", startedAt: null })
    expect(await it.progress(id)).toMatchObject({ status: "SCHEDULED", total: 0 })
    expect(await answered(200, it.move(id, "start"))).toMatchObject({ status: "IN_PROGRESS" })
    expect(await it.untilStatus(id, "COMPLETED")).toMatchObject({ scheduledAt: "2040-01-31T09:00:00.000Z" })
    expect(await changesOf(id)).toEqual(["DRAFT SCHEDULED", "SCHEDULED IN_PROGRESS", "IN_PROGRESS COMPLETED"])
  })

  test("of a draft whose time is past dials now", async () => {
    const id = await it.started(await it.people(0), { scheduledAt: longAgo, ...zone })
    await it.untilStatus(id, "COMPLETED")
    expect(await changesOf(id)).toEqual(["DRAFT IN_PROGRESS", "IN_PROGRESS COMPLETED"])
  })

  test("takes the audience as it is then", async () => {
    const members = await it.people(0, 0)
    const [late] = (await it.people(0)) as [Person]
    const audienceId = await it.audience(members)
    const id = await it.draft([], { audienceId, callsPerMinute: 1 })
    const contacts = `/v1/audiences/${audienceId}/contacts`
    await answered(200, org.call("DELETE", contacts, { contactIds: [members[0]?.id] }))
    await answered(200, org.call("POST", contacts, { contactIds: [late.id] }))
    await answered(200, it.move(id, "start"))
    await answered(200, org.call("POST", contacts, { contactIds: [members[0]?.id] }))
    await answered(200, org.call("DELETE", contacts, { contactIds: [late.id] }))
    const called = (await it.records(id)).map(({ contactId }) => contactId).sort()
    expect(called).toEqual([members[1]?.id, late.id].sort())
    await answered(409, org.call("DELETE", `/v1/audiences/${audienceId}`))
    await answered(200, it.move(id, "cancel"))
  })

  test("of an audience that is wholly on Do Not Contact is over at once", async () => {
    const members = await it.people(0, 1)
    for (const { phoneNumber } of members) await answered(201, server.admin("POST", `${it.admin}/dnc`, { phoneNumber }))
    const id = await it.started(members)
    await it.untilStatus(id, "COMPLETED")
    expect(await it.progress(id)).toMatchObject({ total: 2, suppressed: 2, percentComplete: 100 })
    expect(await it.attempts(id)).toEqual([])
  })
})

describe("a refused start", () => {
  const refusal = async (id: string) => (await answered(400, it.move(id, "start"))).message as string

  test("tells the state first, then what is missing, then the minutes", async () => {
    const poor = await server.organization("Poor")
    const its = campaignClient(server, poor)
    const members = await its.people(0, 0, 0, 0)
    const [empty, ready] = [await its.draft([]), await its.draft(members)]
    const over = await its.draft([])
    await answered(200, its.move(over, "cancel"))
    await its.update({ minutesQuota: 0 })
    expect(await answered(409, its.move(over, "start"))).toMatchObject({ code: "INVALID_STATE" })
    await answered(400, its.move(empty, "start"))
    const { message } = await answered(402, its.move(ready, "start"))
    expect(message).toMatch(/\b4 needed, 0 remaining/)
    expect(await its.campaign(ready)).toMatchObject({ status: "DRAFT", startedAt: null })
    expect(await its.records(ready)).toEqual([])
    expect(await changesOf(ready, its)).toEqual([])
  })

  test("needs a minute for each call that may live at once", async () => {
    const poor = await server.organization("Poor")
    const its = campaignClient(server, poor)
    const members = await its.people(0, 0, 0, 0)
    const needed = async (fields: object) =>
      (await answered(402, its.move(await its.draft(members, fields), "start"))).message
    await its.update({ minutesQuota: 1 })
    expect(await needed({ maxConcurrentCalls: 3 })).toMatch(/\b3 needed, 1 remaining/)
    expect(await needed({ maxConcurrentCalls: 1000 })).toMatch(/\b4 needed, 1 remaining/)
    expect(await needed({ scheduledAt: inFuture, ...zone })).toMatch(/\b4 needed/)
    await its.update({ minutesQuota: 3 })
    await answered(200, its.move(await its.draft(members, { maxConcurrentCalls: 3, callsPerMinute: 1 }), "start"))
  })

  test("does not ask minutes for people who will not be called", async () => {
    const poor = await server.organization("Poor")
    const its = campaignClient(server, poor)
    const members = await its.people(0, 0, 0)
    for (const { phoneNumber } of members.slice(1)) {
      await answered(201, server.admin("POST", `${its.admin}/dnc`, { phoneNumber }))
    }
    await its.update({ minutesQuota: 1 })
    const id = await its.started(members)
    await its.untilCall(id, members[0] as Person, ({ status }) => status === "COMPLETED")
  })

  test("says how many contacts lack each variable", async () => {
    const flowId = await it.flow({
      initialPrompt: "{{name}} {{ language }} {{cityTier}} {{loan_id}} {{name}}",
      systemInstruction: "{{due date}} {{ageBand}} {{ }} {{}} {not} {{timezone}} {{0}} {{é}}"
    })
    const members = [
      await it.person(0, {
        language: "hi-IN",
        cityTier: "Metro",
        metadata: { loan_id: "L1", "due date": "  ", "0": 0 }
      }),
      await it.person(0, {
        language: "hi-IN",
        metadata: { loan_id: "", timezone: "UTC", cityTier: "Metro", "0": false }
      }),
      await it.person(0, { ageBand: "26-35", metadata: { loan_id: null, "0": "", é: "x" } })
    ]
    const id = await it.draft(members, { flowId })
    const { message, details } = await answered(400, it.move(id, "start"))
    const lacking = details.map((detail: any) =>
      /\{\{(.*)\}\}.* (\d) of 3 contacts/.exec(detail.message)?.slice(1).join(" ")
    )
    expect(lacking).toEqual([
      "language 1",
      "cityTier 2",
      "loan_id 2",
      "due date 3",
      "ageBand 2",
      "timezone 2",
      "0 1",
      "é 2"
    ])
    for (const detail of details) expect(message).toContain(detail.message)
    // Once they are there it starts.
    const metadata = { loan_id: "L", "due date": "1 May", timezone: "UTC", "0": 0, é: [] }
    const whole = { language: "hi-IN", cityTier: "Metro", ageBand: "26-35", metadata }
    for (const member of members) await answered(200, org.call("PATCH", `/v1/contacts/${member.id}`, whole))
    await answered(200, it.move(id, "start"))
  })

  test("lists everything that is missing in one answer", async () => {
    const flowId = await it.flow({ initialPrompt: "{{loan_id}}" })
    const id = await it.draft(await it.people(0, 0), { flowId, endAt: longAgo })
    const message = await refusal(id)
    expect(message).toMatch(/2 of 2 contacts have no loan_id/)
    expect(message).toMatch(/endAt 2020-01-31T09:00:00.000Z has passed/)
  })

  test("names an audience that has nobody, and one that was deleted", async () => {
    const flowId = await it.flow({ initialPrompt: "{{loan_id}}" })
    const id = await it.draft([], { flowId, endAt: longAgo })
    const empty = await refusal(id)
    expect(empty).toMatch(/audience has no contacts/)
    expect(empty).toMatch(/endAt/)
    expect(empty).not.toMatch(/loan_id/)
    const { audienceId } = await it.campaign(id)
    await answered(200, org.call("DELETE", `/v1/audiences/${audienceId}`))
    const deleted = await refusal(id)
    expect(deleted).toMatch(/audience was deleted/)
    expect(deleted).toMatch(/endAt/)
    expect(await it.campaign(id)).toMatchObject({ status: "DRAFT" })
    const changed = { audienceId: await it.audience([await it.person(0, { metadata: { loan_id: "L" } })]), endAt: null }
    await answered(200, org.call("PATCH", `/v1/campaigns/${id}`, changed))
    await answered(200, it.move(id, "start"))
  })

  test("is refused as well before it is scheduled", async () => {
    const id = await it.draft([], { scheduledAt: inFuture, ...zone })
    expect(await refusal(id)).toMatch(/audience has no contacts/)
  })
})

describe("what may be done in each status", () => {
  const allowed: Readonly<Record<string, Readonly<Partial<Record<Move, string>>>>> = {
    DRAFT: { start: "IN_PROGRESS", cancel: "CANCELLED" },
    SCHEDULED: { start: "IN_PROGRESS", cancel: "CANCELLED" },
    IN_PROGRESS: { pause: "PAUSED", resume: "IN_PROGRESS", cancel: "CANCELLED" },
    PAUSED: { pause: "PAUSED", resume: "IN_PROGRESS", cancel: "CANCELLED" },
    COMPLETED: {},
    CANCELLED: { cancel: "CANCELLED" }
  }
  const moves: ReadonlyArray<Move> = ["start", "pause", "resume", "cancel"]

  test.each(Object.keys(allowed).flatMap((from) => moves.map((move) => [from, move] as const)))(
    "%s, %s",
    async (from, to) => {
      const id = await (inStatus[from] as () => Promise<string>)()
      const before = await it.campaign(id)
      expect(before.status).toBe(from)
      const expected = allowed[from]?.[to]
      const events = (await changesOf(id)).length
      if (expected === undefined) {
        const refused = await answered(409, it.move(id, to))
        expect(refused).toMatchObject({ code: "INVALID_STATE", message: expect.stringContaining(from) })
      } else {
        const answer = await answered(200, it.move(id, to))
        expect(to === "start" ? answer.status : answer).toEqual(to === "start" ? expected : { status: expected })
      }
      if (expected === undefined || expected === from) {
        expect(await it.campaign(id)).toEqual(before)
        expect(await changesOf(id)).toHaveLength(events)
      }
      if (expected !== undefined) await answered(200, it.move(id, "cancel"))
    }
  )
})

describe("pause and resume", () => {
  test("leave off and go on, with the same people and the same start", async () => {
    const { id } = await crawling()
    const { startedAt } = await it.campaign(id)
    await answered(200, it.move(id, "pause"))
    const paused = await it.campaign(id)
    expect(paused).toMatchObject({ status: "PAUSED", statusReason: null, startedAt })
    expect(await it.progress(id)).toMatchObject({ total: 3, completed: 1, pending: 2 })
    await answered(200, it.move(id, "resume"))
    expect(await it.campaign(id)).toMatchObject({ status: "IN_PROGRESS", startedAt, completedAt: null })
    expect(await it.progress(id)).toMatchObject({ total: 3, completed: 1 })
    await answered(200, it.move(id, "cancel"))
    expect(await changesOf(id)).toEqual([
      "DRAFT IN_PROGRESS",
      "IN_PROGRESS PAUSED",
      "PAUSED IN_PROGRESS",
      "IN_PROGRESS CANCELLED"
    ])
  })

  test("in a paused campaign calls under way finish, and nobody else is called", async () => {
    const members = await slow.people(0, 0)
    const [first, second] = members as [Person, Person]
    const id = await slow.started(members, { maxConcurrentCalls: 1 })
    const called = await Promise.race([slow.live(id, first), slow.live(id, second)])
    await answered(200, slow.move(id, "pause"))
    await slow.tell(called, "completed", { CallDuration: "12" })
    await eventually(async () =>
      expect(await slow.progress(id)).toMatchObject({ completed: 1, pending: 1, inProgress: 0 })
    )
    expect(await slow.campaign(id)).toMatchObject({ status: "PAUSED" })
    expect(await slow.attempts(id)).toHaveLength(1)
    await answered(200, slow.move(id, "resume"))
    const next = await slow.live(id, called.phoneNumber === first.phoneNumber ? second : first)
    await slow.tell(next, "completed", { CallDuration: "12" })
    await slow.untilStatus(id, "COMPLETED")
  })

  test("an unanswered call of a paused campaign waits for its retry", async () => {
    const [person] = (await slow.people(2)) as [Person]
    const id = await slow.started([person])
    const attempt = await slow.live(id, person)
    await answered(200, slow.move(id, "pause"))
    await slow.tell(attempt, "no-answer")
    await slow.untilCall(id, person, ({ status, nextAttemptAt }) => status === "QUEUED" && nextAttemptAt !== null)
    expect(await slow.campaign(id)).toMatchObject({ status: "PAUSED" })
  })

  test("resume asks for minutes again", async () => {
    const own = campaignClient(server, await server.organization("Short"))
    const id = await own.started(await own.people(0, 0, 0), { callsPerMinute: 1 })
    await eventually(async () => expect(await own.progress(id)).toMatchObject({ completed: 1 }))
    await answered(200, own.move(id, "pause"))
    await own.update({ minutesQuota: 2 })
    expect((await answered(402, own.move(id, "resume"))).message).toMatch(/\b2 needed, 1 remaining/)
    expect(await own.campaign(id)).toMatchObject({ status: "PAUSED" })
    await own.update({ minutesQuota: 3 })
    await answered(200, own.move(id, "resume"))
    await answered(200, own.move(id, "cancel"))
  })

  test("a campaign that is paused when its last call ends completes when it is resumed", async () => {
    const [person] = (await slow.people(0)) as [Person]
    const id = await slow.started([person])
    const attempt = await slow.live(id, person)
    await answered(200, slow.move(id, "pause"))
    await slow.tell(attempt, "completed", { CallDuration: "30" })
    await slow.untilCall(id, person, ({ status }) => status === "COMPLETED")
    await answered(200, slow.move(id, "resume"))
    await slow.untilStatus(id, "COMPLETED")
  })
})

describe("cancel", () => {
  test("who waits is skipped, and a live call finishes", async () => {
    const members = await slow.people(0, 2, 0, 0)
    const [talking, ringing] = members as [Person, Person]
    const id = await slow.started([talking, ringing])
    const attempts = [await slow.live(id, talking), await slow.live(id, ringing)] as const
    await answered(200, slow.move(id, "cancel"))
    const cancelled = await slow.campaign(id)
    expect(cancelled).toMatchObject({ status: "CANCELLED", completedAt: expect.any(String) })
    expect(await slow.progress(id)).toMatchObject({ inProgress: 2 })
    await slow.tell(attempts[0], "completed", { CallDuration: "12" })
    await slow.tell(attempts[1], "no-answer")
    await slow.untilCall(id, talking, ({ status, duration }) => status === "COMPLETED" && duration === 12)
    // There is no retry any more.
    const failed = await slow.untilCall(id, ringing, ({ status }) => status === "FAILED")
    expect(failed).toMatchObject({
      failureReason: "No Answer",
      nextAttemptAt: null,
      intentLabel: { name: "Not Reachable" }
    })
    expect(await slow.campaign(id)).toEqual(cancelled)
  })

  test("skips first calls and retries alike", async () => {
    const members = await it.people(2, 0, 0)
    const id = await it.started(members, { callsPerMinute: 1 })
    await eventually(async () => expect(sumOf(await it.progress(id))).toBe(3))
    await eventually(async () =>
      expect((await it.attempts(id)).filter(({ endedAt }) => endedAt !== null)).toHaveLength(1)
    )
    await answered(200, it.move(id, "cancel"))
    for (const call of await it.records(id)) {
      if (call.status === "COMPLETED") continue
      expect(call).toMatchObject({ status: "SKIPPED", failureReason: "Campaign Cancelled", nextAttemptAt: null })
    }
    const progress = await it.progress(id)
    expect(progress).toMatchObject({ status: "CANCELLED", pending: 0, queued: 0, inProgress: 0, percentComplete: 100 })
    expect(sumOf(progress)).toBe(progress.total)
  })

  test("frees the audience and the flow", async () => {
    const id = await inStatus.SCHEDULED?.()
    const { audienceId } = await it.campaign(id as string)
    await answered(409, org.call("DELETE", `/v1/audiences/${audienceId}`))
    await answered(200, it.move(id as string, "cancel"))
    await answered(200, org.call("DELETE", `/v1/audiences/${audienceId}`))
  })
})

describe("by the clock", () => {
  test("a scheduled campaign starts at its time, and not before", async () => {
    const scheduledAt = soon(1_500)
    const id = await it.started(await it.people(0), { scheduledAt, ...zone })
    expect(await it.campaign(id)).toMatchObject({ status: "SCHEDULED" })
    const { startedAt } = await it.untilStatus(id, "COMPLETED")
    expect(startedAt >= scheduledAt).toBe(true)
    expect(await changesOf(id)).toEqual(["DRAFT SCHEDULED", "SCHEDULED IN_PROGRESS", "IN_PROGRESS COMPLETED"])
  })

  test("without minutes it stays scheduled and says so, until somebody starts it", async () => {
    const poor = await server.organization("Poor")
    const its = campaignClient(server, poor)
    const id = await its.started(await its.people(0, 0), { scheduledAt: soon(1_500), ...zone })
    await its.update({ minutesQuota: 1 })
    await eventually(async () => {
      expect((await its.campaign(id)).statusReason).toMatch(/minutes.* 2 are needed, 1 are left/)
    })
    expect(await its.campaign(id)).toMatchObject({ status: "SCHEDULED", startedAt: null })
    const { campaigns } = await answered(200, poor.call("GET", "/v1/campaigns/dashboard"))
    expect(campaigns).toMatchObject([{ id, health: { level: "red", reason: expect.stringContaining("minutes") } }])
    await answered(402, its.move(id, "start"))
    await its.update({ minutesQuota: 2 })
    expect(await answered(200, its.move(id, "start"))).toMatchObject({ status: "IN_PROGRESS", statusReason: null })
    await its.untilStatus(id, "COMPLETED")
    expect(await changesOf(id, its)).toEqual(["DRAFT SCHEDULED", "SCHEDULED IN_PROGRESS", "IN_PROGRESS COMPLETED"])
  })

  test("whose audience has emptied stays scheduled and says so", async () => {
    const [person] = (await it.people(0)) as [Person]
    const id = await it.started([person], { scheduledAt: soon(1_500), ...zone })
    await answered(200, org.call("DELETE", `/v1/contacts/${person.id}`))
    await eventually(async () => expect((await it.campaign(id)).statusReason).toMatch(/no contacts/))
    expect(await it.campaign(id)).toMatchObject({ status: "SCHEDULED" })
    await answered(200, it.move(id, "cancel"))
    expect(await it.campaign(id)).toMatchObject({ status: "CANCELLED", statusReason: null })
  })

  test("when its end comes, who was never called is skipped, a retry fails and a live call finishes", async () => {
    const members = await slow.people(0, 2, 0, 0)
    const [talking, retried] = members as [Person, Person]
    const id = await slow.started([talking, retried], { endAt: inFuture })
    const [live, attempt] = [await slow.live(id, talking), await slow.live(id, retried)]
    await slow.tell(attempt, "busy")
    await slow.untilCall(id, retried, ({ status }) => status === "QUEUED")
    await retryPolicy(id, { endAt: soon(300) }, slowOrg)
    const expired = await slow.untilCall(id, retried, ({ status }) => status === "FAILED")
    expect(expired).toMatchObject({ failureReason: "Retry Expired", nextAttemptAt: null, attempts: 1 })
    expect(await slow.campaign(id)).toMatchObject({ status: "IN_PROGRESS" })
    await slow.tell(live, "completed", { CallDuration: "12" })
    await slow.untilStatus(id, "COMPLETED")
    expect(await slow.record(id, talking)).toMatchObject({ status: "COMPLETED", duration: 12 })
  })

  test("when its end comes, who was never called is skipped", async () => {
    const { id, members } = await crawling({ endAt: inFuture })
    await retryPolicy(id, { endAt: soon(300) })
    await it.untilStatus(id, "COMPLETED")
    expect(statusesOf(await it.records(id))).toEqual(["COMPLETED", "SKIPPED", "SKIPPED"])
    for (const call of await it.records(id)) {
      if (call.status === "SKIPPED") expect(call).toMatchObject({ failureReason: "Campaign Ended", attempts: 0 })
    }
    expect(members).toHaveLength(3)
  })

  test("a call that is unanswered after the end is not tried again", async () => {
    const [person] = (await slow.people(2)) as [Person]
    const id = await slow.started([person], { endAt: inFuture })
    const attempt = await slow.live(id, person)
    await retryPolicy(id, { endAt: soon(-1_000) }, slowOrg)
    await slow.tell(attempt, "no-answer")
    await slow.untilStatus(id, "COMPLETED")
    expect(await slow.record(id, person)).toMatchObject({
      status: "FAILED",
      failureReason: "Retry Expired",
      outcome: "NO_ANSWER",
      intentLabel: { name: "Not Reachable" }
    })
  })

  test("a paused campaign whose end comes is over too", async () => {
    const { id } = await crawling({ endAt: inFuture })
    await answered(200, it.move(id, "pause"))
    await retryPolicy(id, { endAt: longAgo })
    await it.untilStatus(id, "COMPLETED")
    expect(statusesOf(await it.records(id))).toEqual(["COMPLETED", "SKIPPED", "SKIPPED"])
    expect(await changesOf(id)).toEqual(["DRAFT IN_PROGRESS", "IN_PROGRESS PAUSED", "PAUSED COMPLETED"])
    await answered(409, it.move(id, "resume"))
  })

  test("a paused campaign ends by the clock, with nobody to tell it", async () => {
    const { id } = await crawling({ endAt: inFuture })
    await answered(200, it.move(id, "pause"))
    await retryPolicy(id, { endAt: soon(1_000) })
    await it.untilStatus(id, "COMPLETED")
    expect(statusesOf(await it.records(id))).toEqual(["COMPLETED", "SKIPPED", "SKIPPED"])
  })

  test("a paused campaign whose end comes waits for its live call", async () => {
    const [person] = (await slow.people(0)) as [Person]
    const id = await slow.started([person], { endAt: inFuture })
    const attempt = await slow.live(id, person)
    await answered(200, slow.move(id, "pause"))
    await retryPolicy(id, { endAt: longAgo }, slowOrg)
    await slow.tell(attempt, "completed", { CallDuration: "12" })
    await slow.untilCall(id, person, ({ status }) => status === "COMPLETED")
    await slow.untilStatus(id, "COMPLETED")
    expect(await changesOf(id, slow)).toEqual(["DRAFT IN_PROGRESS", "IN_PROGRESS PAUSED", "PAUSED COMPLETED"])
  })
})

describe("Idempotency-Key", () => {
  test("a start that is sent again gives the same answer and starts nothing", async () => {
    const id = await it.draft(await it.people(0, 0), { callsPerMinute: 1 })
    const headers = { "idempotency-key": `start-${id}` }
    const first = await it.move(id, "start", headers)
    const second = await it.move(id, "start", headers)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect(second.headers["idempotent-replayed"]).toBe("true")
    expect(await it.records(id)).toHaveLength(2)
    expect(await changesOf(id)).toEqual(["DRAFT IN_PROGRESS"])
    await answered(422, it.move(id, "pause", headers))
    await answered(409, it.move(id, "start", { "idempotency-key": `other-${id}` }))
    await eventually(async () => expect(await it.progress(id)).toMatchObject({ completed: 1 }))
    await answered(200, it.move(id, "cancel", { "idempotency-key": `cancel-${id}` }))
  })

  test("a refused start leaves nothing: with the same key it succeeds later", async () => {
    const id = await it.draft([])
    const headers = { "idempotency-key": `late-${id}` }
    await answered(400, it.move(id, "start", headers))
    const { audienceId } = await it.campaign(id)
    const [person] = (await it.people(0)) as [Person]
    await answered(200, org.call("POST", `/v1/audiences/${audienceId}/contacts`, { contactIds: [person.id] }))
    await answered(200, it.move(id, "start", headers))
    await it.untilStatus(id, "COMPLETED")
  })
})

describe("at once", () => {
  test("of many starts one wins, and there is one snapshot", async () => {
    const id = await it.draft(await it.people(0, 0, 0))
    const answers = await Promise.all(Array.from({ length: 12 }, () => it.move(id, "start")))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
    await it.untilStatus(id, "COMPLETED")
    expect(await it.progress(id)).toMatchObject({ total: 3, completed: 3 })
    expect(await it.attempts(id)).toHaveLength(3)
    expect(await changesOf(id)).toEqual(["DRAFT IN_PROGRESS", "IN_PROGRESS COMPLETED"])
  })

  test("of many starts of one that is to be scheduled, one schedules and one dials", async () => {
    const id = await it.draft(await it.people(0, 0), { scheduledAt: inFuture, ...zone })
    const answers = await Promise.all(Array.from({ length: 8 }, () => it.move(id, "start")))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(6).fill(409)])
    await it.untilStatus(id, "COMPLETED")
    expect(await it.progress(id)).toMatchObject({ total: 2, completed: 2 })
    expect(await changesOf(id)).toEqual(["DRAFT SCHEDULED", "SCHEDULED IN_PROGRESS", "IN_PROGRESS COMPLETED"])
  })

  test("whatever is done at once, one state comes of it, and each change follows from the one before", async () => {
    for (let round = 0; round < 4; round++) {
      const members = await it.people(0, 2, 3, 0, 1, 4)
      const id = await it.started(members)
      const moves: ReadonlyArray<Move> = ["pause", "resume", "pause", "start", "resume", "pause", "resume", "cancel"]
      const answers = await Promise.all(moves.map((move) => it.move(id, move)))
      for (const { status } of answers) expect([200, 409]).toContain(status)
      expect(await it.campaign(id)).toMatchObject({ status: "CANCELLED" })
      await eventually(async () =>
        expect(await it.progress(id)).toMatchObject({ pending: 0, queued: 0, inProgress: 0 })
      )
      const progress = await it.progress(id)
      expect(sumOf(progress)).toBe(6)
      expect(progress.total).toBe(6)
      const changes = await it.events("campaign-changed.v1", id)
      for (const [at, { from }] of changes.entries()) expect(from).toBe(changes[at - 1]?.to ?? "DRAFT")
      expect(changes.at(-1)).toMatchObject({ to: "CANCELLED" })
      const attempts = (await it.attempts(id)).map(({ callId, attemptNo }) => `${callId} ${attemptNo}`)
      expect(new Set(attempts).size).toBe(attempts.length)
    }
  })

  test("a start and the end of its only contact leave nothing that hangs", async () => {
    for (let round = 0; round < 8; round++) {
      const [person] = (await it.people(0)) as [Person]
      const id = await it.draft([person])
      const [start] = await Promise.all([it.move(id, "start"), org.call("DELETE", `/v1/contacts/${person.id}`)])
      expect([200, 400]).toContain(start.status)
      if (start.status === 200) await it.untilStatus(id, "COMPLETED")
    }
  })

  test("a start and the deletion of its audience leave either", async () => {
    for (let round = 0; round < 8; round++) {
      const id = await it.draft(await it.people(0))
      const { audienceId } = await it.campaign(id)
      const [start, removal] = await Promise.all([
        it.move(id, "start"),
        org.call("DELETE", `/v1/audiences/${audienceId}`)
      ])
      expect([
        [200, 200],
        [200, 409],
        [400, 200]
      ]).toContainEqual([start.status, removal.status])
      if (start.status === 200) {
        await it.untilStatus(id, "COMPLETED")
        expect(await it.progress(id)).toMatchObject({ total: 1, completed: 1 })
      }
    }
  })
})

test("nothing went wrong in the service meanwhile", () => {
  const known = /pauses itself/
  expect([...server.log, ...slowServer.log].filter((line) => !known.test(line))).toEqual([])
})
