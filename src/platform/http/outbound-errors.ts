import { Effect, Schema } from "effect"

/**
 * The target is, or resolves to, an address that clients may not reach through us. The message never names the address.
 */
export class AddressNotAllowed extends Schema.TaggedError<AddressNotAllowed>()("AddressNotAllowed", {
  message: Schema.String
}) {}

/** No complete response arrived; another attempt may succeed. */
export class Unreachable extends Schema.TaggedError<Unreachable>()("Unreachable", {
  reason: Schema.Literals(["dns", "connection", "tls", "timeout"]),
  message: Schema.String
}) {}

/** The URL or a header cannot be sent as it is. */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()("InvalidRequest", {
  message: Schema.String
}) {}

export const notAllowed = Effect.suspend(() => new AddressNotAllowed({ message: "Target address not allowed" }))

/** Reports only the code of the cause, because its text may name the address. */
export const unreachable = (reason: Exclude<Unreachable["reason"], "timeout">, cause: unknown) => {
  const what = { dns: "DNS lookup", connection: "Connection", tls: "TLS handshake" }[reason]
  const code = cause instanceof Error && "code" in cause ? (cause.code ?? cause.name) : "connection closed"
  return new Unreachable({ reason, message: `${what} failed (${code})` })
}
