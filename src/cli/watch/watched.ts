import type { LiveEvent, LiveLine, LiveOf } from "../../domain/calls/LiveCampaign.ts"

type Progress = LiveOf<"progress">

/** What is known of campaigns that are watched. */
export interface Watched {
  readonly campaigns: ReadonlyMap<string, Progress>
  /** Those that live, in the order in which they began. */
  readonly calls: ReadonlyMap<string, WatchedCall>
  /** Seconds of talks that are over, of which it is not told yet what they came to. */
  readonly talks: ReadonlyMap<string, number>
  /** What calls came to, and how often. */
  readonly outcomes: ReadonlyMap<string, number>
}

export interface WatchedCall extends LiveOf<"call"> {
  readonly campaignId: string
  /** What is being said, or was said last. */
  readonly saying: LiveLine | undefined
}

/** What came of a call. */
export interface WatchedOutcome {
  readonly callId: string
  readonly contactName: string
  readonly phoneNumber: string
  readonly name: string
  readonly mood: "good" | "plain" | "bad"
  /** Of talk; 0 when nobody talked. */
  readonly seconds: number
}

/** How it is shown. */
export interface View {
  readonly see: (watched: Watched, event: LiveEvent, outcome: WatchedOutcome | undefined) => void
  readonly end: (watched: Watched) => void
}

export const nothingWatched: Watched = {
  campaigns: new Map(),
  calls: new Map(),
  talks: new Map(),
  outcomes: new Map()
}

/** What is known after an event, and what came of a call, if that was told by it. */
export const take = (
  watched: Watched,
  campaignId: string,
  event: LiveEvent
): { readonly watched: Watched; readonly outcome?: WatchedOutcome } => {
  switch (event.type) {
    case "progress":
      return { watched: { ...watched, campaigns: withEntry(watched.campaigns, campaignId, event) } }
    case "call": {
      const saying = event.state === "TALKING" ? watched.calls.get(event.callId)?.saying : undefined
      return { watched: withCall(watched, { ...event, campaignId, saying }) }
    }
    case "said": {
      const call = watched.calls.get(event.callId)
      if (call === undefined || event.line < (call.saying?.line ?? 0)) return { watched }
      return { watched: withCall(watched, { ...call, saying: event }) }
    }
    case "left":
      return { watched: { ...watched, calls: without(watched.calls, event.callId) } }
    case "ended": {
      const rest = { ...watched, calls: without(watched.calls, event.callId) }
      // What a talk came to is told next.
      if (event.outcome === "CONNECTED") {
        return { watched: { ...rest, talks: withEntry(rest.talks, event.callId, event.durationSeconds) } }
      }
      return came(rest, event, inWords(event.outcome), "bad")
    }
    case "tagged": {
      if (!watched.talks.has(event.callId)) return { watched }
      const mood = event.isPositive === true ? "good" : "plain"
      return came(watched, event, event.intentLabelName ?? "Undetermined", mood)
    }
    case "suppressed":
      // That of a talk is told by its label.
      return event.attempt > 0 ? { watched } : came(watched, event, event.reason, "bad")
  }
}

/** The connection is lost, and with it what is known of calls that live: they are told anew. */
export const forgetCalls = (watched: Watched, campaignId: string): Watched => ({
  ...watched,
  calls: new Map([...watched.calls].filter(([, call]) => call.campaignId !== campaignId))
})

/** Nothing more comes of the campaign. */
export const isOver = ({ inProgress, status }: Progress): boolean =>
  status === "COMPLETED" || (status === "CANCELLED" && inProgress === 0)

const came = (
  watched: Watched,
  { callId, contactName, phoneNumber }: Pick<WatchedOutcome, "callId" | "contactName" | "phoneNumber">,
  name: string,
  mood: WatchedOutcome["mood"]
) => ({
  watched: {
    ...watched,
    talks: without(watched.talks, callId),
    outcomes: withEntry(watched.outcomes, name, (watched.outcomes.get(name) ?? 0) + 1)
  },
  outcome: { callId, contactName, phoneNumber, name, mood, seconds: watched.talks.get(callId) ?? 0 }
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

/** NO_ANSWER is No Answer. */
export const inWords = (code: string) =>
  code
    .toLowerCase()
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ")
