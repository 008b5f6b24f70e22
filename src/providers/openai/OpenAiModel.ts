import { Clock, Effect, Equal, Exit, Layer, Option, Scope, Stream } from "effect"
import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam
} from "openai/resources/chat/completions"
import type { NamedModel } from "../../domain/flows/named-model.ts"
import type { ProviderRole } from "../../domain/flows/provider-role.ts"
import { AppConfig, type Settings } from "../../platform/config.ts"
import { ResolveName } from "../../platform/http/target-addresses.ts"
import { makeCircuit } from "../circuit/circuit.ts"
import { CurrentLiveCircuits, noteLiveCircuit } from "../circuit/live-circuits.ts"
import { countingTokens } from "../contract/CurrentUsageMeter.ts"
import {
  LanguageModel,
  type LlmProvider,
  type ModelMessage,
  modelId,
  type ReplyPart,
  type ReplyRequest,
  type Tool
} from "../contract/LanguageModel.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import { type ChatConnection, type ChatServer, chatConnection } from "./chat-connection.ts"
import { endOf, isChunk, nothingYet, take, withAnswerInText } from "./completion.ts"
import { guardedConnection } from "./guarded-connection.ts"
import { openAiFailure } from "./openai-failure.ts"
import { makeTolerant } from "./refused-parameters.ts"

/** The language models of both providers and all models by name: servers with OpenAI's API. */
export const layer = Layer.effect(
  LanguageModel,
  Effect.gen(function* () {
    const settings = yield* AppConfig
    const servers = serversOf(settings)
    const models: Record<LlmProvider, Model> = {
      HOSTED_API: yield* makeModel("HOSTED_API", servers.HOSTED_API),
      PLATFORM_INFERENCE: yield* makeModel("PLATFORM_INFERENCE", servers.PLATFORM_INFERENCE)
    }
    const named = yield* namedModels(settings)
    return LanguageModel.of({
      reply: (request) => {
        const { provider } = request
        return typeof provider === "string"
          ? models[provider](request)
          : Stream.unwrap(Effect.map(named(provider), (model) => model(request)))
      }
    })
  })
)

/** Lists the models of a server, which is free and shows whether the server answers and accepts the key. */
export const examine = (settings: Settings, kind: LlmProvider): Effect.Effect<void, ProviderFailure> => {
  const server = serversOf(settings)[kind]
  return "missing" in server ? notSet(server) : Effect.scoped(Effect.flatMap(connectTo(server), listModels))
}

/** Asks a model by name for a word, as calls do, and reads the beginning of the answer: this shows whether calls can use it. */
export const examineNamed = (settings: Settings, model: NamedModel): Effect.Effect<void, ProviderFailure> =>
  Effect.gen(function* () {
    const server = yield* serverOfNamed(settings, model)
    if ("missing" in server) return yield* notSet(server)
    yield* askForWord(yield* connectTo(server), server)
  }).pipe(Effect.scoped)

const askForWord = (connection: Connection, server: Server) =>
  replyOf(connection, server, {
    system: "Answer with one word.",
    messages: [{ role: "user", text: "Say OK." }],
    tools: []
  }).pipe(Stream.take(1), Stream.runDrain)

type Model = (request: ReplyRequest) => Stream.Stream<ReplyPart, ProviderFailure>

interface Server extends ChatServer {
  readonly name: string
  readonly model: string
  readonly reasoningEffort: string | null
  readonly temperature: number | null
  /** Whether the server knows OpenAI's own options. */
  readonly isOpenAi: boolean
}

interface NoServer extends Pick<Server, "name"> {
  readonly missing: string
}

const openAiUrl = "https://api.openai.com/v1"

const serversOf = ({ inference, openai }: Settings): Readonly<Record<LlmProvider, Server | NoServer>> => ({
  HOSTED_API: Option.isSome(openai.apiKey)
    ? {
        name: "openai",
        apiKey: openai.apiKey,
        baseUrl: Option.getOrElse(openai.baseUrl, () => openAiUrl),
        model: Option.getOrElse(openai.model, () => "gpt-4.1"),
        ...noTuning,
        isOpenAi: true
      }
    : { name: "openai", missing: "OPENAI_API_KEY not set" },
  PLATFORM_INFERENCE:
    Option.isSome(inference.baseUrl) && Option.isSome(inference.model)
      ? {
          name: "inference",
          apiKey: inference.apiKey,
          baseUrl: inference.baseUrl.value,
          model: inference.model.value,
          ...noTuning,
          isOpenAi: false
        }
      : { name: "inference", missing: "INFERENCE_BASE_URL and INFERENCE_MODEL not set" }
})

const noTuning = { reasoningEffort: null, temperature: null }

const serverOfNamed = Effect.fnUntraced(function* ({ allowPrivateWebhooks }: Settings, model: NamedModel) {
  const name = modelId(model)
  if (model.server === null) return { name, missing: "not configured" } satisfies NoServer as NoServer
  const { isGuarded, ...server } = model.server
  const connect = isGuarded && !allowPrivateWebhooks ? guardedConnection(server.baseUrl, yield* ResolveName) : undefined
  return { ...server, name, connect, isOpenAi: server.baseUrl.startsWith(openAiUrl) } satisfies Server as Server
})

