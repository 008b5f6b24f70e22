import { Effect, Option, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { type BytesInFlight, bounds, type NoRoom } from "../../platform/rate-limit/BytesInFlight.ts"
import {
  BadRequest,
  PayloadTooLarge,
  ServiceUnavailable,
  TooManyRequests,
  UnsupportedMediaType
} from "../contract/shared/errors.ts"
import { Caller } from "../contract/shared/middleware.ts"
import { RequestInfo } from "./RequestInfo.ts"

export const tooLarge = (limit: number) => new PayloadTooLarge({ message: `The body must have at most ${limit} bytes` })

export const unreadable = () => new BadRequest({ message: "The body could not be read to its end" })

/** Refuses a compressed body: its size is not known before it is read. */
export const requireUncompressed = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const encoding = headers["content-encoding"]?.trim() ?? ""
  if (encoding === "" || encoding.toLowerCase() === "identity") return
  yield* new UnsupportedMediaType({ message: `Send the body uncompressed, without Content-Encoding: ${encoding}` })
})

/** Refuses a body that says to be too large, and reserves room for all others until the answer has been sent. */
export const reserveRoom = Effect.fnUntraced(function* (room: BytesInFlight["Service"], limit: number) {
  const length = yield* contentLength
  if (length !== undefined && length > limit) return yield* tooLarge(limit)
  const caller = Option.getOrUndefined(yield* Effect.serviceOption(Caller))
  const holder = caller === undefined ? "operators" : String(caller.organizationId)
  // A body of unknown length may become as large as is allowed.
  yield* Effect.catchTag(room.reserve({ holder, bytes: length ?? limit }), "NoRoom", refused)
})

const refused = Effect.fnUntraced(function* ({ holder }: NoRoom) {
  const { headers } = yield* RequestInfo
  headers["retry-after"] = String(retrySeconds)
  return yield* holder === "organization"
    ? new TooManyRequests({
        message: `Too many large requests at once: at most ${bounds.large.organizationRequests} are worked on for an organization. Send the next when one is answered`
      })
    : new ServiceUnavailable({
        message: `The service works on as many large requests as it can hold; try again in ${retrySeconds} s`
      })
})

/** Seconds after which a refused request may be sent again. */
const retrySeconds = 5

/** Receives the body into a buffer of its own, which can be handed to a thread. */
export const receiveBytes = Effect.fnUntraced(function* (limit: number) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const bytes = new Uint8Array((yield* contentLength) ?? limit)
  let size = 0
  yield* Stream.runForEachArray(request.stream, (pieces) =>
    Effect.suspend(() => {
      for (const piece of pieces) {
        if (size + piece.length > bytes.length) return Effect.fail(tooLarge(limit))
        bytes.set(piece, size)
        size += piece.length
      }
      return Effect.void
    })
  ).pipe(
    Effect.catchTag("HttpServerError", () => Effect.fail(unreadable())),
    Effect.timeoutOrElse({
      duration: "60 seconds",
      orElse: () => Effect.fail(new BadRequest({ message: "The body did not arrive within 60 s; send fewer rows" }))
    })
  )
  return bytes.subarray(0, size)
})

const contentLength = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
  headers["content-length"] === undefined ? undefined : Number(headers["content-length"])
)
