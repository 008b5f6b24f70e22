import type { PgClient } from "@effect/sql-pg"

/** Shared lock until the end of the transaction: several campaigns may fill at once, but no erasure runs. */
export const lockFilling = (sql: PgClient.PgClient, organizationId: number) =>
  sql`select pg_advisory_xact_lock_shared(${filling}::int, ${organizationId}::int)`

/** Exclusive lock until the end of the transaction: no campaign of the organization fills. */
export const lockOutFilling = (sql: PgClient.PgClient, organizationId: number) =>
  sql`select pg_advisory_xact_lock(${filling}::int, ${organizationId}::int)`

// The letters "fill" in ASCII, as the first key of the advisory lock.
const filling = 0x66696c6c
