import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import type { WebhookSecret } from "../../domain/delivery/WebhookSecret.ts"
import { newId } from "../../platform/ids.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { sealedColumn } from "../../platform/secrets/sealed-column.ts"
import { newWebhookSecret } from "../../platform/secrets/webhook-signature.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { SecurityLog } from "../SecurityLog.ts"

/** The secrets that sign an organization's webhooks. After a rotation the previous secret stays valid for a day. */
export class WebhookSecrets extends Context.Service<
  WebhookSecrets,
  {
    /** Returns the secret; creates it at the first request. */
    readonly get: (organizationId: number) => Effect.Effect<WebhookSecret>
    readonly rotate: (organizationId: number) => Effect.Effect<WebhookSecret>
    /** The secrets that are valid now, all of which must sign a webhook; the current one first. */
    readonly valid: (organizationId: number) => Effect.Effect<ReadonlyArray<string>>
    /** The valid secrets of many organizations at once. */
    readonly validOf: (
      organizationIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyMap<number, ReadonlyArray<string>>>
  }
>()("carillon/accounts/WebhookSecrets") {
  static readonly layer = Layer.effect(
    WebhookSecrets,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets
      const log = yield* SecurityLog

      const insert = Effect.fnUntraced(function* (organizationId: number) {
        const id = newId()
        const sealed = secrets.seal(newWebhookSecret(), sealedWebhookSecrets.place(organizationId, id))
        // Two concurrent requests for the first secret get the same one.
        yield* sql`insert into webhook_secrets (id, organization_id, secret) values (${id}, ${organizationId}, ${sealed})
          on conflict (organization_id) where expires_at is null do nothing`
      })

      const readOf = Effect.fnUntraced(function* (organizationIds: ReadonlyArray<number>) {
        const rows = yield* secretRows(sql`select organization_id, id, secret, expires_at from webhook_secrets
          where organization_id = any(${organizationIds}::int[]) and (expires_at is null or expires_at > now())
          order by expires_at desc nulls first`)
        return yield* Effect.forEach(rows, ({ organizationId, id, secret, expiresAt }) =>
          Effect.map(secrets.open(secret, sealedWebhookSecrets.place(organizationId, id)), (opened) => ({
            organizationId,
            secret: opened,
            expiresAt
          }))
        )
      })
      const read = (organizationId: number) => readOf([organizationId])

      const current = Effect.fnUntraced(function* (organizationId: number) {
        const rows = yield* read(organizationId)
        if (rows[0]?.expiresAt === null) return rows
        yield* insert(organizationId)
        return yield* read(organizationId)
      })

      const toWebhookSecret = ([current, previous]: ReadonlyArray<{
        secret: string
        expiresAt: Date | null
      }>): WebhookSecret => {
        if (current === undefined) throw new Error("The organization has no webhook secret")
        return {
          secret: current.secret,
          previous: previous?.secret ?? null,
          previousExpiresAt: previous?.expiresAt ?? null
        }
      }

      const get = Effect.fn("WebhookSecrets.get")(
        (organizationId: number) => Effect.map(current(organizationId), toWebhookSecret),
        Effect.orDie
      )

      const rotate = Effect.fn("WebhookSecrets.rotate")(
        function* (organizationId: number) {
          yield* current(organizationId)
          yield* sql`delete from webhook_secrets where organization_id = ${organizationId}
            and id in (select id from webhook_secrets
              where organization_id = ${organizationId} and expires_at is not null
              order by expires_at desc offset ${maxPrevious - 1})`
          yield* sql`update webhook_secrets set expires_at = now() + interval '24 hours'
            where organization_id = ${organizationId} and expires_at is null`
          yield* insert(organizationId)
          yield* log.append(organizationId, { action: "webhook-secret.rotate", target: String(organizationId) })
          return toWebhookSecret(yield* read(organizationId))
        },
        transaction(sql),
        Effect.orDie
      )

      const valid = Effect.fn("WebhookSecrets.valid")(
        (organizationId: number) => Effect.map(current(organizationId), (rows) => rows.map(({ secret }) => secret)),
        Effect.orDie
      )

      const validOf = Effect.fn("WebhookSecrets.validOf")(function* (organizationIds: ReadonlyArray<number>) {
        const known = new Map<number, ReadonlyArray<string>>()
        const found = Map.groupBy(yield* readOf(organizationIds), ({ organizationId }) => organizationId)
        for (const id of organizationIds) {
          const rows = found.get(id)
          known.set(id, rows?.[0]?.expiresAt === null ? rows.map(({ secret }) => secret) : yield* valid(id))
        }
        return known
      }, Effect.orDie)

      return WebhookSecrets.of({ get, rotate, valid, validOf })
    })
  )
}

/** Maximum number of previous secrets that sign as well: each adds a signature to the headers of a webhook. */
const maxPrevious = 4

export const sealedWebhookSecrets = sealedColumn("webhook_secrets", "secret", "id")

const secretRows = rowsOf(
  Schema.Struct({
    organizationId: Schema.Int,
    id: Schema.String,
    secret: Schema.String,
    expiresAt: Schema.NullOr(Schema.Date)
  })
)
