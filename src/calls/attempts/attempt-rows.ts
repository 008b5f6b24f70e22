import type { PgClient } from "@effect/sql-pg"
import { campaignLabelWaitMillis } from "../../domain/calls/label-wait.ts"
import type { Change, EndingAttempt } from "./ended-attempts.ts"

/** Columns of an EndingAttempt without `endedAt`, selected from `attempts a` and its call `c`. */
export const attemptColumns = `a.id, a.kind, a.organization_id, a.campaign_id, a.call_id, a.attempt_no, a.outcome, a.phone_number,
  a.reserved_minutes, a.call_sid, a.answered_by, a.duration_seconds, a.started_at,
  a.answered_at is not null or a.stream_opened_at is not null as was_answered,
  a.hang_up_requested_at is not null as hang_up_requested, c.contact_id, c.status, c.attempts,
  c.intent_source is distinct from 'auto' and not exists (select from label_corrections k
    where k.organization_id = c.organization_id and k.call_id = c.id and k.attempt_no = a.attempt_no) as untagged,
  c.extra_attempts, a.reminder_for::text as reminder_for,
  (select k.number from caller_ids k where k.organization_id = a.organization_id and k.number = a.caller_id) as own_caller_id`

/** Returns the SQL assignments that apply a change to the row of a call. */
export const stateOf = (sql: PgClient.PgClient, { endedAt }: Pick<EndingAttempt, "endedAt">, change: Change) =>
  sql`status = ${change.status}, failure_reason = ${change.failureReason},
    suppression = ${change.suppression}, suppression_reason = ${change.suppressionReason},
    next_attempt_at = ${change.nextAttemptAt}, scheduled_at = coalesce(${change.nextAttemptAt}, scheduled_at),
    priority = case when ${change.nextAttemptAt === null} then priority else ${change.callback === null && change.reminder === null ? 1 : 0} end,
    reminder_for = ${change.reminder?.date ?? null}::date, reminder_until = ${change.reminder?.until ?? null}::timestamptz,
    ${
      change.keepsLabel
        ? sql``
        : sql`intent_label_id = ${change.labelId}, intent_source = ${change.source},
    intent_undetermined = ${change.undetermined}, journey_action = ${change.journeyAction},`
    }
    flagged_for_review = flagged_for_review or ${change.review !== null},
    in_review_since = case when ${change.review === null} then in_review_since
      else coalesce(in_review_since, clock_timestamp()) end,
    review_reason = coalesce(${change.review}, review_reason),
    awaits_tag_until = ${change.awaitsTag ? new Date(endedAt.getTime() + campaignLabelWaitMillis) : null}`
