import type { LiveEvent } from "../../../../src/domain/views/LiveCampaign.ts"
import type { Overview } from "./overview.ts"

/** An event of the stream of all campaigns. `snapshot` precedes everything that is live at that moment. */
export type OverviewEvent = (LiveEvent & { readonly campaignId: string }) | { readonly type: "snapshot" }

type Progress = Extract<OverviewEvent, { readonly type: "progress" }>
type Call = Extract<OverviewEvent, { readonly type: "call" }>

/** The state that the stream has reported. Each event replaces a state and adds nothing, so that one may come twice. */
export interface Heard {
  /** The live calls; undefined until something followed the snapshot. */
  readonly calls: ReadonlyMap<string, Call["state"]> | undefined
  readonly campaigns: ReadonlyMap<string, Progress>
}

export const nothingHeard: Heard = { calls: undefined, campaigns: new Map() }

/** The state after an event. */
export const after = (heard: Heard, event: OverviewEvent): Heard => {
  const calls = heard.calls ?? new Map<string, Call["state"]>()
  switch (event.type) {
    case "snapshot":
      return nothingHeard
    case "progress":
      return { calls, campaigns: new Map(heard.campaigns).set(event.campaignId, event) }
    case "call":
      return { ...heard, calls: new Map(calls).set(event.callId, event.state) }
    case "left":
    case "ended": {
      const others = new Map(calls)
      others.delete(event.callId)
      return { ...heard, calls: others }
    }
    default:
      return heard
  }
}

/** Whether an event changes figures that the stream does not contain, such as the outcomes of today. */
export const changesFigures = (overview: Overview, event: OverviewEvent): boolean => {
  switch (event.type) {
    case "snapshot":
    case "ended":
    case "tagged":
    case "suppressed":
      return true
    case "progress": {
      const known = overview.campaigns.find(({ id }) => id === event.campaignId)
      return known === undefined ? isUnderWay(event) : known.status !== event.status
    }
    default:
      return false
  }
}

const isUnderWay = ({ status }: Progress) => status === "IN_PROGRESS" || status === "PAUSED"

/** The overview with what the stream has reported since it was read. */
export const withHeard = (overview: Overview, { calls, campaigns }: Heard): Overview => {
  const now = overview.campaigns.map((campaign) => {
    const progress = campaigns.get(campaign.id)
    if (progress === undefined) return campaign
    return {
      ...campaign,
      liveCalls: progress.inProgress,
      name: progress.name,
      status: progress.status,
      statusReason: progress.statusReason,
      callsPerMinute: progress.callsPerMinute,
      completionPct: progress.percentComplete,
      waiting: progress.pending + progress.queued,
      startsInLastMinute: progress.placedInLastMinute
    }
  })
  // Campaigns that have ended within the minute are in the first sum only.
  const startsOf = (of: Overview["campaigns"]) =>
    of.reduce((sum, { startsInLastMinute }) => sum + startsInLastMinute, 0)
  return {
    ...overview,
    live:
      calls === undefined ? overview.live : { ringing: countOf(calls, "RINGING"), talking: countOf(calls, "TALKING") },
    starts: {
      ...overview.starts,
      lastMinute: overview.starts.lastMinute + startsOf(now) - startsOf(overview.campaigns)
    },
    campaigns: now
  }
}

const countOf = (calls: ReadonlyMap<string, Call["state"]>, wanted: Call["state"]) =>
  [...calls.values()].filter((state) => state === wanted).length
