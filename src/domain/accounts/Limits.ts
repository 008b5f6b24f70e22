import { Schema, Struct } from "effect"

const limit = (description: string, defaultValue: number) =>
  Schema.Int.annotate({ description: `${description}; ${defaultValue} by default` }).check(
    Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
  )

const GiB = 1024 ** 3

/** The limits of an organization that has none of its own. */
export const defaultLimits = {
  contacts: 10_000_000,
  documents: 10_000,
  documentBytes: 50 * GiB,
  chunks: 2_000_000,
  embeddingTokensPerDay: 50_000_000
}

const fields = {
  contacts: limit("Contacts", defaultLimits.contacts),
  documents: limit("Documents in all knowledge bases", defaultLimits.documents),
  documentBytes: limit("Bytes of all documents together", defaultLimits.documentBytes),
  chunks: limit("Chunks of all documents together", defaultLimits.chunks),
  embeddingTokensPerDay: limit(
    "Tokens of documents that are embedded in a day (UTC), counted as four bytes of text each",
    defaultLimits.embeddingTokensPerDay
  )
}

/** How much an organization may store, and have embedded in a day. */
export const Limits = Schema.Struct(fields).annotate({ identifier: "Limits" })
export type Limits = typeof Limits.Type

export const LimitChanges = Schema.Struct(Struct.map(Struct.map(fields, Schema.NullOr), Schema.optionalKey)).annotate({
  identifier: "LimitChanges",
  description: "Null restores the default. What is stored already stays, also above a lower limit"
})
export type LimitChanges = typeof LimitChanges.Type

/** How much of its limits an organization has used. */
export const LimitUsage = Schema.Struct({
  contacts: Schema.Int,
  documents: Schema.Int,
  documentBytes: Schema.Int,
  chunks: Schema.Int,
  embeddingTokensToday: Schema.Int
}).annotate({ identifier: "LimitUsage" })
export type LimitUsage = typeof LimitUsage.Type

const things: Readonly<Record<keyof Limits, string>> = {
  contacts: "contacts",
  documents: "documents",
  documentBytes: "bytes of documents",
  chunks: "chunks of documents",
  embeddingTokensPerDay: "tokens of documents embedded today"
}

/** Says which limit is reached, and what to do. */
export const limitMessage = (kind: keyof Limits, maximum: number, used: number): string =>
  `The organization has ${used} ${things[kind]} and may have ${maximum}: ${
    kind === "embeddingTokensPerDay" ? "continue tomorrow" : "delete some"
  }, or ask an operator to raise limits.${kind}`
