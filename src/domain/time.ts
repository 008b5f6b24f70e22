import { Schema, SchemaTransformation } from "effect"

/** A moment: a Date inside, ISO 8601 in UTC on the wire. */
export const Timestamp = Schema.String.annotate({ format: "date-time", description: "ISO 8601, UTC" }).pipe(
  Schema.decodeTo(Schema.Date, SchemaTransformation.dateFromString)
)
