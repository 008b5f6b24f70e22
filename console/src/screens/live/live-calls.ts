import type { LiveEvent, LiveLine, LiveTransfer } from "../../../../src/domain/views/LiveCampaign.ts"

/** An event of the stream of all campaigns. `snapshot` precedes everything that is live at that moment. */
export type LiveCallEvent = (LiveEvent & { readonly campaignId: string }) | { readonly type: "snapshot" }

/** How an attempt ended, and the label; as far as they are known. */
interface Result {
  readonly outcome?: string
  readonly durationSeconds?: number
  readonly label?: { readonly name: string | null; readonly isPositive: boolean | null }
  readonly suppressed?: string
}

/** A call that is live, or was a moment ago. */
export interface LiveCall extends Result {
  readonly id: string
  readonly campaignId: string
  readonly contactName: string
  readonly phoneNumber: string
  readonly attempt: number
  readonly state: "RINGING" | "TALKING" | "ENDED"
  readonly since: string
  readonly transfer: LiveTransfer | undefined
  /** In the order of the conversation. */
  readonly lines: ReadonlyArray<LiveLine>
}

export interface Live {
  readonly calls: ReadonlyMap<string, LiveCall>
  /** The latest first. */
  readonly ended: ReadonlyArray<LiveCall>
  /**
   * The latest results, by attempt. The events of a call come from several sources: a label may precede the end, and the
   * end may precede the last words.
   */
  readonly results: ReadonlyMap<string, Result>
  readonly campaigns: ReadonlyMap<string, string>
}

export const nothingLive: Live = { calls: new Map(), ended: [], results: new Map(), campaigns: new Map() }

/** Number of ended calls that stay on the screen. */
const mostEnded = 12

/** Number of results that are kept for calls whose end was not seen yet. */
const mostResults = 200

/** The state after an event. */
export const after = (live: Live, event: LiveCallEvent): Live => {
  switch (event.type) {
    case "snapshot":
      return { ...live, calls: new Map() }
    case "progress":
      return { ...live, campaigns: new Map(live.campaigns).set(event.campaignId, event.name) }
    case "call": {
      const { attempt, callId, campaignId, contactName, phoneNumber, since, state, transfer } = event
      if (live.results.get(attemptKey(event))?.outcome !== undefined) return live
      const known = live.calls.get(callId)
      const lines = known?.attempt === attempt ? known.lines : []
      const call = { id: callId, campaignId, contactName, phoneNumber, attempt, state, since, transfer, lines }
      return { ...live, calls: new Map(live.calls).set(callId, call) }
    }
    case "said": {
      const call = live.calls.get(event.callId)
      if (call === undefined) return live
      return { ...live, calls: new Map(live.calls).set(call.id, { ...call, lines: withLine(call.lines, event) }) }
    }
    case "left":
      return left(live, event.callId)
    case "ended": {
      const { attempt, callId, campaignId, contactName, durationSeconds, outcome, phoneNumber } = event
      const known = withResult(left(live, callId), event, { outcome, durationSeconds })
      if (known.ended.some(isOf(event))) return known
      // An attempt that failed at once was never seen live.
      const call = {
        id: callId,
        campaignId,
        contactName,
        phoneNumber,
        attempt,
        since: "",
        transfer: undefined,
        lines: []
      }
      return { ...known, ended: addEnded(known, { ...call, state: "ENDED" }) }
    }
    case "tagged":
      return withResult(live, event, { label: { name: event.intentLabelName, isPositive: event.isPositive } })
    case "suppressed":
      return withResult(live, event, { suppressed: event.reason })
  }
}

interface AttemptOf {
  readonly callId: string
  readonly attempt: number
}

const attemptKey = ({ attempt, callId }: AttemptOf) => `${callId} ${attempt}`

const isOf =
  ({ attempt, callId }: AttemptOf) =>
  (call: LiveCall) =>
    call.id === callId && call.attempt === attempt

const withLine = (lines: ReadonlyArray<LiveLine>, { line, role, text, growing }: LiveLine) => [
  ...lines.filter((one) => one.line < line),
  { line, role, text, ...(growing === undefined ? {} : { growing }) },
  ...lines.filter((one) => one.line > line)
]

const left = (live: Live, id: string): Live => {
  const call = live.calls.get(id)
  if (call === undefined) return live
  const calls = new Map(live.calls)
  calls.delete(id)
  return { ...live, calls, ended: addEnded(live, { ...call, state: "ENDED" }) }
}

const addEnded = ({ ended, results }: Live, call: LiveCall) => {
  const result = results.get(attemptKey({ callId: call.id, attempt: call.attempt }))
  return [{ ...call, ...result }, ...ended.filter(({ id }) => id !== call.id)].slice(0, mostEnded)
}

const withResult = (live: Live, of: AttemptOf, news: Result): Live => {
  const key = attemptKey(of)
  const result = { ...live.results.get(key), ...news }
  const others = [...live.results].filter(([other]) => other !== key).slice(1 - mostResults)
  return {
    ...live,
    results: new Map([...others, [key, result]]),
    ended: live.ended.map((call) => (isOf(of)(call) ? { ...call, ...result } : call))
  }
}
