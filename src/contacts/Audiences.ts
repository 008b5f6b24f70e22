import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { Audience, type AudienceChanges, type NewAudience } from "../domain/contacts/Audience.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { isUuid } from "../domain/schema/uuid.ts"
import { newId } from "../platform/ids.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { nameContains, newestFirst } from "../platform/sql/newest-first.ts"
import { makePageStarts, pageByKey } from "../platform/sql/page-starts.ts"
import { transaction } from "../platform/sql/transaction.ts"
import {
  type ContactJson,
  countAllContacts,
  countContacts,
  idOf,
  matchesSearch,
  pageOfContacts,
  planForValues,
  selectContacts,
  valueOfKey
} from "./contact-rows.ts"

export class AudienceNotFound extends Schema.TaggedError<AudienceNotFound>()("AudienceNotFound", {}) {}

/** Whether to list the members of an audience, or all other contacts of the organization. */
export type Side = "members" | "others"

export class Audiences extends Context.Service<
  Audiences,
  {
    readonly list: (organizationId: number, page: Page, search?: string) => Effect.Effect<Listed<Audience>>
    readonly get: (organizationId: number, id: string) => Effect.Effect<Audience, AudienceNotFound>
    readonly create: (organizationId: number, audience: NewAudience) => Effect.Effect<Audience>
    readonly update: (
      organizationId: number,
      id: string,
      changes: AudienceChanges
    ) => Effect.Effect<Audience, AudienceNotFound>
    /** Locks the audience until the transaction ends; conflicts with `shareLock`. */
    readonly lock: (organizationId: number, id: string) => Effect.Effect<void, AudienceNotFound>
    /** Reads and share-locks the audience: it cannot be deleted until the transaction ends. */
    readonly shareLock: (organizationId: number, id: string) => Effect.Effect<Audience, AudienceNotFound>
    /** Counts the members without a value for each key. A key is a contact field or an entry of the metadata. */
    readonly countMissing: (
      organizationId: number,
      id: string,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly key: string; readonly missing: number }>>
    /** Counts the members that are not on Do Not Contact, and stops at `atMost`. */
    readonly countCallable: (organizationId: number, id: string, atMost: number) => Effect.Effect<number>
    /** Deletes an audience, even one that campaigns use: `Campaigns.removeAudience` checks that. */
    readonly remove: (organizationId: number, id: string) => Effect.Effect<void, AudienceNotFound>
    readonly listContacts: (
      organizationId: number,
      id: string,
      side: Side,
      page: Page,
      search?: string
    ) => Effect.Effect<Listed<ContactJson>, AudienceNotFound>
    /** Adds contacts to the audience. Skips unknown ids; the audience's contact count shows the result. */
    readonly addContacts: (
      organizationId: number,
      id: string,
      contactIds: ReadonlyArray<string>
    ) => Effect.Effect<Audience, AudienceNotFound>
    readonly removeContacts: (
      organizationId: number,
      id: string,
      contactIds: ReadonlyArray<string>
    ) => Effect.Effect<Audience, AudienceNotFound>
  }
