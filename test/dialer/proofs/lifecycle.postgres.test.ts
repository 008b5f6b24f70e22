import { Clock, Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { CampaignControl } from "../../../src/dialer/CampaignControl.ts"
import { makeLineClock } from "../../../src/media/line/LineClock.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, type Move, type Person, sumOf } from "../../support/api/campaign-client.ts"
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

const inFuture = "2040-01-31T09:00:00Z"
const longAgo = "2020-01-31T09:00:00Z"
const soon = (millis: number) => new Date(Date.now() + millis).toISOString()
const zone = { timezone: "UTC" }
const retryPolicy = (id: string, changes: object, of = org) =>
  answered(200, of.call("PATCH", `/v1/campaigns/${id}/retry-policy`, changes))
const statusesOf = (records: ReadonlyArray<any>) => records.map(({ status }) => status).sort()
const changesOf = async (id: string, of = client) =>
  (await of.events("campaign-changed.v1", id)).map(({ from, to }) => `${from} ${to}`)

/** A campaign that dials one person and then waits for a minute, so its state is stable. */
const crawling = async (fields: object = {}) => {
  const members = await client.people(0, 0, 0)
  const id = await client.started(members, { callsPerMinute: 1, ...fields })
  await eventually(async () => expect(await client.progress(id)).toMatchObject({ completed: 1, pending: 2 }))
  return { id, members }
}
const inStatus: Readonly<Record<string, () => Promise<string>>> = {
  DRAFT: async () => client.draft(await client.people(0)),
  SCHEDULED: async () => client.started(await client.people(0), { scheduledAt: inFuture, ...zone }),
  IN_PROGRESS: async () => (await crawling()).id,
  PAUSED: async () => {
    const { id } = await crawling()
    await answered(200, client.move(id, "pause"))
    return id
  },
  COMPLETED: async () => {
    const id = await client.started(await client.people(0))
    await client.untilStatus(id, "COMPLETED")
    return id
  },
  CANCELLED: async () => {
    const id = await client.draft(await client.people(0))
    await answered(200, client.move(id, "cancel"))
    return id
  }
}

describe("start", () => {
  test("a started campaign dials every contact and completes", async () => {
    const id = await client.draft(await client.people(0, 5, 7))
    const draft = await client.campaign(id)
    expect(draft).toMatchObject({ status: "DRAFT", startedAt: null, completedAt: null })
    const started = await answered(200, client.move(id, "start"))
    expect(started).toEqual({ ...draft, status: "IN_PROGRESS", startedAt: expect.any(String), flowVersion: 1 })
    const completed = await client.untilStatus(id, "COMPLETED")
    expect(completed).toEqual({ ...started, status: "COMPLETED", completedAt: expect.any(String) })
    expect(await client.progress(id)).toMatchObject({ total: 3, completed: 3, percentComplete: 100 })
    expect(await changesOf(id)).toEqual(["DRAFT IN_PROGRESS", "IN_PROGRESS COMPLETED"])
  })

  test("starting a draft before its scheduled time only schedules it, and a second start dials now", async () => {
    const id = await client.draft(await client.people(0), { scheduledAt: inFuture, ...zone })
    expect(await answered(200, client.move(id, "start"))).toMatchObject({ status: "SCHEDULED", startedAt: null })
    expect(await client.progress(id)).toMatchObject({ status: "SCHEDULED", total: 0 })
    expect(await answered(200, client.move(id, "start"))).toMatchObject({ status: "IN_PROGRESS" })
    expect(await client.untilStatus(id, "COMPLETED")).toMatchObject({ scheduledAt: "2040-01-31T09:00:00.000Z" })
    expect(await changesOf(id)).toEqual(["DRAFT SCHEDULED", "SCHEDULED IN_PROGRESS", "IN_PROGRESS COMPLETED"])
  })

  test("a draft is started at its scheduled time by the clock of the database, whatever that of the node", async () => {
    const id = await client.draft(await client.people(0), { scheduledAt: inFuture, ...zone })
    const start = CampaignControl.use((control) => control.start(org.id, id))
    const late = makeLineClock(Date.parse(inFuture) + 1000)
    expect(await server.run(Effect.provideService(start, Clock.Clock, late))).toMatchObject({ status: "SCHEDULED" })
    await answered(200, client.move(id, "cancel"))
  })

  test("starting a draft after its scheduled time dials now", async () => {
    const id = await client.started(await client.people(0), { scheduledAt: longAgo, ...zone })
    await client.untilStatus(id, "COMPLETED")
    expect(await changesOf(id)).toEqual(["DRAFT IN_PROGRESS", "IN_PROGRESS COMPLETED"])
  })

  test("a campaign dials the audience as it is at the start", async () => {
    const members = await client.people(0, 0)
    const [late] = (await client.people(0)) as [Person]
    const audienceId = await client.audience(members)
    const id = await client.draft([], { audienceId, callsPerMinute: 1 })
    const contacts = `/v1/audiences/${audienceId}/contacts`
    await answered(200, org.call("DELETE", contacts, { contactIds: [members[0]?.id] }))
    await answered(200, org.call("POST", contacts, { contactIds: [late.id] }))
    await answered(200, client.move(id, "start"))
    await answered(200, org.call("POST", contacts, { contactIds: [members[0]?.id] }))
    await answered(200, org.call("DELETE", contacts, { contactIds: [late.id] }))
    const called = (await client.records(id)).map(({ contactId }) => contactId).sort()
    expect(called).toEqual([members[1]?.id, late.id].sort())
    await answered(409, org.call("DELETE", `/v1/audiences/${audienceId}`))
    await answered(200, client.move(id, "cancel"))
  })

  test("a campaign whose audience is entirely on Do Not Contact completes at once", async () => {
    const members = await client.people(0, 1)
    for (const { phoneNumber } of members)
      await answered(201, server.admin("POST", `${client.admin}/dnc`, { phoneNumber }))
    const id = await client.started(members)
    await client.untilStatus(id, "COMPLETED")
    expect(await client.progress(id)).toMatchObject({ total: 2, suppressed: 2, percentComplete: 100 })
    expect(await client.attempts(id)).toEqual([])
  })
})

describe("a refused start", () => {
  const refusal = async (id: string) => (await answered(400, client.move(id, "start"))).message as string

  test("a refused start names the wrong status first, then missing settings, then missing minutes", async () => {
    const poor = await server.organization("Poor")
    const otherClient = campaignClient(server, poor)
    const members = await otherClient.people(0, 0, 0, 0)
    const [empty, ready] = [await otherClient.draft([]), await otherClient.draft(members)]
    const over = await otherClient.draft([])
    await answered(200, otherClient.move(over, "cancel"))
    await otherClient.update({ minutesQuota: 0 })
    expect(await answered(409, otherClient.move(over, "start"))).toMatchObject({ code: "INVALID_STATE" })
    await answered(400, otherClient.move(empty, "start"))
    const { message } = await answered(402, otherClient.move(ready, "start"))
    expect(message).toMatch(/\b4 needed, 0 remaining/)
    expect(await otherClient.campaign(ready)).toMatchObject({ status: "DRAFT", startedAt: null })
    expect(await otherClient.records(ready)).toEqual([])
    expect(await changesOf(ready, otherClient)).toEqual([])
  })

  test("a start needs one minute for each concurrent call", async () => {
    const poor = await server.organization("Poor")
    const otherClient = campaignClient(server, poor)
    const members = await otherClient.people(0, 0, 0, 0)
    const needed = async (fields: object) =>
      (await answered(402, otherClient.move(await otherClient.draft(members, fields), "start"))).message
    await otherClient.update({ minutesQuota: 1 })
    expect(await needed({ maxConcurrentCalls: 3 })).toMatch(/\b3 needed, 1 remaining/)
    expect(await needed({ maxConcurrentCalls: 1000 })).toMatch(/\b4 needed, 1 remaining/)
    expect(await needed({ scheduledAt: inFuture, ...zone })).toMatch(/\b4 needed/)
    await otherClient.update({ minutesQuota: 3 })
    await answered(
      200,
      otherClient.move(await otherClient.draft(members, { maxConcurrentCalls: 3, callsPerMinute: 1 }), "start")
    )
  })

  test("a start needs no minutes for contacts that will not be called", async () => {
    const poor = await server.organization("Poor")
    const otherClient = campaignClient(server, poor)
    const members = await otherClient.people(0, 0, 0)
    for (const { phoneNumber } of members.slice(1)) {
      await answered(201, server.admin("POST", `${otherClient.admin}/dnc`, { phoneNumber }))
    }
    await otherClient.update({ minutesQuota: 1 })
    const id = await otherClient.started(members)
    await otherClient.untilCall(id, members[0] as Person, ({ status }) => status === "COMPLETED")
  })

  test("a refused start names the number of contacts that lack each variable", async () => {
    const flowId = await client.flow({
      initialPrompt: "{{name}} {{ language }} {{cityTier}} {{loan_id}} {{name}}",
      systemInstruction: "{{due date}} {{ageBand}} {{ }} {{}} {not} {{timezone}} {{0}} {{é}}"
    })
    const members = [
      await client.person(0, {
        language: "hi-IN",
        cityTier: "Metro",
        metadata: { loan_id: "L1", "due date": "  ", "0": 0 }
      }),
      await client.person(0, {
        language: "hi-IN",
        metadata: { loan_id: "", timezone: "UTC", cityTier: "Metro", "0": false }
      }),
      await client.person(0, { ageBand: "26-35", metadata: { loan_id: null, "0": "", é: "x" } })
    ]
    const id = await client.draft(members, { flowId })
    const { message, details } = await answered(400, client.move(id, "start"))
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
    // With the minutes available it starts.
    const metadata = { loan_id: "L", "due date": "1 May", timezone: "UTC", "0": 0, é: [] }
    const whole = { language: "hi-IN", cityTier: "Metro", ageBand: "26-35", metadata }
    for (const member of members) await answered(200, org.call("PATCH", `/v1/contacts/${member.id}`, whole))
    await answered(200, client.move(id, "start"))
  })

  test("a refused start lists everything that is missing in one answer", async () => {
    const flowId = await client.flow({ initialPrompt: "{{loan_id}}" })
    const id = await client.draft(await client.people(0, 0), { flowId, endAt: longAgo })
    const message = await refusal(id)
    expect(message).toMatch(/2 of 2 contacts have no loan_id/)
    expect(message).toMatch(/endAt 2020-01-31T09:00:00.000Z has passed/)
  })

  test("a refused start names an empty audience and a deleted one", async () => {
    const flowId = await client.flow({ initialPrompt: "{{loan_id}}" })
    const id = await client.draft([], { flowId, endAt: longAgo })
    const empty = await refusal(id)
    expect(empty).toMatch(/audience has no contacts/)
    expect(empty).toMatch(/endAt/)
    expect(empty).not.toMatch(/loan_id/)
    const { audienceId } = await client.campaign(id)
    await answered(200, org.call("DELETE", `/v1/audiences/${audienceId}`))
    const deleted = await refusal(id)
    expect(deleted).toMatch(/audience was deleted/)
    expect(deleted).toMatch(/endAt/)
    expect(await client.campaign(id)).toMatchObject({ status: "DRAFT" })
    const changed = {
      audienceId: await client.audience([await client.person(0, { metadata: { loan_id: "L" } })]),
      endAt: null
    }
    await answered(200, org.call("PATCH", `/v1/campaigns/${id}`, changed))
    await answered(200, client.move(id, "start"))
  })

  test("scheduling is refused for the same reasons as starting", async () => {
    const id = await client.draft([], { scheduledAt: inFuture, ...zone })
    expect(await refusal(id)).toMatch(/audience has no contacts/)
  })
})

describe("the moves allowed in each status", () => {
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
    "a campaign in %s allows or refuses %s",
    async (from, to) => {
      const id = await (inStatus[from] as () => Promise<string>)()
      const before = await client.campaign(id)
      expect(before.status).toBe(from)
      const expected = allowed[from]?.[to]
      const events = (await changesOf(id)).length
      if (expected === undefined) {
        const refused = await answered(409, client.move(id, to))
        expect(refused).toMatchObject({ code: "INVALID_STATE", message: expect.stringContaining(from) })
      } else {
        const answer = await answered(200, client.move(id, to))
        expect(to === "start" ? answer.status : answer).toEqual(to === "start" ? expected : { status: expected })
      }
      if (expected === undefined || expected === from) {
        expect(await client.campaign(id)).toEqual(before)
        expect(await changesOf(id)).toHaveLength(events)
      }
      if (expected !== undefined) await answered(200, client.move(id, "cancel"))
    }
  )
})

