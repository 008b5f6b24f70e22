import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { hiddenTools } from "../../../../../src/domain/tools/McpServer.ts"
import { useApi } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Notice } from "../../../ui/Notice.tsx"
import { Select } from "../../../ui/Select.tsx"
import { Read } from "../../../ui/States.tsx"
import { type McpPath, type OfferedTool, toolOf, toolsPath } from "./mcp-tools.ts"
import type { Tool } from "./tool-arguments.ts"

const servers: McpPath = "/admin/v1/organizations/:id/mcp-servers"

interface McpPickerProps {
  /** The tools that the flow has. */
  readonly tools: ReadonlyArray<Tool>
  readonly onAdd: (tool: Tool) => void
}

/** Adds tools of an MCP server to a flow, one by one, after a person has read what the server says about them. */
export const McpPicker = ({ tools, onAdd }: McpPickerProps) => {
  const all = useApi(servers, {})
  const [server, setServer] = useState("")
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <Read of={all}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-muted text-sm">
              Your organization has no MCP server yet: an admin sets one in the{" "}
              <Link to="/settings/mcp-servers" target="_blank" className="underline">
                settings
              </Link>
              .
            </p>
          ) : (
            <Select
              label="MCP server"
              value={server}
              placeholder="Choose one"
              onChange={setServer}
              options={data.map(({ name, url }) => ({ value: name, label: `${name} (${url})` }))}
            />
          )
        }
      </Read>
      {server !== "" && <ToolsOfServer key={server} server={server} tools={tools} onAdd={onAdd} />}
    </div>
  )
}

const ToolsOfServer = ({ server, tools, onAdd }: McpPickerProps & { readonly server: string }) => {
  const offered = useApi(toolsPath, { params: { name: server } })
  return (
    <Read of={offered}>
      {({ data, total }) => (
        <>
          <Notice>{hiddenTools({ data, total })}</Notice>
          <p className="text-muted text-sm">
            Read a description before you add its tool: the model reads it too. The tool is called only while its server
            describes it as you have read it.
          </p>
          <ul className="flex flex-col gap-2">
            {data.map((one) => (
              <Offered
                key={one.tool}
                of={one}
                isUsed={tools.some(({ mcp }) => mcp?.server === server && mcp.tool === one.tool)}
                isFull={tools.length >= 20}
                onAdd={() => onAdd(toolOf(server, one, tools))}
              />
            ))}
            {data.length === 0 && <li className="text-muted">The server has no tools.</li>}
          </ul>
        </>
      )}
    </Read>
  )
}

interface OfferedProps {
  readonly of: OfferedTool
  readonly isUsed: boolean
  readonly isFull: boolean
  readonly onAdd: () => void
}

const Offered = ({ of: { description, isReadOnly, problem, tool }, isUsed, isFull, onAdd }: OfferedProps) => (
  <li className="flex items-start justify-between gap-3 rounded-lg bg-sunken p-2">
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2">
        <span className="break-all font-medium font-mono text-sm">{tool}</span>
        {isReadOnly && <Badge tone="info">Only reads, it says</Badge>}
      </p>
      <p className="whitespace-pre-wrap break-words text-sm">{description}</p>
      {problem !== null && <p className="text-bad text-xs">{problem}</p>}
    </div>
    <Button
      small
      icon="plus"
      aria-label={`Add ${tool}`}
      disabled={isUsed || isFull || problem !== null}
      onClick={onAdd}
    >
      {isUsed ? "Added" : "Add"}
    </Button>
  </li>
)
