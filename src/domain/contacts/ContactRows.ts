import { Schema } from "effect"
import { countProblem } from "../schema/count-problem.ts"
import { documented } from "../schema/documented.ts"
import type { InputProblem } from "../schema/problems.ts"

/** The body of a request that creates or updates many contacts at once. */
export const BulkContacts = Schema.Struct({
  contacts: Schema.Array(Schema.Unknown)
    .annotate({ description: "At most 1,000 objects of contact fields; each is validated on its own" })
    .check(Schema.makeFilter((rows) => countProblem(rows.length, 1000, "contacts"), documented({ maxItems: 1000 })))
}).annotate({ identifier: "BulkContacts" })

export const webhookUrl = Schema.String.annotate({
  description: "Receives a POST when the import has completed; a public http or https address"
})

/** The body of an import. */
export const BulkImport = Schema.Struct({
  contacts: Schema.Array(Schema.Unknown)
    .annotate({
      description: `1 to 10,000 objects with name, phoneNumber (E.164) and, optionally, language and demographic fields.
Every other key becomes metadata.`
    })
    .check(
      Schema.makeFilter(
        (rows) =>
          rows.length === 0
            ? "must have at least one contact"
            : countProblem(rows.length, 10_000, "contacts; send the rest in another import"),
        documented({ minItems: 1, maxItems: 10_000 })
      )
    ),
  audienceId: Schema.optionalKey(
    Schema.NullOr(Schema.String.annotate({ description: "Audience to which all contacts of the import are added" }))
  ),
  webhookUrl: Schema.optionalKey(Schema.NullOr(webhookUrl))
}).annotate({ identifier: "BulkImport" })

/** A body that was read: its content, or the problem for which it is refused before all other checks. */
export interface ReadBody {
  /** Digest of a body with rows; empty for a body of another kind. */
  readonly fingerprint: Uint8Array<ArrayBuffer>
  readonly problem?: InputProblem
  readonly content?: InvalidRows | BulkRows | ImportRows
}

/** The body breaks the rules of its schema. */
export interface InvalidRows {
  readonly kind: "invalid"
  readonly details: ReadonlyArray<InputProblem>
}

export interface BulkRows {
  readonly kind: "contacts"
  readonly contacts: EncodedContacts
  /** The rows that are not valid contacts. */
  readonly errors: ReadonlyArray<{ readonly index: number; readonly reason: string }>
}

export interface ImportRows {
  readonly kind: "import"
  readonly rows: { readonly total: number; readonly chunks: ReadonlyArray<Chunk> }
  readonly audienceId?: string | null | undefined
  readonly webhookUrl?: string | null | undefined
}

/**
 * Contacts as JSON for the database, so that only pieces of them become texts and values on the event loop. A thread
 * can hand them over without a copy.
 */
export interface EncodedContacts {
  /** Number of contacts before those of the same number were merged. */
  readonly given: number
  /** Each number once, in the order of the first rows. */
  readonly phoneNumbers: ReadonlyArray<string>
  /** A row for each number, in the order of the numbers. */
  readonly rows: ReadonlyArray<EncodedRow>
  /** Whether a row has a consent. */
  readonly hasConsents: boolean
  /** The rows as JSON objects, one behind the other. */
  readonly json: Uint8Array<ArrayBuffer>
}

interface EncodedRow {
  /** The id of the contact if it is new. */
  readonly id: string
  readonly phoneNumber: string
  /** SQL that assigns the fields that the row has; other fields of a stored contact stay unchanged. */
  readonly changes: string
  readonly end: number
}

/** Rows that are stored and applied together. */
export interface Chunk {
  readonly firstIndex: number
  /** The rows as JSON. */
  readonly rows: Uint8Array<ArrayBuffer>
  /** Positions in `rows` of rows that are too large to store. Only the phone number of such a row is stored. */
  readonly tooLarge: ReadonlyArray<number>
}
