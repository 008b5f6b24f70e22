import { dayMillis } from "../calendar/local-time.ts"
import type { CallStatus } from "../calls/Call.ts"
import type { CampaignStatus } from "../campaigns/Campaign.ts"

/** The last attempt of an organization to the number of a person who calls, from the number that they call. */
export interface LastAttempt {
  readonly id: string
  readonly organizationId: number
  readonly startedAt: Date
  /** The attempt that the organization has under way to the number of the person, from whichever number of its own. */
  readonly live: LiveAttempt | null
  readonly callStatus: typeof CallStatus.Type
  readonly campaignStatus: CampaignStatus
  /** Whether the contact of the call and the flow of its campaign exist, and the contact still has the number. */
  readonly isWhole: boolean
  /** Whether the organization has the number on Do Not Contact. */
  readonly isListed: boolean
}

interface LiveAttempt {
  /** Whether the person, or a machine, has answered it. */
  readonly isAnswered: boolean
  readonly isInbound: boolean
}

/** How a call of a person is answered. */
export type Reception<A extends LastAttempt> =
  /** The person talks with the flow of the campaign that has called them last. A live attempt still rings, and makes way for it. */
  | { readonly kind: "connect"; readonly attempt: A }
  | { readonly kind: "message"; readonly why: MessageReason; readonly attempt: A | undefined }

/** Why a person hears the short message. */
export type MessageReason = "unknown" | "listed" | "suppressed" | "stopped" | "gone" | "busy"

/** Maximum time from an attempt to the call of the person who calls back, ms. */
export const callsBackWithinMillis = 14 * dayMillis

/**
 * Decides how a call of a person is answered: by the campaign that has called them last, whichever organization it
 * belongs to. A wish not to be called stands, also when the person calls.
 */
export const receive = <A extends LastAttempt>(attempts: ReadonlyArray<A>, now: Date): Reception<A> => {
  const attempt = attempts.reduce<A | undefined>(
    (last, one) => (last === undefined || isLater(one, last) ? one : last),
    undefined
  )
  if (attempt === undefined || now.getTime() - attempt.startedAt.getTime() > callsBackWithinMillis) {
    return { kind: "message", why: "unknown", attempt: undefined }
  }
  const why = reasonAgainst(attempt)
  return why === undefined ? { kind: "connect", attempt } : { kind: "message", why, attempt }
}

const isLater = (one: LastAttempt, other: LastAttempt) =>
  one.startedAt.getTime() > other.startedAt.getTime() ||
  (one.startedAt.getTime() === other.startedAt.getTime() && one.id > other.id)

const reasonAgainst = (attempt: LastAttempt): MessageReason | undefined => {
  if (attempt.isListed) return "listed"
  if (attempt.callStatus === "SUPPRESSED") return "suppressed"
  if (attempt.campaignStatus === "CANCELLED") return "stopped"
  if (!attempt.isWhole) return "gone"
  return attempt.live?.isAnswered || attempt.live?.isInbound ? "busy" : undefined
}
