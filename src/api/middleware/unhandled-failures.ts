import { Cause, Effect, Stream } from "effect"
import { HttpBody, HttpServerError, type HttpServerRequest, HttpServerResponse, Multipart } from "effect/http"
import { BlobError } from "../../platform/files/blobs.ts"
import { isDatabaseAway } from "../../platform/sql/database-errors.ts"
import { failureResponse } from "./failure-response.ts"
import { RequestInfo } from "./RequestInfo.ts"
import { type RequestFailure, routeFailure } from "./route-table.ts"

/** Answers a request that failed with anything but an error of its contract: 500, unless the cause is known. */
export const answerFailure = (cause: Cause.Cause<unknown>, request: HttpServerRequest.HttpServerRequest) =>
  Effect.gen(function* () {
    // The client has disconnected: there is no one to answer.
    if (Cause.hasInterruptsOnly(cause)) return yield* Effect.failCause(cause as Cause.Cause<never>)
    const error = Cause.squash(cause)
    const failure = knownFailure(error, request)
    if (failure === undefined) {
      yield* Effect.logError("A request failed unexpectedly", cause)
      return yield* failureResponse({
        statusCode: 500,
        message: "Something went wrong on our side; the request id helps to find out what"
      })
    }
    if (failure.statusCode === 503) {
      yield* Effect.logError(`The ${isBlobError(error) ? "file store" : "database"} cannot be used`, cause)
    }
    const { headers } = yield* RequestInfo
    Object.assign(headers, failure.headers)
    return yield* failureResponse(failure)
  })

/** Replaces the body of a failure that the framework answered by itself, such as an unsupported media type. */
export const withErrorBody = (response: HttpServerResponse.HttpServerResponse) =>
  response.status < 400 || response.headers["content-type"]?.startsWith("application/json") === true
    ? Effect.succeed(response)
    : failureResponse({
        statusCode: response.status,
        message: frameworkMessages[response.status] ?? "The request failed"
      })

/** Logs why the body of an answer broke off. The client has the status already, and only sees that its connection ends. */
export const withLoggedBreak = (response: HttpServerResponse.HttpServerResponse, requestId: string) => {
  const { body } = response
  if (body._tag !== "Stream") return response
  const logged = Stream.tapCause(body.stream, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.void
      : Effect.annotateLogs(Effect.logError("An answer broke off", cause), { requestId })
  )
  return HttpServerResponse.setBody(response, HttpBody.stream(logged, body.contentType, body.contentLength))
}

const frameworkMessages: Record<number, string> = {
  413: "The body is too large",
  415: "The body is of a type that this path does not take"
}

const knownFailure = (error: unknown, request: HttpServerRequest.HttpServerRequest): RequestFailure | undefined => {
  if (HttpServerError.isHttpServerError(error)) return serverFailure(error, request)
  if (Multipart.isMultipartError(error)) {
    if (error.reason._tag === "InternalError") return undefined
    return error.reason._tag === "Parse"
      ? { statusCode: 400, message: "The multipart body could not be read" }
      : { statusCode: 413, message: "The upload is too large, or has too many parts" }
  }
  if (isDatabaseAway(error)) return away("database")
  if (isBlobError(error)) return away("file store")
  return undefined
}

const isBlobError = (error: unknown) => error instanceof BlobError

const away = (store: string): RequestFailure => ({
  statusCode: 503,
  message: `The service cannot use its ${store} now; try again in a moment`,
  headers: { "retry-after": "5" }
})

const serverFailure = (
  { reason }: HttpServerError.HttpServerError,
  request: HttpServerRequest.HttpServerRequest
): RequestFailure | undefined => {
  if (reason._tag === "RouteNotFound") return routeFailure(request.url)
  if (reason._tag !== "RequestParseError") return undefined
  return reason.reason === "BodyTooLarge"
    ? { statusCode: 413, message: "The body is too large" }
    : { statusCode: 400, message: "The request could not be read" }
}
