import type { LiveLine } from "../../domain/calls/LiveCampaign.ts"
import { singleLine } from "../../platform/observability/Logging.ts"
import { outcomeLine, progressLine } from "./watch-drawing.ts"
import type { View } from "./watched.ts"

/** A view of permanent lines only: each finished line of a conversation, outcomes, and progress at every tenth. */
export const linesView = (print: (line: string) => void): View => {
  const current = new Map<string, LiveLine>()
  const outcomes = new Map<string, string>()
  const names = new Map<string, string>()
  const printedSteps = new Map<string, string>()

  const printLine = (callId: string) => {
    const line = current.get(callId)
    if (line !== undefined) print(singleLine(`  ${names.get(callId) ?? callId}, ${line.role}: ${line.text}`))
    current.delete(callId)
  }

  const addLine = (callId: string, next: LiveLine) => {
    const line = current.get(callId)?.line ?? 0
    // An earlier line may be sent again after it was printed.
    if (next.line < line) return
    if (next.line > line) printLine(callId)
    current.set(callId, next)
  }

  // The end of a call may arrive before its last line, so the outcome waits for the line.
  const printRest = (callId: string) => {
    printLine(callId)
    const outcome = outcomes.get(callId)
    if (outcome !== undefined) print(outcome)
    outcomes.delete(callId)
  }

  const see: View["see"] = (_, event, outcome) => {
    if (event.type === "call") names.set(event.callId, event.contactName)
    if (event.type === "said") addLine(event.callId, event)
    if (outcome !== undefined) {
      outcomes.set(outcome.callId, outcomeLine(outcome, { columns: widest, rows: 1, colours: false, now: 0 }))
      if (!current.has(outcome.callId)) printRest(outcome.callId)
    }
    if (event.type === "left") printRest(event.callId)
    if (event.type !== "progress") return
    const step = `${event.status} ${Math.floor(event.percentComplete / 10)}`
    if (printedSteps.get(event.campaignId) !== step) print(singleLine(progressLine(event)))
    printedSteps.set(event.campaignId, step)
  }

  const end = () => {
    for (const callId of new Set([...current.keys(), ...outcomes.keys()])) printRest(callId)
  }
  return { see, end }
}

// Maximum width of a line, terminal cells.
const widest = 200