const notSet = ({ missing, name }: NoServer) =>
  Effect.fail(new ProviderFailure({ provider: name, reason: missing, retryable: false }))

interface Connection {
  readonly name: string
  readonly chat: ChatConnection
  readonly tolerate: ReturnType<typeof makeTolerant>
}

const connectTo = (server: Server) =>
  Effect.acquireRelease(
    Effect.sync((): Connection => ({ name: server.name, chat: chatConnection(server), tolerate: makeTolerant() })),
    ({ chat }) => Effect.sync(chat.close)
  )

const listModels = ({ chat, name }: Connection) =>
  Effect.tryPromise({
    try: (signal) => chat.get("/models", signal),
    catch: (cause) => openAiFailure(name, cause)
  })

const makeModel = Effect.fnUntraced(function* (role: ProviderRole, server: Server | NoServer) {
  if ("missing" in server) return (() => Stream.fromEffect(notSet(server))) satisfies Model
  const connection = yield* connectTo(server)
  // A refusal counts as an answer, because not every server can list its models.
  const probe = Effect.catch(listModels(connection), (failure) =>
    failure.retryable ? Effect.fail(failure) : Effect.void
  )
  // A key that may not use the model may still list the models, so this probe asks the model.
  const probeAccount = Effect.suspend(() => askForWord(connection, server))
  const circuitWith = (patienceMillis: number) =>
    makeCircuit({ provider: server.name, patienceMillis, probe, probeAccount })
  const circuitOfReplies = yield* circuitWith(1_200)
  yield* noteLiveCircuit(role, circuitOfReplies)
  // Analyses wait for a whole answer; their slowness must not open the circuit of live replies.
  const circuitOfAnalyses = yield* circuitWith(3_500)
  return ((request) =>
    (request.answerBy === undefined ? circuitOfReplies : circuitOfAnalyses).protect(
      replyOf(connection, server, request).pipe(countingTokens({ vendor: server.name, model: server.model }, request))
    )) satisfies Model
})

/**
 * Makes a model by name when it is first used, and again when its server changes. A model that was not used for a day is
 * removed, so that its server is not probed for ever.
 */
const namedModels = Effect.fnUntraced(function* (settings: Settings) {
  const made = new Map<string, { readonly of: NamedModel; model: Model; usedAt: number; scope: Scope.Closeable }>()
  const parent = yield* Effect.scope
  // Taken from here, because the call that first uses a model does not know the circuits of the node.
  const ofNode = yield* CurrentLiveCircuits
  // The clock of a simulated call stops with its line.
  const clock = yield* Clock.Clock

  const remove = Effect.fnUntraced(function* (id: string) {
    const entry = made.get(id)
    made.delete(id)
    if (entry !== undefined) yield* Scope.close(entry.scope, Exit.void)
  })
  const sweep = Effect.gen(function* () {
    const before = clock.currentTimeMillisUnsafe() - unusedMillis
    for (const [id, { usedAt }] of made) if (usedAt < before) yield* remove(id)
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep("1 hour"), sweep)))

  return Effect.fnUntraced(function* (of: NamedModel) {
    const id = modelId(of)
    const usedAt = clock.currentTimeMillisUnsafe()
    const known = made.get(id)
    if (known !== undefined && Equal.equals(known.of, of)) {
      known.usedAt = usedAt
      return known.model
    }
    yield* remove(id)
    const scope = yield* Scope.fork(parent)
    const server = yield* serverOfNamed(settings, of)
    const model = yield* makeModel(of.role, server).pipe(
      Effect.provideService(Scope.Scope, scope),
      Effect.provideService(Clock.Clock, clock),
      Effect.provideService(CurrentLiveCircuits, ofNode)
    )
    made.set(id, { of, model, usedAt, scope })
    return model
  }, Effect.uninterruptible)
})

/** Time without use after which a model by name is removed, ms. */
const unusedMillis = 86_400_000

/** Maximum time from one part of the answer to the next, ms. */
const progressMillis = 8_000

const bodyOf = (
  { isOpenAi, model, ...own }: Server,
  { answerBy, messages, system, tools, ...chosen }: Omit<ReplyRequest, "provider">
): ChatCompletionCreateParamsStreaming => {
  const reasoningEffort = chosen.reasoningEffort ?? own.reasoningEffort
  const temperature = chosen.temperature ?? own.temperature
  return {
    model,
    messages: [{ role: "system", content: system }, ...messages.flatMap(messagesOf)],
    stream: true,
    stream_options: {
      include_usage: true,
      // Turns off OpenAI's padding. Other servers do not know the option.
      ...(isOpenAi && { include_obfuscation: false })
    },
    // The values differ from server to server.
    ...(reasoningEffort !== null && { reasoning_effort: reasoningEffort as "low" }),
    ...(answerBy === undefined
      ? {
          ...(temperature !== null && { temperature }),
          ...(tools.length > 0 && { tools: tools.map(functionOf) })
        }
      : {
          tools: [functionOf(answerBy)],
          tool_choice: { type: "function", function: { name: answerBy.name } },
          // OpenAI's reasoning models refuse a temperature. Not every other server knows OpenAI's name for the maximum.
          ...(!/^(o\d|gpt-[5-9])/.test(model) && { temperature: 0 }),
          ...(isOpenAi ? { max_completion_tokens: mostTokens } : { max_tokens: mostTokens })
        })
  }
}

