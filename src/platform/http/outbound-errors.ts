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

/** Reports only the code of the cause, and its meaning, because its text may name the address. */
export const unreachable = (reason: Exclude<Unreachable["reason"], "timeout">, cause: unknown) => {
  const what = { dns: "DNS lookup", connection: "Connection", tls: "TLS handshake" }[reason]
  const code = String(cause instanceof Error && "code" in cause ? (cause.code ?? cause.name) : "connection closed")
  const meaning = meanings[code]
  return new Unreachable({ reason, message: `${what} failed${meaning === undefined ? "" : `: ${meaning}`} (${code})` })
}

/** Meanings of the codes that do not say by themselves what to change at the target. */
const meanings: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "the certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is signed by itself",
  ERR_SSL_WRONG_VERSION_NUMBER: "the port does not speak TLS",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another name",
  HTTPParserError: "the answer breaks the rules of HTTP",
  SELF_SIGNED_CERT_IN_CHAIN: "the certificate is of an authority that is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate comes without those of its authority",
  UND_ERR_HEADERS_OVERFLOW: "the headers of the answer are too long",
  UND_ERR_SOCKET: "it was closed before the whole answer had come"
}
