/**
 * Indexes for the list of an organization's calls, which shows the latest first by the start of the last attempt, or by
 * the time at which a call was added that was not placed yet.
 */
const at = "(coalesce(started_at, created_at))"

export const indexes = {
  calls_by_time: `on calls (organization_id, ${at}, id)`,
  calls_of_campaign_by_time: `on calls (campaign_id, ${at}, id)`,
  calls_by_status: `on calls (organization_id, status, ${at}, id)`,
  calls_by_outcome: `on calls (organization_id, outcome, ${at}, id) where outcome is not null`,
  calls_by_label: `on calls (organization_id, intent_label_id, ${at}, id) where intent_label_id is not null`,
  labels_by_name: "on intent_labels (organization_id, folded_name)",
  calls_flagged: `on calls (organization_id, ${at}, id) where flagged_for_review`,
  calls_undetermined: `on calls (organization_id, ${at}, id) where intent_undetermined`,
  calls_by_duration: "on calls (organization_id, duration) where duration > 0",
  call_costs_by_amount: "on call_costs (organization_id, currency, micros) where micros > 0",
  attempts_ended_of_organization: "on attempts (organization_id, ended_at) where ended_at is not null"
}
