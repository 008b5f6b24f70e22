import { randomUUID } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { afterAll, describe, expect, test } from "vitest"
import { Signals } from "../../../src/events/Signals.ts"
import { answered, refused, timestamp, uuid7 } from "../../support/api/answered.ts"
import type { Answer } from "../../support/api/http.ts"
import { makeResource, newCampaign } from "../../support/api/resources.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { engine } from "../../support/servers/test-database.ts"

const server = await startServer()
afterAll(server.stop)
const { query, untilLockWait } = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")
const base = await newCampaign(server, org)

const send = (fields: object = {}) => org.call("POST", "/v1/campaigns", { ...base, ...fields })
const create = (fields: object = {}) => answered(201, send(fields))
const get = (id: string) => answered(200, org.call("GET", `/v1/campaigns/${id}`))
const patch = (id: string, changes: unknown) => org.call("PATCH", `/v1/campaigns/${id}`, changes)
const patchRetries = (id: string, changes: unknown) => org.call("PATCH", `/v1/campaigns/${id}/retry-policy`, changes)
const setStatus = (id: string, status: string) =>
  query((sql) => sql`update campaigns set status = ${status} where id = ${id}`)
const createIn = async (status: string, fields: object = {}) => {
  const campaign = await create(fields)
  await setStatus(campaign.id, status)
  return campaign
}
const invalidState = async (sent: ReturnType<typeof send>) => {
  const { code, message } = await answered(409, sent)
  expect(code).toBe("INVALID_STATE")
  return message as string
}

const retryPolicy = {
  maxRetries: 0,
  retryDelayMinutes: 4320,
  retryDelaysMinutes: [30, 4320, 60],
  retryWithinWindow: false,
  bestTimeOptimization: true,
  endAt: "2040-02-01T00:00:00.000Z"
}
const everything = {
  name: "Frühling 50% 🌷",
  useCaseType: "EDUTECH",
  callsPerMinute: 1000,
  maxConcurrentCalls: 1,
  ...retryPolicy,
  callTimeoutMinutes: 60,
  timezone: "Asia/Kolkata",
  scheduledAt: "2040-01-31T03:30:00.000Z"
}

/** For each field: accepted values, and refused values with the reason. */
const bounds: Readonly<Record<string, readonly [ReadonlyArray<unknown>, ReadonlyArray<unknown>, RegExp]>> = {
  name: [["x", "é".repeat(255)], ["", " ", "x".repeat(256), 1, null], /must/],
  useCaseType: [
    ["COLLECTIONS", "LEAD_QUALIFICATION", "MEDICAL_BOOKING", "CUSTOMER_SUPPORT", "EDUTECH", "CUSTOM"],
    ["", "custom", "OTHER", null, 1],
    /must be .*COLLECTIONS/
  ],
  callsPerMinute: [[1, 1000], [0, 1001, 1.5, "10", null], /must be/],
  maxConcurrentCalls: [[1, 1000], [0, 1001, -1, null], /must be/],
  maxRetries: [[0, 10], [-1, 11, 0.5, null], /must be/],
  retryDelayMinutes: [[30, 4320], [29, 4321, 60.5, null], /must be/],
  retryDelaysMinutes: [[[], [30], Array(10).fill(4320)], [Array(11).fill(60), 60, null], /must be|at most 10 delays/],
  retryWithinWindow: [[true, false], ["true", 1, null], /must be a boolean/],
  bestTimeOptimization: [[true, false], ["yes", 0, null], /must be a boolean/],
  endAt: [[null, "2040-01-01T00:00:00.000Z"], ["", "tomorrow", "2040-02-30", 1], /must be/],
  callTimeoutMinutes: [[1, 60], [0, 61, null], /must be/],
  timezone: [[null, "Asia/Kolkata"], ["", "Kolkata", "+05:30", "IST", 1], /must be/],
  scheduledAt: [[null], ["", "soon", "2040-02-30T00:00", 1], /must be/]
}
const ofRetries = Object.fromEntries(Object.entries(bounds).filter(([field]) => field in retryPolicy))

