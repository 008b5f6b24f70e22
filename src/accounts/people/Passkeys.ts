import { PgClient } from "@effect/sql-pg"
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server"
import { Context, Effect, Layer, Schema } from "effect"
import { Passkey } from "../../domain/people/Passkey.ts"
import { newId } from "../../platform/ids.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { SecurityLog } from "../SecurityLog.ts"
import type { Handshake } from "./Handshakes.ts"

export class PasskeyNotFound extends Schema.TaggedError<PasskeyNotFound>()("PasskeyNotFound", {}) {}

/** The answer of the authenticator is not a valid one to the challenge. */
export class PasskeyRefused extends Schema.TaggedError<PasskeyRefused>()("PasskeyRefused", {}) {}

/** Without the passkey, the person could not sign in any more. */
export class LastWayToSignIn extends Schema.TaggedError<LastWayToSignIn>()("LastWayToSignIn", {}) {}

/** A challenge that has been used up, the page that answered it, and the answer. */
interface Answered<A> {
  readonly challenge: string
  readonly origin: string
  readonly response: A
}

/** Public keys of authenticators, by which people sign in without a password. */
export class Passkeys extends Context.Service<
  Passkeys,
  {
    /** Returns what the browser needs to make a passkey for a person. */
    readonly creation: (
      person: { readonly id: string; readonly name: string; readonly email: string | null },
      origin: string,
      handshake: Handshake
    ) => Effect.Effect<Schema.JsonObject>
    readonly add: (
      personId: string,
      name: string,
      answered: Answered<RegistrationResponseJSON>
    ) => Effect.Effect<Passkey, PasskeyRefused>
    /** Returns what the browser needs to sign in with any passkey that it has for the console. */
    readonly request: (origin: string, handshake: Handshake) => Schema.JsonObject
    /** Returns the id of the person whose passkey has signed the challenge. */
    readonly check: (answered: Answered<AuthenticationResponseJSON>) => Effect.Effect<string, PasskeyRefused>
    readonly list: (personId: string) => Effect.Effect<ReadonlyArray<Passkey>>
    readonly rename: (personId: string, id: string, name: string) => Effect.Effect<Passkey, PasskeyNotFound>
    readonly remove: (personId: string, id: string) => Effect.Effect<void, PasskeyNotFound | LastWayToSignIn>
  }
