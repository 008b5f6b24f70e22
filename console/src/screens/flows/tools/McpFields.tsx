import { hiddenTools } from "../../../../../src/domain/tools/McpServer.ts"
import { useApi } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { accepted, type McpTool, type OfferedTool, toolsPath } from "./mcp-tools.ts"
import type { Tool } from "./tool-arguments.ts"

interface McpFieldsProps {
  readonly tool: Tool
  readonly mcp: McpTool
  readonly problem: string | undefined
  readonly isReadOnly: boolean
  readonly onChange: (tool: Tool) => void
}

/** The server of a tool, and whether it describes the tool as a person has accepted it. */
export const McpFields = ({ tool, mcp, problem, isReadOnly, onChange }: McpFieldsProps) => {
  const offered = useApi(toolsPath, { params: { name: mcp.server } }, { enabled: !isReadOnly })
  const now = offered.data?.data.find((one) => one.tool === mcp.tool)
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm">
        The tool <span className="font-mono">{mcp.tool}</span> of the MCP server{" "}
        <span className="font-medium">{mcp.server}</span>
      </p>
      {problem !== undefined && (
        <p role="alert" className="text-bad text-xs">
          The server {problem}
        </p>
      )}
      {offered.error !== null && <p className="text-muted text-sm">{offered.error.message}</p>}
      {offered.data !== undefined && now === undefined && (
        <p role="alert" className="text-bad text-sm">
          {hiddenTools(offered.data) ?? "The server has no such tool any more: calls are refused."}
        </p>
      )}
      {now !== undefined && now.pin !== mcp.pin && (
        <Changed now={now} onAccept={() => onChange(accepted(tool, mcp, now))} />
      )}
    </div>
  )
}

const Changed = ({ now, onAccept }: { readonly now: OfferedTool; readonly onAccept: () => void }) => (
  <div role="alert" className="flex flex-col gap-2 rounded-lg bg-warn-soft p-3 text-sm">
    <p className="font-medium text-warn">
      The server has changed this tool since it was accepted. It is not called until you accept the change.
    </p>
    <p className="text-muted text-xs">It now says:</p>
    <p className="whitespace-pre-wrap break-words">{now.description}</p>
    <pre className="overflow-x-auto rounded-lg bg-sunken p-2 text-xs">{JSON.stringify(now.parameters, null, 2)}</pre>
    {now.problem === null ? (
      <div>
        <Button small onClick={onAccept}>
          Accept the change
        </Button>
      </div>
    ) : (
      <p className="text-bad text-xs">No flow can use it: {now.problem}.</p>
    )}
  </div>
)
