import type { Campaign } from "../campaigns/Campaign.ts"
import type { Progress } from "../campaigns/Progress.ts"
import type { CallRecord } from "./Call.ts"

/** A line of a talk that goes on, as far as it has been said. */
export interface LiveLine {
  /** Counts from 0. The same number again is the same line, of which more was said. */
  readonly line: number
  readonly role: "agent" | "person"
  readonly text: string
}

/** Whom an event is about. */
interface Person {
  readonly callId: string
  readonly contactName: string
  /** Masked. */
  readonly phoneNumber: string
  readonly attempt: number
}

/** What happens in a campaign, as somebody sees it who watches. Times are ISO 8601 in UTC. */
export type LiveEvent =
  /** How far it is: at first, and when it has changed. */
  | (Progress & {
      readonly type: "progress"
      readonly campaignId: string
      readonly name: string
      readonly statusReason: Campaign["statusReason"]
      /** At most so many a minute, as the campaign is set. */
      readonly callsPerMinute: number
      /** So many in the last minute. */
      readonly placedInLastMinute: number
    })
  /** A call is live, or goes on otherwise; all that live come at first. */
  | (Person & { readonly type: "call"; readonly state: "RINGING" | "TALKING"; readonly since: string })
  | (LiveLine & { readonly type: "said"; readonly callId: string })
  /** It does not live any more; what came of it is told beside. */
  | { readonly type: "left"; readonly callId: string }
  | (Person &
      Pick<CallRecord, "status" | "failureReason"> & {
        readonly type: "ended"
        readonly outcome: NonNullable<CallRecord["outcome"]>
        readonly durationSeconds: number
      })
  /** What the talk, or that there was none, came to. */
  | (Person &
      Pick<CallRecord, "status" | "intentUndetermined" | "journeyAction"> & {
        readonly type: "tagged"
        readonly intentLabelName: string | null
        readonly isPositive: boolean | null
        readonly nextAttemptAt: string | null
      })
  /** They are not called again, by this campaign or by any. */
  | (Person & { readonly type: "suppressed"; readonly scope: "CAMPAIGN" | "ORGANIZATION"; readonly reason: string })

/** Of an event. */
export type LiveOf<Type extends LiveEvent["type"]> = Extract<LiveEvent, { readonly type: Type }>
