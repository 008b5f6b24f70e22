import type { Contact, Metadata } from "../contacts/Contact.ts"
import { keysIn, placeholder } from "../text/placeholder.ts"

/** The keys that prompts contain as `{{key}}`, each once. */
export const placeholdersOf = (...prompts: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(prompts.flatMap(keysIn))].filter((key) => key !== "")

/**
 * Replaces the placeholders of a prompt by the contact's values, formatted by `write`. A placeholder without a value is
 * removed together with the space before it.
 */
export const fillPlaceholders = (
  prompt: string,
  contact: Contact,
  write: (value: string) => string = (value) => value
): string =>
  prompt.replaceAll(placeholderAfterBlank, (whole, blank: string, inside: string) => {
    const key = inside.trim()
    if (key === "") return whole
    const value = namedValue(contact, key)
    return value === undefined ? "" : blank + write(value)
  })

/** Returns the sentences of a prompt that have no other placeholders than these. */
export const sentencesNaming = (prompt: string, allowed: ReadonlyArray<string>): string =>
  (prompt.match(sentence) ?? [])
    .filter((one) => placeholdersOf(one).every((key) => allowed.includes(key)))
    .join("")
    .trim()

const namedValue = (contact: Contact, key: string): string | undefined => {
  const field = nameableFields.find((one) => one === key)
  const value = field === undefined ? ownEntry(contact.metadata, key) : contact[field]
  const text = typeof value === "string" ? value.trim() : JSON.stringify(value ?? null)
  return value === null || text === "" ? undefined : text
}

const ownEntry = (metadata: Metadata, key: string) => (Object.hasOwn(metadata, key) ? metadata[key] : null)

// A placeholder may have marks within it, and ends no sentence.
const sentence = /(?:\{\{[^{}]*\}\}|[^.?!।॥۔؟。｡？！])+[.?!।॥۔؟。｡？！]*\s*/g
const placeholderAfterBlank = new RegExp(`([ \\t]?)${placeholder.source}`, "g")

/** The contact fields that a prompt may use; every other key is looked up in the metadata. */
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
