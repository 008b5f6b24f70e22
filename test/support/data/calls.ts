import { randomUUID } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError, Statement } from "effect/sql"
import { newId } from "../../../src/platform/ids.ts"
import type { TestServer } from "../api/test-server.ts"
import { untilFound } from "../eventually.ts"
import { newPhoneNumber } from "./phone-numbers.ts"

/** Inserts rows of campaigns and calls in any state, directly into the database. */
export const rowsOf = ({ run }: Pick<TestServer, "run">) => {
  const query = <A extends object>(
    statement: (sql: PgClient.PgClient) => Statement.Statement<A>
  ): Promise<ReadonlyArray<A>> =>
    run(
      Effect.flatMap(PgClient.PgClient, statement) as Effect.Effect<
        ReadonlyArray<A>,
        SqlError.SqlError,
        PgClient.PgClient
      >
    )

  return {
    query,

    /** Moves the figures of days before a number of days ago to earlier days. */
    moveDays: async (campaignId: string, by: number, olderThan = -1) => {
      for (const table of ["folded_days", "figure_deltas"]) {
        await query(
          (sql) => sql`update ${sql(table)} set day = day - ${by}::int
            where campaign_id = ${campaignId} and day < (now() at time zone 'UTC')::date - ${olderThan}::int`
        )
      }
    },

    /** Waits until a session of this database waits for a lock. */
    untilLockWait: () =>
      untilFound(async () => {
        const waiting = await query(
          (sql) => sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        )
        return waiting.length > 0
      }),

    campaign: async (organizationId: number, fields: Readonly<Record<string, unknown>> = {}) => {
      const id = newId()
      const row = {
        organization_id: organizationId,
        id,
        name: "Reminders",
        search: "reminders",
        status: "IN_PROGRESS",
        use_case_type: "CUSTOM",
        flow_id: randomUUID(),
        audience_id: randomUUID(),
        calls_per_minute: 10,
        max_concurrent_calls: 5,
        max_retries: 3,
        retry_delay_minutes: 60,
        retry_delays_minutes: [],
        retry_within_window: true,
        best_time_optimization: false,
        call_timeout_minutes: 5,
        started_at: new Date(),
        ...fields
      }
      await query((sql) => sql`insert into campaigns ${sql.insert(row)}`)
      return id
    },

    label: async (organizationId: number, campaignId: string, fields: Readonly<Record<string, unknown>> = {}) => {
      const id = newId()
      const row = {
        organization_id: organizationId,
        campaign_id: campaignId,
        id,
        name: "Interested",
        folded_name: id,
        color: "#1f9d55",
        is_positive: false,
        retry_behavior: "RETRYABLE",
        is_system: false,
        is_custom: true,
        sort_order: 0,
        ...fields
      }
      await query((sql) => sql`insert into intent_labels ${sql.insert(row)}`)
      return id
    },

    /** Inserts a finished attempt of a call. */
    attempt: async (organizationId: number, callId: string, fields: Readonly<Record<string, unknown>> = {}) => {
      const id = newId()
      await query(
        (sql) => sql`insert into attempts (organization_id, id, campaign_id, call_id, attempt_no, phone_number, account,
            epoch, reserved_minutes, first_of_day, started_at, lease_expires_at, ended_at, outcome)
          select organization_id, ${id}::uuid, campaign_id, id, 1, phone_number, 'a test', 0, 0, false, now(), now(), now(),
            'CONNECTED' from calls where organization_id = ${organizationId} and id = ${callId}`
      )
      if (Object.keys(fields).length > 0)
        await query((sql) => sql`update attempts set ${sql.update(fields)} where id = ${id}`)
      return id
    },

    /** Inserts a failed delivery about the first attempt of a call. */
    delivery: async (organizationId: number, callId: string, fields: Readonly<Record<string, unknown>> = {}) => {
      const id = newId()
      const body = { contact_identifier: "+919812345678", identifier_type: "phone", campaign_name: "Reminders" }
      const [call] = await query(
        (sql) => sql<{ campaign_id: string }>`select campaign_id from calls
          where organization_id = ${organizationId} and id = ${callId}`
      )
      const row = {
        organization_id: organizationId,
        id,
        kind: "CALL",
        ...call,
        call_id: callId,
        attempt_no: 1,
        body: JSON.stringify(body),
        status: "FAILED",
        attempts: 6,
        next_attempt_at: null,
        last_error: "The target answered 503",
        last_attempt_at: new Date(),
        ...fields
      }
      // Inserted as FAILED in one statement: the sender would pick up a pending one.
      await query((sql) => sql`insert into deliveries ${sql.insert(row)}`)
      return id
    },

    /** Inserts a waiting call, as all calls start, and then updates it with the fields. */
    call: async (organizationId: number, campaignId: string, fields: Readonly<Record<string, unknown>> = {}) => {
      const id = newId()
      const row = {
        organization_id: organizationId,
        id,
        campaign_id: campaignId,
        contact_id: randomUUID(),
        contact_name: "Asha",
        phone_number: newPhoneNumber(),
        next_attempt_at: new Date(),
        scheduled_at: new Date()
      }
      await query((sql) => sql`insert into calls ${sql.insert(row)}`)
      if (Object.keys(fields).length > 0) {
        const waits = fields.status === undefined || fields.status === "PENDING" || fields.status === "QUEUED"
        const change = { ...(waits ? {} : { next_attempt_at: null }), ...fields }
        await query((sql) => sql`update calls set ${sql.update(change)} where id = ${id}`)
      }
      return id
    }
  }
}
