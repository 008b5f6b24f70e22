import type { LiveEvent, LiveLine } from "../../../../src/domain/calls/LiveCampaign.ts"

/** An event of the stream of all campaigns. `snapshot` precedes everything that is live at that moment. */
export type StreamEvent = (LiveEvent & { readonly campaignId: string }) | { readonly type: "snapshot" }

/** A call that is live, or was a moment ago. */
export interface LiveCall {
  readonly id: string
  readonly campaignId: string
  readonly contactName: string
  readonly phoneNumber: string
  readonly attempt: number
  readonly state: "RINGING" | "TALKING" | "ENDED"
  readonly since: string
  /** In the order of the conversation. */
  readonly lines: ReadonlyArray<LiveLine>
  /** How the attempt ended, and the label; as far as they are known. */
  readonly outcome?: string
  readonly durationSeconds?: number
  readonly label?: { readonly name: string | null; readonly isPositive: boolean | null }
  readonly suppressed?: string
}

export interface Live {
  readonly calls: ReadonlyMap<string, LiveCall>
  /** The latest first. */
  readonly ended: ReadonlyArray<LiveCall>
  readonly campaigns: ReadonlyMap<string, string>
}

export const nothingLive: Live = { calls: new Map(), ended: [], campaigns: new Map() }

/** Number of ended calls that stay on the screen. */
const mostEnded = 12

/** The state after an event. */
export const after = (live: Live, event: StreamEvent): Live => {
  switch (event.type) {
    case "snapshot":
      return { ...live, calls: new Map() }
    case "progress":
      return { ...live, campaigns: new Map(live.campaigns).set(event.campaignId, event.name) }
    case "call": {
      const { attempt, callId, campaignId, contactName, phoneNumber, since, state } = event
      const known = live.calls.get(callId)
      const lines = known?.attempt === attempt ? known.lines : []
      const call = { id: callId, campaignId, contactName, phoneNumber, attempt, state, since, lines }
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
      // An attempt that failed at once was never seen live.
      const call = {
        id: callId,
        campaignId,
        contactName,
        phoneNumber,
        attempt,
        since: "",
        lines: [],
        state: "ENDED"
      } as const
      return withResult(left(live, callId), call, { outcome, durationSeconds })
    }
    case "tagged":
      return changed(live, event.callId, { label: { name: event.intentLabelName, isPositive: event.isPositive } })
    case "suppressed":
      return changed(live, event.callId, { suppressed: event.reason })
  }
}

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
  return { ...live, calls, ended: addEnded(live.ended, { ...call, state: "ENDED" }) }
}

const addEnded = (ended: ReadonlyArray<LiveCall>, call: LiveCall) =>
  [call, ...ended.filter(({ id }) => id !== call.id)].slice(0, mostEnded)

const withResult = (live: Live, call: LiveCall, result: Partial<LiveCall>): Live =>
  live.ended.some(({ id, attempt }) => id === call.id && attempt === call.attempt)
    ? changed(live, call.id, result)
    : { ...live, ended: addEnded(live.ended, { ...call, ...result }) }

const changed = (live: Live, id: string, change: Partial<LiveCall>): Live => ({
  ...live,
  ended: live.ended.map((call) => (call.id === id ? { ...call, ...change } : call))
})
