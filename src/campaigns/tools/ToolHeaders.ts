import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Result, Schema } from "effect"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import type { CallDataRequest } from "../../domain/tools/CallData.ts"
import { type FlowTool, isHttpTool } from "../../domain/tools/FlowTool.ts"
import { exampleUrl } from "../../domain/tools/request-template.ts"
import type { ListedToolHeaders, NewToolHeaders } from "../../domain/tools/ToolHeaders.ts"
import { AppConfig } from "../../platform/config.ts"
import { webhookUrlProblem } from "../../platform/http/webhook-url.ts"
import { newId } from "../../platform/ids.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { sealedColumn } from "../../platform/secrets/sealed-column.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { flowsNaming } from "../used-by/flows-naming.ts"
import { McpServers } from "./McpServers.ts"
import { isHeaderSetName, makeSealedHeaders } from "./sealed-headers.ts"
import { ToolRefused } from "./ToolRefused.ts"

export class ToolHeadersNotFound extends Schema.TaggedError<ToolHeadersNotFound>()("ToolHeadersNotFound", {}) {}

/** The set of headers cannot be removed because these flows name it. */
export class ToolHeadersInUse extends Schema.TaggedError<ToolHeadersInUse>()("ToolHeadersInUse", {
  name: Schema.String,
  flows: Schema.Array(Schema.String)
}) {}

/** Sets of headers that requests of tools carry, such as API keys. A set is sent to its own origin only. */
export class ToolHeaders extends Context.Service<
  ToolHeaders,
  {
    readonly list: (organizationId: number) => Effect.Effect<ReadonlyArray<ListedToolHeaders>>
    readonly get: (organizationId: number, name: string) => Effect.Effect<ListedToolHeaders, ToolHeadersNotFound>
    /** Adds a set, or replaces all of it. */
    readonly put: (
      organizationId: number,
      name: string,
      set: NewToolHeaders,
      actor: string
    ) => Effect.Effect<ListedToolHeaders, ToolRefused>
    /** Removes a set that no flow names. */
    readonly remove: (
      organizationId: number,
      name: string,
      actor: string
    ) => Effect.Effect<void, ToolHeadersNotFound | ToolHeadersInUse>
    /**
     * Fails if the tools of a flow, or its request before calls, cannot send their requests. Within a transaction, the
     * sets that it names stay until its end.
     */
    readonly requireUsable: (
      organizationId: number,
      flow: { readonly tools: ReadonlyArray<FlowTool>; readonly callData: CallDataRequest | null }
    ) => Effect.Effect<void, ToolRefused>
    /** Returns the headers for a request, or why it may not carry them. */
    readonly forRequest: (
      organizationId: number,
      name: string,
      url: string
    ) => Effect.Effect<Result.Result<Readonly<Record<string, string>>, string>>
  }
