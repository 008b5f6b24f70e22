import { ByteSize, Context, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpServerRequest } from "effect/http"
import { BadRequest, PayloadTooLarge, UnsupportedMediaType } from "../contract/shared/errors.ts"
import { BodyLimit, JsonBody } from "../contract/shared/middleware.ts"
import { jsonProblem } from "./strict-json.ts"

export const JsonBodyLive = Layer.succeed(
  JsonBody,
  Effect.fnUntraced(function* (httpEffect, { endpoint }) {
    const request = yield* HttpServerRequest.HttpServerRequest
    if (!isJson(request.headers["content-type"])) {
      return yield* new UnsupportedMediaType({ message: "Send the body as JSON, with Content-Type: application/json" })
    }
    const limit = Context.get(endpoint.annotations, BodyLimit)
    // The request caches the bytes that are read here, so the body is not read twice.
    const bytes = yield* request.arrayBuffer.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limit)),
      Effect.mapError(({ reason }) =>
        reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
          ? new PayloadTooLarge({ message: `The body must have at most ${limit} bytes` })
          : new BadRequest({ message: "The body could not be read to its end" })
      )
    )
    const problem = jsonProblem(bytes)
    if (problem !== undefined) {
      const { path, message } = problem
      return yield* new BadRequest({ message: path === "" ? message : `${path} ${message}`, details: [problem] })
    }
    return yield* httpEffect
  })
)

// A body without a media type is read as JSON: that is what most clients mean.
const isJson = (contentType: string | undefined) =>
  contentType === undefined || /^application\/json\s*(;|$)/i.test(contentType.trim())