>()("carillon/accounts/Passkeys") {
  static readonly layer = Layer.effect(
    Passkeys,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog

      const creation: Passkeys["Service"]["creation"] = Effect.fn("Passkeys.creation")(function* (
        { email, id, name },
        origin,
        { state }
      ) {
        const known = yield* sql<{ credentialId: string }>`select credential_id from passkeys where person_id = ${id}`
        return {
          challenge: state,
          rp: { id: hostOf(origin), name: "Carillon" },
          user: { id: handleOf(id), name: email ?? name, displayName: name },
          pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" })),
          excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId, type: "public-key" })),
          authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
          attestation: "none",
          timeout: millis
        }
      }, Effect.orDie)

      const add: Passkeys["Service"]["add"] = Effect.fn("Passkeys.add")(
        function* (personId, name, { challenge, origin, response }) {
          const { verifyRegistrationResponse } = yield* webAuthn
          const { registrationInfo } = yield* Effect.tryPromise({
            try: () =>
              verifyRegistrationResponse({
                response,
                expectedChallenge: challenge,
                expectedOrigin: origin,
                expectedRPID: hostOf(origin),
                supportedAlgorithmIDs: algorithms
              }),
            catch: () => new PasskeyRefused()
          })
          if (registrationInfo === undefined) return yield* new PasskeyRefused()
          const { counter, id: credentialId, publicKey, transports = [] } = registrationInfo.credential
          const id = newId()
          const [added] = yield* passkeyRows(sql`insert into passkeys
              (id, person_id, name, credential_id, public_key, counter, transports, host)
            values (${id}, ${personId}, ${name}, ${credentialId}, ${publicKey}, ${counter},
              ${transports.slice(0, 8)}::text[], ${hostOf(origin)})
            on conflict do nothing returning id, name, host, last_used_at, created_at`)
          if (added === undefined) return yield* new PasskeyRefused()
          yield* log.append(null, { action: "passkey.add", target: id, details: { name } })
          return added
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const check: Passkeys["Service"]["check"] = Effect.fn("Passkeys.check")(
        function* ({ challenge, origin, response }) {
          const { verifyAuthenticationResponse } = yield* webAuthn
          const [key] = yield* sql<Row>`select id, person_id, credential_id, public_key, counter::float8 as counter
            from passkeys where credential_id = ${response.id} and host = ${hostOf(origin)} for update`
          if (key === undefined) return yield* new PasskeyRefused()
          const { counter, credentialId, id, personId, publicKey } = key
          if (response.response.userHandle !== handleOf(personId)) return yield* new PasskeyRefused()
          const { authenticationInfo, verified } = yield* Effect.tryPromise({
            try: () =>
              verifyAuthenticationResponse({
                response,
                expectedChallenge: challenge,
                expectedOrigin: origin,
                expectedRPID: hostOf(origin),
                credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter }
              }),
            catch: () => new PasskeyRefused()
          })
          if (!verified) return yield* new PasskeyRefused()
          yield* sql`update passkeys set counter = ${authenticationInfo.newCounter}, last_used_at = now()
            where id = ${id}`
          return personId
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const list = Effect.fn("Passkeys.list")(
        (personId: string) =>
          passkeyRows(sql`select id, name, host, last_used_at, created_at from passkeys
            where person_id = ${personId} order by created_at, id`),
        Effect.orDie
      )

      const rename = Effect.fn("Passkeys.rename")(
        function* (personId: string, id: string, name: string) {
          const [renamed] = yield* passkeyRows(sql`update passkeys set name = ${name}
            where person_id = ${personId} and id = ${id} returning id, name, host, last_used_at, created_at`)
          if (renamed === undefined) return yield* new PasskeyNotFound()
          yield* log.append(null, { action: "passkey.update", target: id, details: { name } })
          return renamed
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = Effect.fn("Passkeys.remove")(
        function* (personId: string, id: string) {
          // Two passkeys removed at once must not both count the other one, and a statement that has waited for a lock
          // counts the rows from before it. Therefore the lock comes first.
          yield* sql`select 1 from people where id = ${personId} for update`
          const [ways] = yield* sql<{ others: number }>`select (password is not null)::int
              + (select count(*)::int from person_identities i where i.person_id = people.id)
              + (select count(*)::int from passkeys k where k.person_id = people.id and k.id <> ${id}) as others
            from people where id = ${personId}`
          const removed = yield* sql`delete from passkeys where person_id = ${personId} and id = ${id} returning 1`
          if (removed.length === 0) return yield* new PasskeyNotFound()
          if (ways?.others === 0) return yield* new LastWayToSignIn()
          yield* log.append(null, { action: "passkey.remove", target: id })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const request: Passkeys["Service"]["request"] = (origin, { state }) => ({
        challenge: state,
        rpId: hostOf(origin),
        userVerification: "required",
        timeout: millis
      })

      return Passkeys.of({ creation, add, request, check, list, rename, remove })
    })
  )
}

interface Row {
  readonly id: string
  readonly personId: string
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
}

/** Lifetime of a challenge, in seconds. */
export const challengeSeconds = 300
const millis = challengeSeconds * 1000

// EdDSA, ES256 and RS256, by their numbers in COSE. Every authenticator has one of them.
const algorithms = [-8, -7, -257]

// Loaded when it is needed, so that the service starts faster.
const webAuthn = Effect.promise(() => import("@simplewebauthn/server"))

const hostOf = (origin: string) => new URL(origin).hostname

/** The name of a person for authenticators, which give it back at each sign-in. */
const handleOf = (personId: string) => Buffer.from(personId.replaceAll("-", ""), "hex").toString("base64url")

const passkeyRows = rowsOf(Passkey)