const keepsTo = async (
  all: typeof bounds,
  takes: (fields: object) => Promise<any>,
  refuse: (fields: object, problems: Readonly<Record<string, RegExp>>) => Promise<unknown>
) => {
  for (const [field, [right, wrong, message]] of Object.entries(all)) {
    for (const value of right) expect(await takes({ [field]: value }), field).toMatchObject({ [field]: value })
    for (const value of wrong) await refuse({ [field]: value }, { [field]: message })
  }
}

describe("POST /v1/campaigns", () => {
  test("creates a draft with defaults, and with exactly the documented fields", async () => {
    const created = await create()
    expect(created).toEqual({
      id: expect.stringMatching(uuid7),
      ...base,
      status: "DRAFT",
      statusReason: null,
      useCaseTypeConfirmed: true,
      callsPerMinute: 10,
      maxConcurrentCalls: 5,
      maxRetries: 3,
      retryDelayMinutes: 60,
      retryDelaysMinutes: [],
      retryWithinWindow: true,
      bestTimeOptimization: false,
      endAt: null,
      callTimeoutMinutes: 5,
      scheduledAt: null,
      timezone: null,
      organizationId: String(org.id),
      createdAt: expect.stringMatching(timestamp),
      startedAt: null,
      completedAt: null,
      resultsExportedAt: null,
      flowVersion: null,
      purpose: null,
      callerPool: null
    })
    expect(await get(created.id)).toEqual(created)
  })

  test("keeps every field", async () => {
    const created = await create(everything)
    expect(created).toMatchObject(everything)
    expect(await get(created.id)).toEqual(created)
  })

  test("reports all missing fields at once", async () => {
    const required = "is required"
    await refused(org.call("POST", "/v1/campaigns", {}), {
      name: required,
      useCaseType: required,
      flowId: required,
      audienceId: required
    })
  })

  test("enforces the bounds of each field", async () => {
    await keepsTo(bounds, create, (fields, problems) => refused(send(fields), problems))
    await refused(send({ retryDelaysMinutes: [30, 29, 4321] }), {
      "retryDelaysMinutes.1": /from 30 to 4320/,
      "retryDelaysMinutes.2": /from 30 to 4320/
    })
  })

  test("requires a flow and an audience of the organization", async () => {
    for (const [field, thing] of [
      ["flowId", "flow"],
      ["audienceId", "audience"]
    ] as const) {
      for (const id of [randomUUID(), "x", await makeResource(server, other, thing)]) {
        expect(await answered(404, send({ [field]: id }))).toMatchObject({ message: `There is no such ${thing}` })
      }
    }
  })

  test("never stores a read-only or unknown field", async () => {
    const ignored = { id: randomUUID(), status: "IN_PROGRESS", organizationId: "1", startedAt: "2020-01-01", extra: 1 }
    const created = await create({ ...ignored, useCaseTypeConfirmed: false, statusReason: "x" })
    expect(created).toMatchObject({ status: "DRAFT", startedAt: null, organizationId: String(org.id) })
    expect(created).toMatchObject({ useCaseTypeConfirmed: true, statusReason: null })
    expect(created.id).not.toBe(ignored.id)
    expect(created).not.toHaveProperty("extra")
  })
})

