import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import {
  type AdminRole,
  AdminToken,
  type CreatedAdminToken,
  type NewAdminToken
} from "../domain/accounts/AdminToken.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { newId } from "../platform/ids.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { newestFirst } from "../platform/sql/newest-first.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { lastUses } from "./last-uses.ts"
import { newToken, tokenPrefix } from "./new-token.ts"
import { SecurityLog } from "./SecurityLog.ts"

export class AdminTokenNotFound extends Schema.TaggedError<AdminTokenNotFound>()("AdminTokenNotFound", {}) {}

/** A token is refused. Only a client with the complete token learns that it was revoked or has expired. */
export class AdminTokenRejected extends Schema.TaggedError<AdminTokenRejected>()("AdminTokenRejected", {
  reason: Schema.Literals(["unknown", "revoked", "expired"])
}) {}

/** The admin token of a request. */
export interface AdminTokenHolder {
  readonly tokenId: string
  readonly role: AdminRole
}

/** Tokens with which single operators and machines use the admin API, beside `ADMIN_TOKEN`. */
export class AdminTokens extends Context.Service<
  AdminTokens,
  {
    readonly create: (token: NewAdminToken) => Effect.Effect<CreatedAdminToken>
    readonly list: (page: Page) => Effect.Effect<Listed<AdminToken>>
    /** Revokes a token. The next request with the token is refused. */
    readonly revoke: (id: string) => Effect.Effect<void, AdminTokenNotFound>
    readonly authenticate: (token: string) => Effect.Effect<AdminTokenHolder, AdminTokenRejected>
  }
>()("carillon/accounts/AdminTokens") {
  static readonly layer = Layer.effect(
    AdminTokens,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets
      const log = yield* SecurityLog
      const uses = yield* lastUses("admin_tokens")

      const columns = sql.literal("id, name, role, prefix, expires_at, revoked_at, last_used_at, created_at")
      const digestOf = (token: string) => ({
        digest: secrets.digest("admin-token", token),
        digestKey: secrets.keyId
      })

      const create = Effect.fn("AdminTokens.create")(
        function* ({ expiresAt, name, role }: NewAdminToken) {
          const token = newToken("adm_live_")
          const id = newId()
          const row = { id, name, role, prefix: tokenPrefix(token), ...digestOf(token), expiresAt }
          const [created] = yield* tokenRows(sql`insert into admin_tokens ${sql.insert(row)} returning ${columns}`)
          yield* log.append(null, { action: "admin-token.create", target: id, details: { name, role } })
          return { ...(created as AdminToken), token }
        },
        transaction(sql),
        Effect.orDie
      )

      const list = Effect.fn("AdminTokens.list")(
        (page: Page) => newestFirst(sql, columns, sql`from admin_tokens`, page, tokenRows),
        Effect.orDie
      )

      const revoke = Effect.fn("AdminTokens.revoke")(
        function* (id: string) {
          const revoked = yield* sql`update admin_tokens set revoked_at = now()
            where id = ${id} and revoked_at is null returning id`
          if (revoked.length > 0) return yield* log.append(null, { action: "admin-token.revoke", target: id })
          const known = yield* sql`select 1 from admin_tokens where id = ${id}`
          if (known.length === 0) return yield* new AdminTokenNotFound()
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const authenticate = Effect.fnUntraced(
        function* (token: string) {
          if (!looksLikeToken(token)) return yield* new AdminTokenRejected({ reason: "unknown" })
          const [row] = yield* sql<FoundToken>`select id as token_id, role, digest_key,
              case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'valid' end
                as state
            from admin_tokens where digest in ${sql.in(secrets.digests("admin-token", token))}`
          if (row === undefined) return yield* new AdminTokenRejected({ reason: "unknown" })
          const { digestKey, role, state, tokenId } = row
          if (state !== "valid") return yield* new AdminTokenRejected({ reason: state })
          uses.note(tokenId, digestKey === secrets.keyId ? undefined : digestOf(token))
          return { tokenId, role }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      return AdminTokens.of({ create, list, revoke, authenticate })
    })
  )
}

interface FoundToken extends AdminTokenHolder {
  readonly digestKey: string
  readonly state: "valid" | "revoked" | "expired"
}

const tokenRows = rowsOf(AdminToken)

const looksLikeToken = (token: string) => /^adm_live_[A-Za-z0-9]{32}$/.test(token)
