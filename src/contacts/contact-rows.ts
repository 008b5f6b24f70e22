import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { NewContact } from "../domain/contacts/Contact.ts"
import { nameableFields } from "../domain/flows/placeholders.ts"
import { offsetOf, type Page } from "../domain/schema/page.ts"
import { containsPattern, foldForSearch } from "../domain/text/text.ts"

/** The columns of a `Contact` in a select from `contacts c`. */
export const contactColumns = `c.id, c.name, c.phone_number, c.language, c.metadata, c.age_band, c.gender, c.city_tier,
  c.occupation, c.income_band, c.product_type, c.organization_id, c.created_at, c.updated_at`

const jsonTime = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A `ContactJson` in a select from `contacts c`. */
export const contactJson = `json_build_object('id', c.id, 'name', c.name, 'phoneNumber', c.phone_number,
  'language', c.language, 'metadata', c.metadata, 'ageBand', c.age_band, 'gender', c.gender, 'cityTier', c.city_tier,
  'occupation', c.occupation, 'incomeBand', c.income_band, 'productType', c.product_type,
  'organizationId', c.organization_id::text, 'createdAt', ${jsonTime("c.created_at")},
  'updatedAt', ${jsonTime("c.updated_at")})::text`

/** Returns the text that a search reads. It finds a part of the name or of the number, never a part that spans both. */
export const searchText = ({ name, phoneNumber }: Pick<NewContact, "name" | "phoneNumber">): string =>
  `${searchable(name)}\n${phoneNumber}`

// Removes line breaks, because a line break separates the name from the number.
const searchable = (text: string) => foldForSearch(text).replaceAll("\n", " ")

/** The fields that a client may clear, with their columns. */
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

/** A `Contact` as the JSON text of an answer. A page of them may have 3 MB, so the event loop only passes them on. */
export type ContactJson = string

/**
 * Returns the contacts of a page, newest first. `ids` selects them by an index alone, so that a page far down the list
 * does not read the rows before it.
 */
export const selectContacts = (sql: SqlClient.SqlClient, ids: Statement.Fragment) =>
  Effect.map(
    sql<{ json: ContactJson }>`select ${sql.literal(contactJson)} as json from contacts c
      join (${ids}) page using (organization_id, id) order by c.id desc`,
    (contacts) => contacts.map(({ json }) => json)
  )

export const idOf = (contact: ContactJson): string => (JSON.parse(contact) as { readonly id: string }).id

/** SQL for the ids of a page of the contacts that meet the conditions. */
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

/**
 * SQL for the value of `contacts c` at the key `k.key`: a field that a prompt may name, or else an entry of the
 * metadata.
 */
export const valueOfKey = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(
    `case k.key ${nameableFields
      .map((field) => `when '${field}' then c.${columnOf(field)}`)
      .join(" ")} else c.metadata ->> k.key end`
  )

const columnOf = (field: (typeof nameableFields)[number]) =>
  clearableColumns.find(([clearable]) => clearable === field)?.[1] ?? field

/** The number of all contacts of the organization, from a counter that triggers maintain. */
export const countAllContacts = (sql: SqlClient.SqlClient, organizationId: number) =>
  Effect.map(
    sql<{ total: number }>`select total from contact_totals where organization_id = ${organizationId}`,
    ([count]) => count?.total ?? 0
  )

/**
 * Makes the database plan this transaction's statements for their actual values. A generic plan that was made when a
 * table was small would read the whole table for each of many ids.
 */
export const planForValues = (sql: SqlClient.SqlClient) => sql`set local plan_cache_mode = force_custom_plan`