describe("pause and resume", () => {
  test("a resumed campaign continues with the same people and the same start time", async () => {
    const { id } = await crawling()
    const { startedAt } = await client.campaign(id)
    await answered(200, client.move(id, "pause"))
    const paused = await client.campaign(id)
    expect(paused).toMatchObject({ status: "PAUSED", statusReason: null, startedAt })
    expect(await client.progress(id)).toMatchObject({ total: 3, completed: 1, pending: 2 })
    await answered(200, client.move(id, "resume"))
    expect(await client.campaign(id)).toMatchObject({ status: "IN_PROGRESS", startedAt, completedAt: null })
    expect(await client.progress(id)).toMatchObject({ total: 3, completed: 1 })
    await answered(200, client.move(id, "cancel"))
    expect(await changesOf(id)).toEqual([
      "DRAFT IN_PROGRESS",
      "IN_PROGRESS PAUSED",
      "PAUSED IN_PROGRESS",
      "IN_PROGRESS CANCELLED"
    ])
  })

  test("live calls of a paused campaign finish, and no others are placed", async () => {
    const members = await slow.people(0, 0)
    const [first, second] = members as [Person, Person]
    const id = await slow.started(members, { maxConcurrentCalls: 1 })
    const called = await Promise.race([slow.live(id, first), slow.live(id, second)])
    await answered(200, slow.move(id, "pause"))
    await slow.report(called, "completed", { CallDuration: "12" })
    await eventually(async () =>
      expect(await slow.progress(id)).toMatchObject({ completed: 1, pending: 1, inProgress: 0 })
    )
    expect(await slow.campaign(id)).toMatchObject({ status: "PAUSED" })
    expect(await slow.attempts(id)).toHaveLength(1)
    await answered(200, slow.move(id, "resume"))
    const next = await slow.live(id, called.phoneNumber === first.phoneNumber ? second : first)
    await slow.report(next, "completed", { CallDuration: "12" })
    await slow.untilStatus(id, "COMPLETED")
  })

  test("an unanswered call of a paused campaign waits for its retry", async () => {
    const [person] = (await slow.people(2)) as [Person]
    const id = await slow.started([person])
    const attempt = await slow.live(id, person)
    await answered(200, slow.move(id, "pause"))
    await slow.report(attempt, "no-answer")
    await slow.untilCall(id, person, ({ status, nextAttemptAt }) => status === "QUEUED" && nextAttemptAt !== null)
    expect(await slow.campaign(id)).toMatchObject({ status: "PAUSED" })
  })

  test("a resume requires minutes again", async () => {
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
    await slow.report(attempt, "completed", { CallDuration: "30" })
    await slow.untilCall(id, person, ({ status }) => status === "COMPLETED")
    await answered(200, slow.move(id, "resume"))
    await slow.untilStatus(id, "COMPLETED")
  })
})

