import { Button } from "../../../ui/Button.tsx"
import { Field } from "../../../ui/Field.tsx"

type Metadata = { readonly [key: string]: unknown }

export interface MetadataEntry {
  readonly id: string
  readonly key: string
  readonly text: string
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))

export const metadataEntries = (metadata: Metadata): ReadonlyArray<MetadataEntry> =>
  Object.entries(metadata).map(([key, value]) => ({ id: key, key, text: textOf(value) }))

/** Returns the values of the entries. One that was a number, a list or the like stays so while its text reads as JSON. */
export const metadataOf = (entries: ReadonlyArray<MetadataEntry>, former: Metadata) =>
  Object.fromEntries(
    entries
      .filter(({ key }) => key.trim() !== "")
      .map(({ key, text }) => [key.trim(), entryValue(text, Object.hasOwn(former, key) ? former[key] : "")])
  ) as Readonly<Record<string, never>>

const entryValue = (text: string, former: unknown): unknown => {
  if (typeof former === "string") return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface MetadataFieldsProps {
  readonly entries: ReadonlyArray<MetadataEntry>
  readonly onChange: (entries: ReadonlyArray<MetadataEntry>) => void
  readonly problem?: string | undefined
}

/** All else that the organization knows about the person, such as an amount due. Prompts can name it. */
export const MetadataFields = ({ entries, onChange, problem }: MetadataFieldsProps) => {
  const replace = (id: string, change: Partial<MetadataEntry>) =>
    onChange(entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)))
  return (
    <fieldset className="mt-4 flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">Metadata</legend>
      {entries.map(({ id, key, text }, index) => (
        <div key={id} className="grid grid-cols-[2fr_3fr_auto] items-center gap-2">
          <Field
            label={`Key ${index + 1}`}
            hidesLabel
            placeholder="amount_due"
            value={key}
            onChange={(event) => replace(id, { key: event.target.value })}
          />
          <Field
            label={`Value of ${key || `key ${index + 1}`}`}
            hidesLabel
            value={text}
            onChange={(event) => replace(id, { text: event.target.value })}
          />
          <Button
            kind="quiet"
            icon="close"
            aria-label={`Remove ${key || `key ${index + 1}`}`}
            onClick={() => onChange(entries.filter((entry) => entry.id !== id))}
          />
        </div>
      ))}
      {problem !== undefined && (
        <p role="alert" className="text-bad text-xs">
          {problem}
        </p>
      )}
      <div>
        <Button
          small
          icon="plus"
          onClick={() => onChange([...entries, { id: `new-${entries.length}-${Date.now()}`, key: "", text: "" }])}
        >
          Add a key
        </Button>
      </div>
    </fieldset>
  )
}
