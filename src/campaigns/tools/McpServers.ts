import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import type { FlowTool } from "../../domain/tools/FlowTool.ts"
import type { ListedMcpServer, NewMcpServer } from "../../domain/tools/McpServer.ts"
import { AppConfig } from "../../platform/config.ts"
import { webhookUrlProblem } from "../../platform/http/webhook-url.ts"
import { newId } from "../../platform/ids.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { sealedColumn } from "../../platform/secrets/sealed-column.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { flowsNaming } from "../used-by/flows-naming.ts"
import { isHeaderSetName, makeSealedHeaders } from "./sealed-headers.ts"
import { ToolRefused } from "./ToolRefused.ts"

export class McpServerNotFound extends Schema.TaggedError<McpServerNotFound>()("McpServerNotFound", {}) {}

/** The server cannot be removed because these flows name it. */
export class McpServerInUse extends Schema.TaggedError<McpServerInUse>()("McpServerInUse", {
  name: Schema.String,
  flows: Schema.Array(Schema.String)
}) {}

/** Where a server is, and the headers of each request to it. */
export interface McpAccess {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** The MCP servers whose tools the flows of an organization may use. */
export class McpServers extends Context.Service<
  McpServers,
  {
    readonly list: (organizationId: number) => Effect.Effect<ReadonlyArray<ListedMcpServer>>
    readonly get: (organizationId: number, name: string) => Effect.Effect<ListedMcpServer, McpServerNotFound>
    /** Adds a server, or replaces all of it. */
    readonly put: (
      organizationId: number,
      name: string,
      server: NewMcpServer,
      actor: string
    ) => Effect.Effect<ListedMcpServer, ToolRefused>
    /** Removes a server that no flow names. */
    readonly remove: (
      organizationId: number,
      name: string,
      actor: string
    ) => Effect.Effect<void, McpServerNotFound | McpServerInUse>
    /** Fails if a tool names a server that does not exist. Within a transaction, the servers stay until its end. */
    readonly requireNamed: (organizationId: number, tools: ReadonlyArray<FlowTool>) => Effect.Effect<void, ToolRefused>
    readonly access: (organizationId: number, name: string) => Effect.Effect<McpAccess, McpServerNotFound>
    /** Whether any organization has a server. */
    readonly exist: Effect.Effect<boolean>
  }
>()("carillon/campaigns/McpServers") {
  static readonly layer = Layer.effect(
    McpServers,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const sealedHeaders = makeSealedHeaders(yield* Secrets, sealedMcpHeaders)
      const log = yield* SecurityLog
      const { allowPrivateWebhooks } = yield* AppConfig

      const read = (organizationId: number, name: string | null, lock: "" | "for key share" | "for update" = "") =>
        serverRows(sql`select id, name, url, headers, created_at, created_by from mcp_servers
          where organization_id = ${organizationId} and (${name}::text is null or name = ${name})
          order by name ${sql.literal(lock)}`)

      const listed = Effect.fnUntraced(function* (organizationId: number, row: ServerRow) {
        const { createdAt, createdBy, name, url } = row
        return { name, url, headers: Object.keys(yield* sealedHeaders.open(organizationId, row)), createdAt, createdBy }
      })

      const list = Effect.fn("McpServers.list")(function* (organizationId: number) {
        const rows = yield* read(organizationId, null)
        return yield* Effect.forEach(rows, (row) => listed(organizationId, row))
      }, Effect.orDie)

      const find = Effect.fnUntraced(
        function* (organizationId: number, name: string, lock: "" | "for update" = "") {
          const [row] = isHeaderSetName(name) ? yield* read(organizationId, name, lock) : []
          return row ?? (yield* new McpServerNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const get = Effect.fn("McpServers.get")(function* (organizationId: number, name: string) {
        return yield* Effect.orDie(listed(organizationId, yield* find(organizationId, name)))
      })

      const put: McpServers["Service"]["put"] = Effect.fn("McpServers.put")(
        function* (organizationId, name, { headers, url }, actor) {
          const problem = webhookUrlProblem(url, allowPrivateWebhooks)
          if (problem !== undefined) return yield* new ToolRefused({ path: "url", message: problem })
          // From here on, two requests for the same new name run one after the other.
          yield* sql`select from organizations where id = ${organizationId} for no key update`
          const all = yield* read(organizationId, null)
          const before = all.find((one) => one.name === name)
          if (before === undefined && all.length >= maxServers) {
            return yield* new ToolRefused({
              path: "name",
              message: `cannot be added: an organization has at most ${maxServers} MCP servers; remove one first`
            })
          }
          const id = before?.id ?? newId()
          const sealed = sealedHeaders.seal(organizationId, id, headers)
          const row = { organizationId, id, name, url, headers: sealed, createdBy: actor }
          yield* sql`insert into mcp_servers ${sql.insert(row)}
            on conflict (organization_id, name) do update set url = excluded.url, headers = excluded.headers,
              created_at = clock_timestamp(), created_by = excluded.created_by`
          const details = { url, headers: Object.keys(headers) }
          yield* log.append(organizationId, { actor, action: "mcp-server.configure", target: name, details })
          return yield* Effect.orDie(get(organizationId, name))
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove: McpServers["Service"]["remove"] = Effect.fn("McpServers.remove")(
        function* (organizationId, name, actor) {
          const { id } = yield* find(organizationId, name, "for update")
          const flows = yield* flowsNaming(sql, organizationId, { mcpServer: name })
          if (flows.length > 0) return yield* new McpServerInUse({ name, flows })
          yield* sql`delete from mcp_servers where organization_id = ${organizationId} and id = ${id}`
          yield* log.append(organizationId, { actor, action: "mcp-server.delete", target: name })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const requireNamed: McpServers["Service"]["requireNamed"] = Effect.fn("McpServers.requireNamed")(
        function* (organizationId, tools) {
          if (tools.every(({ mcp }) => mcp === undefined)) return
          const names = (yield* Effect.orDie(read(organizationId, null, "for key share"))).map(({ name }) => name)
          const index = tools.findIndex(({ mcp }) => mcp !== undefined && !names.includes(mcp.server))
          if (index < 0) return
          const message = `names ${tools[index]?.mcp?.server}, which does not exist`
          return yield* new ToolRefused({ path: `tools.${index}.mcp.server`, message })
        }
      )

      const access = Effect.fn("McpServers.access")(function* (organizationId: number, name: string) {
        const row = yield* find(organizationId, name)
        return { url: row.url, headers: yield* Effect.orDie(sealedHeaders.open(organizationId, row)) }
      })

      const exist = Effect.map(sql`select 1 from mcp_servers limit 1`, (rows) => rows.length > 0).pipe(Effect.orDie)

      return McpServers.of({ list, get, put, remove, requireNamed, access, exist })
    })
  )
}

/** Maximum number of servers of an organization. */
const maxServers = 20

const ServerRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  url: Schema.String,
  headers: Schema.String,
  createdAt: Schema.Date,
  createdBy: Schema.String
})
type ServerRow = typeof ServerRow.Type
const serverRows = rowsOf(ServerRow)

export const sealedMcpHeaders = sealedColumn("mcp_servers", "headers", "id")
