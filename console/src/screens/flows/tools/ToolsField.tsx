import { useState } from "react"
import type { ApiFailure } from "../../../api/request.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { problemsOf } from "../../../ui/form/Refusal.tsx"
import { Icon } from "../../../ui/Icon.tsx"
import { McpPicker } from "./McpPicker.tsx"
import { ToolFields } from "./ToolFields.tsx"
import { ToolTest } from "./ToolTest.tsx"
import type { Tool } from "./tool-arguments.ts"

interface ToolsFieldProps {
  readonly tools: ReadonlyArray<Tool>
  readonly onChange: (tools: ReadonlyArray<Tool>) => void
  readonly failure: Pick<ApiFailure, "message" | "details"> | null
  readonly isReadOnly: boolean
}

const newTool: Tool = {
  name: "",
  description: "",
  parameters: { type: "object", properties: {} },
  request: { method: "GET", url: "", body: null, headers: null },
  timeoutSeconds: 8,
  waitingText: null,
  answer: null,
  changes: false
}

/** The requests that the model may have sent during a call. */
export const ToolsField = ({ tools, onChange, failure, isReadOnly }: ToolsFieldProps) => {
  const problemOf = problemsOf(failure)
  const ownProblemOf = (path: string) => failure?.details.find((detail) => detail.path === path)?.message
  // The tools that were added here: they open at once.
  const [isPicking, setPicking] = useState(false)
  const [firstNew, setFirstNew] = useState(tools.length)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        Requests to your own systems, which the agent sends when the person wants what they do: it looks something up,
        or books a visit. Every call can also end itself and note that a person wants no more calls, and sets a callback
        if a variable below has its time.
      </p>
      {tools.map((tool, index) => (
        <OneTool
          // biome-ignore lint/suspicious/noArrayIndexKey: a tool has nothing else that stays while its name is typed
          key={index}
          tool={tool}
          isOpen={index >= firstNew}
          isReadOnly={isReadOnly}
          problemOf={(path) => problemOf(`tools.${index}.${path}`)}
          isRefused={problemOf(`tools.${index}`) !== undefined}
          problem={ownProblemOf(`tools.${index}`)}
          onChange={(next) => onChange(tools.with(index, next))}
          onRemove={() => {
            setFirstNew(Math.min(firstNew, tools.length - 1))
            onChange(tools.filter((_, at) => at !== index))
          }}
        />
      ))}
      {ownProblemOf("tools") !== undefined && (
        <p role="alert" className="text-bad text-xs">
          The tools {ownProblemOf("tools")}
        </p>
      )}
      {!isReadOnly && isPicking && <McpPicker tools={tools} onAdd={(tool) => onChange([...tools, tool])} />}
      {!isReadOnly && (
        <div className="flex flex-wrap gap-2">
          <Button small icon="plus" disabled={tools.length >= 20} onClick={() => onChange([...tools, newTool])}>
            Add a tool
          </Button>
          <Button small aria-expanded={isPicking} onClick={() => setPicking(!isPicking)}>
            {isPicking ? "Close the MCP servers" : "Add from an MCP server"}
          </Button>
        </div>
      )}
    </div>
  )
}

interface OneToolProps {
  readonly tool: Tool
  readonly isOpen: boolean
  readonly isReadOnly: boolean
  /** A field of the tool was refused. */
  readonly isRefused: boolean
  /** The problem of the tool as a whole. */
  readonly problem: string | undefined
  readonly problemOf: (path: string) => string | undefined
  readonly onChange: (tool: Tool) => void
  readonly onRemove: () => void
}

const OneTool = ({ tool, isOpen, isReadOnly, isRefused, problem, problemOf, onChange, onRemove }: OneToolProps) => {
  const [isShown, setShown] = useState(isOpen)
  const [isTesting, setTesting] = useState(false)
  return (
    <div className="rounded-lg border border-line p-3">
      <div className="flex items-center justify-between gap-2">
        <button
          type="button"
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
          className="flex min-w-0 flex-1 items-center gap-2 text-left"
        >
          <span className={isShown ? "rotate-90 text-muted" : "text-muted"}>
            <Icon name="chevron" size={15} />
          </span>
          <span className="truncate font-medium font-mono text-sm">{tool.name || "New tool"}</span>
          {!isShown && isRefused && <Badge tone="bad">Refused</Badge>}
          {tool.mcp !== undefined && <Badge>MCP</Badge>}
          {tool.changes && <Badge tone="info">Changes something</Badge>}
        </button>
        <Button kind="quiet" icon="trash" aria-label={`Remove the tool ${tool.name}`} onClick={onRemove} />
      </div>
      {problem !== undefined && (
        <p role="alert" className="text-bad text-xs">
          The tool {problem}
        </p>
      )}
      {isShown && (
        <div className="mt-3 flex flex-col gap-4">
          <ToolFields tool={tool} problemOf={problemOf} isReadOnly={isReadOnly} onChange={onChange} />
          {!isReadOnly &&
            (isTesting ? (
              <ToolTest tool={tool} />
            ) : (
              <div>
                <Button small onClick={() => setTesting(true)}>
                  Test this tool
                </Button>
              </div>
            ))}
        </div>
      )}
    </div>
  )
}
