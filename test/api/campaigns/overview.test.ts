import { afterAll, describe, expect, test, vi } from "vitest"
import { answered, timestamp } from "../../support/api/answered.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { eventually } from "../../support/eventually.ts"

// The dialer does not run: the rows stay as they are made.
const server = await startServer({ settings: { ROLES: "api" } })
afterAll(server.stop)
const rows = rowsOf(server)

const overview = ({ id }: TestOrganization) =>
  answered(200, server.admin("GET", `/admin/v1/organizations/${id}/overview`))
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Inserts a call with one attempt. */
const called = async (
  { id }: TestOrganization,
  campaign: string,
  call: Readonly<Record<string, unknown>>,
  attempt: Readonly<Record<string, unknown>>
) => {
  const callId = await rows.call(id, campaign, { attempts: 1, ...call })
  await rows.attempt(id, callId, { started_at: call.started_at, ...attempt })
}

describe("the overview of an organization", () => {
  test("is empty at first, in the organization's own day", async () => {
    const org = await server.organization()
    await answered(200, server.admin("PATCH", `/admin/v1/organizations/${org.id}`, { timezone: "Asia/Kolkata" }))
    const shown = await overview(org)
    expect(shown).toEqual({
      generatedAt: expect.stringMatching(timestamp),
      live: { ringing: 0, talking: 0 },
      starts: { lastMinute: 0, allowedPerMinute: 0 },
      today: {
        since: expect.stringMatching(/T18:30:00\.000Z$/),
        calls: 0,
        contacts: 0,
        outcomes: [],
        labels: [],
        undetermined: 0
      },
      campaigns: []
    })
    expect(Date.now() - Date.parse(shown.today.since)).toBeLessThan(86_400_000)
  })

  test("counts the live calls, the starts of the last minute, and what ended today", async () => {
    const org = await server.organization()
    // West of the date line, where the day has begun more than an hour ago whenever this test runs.
    const hour = new Date().getUTCHours()
    const timezone = hour >= 2 ? "UTC" : "Etc/GMT+12"
    await answered(200, server.admin("PATCH", `/admin/v1/organizations/${org.id}`, { timezone }))
    const running = await rows.campaign(org.id, { name: "Runs", calls_per_minute: 30 })
    const other = await rows.campaign(org.id, { name: "Runs too", calls_per_minute: 12 })
    await rows.campaign(org.id, { name: "Paused", status: "PAUSED", status_reason: "The minutes are used up" })
    await rows.campaign(org.id, { name: "Over", status: "COMPLETED" })
    const yes = { name: "Interested", folded_name: "interested", is_positive: true }
    const labels = [await rows.label(org.id, running, yes), await rows.label(org.id, other, yes)] as const

    const live = { ended_at: null, outcome: null }
    const inProgress = { status: "IN_PROGRESS" }
    await called(org, running, { ...inProgress, started_at: ago(0.2) }, live)
    await called(org, running, { ...inProgress, started_at: ago(5) }, { ...live, answered_at: ago(4) })
    const done = { status: "COMPLETED", duration: 20 }
    await called(org, running, { ...done, started_at: ago(0.5), intent_label_id: labels[0] }, { ended_at: ago(0.1) })
    await called(org, other, { ...done, started_at: ago(30), intent_label_id: labels[1] }, { ended_at: ago(29) })
    await called(org, other, { ...done, started_at: ago(40), intent_undetermined: true }, { ended_at: ago(39) })
    await called(org, other, { status: "FAILED", started_at: ago(50) }, { ended_at: ago(49), outcome: "BUSY" })
    // Three days ago: not today in any time zone.
    await called(org, other, { ...done, started_at: ago(4320), intent_label_id: labels[1] }, { ended_at: ago(4319) })
    const stranger = await server.organization()
    const theirs = await rows.campaign(stranger.id)
    await called(stranger, theirs, { ...inProgress, started_at: ago(0.1) }, live)

    const shown = await overview(org)
    expect(shown.live).toEqual({ ringing: 1, talking: 1 })
    expect(shown.starts).toEqual({ lastMinute: 2, allowedPerMinute: 42 })
    expect(shown.today).toMatchObject({
      outcomes: [
        { outcome: "CONNECTED", count: 3 },
        { outcome: "BUSY", count: 1 }
      ],
      labels: [{ name: "Interested", color: "#1f9d55", isPositive: true, count: 2 }],
      undetermined: 1
    })
    expect(shown.campaigns).toMatchObject([
      { name: "Paused", status: "PAUSED", statusReason: "The minutes are used up", health: { level: "red" } },
      { name: "Runs too", callsPerMinute: 12, liveCalls: 0, startsInLastMinute: 0 },
      { name: "Runs", callsPerMinute: 30, maxConcurrentCalls: 5, liveCalls: 2, startsInLastMinute: 2, waiting: 0 }
    ])
  })

  test("is read again after the clock of the node was set back", async () => {
    const org = await server.organization()
    const inTwoHours = Date.now() + 7_200_000
    const clock = vi.spyOn(Date, "now").mockReturnValue(inTwoHours)
    expect(Date.parse((await overview(org)).generatedAt)).toBe(inTwoHours)
    clock.mockRestore()
    await eventually(async () => expect(Date.parse((await overview(org)).generatedAt)).toBeLessThan(inTwoHours))
  })
})