describe("scheduledAt", () => {
  const scheduledAt = async (given: string, timezone: string) =>
    (await create({ scheduledAt: given, timezone })).scheduledAt

  test("without an offset is local time in the time zone", async () => {
    expect(await scheduledAt("2040-01-31T09:00:00", "Asia/Kolkata")).toBe("2040-01-31T03:30:00.000Z")
    expect(await scheduledAt("2040-01-31T09:00", "America/New_York")).toBe("2040-01-31T14:00:00.000Z")
    expect(await scheduledAt("2040-07-31T09:00", "America/New_York")).toBe("2040-07-31T13:00:00.000Z")
    expect(await scheduledAt("2040-01-31", "Asia/Kolkata")).toBe("2040-01-30T18:30:00.000Z")
  })

  test("with an offset is that moment, whatever the time zone is", async () => {
    for (const given of ["2040-01-31T09:00:00Z", "2040-01-31T14:30:00+05:30", "2040-01-31T04:00:00.000-05:00"]) {
      expect(await scheduledAt(given, "America/New_York")).toBe("2040-01-31T09:00:00.000Z")
    }
  })

  test("requires a time zone", async () => {
    const problem = { timezone: "is required when scheduledAt is set" }
    await refused(send({ scheduledAt: "2040-01-31T09:00:00Z" }), problem)
    await refused(send({ scheduledAt: "2040-01-31T09:00:00Z", timezone: null }), problem)
    expect(await create({ timezone: "Asia/Kolkata" })).toMatchObject({ scheduledAt: null, timezone: "Asia/Kolkata" })
  })

  test("is validated together with the time zone when a draft is changed", async () => {
    const { id } = await create()
    const problem = { timezone: "is required when scheduledAt is set" }
    await refused(patch(id, { scheduledAt: "2040-01-31T09:00:00" }), problem)
    await answered(200, patch(id, { timezone: "Asia/Kolkata" }))
    const set = await answered(200, patch(id, { scheduledAt: "2040-01-31T09:00:00" }))
    expect(set.scheduledAt).toBe("2040-01-31T03:30:00.000Z")
    await refused(patch(id, { timezone: null }), problem)
    // The moment does not change.
    const moved = await answered(200, patch(id, { timezone: "America/New_York" }))
    expect(moved).toMatchObject({ timezone: "America/New_York", scheduledAt: set.scheduledAt })
    const again = await answered(200, patch(id, { scheduledAt: "2040-01-31T09:00:00", timezone: "Europe/Paris" }))
    expect(again.scheduledAt).toBe("2040-01-31T08:00:00.000Z")
    expect(await answered(200, patch(id, { scheduledAt: null }))).toMatchObject({ timezone: "Europe/Paris" })
    await answered(200, patch(id, { timezone: null }))
    expect(await get(id)).toMatchObject({ scheduledAt: null, timezone: null })
  })
})

describe("GET /v1/campaigns", () => {
  const list = async (own: TestOrganization, parameters = "") =>
    answered(200, own.call("GET", `/v1/campaigns${parameters}`))
  const names = async (own: TestOrganization, parameters: string) =>
    (await list(own, parameters)).data.map(({ name }: { name: string }) => name)
  const filled = async (all: ReadonlyArray<string>) => {
    const own = await server.organization("List")
    const fields = await newCampaign(server, own)
    const ids: Record<string, string> = {}
    for (const name of all) ids[name] = (await answered(201, own.call("POST", "/v1/campaigns", { ...fields, name }))).id
    return { own, ids }
  }

  test("pages list every campaign once, newest first", async () => {
    const { own } = await filled(["1", "2", "3", "4", "5"])
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(own, `?limit=2&page=${page}`)))
    expect(pages.flatMap(({ data }) => data.map(({ name }: any) => name))).toEqual(["5", "4", "3", "2", "1"])
    expect(pages[3]).toEqual({ data: [], total: 5, page: 4, limit: 2, totalPages: 3 })
    const { data } = await list(own)
    expect(data[0]).toEqual(await answered(200, own.call("GET", `/v1/campaigns/${data[0].id}`)))
  })

  test("filters by status and by a part of the name", async () => {
    const { own, ids } = await filled(["Renewal", "RENEWAL 100%", "Été", "a_b"])
    await setStatus(ids.Renewal as string, "CANCELLED")
    expect(await names(own, "?status=CANCELLED")).toEqual(["Renewal"])
    expect(await names(own, "?status=DRAFT")).toEqual(["a_b", "Été", "RENEWAL 100%"])
    expect(await names(own, "?status=PAUSED")).toEqual([])
    expect(await names(own, "?search=newAL")).toEqual(["RENEWAL 100%", "Renewal"])
    expect(await names(own, "?search=%C3%A9T%C3%A9")).toEqual(["Été"])
    expect(await names(own, "?search=%25")).toEqual(["RENEWAL 100%"])
    expect(await names(own, "?search=_")).toEqual(["a_b"])
    expect(await names(own, "?search=")).toHaveLength(4)
    expect(await list(own, "?search=renewal&status=DRAFT")).toMatchObject({ total: 1, totalPages: 1 })
    await answered(200, own.call("PATCH", `/v1/campaigns/${ids.a_b}`, { name: "Renamed" }))
    expect(await names(own, "?search=renam")).toEqual(["Renamed"])
    expect(await names(own, "?search=a_b")).toEqual([])
  })

  test("refuses an unknown status", async () => {
    for (const status of ["", "draft", "RUNNING"]) {
      await refused(org.call("GET", `/v1/campaigns?status=${status}`), { status: /must be .*DRAFT/ })
    }
    await refused(org.call("GET", `/v1/campaigns?search=${"x".repeat(256)}`), { search: /at most 255/ })
  })
})

