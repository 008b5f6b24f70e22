import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { newId } from "../../platform/ids.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { lastUses } from "../last-uses.ts"
import { newToken, tokenPrefix } from "../new-token.ts"

/** Reasons for which a secret is refused. */
export const rejections = ["unknown", "revoked", "expired"] as const

/** Columns of a credential that clients see. */
export const credentialColumns = "id, name, role, prefix, expires_at, revoked_at, last_used_at, created_at"

interface Kind {
  readonly table: "api_keys" | "admin_tokens"
  /** First characters of every secret of this kind. */
  readonly prefix: "sk_live_" | "adm_live_"
  readonly digestedAs: "api-key" | "admin-token"
  /** Columns that name the holder of a secret. */
  readonly holder: string
}

interface NewCredential<Role> {
  readonly name: string
  readonly role: Role
  readonly expiresAt: Date | null
}

interface Found {
  readonly id: string
  readonly digestKey: string | null
  readonly state: "valid" | "revoked" | "expired"
}

/**
 * Issues and recognizes secrets of one kind, which clients send with each request. Stores their digests only. After the
 * encryption key has changed, the next use of a secret replaces its digest.
 */
export const makeCredentials = Effect.fnUntraced(function* <Holder extends object>({
  digestedAs,
  holder,
  prefix,
  table
}: Kind) {
  const sql = yield* PgClient.PgClient
  const secrets = yield* Secrets
  const uses = yield* lastUses(table)
  const looksRight = new RegExp(`^${prefix}[A-Za-z0-9]{32}$`)

  const digestOf = (secret: string) => ({ digest: secrets.digest(digestedAs, secret), digestKey: secrets.keyId })

  /** Returns a new secret and its row. */
  const issue = <Role>({ expiresAt, name, role }: NewCredential<Role>) => {
    const secret = newToken(prefix)
    return { secret, row: { id: newId(), name, role, prefix: tokenPrefix(secret), ...digestOf(secret), expiresAt } }
  }

  /** Returns the holder of a secret, or fails with the reason for which it is refused. */
  const authenticate = Effect.fnUntraced(
    function* (secret: string) {
      if (!looksRight.test(secret)) return yield* Effect.fail("unknown" as const)
      // Unchecked: this runs at every request.
      const [found] = yield* sql<Found & Holder>`select id, digest_key, ${sql.literal(holder)},
          case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'valid' end as state
        from ${sql(table)} where digest in ${sql.in(secrets.digests(digestedAs, secret))}`
      if (found === undefined) return yield* Effect.fail("unknown" as const)
      if (found.state !== "valid") return yield* Effect.fail(found.state)
      uses.note(found.id, found.digestKey === secrets.keyId ? undefined : digestOf(secret))
      return found as { readonly id: string } & Holder
    },
    Effect.catchTag("SqlError", Effect.die)
  )

  return { issue, authenticate }
})
