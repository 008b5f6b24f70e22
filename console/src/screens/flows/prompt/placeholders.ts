import { nameableFields, placeholdersOf } from "../../../../../src/domain/flows/placeholders.ts"
import { useApi } from "../../../api/use-api.ts"

export interface Placeholder {
  readonly key: string
  /** Where the value comes from. */
  readonly source: "field" | "metadata"
}

/** The keys that a prompt can name: fields of contacts, and the metadata keys of the latest contacts. */
export const usePlaceholders = (): ReadonlyArray<Placeholder> => {
  const contacts = useApi("/v1/contacts", { query: { limit: 100 } })
  const fields: ReadonlyArray<string> = nameableFields
  const keys = new Set((contacts.data?.data ?? []).flatMap(({ metadata }) => Object.keys(metadata)))
  return [
    { key: "name", source: "field" as const },
    ...[...keys]
      .filter((key) => !fields.includes(key) && /^[^{}\s][^{}]*$/.test(key))
      .sort()
      .map((key) => ({ key, source: "metadata" as const })),
    ...fields.filter((key) => key !== "name").map((key) => ({ key, source: "field" as const }))
  ]
}

/** Returns the text after the last `{{` before the caret, while no placeholder is closed there. */
export const begunPlaceholder = (text: string, caret: number): string | undefined =>
  /\{\{\s*([^{}\n]*)$/.exec(text.slice(0, caret))?.[1]

/** Returns what is wrong with the placeholders of a prompt, in sentences. */
export const placeholderProblems = (text: string, known: ReadonlyArray<Placeholder>): ReadonlyArray<string> => {
  const unknown = placeholdersOf(text).filter((key) => !known.some((one) => one.key === key))
  const rest = text.replaceAll(/\{\{\s*[^{}]*[^{}\s]\s*\}\}/g, "")
  const single = /\{\s*(\w+)\s*\}/.exec(rest)
  return [
    ...unknown.map(
      (key) => `None of the latest contacts has “${key}”. A campaign starts only if all of its contacts have it.`
    ),
    ...(single === null ? [] : [`${single[0]} is read out as it is: a placeholder has two braces, {{${single[1]}}}.`]),
    ...(single === null && /[{}]/.test(rest) ? ["A brace does not belong to a placeholder, and is read out."] : [])
  ]
}
