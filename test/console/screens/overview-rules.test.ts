import { describe, expect, test } from "vitest"
import {
  after,
  changesFigures,
  nothingHeard,
  type OverviewEvent,
  withHeard
} from "../../../console/src/screens/overview/live-overview.ts"
import type { Overview } from "../../../console/src/screens/overview/overview.ts"
import { makeRandom } from "../../support/random.ts"

const campaign = (id: string, fields: object = {}) => ({
  id,
  name: id,
  status: "IN_PROGRESS",
  statusReason: null,
  liveCalls: 1,
  waiting: 5,
  startsInLastMinute: 2,
  callsPerMinute: 20,
  completionPct: 10,
  ...fields
})
const overview = {
  live: { ringing: 1, talking: 1 },
  starts: { lastMinute: 7, allowedPerMinute: 40 },
  campaigns: [campaign("a"), campaign("b")]
} as unknown as Overview

const call = (callId: string, state: string) => ({ type: "call", callId, campaignId: "a", state }) as OverviewEvent
const ended = (callId: string) => ({ type: "ended", callId, campaignId: "a" }) as OverviewEvent
const left = (callId: string) => ({ type: "left", callId, campaignId: "a" }) as OverviewEvent
const snapshot: OverviewEvent = { type: "snapshot" }
const progress = (campaignId: string, fields: object = {}) =>
  ({
    type: "progress",
    campaignId,
    name: campaignId,
    status: "IN_PROGRESS",
    statusReason: null,
    pending: 3,
    queued: 1,
    inProgress: 4,
    percentComplete: 30,
    callsPerMinute: 60,
    placedInLastMinute: 9,
    ...fields
  }) as OverviewEvent
const shown = (...events: ReadonlyArray<OverviewEvent>) => withHeard(overview, events.reduce(after, nothingHeard))

describe("the overview that follows the stream", () => {
  test("shows what was read until something follows the snapshot", () => {
    expect(shown(snapshot)).toEqual(overview)
    expect(shown(call("1", "RINGING"), snapshot)).toEqual(overview)
  })

  test("counts each live call once, whatever is repeated", () => {
    const events = [call("1", "RINGING"), call("2", "RINGING"), call("1", "TALKING"), call("1", "TALKING")]
    expect(shown(snapshot, ...events).live).toEqual({ ringing: 1, talking: 1 })
    expect(shown(snapshot, ...events, left("1"), ended("1"), ended("2"), ended("2")).live).toEqual({
      ringing: 0,
      talking: 0
    })
  })

  test("takes a campaign's figures from its progress, and keeps the starts of campaigns that have ended", () => {
    const { campaigns, starts } = shown(snapshot, progress("a"), progress("a"))
    expect(campaigns[0]).toMatchObject({ liveCalls: 4, waiting: 4, startsInLastMinute: 9, completionPct: 30 })
    expect(campaigns[1]).toEqual(overview.campaigns[1])
    expect(starts.lastMinute).toBe(7 - 2 + 9)
  })

  test("reads again after an event that changes what no event contains, and after no other", () => {
    for (const event of [snapshot, ended("1"), progress("new"), progress("a", { status: "PAUSED" })]) {
      expect(changesFigures(overview, event), event.type).toBe(true)
    }
    for (const event of [call("1", "RINGING"), left("1"), progress("a"), progress("old", { status: "COMPLETED" })]) {
      expect(changesFigures(overview, event), event.type).toBe(false)
    }
  })

  test("comes to the same numbers when any part of the stream is sent twice after a snapshot", () => {
    const next = makeRandom(Number(process.env.TEST_SEED))
    const below = (end: number) => Math.floor(next() * end)
    for (let round = 0; round < 200; round++) {
      const events = Array.from({ length: 12 }, () => {
        const id = String(below(4))
        const kinds = [
          call(id, "RINGING"),
          call(id, "TALKING"),
          left(id),
          ended(id),
          progress("a", { inProgress: below(9) })
        ]
        return kinds[below(kinds.length)] as OverviewEvent
      })
      const cut = below(events.length)
      const twice = events.flatMap((event) => [event, event])
      expect(shown(...twice)).toEqual(shown(...events))
      expect(shown(...events.slice(0, cut), snapshot, ...events)).toEqual(shown(...events))
    }
  })
})
