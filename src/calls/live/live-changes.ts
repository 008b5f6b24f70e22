import type { LiveEvent, LiveLine, LiveOf } from "../../domain/views/LiveCampaign.ts"

/** A live call with its latest lines. */
export interface LiveCall extends Omit<LiveOf<"call">, "type"> {
  readonly attemptId: string
  readonly lines: ReadonlyArray<LiveLine>
}

/** A call as a watcher knows it, with the lines that were sent, by number. */
export interface SentCall extends Omit<LiveCall, "lines"> {
  readonly lines: ReadonlyMap<number, LiveLine>
  /** The first line to send: not 0 if the conversation was under way when the watcher came. */
  readonly firstLine: number
}

/** Returns the events for the changes of a live call, and the call as the watcher then knows it. */
export const changesOf = (
  sent: SentCall | undefined,
  { lines, ...call }: LiveCall,
  isUnderWay: boolean
): { readonly events: ReadonlyArray<LiveEvent>; readonly sent: SentCall } => {
  const known = sent ?? { ...call, lines: new Map(), firstLine: isUnderWay ? (lines[0]?.line ?? 0) : 0 }
  const { attemptId: _, ...news } = call
  const changed = changedLines(known, lines)
  return {
    events: [...(isSameState(sent, call) ? [] : [{ type: "call" as const, ...news }]), ...changed.map(saidIn(call))],
    sent: {
      ...known,
      ...call,
      transfer: call.transfer,
      lines: new Map([...known.lines, ...changed.map((line) => [line.line, line] as const)])
    }
  }
}

const isSameState = (sent: SentCall | undefined, call: Omit<LiveCall, "lines">) =>
  sent?.state === call.state &&
  sent.transfer?.target === call.transfer?.target &&
  sent.transfer?.isConnected === call.transfer?.isConnected

/** Returns the last events of a call: the lines of its stored transcript that were not sent whole, then its end. */
export const lastWords = (
  sent: SentCall,
  transcript: ReadonlyArray<Pick<LiveLine, "role" | "text">>
): ReadonlyArray<LiveEvent> => {
  const lines = transcript.map(({ role, text }, line): LiveLine => ({ line, role, text }))
  return [...changedLines(sent, lines).map(saidIn(sent)), { type: "left", callId: sent.callId }]
}

const changedLines = ({ firstLine, lines: known }: SentCall, lines: ReadonlyArray<LiveLine>) =>
  lines.filter((line) => line.line >= firstLine && !isSame(known.get(line.line), line))

const isSame = (one: LiveLine | undefined, other: LiveLine) =>
  one?.role === other.role && one.text === other.text && one.growing === other.growing

const saidIn =
  ({ callId }: Pick<LiveCall, "callId">) =>
  (line: LiveLine): LiveEvent => ({ type: "said", callId, ...line })
