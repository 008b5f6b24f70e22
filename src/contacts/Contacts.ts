import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { type LimitReached, OrganizationLimits } from "../accounts/OrganizationLimits.ts"
import type { Consent } from "../domain/contacts/Consent.ts"
import type { Contact, ContactChanges, NewContact } from "../domain/contacts/Contact.ts"
import type { EncodedContacts } from "../domain/contacts/ContactRows.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { isUuid } from "../domain/schema/uuid.ts"
import { newId } from "../platform/ids.ts"
import { makePageStarts, pageByKey } from "../platform/sql/page-starts.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { recordConsents } from "./consents/Consents.ts"
import {
  type ContactJson,
  clearableColumns,
  contactColumns,
  contactJson,
  countAllContacts,
  countContacts,
  idOf,
  matchesSearch,
  pageOfContacts,
  planForValues,
  searchText,
  selectContacts
} from "./contact-rows.ts"
import { jsonOf } from "./encoded-contacts.ts"

export class ContactNotFound extends Schema.TaggedError<ContactNotFound>()("ContactNotFound", {}) {}
export class PhoneNumberTaken extends Schema.TaggedError<PhoneNumberTaken>()("PhoneNumberTaken", {}) {}

/** The result of an upsert. Repeated rows of a number count as updates of its first row. */
export interface Upserted {
  readonly created: number
  readonly updated: number
  /** The id of each number's contact, in the order of the first rows. */
  readonly contactIds: ReadonlyArray<string>
}

