import { Effect, Option, Redacted } from "effect"

/** A client of OpenAI, or of a server that speaks as OpenAI does; with nothing that the environment may name besides. */
export const openAiClient = Effect.fnUntraced(function* (
  server: { readonly baseUrl: string; readonly apiKey: Option.Option<Redacted.Redacted> },
  timeoutMillis: number
) {
  // It takes a third of a second to load, which only those pay who use it.
  const { OpenAI } = yield* Effect.promise(() => import("openai"))
  return new OpenAI({
    apiKey: Option.match(server.apiKey, { onNone: () => "none", onSome: Redacted.value }),
    baseURL: server.baseUrl,
    // Whoever waits for an answer decides what is tried next, and how soon.
    maxRetries: 0,
    timeout: timeoutMillis,
    organization: null,
    project: null,
    logLevel: "off"
  })
})
