import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import type { SqlError, Statement } from "effect/sql"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { SharedWork } from "../platform/sql/SharedWork.ts"

/** Runs `prune` every hour on one node, chosen by the text `trouble`, with which a failure is logged. */
export const everyHour = (prune: (sql: PgClient.PgClient) => Effect.Effect<void, SqlError.SqlError>, trouble: string) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { alone } = yield* SharedWork
      const sql = yield* PgClient.PgClient
      yield* prune(sql).pipe(
        Effect.andThen(Effect.sleep("1 hour")),
        keepGoing(trouble),
        (work) => alone(trouble, work),
        Effect.forkScoped
      )
    })
  )

/** The organizations that have a retention period, with its length in days. */
export const organizationsWithRetention = (sql: PgClient.PgClient) =>
  sql<{ id: number; days: number }>`select id, retention_days as days from organizations
    where retention_days is not null`

/**
 * The organizations that have a retention period or a record term, with the shorter of the two in days. It holds for
 * names and numbers that are kept beside transcripts and records.
 */
export const organizationsWithAnyTerm = (sql: PgClient.PgClient) =>
  sql<{ id: number; days: number }>`select id, least(retention_days, record_days) as days from organizations
    where retention_days is not null or record_days is not null`

/**
 * SQL condition: a table has a row within the term of its organization. `oldest` is the smallest value of the column that
 * the organization `o` still keeps.
 */
export const isWithinTerm = (
  sql: PgClient.PgClient,
  table: Statement.Fragment,
  column: string,
  oldest: Statement.Fragment
) =>
  sql`exists (select from organizations o where exists (select from ${table} t
    where t.organization_id = o.id and t.${sql(column)} >= ${oldest}))`
