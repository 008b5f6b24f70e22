import type { CallRecord } from "../calls/Call.ts"
import type { Campaign } from "../campaigns/Campaign.ts"
import type { Progress } from "../campaigns/Progress.ts"

/** A line of the transcript of a live call. It grows while the agent or the person speaks. */
export interface LiveLine {
  /** Line number from 0. A later event with the same number replaces the line. */
  readonly line: number
  readonly role: "agent" | "person"
  readonly text: string
  /** Whether the line may still change; absent once it is whole. */
  readonly growing?: true
}

/** The transfer of a live call to another person. */
export interface LiveTransfer {
  /** Name of the transfer target. */
  readonly target: string
  /** Whether the two talk. The carrier reports the end of a cold transfer only. */
  readonly isConnected: boolean
}

/** The call and the contact of an event. */
interface CallAndContact {
  readonly callId: string
  readonly contactName: string
  /** The masked phone number. */
  readonly phoneNumber: string
  readonly attempt: number
}

/** An event for people who watch a campaign live. Times are ISO 8601 in UTC. */
export type LiveEvent =
  /** The campaign's progress: sent first, and again after each change. */
  | (Progress & {
      readonly type: "progress"
      readonly campaignId: string
      readonly name: string
      readonly statusReason: Campaign["statusReason"]
      /** The campaign's limit. */
      readonly callsPerMinute: number
      /** Calls placed in the last minute. */
      readonly placedInLastMinute: number
    })
  /** A call became live or changed its state. A new watcher first receives all calls that are live. */
  | (CallAndContact & {
      readonly type: "call"
      readonly state: "RINGING" | "TALKING"
      readonly since: string
      readonly transfer?: LiveTransfer | undefined
    })
  | (LiveLine & { readonly type: "said"; readonly callId: string })
  /** A call is no longer live. An `ended` event contains its result. */
  | { readonly type: "left"; readonly callId: string }
  | (CallAndContact &
      Pick<CallRecord, "status" | "failureReason"> & {
        readonly type: "ended"
        readonly outcome: NonNullable<CallRecord["outcome"]>
        readonly durationSeconds: number
      })
  /** The intent label of a call, or that it is undetermined. */
  | (CallAndContact &
      Pick<CallRecord, "status" | "intentUndetermined" | "journeyAction"> & {
        readonly type: "tagged"
        readonly intentLabelName: string | null
        readonly isPositive: boolean | null
        readonly nextAttemptAt: string | null
      })
  /** The person is not called again, by this campaign or by any campaign of the organization. */
  | (CallAndContact & {
      readonly type: "suppressed"
      readonly scope: "CAMPAIGN" | "ORGANIZATION"
      readonly reason: string
    })

/** The live event with this `type`. */
export type LiveOf<Type extends LiveEvent["type"]> = Extract<LiveEvent, { readonly type: Type }>

/** An event for people who watch all campaigns of an organization. */
export type OrganizationLiveEvent =
  | (LiveEvent & { readonly campaignId: string })
  /** Sent first: all earlier events are out of date. `resumed`: the missed results follow. */
  | { readonly type: "snapshot"; readonly resumed: boolean }
