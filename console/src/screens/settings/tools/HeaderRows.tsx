import { Button } from "../../../ui/Button.tsx"
import { Field } from "../../../ui/Field.tsx"

export interface HeaderRow {
  readonly name: string
  readonly value: string
}

interface HeaderRowsProps {
  readonly rows: ReadonlyArray<HeaderRow>
  readonly onChange: (rows: ReadonlyArray<HeaderRow>) => void
  readonly problem: string | undefined
}

/** Headers whose values are typed once, and never shown again. */
export const HeaderRows = ({ rows, onChange, problem }: HeaderRowsProps) => {
  const replace = (index: number, change: Partial<HeaderRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)))
  return (
    <>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header has nothing else that stays while its name is typed
        <div key={index} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
          <Field
            label="Header"
            required
            placeholder="x-api-key"
            value={row.name}
            onChange={(event) => replace(index, { name: event.target.value })}
          />
          <Field
            label="Value"
            required
            type="password"
            autoComplete="off"
            value={row.value}
            onChange={(event) => replace(index, { value: event.target.value })}
          />
          <Button
            kind="quiet"
            icon="trash"
            aria-label={`Remove the header ${row.name}`.trim()}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button
          small
          icon="plus"
          disabled={rows.length >= 20}
          onClick={() => onChange([...rows, { name: "", value: "" }])}
        >
          {rows.length === 0 ? "Add a header" : "Another header"}
        </Button>
      </div>
      {problem !== undefined && (
        <p role="alert" className="text-bad text-xs">
          The headers: {problem}
        </p>
      )}
    </>
  )
}

/** Returns the headers of the rows, by their names. */
export const headersOf = (rows: ReadonlyArray<HeaderRow>): Readonly<Record<string, string>> =>
  Object.fromEntries(rows.map(({ name, value }) => [name.trim(), value]))
