import type { LiveEvent, LiveLine, LiveOf } from "../../domain/views/LiveCampaign.ts"

type Progress = LiveOf<"progress">

/** State of the watched campaigns. */
export interface Watched {
  readonly campaigns: ReadonlyMap<string, Progress>
  /** Live calls in the order in which they began. */
  readonly calls: ReadonlyMap<string, WatchedCall>
  /** Seconds of ended conversations that are not tagged yet, by call. */
  readonly untagged: ReadonlyMap<string, number>
  /** Number of calls by outcome or label. */
  readonly outcomes: ReadonlyMap<string, number>
}

export interface WatchedCall extends LiveOf<"call"> {
  readonly campaignId: string
  /** The current or last line. */
  readonly line: LiveLine | undefined
}

/** The result of a call as it is shown. */
export interface WatchedOutcome {
  readonly callId: string
  readonly contactName: string
  readonly phoneNumber: string
  readonly name: string
  readonly mood: "good" | "plain" | "bad"
  /** Length of the conversation; 0 without one. */
  readonly seconds: number
}

/** Shows the watched campaigns. */
export interface View {
  readonly see: (watched: Watched, event: LiveEvent, outcome: WatchedOutcome | undefined) => void
  readonly end: (watched: Watched) => void
}

export const nothingWatched: Watched = {
  campaigns: new Map(),
  calls: new Map(),
  untagged: new Map(),
  outcomes: new Map()
}

/** Applies an event to the state; returns the result of a call when the event has one. */
export const take = (
  watched: Watched,
  campaignId: string,
  event: LiveEvent
): { readonly watched: Watched; readonly outcome?: WatchedOutcome } => {
  switch (event.type) {
    case "progress":
      return { watched: { ...watched, campaigns: withEntry(watched.campaigns, campaignId, event) } }
    case "call": {
      const line = event.state === "TALKING" ? watched.calls.get(event.callId)?.line : undefined
      return { watched: withCall(watched, { ...event, campaignId, line }) }
    }
    case "said": {
      const call = watched.calls.get(event.callId)
      if (call === undefined || event.line < (call.line?.line ?? 0)) return { watched }
      return { watched: withCall(watched, { ...call, line: event }) }
    }
    case "left":
      return { watched: { ...watched, calls: without(watched.calls, event.callId) } }
    case "ended": {
      const rest = { ...watched, calls: without(watched.calls, event.callId) }
      // The label follows with a later event.
      if (event.outcome === "CONNECTED") {
        return { watched: { ...rest, untagged: withEntry(rest.untagged, event.callId, event.durationSeconds) } }
      }
      return withOutcome(rest, event, inWords(event.outcome), "bad")
    }
    case "tagged": {
      if (!watched.untagged.has(event.callId)) return { watched }
      const mood = event.isPositive === true ? "good" : "plain"
      return withOutcome(watched, event, event.intentLabelName ?? "Undetermined", mood)
    }
    case "suppressed":
      // After a conversation the label has been shown already.
      return event.attempt > 0 ? { watched } : withOutcome(watched, event, event.reason, "bad")
  }
}

/** Removes the live calls of a campaign after a lost connection: the next connection sends them again. */
export const forgetCalls = (watched: Watched, campaignId: string): Watched => ({
  ...watched,
  calls: new Map([...watched.calls].filter(([, call]) => call.campaignId !== campaignId))
})

/** Whether the campaign has ended and has no live calls. */
export const isOver = ({ inProgress, status }: Progress): boolean =>
  status === "COMPLETED" || (status === "CANCELLED" && inProgress === 0)

/** Counts the result of a call and returns it. */
const withOutcome = (
  watched: Watched,
  { callId, contactName, phoneNumber }: Pick<WatchedOutcome, "callId" | "contactName" | "phoneNumber">,
  name: string,
  mood: WatchedOutcome["mood"]
) => ({
  watched: {
    ...watched,
    untagged: without(watched.untagged, callId),
    outcomes: withEntry(watched.outcomes, name, (watched.outcomes.get(name) ?? 0) + 1)
  },
  outcome: { callId, contactName, phoneNumber, name, mood, seconds: watched.untagged.get(callId) ?? 0 }
})

const withCall = (watched: Watched, call: WatchedCall): Watched => ({
  ...watched,
  calls: withEntry(watched.calls, call.callId, call)
})

const withEntry = <A>(map: ReadonlyMap<string, A>, key: string, value: A) => new Map(map).set(key, value)

const without = <A>(map: ReadonlyMap<string, A>, key: string) => {
  const left = new Map(map)
  left.delete(key)
  return left
}

/** Turns NO_ANSWER into No Answer. */
export const inWords = (code: string) =>
  code
    .toLowerCase()
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ")
