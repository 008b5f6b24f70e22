import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, type Schema } from "effect"
import { SecurityLogEntry } from "../domain/accounts/SecurityLogEntry.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { newId } from "../platform/ids.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { newestFirst } from "../platform/sql/newest-first.ts"

/**
 * Records actions on an organization with their actors. An entry is written in the transaction of its action and never
 * changes.
 */
export class SecurityLog extends Context.Service<
  SecurityLog,
  {
    readonly append: (organizationId: number, entry: NewSecurityLogEntry) => Effect.Effect<void>
    readonly list: (organizationId: number, page: Page) => Effect.Effect<Listed<SecurityLogEntry>>
  }
>()("carillon/accounts/SecurityLog") {
  static readonly layer = Layer.effect(
    SecurityLog,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const append = Effect.fn("SecurityLog.append")(function* (
        organizationId: number,
        { actor, action, target, details = {} }: NewSecurityLogEntry
      ) {
        yield* sql`insert into security_log (id, organization_id, actor, action, target, details)
            values (${newId()}, ${organizationId}, ${actor}, ${action}, ${target}, ${sql.json(details)})`
      }, Effect.orDie)

      const list = Effect.fn("SecurityLog.list")(
        (organizationId: number, page: Page) =>
          newestFirst(
            sql,
            sql.literal("id, at, actor, action, target, details"),
            sql`from security_log where organization_id = ${organizationId}`,
            page,
            entryRows
          ),
        Effect.orDie
      )

      return SecurityLog.of({ append, list })
    })
  )
}

const entryRows = rowsOf(SecurityLogEntry)

export interface NewSecurityLogEntry {
  /** `admin`, or `key:<id>`. */
  readonly actor: string
  /** The action, such as `api-key.create`. */
  readonly action: string
  /** The id of the object that the action changed. */
  readonly target: string
  readonly details?: Schema.JsonObject
}
