import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"

export const SecurityLogEntry = Schema.Struct({
  id: Schema.String,
  at: Timestamp,
  actor: Schema.String.annotate({ description: "admin, or key:<id>" }),
  action: Schema.String.annotate({ description: "The action, such as api-key.create" }),
  target: Schema.String.annotate({ description: "The id of the object that the action changed" }),
  details: Schema.Record(Schema.String, Schema.Json)
}).annotate({ identifier: "SecurityLogEntry" })
export type SecurityLogEntry = typeof SecurityLogEntry.Type
