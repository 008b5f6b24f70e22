import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option, Redacted, Schema } from "effect"
import { Flag, GlobalFlag } from "effect/cli"
import { readSettings, type Settings } from "../platform/config.ts"
import { ifThere } from "../platform/files/durable-file.ts"
import { why } from "../platform/observability/why.ts"
import { Environment } from "./environment.ts"
import { CommandError } from "./output.ts"
import { loadClients, requestsTo } from "./requests.ts"

/** The server answers, but does not accept the admin token. */
export class TokenRefused extends Schema.TaggedError<TokenRefused>()("TokenRefused", { message: Schema.String }) {}

export const Url = GlobalFlag.Setting("url")({
  flag: Flag.String("url").pipe(
    Flag.filter(
      (url) => URL.canParse(url) && /^https?:/.test(url),
      () => "Expected: a URL that begins with http:// or https://"
    ),
    Flag.optional,
    Flag.withDescription(
      "URL of the server's admin API (default ADMIN_HOST and ADMIN_PORT of the settings, or else HOST and PORT)"
    )
  )
})

/** The admin API of the server that --url names, or that runs with the same settings on this machine. */
export const adminClient = Effect.gen(function* () {
  const { HOST, PORT, ADMIN_HOST, ADMIN_PORT, DATA_DIR, ADMIN_TOKEN } = yield* Environment
  // Without PUBLIC_URL the settings name the address that a process on this machine reaches.
  const settings = yield* readSettings({ HOST, PORT, ADMIN_HOST, ADMIN_PORT, DATA_DIR, ADMIN_TOKEN })
  return yield* adminClientAt(
    Option.getOrElse(yield* Url, () => settings.adminUrl),
    settings
  )
})

export type AdminClient = Effect.Success<ReturnType<typeof adminClientAt>>

/** The admin API of the server at a URL, with the token of the settings. */
export const adminClientAt = Effect.fnUntraced(function* (address: string, settings: Settings) {
  const url = address.replace(/\/+$/, "")
  const token = yield* readToken(settings)
  const { makeAdminClient } = yield* loadClients
  return yield* requestsTo({
    url,
    client: makeAdminClient({ url, adminToken: token?.value ?? "" }),
    refused: () => tokenRefused(url, token?.from, settings)
  })
})

export type ApiClient = Effect.Success<ReturnType<typeof apiClientAt>>

/** `/v1` of the server at a URL, with an API key. */
export const apiClientAt = Effect.fnUntraced(function* (url: string, apiKey: string) {
  const { makeClient } = yield* loadClients
  return yield* requestsTo({
    url,
    client: makeClient({ url, apiKey }),
    refused: ({ message }) => new CommandError({ message })
  })
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

const tokenRefused = (url: string, from: string | undefined, { dataDir }: Settings) =>
  new TokenRefused({
    message:
      from === undefined
        ? `The server at ${url} asks for its admin token, and there is none in ${dataDir}. Set ADMIN_TOKEN, or DATA_DIR to the folder that the server uses`
        : `The server at ${url} does not accept the admin token from ${from}`
  })
