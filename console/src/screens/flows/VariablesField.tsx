import { Button } from "../../ui/Button.tsx"
import { Checkbox, Field } from "../../ui/Field.tsx"
import { Select } from "../../ui/Select.tsx"
import type { FlowDraft } from "./flow-draft.ts"

type Variable = FlowDraft["variables"][number]

interface VariablesFieldProps {
  readonly variables: ReadonlyArray<Variable>
  readonly onChange: (variables: ReadonlyArray<Variable>) => void
  readonly problem: string | undefined
  readonly isReadOnly: boolean
}

/** The values that the analysis extracts from the conversation. */
export const VariablesField = ({ variables, onChange, problem, isReadOnly }: VariablesFieldProps) => {
  const replace = (index: number, change: Partial<Variable>) =>
    onChange(variables.map((variable, at) => (at === index ? { ...variable, ...change } : variable)))
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        {isReadOnly && variables.length === 0
          ? "Nothing is extracted from the conversations."
          : "What is extracted from each conversation, and delivered with its outcome."}
      </p>
      {variables.map((variable, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a variable has nothing else that stays while its name is typed
          key={index}
          className="flex flex-col gap-2 rounded-lg border border-line p-3"
        >
          <div className="grid grid-cols-[1fr_9rem_auto] items-end gap-2 max-sm:grid-cols-[1fr_auto]">
            <Field
              label="Name"
              required
              placeholder="promised_date"
              value={variable.name}
              onChange={(event) => replace(index, { name: event.target.value })}
            />
            <div className="max-sm:col-start-1 max-sm:row-start-2">
              <Select
                label="Kind"
                value={variable.type}
                onChange={(type) => replace(index, { type })}
                options={[
                  { value: "STRING", label: "Text" },
                  { value: "NUMBER", label: "Number" },
                  { value: "BOOLEAN", label: "Yes or no" },
                  { value: "DATE_TIME", label: "Date" }
                ]}
              />
            </div>
            {!isReadOnly && (
              <Button
                kind="quiet"
                icon="trash"
                aria-label={`Remove the variable ${variable.name}`}
                onClick={() => onChange(variables.filter((_, at) => at !== index))}
              />
            )}
          </div>
          <Field
            label="Description"
            placeholder="The day on which the person promises to pay"
            value={variable.description}
            onChange={(event) => replace(index, { description: event.target.value })}
          />
          {variable.type === "DATE_TIME" && (
            <Checkbox
              label="The person asks to be called back then"
              checked={variable.isCallbackRequest}
              onChange={(event) => replace(index, { isCallbackRequest: event.target.checked })}
            />
          )}
        </div>
      ))}
      {problem !== undefined && (
        <p role="alert" className="text-bad text-xs">
          The variables {problem}
        </p>
      )}
      {!isReadOnly && (
        <div>
          <Button
            small
            icon="plus"
            disabled={variables.length >= 50}
            onClick={() =>
              onChange([...variables, { name: "", description: "", type: "STRING", isCallbackRequest: false }])
            }
          >
            Add a variable
          </Button>
        </div>
      )}
    </div>
  )
}
