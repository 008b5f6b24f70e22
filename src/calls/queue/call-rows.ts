/** Columns of a CallRecord, selected from `calls c` and its label `l`. */
export const callColumns = `c.id, coalesce(c.call_sid, case when c.status = 'IN_PROGRESS' then
    (select a.call_sid from attempts a where a.call_id = c.id and a.attempt_no = c.attempts) end) as call_sid, c.contact_id, c.contact_name, c.phone_number, c.status, c.outcome,
  c.failure_reason, c.duration, c.attempts, c.started_at, c.completed_at, c.next_attempt_at, c.scheduled_at,
  case when l.id is not null then
    json_build_object('id', l.id, 'name', l.name, 'color', l.color, 'isPositive', l.is_positive)
  end as intent_label,
  c.intent_source, c.intent_undetermined, c.awaits_tag_until is not null as awaits_label, c.journey_action, c.flagged_for_review,
  c.status = 'SUPPRESSED' as suppressed_from_campaign, c.suppression_reason,
  c.callback_scheduled_at, c.callback_adjusted,
  case when c.next_attempt_at is not null or c.status = 'IN_PROGRESS' then c.reminder_for::text end as reminder_for, c.deferral_reason,
  (select json_build_object('by', k.corrected_by,
      'byName', (select p.name from people p where 'person:' || p.id = k.corrected_by), 'at', to_char(k.created_at at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'from', k.from_label, 'note', k.note)
    from label_corrections k
    where k.organization_id = c.organization_id and k.call_id = c.id and k.attempt_no = c.attempts
    order by k.correction_no desc limit 1) as intent_correction`

export const labelOfCalls = `left join intent_labels l
  on l.organization_id = c.organization_id and l.campaign_id = c.campaign_id and l.id = c.intent_label_id`

/** SQL counterpart of maskPhoneNumber; a masked number stays the same. */
export const maskedNumber = `left(phone_number, 5) || repeat('*', length(phone_number) - 7) || right(phone_number, 2)`
