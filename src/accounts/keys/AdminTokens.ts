import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import {
  type AdminRole,
  AdminToken,
  type CreatedAdminToken,
  type NewAdminToken
} from "../../domain/accounts/AdminToken.ts"
import type { Listed, Page } from "../../domain/schema/page.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { newestFirst } from "../../platform/sql/newest-first.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { SecurityLog } from "../SecurityLog.ts"
import { credentialColumns, makeCredentials, rejections } from "./credentials.ts"

export class AdminTokenNotFound extends Schema.TaggedError<AdminTokenNotFound>()("AdminTokenNotFound", {}) {}

/** A token is refused. Only a client with the complete token learns that it was revoked or has expired. */
export class AdminTokenRejected extends Schema.TaggedError<AdminTokenRejected>()("AdminTokenRejected", {
  reason: Schema.Literals(rejections)
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
      const log = yield* SecurityLog
      const credentials = yield* makeCredentials<Pick<AdminTokenHolder, "role">>({
        table: "admin_tokens",
        prefix: "adm_live_",
        digestedAs: "admin-token",
        holder: "role"
      })
      const columns = sql.literal(credentialColumns)

      const create = Effect.fn("AdminTokens.create")(
        function* (given: NewAdminToken) {
          const { row, secret } = credentials.issue(given)
          const [created] = yield* tokenRows(sql`insert into admin_tokens ${sql.insert(row)} returning ${columns}`)
          yield* log.append(null, {
            action: "admin-token.create",
            target: row.id,
            details: { name: given.name, role: given.role }
          })
          return { ...(created as AdminToken), token: secret }
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

      const authenticate = (token: string) =>
        credentials.authenticate(token).pipe(
          Effect.map(({ id, role }) => ({ tokenId: id, role })),
          Effect.mapError((reason) => new AdminTokenRejected({ reason }))
        )

      return AdminTokens.of({ create, list, revoke, authenticate })
    })
  )
}

const tokenRows = rowsOf(AdminToken)