const messagesOf = ({ role, text, toolCalls }: ModelMessage): ReadonlyArray<ChatCompletionMessageParam> => {
  if (toolCalls === undefined) return [{ role, content: text }]
  return [
    {
      role: "assistant",
      content: text === "" ? null : text,
      tool_calls: toolCalls.map(({ arguments: given, id, name }) => ({
        id,
        type: "function",
        function: { name, arguments: JSON.stringify(given) }
      }))
    },
    ...toolCalls.map(({ answer, id }) => ({ role: "tool" as const, tool_call_id: id, content: answer }))
  ]
}

const functionOf = ({ description, name, parameters }: Tool) => ({
  type: "function" as const,
  function: { name, description, parameters: { ...parameters } }
})

/** Maximum length of an analysis, tokens: enough for all variables of a flow and for the model's reasoning. */
const mostTokens = 4_000

const replyOf = (
  { chat, name: provider, tolerate }: Connection,
  server: Server,
  request: Omit<ReplyRequest, "provider">
) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { answerBy } = request
      // The signal covers the whole reply, since that of `tryPromise` ends when the headers arrive.
      const { signal } = yield* Effect.acquireRelease(
        Effect.sync(() => new AbortController()),
        (controller) => Effect.sync(() => controller.abort())
      )
      const attempt = <A>(ask: () => Promise<A>) =>
        Effect.tryPromise({ try: ask, catch: (cause) => openAiFailure(provider, cause) })
      const nextData = yield* attempt(() =>
        tolerate({ ...bodyOf(server, request) }, (body) => chat.stream("/chat/completions", body, signal))
      )
      let completion = nothingYet
      let problem: ProviderFailure | undefined

      // Returns the texts of some chunks, or null if none makes progress. What follows a problem is ignored.
      const takeAll = (data: ReadonlyArray<string>): ReadonlyArray<string> | null => {
        const texts: Array<string> = []
        let progress = false
        for (const written of data) {
          const chunk = chunkOf(provider, written)
          if (chunk instanceof ProviderFailure) {
            problem = chunk
            break
          }
          const taken = take(completion, chunk)
          completion = taken.completion
          progress ||= taken.progress
          if (taken.text !== "") texts.push(taken.text)
        }
        return progress ? texts : null
      }

      // Returns the next texts, skipping chunks without progress; null at the end.
      const next = Effect.gen(function* () {
        while (true) {
          if (problem !== undefined) return yield* Effect.fail(problem)
          const data = yield* attempt(nextData)
          if (data === null) return null
          const texts = takeAll(data)
          if (texts !== null) return texts
        }
      }).pipe(
        Effect.timeoutOrElse({
          duration: progressMillis,
          orElse: () => Effect.fail(failed(provider, `nothing new within ${progressMillis} ms`))
        }),
        // An error after the finish reason does not matter: the answer is complete.
        Effect.catch((failure) => (completion.finish === null ? Effect.fail(failure) : Effect.succeed(null)))
      )

      const partsOf = (texts: ReadonlyArray<string> | null): Effect.Effect<Page, ProviderFailure> => {
        if (texts !== null) {
          return Effect.succeed([answerBy === undefined ? texts.map((text) => ({ kind: "token", text })) : [], goOn])
        }
        const end = endOf(answerBy === undefined ? completion : withAnswerInText(completion, answerBy.name))
        return "problem" in end ? Effect.fail(failed(provider, end.problem)) : Effect.succeed([end, Option.none()])
      }

      return Stream.paginate(undefined, () => Effect.flatMap(next, partsOf))
    })
  )

const chunkOf = (provider: string, written: string): ChatCompletionChunk | ProviderFailure => {
  try {
    const chunk: unknown = JSON.parse(written)
    if (!isChunk(chunk)) return failed(provider, "the answer is malformed")
    // Some servers report an error within the answer.
    const { error } = chunk as { readonly error?: unknown }
    return error
      ? openAiFailure(provider, { code: (error as { readonly code?: unknown }).code })
      : (chunk as unknown as ChatCompletionChunk)
  } catch (cause) {
    return openAiFailure(provider, cause)
  }
}

type Page = readonly [parts: ReadonlyArray<ReplyPart>, next: Option.Option<undefined>]

const goOn = Option.some(undefined)

const failed = (provider: string, reason: string) => new ProviderFailure({ provider, reason, retryable: true })