>()("carillon/campaigns/ToolHeaders") {
  static readonly layer = Layer.effect(
    ToolHeaders,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const sealedHeaders = makeSealedHeaders(yield* Secrets, sealedToolHeaders)
      const log = yield* SecurityLog
      const mcpServers = yield* McpServers
      const { allowPrivateWebhooks } = yield* AppConfig

      const read = (organizationId: number, name: string | null, lock: "" | "for key share" | "for update" = "") =>
        setRows(sql`select id, name, origin, headers, created_at, created_by from tool_headers
          where organization_id = ${organizationId} and (${name}::text is null or name = ${name})
          order by name ${sql.literal(lock)}`)

      const listed = Effect.fnUntraced(function* (organizationId: number, row: SetRow) {
        const { createdAt, createdBy, name, origin } = row
        return {
          name,
          origin,
          headers: Object.keys(yield* sealedHeaders.open(organizationId, row)),
          createdAt,
          createdBy
        }
      })

      const list = Effect.fn("ToolHeaders.list")(function* (organizationId: number) {
        const rows = yield* read(organizationId, null)
        return yield* Effect.forEach(rows, (row) => listed(organizationId, row))
      }, Effect.orDie)

      const find = Effect.fnUntraced(
        function* (organizationId: number, name: string, lock: "" | "for update" = "") {
          const [row] = isHeaderSetName(name) ? yield* read(organizationId, name, lock) : []
          return row ?? (yield* new ToolHeadersNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const get = Effect.fn("ToolHeaders.get")(function* (organizationId: number, name: string) {
        return yield* Effect.orDie(listed(organizationId, yield* find(organizationId, name)))
      })

      const put: ToolHeaders["Service"]["put"] = Effect.fn("ToolHeaders.put")(
        function* (organizationId, name, { headers, origin }, actor) {
          const problem = webhookUrlProblem(origin, allowPrivateWebhooks)
          if (problem !== undefined) return yield* new ToolRefused({ path: "origin", message: problem })
          // From here on, two requests for the same new name run one after the other.
          yield* sql`select from organizations where id = ${organizationId} for no key update`
          const [before] = yield* read(organizationId, name)
          if (before === undefined) {
            const [{ count } = { count: 0 }] = yield* sql<{ count: number }>`select count(*)::int as count
              from tool_headers where organization_id = ${organizationId}`
            if (count >= maxSets) {
              return yield* new ToolRefused({
                path: "name",
                message: `cannot be added: an organization has at most ${maxSets} sets of headers; remove one first`
              })
            }
          }
          const id = before?.id ?? newId()
          const row = {
            name,
            origin: new URL(origin).origin,
            headers: sealedHeaders.seal(organizationId, id, headers),
            createdBy: actor
          }
          yield* sql`insert into tool_headers ${sql.insert({ organizationId, id, ...row })}
            on conflict (organization_id, name) do update set origin = excluded.origin, headers = excluded.headers,
              created_at = clock_timestamp(), created_by = excluded.created_by`
          const details = { origin: row.origin, headers: Object.keys(headers) }
          yield* log.append(organizationId, { actor, action: "tool-headers.configure", target: name, details })
          return yield* Effect.orDie(get(organizationId, name))
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = Effect.fn("ToolHeaders.remove")(
        function* (organizationId: number, name: string, actor: string) {
          const { id } = yield* find(organizationId, name, "for update")
          const flows = yield* flowsNaming(sql, organizationId, { headers: name })
          if (flows.length > 0) return yield* new ToolHeadersInUse({ name, flows })
          yield* sql`delete from tool_headers where organization_id = ${organizationId} and id = ${id}`
          yield* log.append(organizationId, { actor, action: "tool-headers.delete", target: name })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const forRequest: ToolHeaders["Service"]["forRequest"] = Effect.fn("ToolHeaders.forRequest")(function* (
        organizationId,
        name,
        url
      ) {
        const [row] = yield* read(organizationId, name)
        if (row === undefined) return Result.fail(`The organization has no headers "${name}"`)
        if (new URL(url).origin !== row.origin) return Result.fail(`The headers "${name}" are for ${row.origin} only`)
        return Result.succeed(yield* sealedHeaders.open(organizationId, row))
      }, Effect.orDie)

      const requireUsable: ToolHeaders["Service"]["requireUsable"] = Effect.fn("ToolHeaders.requireUsable")(function* (
        organizationId,
        { callData, tools }
      ) {
        const sets = new Map(
          (yield* Effect.orDie(read(organizationId, null, "for key share"))).map((set) => [set.name, set])
        )
        const all = [
          ...tools.flatMap((tool, index) =>
            isHttpTool(tool) ? [{ request: tool.request, path: `tools.${index}` }] : []
          ),
          ...(callData === null ? [] : [{ request: callData.request, path: "callData" }])
        ]
        for (const { path, request } of all) {
          const refused = (field: string, message: string) =>
            new ToolRefused({ path: `${path}.request.${field}`, message })
          const url = exampleUrl(request.url)
          const problem = webhookUrlProblem(url, allowPrivateWebhooks)
          if (problem !== undefined) return yield* refused("url", problem)
          if (request.headers === null) continue
          const set = sets.get(request.headers)
          if (set === undefined) return yield* refused("headers", `names ${request.headers}, which does not exist`)
          if (new URL(url).origin !== set.origin) {
            return yield* refused("headers", `names ${set.name}, which is for ${set.origin} only`)
          }
        }
        yield* mcpServers.requireNamed(organizationId, tools)
      })

      return ToolHeaders.of({ list, get, put, remove, requireUsable, forRequest })
    })
  )
}

/** Maximum number of sets of an organization. */
const maxSets = 50

const SetRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  origin: Schema.String,
  headers: Schema.String,
  createdAt: Schema.Date,
  createdBy: Schema.String
})
type SetRow = typeof SetRow.Type
const setRows = rowsOf(SetRow)

export const sealedToolHeaders = sealedColumn("tool_headers", "headers", "id")
