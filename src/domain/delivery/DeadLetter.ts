import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"

/** A record of a topic that a consumer could not process. */
export const DeadLetter = Schema.Struct({
  id: Schema.String,
  topic: Schema.String.annotate({ description: "The topic it came from, without the prefix" }),
  group: Schema.String.annotate({ description: "The consumer group that gave up on it" }),
  eventId: Schema.NullOr(Schema.String).annotate({ description: "Its ce_id; null if it has none that can be read" }),
  origin: Schema.String.annotate({ description: "Its position in the topic" }),
  attempts: Schema.Int,
  errorType: Schema.String,
  error: Schema.String.annotate({ description: "Why it was given up, without any content of the record" }),
  failedAt: Timestamp
}).annotate({ identifier: "DeadLetter" })
export type DeadLetter = typeof DeadLetter.Type
