import type { Contact } from "./Contact.ts"

/** The keys that a prompt names as `{{key}}`, each once. */
export const placeholdersOf = (...prompts: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(prompts.flatMap((prompt) => Array.from(prompt.matchAll(placeholder), ([, key = ""]) => key)))
]

const placeholder = /\{\{\s*([^{}]*[^{}\s])\s*\}\}/g

/** The fields of a contact that a prompt may name; every other key is looked for in the metadata. */
export const nameableFields = [
  "name",
  "language",
  "ageBand",
  "gender",
  "cityTier",
  "occupation",
  "incomeBand",
  "productType"
] as const satisfies ReadonlyArray<keyof Contact>