describe("cancel", () => {
  test("a cancelled campaign lets live calls finish and does not retry them", async () => {
    const members = await slow.people(0, 2, 0, 0)
    const [connected, ringing] = members as [Person, Person]
    const id = await slow.started([connected, ringing])
    const attempts = [await slow.live(id, connected), await slow.live(id, ringing)] as const
    await answered(200, slow.move(id, "cancel"))
    const cancelled = await slow.campaign(id)
    expect(cancelled).toMatchObject({ status: "CANCELLED", completedAt: expect.any(String) })
    expect(await slow.progress(id)).toMatchObject({ inProgress: 2 })
    await slow.report(attempts[0], "completed", { CallDuration: "12" })
    await slow.report(attempts[1], "no-answer")
    await slow.untilCall(id, connected, ({ status, duration }) => status === "COMPLETED" && duration === 12)
    // No retry remains.
    const failed = await slow.untilCall(id, ringing, ({ status }) => status === "FAILED")
    expect(failed).toMatchObject({
      failureReason: "No Answer",
      nextAttemptAt: null,
      intentLabel: { name: "Not Reachable" }
    })
    expect(await slow.campaign(id)).toEqual(cancelled)
  })

  test("a cancelled campaign skips first calls and retries alike", async () => {
    const members = await client.people(2, 0, 0)
    const id = await client.started(members, { callsPerMinute: 1 })
    await eventually(async () => expect(sumOf(await client.progress(id))).toBe(3))
    await eventually(async () =>
      expect((await client.attempts(id)).filter(({ endedAt }) => endedAt !== null)).toHaveLength(1)
    )
    await answered(200, client.move(id, "cancel"))
    for (const call of await client.records(id)) {
      if (call.status === "COMPLETED") continue
      expect(call).toMatchObject({ status: "SKIPPED", failureReason: "Campaign Cancelled", nextAttemptAt: null })
    }
    const progress = await client.progress(id)
    expect(progress).toMatchObject({ status: "CANCELLED", pending: 0, queued: 0, inProgress: 0, percentComplete: 100 })
    expect(sumOf(progress)).toBe(progress.total)
  })

  test("a cancelled campaign releases its audience", async () => {
    const id = await inStatus.SCHEDULED?.()
    const { audienceId } = await client.campaign(id as string)
    await answered(409, org.call("DELETE", `/v1/audiences/${audienceId}`))
    await answered(200, client.move(id as string, "cancel"))
    await answered(200, org.call("DELETE", `/v1/audiences/${audienceId}`))
  })
})

