/** Columns of a CallRecord, selected from `calls c` and its label `l`. */
export const callColumns = `c.id, c.call_sid as "callSid", c.contact_id as "contactId",
  c.contact_name as "contactName", c.phone_number as "phoneNumber", c.status, c.outcome,
  c.failure_reason as "failureReason", c.duration, c.attempts, c.started_at as "startedAt",
  c.completed_at as "completedAt", c.next_attempt_at as "nextAttemptAt", c.scheduled_at as "scheduledAt",
  case when l.id is not null then
    json_build_object('id', l.id, 'name', l.name, 'color', l.color, 'isPositive', l.is_positive)
  end as "intentLabel",
  c.intent_source as "intentSource", c.intent_undetermined as "intentUndetermined",
  c.journey_action as "journeyAction", c.flagged_for_review as "flaggedForReview",
  c.status = 'SUPPRESSED' as "suppressedFromCampaign", c.suppression_reason as "suppressionReason",
  c.callback_scheduled_at as "callbackScheduledAt", c.callback_adjusted as "callbackAdjusted",
  c.deferral_reason as "deferralReason"`

export const labelOfCalls = `left join intent_labels l
  on l.organization_id = c.organization_id and l.campaign_id = c.campaign_id and l.id = c.intent_label_id`

/** SQL counterpart of maskPhoneNumber; a masked number stays the same. */
export const maskedNumber = `left(phone_number, 5) || repeat('*', length(phone_number) - 7) || right(phone_number, 2)`