describe("PATCH /v1/campaigns/:id", () => {
  test("changes only the fields that are sent", async () => {
    const before = await create()
    let expected = before
    const ids = {
      flowId: await makeResource(server, org, "flow"),
      audienceId: await makeResource(server, org, "audience")
    }
    for (const [field, value] of Object.entries({ ...everything, ...ids })) {
      expected = { ...expected, [field]: value }
      expect(await answered(200, patch(before.id, { [field]: value }))).toEqual(expected)
    }
    const ignored = {
      id: randomUUID(),
      status: "COMPLETED",
      organizationId: "1",
      createdAt: "2020-01-01T00:00:00.000Z"
    }
    expect(await answered(200, patch(before.id, ignored))).toEqual(expected)
    expect(await get(before.id)).toEqual(expected)
  })

  test("enforces the bounds of each field", async () => {
    const { id } = await create()
    await keepsTo(
      bounds,
      (fields) => answered(200, patch(id, fields)),
      (fields, problems) => refused(patch(id, fields), problems)
    )
  })

  test("requires a flow and an audience of the organization", async () => {
    const before = await create()
    for (const [field, thing] of [
      ["flowId", "flow"],
      ["audienceId", "audience"]
    ] as const) {
      for (const id of [randomUUID(), "x", await makeResource(server, other, thing)]) {
        expect(await answered(404, patch(before.id, { name: "Changed", [field]: id }))).toMatchObject({
          message: `There is no such ${thing}`
        })
      }
    }
    expect(await get(before.id)).toEqual(before)
  })

  test.each(["SCHEDULED", "IN_PROGRESS", "PAUSED", "COMPLETED", "CANCELLED"])(
    "is refused while the campaign is %s",
    async (status) => {
      const { id } = await createIn(status)
      expect(await invalidState(patch(id, { name: "Changed" }))).toMatch(/The campaign is .*only while it is DRAFT/)
      // An invalid body is reported before a missing resource, and that before the wrong state.
      await answered(404, patch(id, { flowId: randomUUID() }))
      await answered(400, patch(id, { name: "" }))
      await answered(400, patch(id, { scheduledAt: "2040-01-01T00:00:00Z" }))
      expect(await get(id)).toMatchObject({ name: base.name })
    }
  )
})

describe("PATCH /v1/campaigns/:id/retry-policy", () => {
  test.each(["DRAFT", "SCHEDULED", "IN_PROGRESS", "PAUSED"])(
    "changes the fields that are sent while the campaign is %s",
    async (status) => {
      const before = await createIn(status)
      for (const [field, value] of Object.entries(retryPolicy)) {
        expect(await answered(200, patchRetries(before.id, { [field]: value }))).toMatchObject({ [field]: value })
      }
      expect(await answered(200, patchRetries(before.id, { retryDelaysMinutes: [], endAt: null }))).toMatchObject({
        ...retryPolicy,
        retryDelaysMinutes: [],
        endAt: null
      })
      await answered(200, patchRetries(before.id, {}))
    }
  )

  test.each(["COMPLETED", "CANCELLED"])("is refused when the campaign is %s", async (status) => {
    const before = await createIn(status)
    expect(await invalidState(patchRetries(before.id, { maxRetries: 1 }))).toMatch(new RegExp(`is ${status}`))
    await answered(400, patchRetries(before.id, { maxRetries: 11 }))
    expect(await get(before.id)).toEqual({ ...before, status })
  })

  test("changes no other field of the campaign", async () => {
    const before = await create()
    const others = Object.fromEntries(Object.entries(everything).filter(([field]) => !(field in retryPolicy)))
    expect(await answered(200, patchRetries(before.id, others))).toEqual(before)
  })

  test("enforces the bounds of each field", async () => {
    const { id } = await create()
    await keepsTo(
      ofRetries,
      (fields) => answered(200, patchRetries(id, fields)),
      (fields, problems) => refused(patchRetries(id, fields), problems)
    )
  })

  test("wakes the campaign's actor", async () => {
    const { id } = await create()
    await server.run(
      Effect.gen(function* () {
        const { listen } = yield* Signals
        const one = yield* listen(`campaign:${id}`)
        const all = yield* listen("campaigns")
        yield* Effect.promise(() => answered(200, patchRetries(id, { endAt: "2040-01-01T00:00:00Z" })))
        yield* one
        yield* all
      }).pipe(Effect.scoped)
    )
  })
})

