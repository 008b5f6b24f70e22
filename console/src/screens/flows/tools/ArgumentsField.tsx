import { useState } from "react"
import { Button } from "../../../ui/Button.tsx"
import { Checkbox, Field } from "../../../ui/Field.tsx"
import { Select } from "../../../ui/Select.tsx"
import { JsonField } from "./JsonField.tsx"
import { type ArgumentSchema, argumentsOf, type SimpleArgument, schemaOf } from "./tool-arguments.ts"

interface ArgumentsFieldProps {
  readonly schema: ArgumentSchema
  readonly problem: string | undefined
  readonly onChange: (schema: ArgumentSchema) => void
}

/** The arguments that the model gives: a row for each, or their JSON Schema. */
export const ArgumentsField = ({ schema, problem, onChange }: ArgumentsFieldProps) => {
  const simple = argumentsOf(schema)
  const [isWritten, setWritten] = useState(simple === null)
  // The names while they are typed: two rows may have the same for a moment, which a schema cannot.
  const [rows, setRows] = useState(simple ?? [])
  const change = (next: ReadonlyArray<SimpleArgument>) => {
    setRows(next)
    onChange(schemaOf(next))
  }
  const replace = (index: number, part: Partial<SimpleArgument>) =>
    change(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  const isTwice = rows.some(({ name }, index) => rows.findIndex((row) => row.name === name) !== index)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">Arguments</legend>
      {isWritten ? (
        <JsonField
          label="JSON Schema of the arguments"
          hint="An object without pattern, $ref and allOf."
          value={schema}
          problem={problem}
          onChange={onChange}
        />
      ) : (
        <>
          {rows.map((row, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: an argument has nothing else that stays while its name is typed
              key={index}
              className="flex flex-col gap-2 rounded-lg bg-sunken p-2"
            >
              <div className="grid grid-cols-[1fr_8rem_auto] items-end gap-2">
                <Field
                  label="Argument"
                  required
                  placeholder="day"
                  pattern="[A-Za-z_][A-Za-z0-9_]{0,63}"
                  value={row.name}
                  onChange={(event) => replace(index, { name: event.target.value })}
                />
                <Select
                  label="Kind"
                  value={row.kind}
                  onChange={(kind) => replace(index, { kind })}
                  options={[
                    { value: "string", label: "Text" },
                    { value: "number", label: "Number" },
                    { value: "integer", label: "Whole number" },
                    { value: "boolean", label: "Yes or no" }
                  ]}
                />
                <Button
                  kind="quiet"
                  icon="trash"
                  aria-label={`Remove the argument ${row.name}`}
                  onClick={() => change(rows.filter((_, at) => at !== index))}
                />
              </div>
              <Field
                label="Description"
                placeholder="The day that the person wants, such as 2026-12-24"
                value={row.description}
                onChange={(event) => replace(index, { description: event.target.value })}
              />
              {row.kind === "string" && (
                <Field
                  label="Only these values"
                  placeholder="morning, afternoon"
                  defaultValue={row.choices.join(", ")}
                  onChange={(event) => replace(index, { choices: valuesIn(event.target.value) })}
                />
              )}
              <Checkbox
                label="The tool needs it"
                checked={row.isRequired}
                onChange={(event) => replace(index, { isRequired: event.target.checked })}
              />
            </div>
          ))}
          {(problem ?? (isTwice ? "Two arguments have the same name" : undefined)) !== undefined && (
            <p role="alert" className="text-bad text-xs">
              {problem ?? "Two arguments have the same name"}
            </p>
          )}
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {!isWritten && (
          <Button
            small
            icon="plus"
            onClick={() =>
              change([...rows, { name: "", kind: "string", description: "", isRequired: true, choices: [] }])
            }
          >
            Add an argument
          </Button>
        )}
        {(!isWritten || simple !== null) && (
          <Button
            small
            kind="quiet"
            onClick={() => {
              if (isWritten) setRows(simple ?? [])
              setWritten(!isWritten)
            }}
          >
            {isWritten ? "Edit as a form" : "Edit as JSON Schema"}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

const valuesIn = (text: string) => [
  ...new Set(
    text
      .split(",")
      .map((value) => value.trim())
      .filter(Boolean)
  )
]
