import { describe, expect, test } from "vitest"
import { linesView } from "../../../src/cli/watch/watch-lines.ts"
import { nothingWatched, take } from "../../../src/cli/watch/watched.ts"
import type { LiveEvent } from "../../../src/domain/views/LiveCampaign.ts"

const person = {
  callId: "1",
  contactName: "Asha",
  phoneNumber: "+9198******10",
  attempt: 1,
  status: "COMPLETED"
} as const
const call: LiveEvent = { type: "call", ...person, state: "TALKING", since: "2030-01-01T00:00:00.000Z" }
const utterance = (line: number, role: "agent" | "person", text: string): LiveEvent => ({
  type: "said",
  callId: "1",
  line,
  role,
  text
})
const growing = (...said: Parameters<typeof utterance>) => ({ ...utterance(...said), growing: true }) as LiveEvent
const ended: LiveEvent = { type: "ended", ...person, outcome: "CONNECTED", failureReason: null, durationSeconds: 29 }
const tagged: LiveEvent = {
  type: "tagged",
  ...person,
  intentLabelName: "Hot Lead",
  isPositive: true,
  intentUndetermined: false,
  journeyAction: null,
  nextAttemptAt: null
}
const left: LiveEvent = { type: "left", callId: "1" }

const shown = (...events: ReadonlyArray<LiveEvent>) => {
  const lines: Array<string> = []
  const view = linesView((line) => lines.push(line))
  let watched = nothingWatched
  for (const event of events) {
    const taken = take(watched, "c", event)
    watched = taken.watched
    view.see(watched, event, taken.outcome)
  }
  view.end(watched)
  return lines
}

describe("a campaign watched line by line", () => {
  const lines = [
    "  Asha, person: Hello?",
    "  Asha, agent: Thank you for your time, goodbye.",
    "✔ Asha             +9198******10 Hot Lead  0:29"
  ]
  const conversation = [call, utterance(0, "person", "Hello?"), growing(1, "agent", "Thank you for")]

  test("prints each line of a conversation once in its final form, then the outcome", () => {
    const last = utterance(1, "agent", "Thank you for your time, goodbye.")
    for (const end of [
      [last, left, ended, tagged],
      [ended, last, left, tagged],
      [ended, tagged, last, left],
      // The campaign ends before the call is reported as left.
      [ended, tagged, last]
    ]) {
      expect(shown(...conversation, ...end)).toEqual(lines)
    }
  })

  test("removes control characters from names", () => {
    const steering = "\u001b[31mAsha\u0007\n\u202e"
    const events: ReadonlyArray<LiveEvent> = [
      { ...call, contactName: steering },
      utterance(0, "person", steering),
      left
    ]
    expect(shown(...events).join("")).not.toMatch(/[\p{Cc}\u202e]/u)
  })

  test("prints a line once it is whole, and after all lines before it", () => {
    const before: Array<string> = []
    const view = linesView((line) => before.push(line))
    const see = (event: LiveEvent) => {
      view.see(nothingWatched, event, undefined)
      return before.splice(0)
    }
    see(call)
    expect(see(growing(0, "agent", "May I ask"))).toEqual([])
    expect(see(utterance(1, "person", "Yes."))).toEqual([])
    expect(see(utterance(3, "person", "Bye."))).toEqual([])
    expect(see(utterance(0, "agent", "May I ask you something?"))).toEqual([
      "  Asha, agent: May I ask you something?",
      "  Asha, person: Yes."
    ])
    expect(see(utterance(2, "agent", "Goodbye."))).toEqual(["  Asha, agent: Goodbye.", "  Asha, person: Bye."])
    expect(see(left)).toEqual([])
  })

  test("prints a line once when another is inserted before it, and a line that was spoken twice twice", () => {
    const twice = [utterance(0, "person", "Hello?"), utterance(1, "person", "Hello?")]
    const inserted = [utterance(1, "agent", "Good morning."), utterance(2, "person", "Hello?")]
    expect(shown(call, ...twice, ...inserted, left)).toEqual([
      "  Asha, person: Hello?",
      "  Asha, person: Hello?",
      "  Asha, agent: Good morning."
    ])
  })

  test("prints what a watcher receives who came during the conversation", () => {
    expect(shown(call, utterance(7, "person", "Hello?"), left)).toEqual(["  Asha, person: Hello?"])
  })
})
