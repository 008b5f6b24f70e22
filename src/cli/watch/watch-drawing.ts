import type { LiveOf } from "../../domain/views/LiveCampaign.ts"
import { cellsOf, column, fitted, type Span, type Style } from "./fitted.ts"
import type { Watched, WatchedCall, WatchedOutcome } from "./watched.ts"

/** The space and the moment for a drawing. */
export interface Paper {
  readonly columns: number
  readonly rows: number
  readonly colours: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Draws running campaigns, no wider and no higher than the paper. */
export const drawing = ({ calls, campaigns, outcomes }: Watched, paper: Paper): ReadonlyArray<string> => {
  const above = [[], ...[...campaigns.values()].flatMap((progress) => campaignLines(progress, paper.columns)), []]
  const below = outcomes.size === 0 ? [] : [[], ...outcomeLines(outcomes, paper.columns)]
  const room = Math.max(1, Math.min(mostCalls, paper.rows - above.length - below.length))
  const live = callLines([...calls.values()], room, paper.now)
  return [...above, ...live, ...below]
    .slice(0, Math.max(0, paper.rows))
    .map((spans) => fitted(spans, paper.columns, paper.colours))
}

/** The permanent line for the outcome of a call. */
export const outcomeLine = (
  { contactName, mood, name, phoneNumber, seconds }: WatchedOutcome,
  { colours, columns }: Paper
) =>
  fitted(
    [
      [markOf[mood], styleOf[mood]],
      [` ${column(contactName, nameWidth)} `],
      [`${column(phoneNumber, numberWidth)} `, "dim"],
      [name, styleOf[mood]],
      [seconds === 0 ? "" : `  ${clock(seconds)}`, "dim"]
    ],
    columns,
    colours
  )

/** The progress of a campaign in words. */
export const progressLine = ({
  callsPerMinute,
  inProgress,
  name,
  percentComplete,
  placedInLastMinute,
  status,
  statusReason,
  ...counts
}: LiveOf<"progress">) =>
  `${name}: ${status}${statusReason === null ? "" : ` (${statusReason})`}, ${doneOf(counts)} of ${counts.total} done (${percentComplete} %), ${inProgress} live, ${placedInLastMinute} of at most ${callsPerMinute} calls in the last minute`

const campaignLines = (progress: LiveOf<"progress">, columns: number): ReadonlyArray<ReadonlyArray<Span>> => {
  const { callsPerMinute, inProgress, name, percentComplete, placedInLastMinute, status, statusReason, total } =
    progress
  const width = Math.max(10, Math.min(40, columns - 60))
  const full = Math.round((percentComplete / 100) * width)
  const isRunning = status === "IN_PROGRESS"
  return [
    [
      [`${column(name, titleWidth)} `, "bold"],
      ["█".repeat(full), "green"],
      ["░".repeat(width - full), "dim"],
      [` ${String(percentComplete).padStart(3)} %`],
      [`  ${doneOf(progress)} of ${total}`],
      [isRunning ? `  ${inProgress} live` : `  ${status}`, isRunning ? undefined : "yellow"],
      [isRunning ? `  ${placedInLastMinute}/min of ${callsPerMinute}` : "", "dim"]
    ],
    ...(statusReason === null ? [] : [[[`  ${statusReason}`, "yellow"] as const]])
  ]
}

const doneOf = ({
  completed,
  failed,
  skipped,
  suppressed
}: Pick<LiveOf<"progress">, "completed" | "failed" | "skipped" | "suppressed">) =>
  completed + failed + skipped + suppressed

const callLines = (
  calls: ReadonlyArray<WatchedCall>,
  room: number,
  now: number
): ReadonlyArray<ReadonlyArray<Span>> => {
  if (calls.length === 0) return [[["  No call is live.", "dim"]]]
  const shown = calls.length <= room ? calls : calls.slice(0, Math.max(0, room - 1))
  const more = calls.length - shown.length
  return [
    ...shown.map((call) => callSpans(call, now)),
    ...(more === 0 ? [] : [[[`  and ${more} more`, "dim"] as const]])
  ]
}

const callSpans = ({ contactName, phoneNumber, line, since, state }: WatchedCall, now: number): ReadonlyArray<Span> => {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1_000))
  const isTalking = state === "TALKING"
  return [
    [isTalking ? "● " : "○ ", isTalking ? "green" : "dim"],
    [`${column(contactName, nameWidth)} `],
    [`${column(phoneNumber, numberWidth)} ${clock(seconds).padStart(5)}  `, "dim"],
    ...(line === undefined ? [[isTalking ? "" : "ringing", "dim"] as const] : lineSpans(line))
  ]
}

const lineSpans = ({ role, text }: NonNullable<WatchedCall["line"]>): ReadonlyArray<Span> => [
  [`${column(role, roleWidth)} `, role === "agent" ? "cyan" : "yellow"],
  [text]
]

/** Puts as many outcomes on a line as fit. */
const outcomeLines = (outcomes: Watched["outcomes"], columns: number): ReadonlyArray<ReadonlyArray<Span>> => {
  const lines: Array<string> = []
  for (const [name, count] of [...outcomes].sort(([, one], [, other]) => other - one)) {
    const last = lines.at(-1)
    const longer = last === undefined ? `  ${name} ${count}` : `${last} · ${name} ${count}`
    if (last === undefined || cellsOf(longer) <= columns) lines[Math.max(0, lines.length - 1)] = longer
    else lines.push(`  ${name} ${count}`)
  }
  return lines.map((line) => [[line]])
}

export const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`

// Maximum number of drawn calls.
const mostCalls = 12
// Widths of columns, terminal cells.
const titleWidth = 22
const nameWidth = 16
const numberWidth = 13
const roleWidth = 6

const markOf = { good: "✔", plain: "✔", bad: "·" } as const
const styleOf: Record<WatchedOutcome["mood"], Style | undefined> = { good: "green", plain: undefined, bad: "dim" }
