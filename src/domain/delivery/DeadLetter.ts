import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"

/** A record of a topic that a consumer could not handle. */
export const DeadLetter = Schema.Struct({
  id: Schema.String,
  topic: Schema.String.annotate({ description: "Where it came from, without the prefix" }),
  group: Schema.String.annotate({ description: "The consumer group that gave it up" }),
  eventId: Schema.NullOr(Schema.String).annotate({ description: "Its ce_id; null when it has none that can be read" }),
  origin: Schema.String.annotate({ description: "Where on the topic it stands" }),
  attempts: Schema.Int,
  errorType: Schema.String,
  error: Schema.String.annotate({ description: "Why it was given up, without anything of the record" }),
  failedAt: Timestamp
}).annotate({ identifier: "DeadLetter" })
export type DeadLetter = typeof DeadLetter.Type