describe("the scheduler", () => {
  test("a scheduled campaign starts at its time, and not before", async () => {
    const scheduledAt = soon(1_500)
    const id = await client.started(await client.people(0), { scheduledAt, ...zone })
    expect(await client.campaign(id)).toMatchObject({ status: "SCHEDULED" })
    const { startedAt } = await client.untilStatus(id, "COMPLETED")
    expect(startedAt >= scheduledAt).toBe(true)
    expect(await changesOf(id)).toEqual(["DRAFT SCHEDULED", "SCHEDULED IN_PROGRESS", "IN_PROGRESS COMPLETED"])
  })

  test("a scheduled campaign without minutes stays scheduled with a reason, until a member starts it", async () => {
    const poor = await server.organization("Poor")
    const otherClient = campaignClient(server, poor)
    const id = await otherClient.started(await otherClient.people(0, 0), { scheduledAt: soon(1_500), ...zone })
    await otherClient.update({ minutesQuota: 1 })
    await eventually(async () => {
      expect((await otherClient.campaign(id)).statusReason).toMatch(/minutes.* 2 are needed, 1 are left/)
    })
    expect(await otherClient.campaign(id)).toMatchObject({ status: "SCHEDULED", startedAt: null })
    const { campaigns } = await answered(200, poor.call("GET", "/v1/campaigns/dashboard"))
    expect(campaigns).toMatchObject([{ id, health: { level: "red", reason: expect.stringContaining("minutes") } }])
    await answered(402, otherClient.move(id, "start"))
    await otherClient.update({ minutesQuota: 2 })
    expect(await answered(200, otherClient.move(id, "start"))).toMatchObject({
      status: "IN_PROGRESS",
      statusReason: null
    })
    await otherClient.untilStatus(id, "COMPLETED")
    expect(await changesOf(id, otherClient)).toEqual([
      "DRAFT SCHEDULED",
      "SCHEDULED IN_PROGRESS",
      "IN_PROGRESS COMPLETED"
    ])
  })

  test("a scheduled campaign with an empty audience stays scheduled with a reason", async () => {
    const [person] = (await client.people(0)) as [Person]
    const id = await client.started([person], { scheduledAt: soon(1_500), ...zone })
    await answered(200, org.call("DELETE", `/v1/contacts/${person.id}`))
    await eventually(async () => expect((await client.campaign(id)).statusReason).toMatch(/no contacts/))
    expect(await client.campaign(id)).toMatchObject({ status: "SCHEDULED" })
    await answered(200, client.move(id, "cancel"))
    expect(await client.campaign(id)).toMatchObject({ status: "CANCELLED", statusReason: null })
  })

  test("at endAt, a retry fails and a live call finishes", async () => {
    const members = await slow.people(0, 2, 0, 0)
    const [connected, retried] = members as [Person, Person]
    const id = await slow.started([connected, retried], { endAt: inFuture })
    const [live, attempt] = [await slow.live(id, connected), await slow.live(id, retried)]
    await slow.report(attempt, "busy")
    await slow.untilCall(id, retried, ({ status }) => status === "QUEUED")
    await retryPolicy(id, { endAt: soon(300) }, slowOrg)
    const expired = await slow.untilCall(id, retried, ({ status }) => status === "FAILED")
    expect(expired).toMatchObject({ failureReason: "Retry Expired", nextAttemptAt: null, attempts: 1 })
    expect(await slow.campaign(id)).toMatchObject({ status: "IN_PROGRESS" })
    await slow.report(live, "completed", { CallDuration: "12" })
    await slow.untilStatus(id, "COMPLETED")
    expect(await slow.record(id, connected)).toMatchObject({ status: "COMPLETED", duration: 12 })
  })

  test("at endAt, first calls are skipped", async () => {
    const { id, members } = await crawling({ endAt: inFuture })
    await retryPolicy(id, { endAt: soon(300) })
    await client.untilStatus(id, "COMPLETED")
    expect(statusesOf(await client.records(id))).toEqual(["COMPLETED", "SKIPPED", "SKIPPED"])
    for (const call of await client.records(id)) {
      if (call.status === "SKIPPED") expect(call).toMatchObject({ failureReason: "Campaign Ended", attempts: 0 })
    }
    expect(members).toHaveLength(3)
  })

  test("a call that is unanswered after endAt is not retried", async () => {
    const [person] = (await slow.people(2)) as [Person]
    const id = await slow.started([person], { endAt: inFuture })
    const attempt = await slow.live(id, person)
    await retryPolicy(id, { endAt: soon(-1_000) }, slowOrg)
    await slow.report(attempt, "no-answer")
    await slow.untilStatus(id, "COMPLETED")
    expect(await slow.record(id, person)).toMatchObject({
      status: "FAILED",
      failureReason: "Retry Expired",
      outcome: "NO_ANSWER",
      intentLabel: { name: "Not Reachable" }
    })
  })

  test("a paused campaign ends when its endAt is moved into the past", async () => {
    const { id } = await crawling({ endAt: inFuture })
    await answered(200, client.move(id, "pause"))
    await retryPolicy(id, { endAt: longAgo })
    await client.untilStatus(id, "COMPLETED")
    expect(statusesOf(await client.records(id))).toEqual(["COMPLETED", "SKIPPED", "SKIPPED"])
    expect(await changesOf(id)).toEqual(["DRAFT IN_PROGRESS", "IN_PROGRESS PAUSED", "PAUSED COMPLETED"])
    await answered(409, client.move(id, "resume"))
  })

  test("a paused campaign ends at a later endAt without any signal", async () => {
    const { id } = await crawling({ endAt: inFuture })
    await answered(200, client.move(id, "pause"))
    await retryPolicy(id, { endAt: soon(1_000) })
    await client.untilStatus(id, "COMPLETED")
    expect(statusesOf(await client.records(id))).toEqual(["COMPLETED", "SKIPPED", "SKIPPED"])
  })

  test("a paused campaign waits for its live call at endAt", async () => {
    const [person] = (await slow.people(0)) as [Person]
    const id = await slow.started([person], { endAt: inFuture })
    const attempt = await slow.live(id, person)
    await answered(200, slow.move(id, "pause"))
    await retryPolicy(id, { endAt: longAgo }, slowOrg)
    await slow.report(attempt, "completed", { CallDuration: "12" })
    await slow.untilCall(id, person, ({ status }) => status === "COMPLETED")
    await slow.untilStatus(id, "COMPLETED")
    expect(await changesOf(id, slow)).toEqual(["DRAFT IN_PROGRESS", "IN_PROGRESS PAUSED", "PAUSED COMPLETED"])
  })
})

