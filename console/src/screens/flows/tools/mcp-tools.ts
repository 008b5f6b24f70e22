import type { Answer } from "../../../api/contract.ts"
import type { Tool } from "./tool-arguments.ts"

export type McpPath = "/admin/v1/organizations/:id/mcp-servers"
export const toolsPath = "/admin/v1/organizations/:id/mcp-servers/:name/tools"

export type OfferedTool = Answer<"GET", typeof toolsPath>["data"][number]
export type McpTool = NonNullable<Tool["mcp"]>

/** Returns a tool of a server for a flow. It changes something until a person says otherwise. */
export const toolOf = (server: string, offered: OfferedTool, others: ReadonlyArray<Tool>): Tool => ({
  name: freeName(offered.name, others),
  ...saidOf(offered),
  mcp: { server, tool: offered.tool, ...pinOf(offered) },
  timeoutSeconds: 8,
  waitingText: null,
  answer: null,
  changes: true
})

/** Returns a tool with what its server says now, which a person has accepted. */
export const accepted = (tool: Tool, mcp: McpTool, offered: OfferedTool): Tool => ({
  ...tool,
  ...saidOf(offered),
  mcp: { ...mcp, ...pinOf(offered) },
  changes: tool.changes || !offered.isReadOnly
})

const saidOf = ({ description, parameters }: OfferedTool) => ({ description, parameters })
const pinOf = ({ isReadOnly, pin }: OfferedTool) => ({ isReadOnly, pin })

const freeName = (name: string, others: ReadonlyArray<Tool>): string => {
  const isTaken = (one: string) => others.some((tool) => tool.name === one)
  let free = name
  for (let number = 2; isTaken(free); number++) free = `${name.slice(0, 60)}_${number}`
  return free
}
