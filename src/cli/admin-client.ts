import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option, Redacted } from "effect"
import { Flag, GlobalFlag } from "effect/cli"
import { readSettings, type Settings } from "../platform/config.ts"
import { ifThere } from "../platform/durable-file.ts"
import { why } from "../platform/why.ts"
import { CommandError } from "./output.ts"

export const Url = GlobalFlag.Setting("url")({
  flag: Flag.String("url").pipe(
    Flag.filter(
      (url) => URL.canParse(url) && /^https?:/.test(url),
      () => "Expected: a URL that begins with http:// or https://"
    ),
    Flag.optional,
    Flag.withDescription("Where the server listens (default: HOST and PORT of the settings)")
  )
})

type Method = "GET" | "POST" | "DELETE"

/** The admin API of a running server, whose answers are taken for what its contract says. Paths are below `/admin/v1`. */
export const adminClient = Effect.gen(function* () {
  const { HOST, PORT, DATA_DIR, ADMIN_TOKEN } = process.env
  // Without PUBLIC_URL the settings name the address that a process on this machine reaches.
  const settings = yield* readSettings({ HOST, PORT, DATA_DIR, ADMIN_TOKEN })
  const url = Option.getOrElse(yield* Url, () => settings.publicUrl).replace(/\/+$/, "")
  const token = yield* readToken(settings)

  const request = Effect.fnUntraced(function* <A>(method: Method, path: string, body?: unknown) {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token.value}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" })
    }
    const answer = yield* send(url, path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
    if (answer.status === 401) return yield* refusedToken(url, token?.from, settings)
    return (yield* read(url, answer)) as A
  })

  /** Every item of a list, page after page. */
  const list = Effect.fnUntraced(function* <A>(path: string) {
    const data: Array<A> = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = yield* request<{ readonly data: ReadonlyArray<A>; readonly totalPages: number }>(
        "GET",
        `${path}?page=${page}&limit=100`
      )
      data.push(...found.data)
      pages = found.totalPages
    }
    return { data }
  })

  return { request, list }
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

interface Answer {
  readonly status: number
  readonly text: string
}

const patience = 30_000

const send = (url: string, path: string, init: RequestInit): Effect.Effect<Answer, CommandError> =>
  Effect.tryPromise({
    try: async () => {
      // The token must not follow a redirect to another place.
      const options = { ...init, redirect: "error", signal: AbortSignal.timeout(patience) } as const
      const response = await fetch(`${url}/admin/v1${path}`, options)
      return { status: response.status, text: await response.text() }
    },
    catch: (error) => new CommandError({ message: unreachable(url, error) })
  })

const unreachable = (url: string, error: unknown) => {
  if (error instanceof Error && error.name === "TimeoutError") {
    return `The server at ${url} did not answer within ${patience / 1000} seconds`
  }
  return codeOf(error) === "ECONNREFUSED"
    ? `No server is running at ${url}: start it with "npm start", or name another with --url`
    : `The server at ${url} cannot be reached (${why(error)})`
}

// fetch itself only says that it failed; why is inside.
const codeOf = (error: unknown): unknown =>
  error instanceof Error && ("code" in error ? error.code : codeOf(error.cause))

const refusedToken = (url: string, from: string | undefined, { dataDir }: Settings) =>
  new CommandError({
    message:
      from === undefined
        ? `The server at ${url} asks for its admin token, and there is none in ${dataDir}. Set ADMIN_TOKEN, or DATA_DIR to the folder that the server uses`
        : `The server at ${url} does not accept the admin token from ${from}`
  })

const read = Effect.fnUntraced(function* (url: string, { status, text }: Answer) {
  const body = yield* Effect.try({
    try: () => JSON.parse(text) as unknown,
    catch: () => stranger(url, status)
  })
  if (status >= 200 && status < 300) return body
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