describe("the deletion of an audience or a flow", () => {
  const campaignOf = async (status: string, name: string) => {
    const fields = await newCampaign(server, org)
    const { id } = await create({ ...fields, name })
    await setStatus(id, status)
    return { id, audience: `/v1/audiences/${fields.audienceId}`, flow: flowPath(fields.flowId), fields }
  }
  const flowPath = (id: string | undefined) => `/admin/v1/organizations/${org.id}/flows/${id}`
  const removeAudience = (path: string) => org.call("DELETE", path)
  const removeFlow = (path: string) => server.admin("DELETE", path)

  test.each(["SCHEDULED", "IN_PROGRESS", "PAUSED"])(
    "an audience cannot be deleted while its campaign is %s",
    async (status) => {
      const { audience } = await campaignOf(status, "Autumn")
      const message = await invalidState(removeAudience(audience))
      expect(message).toBe(
        'The audience is used by the campaign "Autumn"; it can be deleted when each of these is over or cancelled'
      )
      await answered(200, org.call("GET", audience))
    }
  )

  test.each(["DRAFT", "COMPLETED", "CANCELLED"])(
    "an audience can be deleted while its campaign is %s",
    async (status) => {
      const { id, audience, fields } = await campaignOf(status, "Autumn")
      expect(await answered(200, removeAudience(audience))).toEqual({ success: true })
      // The campaign still shows the id.
      expect(await get(id)).toMatchObject({ audienceId: fields.audienceId })
    }
  )

  test.each(["DRAFT", "SCHEDULED", "IN_PROGRESS", "PAUSED"])(
    "a flow cannot be deleted while its campaign is %s",
    async (status) => {
      const { flow } = await campaignOf(status, "Winter")
      expect(await invalidState(removeFlow(flow))).toMatch(/^The flow is used by the campaign "Winter"; .*another flow/)
      await answered(200, server.admin("GET", flow))
    }
  )

  test.each(["COMPLETED", "CANCELLED"])("a flow can be deleted while its campaign is %s", async (status) => {
    const { id, flow, fields } = await campaignOf(status, "Winter")
    expect(await answered(200, removeFlow(flow))).toEqual({ success: true })
    expect(await get(id)).toMatchObject({ flowId: fields.flowId })
  })

  test("the refusal names the first of many campaigns", async () => {
    const { fields, audience } = await campaignOf("PAUSED", "1")
    for (const name of ["2", "3", "4", "5", "6", "7"]) await setStatus((await create({ ...fields, name })).id, "PAUSED")
    expect(await invalidState(removeAudience(audience))).toMatch(/ campaigns "1", "2", "3", "4", "5" and 2 more;/)
  })

  test("a flow can be deleted once its draft uses another one", async () => {
    const { id, flow } = await campaignOf("DRAFT", "Moved")
    await answered(200, patch(id, { flowId: base.flowId }))
    await answered(200, removeFlow(flow))
  })

  /** Sends a request that waits for the locks of a transaction, which is then committed. */
  const during = (
    statements: (sql: PgClient.PgClient) => Effect.Effect<unknown, SqlError.SqlError>,
    ask: () => Promise<Answer>
  ) =>
    server.run(
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const answer = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* statements(sql)
            const asked = ask()
            yield* Effect.promise(untilLockWait)
            return asked
          }).pipe(Effect.map((asked) => ({ asked })))
        )
        return yield* Effect.promise(() => answer.asked)
      })
    )
  const race = test.skipIf(engine !== "postgres")

  race("an audience stays when its campaign is just being started", async () => {
    const { id, audience, fields } = await campaignOf("DRAFT", "Just now")
    const answer = await during(
      (sql) =>
        sql`select 1 from campaigns where id = ${id} for update`.pipe(
          Effect.andThen(sql`select 1 from audiences where id = ${fields.audienceId} for key share`),
          Effect.andThen(sql`update campaigns set status = 'IN_PROGRESS' where id = ${id}`)
        ),
      () => removeAudience(audience)
    )
    expect(answer.status, answer.text).toBe(409)
  })

  race("a flow stays when a campaign of it is just being made", async () => {
    const { id, flow, fields } = await campaignOf("CANCELLED", "Just now")
    const answer = await during(
      (sql) =>
        sql`select 1 from flows where id = ${fields.flowId} for key share`.pipe(
          Effect.andThen(sql`update campaigns set status = 'DRAFT' where id = ${id}`)
        ),
      () => removeFlow(flow)
    )
    expect(answer.status, answer.text).toBe(409)
  })

  race("a campaign is not made of a flow that is just being deleted", async () => {
    const { fields } = await campaignOf("CANCELLED", "Gone")
    const answer = await during(
      (sql) => sql`delete from flows where id = ${fields.flowId}`,
      () => send(fields)
    )
    expect(answer.status, answer.text).toBe(404)
  })
})

