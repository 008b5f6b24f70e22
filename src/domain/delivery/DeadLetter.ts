import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"

/** A record of a topic that a consumer could not process. */
export const DeadLetter = Schema.Struct({
  id: Schema.String,
  topic: Schema.String.annotate({ description: "The topic of the record, without the prefix" }),
  group: Schema.String.annotate({ description: "The consumer group that gave up on the record" }),
  eventId: Schema.NullOr(Schema.String).annotate({
    description: "The record's ce_id; null if it is missing or invalid"
  }),
  origin: Schema.String.annotate({ description: "The position of the record in the topic" }),
  attempts: Schema.Int,
  errorType: Schema.String,
  error: Schema.String.annotate({ description: "Why the group gave up on it, without any content of the record" }),
  failedAt: Timestamp
}).annotate({ identifier: "DeadLetter" })
export type DeadLetter = typeof DeadLetter.Type
