import { describe, expect, test } from "vitest"
import { detailName, detailWords } from "../../../console/src/screens/settings/detail-words.ts"
import { actionWords, areas } from "../../../console/src/screens/settings/log/log-words.ts"
import { topics } from "../../../console/src/screens/settings/service/topics.ts"
import { hourIn } from "../../../console/src/ui/words/format.ts"
import { securityLogActions } from "../../../src/domain/accounts/SecurityLogAction.ts"
import { topicNames } from "../../../src/events/schemas/topics.ts"

describe("the security log", () => {
  test("says in words what was done, also what it has no words for", () => {
    expect(actionWords("campaign.pause")).toBe("Paused a campaign")
    expect(actionWords("call.pick-up")).toBe("Call: pick up")
    expect(actionWords("constructor")).toBe("Constructor")
  })

  test("has words for every action that the service writes, and filters by each kind", () => {
    const words = securityLogActions.map(actionWords)
    expect(words.filter((one) => /[:.]|^[a-z]/.test(one))).toEqual([])
    expect(new Set(words).size).toBe(words.length)
    expect(new Set(securityLogActions.map((action) => action.split(".")[0]))).toEqual(new Set(Object.keys(areas)))
  })

  test("writes details as a person reads them", () => {
    expect(detailName("retryDelayMinutes")).toBe("Retry delay minutes")
    const words = [["VIEWER", 3], true, null, [], { maxRetries: 2, days: [1, 2] }, "Spring"].map(detailWords)
    expect(words).toEqual(["VIEWER, 3", "yes", "none", "none", "Max retries 2, Days 1, 2", "Spring"])
  })
})

describe("the events that are followed", () => {
  test("are those of all topics", () => {
    expect(Object.keys(topics).sort()).toEqual([...topicNames].sort())
  })
})

describe("the hours of a chart", () => {
  test("are those of the given time zone, whatever that of the browser is", () => {
    expect(hourIn("Asia/Kolkata")("2026-11-24T18:30:00Z")).toBe("Wed 00:00")
    expect(hourIn("America/New_York")("2026-11-24T18:30:00Z")).toBe("Tue 13:30")
  })
})
