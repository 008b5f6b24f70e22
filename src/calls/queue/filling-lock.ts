import type { PgClient } from "@effect/sql-pg"

/** Takes a shared lock until the transaction ends: several campaigns may be filled at once, but no erasure runs. */
export const lockFilling = (sql: PgClient.PgClient, organizationId: number) =>
  sql`select pg_advisory_xact_lock_shared(${filling}::int, ${organizationId}::int)`

/** Takes an exclusive lock until the transaction ends: no campaign of the organization is filled. */
export const lockOutFilling = (sql: PgClient.PgClient, organizationId: number) =>
  sql`select pg_advisory_xact_lock(${filling}::int, ${organizationId}::int)`

// First key of the advisory lock: the letters "fill" in ASCII.
const filling = 0x66696c6c
