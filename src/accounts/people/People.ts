import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { Me, type MeChanges, OwnOrganization, Person } from "../../domain/people/Person.ts"
import type { Listed, Page } from "../../domain/schema/page.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { newestFirst } from "../../platform/sql/newest-first.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { SecurityLog } from "../SecurityLog.ts"
import { endSignInLinks, PersonNotFound } from "./SignInLinks.ts"

/** Another person has the e-mail address. */
export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", {}) {}

/** The e-mail address of a person does not change: invitations and single sign-on find the person by it. */
export class EmailIsSet extends Schema.TaggedError<EmailIsSet>()("EmailIsSet", {}) {}

/** The last SUPER_ADMIN stays: without one, only ADMIN_TOKEN could manage the installation. */
export class LastSuperAdmin extends Schema.TaggedError<LastSuperAdmin>()("LastSuperAdmin", {}) {}

/** The people who use the console. */
export class People extends Context.Service<
  People,
  {
    readonly get: (personId: string) => Effect.Effect<Account>
    readonly change: (personId: string, changes: MeChanges) => Effect.Effect<Account, EmailTaken | EmailIsSet>
    readonly list: (page: Page) => Effect.Effect<Listed<Person>>
    /** Makes a person a SUPER_ADMIN, or takes this role away, from the next request on. */
    readonly setSuperAdmin: (
      personId: string,
      isSuperAdmin: boolean
    ) => Effect.Effect<Person, PersonNotFound | LastSuperAdmin>
    /** Removes a person with all their roles and sessions. */
    readonly remove: (personId: string) => Effect.Effect<void, PersonNotFound | LastSuperAdmin>
  }
>()("carillon/accounts/People") {
  static readonly layer = Layer.effect(
    People,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog

      const get = Effect.fn("People.get")(function* (personId: string) {
        const [person] =
          yield* personRows(sql`select id, name, email, is_super_admin, password is not null as has_password,
            exists (select 1 from person_totp t where t.person_id = people.id and t.confirmed_at is not null) as has_totp
          from people where id = ${personId}`)
        if (person === undefined) return yield* Effect.die(new Error("The person of a session was removed"))
        const organizations = yield* organizationRows(
          person.isSuperAdmin
            ? sql`select id, name, 'SUPER_ADMIN' as role from organizations order by name, id`
            : sql`select o.id, o.name, m.role from memberships m join organizations o on o.id = m.organization_id
                where m.person_id = ${personId} order by o.name, o.id`
        )
        return { ...person, organizations }
      }, Effect.orDie)

      const change = Effect.fn("People.change")(
        function* (personId: string, { email, name }: MeChanges) {
          if (name !== undefined) yield* sql`update people set name = ${name} where id = ${personId}`
          if (email !== undefined) {
            const taken = yield* sql`select 1 from people where lower(email) = lower(${email}) and id <> ${personId}`
            if (taken.length > 0) return yield* new EmailTaken()
            const changed = yield* sql`update people set email = ${email}
              where id = ${personId} and (email is null or email = ${email}) returning 1`
            if (changed.length === 0) return yield* new EmailIsSet()
          }
          yield* log.append(null, { action: "person.update", target: personId })
          return yield* get(personId)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const columns = sql.literal(`id, name, email, is_super_admin, last_signed_in_at, created_at,
        (select count(*)::int from memberships m where m.person_id = people.id) as organizations,
        exists (select 1 from person_totp t where t.person_id = people.id and t.confirmed_at is not null) as has_totp`)

      const list = Effect.fn("People.list")(
        (page: Page) => newestFirst(sql, columns, sql`from people`, page, listedRows),
        Effect.orDie
      )

      // Locks all SUPER_ADMINs, so that two of them cannot remove each other at the same time.
      const refuseLast = Effect.fnUntraced(function* (personId: string) {
        const all = yield* sql<{ id: string }>`select id from people where is_super_admin order by id for update`
        if (all.length === 1 && all[0]?.id === personId) return yield* new LastSuperAdmin()
      })

      const setSuperAdmin = Effect.fn("People.setSuperAdmin")(
        function* (personId: string, isSuperAdmin: boolean) {
          if (!isSuperAdmin) yield* refuseLast(personId)
          const [person] = yield* listedRows(sql`update people set is_super_admin = ${isSuperAdmin}
            where id = ${personId} returning ${columns}`)
          if (person === undefined) return yield* new PersonNotFound()
          if (isSuperAdmin) yield* endSignInLinks(sql, personId)
          yield* log.append(null, { action: "person.role", target: personId, details: { isSuperAdmin } })
          return person
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = Effect.fn("People.remove")(
        function* (personId: string) {
          yield* refuseLast(personId)
          const removed = yield* sql`delete from people where id = ${personId} returning 1`
          if (removed.length === 0) return yield* new PersonNotFound()
          yield* log.append(null, { action: "person.remove", target: personId })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return People.of({ get, change, list, setSuperAdmin, remove })
    })
  )
}

/** A person's own account, without the field that depends on the session. */
type Account = Omit<Me, "mayReplacePassword">

const { organizations: _, mayReplacePassword: __, ...personal } = Me.fields
const personRows = rowsOf(Schema.Struct(personal))
const listedRows = rowsOf(Person)
const organizationRows = rowsOf(OwnOrganization)
