import { Cause, Effect, Metric } from "effect"
import { FindMyWay, HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse, Multipart } from "effect/http"
import { HttpApi } from "effect/http-api"
import { SqlError } from "effect/sql"
import type { unhandled } from "effect/Types"
import { newId } from "../../platform/ids.ts"
import { AdminApi } from "../contract/AdminApi.ts"
import { Api } from "../contract/Api.ts"
import { failureResponse } from "./failure-response.ts"
import { RequestInfo } from "./RequestInfo.ts"

/** What holds for every request, known path or not: an id, one error body, and being counted. */
export const EveryRequest = HttpRouter.middleware(
  Effect.fnUntraced(function* (httpEffect): Effect.fn.Return<
    HttpServerResponse.HttpServerResponse,
    unhandled,
    HttpServerRequest.HttpServerRequest
  > {
    const request = yield* HttpServerRequest.HttpServerRequest
    const startedAt = performance.now()
    const id = requestIdOf(request)
    const headers: Record<string, string> = { "x-request-id": id, "x-content-type-options": "nosniff" }
    const response = yield* (isAmbiguous(request.url) ? failureResponse(nothingHere) : httpEffect).pipe(
      Effect.flatMap(withBody),
      Effect.catchCause((cause) => answerFailure(cause, request)),
      Effect.provideService(RequestInfo, { id, headers }),
      Effect.annotateLogs("requestId", id)
    )
    yield* count(request.method, response.status, performance.now() - startedAt)
    if (response.headers["content-type"] === "text/html") headers["content-security-policy"] = nothingFromElsewhere
    return HttpServerResponse.setHeaders(response, headers)
  }),
  { global: true }
)

// The pages bring all they need; the browser sees to it that nothing is fetched from, or sent to, anybody else.
const nothingFromElsewhere =
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; form-action 'self'; frame-ancestors 'none'"

// The router takes a path for ended at a semicolon: a request would do one thing where it names another.
const isAmbiguous = (url: string) => /^[^?]*;/.test(url)

const nothingHere = { statusCode: 404, message: "There is nothing at this path; /docs lists what there is" }

// A client may name its request, so that its own logs and ours meet.
const requestIdOf = ({ headers }: HttpServerRequest.HttpServerRequest): string => {
  const given = headers["x-request-id"]
  return given !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : newId()
}

// Failures that the framework answers by itself, such as a body of another type, get our body as well.
const withBody = (response: HttpServerResponse.HttpServerResponse) =>
  response.status < 400 || response.headers["content-type"]?.startsWith("application/json") === true
    ? Effect.succeed(response)
    : failureResponse({ statusCode: response.status, message: plainMessages[response.status] ?? "The request failed" })

const plainMessages: Record<number, string> = {
  413: "The body is too large",
  415: "The body is of a type that this path does not take"
}

const answerFailure = (cause: Cause.Cause<unknown>, request: HttpServerRequest.HttpServerRequest) =>
  Effect.gen(function* () {
    // The client has gone: there is nobody to answer.
    if (Cause.hasInterruptsOnly(cause)) return yield* Effect.failCause(cause as Cause.Cause<never>)
    const failure = expected(Cause.squash(cause), request)
    if (failure === undefined) {
      yield* Effect.logError("A request failed unexpectedly", cause)
      return yield* failureResponse({
        statusCode: 500,
        message: "Something went wrong on our side; the request id helps to find out what"
      })
    }
    if (failure.statusCode === 503) yield* Effect.logError("The database cannot be reached", cause)
    const { headers } = yield* RequestInfo
    Object.assign(headers, failure.headers)
    return yield* failureResponse(failure)
  })

interface Expected {
  readonly statusCode: number
  readonly message: string
  readonly headers?: Record<string, string>
}

const expected = (error: unknown, request: HttpServerRequest.HttpServerRequest): Expected | undefined => {
  if (HttpServerError.isHttpServerError(error)) return ofServerError(error, request)
  if (Multipart.isMultipartError(error)) {
    if (error.reason._tag === "InternalError") return undefined
    return error.reason._tag === "Parse"
      ? { statusCode: 400, message: "The multipart body could not be read" }
      : { statusCode: 413, message: "The upload is too large, or has too many parts" }
  }
  if (SqlError.isSqlError(error) && error.reason._tag === "ConnectionError") {
    return {
      statusCode: 503,
      message: "The service cannot reach its database; try again in a moment",
      headers: { "retry-after": "5" }
    }
  }
  return undefined
}

const ofServerError = (
  { reason }: HttpServerError.HttpServerError,
  request: HttpServerRequest.HttpServerRequest
): Expected | undefined => {
  if (reason._tag === "RouteNotFound") return noRoute(request)
  if (reason._tag !== "RequestParseError") return undefined
  return reason.reason === "BodyTooLarge"
    ? { statusCode: 413, message: "The body is too large" }
    : { statusCode: 400, message: "The request could not be read" }
}

const noRoute = ({ url }: HttpServerRequest.HttpServerRequest): Expected => {
  const allowed = methods.filter((method) => table.find(method, url) !== undefined)
  if (allowed.length === 0) return nothingHere
  if (allowed.includes("GET")) allowed.push("HEAD")
  return {
    statusCode: 405,
    message: `This path takes ${allowed.join(", ")}`,
    headers: { allow: allowed.join(", ") }
  }
}

/** Where carriers say what becomes of a call. */
export const callbackPath = "/carriers/:carrier/status/:attemptId"

/** Where carriers bring the sound of a call. */
export const mediaPath = "/carriers/:carrier/media/:token"

/** Where what was said is shown to those who have the link. */
export const transcriptPath = "/v1/transcripts/:token"

/** The other paths beside the two interfaces; all are read. */
export const plainPaths = {
  live: "/healthz",
  ready: "/readyz",
  metrics: "/metrics",
  docs: "/docs",
  adminDocs: "/docs/admin",
  openapi: "/v1/openapi.json",
  adminOpenapi: "/admin/v1/openapi.json",
  asyncapi: "/asyncapi.json"
} as const

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

/** An id of any length is a wrong id, not a wrong path; the size of the headers bounds it. */
export const routerConfig = { maxParamLength: 16_384 }

// The router itself cannot tell a wrong method from a wrong path.
const table = FindMyWay.make<true>(routerConfig)
const enter: Parameters<typeof HttpApi.reflect>[1] = {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint }) => table.on(endpoint.method, endpoint.path as `/${string}`, true)
}
HttpApi.reflect(Api, enter)
HttpApi.reflect(AdminApi, enter)
for (const path of Object.values(plainPaths)) table.on("GET", path, true)
table.on("POST", callbackPath, true)
table.on("GET", mediaPath, true)
table.on("GET", transcriptPath, true)

const requests = Metric.counter("http_requests", { description: "Requests answered", incremental: true })
const durations = Metric.histogram("http_request_duration_ms", {
  description: "Time from a request to its answer, in milliseconds",
  boundaries: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]
})

const count = (method: string, status: number, millis: number) =>
  Effect.andThen(
    Metric.update(requestsOf(method, status), 1),
    // A websocket lasts as long as a call.
    status === 101 ? Effect.void : Metric.update(durations, millis)
  )

// Few methods and statuses come again and again.
const requestsOf = (method: string, status: number) => {
  const label = `${method} ${status}`
  const known = counters.get(label) ?? Metric.withAttributes(requests, { method, status: String(status) })
  counters.set(label, known)
  return known
}
const counters = new Map<string, typeof requests>()
