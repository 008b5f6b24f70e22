import { Effect, Layer, Option, Redacted, Stream } from "effect"
import type OpenAI from "openai"
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions"
import { AppConfig, type LanguageModelSettings } from "../../platform/config.ts"
import { makeCircuit } from "../circuit.ts"
import { LanguageModel, type LlmProvider, type ReplyPart, type ReplyRequest } from "../LanguageModel.ts"
import { ProviderFailure } from "../ProviderFailure.ts"
import { endOf, nothingYet, take } from "./completion.ts"
import { openAiFailure } from "./openai-failure.ts"

/** The language models of both kinds of flow: OpenAI's own, and those of a server that speaks as OpenAI does. */
export const layer = Layer.effect(
  LanguageModel,
  Effect.gen(function* () {
    const { inference, openai } = yield* AppConfig
    const models: Record<LlmProvider, Model> = {
      HOSTED_API: Option.isSome(openai.apiKey)
        ? yield* makeModel("openai", openai, { baseUrl: "https://api.openai.com/v1", model: "gpt-4.1-mini" })
        : unconfigured("openai", "OPENAI_API_KEY"),
      PLATFORM_INFERENCE:
        Option.isSome(inference.baseUrl) && Option.isSome(inference.model)
          ? yield* makeModel("inference", inference, { baseUrl: inference.baseUrl.value, model: inference.model.value })
          : unconfigured("inference", "INFERENCE_BASE_URL and INFERENCE_MODEL")
    }
    return LanguageModel.of({ reply: (request) => models[request.provider](request) })
  })
)

type Model = (request: ReplyRequest) => Stream.Stream<ReplyPart, ProviderFailure>

const unconfigured =
  (provider: string, settings: string): Model =>
  () =>
    Stream.fail(new ProviderFailure({ provider, reason: `${settings} not set`, retryable: false }))

const makeModel = Effect.fnUntraced(function* (
  provider: string,
  settings: LanguageModelSettings,
  defaults: { readonly baseUrl: string; readonly model: string }
) {
  // It takes a third of a second to load, which only those pay who use it.
  const { OpenAI } = yield* Effect.promise(() => import("openai"))
  const model = Option.getOrElse(settings.model, () => defaults.model)
  const client = new OpenAI({
    apiKey: Option.match(settings.apiKey, { onNone: () => "none", onSome: Redacted.value }),
    baseURL: Option.getOrElse(settings.baseUrl, () => defaults.baseUrl),
    // Whoever waits for an answer decides what is tried next, and how soon.
    maxRetries: 0,
    timeout: headersMillis,
    organization: null,
    project: null,
    logLevel: "off"
  })
  const circuit = yield* makeCircuit({
    provider,
    patienceMillis: 1_200,
    probe: Effect.tryPromise({
      try: (signal) => client.models.list({ signal }),
      catch: (cause) => openAiFailure(provider, cause)
    })
  })
  return (request: ReplyRequest) => circuit.protect(replyOf(client, provider, bodyOf(model, request)))
})

// Until the server begins to answer, and from one piece of the answer to the next.
const headersMillis = 8_000
const progressMillis = 8_000

const bodyOf = (
  model: string,
  { messages, provider, system, tools }: ReplyRequest
): ChatCompletionCreateParamsStreaming => ({
  model,
  messages: [{ role: "system", content: system }, ...messages.map(({ role, text }) => ({ role, content: text }))],
  stream: true,
  stream_options: {
    include_usage: true,
    // Padding, which other servers do not know.
    ...(provider === "HOSTED_API" && { include_obfuscation: false })
  },
  ...(tools.length > 0 && {
    tools: tools.map(({ description, name, parameters }) => ({
      type: "function" as const,
      function: { name, description, parameters: { ...parameters } }
    }))
  })
})

const replyOf = (client: OpenAI, provider: string, body: ChatCompletionCreateParamsStreaming) =>
  Stream.unwrap(
    Effect.gen(function* () {
      // One signal for the whole reply: that of a promise says nothing once the headers have come.
      const { signal } = yield* Effect.acquireRelease(
        Effect.sync(() => new AbortController()),
        (controller) => Effect.sync(() => controller.abort())
      )
      const attempt = <A>(ask: () => PromiseLike<A>) =>
        Effect.tryPromise({ try: async () => await ask(), catch: (cause) => openAiFailure(provider, cause) })
      const chunks = yield* attempt(() => client.chat.completions.create(body, { signal }))
      const iterator = chunks[Symbol.asyncIterator]()
      let completion = nothingYet

      // The next that brings the answer on, however much comes that does not; null at the end.
      const next = Effect.gen(function* () {
        while (true) {
          const { done, value } = yield* attempt(() => iterator.next())
          if (done) return null
          const taken = take(completion, value)
          completion = taken.completion
          if (taken.progress) return taken.text
        }
      }).pipe(
        Effect.timeoutOrElse({
          duration: progressMillis,
          orElse: () => Effect.fail(failed(provider, `nothing new within ${progressMillis} ms`))
        }),
        // What breaks after the last word breaks nothing.
        Effect.catch((failure) => (completion.finish === null ? Effect.fail(failure) : Effect.succeed(null)))
      )

      const partsOf = (text: string | null): Effect.Effect<Page, ProviderFailure> => {
        if (text !== null) return Effect.succeed([text === "" ? [] : [{ kind: "token", text }], goOn])
        const end = endOf(completion)
        return "problem" in end ? Effect.fail(failed(provider, end.problem)) : Effect.succeed([end, Option.none()])
      }

      return Stream.paginate(undefined, () => Effect.flatMap(next, partsOf))
    })
  )

type Page = readonly [parts: ReadonlyArray<ReplyPart>, next: Option.Option<undefined>]

const goOn = Option.some(undefined)

const failed = (provider: string, reason: string) => new ProviderFailure({ provider, reason, retryable: true })
