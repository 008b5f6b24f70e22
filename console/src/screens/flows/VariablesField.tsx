import { useState } from "react"
import { Button } from "../../ui/Button.tsx"
import { Checkbox, Field, TextArea } from "../../ui/Field.tsx"
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
  const replaceAll = (index: number, variable: Variable) =>
    onChange(variables.map((former, at) => (at === index ? variable : former)))
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
                onChange={(type) => replaceAll(index, ofType(variable, type))}
                options={[
                  { value: "STRING", label: "Text" },
                  { value: "NUMBER", label: "Number" },
                  { value: "BOOLEAN", label: "Yes or no" },
                  { value: "DATE", label: "Day" },
                  { value: "DATE_TIME", label: "Date and time" },
                  { value: "ENUM", label: "One of several" },
                  { value: "LIST", label: "List" }
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
          {(variable.type === "ENUM" || variable.type === "LIST") && (
            <OptionsField
              options={variable.options ?? []}
              isRequired={variable.type === "ENUM"}
              onChange={(options) => replaceAll(index, withOptions(variable, options))}
            />
          )}
          {variable.type === "DATE_TIME" && (
            <Checkbox
              label="The person asks to be called back then"
              checked={variable.isCallbackRequest}
              onChange={(event) => {
                const { role: _, ...plain } = variable
                replaceAll(index, { ...plain, isCallbackRequest: event.target.checked })
              }}
            />
          )}
          {!variable.isCallbackRequest && (
            <>
              <Field
                label="Applies only if"
                placeholder="The person promises to pay"
                value={variable.condition ?? ""}
                onChange={(event) => {
                  const { condition: _, ...plain } = variable
                  replaceAll(index, event.target.value === "" ? plain : { ...plain, condition: event.target.value })
                }}
              />
              <div className="flex flex-wrap gap-x-6 gap-y-2">
                <Checkbox
                  label="Every conversation should have it"
                  checked={variable.required ?? false}
                  onChange={(event) => replace(index, { required: event.target.checked })}
                />
                {roleOf(variable.type) !== undefined && (
                  <Checkbox
                    label={variable.type === "NUMBER" ? "The amount of a promise" : "The day of a promise"}
                    checked={variable.role !== undefined}
                    onChange={(event) => {
                      const { role: _, ...plain } = variable
                      const role = roleOf(variable.type)
                      replaceAll(index, event.target.checked && role !== undefined ? { ...plain, role } : plain)
                    }}
                  />
                )}
              </div>
            </>
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

/** The part of a variable of this kind in a promise. */
const roleOf = (type: Variable["type"]): Variable["role"] => {
  if (type === "NUMBER") return "COMMITMENT_AMOUNT"
  return type === "DATE" || type === "DATE_TIME" ? "COMMITMENT_DATE" : undefined
}

/** A variable of another kind: without the settings that the kind does not have. */
const ofType = ({ isCallbackRequest, options, role, ...plain }: Variable, type: Variable["type"]): Variable => ({
  ...plain,
  type,
  isCallbackRequest: isCallbackRequest === true && type === "DATE_TIME",
  ...(options !== undefined && (type === "ENUM" || type === "LIST") && { options }),
  ...(role !== undefined && role === roleOf(type) && { role })
})

const withOptions = ({ options: _, ...plain }: Variable, options: ReadonlyArray<string>): Variable =>
  options.length === 0 ? plain : { ...plain, options }

interface OptionsFieldProps {
  readonly options: ReadonlyArray<string>
  readonly isRequired: boolean
  readonly onChange: (options: ReadonlyArray<string>) => void
}

/** The values to choose from, one a line. */
const OptionsField = ({ options, isRequired, onChange }: OptionsFieldProps) => {
  const [text, setText] = useState(options.join("\n"))
  return (
    <TextArea
      label="Values"
      rows={3}
      required={isRequired}
      placeholder={"Gold\nSilver"}
      hint={isRequired ? "One a line" : "One a line; empty for any text"}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        const lines = event.target.value.split("\n").map((line) => line.trim())
        onChange([...new Set(lines.filter((line) => line !== ""))])
      }}
    />
  )
}