export class Contacts extends Context.Service<
  Contacts,
  {
    readonly list: (organizationId: number, page: Page, search?: string) => Effect.Effect<Listed<ContactJson>>
    readonly get: (organizationId: number, id: string) => Effect.Effect<Contact, ContactNotFound>
    /** Returns the contacts with these numbers, in this order. */
    readonly toJson: (
      organizationId: number,
      phoneNumbers: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<ContactJson>>
    readonly findByNumber: (organizationId: number, phoneNumber: string) => Effect.Effect<Option.Option<Contact>>
    /** The number of contacts. */
    readonly count: (organizationId: number) => Effect.Effect<number>
    readonly create: (
      organizationId: number,
      contact: NewContact
    ) => Effect.Effect<Contact, PhoneNumberTaken | LimitReached>
    readonly update: (
      organizationId: number,
      id: string,
      changes: ContactChanges
    ) => Effect.Effect<Contact, ContactNotFound | PhoneNumberTaken>
    /** Creates or updates contacts by phone number, as if row by row. Fields that are not in a row stay unchanged. */
    readonly upsert: (organizationId: number, contacts: EncodedContacts) => Effect.Effect<Upserted, LimitReached>
    readonly remove: (organizationId: number, id: string) => Effect.Effect<void, ContactNotFound>
    /** Skips unknown ids and returns the ids of the deleted contacts. */
    readonly removeMany: (organizationId: number, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>
  }
>()("carillon/contacts/Contacts") {
  static readonly layer = Layer.effect(
    Contacts,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const limits = yield* OrganizationLimits
      const columns = sql.literal(contactColumns)
      const pageStarts = makePageStarts()

      const list = Effect.fn("Contacts.list")(function* (organizationId: number, page: Page, search = "") {
        const ofOrganization = sql`c.organization_id = ${organizationId}`
        if (search !== "") {
          const found = [ofOrganization, matchesSearch(sql, search)]
          const data = yield* selectContacts(sql, pageOfContacts(sql, found, page))
          return { data, total: yield* countContacts(sql, found) }
        }
        const total = yield* countAllContacts(sql, organizationId)
        const data = yield* pageStarts.read({ key: String(organizationId), page, total, idOf }, (place) =>
          selectContacts(
            sql,
            sql`select organization_id, id from contacts c where ${ofOrganization}
              ${pageByKey(sql, sql.literal("id"), place)}`
          )
        )
        return { data, total }
      }, Effect.orDie)

      const get = Effect.fnUntraced(
        function* (organizationId: number, id: string) {
          const [contact] = yield* sql<Contact>`select ${columns} from contacts c
          where c.organization_id = ${organizationId} and c.id = ${id}`
          return contact ?? (yield* new ContactNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const toJson = Effect.fn("Contacts.toJson")(function* (
        organizationId: number,
        phoneNumbers: ReadonlyArray<string>
      ) {
        if (phoneNumbers.length === 0) return []
        const found = yield* sql<{ json: ContactJson }>`select ${sql.literal(contactJson)} as json from contacts c
          join unnest(${phoneNumbers}::text[]) with ordinality as wanted (phone_number, position)
            on wanted.phone_number = c.phone_number
          where c.organization_id = ${organizationId} order by wanted.position`
        return found.map(({ json }) => json)
      }, Effect.orDie)

      const findByNumber = Effect.fnUntraced(function* (organizationId: number, phoneNumber: string) {
        const [contact] = yield* sql<Contact>`select ${columns} from contacts c
          where c.organization_id = ${organizationId} and c.phone_number = ${phoneNumber}`
        return Option.fromUndefinedOr(contact)
      }, Effect.orDie)

      const create = Effect.fn("Contacts.create")(
        function* (organizationId: number, contact: NewContact) {
          const [created] = yield* sql<Contact>`insert into contacts as c
            ${sql.insert({
              organizationId,
              id: newId(),
              ...toRow(contact),
              search: searchText(contact)
            })} returning ${columns}`
          yield* recordConsent(organizationId, contact.phoneNumber, contact.consent)
          yield* checkLimit(organizationId, 1)
          return created as Contact
        },
        transaction(sql),
        phoneNumberTaken
      )

      const update = Effect.fn("Contacts.update")(
        function* (organizationId: number, id: string, changes: ContactChanges) {
          yield* lock(organizationId, id)
          const before = yield* get(organizationId, id)
          const [updated] = yield* sql<Contact>`update contacts c set
            ${sql.update({
              ...toRow(changes),
              search: searchText({ ...before, ...changes })
            })}, updated_at = now()
            where c.organization_id = ${organizationId} and c.id = ${id} returning ${columns}`
          if (updated === undefined) return yield* new ContactNotFound()
          yield* recordConsent(organizationId, updated.phoneNumber, changes.consent)
          return updated
        },
        transaction(sql),
        phoneNumberTaken
      )

      // Locks the contact, because its search text depends on fields that a change may leave out: a concurrent change
      // of the other field must not be missed.
      const lock = (organizationId: number, id: string) =>
        sql`select 1 from contacts where organization_id = ${organizationId} and id = ${id} for no key update`

      const count = (organizationId: number) => Effect.orDie(countAllContacts(sql, organizationId))

      // Exact, because the insert has locked the counter of the organization's contacts until the transaction ends.
      const checkLimit = Effect.fnUntraced(function* (organizationId: number, added: number) {
        const total = yield* count(organizationId)
        yield* limits.check(organizationId, "contacts", { used: total - added, added })
      })

      const recordConsent = (organizationId: number, phoneNumber: string, consent: Consent | undefined) =>
        consent === undefined
          ? Effect.void
          : recordConsents(sql, organizationId, JSON.stringify([{ phone_number: phoneNumber, consents: [consent] }]))

      const toRow = ({ consent: _, metadata, ...fields }: ContactChanges) => ({
        ...fields,
        ...(metadata !== undefined && { metadata: sql.json(metadata ?? {}) })
      })

      const upsert = Effect.fn("Contacts.upsert")(
        function* (organizationId: number, contacts: EncodedContacts) {
          const { given, phoneNumbers, rows } = contacts
          const groups = Map.groupBy(rows.keys(), (index) => rows[index]?.changes ?? "")
          const [everyRow = ""] = groups.size === 1 ? groups.keys() : []
          const ids = new Map<string, string>()
          // Locks all rows first, in the order of their numbers: locking group by group could deadlock with another
          // upsert.
          for (const json of jsonOf(contacts, rows.keys())) {
            for (const { id, phoneNumber } of yield* upsertRows(organizationId, everyRow, json))
              ids.set(phoneNumber, id)
            if (contacts.hasConsents) yield* recordConsents(sql, organizationId, json)
          }
          const isNew = ({ id, phoneNumber }: Stored) => ids.get(phoneNumber) === id
          for (const [changes, indexes] of groups.size === 1 ? [] : groups) {
            const known = indexes.filter((index) => !isNew(rows[index] as Stored))
            for (const json of jsonOf(contacts, known)) yield* upsertRows(organizationId, changes, json)
          }
          const created = rows.filter(isNew).length
          yield* checkLimit(organizationId, created)
          return {
            created,
            updated: given - created,
            contactIds: phoneNumbers.map((phoneNumber) => ids.get(phoneNumber) as string)
          }
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      // Upserts rows that have the same fields. A new contact gets the id of its row. `on conflict` finds existing
      // contacts by the index on the numbers: a join would read all contacts of an organization without planner
      // statistics. Rows are locked in the order of their numbers, so that two upserts of the same numbers cannot
      // deadlock.
      const upsertRows = (organizationId: number, changes: string, json: string) =>
        sql<Stored>`insert into contacts
            (organization_id, id, name, phone_number, search, ${clearable})
          select ${organizationId}::int, id, name, phone_number, search, ${clearableValues}
          from jsonb_to_recordset(${json}::jsonb)
            as r (id uuid, name text, phone_number text, search text, ${clearableTypes})
          order by phone_number
          on conflict (organization_id, phone_number) do update set name = excluded.name, search = excluded.search,
            ${sql.literal(changes)} updated_at = now()
          returning id, phone_number`

      const eachClearable = (write: (column: string) => string) =>
        sql.literal(clearableColumns.map(([, column]) => write(column)).join(", "))
      const clearable = eachClearable((column) => column)
      const clearableTypes = eachClearable((column) => `${column} ${column === "metadata" ? "jsonb" : "text"}`)
      const clearableValues = eachClearable((column) => (column === "metadata" ? "coalesce(metadata, '{}')" : column))

      const remove = Effect.fn("Contacts.remove")(function* (organizationId: number, id: string) {
        const removed = yield* removeMany(organizationId, [id])
        if (removed.length === 0) return yield* new ContactNotFound()
      })

      const removeMany = Effect.fn("Contacts.removeMany")(
        function* (organizationId: number, ids: ReadonlyArray<string>) {
          yield* planForValues(sql)
          const locked = yield* sql<{ id: string }>`select c.id from contacts c
            where c.organization_id = ${organizationId} and c.id = any(${ids.filter(isUuid)}::uuid[])
            order by c.phone_number for update`
          const removed = yield* sql<{ id: string }>`delete from contacts where organization_id = ${organizationId}
            and id = any(${locked.map(({ id }) => id)}::uuid[]) returning id`
          return removed.map(({ id }) => id)
        },
        transaction(sql),
        Effect.orDie
      )

      return Contacts.of({
        list,
        get,
        toJson,
        findByNumber,
        count,
        create,
        update,
        upsert,
        remove,
        removeMany
      })
    })
  )
}

const phoneNumberTaken = <A, E, R>(self: Effect.Effect<A, E | SqlError.SqlError, R>) =>
  Effect.catchTag(self, "SqlError", (error) =>
    (error as SqlError.SqlError).reason._tag === "UniqueViolation" ? new PhoneNumberTaken() : Effect.die(error)
  )

interface Stored {
  readonly id: string
  readonly phoneNumber: string
}
