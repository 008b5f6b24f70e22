import type { PgClient } from "@effect/sql-pg"

/** A leg of a transfer target at the carrier. */
export interface TargetLeg {
  readonly account: string
  readonly callSid: string
}

/**
 * Ends the tries to transfer the call of an attempt that ends, as the table expression `closed`. A part of the statement
 * that ends the attempt, because most calls have no such try. Its legs were not connected, and may still be live.
 */
export const closedTries = (sql: PgClient.PgClient, attemptId: string) => sql`open as (
    select id, status from transfer_tries where attempt_id = ${attemptId} and ended_at is null for update
  ), closed as (
    update transfer_tries t set ended_at = clock_timestamp(),
        status = case when t.status = 'CONNECTED' then t.status else 'PERSON_LEFT' end
      from open where t.id = open.id
      returning t.account, case when open.status <> 'CONNECTED' then t.leg_sid end as call_sid
  )`

/** Reads the ended tries in the same statement, as the columns of `ClosedTries`. */
export const closedTriesColumns = (sql: PgClient.PgClient) => sql`(select count(*)::int from closed) as closed_tries,
  coalesce((select json_agg(json_build_object('account', account, 'callSid', call_sid)) from closed
    where call_sid is not null), '[]') as legs`

export interface ClosedTries {
  readonly closedTries: number
  readonly legs: ReadonlyArray<TargetLeg>
}
