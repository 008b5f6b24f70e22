import { Schema } from "effect"

/** No model gave a valid answer, so nothing is known about the conversation yet. */
export class AnalysisFailed extends Schema.TaggedError<AnalysisFailed>()("AnalysisFailed", {
  /** For operators and logs; contains no words of a person and no key. */
  reason: Schema.String,
  /** Time for which a provider asks for no further request, ms; 0 when none does. */
  retryAfterMillis: Schema.Int
}) {}
