import { describe, expect, test } from "vitest"
import {
  forgetCalls,
  isOver,
  nothingWatched,
  take,
  type Watched,
  type WatchedOutcome
} from "../../../src/cli/watch/watched.ts"
import type { LiveEvent, LiveOf } from "../../../src/domain/views/LiveCampaign.ts"

const person = { callId: "1", contactName: "Asha", phoneNumber: "+9198******10", attempt: 1 }
const call = (state: "RINGING" | "TALKING"): LiveEvent => ({
  type: "call",
  ...person,
  state,
  since: "2030-01-01T00:00:00.000Z"
})
const utterance = (line: number, text: string): LiveEvent => ({ type: "said", callId: "1", line, role: "agent", text })
const ended = (outcome: LiveOf<"ended">["outcome"], durationSeconds = 0): LiveEvent => ({
  type: "ended",
  ...person,
  status: "COMPLETED",
  outcome,
  failureReason: null,
  durationSeconds
})
const tagged = (intentLabelName: string | null, isPositive: boolean | null): LiveEvent => ({
  type: "tagged",
  ...person,
  status: "COMPLETED",
  intentLabelName,
  isPositive,
  intentUndetermined: intentLabelName === null,
  journeyAction: null,
  nextAttemptAt: null
})

const known = (...events: ReadonlyArray<LiveEvent>) =>
  events.reduce<{ watched: Watched; outcomes: ReadonlyArray<WatchedOutcome> }>(
    ({ outcomes, watched }, event) => {
      const taken = take(watched, "c", event)
      return { watched: taken.watched, outcomes: taken.outcome === undefined ? outcomes : [...outcomes, taken.outcome] }
    },
    { watched: nothingWatched, outcomes: [] }
  )

describe("the state of a watched campaign", () => {
  test("a call has its latest line until it is over", () => {
    const connected = known(
      call("RINGING"),
      call("TALKING"),
      utterance(0, "Hello"),
      utterance(0, "Hello there"),
      utterance(1, "Yes")
    )
    expect(connected.watched.calls.get("1")).toMatchObject({ state: "TALKING", line: { line: 1, text: "Yes" } })
    // An earlier line that is sent again does not replace the current one.
    expect(take(connected.watched, "c", utterance(0, "Hello there, Asha")).watched).toEqual(connected.watched)
    for (const over of [{ type: "left", callId: "1" } as const, ended("CONNECTED")]) {
      expect(take(connected.watched, "c", over).watched.calls.size).toBe(0)
    }
  })

  test("a conversation is counted once, by its label", () => {
    const { outcomes, watched } = known(
      call("TALKING"),
      ended("CONNECTED", 29),
      tagged("Hot Lead", true),
      tagged("Hot Lead", true)
    )
    expect(outcomes).toMatchObject([{ name: "Hot Lead", mood: "good", seconds: 29, contactName: "Asha" }])
    expect([...watched.outcomes]).toEqual([["Hot Lead", 1]])
    expect(known(ended("CONNECTED", 9), tagged(null, null)).outcomes).toMatchObject([
      { name: "Undetermined", mood: "plain" }
    ])
  })

  test("a call without a conversation is counted by its outcome, and its label is ignored", () => {
    const { outcomes } = known(ended("NO_ANSWER"), tagged("Not Reachable", false))
    expect(outcomes).toMatchObject([{ name: "No Answer", mood: "bad", seconds: 0 }])
  })

  test("a suppression is counted for a call that was never placed, and ignored after a conversation", () => {
    const suppressed = { type: "suppressed", ...person, scope: "ORGANIZATION", reason: "Do Not Contact" } as const
    expect(known({ ...suppressed, attempt: 0 }).outcomes).toMatchObject([{ name: "Do Not Contact" }])
    expect(known(suppressed).outcomes).toEqual([])
  })

  test("a lost connection removes the calls of its campaign only", () => {
    const two = take(known(call("RINGING")).watched, "other", { ...call("RINGING"), callId: "2" } as LiveEvent).watched
    expect([...forgetCalls(two, "c").calls.keys()]).toEqual(["2"])
  })

  test("a campaign is over once it is completed, or cancelled without live calls", () => {
    const progress = (status: LiveOf<"progress">["status"], inProgress: number) =>
      isOver({ status, inProgress } as LiveOf<"progress">)
    expect([progress("COMPLETED", 0), progress("CANCELLED", 0)]).toEqual([true, true])
    expect([progress("CANCELLED", 1), progress("IN_PROGRESS", 0), progress("PAUSED", 0)]).toEqual([false, false, false])
  })
})
