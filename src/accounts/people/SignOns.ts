import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { type RolesOfPerson, rolesOfValues } from "../../domain/people/given-roles.ts"
import { Email } from "../../domain/people/Person.ts"
import { Name } from "../../domain/text/text.ts"
import type { SignOnSettings } from "../../platform/config.ts"
import { newId } from "../../platform/ids.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { actingAs } from "../Requester.ts"
import { SecurityLog } from "../SecurityLog.ts"
import { Invitations } from "./Invitations.ts"
import type { OpenIdClaims } from "./OpenIdProviders.ts"
import { People } from "./People.ts"
import { endSignInLinks } from "./SignInLinks.ts"

/** The provider knows the person, and the service does not let them in. */
export class SignOnRefused extends Schema.TaggedError<SignOnRefused>()("SignOnRefused", {
  reason: Schema.Literals(["unverified-email", "unknown-person", "other-account"])
}) {}

/** The accounts of people at providers of single sign-on. */
export class SignOns extends Context.Service<
  SignOns,
  {
    /**
     * Returns the id of the person whom a provider describes. A person is known by the account at the provider, the first
     * time by a verified e-mail address. Only an invitation or a role of the provider lets a new person in.
     */
    readonly personOf: (provider: SignOnSettings, claims: OpenIdClaims) => Effect.Effect<string, SignOnRefused>
  }
>()("carillon/accounts/SignOns") {
  static readonly layer = Layer.effect(
    SignOns,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog
      const people = yield* People
      const invitations = yield* Invitations

      const linked = Effect.fnUntraced(function* ({ issuer, subject }: OpenIdClaims) {
        const [identity] = yield* sql<{ personId: string }>`select person_id from person_identities
          where issuer = ${issuer} and subject = ${subject}`
        return identity?.personId
      })

      const link = Effect.fnUntraced(function* (personId: string, { issuer, subject }: OpenIdClaims) {
        const inserted = yield* sql`insert into person_identities (issuer, subject, person_id)
          values (${issuer}, ${subject}, ${personId}) on conflict do nothing returning 1`
        // The person has another account at the provider, so the address has a new owner.
        if (inserted.length === 0) return yield* new SignOnRefused({ reason: "other-account" })
        yield* log.append(null, { action: "person.link", target: personId, details: { issuer } })
      })

      /**
       * Ends all other ways to sign in. Only the provider has proved who owns the address: the account may be that of
       * another person, who accepted an invitation to it, and must not get what the owner is given from now on.
       */
      const endOtherWays = Effect.fnUntraced(function* (personId: string) {
        yield* sql`update people set password = null where id = ${personId}`
        for (const table of ["person_totp", "passkeys", "sessions", "sign_in_links"]) {
          yield* sql`delete from ${sql(table)} where person_id = ${personId}`
        }
      })

      const linkFirst = Effect.fnUntraced(function* (
        claims: OpenIdClaims,
        email: string | undefined,
        roles: RolesOfPerson
      ) {
        if (email === undefined) return yield* new SignOnRefused({ reason: "unverified-email" })
        // The same person may come from two browsers at once.
        yield* sql`lock table people, person_identities in exclusive mode`
        const former = yield* linked(claims)
        if (former !== undefined) return former
        const [person] = yield* sql<{ id: string }>`select id from people where lower(email) = lower(${email})`
        if (person !== undefined) {
          yield* link(person.id, claims)
          yield* endOtherWays(person.id)
          return person.id
        }
        const isGivenRole = roles.isSuperAdmin === true || [...roles.organizations.values()].some((one) => one !== null)
        if (!isGivenRole && !(yield* invitations.isInvited(email))) {
          return yield* new SignOnRefused({ reason: "unknown-person" })
        }
        const id = newId()
        const name = nameIn(claims) ?? (email.split("@")[0] as string)
        yield* sql`insert into people ${sql.insert({ id, name, email })}`
        yield* log.append(null, { action: "person.create", target: id })
        yield* link(id, claims)
        return id
      })

      const giveRole = Effect.fnUntraced(function* (personId: string, organizationId: number, role: string | null) {
        const changed =
          role === null
            ? yield* sql`delete from memberships
                where organization_id = ${organizationId} and person_id = ${personId} returning 1`
            : yield* sql`insert into memberships (organization_id, person_id, role)
                select id, ${personId}, ${role} from organizations where id = ${organizationId}
                on conflict (organization_id, person_id) do update set role = excluded.role
                where memberships.role <> excluded.role returning 1`
        if (changed.length === 0) return
        if (role !== null) yield* endSignInLinks(sql, personId)
        const action = role === null ? "person.remove" : "person.role"
        yield* log.append(organizationId, { action, target: personId, details: { role, by: "single sign-on" } })
      })

      const giveRoles = Effect.fnUntraced(function* (personId: string, { isSuperAdmin, organizations }: RolesOfPerson) {
        for (const [organizationId, role] of organizations) yield* giveRole(personId, organizationId, role)
        if (isSuperAdmin === null || (yield* people.get(personId)).isSuperAdmin === isSuperAdmin) return
        // The last SUPER_ADMIN stays one, whatever the provider says.
        yield* Effect.ignore(people.setSuperAdmin(personId, isSuperAdmin))
      })

      const personOf: SignOns["Service"]["personOf"] = Effect.fn("SignOns.personOf")(
        function* (provider, claims) {
          const roles = rolesOfValues(provider.roles, valuesOf(claims.all[provider.rolesClaim]))
          const email = verifiedEmailIn(claims)
          const personId = (yield* linked(claims)) ?? (yield* linkFirst(claims, email, roles))
          const complete = Effect.gen(function* () {
            if (email !== undefined) yield* invitations.acceptAll(email, personId)
            yield* giveRoles(personId, roles)
          })
          yield* actingAs(`person:${personId}`, (yield* people.get(personId)).name)(complete)
          return personId
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return SignOns.of({ personOf })
    })
  )
}

/** Microsoft has no `email_verified`, and says in `xms_edov` whether the owner of the domain vouches for the address. */
const verifiedEmailIn = ({ all }: OpenIdClaims): string | undefined => {
  const { email, email_verified: isVerified, xms_edov: isVouchedFor } = all
  const isProved = isTrue(isVerified) || (isVerified === undefined && isTrue(isVouchedFor))
  return isProved && Schema.is(Email)(email) ? email : undefined
}

// Some providers write claims as texts or numbers.
const isTrue = (claim: unknown) => claim === true || claim === "true" || claim === 1 || claim === "1"

const nameIn = ({ all }: OpenIdClaims): string | undefined => (Schema.is(Name)(all.name) ? all.name : undefined)

const valuesOf = (claim: unknown): ReadonlySet<string> =>
  new Set([claim].flat().filter((value): value is string => typeof value === "string"))
