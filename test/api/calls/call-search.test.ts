import { Effect, Layer } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { CallSearches, SearchReads } from "../../../src/calls/views/CallSearches.ts"
import type { CallSearch, FoundCalls } from "../../../src/domain/views/CallSearch.ts"
import { answered } from "../../support/api/answered.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { makeRandom } from "../../support/random.ts"

// No dialer runs, so the rows stay as they are made.
const server = await startServer({ settings: { ROLES: "api" } })
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")

const list = (query: Readonly<Record<string, string>> = {}, id = org.id) =>
  answered(200, server.admin("GET", `/admin/v1/organizations/${id}/calls?${new URLSearchParams(query)}`))

/** All pages of a search, in order. */
const listAll = async (query: Readonly<Record<string, string>>, limit = 7) => {
  const found: Array<ListedRow> = []
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await list({ ...query, limit: String(limit), ...(cursor !== "" && { cursor }) })
    expect(page.data.length).toBeLessThanOrEqual(limit)
    found.push(...page.data)
    cursor = page.nextCursor
  }
  return found
}

interface ListedRow {
  readonly id: string
  readonly [field: string]: unknown
}

const random = makeRandom(Number(process.env.TEST_SEED))
const below = (limit: number) => Math.floor(random() * limit)
const oneOf = <A>(values: ReadonlyArray<A>) => values[below(values.length)] as A
const statuses = ["PENDING", "QUEUED", "COMPLETED", "FAILED"] as const
const outcomes = ["CONNECTED", "NO_ANSWER", "BUSY"] as const

const start = Date.UTC(2030, 0, 1)
const campaigns = [await rows.campaign(org.id, { name: "Spring" }), await rows.campaign(org.id, { name: "Summer" })]
const labels = new Map<string, string>()
for (const campaign of campaigns) {
  for (const name of ["Interested", "Not now"]) {
    labels.set(`${campaign} ${name}`, await rows.label(org.id, campaign, { name, folded_name: name.toLowerCase() }))
  }
}
const theirCampaign = await rows.campaign(other.id, { name: "Theirs" })

const makeCall = async () => {
  const campaign = oneOf(campaigns)
  const label = oneOf(["Interested", "Not now", null])
  const status = oneOf(statuses)
  const wasCalled = status === "COMPLETED" || status === "FAILED"
  // Few different times, so that several calls have the same.
  const at = new Date(start + below(12) * 60_000)
  const call = {
    campaign,
    label,
    status,
    at,
    outcome: wasCalled ? oneOf(outcomes) : null,
    duration: wasCalled ? below(100) : 0,
    flagged: below(4) === 0,
    undetermined: below(4) === 0,
    number: `+49301234${below(10)}`,
    micros: oneOf([null, 0, 20_000, 50_000])
  }
  const id = await rows.call(org.id, campaign, {
    status,
    outcome: call.outcome,
    duration: call.duration,
    flagged_for_review: call.flagged,
    intent_undetermined: call.undetermined,
    phone_number: call.number,
    created_at: wasCalled ? new Date(start - 1) : at,
    started_at: wasCalled ? at : null,
    intent_label_id: label === null ? null : (labels.get(`${campaign} ${label}`) as string)
  })
  if (call.micros !== null) {
    const attempt = await rows.attempt(org.id, id)
    // In two parts, because the sum counts.
    const line = { quantity: 1, currency: "EUR", micros: String(call.micros / 2) }
    await rows.query(
      (sql) => sql`insert into attempt_costs (organization_id, attempt_id, campaign_id, month)
        values (${org.id}, ${attempt}, ${campaign}, '2030-01-01')`
    )
    await rows.query(
      (sql) =>
        sql`update attempt_costs set lines = ${JSON.stringify([line, line])}::jsonb where attempt_id = ${attempt}`
    )
  }
  return { ...call, id }
}
type Made = Awaited<ReturnType<typeof makeCall>>
const made: Array<Made> = []
for (let n = 0; n < 60; n++) made.push(await makeCall())
await rows.call(other.id, theirCampaign, { phone_number: "+493012340", flagged_for_review: true })

const readCursor = (text: string) => {
  const [at = "", id = ""] = text.split("_")
  return { at, id }
}

const latestFirst = (one: Made, another: Made) =>
  another.at.getTime() - one.at.getTime() || (one.id < another.id ? 1 : -1)
const expected = (matches: (call: Made) => boolean) =>
  made
    .filter(matches)
    .toSorted(latestFirst)
    .map(({ id }) => id)

/** Each filter with its naive counterpart. */
const filters: ReadonlyArray<readonly [Readonly<Record<string, string>>, (call: Made) => boolean]> = [
  [{}, () => true],
  [{ label: "INTERESTED" }, ({ label }) => label === "Interested"],
  [{ campaignId: campaigns[0] as string }, ({ campaign }) => campaign === campaigns[0]],
  [{ status: "QUEUED" }, ({ status }) => status === "QUEUED"],
  [{ outcome: "NO_ANSWER" }, ({ outcome }) => outcome === "NO_ANSWER"],
  [{ phoneNumber: "+493012343" }, ({ number }) => number === "+493012343"],
  [{ flagged: "true" }, ({ flagged }) => flagged],
  [{ flagged: "false" }, ({ flagged }) => !flagged],
  [{ undetermined: "true" }, ({ undetermined }) => undetermined],
  [{ undetermined: "false" }, ({ undetermined }) => !undetermined],
  [{ costAtLeast: "0.03" }, ({ micros }) => (micros ?? 0) >= 30_000],
  [{ durationAtLeast: "40" }, ({ duration }) => duration >= 40],
  [{ from: new Date(start + 120_000).toISOString() }, ({ at }) => at.getTime() >= start + 120_000],
  [{ to: new Date(start + 420_000).toISOString() }, ({ at }) => at.getTime() < start + 420_000]
]

