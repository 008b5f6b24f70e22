import type { Schema } from "effect"
import { identifierOf } from "../domain/contacts/contact-identifier.ts"

/** What came of a call, as far as its organization is told. */
export interface ReportedOutcome {
  readonly campaignId: string
  readonly campaignName: string
  readonly phoneNumber: string
  /** Of the contact; null when it was deleted. */
  readonly metadata: Schema.JsonObject | null
  readonly identifierKey: string | null
  readonly labelName: string | null
  readonly intentSource: string | null
  readonly startedAt: Date
  readonly durationSeconds: number
  readonly transcriptUrl: string | null
  /** Null where no callback was scheduled. */
  readonly callbackAt: Date | null
}

/** The fields that receivers rely on, and no others. */
export const bodyOfCall = (outcome: ReportedOutcome): string => {
  const { identifier, type } = identifierOf(outcome.identifierKey, outcome)
  return JSON.stringify({
    contact_identifier: identifier,
    identifier_type: type,
    intent_label: outcome.labelName,
    intent_source: outcome.intentSource,
    intent_undetermined: outcome.labelName === null,
    call_timestamp: outcome.startedAt,
    campaign_id: outcome.campaignId,
    campaign_name: outcome.campaignName,
    call_duration_seconds: outcome.durationSeconds,
    transcript_url: outcome.transcriptUrl,
    ...(outcome.callbackAt !== null && { callback_time: outcome.callbackAt })
  })
}
