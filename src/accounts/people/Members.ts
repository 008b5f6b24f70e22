import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { Member, type NewInvitation, type PersonRole } from "../../domain/people/Person.ts"
import { type Listed, offsetOf, type Page } from "../../domain/schema/page.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { SecurityLog } from "../SecurityLog.ts"
import { Invitations } from "./Invitations.ts"
import { PersonNotFound } from "./SignInLinks.ts"

/** The e-mail address is that of a person who has a role in the organization. */
export class AlreadyMember extends Schema.TaggedError<AlreadyMember>()("AlreadyMember", {}) {}

/** The people of one organization, and its invitations. */
export class Members extends Context.Service<
  Members,
  {
    /** The people first, then the invitations. */
    readonly list: (organizationId: number, page: Page) => Effect.Effect<Listed<Member>>
    /** Returns the invitation, and the token of its link. */
    readonly invite: (
      organizationId: number,
      invitation: NewInvitation
    ) => Effect.Effect<{ readonly person: Member; readonly token: string }, AlreadyMember>
    /** Changes the role of a person or of an invitation, from the next request on. */
    readonly change: (organizationId: number, id: string, role: PersonRole) => Effect.Effect<Member, PersonNotFound>
    /** Takes the role from a person, who keeps the account, or withdraws an invitation. */
    readonly remove: (organizationId: number, id: string) => Effect.Effect<void, PersonNotFound>
    /** Whether a person of the organization has access to nothing else. */
    readonly isOnlyHere: (organizationId: number, personId: string) => Effect.Effect<boolean, PersonNotFound>
  }
>()("carillon/accounts/Members") {
  static readonly layer = Layer.effect(
    Members,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog
      const invitations = yield* Invitations

      const members = (organizationId: number) => sql`(
        select p.id, 'ACTIVE' as status, p.name, p.email, m.role, p.last_signed_in_at,
          exists (select 1 from person_totp t where t.person_id = p.id and t.confirmed_at is not null) as has_totp,
          null::timestamptz as expires_at, m.created_at
        from memberships m join people p on p.id = m.person_id where m.organization_id = ${organizationId}
        union all
        select i.id, 'INVITED', null, i.email, i.role, null, false, i.expires_at, i.created_at
        from invitations i where i.organization_id = ${organizationId} and i.expires_at > now()) m`

      const list = Effect.fn("Members.list")(function* (organizationId: number, page: Page) {
        const data = yield* memberRows(sql`select * from ${members(organizationId)}
          order by status, lower(email), id limit ${page.limit} offset ${offsetOf(page)}`)
        const [count] = yield* sql<{ total: number }>`select count(*)::int as total from ${members(organizationId)}`
        return { data, total: count?.total ?? 0 }
      }, Effect.orDie)

      const get = Effect.fnUntraced(function* (organizationId: number, id: string) {
        const [member] = yield* memberRows(sql`select * from ${members(organizationId)} where id = ${id}`)
        return member as Member
      })

      const invite = Effect.fn("Members.invite")(
        function* (organizationId: number, { email, role }: NewInvitation) {
          const member = yield* sql`select 1 from memberships m join people p on p.id = m.person_id
            where m.organization_id = ${organizationId} and lower(p.email) = lower(${email})`
          if (member.length > 0) return yield* new AlreadyMember()
          const { id, token } = yield* invitations.make({ organizationId, email, role })
          return { person: yield* get(organizationId, id), token }
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const change = Effect.fn("Members.change")(
        function* (organizationId: number, id: string, role: PersonRole) {
          const changed = yield* sql`with member as (
              update memberships set role = ${role} where organization_id = ${organizationId} and person_id = ${id} returning 1
            ), invitation as (
              update invitations set role = ${role}
              where organization_id = ${organizationId} and id = ${id} and expires_at > now() returning 1
            ) select * from member union all select * from invitation`
          if (changed.length === 0) return yield* new PersonNotFound()
          yield* log.append(organizationId, { action: "person.role", target: id, details: { role } })
          return yield* get(organizationId, id)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = Effect.fn("Members.remove")(
        function* (organizationId: number, id: string) {
          const removed = yield* sql`with member as (
              delete from memberships where organization_id = ${organizationId} and person_id = ${id} returning 1
            ), invitation as (
              delete from invitations where organization_id = ${organizationId} and id = ${id} returning 1
            ) select * from member union all select * from invitation`
          if (removed.length === 0) return yield* new PersonNotFound()
          yield* log.append(organizationId, { action: "person.remove", target: id })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const isOnlyHere = Effect.fn("Members.isOnlyHere")(
        function* (organizationId: number, personId: string) {
          const [person] = yield* sql<{ isOnly: boolean }>`select not p.is_super_admin and not exists (
              select 1 from memberships o where o.person_id = p.id and o.organization_id <> ${organizationId}
            ) as is_only
            from memberships m join people p on p.id = m.person_id
            where m.organization_id = ${organizationId} and m.person_id = ${personId}`
          if (person === undefined) return yield* new PersonNotFound()
          return person.isOnly
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      return Members.of({ list, invite, change, remove, isOnlyHere })
    })
  )
}

const memberRows = rowsOf(Member)
