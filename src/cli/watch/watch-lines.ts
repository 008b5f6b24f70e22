import type { LiveLine } from "../../domain/views/LiveCampaign.ts"
import { singleLine } from "../../platform/observability/Logging.ts"
import { outcomeLine, progressLine } from "./watch-drawing.ts"
import type { View } from "./watched.ts"

/** A view of permanent lines only: each finished line of a conversation, outcomes, and progress at every tenth. */
export const linesView = (print: (line: string) => void): View => {
  const conversations = new Map<string, Conversation>()
  const outcomes = new Map<string, string>()
  const names = new Map<string, string>()
  const printedSteps = new Map<string, string>()

  const conversationOf = (callId: string) => {
    const conversation = conversations.get(callId) ?? { lines: [], printed: new Map() }
    conversations.set(callId, conversation)
    return conversation
  }

  const addLine = (callId: string, line: LiveLine) => {
    const conversation = conversationOf(callId)
    conversation.lines[line.line] = line
    printWhole(callId, wholeLines(conversation.lines))
  }

  /** Prints the lines that were not printed yet. A line may be inserted before others, so numbers do not identify it. */
  const printWhole = (callId: string, lines: ReadonlyArray<LiveLine>) => {
    const printed = conversations.get(callId)?.printed
    const counts = new Map<string, number>()
    for (const { role, text } of lines) {
      const line = `${role}: ${text}`
      const count = (counts.get(line) ?? 0) + 1
      counts.set(line, count)
      if (printed === undefined || count <= (printed.get(line) ?? 0)) continue
      printed.set(line, count)
      print(singleLine(`  ${names.get(callId) ?? callId}, ${line}`))
    }
  }

  // The outcome of a live call may arrive before its last line, so it waits until the call has left.
  const printRest = (callId: string) => {
    printWhole(callId, conversations.get(callId)?.lines.filter(() => true) ?? [])
    conversations.delete(callId)
    const outcome = outcomes.get(callId)
    if (outcome !== undefined) print(outcome)
    outcomes.delete(callId)
  }

  const see: View["see"] = (_, event, outcome) => {
    if (event.type === "call") {
      names.set(event.callId, event.contactName)
      conversationOf(event.callId)
    }
    if (event.type === "said") addLine(event.callId, event)
    if (outcome !== undefined) {
      outcomes.set(outcome.callId, outcomeLine(outcome, { columns: widest, rows: 1, colours: false, now: 0 }))
      if (!conversations.has(outcome.callId)) printRest(outcome.callId)
    }
    if (event.type === "left") printRest(event.callId)
    if (event.type !== "progress") return
    const step = `${event.status} ${Math.floor(event.percentComplete / 10)}`
    if (printedSteps.get(event.campaignId) !== step) print(singleLine(progressLine(event)))
    printedSteps.set(event.campaignId, step)
  }

  const end = () => {
    for (const callId of new Set([...conversations.keys(), ...outcomes.keys()])) printRest(callId)
  }
  return { see, end }
}

interface Conversation {
  /** By number; a watcher that came during the conversation has none of the first. */
  readonly lines: Array<LiveLine>
  /** How often each line was printed. */
  readonly printed: Map<string, number>
}

/** Returns the known lines before the first one that may still change or is missing. */
const wholeLines = (lines: ReadonlyArray<LiveLine | undefined>): ReadonlyArray<LiveLine> => {
  const first = lines.findIndex((line) => line !== undefined)
  const known = lines.slice(Math.max(0, first))
  const end = known.findIndex((line) => line === undefined || line.growing === true)
  return (end < 0 ? known : known.slice(0, end)) as ReadonlyArray<LiveLine>
}

// Maximum width of a line, terminal cells.
const widest = 200
