import http from "node:http"
import { Effect } from "effect"
import type { Client } from "undici"
import { abort } from "./connections.ts"
import { InvalidRequest, type Unreachable, unreachable } from "./outbound-errors.ts"
import { urlSyntaxProblem } from "./webhook-url.ts"

export interface OutboundRequest {
  readonly url: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** This client sets the headers that frame the message or control the connection, and ignores given ones. */
  readonly headers: Readonly<Record<string, string>>
  /** null: the request has none. */
  readonly body: string | null
  /** Maximum time of the request, ms. Left out: 15 s. */
  readonly timeoutMillis?: number
  /**
   * Sends the request at most once. By default it is sent again when the connection was kept from an earlier request and
   * turns out to be closed, so the receiver may get it twice.
   */
  readonly isSentOnce?: true
  /** Maximum size of the response's body, bytes; the rest is cut. Left out: 64 KiB. */
  readonly bodyLimit?: number
  /**
   * Called with each part of the response's body. From the moment at which it returns true the rest is not needed: the
   * request does not wait for a response that stays open.
   */
  readonly isEnough?: (part: Uint8Array) => boolean
}

export interface GuardedResponse {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** At most `bodyLimit` bytes of the body as received, without decompression. */
  readonly body: string
}

/** Usual maximum size of a response body, in bytes. */
const usualBodyLimit = 64 * 1024

/** Time in which a response that is long enough may end by itself, so that its connection can be used again, ms. */
const endsWithinMillis = 100

/** Headers that the client sets itself; given ones are ignored. */
const ownHeaders = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

/** Returns the URL of a request that can be sent as it is. */
export const sendable = Effect.fnUntraced(function* ({ url, headers }: OutboundRequest) {
  const problem = urlSyntaxProblem(url)
  if (problem !== undefined) return yield* new InvalidRequest({ message: `The URL ${problem}` })
  yield* Effect.try({
    try: () => {
      for (const [name, value] of Object.entries(headers)) {
        http.validateHeaderName(name)
        http.validateHeaderValue(name, value)
      }
    },
    catch: (cause) => new InvalidRequest({ message: (cause as Error).message })
  })
  return new URL(url)
})

/** Sends a request and returns the response, with at most `bodyLimit` bytes of its body. */
export const exchange = (client: Client, url: URL, request: OutboundRequest) =>
  Effect.callback<GuardedResponse & { readonly isComplete: boolean }, ExchangeFailure>((resume) => {
    const { bodyLimit = usualBodyLimit, isEnough } = request
    let status = 0
    let headers: Readonly<Record<string, string>> = {}
    let bytes: Buffer | undefined
    let size = 0
    let hasEnough = false
    // Only the first call counts.
    const finish = (isComplete: boolean) => {
      const answer = { status, headers, body: bytes === undefined ? "" : textOf(bytes.subarray(0, size)), isComplete }
      resume(Effect.succeed(answer))
    }
    client.dispatch(
      { method: request.method, path: `${url.pathname}${url.search}`, headers: headersOf(request), body: request.body },
      {
        onRequestStart: () => {},
        onResponseStart: (_, statusCode, received) => {
          status = statusCode
          headers = Object.fromEntries(Object.entries(received).map(([name, value]) => [name, String(value)]))
        },
        onResponseData: (_, chunk) => {
          bytes ??= Buffer.allocUnsafe(bodyLimit)
          size += chunk.copy(bytes, size)
          if (size === bodyLimit) finish(false)
          else if (!hasEnough && isEnough?.(chunk)) {
            hasEnough = true
            setTimeout(finish, endsWithinMillis, false)
          }
        },
        onResponseEnd: () => finish(true),
        onResponseError: (_, cause) => {
          if (hasEnough) return finish(false)
          resume(Effect.fail(Object.assign(unreachable("connection", cause), { hadNoResponse: status === 0 })))
        }
      }
    )
    return Effect.sync(() => abort(client))
  })

/** `hadNoResponse`: the exchange failed before any part of a response had arrived. */
type ExchangeFailure = Unreachable & { readonly hadNoResponse: boolean }

const headersOf = ({ headers }: OutboundRequest): Record<string, string> => {
  // Firewalls refuse requests without a user agent.
  const sent: Record<string, string> = { "user-agent": "Carillon" }
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (!ownHeaders.has(lower)) sent[lower] = value
  }
  sent["accept-encoding"] = "identity"
  return sent
}

// Drops a last character that the size limit cuts in two, and NUL, which a text column cannot store.
const textOf = (bytes: Buffer) => new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "")