describe("Idempotency-Key", () => {
  test("a repeated start gets the same answer and starts nothing", async () => {
    const id = await client.draft(await client.people(0, 0), { callsPerMinute: 1 })
    const headers = { "idempotency-key": `start-${id}` }
    const first = await client.move(id, "start", headers)
    const second = await client.move(id, "start", headers)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect(second.headers["idempotent-replayed"]).toBe("true")
    expect(await client.records(id)).toHaveLength(2)
    expect(await changesOf(id)).toEqual(["DRAFT IN_PROGRESS"])
    await answered(422, client.move(id, "pause", headers))
    await answered(409, client.move(id, "start", { "idempotency-key": `other-${id}` }))
    await eventually(async () => expect(await client.progress(id)).toMatchObject({ completed: 1 }))
    await answered(200, client.move(id, "cancel", { "idempotency-key": `cancel-${id}` }))
  })

  test("a refused start leaves no trace: it succeeds later with the same key", async () => {
    const id = await client.draft([])
    const headers = { "idempotency-key": `late-${id}` }
    await answered(400, client.move(id, "start", headers))
    const { audienceId } = await client.campaign(id)
    const [person] = (await client.people(0)) as [Person]
    await answered(200, org.call("POST", `/v1/audiences/${audienceId}/contacts`, { contactIds: [person.id] }))
    await answered(200, client.move(id, "start", headers))
    await client.untilStatus(id, "COMPLETED")
  })
})

