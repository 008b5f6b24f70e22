import type { LiveLine } from "../../domain/calls/LiveCampaign.ts"
import { singleLine } from "../../platform/observability/Logging.ts"
import { outcomeLine, progressLine } from "./watch-drawing.ts"
import type { View } from "./watched.ts"

/** Only what stays: each line of a talk once it was said, what came of it, and now and then how far it all is. */
export const linesView = (print: (line: string) => void): View => {
  const saying = new Map<string, LiveLine>()
  const outcomes = new Map<string, string>()
  const names = new Map<string, string>()
  const told = new Map<string, string>()

  const tellSaid = (callId: string) => {
    const said = saying.get(callId)
    if (said !== undefined) print(singleLine(`  ${names.get(callId) ?? callId}, ${said.role}: ${said.text}`))
    saying.delete(callId)
  }

  const hear = (callId: string, next: LiveLine) => {
    const line = saying.get(callId)?.line ?? 0
    // A line that was told before is told as it was then.
    if (next.line < line) return
    if (next.line > line) tellSaid(callId)
    saying.set(callId, next)
  }

  // That a talk has ended comes by another way than its last words, and may be faster: what came of it waits for them.
  const tellRest = (callId: string) => {
    tellSaid(callId)
    const outcome = outcomes.get(callId)
    if (outcome !== undefined) print(outcome)
    outcomes.delete(callId)
  }

  const see: View["see"] = (_, event, outcome) => {
    if (event.type === "call") names.set(event.callId, event.contactName)
    if (event.type === "said") hear(event.callId, event)
    if (outcome !== undefined) {
      outcomes.set(outcome.callId, outcomeLine(outcome, { columns: widest, rows: 1, colours: false, now: 0 }))
      if (!saying.has(outcome.callId)) tellRest(outcome.callId)
    }
    if (event.type === "left") tellRest(event.callId)
    if (event.type !== "progress") return
    const step = `${event.status} ${Math.floor(event.percentComplete / 10)}`
    if (told.get(event.campaignId) !== step) print(singleLine(progressLine(event)))
    told.set(event.campaignId, step)
  }

  const end = () => {
    for (const callId of new Set([...saying.keys(), ...outcomes.keys()])) tellRest(callId)
  }
  return { see, end }
}

const widest = 200
