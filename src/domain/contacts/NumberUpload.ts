import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"

const statuses = ["PENDING", "PROCESSING", "COMPLETED", "COMPLETED_WITH_ERRORS", "CANCELLED"] as const

const OfList = Schema.NullOr(Schema.String)

/** A file of numbers that must not be called, which is applied in the background. */
export const NumberUpload = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["DO_NOT_CONTACT", "LIST"]).annotate({
    description:
      "DO_NOT_CONTACT: its numbers are added to Do Not Contact. LIST: it takes the place of a list of numbers"
  }),
  scope: Schema.Literals(["ORGANIZATION", "INSTALLATION"]),
  registry: OfList.annotate({ description: "Null for Do Not Contact, as are name and dated" }),
  name: OfList,
  dated: OfList,
  status: Schema.Literals(statuses).annotate({
    description: "A list is in force once its upload is COMPLETED or COMPLETED_WITH_ERRORS, and not before"
  }),
  total: Schema.Int.annotate({ description: "Rows of the file, without the line that names the columns" }),
  done: Schema.Int.annotate({ description: "Rows that were read" }),
  added: Schema.Int.annotate({
    description:
      "Numbers that were not on Do Not Contact before; for a list, its numbers, of which one that the file repeats counts once when the list is in force"
  }),
  existing: Schema.Int.annotate({ description: "Numbers that were on Do Not Contact already; 0 for a list" }),
  rejected: Schema.Int.annotate({
    description: "Rows without a valid number, or with another value that is not valid"
  }),
  listId: Schema.NullOr(Schema.String).annotate({ description: "The list, once it is in force" }),
  createdAt: Timestamp,
  startedAt: Schema.NullOr(Timestamp),
  completedAt: Schema.NullOr(Timestamp).annotate({ description: "When it was completed or cancelled" })
}).annotate({ identifier: "NumberUpload" })
export type NumberUpload = typeof NumberUpload.Type

/** A row of the file that was rejected, and why. */
export const NumberUploadError = Schema.Struct({
  row: Schema.Int.annotate({ description: "From 1, without the line that names the columns" }),
  phoneNumber: Schema.NullOr(Schema.String).annotate({ description: "As written; null for a list" }),
  reason: Schema.String
}).annotate({ identifier: "NumberUploadError" })
export type NumberUploadError = typeof NumberUploadError.Type
