import { isSameValue } from "./same-value.ts"

/** The fields of a form, with what others have stored meanwhile. */
export interface MergedEdits<Value> {
  readonly merged: Value
  /** The fields that both have changed, such as `sentences.en`: those of the form are kept. */
  readonly contested: ReadonlyArray<string>
}

/** Merges what others have stored meanwhile into a form: a field that was not edited follows, and an edited one stays. */
export const mergedEdits = <Value>(before: Value, latest: Value, edited: Value): MergedEdits<Value> => {
  if (isSameValue(edited, before)) return { merged: latest, contested: [] }
  if (isSameValue(latest, before) || isSameValue(latest, edited)) return { merged: edited, contested: [] }
  if (!isRecord(before) || !isRecord(latest) || !isRecord(edited)) return { merged: edited, contested: [""] }
  const names = [...new Set([...Object.keys(latest), ...Object.keys(edited)])]
  const fields = names.map((name) => ({ name, ...mergedEdits(before[name], latest[name], edited[name]) }))
  return {
    merged: Object.fromEntries(
      fields.flatMap(({ merged, name }) => (merged === undefined ? [] : [[name, merged]]))
    ) as Value,
    contested: fields.flatMap(({ contested, name }) =>
      contested.map((path) => (path === "" ? name : `${name}.${path}`))
    )
  }
}

/** Merges the stored fields of an item of a list into those of a form that was opened with `before`, or was empty. */
export const mergedItem = <Item, Fields>(
  items: ReadonlyArray<Item>,
  before: Item | undefined,
  edited: Fields,
  { fieldsOf, keyOf }: { readonly fieldsOf: (item: Item) => Fields; readonly keyOf: (item: Item) => string }
): Fields => {
  const latest = before && items.find((item) => keyOf(item) === keyOf(before))
  return before && latest ? mergedEdits(fieldsOf(before), fieldsOf(latest), edited).merged : edited
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
