/** An index for the calls that wait for the calling hours of their organization, in the order of their ids. */
export const indexes = {
  calls_outside_hours_by_id:
    "on calls (organization_id, id) where due_before_hours is not null and next_attempt_at is not null"
}
