import { randomInt } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schedule, Schema } from "effect"
import { ApiKey, type CreatedApiKey, type NewApiKey, type Role } from "../domain/accounts/ApiKey.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { newId } from "../platform/ids.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { newestFirst } from "../platform/sql/newest-first.ts"
import { transaction } from "../platform/sql/transaction.ts"
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
      const uses = yield* lastUses

      const columns = sql.literal("id, name, role, prefix, expires_at, revoked_at, last_used_at, created_at")

      const create = Effect.fn("ApiKeys.create")(
        function* (organizationId: number, { name, role, expiresAt }: NewApiKey) {
          const key = newKey()
          const id = newId()
          const [row] = yield* apiKeyRows(sql`insert into api_keys
            ${sql.insert({
              id,
              organizationId,
              name,
              role,
              prefix: key.slice(0, 12),
              digest: secrets.digest("api-key", key),
              expiresAt
            })} returning ${columns}`)
          yield* log.append(organizationId, {
            actor: "admin",
            action: "api-key.create",
            target: id,
            details: { name, role }
          })
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
            return yield* log.append(organizationId, { actor: "admin", action: "api-key.revoke", target: id })
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
          const [row] = yield* sql<KeyHolder & { state: "valid" | "revoked" | "expired" }>`
          select id as key_id, organization_id, role,
            case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'valid' end as state
          from api_keys where digest in ${sql.in(secrets.digests("api-key", key))}`
          if (row === undefined) return yield* new ApiKeyRejected({ reason: "unknown" })
          const { state, ...holder } = row
          if (state !== "valid") return yield* new ApiKeyRejected({ reason: state })
          uses.note(holder.keyId)
          return holder
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      return ApiKeys.of({ create, list, revoke, authenticate })
    })
  )
}

const apiKeyRows = rowsOf(ApiKey)

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

const newKey = () => `sk_live_${Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join("")}`

const looksLikeKey = (key: string) => /^sk_live_[A-Za-z0-9]{32}$/.test(key)

// Writing the key's row at every request would make it the hottest row of the database. Uses are collected in
// memory and written once a second.
const lastUses = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const pending = new Map<string, Date>()

  const write = Effect.suspend(() => {
    const uses = [...pending]
    pending.clear()
    return Effect.tapCause(uses.length === 0 ? Effect.void : store(uses), () =>
      Effect.sync(() => {
        for (const [id, at] of uses) if (!pending.has(id)) pending.set(id, at)
      })
    )
  }).pipe(
    Effect.uninterruptible,
    Effect.catchCause((cause) =>
      Effect.logWarning("Could not write when API keys were last used; retrying in 1 s", cause)
    )
  )

  const store = (uses: ReadonlyArray<readonly [id: string, at: Date]>) =>
    transaction(sql)(sql`update api_keys k set last_used_at = u.at
      from unnest(${uses.map(([id]) => id)}::uuid[], ${uses.map(([, at]) => at.toISOString())}::timestamptz[]) as u (id, at)
      where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`)

  yield* Effect.addFinalizer(() => write)
  yield* write.pipe(Effect.repeat(Schedule.spaced("1 second")), Effect.forkScoped)

  return { note: (keyId: string) => void pending.set(keyId, new Date()) }
})
