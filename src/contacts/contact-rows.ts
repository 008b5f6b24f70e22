import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { nameableFields } from "../domain/campaigns/placeholders.ts"
import type { Contact, NewContact } from "../domain/contacts/Contact.ts"
import { offsetOf, type Page } from "../domain/schema/page.ts"
import { containsPattern, foldCase } from "../domain/text/text.ts"

/** A Contact as it is selected from `contacts c`. */
export const contactColumns = `c.id, c.name, c.phone_number as "phoneNumber", c.language, c.metadata,
  c.age_band as "ageBand", c.gender, c.city_tier as "cityTier", c.occupation, c.income_band as "incomeBand",
  c.product_type as "productType", c.organization_id::text as "organizationId",
  c.created_at as "createdAt", c.updated_at as "updatedAt"`

/** What a search looks through: it finds a part of the name or of the number, never one that spans both. */
export const searchText = ({ name, phoneNumber }: Pick<NewContact, "name" | "phoneNumber">): string =>
  `${searchable(name)}\n${phoneNumber}`

// Without the line break, which stands between the name and the number.
const searchable = (text: string) => foldCase(text).replaceAll("\n", " ")

/** The column of each field that a client may clear. */
export const clearableColumns = [
  ["language", "language"],
  ["metadata", "metadata"],
  ["ageBand", "age_band"],
  ["gender", "gender"],
  ["cityTier", "city_tier"],
  ["occupation", "occupation"],
  ["incomeBand", "income_band"],
  ["productType", "product_type"]
] as const satisfies ReadonlyArray<readonly [keyof NewContact, string]>

export const matchesSearch = (sql: SqlClient.SqlClient, search: string): Statement.Fragment =>
  sql`c.search like ${containsPattern(searchable(search))}`

/**
 * The contacts of one page, newest first. `ids` finds them on an index alone, so that a far page does not read the
 * rows before it.
 */
export const selectContacts = (sql: SqlClient.SqlClient, ids: Statement.Fragment) =>
  sql<Contact>`select ${sql.literal(contactColumns)} from contacts c
    join (${ids}) page using (organization_id, id) order by c.id desc`

/** The ids of one page of the contacts that meet the conditions. */
export const pageOfContacts = (
  sql: SqlClient.SqlClient,
  conditions: ReadonlyArray<Statement.Fragment>,
  page: Page
): Statement.Fragment =>
  sql`select c.organization_id, c.id from contacts c where ${sql.and(conditions)}
    order by c.id desc limit ${page.limit} offset ${offsetOf(page)}`

export const countContacts = (sql: SqlClient.SqlClient, conditions: ReadonlyArray<Statement.Fragment>) =>
  Effect.map(
    sql<{ total: number }>`select count(*)::int as total from contacts c where ${sql.and(conditions)}`,
    ([count]) => count?.total ?? 0
  )

/** What `contacts c` has under the key of `k`: a field that a prompt may name, else an entry of the metadata. */
export const valueOfKey = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(
    `case k.key ${nameableFields
      .map((field) => `when '${field}' then c.${columnOf(field)}`)
      .join(" ")} else c.metadata ->> k.key end`
  )

const columnOf = (field: (typeof nameableFields)[number]) =>
  clearableColumns.find(([clearable]) => clearable === field)?.[1] ?? field

/** All contacts of the organization, by the counter that the statements keep. */
export const countAllContacts = (sql: SqlClient.SqlClient, organizationId: number) =>
  Effect.map(
    sql<{ total: number }>`select total from contact_totals where organization_id = ${organizationId}`,
    ([count]) => count?.total ?? 0
  )

/**
 * Has the statements of this transaction planned for their very values. A plan kept from when a table was small reads
 * all of it for each of many ids.
 */
export const planForValues = (sql: SqlClient.SqlClient) => sql`set local plan_cache_mode = force_custom_plan`