describe("concurrent moves", () => {
  test("one of many concurrent starts wins, and makes one snapshot", async () => {
    const id = await client.draft(await client.people(0, 0, 0))
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.move(id, "start")))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
    await client.untilStatus(id, "COMPLETED")
    expect(await client.progress(id)).toMatchObject({ total: 3, completed: 3 })
    expect(await client.attempts(id)).toHaveLength(3)
    expect(await changesOf(id)).toEqual(["DRAFT IN_PROGRESS", "IN_PROGRESS COMPLETED"])
  })

  test("when many requests start a campaign with a scheduled time, one schedules and one dials", async () => {
    const id = await client.draft(await client.people(0, 0), { scheduledAt: inFuture, ...zone })
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.move(id, "start")))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(6).fill(409)])
    await client.untilStatus(id, "COMPLETED")
    expect(await client.progress(id)).toMatchObject({ total: 2, completed: 2 })
    expect(await changesOf(id)).toEqual(["DRAFT SCHEDULED", "SCHEDULED IN_PROGRESS", "IN_PROGRESS COMPLETED"])
  })

  test("concurrent moves lead to one state, and each change follows from the one before", async () => {
    for (let round = 0; round < 4; round++) {
      const members = await client.people(0, 2, 3, 0, 1, 4)
      const id = await client.started(members)
      const moves: ReadonlyArray<Move> = ["pause", "resume", "pause", "start", "resume", "pause", "resume", "cancel"]
      const answers = await Promise.all(moves.map((move) => client.move(id, move)))
      for (const { status } of answers) expect([200, 409]).toContain(status)
      expect(await client.campaign(id)).toMatchObject({ status: "CANCELLED" })
      await eventually(async () =>
        expect(await client.progress(id)).toMatchObject({ pending: 0, queued: 0, inProgress: 0 })
      )
      const progress = await client.progress(id)
      expect(sumOf(progress)).toBe(6)
      expect(progress.total).toBe(6)
      const changes = await client.events("campaign-changed.v1", id)
      for (const [at, { from }] of changes.entries()) expect(from).toBe(changes[at - 1]?.to ?? "DRAFT")
      expect(changes.at(-1)).toMatchObject({ to: "CANCELLED" })
      const attempts = (await client.attempts(id)).map(({ callId, attemptNo }) => `${callId} ${attemptNo}`)
      expect(new Set(attempts).size).toBe(attempts.length)
    }
  })

  test("a start concurrent with the deletion of its only contact leaves nothing stuck", async () => {
    for (let round = 0; round < 8; round++) {
      const [person] = (await client.people(0)) as [Person]
      const id = await client.draft([person])
      const [start] = await Promise.all([client.move(id, "start"), org.call("DELETE", `/v1/contacts/${person.id}`)])
      expect([200, 400]).toContain(start.status)
      if (start.status === 200) await client.untilStatus(id, "COMPLETED")
    }
  })

  test("a start concurrent with the deletion of its audience either completes or is refused", async () => {
    for (let round = 0; round < (process.env.PROVE === "full" ? 8 : 3); round++) {
      const id = await client.draft(await client.people(0))
      const { audienceId } = await client.campaign(id)
      const [start, removal] = await Promise.all([
        client.move(id, "start"),
        org.call("DELETE", `/v1/audiences/${audienceId}`)
      ])
      expect([
        [200, 200],
        [200, 409],
        [400, 200]
      ]).toContainEqual([start.status, removal.status])
      if (start.status === 200) {
        await client.untilStatus(id, "COMPLETED")
        expect(await client.progress(id)).toMatchObject({ total: 1, completed: 1 })
      }
    }
  })
})

test("the service logs no unexpected problem", () => {
  const known = /pauses itself/
  expect([...server.log, ...slowServer.log].filter((line) => !known.test(line))).toEqual([])
})
