import type { Schema } from "effect"

/** How an organization's own system knows a person. */
export interface ContactIdentifier {
  readonly identifier: string
  /** The metadata key that it stands in, or `phone`. */
  readonly type: string
}

/** By the organization's lookup key where the contact has it, else by phone number. */
export const identifierOf = (
  identifierKey: string | null,
  { metadata, phoneNumber }: { readonly metadata: Schema.JsonObject | null; readonly phoneNumber: string }
): ContactIdentifier => {
  const value = identifierKey === null || metadata === null ? undefined : ownValue(metadata, identifierKey)
  const named = typeof value === "string" || typeof value === "number" ? String(value) : ""
  return identifierKey === null || named.trim() === ""
    ? { identifier: phoneNumber, type: "phone" }
    : { identifier: named, type: identifierKey }
}

const ownValue = (metadata: Schema.JsonObject, key: string) =>
  Object.hasOwn(metadata, key) ? metadata[key] : undefined
