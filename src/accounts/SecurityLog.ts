import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, type Schema } from "effect"
import type { SecurityLogAction } from "../domain/accounts/SecurityLogAction.ts"
import { SecurityLogEntry, type SecurityLogFilter } from "../domain/accounts/SecurityLogEntry.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { newId } from "../platform/ids.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { newestFirst } from "../platform/sql/newest-first.ts"
import { Requester } from "./Requester.ts"

/**
 * Records who did what, and who read what people have said. An entry is written in the transaction of its action and
 * never changes. An action whose entry cannot be written fails.
 */
export class SecurityLog extends Context.Service<
  SecurityLog,
  {
    /** The organization is null for an action on the installation itself. Actor and request are those of the fiber. */
    readonly append: (organizationId: number | null, entry: NewSecurityLogEntry) => Effect.Effect<void>
    /** Records one action on many objects, an entry for each. */
    readonly appendAll: (
      organizationId: number,
      action: SecurityLogAction,
      targets: ReadonlyArray<string>
    ) => Effect.Effect<void>
    readonly list: (filter: SecurityLogFilter, page: Page) => Effect.Effect<Listed<SecurityLogEntry>>
  }
>()("carillon/accounts/SecurityLog") {
  static readonly layer = Layer.effect(
    SecurityLog,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const append = Effect.fn("SecurityLog.append")(function* (
        organizationId: number | null,
        { actor, actorName, action, target, details = {} }: NewSecurityLogEntry
      ) {
        const origin = yield* Requester
        const isRequester = actor === undefined || actor === origin.actor
        yield* sql`insert into security_log
            (id, organization_id, actor, actor_name, action, target, details, request_id, address)
          values (${newId()}, ${organizationId}, ${actor ?? origin.actor},
            ${actorName ?? (isRequester ? origin.actorName : null) ?? null}, ${action}, ${target}, ${sql.json(details)},
            ${origin.requestId}, ${origin.address})`
      }, Effect.orDie)

      const appendAll: SecurityLog["Service"]["appendAll"] = Effect.fn("SecurityLog.appendAll")(function* (
        organizationId,
        action,
        targets
      ) {
        if (targets.length === 0) return
        const { actor, actorName = null, address, requestId } = yield* Requester
        yield* sql`insert into security_log
            (id, organization_id, actor, actor_name, action, target, request_id, address)
          select t.id, ${organizationId}, ${actor}, ${actorName}, ${action}, t.target, ${requestId}, ${address}
          from unnest(${targets.map(() => newId())}::uuid[], ${targets}::text[]) as t (id, target)`
      }, Effect.orDie)

      const list = Effect.fn("SecurityLog.list")((filter: SecurityLogFilter, page: Page) => {
        const { action, actor, from, organizationId, target, to } = filter
        const conditions = [
          ...(organizationId === undefined ? [] : [sql`organization_id = ${organizationId}`]),
          ...(actor === undefined ? [] : [sql`actor = ${actor}`]),
          ...(action === undefined ? [] : [sql`(action = ${action} or starts_with(action, ${`${action}.`}))`]),
          ...(target === undefined ? [] : [sql`target = ${target}`]),
          ...(from === undefined ? [] : [sql`at >= ${from}`]),
          ...(to === undefined ? [] : [sql`at < ${to}`])
        ]
        return newestFirst(sql, columns(sql), sql`from security_log where ${sql.and(conditions)}`, page, entryRows)
      }, Effect.orDie)

      return SecurityLog.of({ append, appendAll, list })
    })
  )
}

const columns = (sql: PgClient.PgClient) =>
  sql.literal("id, at, organization_id, actor, actor_name, action, target, details, request_id, address")

const entryRows = rowsOf(SecurityLogEntry)

export interface NewSecurityLogEntry {
  /** By default the actor of the request. Where no request acts, the name of a part of the service, such as `opt-out`. */
  readonly actor?: string
  /** The name of a person who is given as the actor. */
  readonly actorName?: string | null
  readonly action: SecurityLogAction
  /** The id of the object that the action changed or read. */
  readonly target: string
  readonly details?: Schema.JsonObject
}
