import type { TrialOutput } from "../../../../src/domain/views/FlowTrial.ts"
import type { LiveLine } from "../../../../src/domain/views/LiveCampaign.ts"

type Message<K extends TrialOutput["type"]> = Extract<TrialOutput, { readonly type: K }>

/** How a turn was answered, and the number of lines before it. */
export interface ShownTurn {
  readonly number: number
  readonly after: number
  readonly turn: Message<"turn">["turn"]
}

/** A trial as the screen shows it. */
export interface TrialState {
  readonly phase: Message<"phase">["phase"]
  readonly lines: ReadonlyArray<LiveLine>
  readonly turns: ReadonlyArray<ShownTurn>
  readonly hasOptedOut: boolean
  /** How it ended; undefined while it goes on. */
  readonly end: "over" | "failed" | "lost" | "forbidden" | undefined
}

export const newTrial: TrialState = { phase: "greeting", lines: [], turns: [], hasOptedOut: false, end: undefined }

/** The state after a message of the service, or after the websocket was closed. */
export const after = (
  state: TrialState,
  event: TrialOutput | { readonly type: "closed"; readonly code: number }
): TrialState => {
  switch (event.type) {
    case "phase":
      return { ...state, phase: event.phase }
    case "line":
      return { ...state, lines: withLine(state.lines, event) }
    case "turn": {
      const { number, turn } = event
      const shown = state.turns.find((one) => one.number === number) ?? { number, after: state.lines.length }
      return { ...state, turns: [...state.turns.filter((one) => one.number !== number), { ...shown, turn }] }
    }
    case "optOut":
      return { ...state, hasOptedOut: true }
    case "ended":
      return { ...state, end: event.failed ? "failed" : "over" }
    case "closed":
      return { ...state, end: event.code === mayNotGoOn ? "forbidden" : (state.end ?? "lost") }
    default:
      return state
  }
}

/** With this code the service closes the websocket of a person who has signed out, or whose role has changed. */
const mayNotGoOn = 1008

const withLine = (lines: ReadonlyArray<LiveLine>, { growing, line, role, text }: LiveLine) => [
  ...lines.filter((one) => one.line < line),
  { line, role, text, ...(growing === true && { growing }) },
  ...lines.filter((one) => one.line > line)
]
