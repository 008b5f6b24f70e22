import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Confirm } from "../../../ui/Dialog.tsx"
import { Field } from "../../../ui/Field.tsx"
import { Refusal } from "../../../ui/form/Refusal.tsx"
import { Select } from "../../../ui/Select.tsx"
import { number } from "../../../ui/words/format.ts"
import { toolCallStatus } from "../../../ui/words/value-words.ts"
import { JsonField } from "./JsonField.tsx"
import { argumentsOf, argumentValue, contactKeysOf, type Tool } from "./tool-arguments.ts"

/** Runs a tool without a call, as it is in the editor. One that changes something asks first. */
export const ToolTest = ({ tool }: { readonly tool: Tool }) => {
  const run = useChange("POST", "/admin/v1/organizations/:id/tool-tests", { refreshes: [] })
  const simple = argumentsOf(tool.parameters)
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [written, setWritten] = useState<Readonly<Record<string, never>>>({})
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [isAsking, setAsking] = useState(false)
  const given =
    simple === null
      ? written
      : Object.fromEntries(
          simple.flatMap(({ kind, name }) => {
            const value = argumentValue(kind, texts[name] ?? "")
            return value === undefined ? [] : [[name, value]]
          })
        )
  const send = () => {
    setAsking(false)
    const { name = "", ...others } = values
    run.mutate({ body: { tool, arguments: given, name, values: others, sendsChanges: tool.changes } })
  }
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <p className="text-muted text-sm">
        Sends the request as a call would, and shows what the model would see. No call is placed.
      </p>
      {simple === null ? (
        <JsonField label="Arguments of the test" rows={4} value={written} onChange={setWritten} />
      ) : (
        simple.map(({ choices, kind, name }) => {
          const set = (text: string) => setTexts({ ...texts, [name]: text })
          const options = kind === "boolean" ? ["true", "false"] : choices
          return options.length === 0 ? (
            <Field
              key={name}
              label={`Value of ${name}`}
              value={texts[name] ?? ""}
              onChange={({ target }) => set(target.value)}
            />
          ) : (
            <Select
              key={name}
              label={`Value of ${name}`}
              value={texts[name] ?? ""}
              onChange={set}
              options={["", ...options].map((value) => ({ value, label: value || "Left out" }))}
            />
          )
        })
      )}
      {contactKeysOf(tool).map((key) => (
        <Field
          key={key}
          label={`Contact’s ${key}`}
          value={values[key] ?? ""}
          onChange={({ target }) => setValues({ ...values, [key]: target.value })}
        />
      ))}
      <div>
        <Button small icon="play" busy={run.isPending} onClick={() => (tool.changes ? setAsking(true) : send())}>
          Run the tool
        </Button>
      </div>
      <Confirm
        title={`Run ${tool.name}?`}
        confirm="Run it"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={send}
      >
        This tool changes something: its request is sent to {receiverOf(tool)}, and takes effect there.
      </Confirm>
      <Refusal failure={run.error} />
      {run.data !== undefined && <TestResult of={run.data} />}
    </div>
  )
}

const receiverOf = ({ mcp, request }: Tool) =>
  mcp === undefined ? hostOf(request?.url ?? "") : `the MCP server ${mcp.server}`

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

type Tested = Answer<"POST", "/admin/v1/organizations/:id/tool-tests">

/** The filled request of a test, and its answer. */
export const TestResult = ({
  of: { httpStatus, request, result, status, tookMillis }
}: {
  readonly of: Omit<Tested, "values">
}) => {
  const { label, tone } = toolCallStatus.of(status)
  return (
    <div role="status" className="flex min-w-0 flex-col gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-muted">
          {httpStatus !== null && `Status ${httpStatus}, `}
          {number(tookMillis)} ms
        </span>
      </p>
      {request !== null && (
        <pre className="overflow-x-auto rounded-lg bg-sunken p-2 text-xs">
          {request.method} {request.url}
          {request.body !== null && `\n${request.body}`}
        </pre>
      )}
      <p className="text-muted text-xs">The model would see:</p>
      <pre className="max-h-64 overflow-auto whitespace-pre-wrap break-words rounded-lg bg-sunken p-2 text-xs">
        {result}
      </pre>
    </div>
  )
}
