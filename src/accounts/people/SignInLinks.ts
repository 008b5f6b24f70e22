import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { newId } from "../../platform/ids.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { newToken } from "../new-token.ts"
import { SecurityLog } from "../SecurityLog.ts"
import { tokenDigest } from "./token-digest.ts"

export class PersonNotFound extends Schema.TaggedError<PersonNotFound>()("PersonNotFound", {}) {}

/** A link was used before, has expired, or never existed. */
export class SignInLinkRefused extends Schema.TaggedError<SignInLinkRefused>()("SignInLinkRefused", {}) {}

export interface SignInLink {
  readonly token: string
  readonly expiresAt: Date
}

/**
 * Ends the links of a person who is given more access. An ADMIN may make links for people without access beyond the
 * organization, and could use one that was made before.
 */
export const endSignInLinks = (sql: PgClient.PgClient, personId: string) =>
  sql`delete from sign_in_links where person_id = ${personId}`

/** Links that sign a person in once, without a password. */
export class SignInLinks extends Context.Service<
  SignInLinks,
  {
    /** Makes a link for the first person. Returns null if there are people already. */
    readonly makeFirst: Effect.Effect<SignInLink | null>
    /**
     * Makes a link for the person with an e-mail address. Without one, it is for the earliest SUPER_ADMIN, or for the
     * first person when there are no people yet.
     */
    readonly make: (email?: string) => Effect.Effect<SignInLink, PersonNotFound>
    /**
     * Makes a link for a person, noted in the security log of an organization, or of the installation if that is null.
     * `check` runs while the access of the person cannot change, and fails where the requester may not make it.
     */
    readonly makeFor: <E, R>(
      personId: string,
      organizationId: number | null,
      check: Effect.Effect<void, E, R>
    ) => Effect.Effect<SignInLink, PersonNotFound | E, R>
    /** Uses a link up, and returns the id of its person. The first person becomes a SUPER_ADMIN. */
    readonly use: (token: string) => Effect.Effect<string, SignInLinkRefused>
  }
>()("carillon/accounts/SignInLinks") {
  static readonly layer = Layer.effect(
    SignInLinks,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog

      const hasNoPeople = Effect.map(sql`select 1 from people limit 1`, ({ length }) => length === 0)

      const insert = Effect.fnUntraced(function* (personId: string | null) {
        const token = newToken("")
        const [row] = yield* sql<{ expiresAt: Date }>`insert into sign_in_links (digest, person_id, expires_at)
          values (${tokenDigest(token)}, ${personId}, now() + interval '1 hour') returning expires_at`
        return { token, expiresAt: (row as { expiresAt: Date }).expiresAt }
      })

      const makeFirst = Effect.gen(function* () {
        return (yield* hasNoPeople) ? yield* insert(null) : null
      }).pipe(Effect.orDie)

      const make = Effect.fn("SignInLinks.make")(
        function* (email?: string) {
          const [person] = yield* sql<{ id: string }>`select id from people
            where ${email === undefined ? sql`is_super_admin` : sql`lower(email) = lower(${email})`}
            order by created_at, id limit 1 for key share`
          if (person === undefined && (email !== undefined || !(yield* hasNoPeople))) return yield* new PersonNotFound()
          const target = person?.id ?? "first"
          yield* log.append(null, { action: "sign-in-link.create", target })
          return yield* insert(person?.id ?? null)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const makeFor = Effect.fn("SignInLinks.makeFor")(
        function* <E, R>(personId: string, organizationId: number | null, check: Effect.Effect<void, E, R>) {
          // A new role of the person refers to this row, so it waits for the link, or the link for it.
          const found = yield* sql`select 1 from people where id = ${personId} for update`
          if (found.length === 0) return yield* new PersonNotFound()
          yield* check
          yield* log.append(organizationId, { action: "sign-in-link.create", target: personId })
          return yield* insert(personId)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const makeFirstPerson = Effect.gen(function* () {
        // Two links for the first person may be used at once: only one of them makes a person.
        yield* sql`lock table people in exclusive mode`
        if (!(yield* hasNoPeople)) return yield* new SignInLinkRefused()
        yield* sql`delete from sign_in_links where person_id is null`
        const id = newId()
        yield* sql`insert into people ${sql.insert({ id, name: "Administrator", isSuperAdmin: true })}`
        yield* log.append(null, { action: "person.create", target: id, details: { role: "SUPER_ADMIN" } })
        return id
      })

      const use = Effect.fn("SignInLinks.use")(
        function* (token: string) {
          const [link] = yield* sql<{ personId: string | null }>`delete from sign_in_links
            where digest = ${tokenDigest(token)} and expires_at > now() returning person_id`
          if (link === undefined) return yield* new SignInLinkRefused()
          return link.personId ?? (yield* makeFirstPerson)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return SignInLinks.of({ makeFirst, make, makeFor, use })
    })
  )
}
