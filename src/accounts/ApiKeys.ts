import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { ApiKey, type CreatedApiKey, type NewApiKey, type Role } from "../domain/accounts/ApiKey.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { newId } from "../platform/ids.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { newestFirst } from "../platform/sql/newest-first.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { lastUses } from "./last-uses.ts"
import { newToken, tokenPrefix } from "./new-token.ts"
import { SecurityLog } from "./SecurityLog.ts"

export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", {}) {}

/** A key is refused. Only a client with the complete key learns that the key was revoked or has expired. */
export class ApiKeyRejected extends Schema.TaggedError<ApiKeyRejected>()("ApiKeyRejected", {
  reason: Schema.Literals(["unknown", "revoked", "expired"])
}) {}

/** The API key of a request: its role, and the organization to which the key belongs. */
export interface KeyHolder {
  readonly keyId: string
  readonly organizationId: number
  readonly role: Role
}

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    readonly create: (organizationId: number, key: NewApiKey) => Effect.Effect<CreatedApiKey>
    readonly list: (organizationId: number, page: Page) => Effect.Effect<Listed<ApiKey>>
    /** Revokes a key. The next request with the key is refused. */
    readonly revoke: (organizationId: number, id: string) => Effect.Effect<void, ApiKeyNotFound>
    readonly authenticate: (key: string) => Effect.Effect<KeyHolder, ApiKeyRejected>
  }
>()("carillon/accounts/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets
      const log = yield* SecurityLog
      const uses = yield* lastUses("api_keys")

      const columns = sql.literal("id, name, role, prefix, expires_at, revoked_at, last_used_at, created_at")

      const create = Effect.fn("ApiKeys.create")(
        function* (organizationId: number, { name, role, expiresAt }: NewApiKey) {
          const key = newToken("sk_live_")
          const id = newId()
          const [row] = yield* apiKeyRows(sql`insert into api_keys
            ${sql.insert({
              id,
              organizationId,
              name,
              role,
              prefix: tokenPrefix(key),
              digest: secrets.digest("api-key", key),
              digestKey: secrets.keyId,
              expiresAt
            })} returning ${columns}`)
          yield* log.append(organizationId, { action: "api-key.create", target: id, details: { name, role } })
          return { ...(row as ApiKey), key }
        },
        transaction(sql),
        Effect.orDie
      )

      const list = Effect.fn("ApiKeys.list")(
        (organizationId: number, page: Page) =>
          newestFirst(sql, columns, sql`from api_keys where organization_id = ${organizationId}`, page, apiKeyRows),
        Effect.orDie
      )

      const revoke = Effect.fn("ApiKeys.revoke")(
        function* (organizationId: number, id: string) {
          const revoked = yield* sql`update api_keys set revoked_at = now()
            where organization_id = ${organizationId} and id = ${id} and revoked_at is null returning id`
          if (revoked.length > 0) {
            return yield* log.append(organizationId, { action: "api-key.revoke", target: id })
          }
          const known = yield* sql`select 1 from api_keys where organization_id = ${organizationId} and id = ${id}`
          if (known.length === 0) return yield* new ApiKeyNotFound()
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const authenticate = Effect.fnUntraced(
        function* (key: string) {
          if (!looksLikeKey(key)) return yield* new ApiKeyRejected({ reason: "unknown" })
          // Unchecked: this runs at every request.
          const [row] = yield* sql<KeyHolder & { state: "valid" | "revoked" | "expired"; digestKey: string | null }>`
          select id as key_id, organization_id, role, digest_key,
            case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'valid' end as state
          from api_keys where digest in ${sql.in(secrets.digests("api-key", key))}`
          if (row === undefined) return yield* new ApiKeyRejected({ reason: "unknown" })
          const { digestKey, state, ...holder } = row
          if (state !== "valid") return yield* new ApiKeyRejected({ reason: state })
          uses.note(holder.keyId, digestKey === secrets.keyId ? undefined : renewed(key))
          return holder
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const renewed = (key: string) => ({ digest: secrets.digest("api-key", key), digestKey: secrets.keyId })

      return ApiKeys.of({ create, list, revoke, authenticate })
    })
  )
}

const apiKeyRows = rowsOf(ApiKey)

const looksLikeKey = (key: string) => /^sk_live_[A-Za-z0-9]{32}$/.test(key)
