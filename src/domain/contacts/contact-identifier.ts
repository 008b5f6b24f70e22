import type { Schema } from "effect"

/** The identifier of a person in the organization's own system. */
export interface ContactIdentifier {
  readonly identifier: string
  /** The metadata key that holds the identifier, or `phone`. */
  readonly type: string
}

/** Returns the value of the organization's identifier key in the contact's metadata, or else the phone number. */
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
