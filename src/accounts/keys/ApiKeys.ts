import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { ApiKey, type CreatedApiKey, type NewApiKey, type Role } from "../../domain/accounts/ApiKey.ts"
import type { Listed, Page } from "../../domain/schema/page.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { newestFirst } from "../../platform/sql/newest-first.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { SecurityLog } from "../SecurityLog.ts"
import { credentialColumns, makeCredentials, rejections } from "./credentials.ts"

export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", {}) {}

/** A key is refused. Only a client with the complete key learns that the key was revoked or has expired. */
export class ApiKeyRejected extends Schema.TaggedError<ApiKeyRejected>()("ApiKeyRejected", {
  reason: Schema.Literals(rejections)
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
      const log = yield* SecurityLog
      const credentials = yield* makeCredentials<Omit<KeyHolder, "keyId">>({
        table: "api_keys",
        prefix: "sk_live_",
        digestedAs: "api-key",
        holder: "organization_id, role"
      })
      const columns = sql.literal(credentialColumns)

      const create = Effect.fn("ApiKeys.create")(
        function* (organizationId: number, given: NewApiKey) {
          const { row, secret } = credentials.issue(given)
          const [created] = yield* apiKeyRows(
            sql`insert into api_keys ${sql.insert({ ...row, organizationId })} returning ${columns}`
          )
          const details = { name: given.name, role: given.role }
          yield* log.append(organizationId, { action: "api-key.create", target: row.id, details })
          return { ...(created as ApiKey), key: secret }
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

      const authenticate = (key: string) =>
        credentials.authenticate(key).pipe(
          Effect.map(({ id, organizationId, role }) => ({ keyId: id, organizationId, role })),
          Effect.mapError((reason) => new ApiKeyRejected({ reason }))
        )

      return ApiKeys.of({ create, list, revoke, authenticate })
    })
  )
}

const apiKeyRows = rowsOf(ApiKey)
