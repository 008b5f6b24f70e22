import { Schema } from "effect"

/** What a provider could not do. */
export class ProviderFailure extends Schema.TaggedError<ProviderFailure>()("ProviderFailure", {
  /** The service that failed, such as `google-speech`. */
  provider: Schema.String,
  /** For people and logs: never a key, never a word of a person. */
  reason: Schema.String,
  /** The same request may go well when it is made again; otherwise only another provider can help. */
  retryable: Schema.Boolean
}) {
  override get message() {
    return `${this.provider}: ${this.reason}`
  }
}
