import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { HeaderSetName } from "../../../domain/tools/FlowTool.ts"
import { ListedMcpServer, NewMcpServer, OfferedTools } from "../../../domain/tools/McpServer.ts"
import { operatorEndpoint, rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byOrganization, Success } from "../shared/lists.ts"

const serverOfOrganization = { ...byOrganization, name: Schema.String }

export class AdminMcpServersGroup extends HttpApiGroup.make("mcpServers")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byOrganization,
      success: Schema.Struct({ data: Schema.Array(ListedMcpServer) }),
      error: NotFound
    }).pipe(
      viewerEndpoint("List the MCP servers", "In the order of their names, without the values of their headers.")
    ),
    HttpApiEndpoint.get("get", "/:name", {
      params: serverOfOrganization,
      success: ListedMcpServer,
      error: NotFound
    }).pipe(viewerEndpoint("Get an MCP server", "Without the values of its headers.")),
    HttpApiEndpoint.get("tools", "/:name/tools", {
      params: serverOfOrganization,
      success: OfferedTools,
      error: [NotFound, Conflict]
    }).pipe(
      operatorEndpoint(
        "List the tools of an MCP server",
        `Asks the server, within 10 seconds, and answers with its first 200 tools as a flow may use them, and with the number of
all as \`total\`: copy \`name\`, \`description\` and \`parameters\`, and as \`mcp\` the names of the server and its tool, \`pin\` and
\`isReadOnly\`. Read them first: they become part of prompts. A tool whose \`pin\` differs from that of the flow was changed by its
server, and is not called until the flow has the new one. A server that fails is answered 409 with the code \`MCP_SERVER_FAILED\`.`
      )
    ),
    HttpApiEndpoint.put("put", "/", {
      params: byOrganization,
      payload: Schema.Struct({ name: HeaderSetName, ...NewMcpServer.fields }).annotate({
        identifier: "NamedMcpServer"
      }),
      success: ListedMcpServer,
      error: [BadRequest, NotFound]
    }).pipe(
      rootEndpoint(
        "Add an MCP server, or replace it",
        `Flows may use the tools of the server. Each request to it carries the headers. It must have a public address unless
\`ALLOW_PRIVATE_WEBHOOKS\` is set. At most 20 servers. Recorded in the security log, without the values of the headers.`
      )
    ),
    HttpApiEndpoint.delete("remove", "/:name", {
      params: serverOfOrganization,
      success: Success,
      error: [NotFound, Conflict]
    }).pipe(
      rootEndpoint(
        "Remove an MCP server",
        `Refused while a flow names it, or a version of a flow that a campaign uses which is not over. Recorded in the security
log.`
      )
    )
  )
  .annotate(OpenApi.Title, "MCP servers")
  .annotate(
    OpenApi.Description,
    `Servers of the Model Context Protocol (streamable HTTP) whose tools the agent may call. The values of their headers are sealed
in the database and never answered.`
  )
  .prefix("/admin/v1/organizations/:id/mcp-servers") {}
