import type { PgClient } from "@effect/sql-pg"

/** For the transaction: campaigns are filled with people side by side, and nobody is erased meanwhile. */
export const lockFilling = (sql: PgClient.PgClient, organizationId: number) =>
  sql`select pg_advisory_xact_lock_shared(${filling}::int, ${organizationId}::int)`

/** For the transaction: no campaign of the organization is being filled. */
export const lockOutFilling = (sql: PgClient.PgClient, organizationId: number) =>
  sql`select pg_advisory_xact_lock(${filling}::int, ${organizationId}::int)`

// The letters of "fill": the first of two numbers that name the lock.
const filling = 0x66696c6c
