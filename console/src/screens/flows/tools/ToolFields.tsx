import { Link } from "@tanstack/react-router"
import { useApi } from "../../../api/use-api.ts"
import { Checkbox, Field, TextArea } from "../../../ui/Field.tsx"
import { Select } from "../../../ui/Select.tsx"
import { ArgumentsField } from "./ArgumentsField.tsx"
import { McpFields } from "./McpFields.tsx"
import type { Tool } from "./tool-arguments.ts"

interface ToolFieldsProps {
  readonly tool: Tool
  /** Returns the problem of a field of the tool, such as `request.url`. */
  readonly problemOf: (path: string) => string | undefined
  readonly isReadOnly: boolean
  readonly onChange: (tool: Tool) => void
}

/** Everything about one tool. */
export const ToolFields = ({ tool, problemOf, isReadOnly, onChange }: ToolFieldsProps) => {
  const set = (change: Partial<Tool>) => onChange({ ...tool, ...change })
  const isSaidToRead = tool.mcp?.isReadOnly
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Name of the tool"
        required
        placeholder="book_slot"
        hint="Lower-case letters, digits and _: the model calls it by this name."
        value={tool.name}
        problem={problemOf("name")}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextArea
        label="When to call it, and what it does"
        required
        rows={3}
        placeholder="Books a visit on the day that the person has chosen"
        value={tool.description}
        problem={problemOf("description")}
        onChange={(event) => set({ description: event.target.value })}
      />
      <ArgumentsField
        schema={tool.parameters}
        problem={problemOf("parameters")}
        onChange={(parameters) => set({ parameters })}
      />
      {tool.mcp === undefined ? (
        <RequestFields
          request={tool.request ?? noRequest}
          problemOf={problemOf}
          onChange={(request) => set({ request })}
        />
      ) : (
        <McpFields
          tool={tool}
          mcp={tool.mcp}
          problem={problemOf("mcp.server")}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Part of the answer"
          placeholder="All of it"
          hint="Path in a JSON answer, such as items.0.id."
          value={tool.answer ?? ""}
          problem={problemOf("answer")}
          onChange={(event) => set({ answer: event.target.value.trim() || null })}
        />
        <Field
          label="Seconds to wait"
          type="number"
          min={1}
          max={20}
          required
          value={tool.timeoutSeconds}
          problem={problemOf("timeoutSeconds")}
          onChange={(event) => set({ timeoutSeconds: Number(event.target.value) })}
        />
      </div>
      <Field
        label="Words of the agent while it waits"
        placeholder="One moment, please."
        value={tool.waitingText ?? ""}
        problem={problemOf("waitingText")}
        onChange={(event) => set({ waitingText: event.target.value === "" ? null : event.target.value })}
      />
      <Checkbox
        label="The tool changes something, such as a booking"
        hint={
          <>
            Then its request is sent once, with an Idempotency-Key, and never repeated: not even when its answer is
            lost.
            {isSaidToRead === true && " Its server says that it only reads: clear this if you trust that."}
            {isSaidToRead === false && " Its server does not say that it only reads."}
          </>
        }
        checked={tool.changes}
        disabled={isSaidToRead === false && tool.changes}
        onChange={(event) => set({ changes: event.target.checked })}
      />
    </div>
  )
}

type Request = NonNullable<Tool["request"]>

const noRequest: Request = { method: "GET", url: "", body: null, headers: null }

interface RequestFieldsProps {
  readonly request: Request
  readonly problemOf: (path: string) => string | undefined
  readonly onChange: (request: Request) => void
}

/** The HTTP request of a tool. */
const RequestFields = ({ request, problemOf, onChange }: RequestFieldsProps) => {
  const set = (change: Partial<Request>) => onChange({ ...request, ...change })
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-[8rem_1fr]">
        <Select
          label="Method"
          value={request.method}
          onChange={(method) => set(method === "GET" ? { method, body: null } : { method })}
          options={(["GET", "POST", "PUT", "PATCH", "DELETE"] as const).map((value) => ({ value, label: value }))}
        />
        <Field
          label="URL"
          required
          placeholder="https://crm.example.com/slots?day={{argument.day}}"
          value={request.url}
          problem={problemOf("request.url")}
          onChange={(event) => set({ url: event.target.value.trim() })}
        />
      </div>
      {request.method !== "GET" && (
        <TextArea
          label="Body"
          rows={4}
          spellCheck={false}
          className="font-mono text-sm"
          placeholder={'{"day": "{{argument.day}}", "phone": "{{contact.phoneNumber}}"}'}
          hint="JSON whose texts may contain placeholders: {{argument.day}}, {{contact.name}}, {{contact.metadata.city}}, {{call.id}}. Empty: no body."
          value={request.body ?? ""}
          problem={problemOf("request.body")}
          onChange={(event) => set({ body: event.target.value === "" ? null : event.target.value })}
        />
      )}
      <HeadersField
        value={request.headers ?? null}
        problem={problemOf("request.headers")}
        onChange={(headers) => set({ headers })}
      />
    </>
  )
}

interface HeadersFieldProps {
  readonly value: string | null
  readonly problem: string | undefined
  readonly onChange: (name: string | null) => void
}

export const HeadersField = ({ value, problem, onChange }: HeadersFieldProps) => {
  const sets = useApi("/admin/v1/organizations/:id/tool-headers", {})
  const names = (sets.data?.data ?? []).map(({ name, origin }) => ({ value: name, label: `${name} (${origin})` }))
  const isGone = value !== null && sets.data !== undefined && !names.some((one) => one.value === value)
  return (
    <Select
      label="Headers"
      hint={
        <>
          Such as an API key. They are sent to their own origin only, and set in the{" "}
          <Link to="/settings/tool-headers" className="underline">
            settings
          </Link>
          .
        </>
      }
      value={value ?? ""}
      problem={problem ?? (isGone ? "does not exist any more: choose another one" : undefined)}
      onChange={(name) => onChange(name || null)}
      options={[{ value: "", label: "None" }, ...names, ...(isGone ? [{ value, label: value }] : [])]}
    />
  )
}
