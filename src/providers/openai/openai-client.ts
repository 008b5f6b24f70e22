import { Effect, Option, Redacted } from "effect"

/** Makes a client of OpenAI or a compatible server, ignoring the SDK's own environment variables. */
export const openAiClient = Effect.fnUntraced(function* (
  server: { readonly baseUrl: string; readonly apiKey: Option.Option<Redacted.Redacted> },
  timeoutMillis: number
) {
  // Loaded on demand: the SDK takes a third of a second.
  const { OpenAI } = yield* Effect.promise(() => import("openai"))
  return new OpenAI({
    apiKey: Option.match(server.apiKey, { onNone: () => "none", onSome: Redacted.value }),
    baseURL: server.baseUrl,
    // The callers retry by themselves.
    maxRetries: 0,
    timeout: timeoutMillis,
    organization: null,
    project: null,
    logLevel: "off"
  })
})
