import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { notOver } from "./campaigns-using.ts"
import { flowOfCampaign } from "./flow-of-campaign.ts"

/** A set of headers, or an MCP server, by its name. */
export type Named = { readonly headers: string } | { readonly mcpServer: string }

/** The names of the flows that name it: as they are published, or in a version that a campaign uses which is not over. */
export const flowsNaming = (sql: SqlClient.SqlClient, organizationId: number, named: Named) => {
  const names =
    "headers" in named
      ? sql`(jsonb_path_exists(f.tools, '$[*].request.headers ? (@ == $name)', jsonb_build_object('name', ${named.headers}::text))
          or f.call_data #>> '{request,headers}' = ${named.headers})`
      : sql`jsonb_path_exists(f.tools, '$[*].mcp.server ? (@ == $name)', jsonb_build_object('name', ${named.mcpServer}::text))`
  return Effect.map(
    sql<{ name: string }>`select f.name from flows f where f.organization_id = ${organizationId} and ${names}
      union
      select f.name from campaigns c ${sql.literal(flowOfCampaign())}
      where c.organization_id = ${organizationId} and c.status = any(${notOver}::text[]) and ${names}
      order by 1`,
    (flows) => flows.map(({ name }) => name)
  )
}
