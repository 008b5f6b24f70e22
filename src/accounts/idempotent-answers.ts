import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { ErasedPerson } from "../domain/accounts/Erasure.ts"

/**
 * Deletes the stored answers that mention an erased person. A repeated request with the same idempotency key then
 * counts as a new request.
 */
export const eraseAnswers = (
  sql: PgClient.PgClient,
  { callIds, contactId, organizationId, phoneNumbers }: ErasedPerson
) =>
  Effect.map(
    sql`delete from idempotency_keys where organization_id = ${organizationId} and body like any(${[
      ...phoneNumbers,
      ...callIds,
      ...(contactId === null ? [] : [contactId])
    ].map((text) => `%${text}%`)}::text[]) returning 1`,
    ({ length }) => length
  )