>()("carillon/contacts/Audiences") {
  static readonly layer = Layer.effect(
    Audiences,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const columns = sql.literal(`id, name, description, organization_id, contact_count,
        created_at, updated_at`)
      const pageStarts = makePageStarts()

      const list = Effect.fn("Audiences.list")(function* (organizationId: number, page: Page, search?: string) {
        const all = sql`from audiences where organization_id = ${organizationId}`
        const those = sql`${all} ${yield* nameContains(sql, all, search)}`
        return yield* newestFirst(sql, columns, those, page, audienceRows)
      }, Effect.orDie)

      const get = Effect.fn("Audiences.get")(
        function* (organizationId: number, id: string) {
          if (!isUuid(id)) return yield* new AudienceNotFound()
          const [audience] = yield* audienceRows(sql`select ${columns} from audiences
            where organization_id = ${organizationId} and id = ${id}`)
          return audience ?? (yield* new AudienceNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const create = Effect.fn("Audiences.create")(function* (organizationId: number, audience: NewAudience) {
        const [created] = yield* audienceRows(
          sql`insert into audiences ${sql.insert({
            organizationId,
            id: newId(),
            name: audience.name,
            description: audience.description ?? null
          })} returning ${columns}`
        )
        return created as Audience
      }, Effect.orDie)

      const update = Effect.fn("Audiences.update")(
        function* (organizationId: number, id: string, changes: AudienceChanges) {
          const before = yield* get(organizationId, id)
          if (Object.keys(changes).length === 0) return before
          const [updated] = yield* audienceRows(sql`update audiences set ${sql.update(changes)}, updated_at = now()
            where organization_id = ${organizationId} and id = ${id} returning ${columns}`)
          return updated ?? (yield* new AudienceNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const lock = Effect.fn("Audiences.lock")(
        function* (organizationId: number, id: string) {
          const locked = yield* sql`select 1 from audiences
            where organization_id = ${organizationId} and id = ${id} for update`
          if (locked.length === 0) return yield* new AudienceNotFound()
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const shareLock = Effect.fn("Audiences.shareLock")(
        function* (organizationId: number, id: string) {
          const [audience] = yield* audienceRows(sql`select ${columns} from audiences
            where organization_id = ${organizationId} and id = ${id} for share`)
          return audience ?? (yield* new AudienceNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const countMissing = Effect.fn("Audiences.countMissing")(function* (
        organizationId: number,
        id: string,
        keys: ReadonlyArray<string>
      ) {
        if (keys.length === 0) return []
        return yield* sql<{ key: string; missing: number }>`select k.key, count(*)::int as missing
          from audience_members m
            join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
            cross join unnest(${keys}::text[]) with ordinality as k (key, place)
          where m.organization_id = ${organizationId} and m.audience_id = ${id}
            and trim(coalesce(${valueOfKey(sql)}, '')) = ''
          group by k.key, k.place order by k.place`
      }, Effect.orDie)

      const countCallable = Effect.fn("Audiences.countCallable")(function* (
        organizationId: number,
        id: string,
        atMost: number
      ) {
        const [counted] = yield* sql<{ people: number }>`select count(*)::int as people from (
          select 1 from audience_members m
            join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
          where m.organization_id = ${organizationId} and m.audience_id = ${id} and not exists (
            select 1 from do_not_contact d
            where d.organization_id = c.organization_id and d.phone_number = c.phone_number
              and (d.expires_at is null or d.expires_at > now()))
          limit ${atMost}) p`
        return counted?.people ?? 0
      }, Effect.orDie)

      const remove = Effect.fn("Audiences.remove")(
        function* (organizationId: number, id: string) {
          const removed = yield* sql`delete from audiences
          where organization_id = ${organizationId} and id = ${id} returning 1`
          if (removed.length === 0) return yield* new AudienceNotFound()
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const listContacts = Effect.fn("Audiences.listContacts")(
        function* (organizationId: number, id: string, side: Side, page: Page, search = "") {
          const { contactCount } = yield* get(organizationId, id)
          if (search === "" && side === "members") return yield* listMembers(organizationId, id, contactCount, page)
          const member = sql`exists (select 1 from audience_members m where m.organization_id = c.organization_id
          and m.audience_id = ${id} and m.contact_id = c.id)`
          const conditions = [
            sql`c.organization_id = ${organizationId}`,
            side === "members" ? member : sql`not ${member}`,
            ...(search === "" ? [] : [matchesSearch(sql, search)])
          ]
          const data = yield* selectContacts(sql, pageOfContacts(sql, conditions, page))
          const total =
            search === ""
              ? (yield* countAllContacts(sql, organizationId)) - contactCount
              : yield* countContacts(sql, conditions)
          return { data, total }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      // Reads the ids of the page from the memberships alone, because their index has the order of the list.
      const listMembers = Effect.fnUntraced(function* (organizationId: number, id: string, total: number, page: Page) {
        const data = yield* pageStarts.read({ key: id, page, total, idOf }, (place) =>
          selectContacts(
            sql,
            sql`select organization_id, contact_id as id from audience_members
              where organization_id = ${organizationId} and audience_id = ${id}
              ${pageByKey(sql, sql.literal("contact_id"), place)}`
          )
        )
        return { data, total }
      })

      const addContacts = Effect.fn("Audiences.addContacts")(
        function* (organizationId: number, id: string, contactIds: ReadonlyArray<string>) {
          if (!isUuid(id)) return yield* new AudienceNotFound()
          // The share locks prevent a membership of an audience or a contact that is being deleted.
          const locked = yield* sql`select 1 from audiences
            where organization_id = ${organizationId} and id = ${id} for key share`
          if (locked.length === 0) return yield* new AudienceNotFound()
          yield* planForValues(sql)
          yield* sql`insert into audience_members (organization_id, audience_id, contact_id)
            select c.organization_id, ${id}::uuid, c.id from contacts c
            where c.organization_id = ${organizationId} and c.id = any(${contactIds.filter(isUuid)}::uuid[])
            order by c.id for key share
            on conflict do nothing`
          return yield* get(organizationId, id)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const removeContacts = Effect.fn("Audiences.removeContacts")(
        function* (organizationId: number, id: string, contactIds: ReadonlyArray<string>) {
          yield* get(organizationId, id)
          yield* planForValues(sql)
          const members = yield* sql<{ id: string }>`select contact_id as id from audience_members
            where organization_id = ${organizationId} and audience_id = ${id}
              and contact_id = any(${contactIds.filter(isUuid)}::uuid[])
            order by contact_id for update`
          yield* sql`delete from audience_members where organization_id = ${organizationId} and audience_id = ${id}
            and contact_id = any(${members.map((member) => member.id)}::uuid[])`
          return yield* get(organizationId, id)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return Audiences.of({
        list,
        get,
        create,
        update,
        lock,
        shareLock,
        countMissing,
        countCallable,
        remove,
        listContacts,
        addContacts,
        removeContacts
      })
    })
  )
}

const audienceRows = rowsOf(Audience)
