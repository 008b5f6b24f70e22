import { createHash, createHmac } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { newToken } from "../new-token.ts"
import { tokenDigest } from "./token-digest.ts"

/** The handshake was completed before, has expired, or began in another browser. */
export class HandshakeRefused extends Schema.TaggedError<HandshakeRefused>()("HandshakeRefused", {}) {}

/** A sign-in that goes through another party: a provider of single sign-on, or an authenticator. */
export interface Handshake {
  /** Stays with the browser that began. */
  readonly secret: string
  /** Goes to the other party and comes back. It is derived from the secret, and does not lead back to it. */
  readonly state: string
}

/** Handshakes that have begun. Each is completed at most once, and only in the browser that began it. */
export class Handshakes extends Context.Service<
  Handshakes,
  {
    /** Begins a handshake. `data` is returned when it is completed. */
    readonly begin: (purpose: string, seconds: number, data: Schema.JsonObject) => Effect.Effect<Handshake>
    /** Uses a handshake up, and returns its data. */
    readonly complete: (
      purpose: string,
      handshake: { readonly secret: string | undefined; readonly state: string | undefined }
    ) => Effect.Effect<Schema.JsonObject, HandshakeRefused>
  }
>()("carillon/accounts/Handshakes") {
  static readonly layer = Layer.effect(
    Handshakes,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const begin = Effect.fn("Handshakes.begin")(function* (
        purpose: string,
        seconds: number,
        data: Schema.JsonObject
      ) {
        const secret = newToken("")
        const state = stateOf(secret)
        yield* sql`insert into handshakes (digest, purpose, data, expires_at)
          values (${tokenDigest(state)}, ${purpose}, ${sql.json(data)}, now() + make_interval(secs => ${seconds}))`
        return { secret, state }
      }, Effect.orDie)

      const complete: Handshakes["Service"]["complete"] = Effect.fn("Handshakes.complete")(
        function* (purpose, { secret, state }) {
          if (secret === undefined || state !== stateOf(secret)) return yield* new HandshakeRefused()
          const [row] = yield* sql<{ data: Schema.JsonObject }>`delete from handshakes
            where digest = ${tokenDigest(state)} and purpose = ${purpose} and expires_at > now() returning data`
          return row === undefined ? yield* new HandshakeRefused() : row.data
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      return Handshakes.of({ begin, complete })
    })
  )
}

/** Returns the digest of a secret, which may leave the browser of the handshake. */
export const stateOf = (secret: string) => createHash("sha256").update(secret).digest("base64url")

/** Returns another value that only the browser of the handshake can present, such as the verifier of PKCE. */
export const derivedFrom = (secret: string, use: string): string =>
  createHmac("sha256", secret).update(use).digest("base64url")
