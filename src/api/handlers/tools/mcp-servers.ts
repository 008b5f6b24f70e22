import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { McpServers } from "../../../campaigns/tools/McpServers.ts"
import { McpTools } from "../../../tools/McpTools.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath, succeeded } from "../for-organization.ts"

export const AdminMcpServersLive = HttpApiBuilder.group(
  AdminApi,
  "mcpServers",
  Effect.fnUntraced(function* (handlers) {
    const servers = yield* McpServers
    const tools = yield* McpTools
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId) => Effect.map(servers.list(organizationId), (data) => ({ data }))),
      get: forOrganization((organizationId, { params }) => servers.get(organizationId, params.name)),
      tools: forOrganization((organizationId, { params }) => tools.offered(organizationId, params.name)),
      put: forOrganization((organizationId, { payload: { name, ...server } }, actor) =>
        servers.put(organizationId, name, server, actor)
      ),
      remove: forOrganization((organizationId, { params }, actor) =>
        succeeded(servers.remove(organizationId, params.name, actor))
      )
    })
  })
)