describe("the list of an organization's calls", () => {
  test.each(filters)("finds exactly the calls of %j, the latest first, each on one page", async (query, matches) => {
    const found = await listAll(query)
    expect(found.map(({ id }) => id)).toEqual(expected(matches))
  })

  test("combines filters in any number", async () => {
    for (let n = 0; n < 12; n++) {
      const chosen = filters.filter(() => below(3) === 0)
      const query = Object.assign({}, ...chosen.map(([one]) => one))
      const applied = filters.filter(([one]) => Object.entries(one).every(([name, value]) => query[name] === value))
      const found = await listAll(query, 1 + below(20))
      expect(
        found.map(({ id }) => id),
        JSON.stringify(query)
      ).toEqual(expected((call) => applied.every(([, matches]) => matches(call))))
    }
  })

  test("reads a limited number of calls for each page, and misses none", async () => {
    const { layer } = CallSearches
    const few = Layer.succeed(SearchReads, { inOrder: 3, unordered: 2 })
    const find = (search: CallSearch) =>
      server.run(
        Effect.flatMap(CallSearches, (searches) => searches.find(org.id, search)).pipe(
          Effect.provide(Layer.fresh(layer).pipe(Layer.provide(few)))
        )
      )
    for (const [query, matches] of [
      [
        { status: "FAILED", durationAtLeast: 40 },
        ({ duration, status }: Made) => status === "FAILED" && duration >= 40
      ],
      [{ label: "interested", flagged: false }, ({ flagged, label }: Made) => label === "Interested" && !flagged],
      [{ costAtLeast: "0.03" }, ({ micros }: Made) => micros === 50_000]
    ] as const) {
      const found: Array<string> = []
      let pages = 0
      for (let cursor: CallSearch["cursor"] | null; cursor !== null; pages++) {
        const page: FoundCalls = await find({ ...query, limit: 100, ...(cursor !== undefined && { cursor }) })
        expect(page.data.length).toBeLessThanOrEqual(3)
        found.push(...page.data.map(({ id }) => id))
        cursor = page.nextCursor === null ? null : readCursor(page.nextCursor)
      }
      expect(found).toEqual(expected(matches))
      expect(pages).toBeGreaterThan(3)
    }
  })

  test("shows a call with its campaign, its time and its cost", async () => {
    const call = made.find(({ micros }) => micros === 50_000) as Made
    const shown = (await listAll({})).find(({ id }) => id === call.id)
    expect(shown).toMatchObject({
      campaignId: call.campaign,
      campaignName: call.campaign === campaigns[0] ? "Spring" : "Summer",
      at: call.at.toISOString(),
      phoneNumber: call.number,
      currency: "EUR",
      cost: "0.050000",
      knownCost: "0.050000"
    })
  })

  test("knows no cost of a call with a part without a price, and forgets none that is counted again", async () => {
    const id = await rows.call(other.id, theirCampaign, { status: "COMPLETED", started_at: new Date() })
    const attempt = await rows.attempt(other.id, id)
    const lines = [
      { currency: "EUR", micros: "7" },
      { currency: null, micros: "0" }
    ]
    const store = (given: ReadonlyArray<object>) =>
      rows.query(
        (sql) => sql`update attempt_costs set lines = ${JSON.stringify(given)}::jsonb where attempt_id = ${attempt}`
      )
    await rows.query(
      (sql) => sql`insert into attempt_costs (organization_id, attempt_id, campaign_id, month, lines)
        values (${other.id}, ${attempt}, ${theirCampaign}, '2030-01-01', ${JSON.stringify(lines)}::jsonb)`
    )
    const shown = async () => (await list({ status: "COMPLETED" }, other.id)).data[0]
    expect(await shown()).toMatchObject({ currency: "EUR", cost: null, knownCost: "0.000007" })
    await store([{ currency: "EUR", micros: "9" }])
    expect(await shown()).toMatchObject({ cost: "0.000009", knownCost: "0.000009" })
  })

  test("refuses a cursor and filters that it cannot read, and says why", async () => {
    for (const [name, value, problem] of [
      ["cursor", "x", "must be the nextCursor of a page"],
      ["status", "DONE", "must be"],
      ["flagged", "yes", "must be"],
      ["durationAtLeast", "-1", "must be a whole number"],
      ["costAtLeast", "a lot", "must be a decimal number"],
      ["limit", "101", "must be a whole number from 1 to 100"]
    ] as const) {
      const path = `/admin/v1/organizations/${org.id}/calls?${name}=${encodeURIComponent(value)}`
      const { details } = await answered(400, server.admin("GET", path))
      expect(details).toEqual([{ path: name, message: expect.stringContaining(problem) }])
    }
  })

  test("finds nothing of another organization, by its campaign or its labels", async () => {
    expect((await list({ campaignId: theirCampaign })).data).toEqual([])
    expect((await list({ label: "Interested" }, other.id)).data).toEqual([])
    expect((await list({ flagged: "true" }, other.id)).data).toHaveLength(1)
  })
})