describe("the status of a campaign", () => {
  const act = (id: string, what: string, of = org) => of.call("POST", `/v1/campaigns/${id}/${what}`)
  const far = { scheduledAt: "2040-01-31T09:00:00", timezone: "Asia/Kolkata" }

  test("a start schedules a draft whose time is in the future, and returns the campaign", async () => {
    const draft = await create(far)
    const started = await answered(200, act(draft.id, "start"))
    expect(started).toEqual({ ...draft, status: "SCHEDULED" })
    expect(await get(draft.id)).toEqual(started)
  })

  test("pause, resume and cancel return the new status", async () => {
    const id = await makeResource(server, org, "pausedCampaign")
    expect(await answered(200, act(id, "pause"))).toEqual({ status: "PAUSED" })
    expect(await answered(200, act(id, "resume"))).toEqual({ status: "IN_PROGRESS" })
    const another = await create()
    for (let time = 0; time < 2; time++) {
      expect(await answered(200, act(another.id, "cancel"))).toEqual({ status: "CANCELLED" })
    }
    expect(await get(another.id)).toMatchObject({ status: "CANCELLED", completedAt: expect.stringMatching(timestamp) })
  })

  test.each([
    ["start", "PAUSED"],
    ["start", "COMPLETED"],
    ["pause", "DRAFT"],
    ["pause", "CANCELLED"],
    ["resume", "SCHEDULED"],
    ["resume", "COMPLETED"],
    ["cancel", "COMPLETED"]
  ])("a %s is refused in %s", async (what, status) => {
    const { id } = await createIn(status)
    expect(await invalidState(act(id, what))).toMatch(new RegExp(`^The campaign is ${status};`))
    expect(await get(id)).toMatchObject({ status })
  })

  test("a refused start lists everything that is missing", async () => {
    const asksFor = { name: "Asks", systemInstruction: "Speak of {{loan}}.", initialPrompt: "Hello {{city}}." }
    const flow = await answered(201, server.admin("POST", `/admin/v1/organizations/${org.id}/flows`, asksFor))
    const { id } = await create({ flowId: flow.id, endAt: "2020-01-01T00:00:00Z" })
    const { message, details } = await answered(400, act(id, "start"))
    expect(details).toHaveLength(3)
    for (const { path, message: one } of details) {
      expect(path).toBe("")
      expect(message).toContain(one)
    }
    expect(message).toMatch(/^The campaign cannot start: .*loan.*; .*endAt/)
  })

  test("a start without enough minutes reports how many are needed and how many remain", async () => {
    const poor = await server.organization("Poor")
    await server.admin("PATCH", `/admin/v1/organizations/${poor.id}`, { minutesQuota: 0 })
    const { id } = await answered(201, poor.call("POST", "/v1/campaigns", await newCampaign(server, poor)))
    expect(await answered(402, act(id, "start", poor))).toMatchObject({
      error: "Payment Required",
      code: "QUOTA_EXCEEDED",
      message: "Not enough minutes of quota: 1 needed, 0 remaining"
    })
    expect(await answered(200, poor.call("GET", `/v1/campaigns/${id}`))).toMatchObject({ status: "DRAFT" })
  })
})
