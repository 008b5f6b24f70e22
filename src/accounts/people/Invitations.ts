import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import type { Role } from "../../domain/accounts/ApiKey.ts"
import { ShownInvitation } from "../../domain/people/Person.ts"
import { newId } from "../../platform/ids.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { newToken } from "../new-token.ts"
import { SecurityLog } from "../SecurityLog.ts"
import { endSignInLinks } from "./SignInLinks.ts"
import { tokenDigest } from "./token-digest.ts"

/** An invitation was accepted before, was withdrawn, has expired, or never existed. */
export class InvitationRefused extends Schema.TaggedError<InvitationRefused>()("InvitationRefused", {}) {}

/** The person with the e-mail address of the invitation has to sign in first. */
export class SignInToAccept extends Schema.TaggedError<SignInToAccept>()("SignInToAccept", {}) {}

/** The signed-in person has another e-mail address than the invitation. */
export class InvitationForAnother extends Schema.TaggedError<InvitationForAnother>()("InvitationForAnother", {}) {}

/** A new person has not entered a name or a password. */
export class AccountIncomplete extends Schema.TaggedError<AccountIncomplete>()("AccountIncomplete", {
  path: Schema.Literals(["name", "password"])
}) {}

interface NewInvitation {
  /** Null for a SUPER_ADMIN. */
  readonly organizationId: number | null
  readonly role: Role
  readonly email: string
}

interface Open extends NewInvitation {
  readonly id: string
}

/** The person who accepts, or the fields of a new one. */
interface Acceptance {
  /** The person who is signed in. */
  readonly signedIn: string | undefined
  readonly name: string | undefined
  /** Digest of the password. */
  readonly password: string | undefined
}

/**
 * Invitations to an organization, by a link that is passed on by hand. Only the holder of the link can accept, and never
 * for another person's account. An admin who invites an e-mail address learns nothing about its owner, and cannot act as
 * them.
 */
export class Invitations extends Context.Service<
  Invitations,
  {
    /** Returns the id of the invitation and the token of its link. Replaces an earlier one for the same e-mail address. */
    readonly make: (invitation: NewInvitation) => Effect.Effect<{ readonly id: string; readonly token: string }>
    readonly show: (token: string) => Effect.Effect<ShownInvitation, InvitationRefused>
    /** Adds the role to the signed-in person, or to a new one, and returns the id of the person. */
    readonly accept: (
      token: string,
      acceptance: Acceptance
    ) => Effect.Effect<string, InvitationRefused | SignInToAccept | InvitationForAnother | AccountIncomplete>
    readonly isInvited: (email: string) => Effect.Effect<boolean>
    /** Accepts all invitations to an e-mail address that the person has proved to be theirs. */
    readonly acceptAll: (email: string, personId: string) => Effect.Effect<void>
  }
>()("carillon/accounts/Invitations") {
  static readonly layer = Layer.effect(
    Invitations,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog

      const make = Effect.fn("Invitations.make")(
        function* ({ email, organizationId, role }: NewInvitation) {
          yield* sql`delete from invitations
            where organization_id is not distinct from ${organizationId}::integer and lower(email) = lower(${email})`
          const id = newId()
          const token = newToken("inv_live_")
          yield* sql`insert into invitations (id, digest, organization_id, role, email, expires_at)
            values (${id}, ${tokenDigest(token)}, ${organizationId}, ${role}, ${email}, now() + interval '7 days')`
          yield* log.append(organizationId, { action: "person.invite", target: id, details: { email, role } })
          return { id, token }
        },
        transaction(sql),
        Effect.orDie
      )

      const show = Effect.fn("Invitations.show")(
        function* (token: string) {
          const [found] = yield* shownRows(sql`select i.email, i.role, o.name as organization,
              exists (select 1 from people p where lower(p.email) = lower(i.email)) as has_account
            from invitations i left join organizations o on o.id = i.organization_id
            where i.digest = ${tokenDigest(token)} and i.expires_at > now()`)
          return found ?? (yield* new InvitationRefused())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const personOf = Effect.fnUntraced(function* (email: string, { name, password, signedIn }: Acceptance) {
        const [person] = yield* sql<{ id: string }>`select id from people where lower(email) = lower(${email})`
        if (signedIn !== undefined) return signedIn === person?.id ? signedIn : yield* new InvitationForAnother()
        if (person !== undefined) return yield* new SignInToAccept()
        if (name === undefined) return yield* new AccountIncomplete({ path: "name" })
        if (password === undefined) return yield* new AccountIncomplete({ path: "password" })
        // Another invitation to the same e-mail address may be accepted at the same moment.
        const [made] = yield* sql<{
          id: string
        }>`insert into people ${sql.insert({ id: newId(), name, email, password })}
          on conflict do nothing returning id`
        return made === undefined ? yield* new SignInToAccept() : made.id
      })

      const join = Effect.fnUntraced(function* (personId: string, { id, organizationId, role }: Open) {
        if (organizationId === null) yield* sql`update people set is_super_admin = true where id = ${personId}`
        else {
          yield* sql`insert into memberships (organization_id, person_id, role)
            values (${organizationId}, ${personId}, ${role}) on conflict do nothing`
        }
        yield* endSignInLinks(sql, personId)
        const [person] = yield* sql<{ name: string }>`select name from people where id = ${personId}`
        yield* log.append(organizationId, {
          actor: `person:${personId}`,
          actorName: person?.name ?? null,
          action: "person.join",
          target: personId,
          details: { invitation: id, role }
        })
      })

      const accept = Effect.fn("Invitations.accept")(
        function* (token: string, acceptance: Acceptance) {
          const [invitation] = yield* sql<Open>`delete from invitations
            where digest = ${tokenDigest(token)} and expires_at > now() returning id, organization_id, role, email`
          if (invitation === undefined) return yield* new InvitationRefused()
          const personId = yield* personOf(invitation.email, acceptance)
          yield* join(personId, invitation)
          return personId
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const isInvited = Effect.fn("Invitations.isInvited")(function* (email: string) {
        const open = yield* sql`select 1 from invitations
          where lower(email) = lower(${email}) and expires_at > now() limit 1`
        return open.length > 0
      }, Effect.orDie)

      const acceptAll = Effect.fn("Invitations.acceptAll")(
        function* (email: string, personId: string) {
          const open = yield* sql<Open>`delete from invitations
            where lower(email) = lower(${email}) and expires_at > now() returning id, organization_id, role, email`
          for (const invitation of open) yield* join(personId, invitation)
        },
        transaction(sql),
        Effect.orDie
      )

      return Invitations.of({ make, show, accept, isInvited, acceptAll })
    })
  )
}

const shownRows = rowsOf(ShownInvitation)
