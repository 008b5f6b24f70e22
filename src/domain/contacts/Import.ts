import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"

const statuses = ["PENDING", "PROCESSING", "COMPLETED", "COMPLETED_WITH_ERRORS", "FAILED"] as const
export type ImportStatus = (typeof statuses)[number]

/** The status of an import of `total` rows, of which `done` were processed and `failed` could not be applied. */
export const importStatus = (total: number, done: number, failed: number): ImportStatus => {
  if (done < total) return done === 0 ? "PENDING" : "PROCESSING"
  if (failed === 0) return "COMPLETED"
  return failed === total ? "FAILED" : "COMPLETED_WITH_ERRORS"
}

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const fields = {
  id: Schema.String,
  status: Schema.Literals(statuses),
  total: Count,
  created: Count,
  updated: Count,
  failed: Count.annotate({ description: "Rows that could not be applied" }),
  errorCount: Count.annotate({ description: "The same as failed" }),
  completedAt: Schema.NullOr(Timestamp)
}

export const Import = Schema.Struct(fields).annotate({ identifier: "Import" })
export type Import = typeof Import.Type

export const ListedImport = Schema.Struct({
  ...fields,
  audienceId: Schema.NullOr(Schema.String),
  source: Schema.Literals(["API", "UPLOAD"]),
  createdAt: Timestamp,
  startedAt: Schema.NullOr(Timestamp)
}).annotate({ identifier: "ListedImport" })
export type ListedImport = typeof ListedImport.Type

export const CreatedImport = Schema.Struct({
  importId: Schema.String,
  status: fields.status,
  total: fields.total
}).annotate({ identifier: "CreatedImport" })
export type CreatedImport = typeof CreatedImport.Type

/** A row that could not be applied, and why. */
export const ImportError = Schema.Struct({
  index: Count.annotate({ description: "Position of the row, from 0" }),
  phoneNumber: Schema.NullOr(Schema.String).annotate({ description: "As sent, if it was a string" }),
  reason: Schema.String
}).annotate({ identifier: "ImportError" })
export type ImportError = typeof ImportError.Type

const foreseen = {
  total: Count,
  created: Count,
  updated: Count,
  failed: Count,
  errors: Schema.Array(ImportError).annotate({ description: "The first 100 rows that would be rejected" })
}

/** The result that an import would have. */
export interface ForeseenImport extends Schema.Struct.Type<typeof foreseen> {}

export const ImportPreview = Schema.Struct({
  columns: Schema.Array(
    Schema.Struct({
      name: Schema.String.annotate({ description: "As in the first line" }),
      mapsTo: Schema.NullOr(Schema.String).annotate({
        description: "The field of a contact, or the key of its metadata; null for a column that is left out"
      })
    })
  ),
  rows: Schema.Array(Schema.Array(Schema.String)).annotate({ description: "The first 100 rows as they are" }),
  problem: Schema.NullOr(Schema.String).annotate({
    description: "Why the columns cannot be imported like this; the counts are 0 then"
  }),
  ...foreseen
}).annotate({ identifier: "ImportPreview" })
