import { Effect, Layer, Option, type Redacted, Stream } from "effect"
import type OpenAI from "openai"
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions"
import { AppConfig, type Settings } from "../../platform/config.ts"
import { makeCircuit } from "../circuit/circuit.ts"
import { noteLiveCircuit } from "../circuit/live-circuits.ts"
import {
  LanguageModel,
  type LlmProvider,
  type ReplyPart,
  type ReplyRequest,
  type Tool
} from "../contract/LanguageModel.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import { endOf, isChunk, nothingYet, take, withAnswerInText } from "./completion.ts"
import { openAiClient } from "./openai-client.ts"
import { openAiFailure } from "./openai-failure.ts"

/** The language models for both kinds of flow: OpenAI's own, and those of an OpenAI-compatible server. */
export const layer = Layer.effect(
  LanguageModel,
  Effect.gen(function* () {
    const servers = serversOf(yield* AppConfig)
    const models: Record<LlmProvider, Model> = {
      HOSTED_API: yield* makeModel("HOSTED_API", servers.HOSTED_API),
      PLATFORM_INFERENCE: yield* makeModel("PLATFORM_INFERENCE", servers.PLATFORM_INFERENCE)
    }
    return LanguageModel.of({ reply: (request) => models[request.provider](request) })
  })
)

/** Lists the models of a server, which is free and shows whether the server answers and accepts the key. */
export const examine = (settings: Settings, kind: LlmProvider): Effect.Effect<void, ProviderFailure> => {
  const server = serversOf(settings)[kind]
  return "missing" in server
    ? notSet(server)
    : Effect.flatMap(openAiClient(server, headersMillis), (client) => listModels(server, client))
}

type Model = (request: ReplyRequest) => Stream.Stream<ReplyPart, ProviderFailure>

interface Server {
  readonly name: string
  readonly baseUrl: string
  readonly model: string
  readonly apiKey: Option.Option<Redacted.Redacted>
}

interface NoServer extends Pick<Server, "name"> {
  readonly missing: string
}

const serversOf = ({ inference, openai }: Settings): Readonly<Record<LlmProvider, Server | NoServer>> => ({
  HOSTED_API: Option.isSome(openai.apiKey)
    ? {
        name: "openai",
        apiKey: openai.apiKey,
        baseUrl: Option.getOrElse(openai.baseUrl, () => "https://api.openai.com/v1"),
        model: Option.getOrElse(openai.model, () => "gpt-4.1")
      }
    : { name: "openai", missing: "OPENAI_API_KEY" },
  PLATFORM_INFERENCE:
    Option.isSome(inference.baseUrl) && Option.isSome(inference.model)
      ? {
          name: "inference",
          apiKey: inference.apiKey,
          baseUrl: inference.baseUrl.value,
          model: inference.model.value
        }
      : { name: "inference", missing: "INFERENCE_BASE_URL and INFERENCE_MODEL" }
})

const notSet = ({ missing, name }: NoServer) =>
  Effect.fail(new ProviderFailure({ provider: name, reason: `${missing} not set`, retryable: false }))

const listModels = ({ name }: Server, client: OpenAI) =>
  Effect.tryPromise({
    try: (signal) => client.models.list({ signal }),
    catch: (cause) => openAiFailure(name, cause)
  }).pipe(Effect.asVoid)

const makeModel = Effect.fnUntraced(function* (kind: LlmProvider, server: Server | NoServer) {
  if ("missing" in server) return (() => Stream.fromEffect(notSet(server))) satisfies Model
  const client = yield* openAiClient(server, headersMillis)
  const circuitWith = (patienceMillis: number) =>
    makeCircuit({ provider: server.name, patienceMillis, probe: listModels(server, client) })
  const circuitOfReplies = yield* circuitWith(1_200)
  yield* noteLiveCircuit(kind, circuitOfReplies)
  // Analyses wait for a whole answer; their slowness must not open the circuit of live replies.
  const circuitOfAnalyses = yield* circuitWith(3_500)
  return ((request) =>
    (request.answerBy === undefined ? circuitOfReplies : circuitOfAnalyses).protect(
      replyOf(client, server.name, bodyOf(server.model, request), request.answerBy)
    )) satisfies Model
})

