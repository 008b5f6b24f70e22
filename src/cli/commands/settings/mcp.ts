import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { hiddenTools, type ListedMcpServer, NewMcpServer, type OfferedTool } from "../../../domain/tools/McpServer.ts"
import { adminClient } from "../../admin-client.ts"
import { filledFlag, organization } from "../../flags.ts"
import { fields, print, remark, table, UsageError } from "../../output.ts"
import { payloadOf } from "../../requests.ts"

const name = filledFlag("name").pipe(
  Flag.withDescription("Name of the MCP server: lower-case letters, digits and - (required)")
)

const set = Command.make(
  "set",
  {
    organization,
    name,
    serverUrl: Flag.String("server-url").pipe(
      Flag.withDescription("URL of its endpoint for streamable HTTP (required); --url is that of Carillon")
    ),
    header: Flag.String("header-variable").pipe(
      Flag.withDescription(
        "A header and the environment variable with its value, such as authorization=MCP_TOKEN; arguments are visible to other users"
      ),
      Flag.atLeast(0)
    )
  },
  Effect.fn("mcp set")(function* ({ organization, name, serverUrl, header }) {
    const admin = yield* adminClient
    const headers = Object.fromEntries(yield* Effect.forEach(header, headerOf))
    const server = yield* payloadOf(NewMcpServer, { url: serverUrl, headers })
    const params = { id: String(organization) }
    const payload = { name, ...server }
    yield* print(yield* admin.ask(({ mcpServers }) => mcpServers.put({ params, payload })), fields)
  })
).pipe(
  Command.withDescription("Add an MCP server to an organization, or replace the one with this name as a whole"),
  Command.withExamples([
    {
      command:
        'MCP_TOKEN="Bearer …" carillon mcp set --org 1 --name crm --server-url https://crm.example.com/mcp --header-variable authorization=MCP_TOKEN'
    }
  ])
)

const headerOf = Effect.fnUntraced(function* (text: string) {
  const [, header = "", variable = ""] = /^([^=]+)=(.+)$/.exec(text) ?? []
  const value = process.env[variable]
  if (header === "") return yield* new UsageError({ message: "Use --header-variable NAME=VARIABLE" })
  if (!value) return yield* new UsageError({ message: `The variable ${variable} is not set` })
  return [header, value] as const
})

const list = Command.make(
  "list",
  { organization },
  Effect.fn("mcp list")(function* ({ organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const found = yield* admin.ask(({ mcpServers }) => mcpServers.list({ params }))
    yield* print(found, ({ data }) => table(data, serverColumns, "No MCP servers."))
  })
).pipe(Command.withDescription("List the MCP servers of an organization"))

const tools = Command.make(
  "tools",
  {
    organization,
    name,
    flow: filledFlag("flow").pipe(
      Flag.withDescription("Id of a flow: says which of its tools the server has changed since a person accepted them"),
      Flag.optional
    )
  },
  Effect.fn("mcp tools")(function* ({ organization, name, flow }) {
    const admin = yield* adminClient
    const id = String(organization)
    const found = yield* admin.ask(({ mcpServers }) => mcpServers.tools({ params: { id, name } }))
    const pins = Option.isNone(flow)
      ? undefined
      : new Map(
          (yield* admin.ask(({ flows }) => flows.get({ params: { id, flowId: flow.value } }))).tools.flatMap(
            ({ mcp }) => (mcp?.server === name ? [[mcp.tool, mcp.pin]] : [])
          )
        )
    const use = ({ pin, tool }: OfferedTool) => {
      const accepted = pins?.get(tool)
      return accepted === undefined ? "" : accepted === pin ? "accepted" : "CHANGED"
    }
    const columns = { ...toolColumns, ...(pins !== undefined && { "IN THE FLOW": use }) }
    yield* print(found, ({ data }) => table(data, columns, "The server has no tools."))
    const hidden = hiddenTools(found)
    if (hidden !== undefined) yield* remark(`\n${hidden}`)
  })
).pipe(Command.withDescription("List the tools of an MCP server, as flows may use them"))

const remove = Command.make(
  "delete",
  { organization, name },
  Effect.fn("mcp delete")(function* ({ organization, name }) {
    const admin = yield* adminClient
    const params = { id: String(organization), name }
    const answer = yield* admin.ask(({ mcpServers }) => mcpServers.remove({ params }))
    yield* print(answer, () => `Deleted ${name}`)
  })
).pipe(Command.withDescription("Remove an MCP server that no flow names"))

const serverColumns = {
  NAME: ({ name }: ListedMcpServer) => name,
  URL: ({ url }: ListedMcpServer) => url,
  HEADERS: ({ headers }: ListedMcpServer) => headers.join(", ")
}

const toolColumns = {
  TOOL: ({ tool }: OfferedTool) => tool,
  "ONLY READS": ({ isReadOnly }: OfferedTool) => (isReadOnly ? "it says" : "no"),
  PIN: ({ pin }: OfferedTool) => pin.slice(0, 8),
  DESCRIPTION: ({ description, problem }: OfferedTool) => problem ?? description.split("\n")[0]
}

export const mcp = Command.make("mcp").pipe(
  Command.withDescription("MCP servers, whose tools flows may use"),
  Command.withSubcommands([set, list, tools, remove])
)
