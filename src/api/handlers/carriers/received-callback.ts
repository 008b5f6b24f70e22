import { ByteSize, Effect } from "effect"
import { HttpIncomingMessage, HttpServerRequest } from "effect/http"
import { CallUrls } from "../../../carriers/CallUrls.ts"
import type { ReceivedCallback } from "../../../carriers/Carrier.ts"

/** Reads a request of the carrier. Its signature covers the URL that the carrier was given. */
export const receivedCallback = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { base } = yield* CallUrls
  const body = yield* request.text.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxCallbackBytes))
  )
  return {
    url: `${yield* base}${request.url}`,
    headers: request.headers,
    form: [...new URLSearchParams(body)]
  } satisfies ReceivedCallback
})

/** Maximum size of a callback, bytes. */
const maxCallbackBytes = 64 * 1024