/** Maximum time until the response headers, and from one part of the answer to the next, ms. */
const headersMillis = 8_000
const progressMillis = 8_000

const bodyOf = (
  model: string,
  { answerBy, messages, provider, system, tools }: ReplyRequest
): ChatCompletionCreateParamsStreaming => ({
  model,
  messages: [{ role: "system", content: system }, ...messages.map(({ role, text }) => ({ role, content: text }))],
  stream: true,
  stream_options: {
    include_usage: true,
    // Turns off OpenAI's padding. Other servers do not know the option.
    ...(provider === "HOSTED_API" && { include_obfuscation: false })
  },
  ...(answerBy === undefined
    ? tools.length > 0 && { tools: tools.map(functionOf) }
    : {
        tools: [functionOf(answerBy)],
        tool_choice: { type: "function", function: { name: answerBy.name } },
        // OpenAI's reasoning models refuse a temperature. Not every other server knows OpenAI's name for the maximum.
        ...(!/^(o\d|gpt-[5-9])/.test(model) && { temperature: 0 }),
        ...(provider === "HOSTED_API" ? { max_completion_tokens: mostTokens } : { max_tokens: mostTokens })
      })
})

const functionOf = ({ description, name, parameters }: Tool) => ({
  type: "function" as const,
  function: { name, description, parameters: { ...parameters } }
})

/** Maximum length of an analysis, tokens: enough for all variables of a flow and for the model's reasoning. */
const mostTokens = 4_000

const replyOf = (
  client: OpenAI,
  provider: string,
  body: ChatCompletionCreateParamsStreaming,
  answerBy: Tool | undefined
) =>
  Stream.unwrap(
    Effect.gen(function* () {
      // The signal covers the whole reply, since that of `tryPromise` ends when the headers arrive.
      const { signal } = yield* Effect.acquireRelease(
        Effect.sync(() => new AbortController()),
        (controller) => Effect.sync(() => controller.abort())
      )
      const attempt = <A>(ask: () => PromiseLike<A>) =>
        Effect.tryPromise({ try: async () => await ask(), catch: (cause) => openAiFailure(provider, cause) })
      const chunks = yield* attempt(() => client.chat.completions.create(body, { signal }))
      const iterator = chunks[Symbol.asyncIterator]()
      let completion = nothingYet

      // Returns the text of the next chunk that makes progress, skipping others; null at the end.
      const next = Effect.gen(function* () {
        while (true) {
          const { done, value } = yield* attempt(() => iterator.next())
          if (done) return null
          if (!isChunk(value)) return yield* Effect.fail(failed(provider, "the answer is malformed"))
          const taken = take(completion, value)
          completion = taken.completion
          if (taken.progress) return taken.text
        }
      }).pipe(
        Effect.timeoutOrElse({
          duration: progressMillis,
          orElse: () => Effect.fail(failed(provider, `nothing new within ${progressMillis} ms`))
        }),
        // An error after the finish reason does not matter: the answer is complete.
        Effect.catch((failure) => (completion.finish === null ? Effect.fail(failure) : Effect.succeed(null)))
      )

      const partsOf = (text: string | null): Effect.Effect<Page, ProviderFailure> => {
        if (text !== null) {
          const isSpoken = text !== "" && answerBy === undefined
          return Effect.succeed([isSpoken ? [{ kind: "token", text }] : [], goOn])
        }
        const end = endOf(answerBy === undefined ? completion : withAnswerInText(completion, answerBy.name))
        return "problem" in end ? Effect.fail(failed(provider, end.problem)) : Effect.succeed([end, Option.none()])
      }

      return Stream.paginate(undefined, () => Effect.flatMap(next, partsOf))
    })
  )

type Page = readonly [parts: ReadonlyArray<ReplyPart>, next: Option.Option<undefined>]

const goOn = Option.some(undefined)

const failed = (provider: string, reason: string) => new ProviderFailure({ provider, reason, retryable: true })
