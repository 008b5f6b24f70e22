import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option, Redacted, Schema } from "effect"
import { Flag, GlobalFlag } from "effect/cli"
import { readSettings, type Settings } from "../platform/config.ts"
import { ifThere } from "../platform/files/durable-file.ts"
import { why } from "../platform/observability/why.ts"
import { eventsIn } from "./event-source.ts"
import { CommandError } from "./output.ts"

/** The server is there, and does not take the token. */
export class TokenRefused extends Schema.TaggedError<TokenRefused>()("TokenRefused", { message: Schema.String }) {}

export const Url = GlobalFlag.Setting("url")({
  flag: Flag.String("url").pipe(
    Flag.filter(
      (url) => URL.canParse(url) && /^https?:/.test(url),
      () => "Expected: a URL that begins with http:// or https://"
    ),
    Flag.optional,
    Flag.withDescription("Where the server listens (default HOST and PORT of the settings)")
  )
})

type Method = "GET" | "POST" | "DELETE"

/** The admin API of a running server, whose answers are taken for what its contract says. Paths are below `/admin/v1`. */
export const adminClient = Effect.gen(function* () {
  const { HOST, PORT, DATA_DIR, ADMIN_TOKEN } = process.env
  // Without PUBLIC_URL the settings name the address that a process on this machine reaches.
  const settings = yield* readSettings({ HOST, PORT, DATA_DIR, ADMIN_TOKEN })
  return yield* adminClientAt(
    Option.getOrElse(yield* Url, () => settings.publicUrl),
    settings
  )
})

export type AdminClient = Effect.Success<ReturnType<typeof adminClientAt>>

/** The admin API of the server at a URL, with the token of the settings. */
export const adminClientAt = Effect.fnUntraced(function* (place: string, settings: Settings) {
  const url = place.replace(/\/+$/, "")
  const token = yield* readToken(settings)

  const open = Effect.fnUntraced(function* (path: string, init: RequestInit) {
    const headers = { ...init.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token.value}` }) }
    const response = yield* send(url, path, { ...init, headers })
    if (response.status === 401) return yield* refusedToken(url, token?.from, settings)
    return response
  })

  const request = <A>(method: Method, path: string, body?: unknown) =>
    open(
      path,
      body === undefined
        ? { method }
        : { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
    ).pipe(
      Effect.flatMap((response) => read(url, response)),
      inTime(url),
      Effect.map((answer) => answer as A)
    )

  /** What the server sends on a path: from the moment on that this has ended, until the connection is lost. */
  const follow = Effect.fnUntraced(function* <A>(path: string) {
    const response = yield* inTime(url)(open(path, {}))
    if (response.ok && response.body !== null) return eventsIn<A>(response.body)
    return yield* Effect.andThen(read(url, response), stranger(url, response.status))
  })

  /** Every item of a list, page after page. */
  const list = Effect.fnUntraced(function* <A>(path: string, query: Readonly<Record<string, string>> = {}) {
    const data: Array<A> = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = yield* request<{ readonly data: ReadonlyArray<A>; readonly totalPages: number }>(
        "GET",
        `${path}?${new URLSearchParams({ ...query, page: String(page), limit: "100" })}`
      )
      data.push(...found.data)
      pages = found.totalPages
    }
    return { data }
  })

  return { url, request, list, follow }
})

interface Token {
  readonly value: string
  readonly from: string
}

const readToken = Effect.fnUntraced(function* ({ adminToken, dataDir }: Settings) {
  if (Option.isSome(adminToken)) return { value: Redacted.value(adminToken.value), from: "ADMIN_TOKEN" }
  const file = join(dataDir, "admin-token")
  const text = yield* Effect.tryPromise({
    try: () => ifThere(readFile(file, "utf8")),
    catch: (error) => new CommandError({ message: `Cannot read ${file} (${why(error)})` })
  })
  return text === undefined ? undefined : ({ value: text.trim(), from: file } satisfies Token)
})

const send = (url: string, path: string, init: RequestInit): Effect.Effect<Response, CommandError> =>
  Effect.tryPromise({
    // The token must not follow a redirect to another place.
    try: (signal) => fetch(`${url}/admin/v1${path}`, { ...init, redirect: "error", signal }),
    catch: (error) => unreachable(url, error)
  })

const inTime = (url: string) =>
  Effect.timeoutOrElse({
    duration: `${patience} seconds`,
    orElse: () =>
      Effect.fail(new CommandError({ message: `The server at ${url} did not answer within ${patience} seconds` }))
  })

const patience = 30

const unreachable = (url: string, error: unknown) =>
  new CommandError({
    message:
      codeOf(error) === "ECONNREFUSED"
        ? `No server is running at ${url}: start it with "npm start", or name another with --url`
        : `The server at ${url} cannot be reached (${why(error)})`
  })

// fetch itself only says that it failed; why is inside.
const codeOf = (error: unknown): unknown =>
  error instanceof Error && ("code" in error ? error.code : codeOf(error.cause))

const refusedToken = (url: string, from: string | undefined, { dataDir }: Settings) =>
  new TokenRefused({
    message:
      from === undefined
        ? `The server at ${url} asks for its admin token, and there is none in ${dataDir}. Set ADMIN_TOKEN, or DATA_DIR to the folder that the server uses`
        : `The server at ${url} does not accept the admin token from ${from}`
  })

const read = Effect.fnUntraced(function* (url: string, response: Response) {
  const { ok, status } = response
  const text = yield* Effect.tryPromise({ try: () => response.text(), catch: (error) => unreachable(url, error) })
  const body = yield* Effect.try({
    try: () => JSON.parse(text) as unknown,
    catch: () => stranger(url, status)
  })
  if (ok) return body
  return yield* isFailure(body) ? new CommandError({ message: explain(body), failure: body }) : stranger(url, status)
})

const stranger = (url: string, status: number) =>
  new CommandError({ message: `What listens at ${url} is no Carillon server: it answered with the status ${status}` })

interface Failure {
  readonly statusCode: number
  readonly message: string
  readonly requestId: string
}

const isFailure = (body: unknown): body is Failure =>
  typeof body === "object" && body !== null && "message" in body && "requestId" in body

// The request id leads to the line in the server's log.
const explain = ({ message, requestId, statusCode }: Failure) =>
  statusCode < 500 ? message : `${message} (request ${requestId})`
