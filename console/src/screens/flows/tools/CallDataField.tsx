import { useState } from "react"
import { Button } from "../../../ui/Button.tsx"
import { Checkbox, Field } from "../../../ui/Field.tsx"
import type { FlowDraft } from "../flow-draft.ts"
import { CallDataTest } from "./CallDataTest.tsx"
import { HeadersField } from "./ToolFields.tsx"

type CallData = NonNullable<FlowDraft["callData"]>
type Variable = CallData["variables"][number]

interface CallDataFieldProps {
  readonly value: FlowDraft["callData"]
  readonly onChange: (value: FlowDraft["callData"]) => void
  readonly problemOf: (path: string) => string | undefined
  readonly isReadOnly: boolean
}

const newVariable: Variable = { name: "", path: "", default: "" }
const newCallData: CallData = {
  request: { method: "GET", url: "", body: null, headers: null },
  variables: [newVariable]
}

/** The request that fetches values for the prompts while the phone rings. */
export const CallDataField = ({ value, onChange, problemOf, isReadOnly }: CallDataFieldProps) => (
  <div className="flex flex-col gap-3">
    <Checkbox
      label="Ask your own system about the contact while the phone rings"
      hint="Its values are named in the prompts, such as {{balance}}. The call does not wait for them."
      checked={value != null}
      onChange={(event) => onChange(event.target.checked ? newCallData : null)}
    />
    {value != null && <Fields value={value} onChange={onChange} problemOf={problemOf} isReadOnly={isReadOnly} />}
  </div>
)

const Fields = ({ value, onChange, problemOf, isReadOnly }: CallDataFieldProps & { readonly value: CallData }) => {
  const { request, variables } = value
  const [isTesting, setTesting] = useState(false)
  const replace = (index: number, change: Partial<Variable>) =>
    onChange({ ...value, variables: variables.map((one, at) => (at === index ? { ...one, ...change } : one)) })
  return (
    <>
      <Field
        label="URL of the data"
        required
        placeholder="https://crm.example.com/accounts/{{contact.metadata.account}}"
        value={request.url}
        problem={problemOf("callData.request.url")}
        onChange={(event) => onChange({ ...value, request: { ...request, url: event.target.value.trim() } })}
      />
      <HeadersField
        value={request.headers ?? null}
        problem={problemOf("callData.request.headers")}
        onChange={(headers) => onChange({ ...value, request: { ...request, headers } })}
      />
      {variables.map((variable, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a value has nothing else that stays while its name is typed
          key={index}
          className="grid grid-cols-[1fr_1fr_1fr_auto] items-end gap-2 max-sm:grid-cols-2"
        >
          <Field
            label="Name of the value"
            required
            placeholder="balance"
            pattern="[A-Za-z][A-Za-z0-9_]*"
            value={variable.name}
            onChange={(event) => replace(index, { name: event.target.value })}
          />
          <Field
            label="Path in the answer"
            required
            placeholder="account.balance"
            value={variable.path}
            onChange={(event) => replace(index, { path: event.target.value.trim() })}
          />
          <Field
            label="Without an answer"
            placeholder="an open amount"
            value={variable.default ?? ""}
            onChange={(event) => replace(index, { default: event.target.value })}
          />
          <Button
            kind="quiet"
            icon="trash"
            aria-label={`Remove the value ${variable.name}`}
            disabled={variables.length === 1}
            onClick={() => onChange({ ...value, variables: variables.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      {problemOf("callData") !== undefined && (
        <p role="alert" className="text-bad text-xs">
          {problemOf("callData")}
        </p>
      )}
      <div>
        <Button
          small
          icon="plus"
          disabled={variables.length >= 20}
          onClick={() => onChange({ ...value, variables: [...variables, newVariable] })}
        >
          Another value
        </Button>
      </div>
      {!isReadOnly &&
        (isTesting ? (
          <CallDataTest callData={value} />
        ) : (
          <div>
            <Button small onClick={() => setTesting(true)}>
              Test this request
            </Button>
          </div>
        ))}
    </>
  )
}
