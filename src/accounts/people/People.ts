import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { Me, type MeChanges, OwnOrganization } from "../../domain/accounts/Person.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { SecurityLog } from "../SecurityLog.ts"

/** Another person has the e-mail address. */
export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", {}) {}

/** The e-mail address of a person does not change: invitations and single sign-on find the person by it. */
export class EmailIsSet extends Schema.TaggedError<EmailIsSet>()("EmailIsSet", {}) {}

/** The people who use the console. */
export class People extends Context.Service<
  People,
  {
    readonly get: (personId: string) => Effect.Effect<Me>
    readonly change: (personId: string, changes: MeChanges) => Effect.Effect<Me, EmailTaken | EmailIsSet>
  }
>()("carillon/accounts/people/People") {
  static readonly layer = Layer.effect(
    People,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog

      const get = Effect.fn("People.get")(function* (personId: string) {
        const [person] =
          yield* personRows(sql`select id, name, email, is_super_admin, password is not null as has_password,
            false as has_totp
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

      return People.of({ get, change })
    })
  )
}

const { organizations: _, ...personal } = Me.fields
const personRows = rowsOf(Schema.Struct(personal))
const organizationRows = rowsOf(OwnOrganization)
