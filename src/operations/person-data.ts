import type { PgClient } from "@effect/sql-pg"
import type { Statement } from "effect/sql"
import { individual } from "../calls/queue/BestTimes.ts"
import type { ErasedPerson } from "../domain/accounts/Erasure.ts"

/** A table with data about people. */
export interface PersonTable {
  /** The condition that selects the rows of a person. */
  readonly of: (sql: PgClient.PgClient, person: ErasedPerson) => Statement.Fragment
  /** Columns that are not exported: keys and digests say nothing about a person. */
  readonly hidden?: ReadonlyArray<string>
  /** The columns that an erasure empties or masks; "rows": it deletes the rows. */
  readonly erased: ReadonlyArray<string> | "rows"
}

const ofCalls: PersonTable["of"] = (sql, { callIds, organizationId }) =>
  sql`organization_id = ${organizationId} and call_id = any(${callIds}::uuid[])`
const ofAttempts: PersonTable["of"] = (sql, person) => sql`organization_id = ${person.organizationId}
  and attempt_id in (select id from attempts where ${ofCalls(sql, person)})`
const ofNumbers: PersonTable["of"] = (sql, { organizationId, phoneNumbers }) =>
  sql`organization_id = ${organizationId} and phone_number = any(${phoneNumbers}::text[])`

/**
 * All tables with data about people, by their names: an export contains their rows, and an erasure deletes or empties
 * them. A test fails for a table or column that is neither here nor known to have none.
 */
export const personTables: Readonly<Record<string, PersonTable>> = {
  contacts: {
    of: (sql, { contactId, organizationId }) => sql`organization_id = ${organizationId} and id = ${contactId}::uuid`,
    hidden: ["search"],
    erased: "rows"
  },
  audience_members: {
    of: (sql, { contactId, organizationId }) =>
      sql`organization_id = ${organizationId} and contact_id = ${contactId}::uuid`,
    erased: "rows"
  },
  calls: {
    of: (sql, { callIds, organizationId }) => sql`organization_id = ${organizationId} and id = any(${callIds}::uuid[])`,
    erased: ["contact_name", "phone_number", "call_sid", "review_reason"]
  },
  attempts: { of: ofCalls, erased: ["phone_number", "call_sid"] },
  talks: { of: ofCalls, erased: "rows" },
  analyses: { of: ofCalls, erased: "rows" },
  call_data: { of: ofCalls, erased: "rows" },
  tool_calls: { of: ofCalls, erased: "rows" },
  transfer_tries: { of: ofCalls, erased: ["briefing", "leg_sid"] },
  label_corrections: { of: ofCalls, erased: ["note"] },
  recordings: { of: ofCalls, hidden: ["data_key", "peaks"], erased: "rows" },
  call_decisions: { of: ofCalls, erased: "rows" },
  awaited_labels: { of: ofCalls, erased: "rows" },
  call_costs: { of: ofCalls, erased: [] },
  attempt_costs: { of: ofAttempts, erased: [] },
  deliveries: { of: ofCalls, erased: "rows" },
  delivery_attempts: {
    of: (sql, person) => sql`organization_id = ${person.organizationId}
      and delivery_id in (select id from deliveries where ${ofCalls(sql, person)})`,
    erased: "rows"
  },
  answer_times: {
    of: (sql, { organizationId, phoneNumbers }) =>
      sql`organization_id = ${organizationId} and whose = any(${phoneNumbers.map(individual)}::text[])`,
    erased: "rows"
  },
  consents: { of: ofNumbers, erased: "rows" },
  phone_ledger: { of: ofNumbers, erased: "rows" },
  do_not_contact: { of: ofNumbers, hidden: ["digest", "digest_key"], erased: ["phone_number", "reason"] }
}
