import { Effect, Schema } from "effect"
import type { HttpClient, HttpClientError } from "effect/http"
import type { Page } from "../domain/schema/page.ts"
import { namingTheBody, problemsOf, sentence } from "../domain/schema/problems.ts"
import { why } from "../platform/observability/why.ts"
import { CommandError } from "./output.ts"

/** Loads the typed clients. Not imported at the top, so that help and the commands without a server start faster. */
export const loadClients = Effect.promise(() => import("../api/contract/clients.ts"))

const loadFetch = Effect.promise(() => import("effect/http/FetchHttpClient"))

interface Connection<Client, E> {
  readonly url: string
  readonly client: Effect.Effect<Client, never, HttpClient.HttpClient>
  /** The error for a key or token that the server does not accept. */
  readonly refused: (failure: ApiFailure) => E
}

/** Sends requests with a typed client, and turns its failures into errors with one line for people. */
export const requestsTo = Effect.fnUntraced(function* <Client, Refused>({
  client: make,
  refused,
  url
}: Connection<Client, Refused>) {
  const { Fetch, layer } = yield* loadFetch
  const client = yield* Effect.provide(make, layer)

  const ask = <A, E extends RequestError>(
    request: (client: Client) => Effect.Effect<A, E>
  ): Effect.Effect<A, CommandError | Refused> =>
    Effect.suspend(() => {
      let status: number | undefined
      // The key or token must not follow a redirect to another server.
      const send: typeof fetch = async (input, init) => {
        const response = await fetch(input, { ...init, redirect: "error" })
        status = response.status
        return response
      }
      const readable = (error: RequestError) => {
        if ("statusCode" in error) return error._tag === "Unauthorized" ? refused(error) : failed(error)
        if ("reason" in error) return unusable(url, error)
        return status === undefined ? invalid(error) : foreign(url, status)
      }
      return request(client).pipe(
        Effect.provideService(Fetch, send),
        Effect.mapError(readable),
        Effect.catchDefect((defect) => Effect.failSync(() => unsendable(defect))),
        inTime(url)
      )
    })

  /** Every item of a list, page after page. */
  const list = Effect.fnUntraced(function* <A, E extends RequestError>(
    read: (
      client: Client,
      query: Page
    ) => Effect.Effect<{ readonly data: ReadonlyArray<A>; readonly totalPages: number }, E>
  ) {
    const data: Array<A> = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = yield* ask((client) => read(client, { page, limit: 100 }))
      data.push(...found.data)
      pages = found.totalPages
    }
    return { data }
  })

  return { url, ask, list }
})

/** A request body with the service's defaults for the fields that are left out. */
export const payloadOf = <S extends Schema.Codec<unknown, unknown>>(
  schema: S,
  body: unknown
): Effect.Effect<S["Type"], CommandError> =>
  Effect.mapError(Schema.decodeUnknownEffect(schema, { errors: "all" })(body), invalid)

/** A failure as the contract describes it. */
interface ApiFailure {
  readonly _tag: string
  readonly statusCode: number
  readonly message: string
  readonly error: string
  readonly code: string
  readonly requestId: string
  readonly details?: ReadonlyArray<unknown> | undefined
}

type RequestError = ApiFailure | HttpClientError.HttpClientError | Schema.SchemaError

/** The request id leads to the line in the server's log. */
const failed = ({ code, details, error, message, requestId, statusCode }: ApiFailure) =>
  new CommandError({
    message: statusCode < 500 ? message : `${message} (request ${requestId})`,
    failure: { statusCode, message, error, code, requestId, ...(details !== undefined && { details }) }
  })

/** In the words of the service, which would refuse the request for the same reasons. */
const invalid = ({ issue }: Schema.SchemaError) => {
  const details = problemsOf(issue).map(namingTheBody)
  const message = sentence(details)
  return new CommandError({
    message,
    failure: { statusCode: 400, message, error: "Bad Request", code: "BAD_REQUEST", details }
  })
}

const unusable = (url: string, { reason }: HttpClientError.HttpClientError) => {
  if ("response" in reason && reason.cause === undefined) return foreign(url, reason.response.status)
  return new CommandError({ message: unreachable(url, reason.cause ?? reason) })
}

const unreachable = (url: string, cause: unknown) => {
  const code = codeOf(cause)
  if (code === "ECONNREFUSED") {
    return `No server is running at ${url}: start it with "npm start", or name another with --url`
  }
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER") return `The server at ${url} does not speak TLS: name it with http://`
  const reason = why(cause)
  return reason.includes("unexpected redirect")
    ? `The server at ${url} redirects to another address, to which no key or token is sent: name that one with --url, or sign in to the proxy that asks for it`
    : `The server at ${url} cannot be reached (${reason})`
}

// The error of fetch has no code of its own: the code is that of its cause.
const codeOf = (error: unknown): unknown =>
  error instanceof Error && ("code" in error ? error.code : codeOf(error.cause))

// The client throws for a text such as "..", which would change the path of the request.
const unsendable = (defect: unknown) => {
  const [, name] = /^Invalid path parameter: (\w+)$/.exec(defect instanceof Error ? defect.message : "") ?? []
  if (name === undefined) throw defect
  return new CommandError({ message: `${name} must not be "." or ".."` })
}

const foreign = (url: string, status: number) => new CommandError({ message: foreignAnswer(url, status) })

const foreignAnswer = (url: string, status: number) => {
  if ([502, 503, 504].includes(status)) {
    return `A proxy at ${url} gets no answer from Carillon (HTTP ${status}): check that the server runs, then try again`
  }
  const problem = `The server at ${url} is not Carillon: it answered with status ${status}`
  return status < 400
    ? `${problem}. A proxy may ask you to sign in: open the URL in a browser, or name another with --url`
    : problem
}

const inTime = (url: string) =>
  Effect.timeoutOrElse({
    duration: `${patience} seconds`,
    orElse: () =>
      Effect.fail(new CommandError({ message: `The server at ${url} did not answer within ${patience} seconds` }))
  })

/** Maximum time for an answer, seconds. */
const patience = 30
