import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { SigningKey } from "../../domain/operations/SigningKey.ts"
import { newId } from "../../platform/ids.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { sealedColumn } from "../../platform/secrets/sealed-column.ts"

/** A signature by Ed25519, and the key that made it. */
interface Signature {
  readonly keyId: string
  readonly publicKey: string
  /** In Base64. */
  readonly signature: string
}

/** The key of the installation that signs audit archives. It is made at its first use, and sealed at rest. */
export class SigningKeys extends Context.Service<
  SigningKeys,
  {
    readonly list: Effect.Effect<ReadonlyArray<SigningKey>>
    readonly sign: (content: Uint8Array) => Effect.Effect<Signature>
  }
>()("carillon/operations/SigningKeys") {
  static readonly layer = Layer.effect(
    SigningKeys,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets

      // Two nodes that make a key at once both use the older one.
      const oldest = Effect.gen(function* () {
        const [found] = yield* sql<
          SigningKey & { readonly privateKey: string }
        >`select id, public_key, private_key, created_at
          from signing_keys order by created_at, id limit 1`
        return found
      })

      const make = Effect.suspend(() => {
        const id = newId()
        const { privateKey, publicKey } = generateKeyPairSync("ed25519")
        const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString()
        return sql`insert into signing_keys ${sql.insert({
          id,
          publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
          privateKey: secrets.seal(pem, sealedSigningKeys.place(installation, id))
        })}`
      })

      const current = Effect.gen(function* () {
        const found = yield* oldest
        if (found !== undefined) return found
        yield* make
        return (yield* oldest) ?? (yield* Effect.die(new Error("The signing key was not stored")))
      })

      const list = Effect.gen(function* () {
        yield* current
        return yield* sql<SigningKey>`select id, public_key, created_at from signing_keys order by created_at, id`
      }).pipe(Effect.orDie)

      const signContent = Effect.fn("SigningKeys.sign")(function* (content: Uint8Array) {
        const { id, privateKey, publicKey } = yield* current
        const pem = yield* secrets.open(privateKey, sealedSigningKeys.place(installation, id))
        return { keyId: id, publicKey, signature: sign(null, content, createPrivateKey(pem)).toString("base64") }
      }, Effect.orDie)

      return SigningKeys.of({ list, sign: signContent })
    })
  )
}

/** The installation, in place of the organization of a sealed value. */
const installation = 0

export const sealedSigningKeys = sealedColumn("signing_keys", "private_key", "id")
