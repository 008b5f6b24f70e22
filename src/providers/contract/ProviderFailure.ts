import { Schema } from "effect"

/** A request to a provider failed. */
export class ProviderFailure extends Schema.TaggedError<ProviderFailure>()("ProviderFailure", {
  /** The service that failed, such as `google-speech`. */
  provider: Schema.String,
  /** For operators and logs; never contains a key or words of a person. */
  reason: Schema.String,
  /** Whether a retry of the same request may succeed; otherwise only another provider can help. */
  retryable: Schema.Boolean,
  /** No request of the account, or for the model, can succeed until an operator acts: such as for a revoked key. */
  refusesAccount: Schema.optionalKey(Schema.Boolean),
  /** Time for which the provider asks for no further request, ms; at most an hour. */
  retryAfterMillis: Schema.optionalKey(Schema.Int)
}) {
  override get message() {
    return `${this.provider}: ${this.reason}`
  }
}
