import { Effect, Layer, Stream } from "effect"
import type { UseCaseType } from "../../../src/domain/campaigns/Campaign.ts"
import type { IntentLabel } from "../../../src/domain/campaigns/IntentLabel.ts"
import { seedLabels } from "../../../src/domain/campaigns/seed-labels.ts"
import { Analysis } from "../../../src/policy/Analysis.ts"
import type { ConversationFacts } from "../../../src/policy/conversation-facts.ts"
import { LanguageModel, type ReplyPart, type ReplyRequest } from "../../../src/providers/contract/LanguageModel.ts"
import type { ProviderFailure } from "../../../src/providers/contract/ProviderFailure.ts"
import { instant } from "../../../src/providers/local/latencies.ts"
import * as LocalModel from "../../../src/providers/local/model/LocalModel.ts"
import { settingsLayer } from "../../providers/settings.ts"

/** The seed labels of a use case; the id of each is its name. */
export const labelsOf = (useCase: UseCaseType): ReadonlyArray<IntentLabel> =>
  seedLabels(useCase).map((label, sortOrder) => ({
    ...label,
    id: label.name,
    sortOrder,
    isCustom: false,
    suppressRetries: label.retryBehavior !== "RETRYABLE"
  }))

export const customLabel = (name: string, sortOrder: number, more: Partial<IntentLabel> = {}): IntentLabel => ({
  id: name,
  name,
  sortOrder,
  color: "#64748b",
  isPositive: false,
  retryBehavior: "RETRYABLE",
  suppressRetries: false,
  isSystem: false,
  isCustom: true,
  ...more
})

/** A transcript from its lines; those of the agent begin with "A: ". */
const linesOf = (...lines: ReadonlyArray<string>): ConversationFacts["transcript"] =>
  lines.map((line, index) => ({
    role: line.startsWith("A: ") ? "agent" : "person",
    text: line.replace(/^A: /, ""),
    startMs: index * 1_000,
    endMs: index * 1_000 + 900,
    interrupted: false
  }))

export const variable = (
  name: string,
  type: ConversationFacts["flow"]["variables"][number]["type"],
  description = "",
  isCallbackRequest = false
) => ({ name, type, description, isCallbackRequest })

export const callbackVariable = variable("callback", "DATE_TIME", "When to call back", true)

export const conversationOf = (
  lines: ReadonlyArray<string>,
  {
    labels = labelsOf("COLLECTIONS"),
    variables = []
  }: { labels?: ReadonlyArray<IntentLabel>; variables?: ConversationFacts["flow"]["variables"] } = {}
): ConversationFacts => ({
  flow: { llmProvider: "HOSTED_API", language: "en-IN", variables },
  model: null,
  modelFallback: "ANY",
  transcript: linesOf(...lines),
  labels
})

const standIn = Analysis.layer.pipe(Layer.provide([LocalModel.layer(instant), settingsLayer({})]))

/** The finding of the stand-in. */
export const byStandIn = (conversation: ConversationFacts) =>
  Analysis.use(({ of }) => of(conversation)).pipe(Effect.provide(standIn))

/** The answer of a model: arguments of the tool, a text, or any stream. */
export type Given = object | string | Stream.Stream<ReplyPart, ProviderFailure>

/** The finding for a model that answers each request in this way, and the requests that it received. */
export const byModel = Effect.fnUntraced(function* (...given: Parameters<typeof analyzeBy>) {
  const { asked, result } = yield* analyzeBy(...given)
  return { asked, finding: yield* Effect.orDie(Effect.fromResult(result)) }
})

/** The failure of the analysis for a model that gives no valid answer in this way. */
export const noAnswerBy = Effect.fnUntraced(function* (...given: Parameters<typeof analyzeBy>) {
  const { asked, result } = yield* analyzeBy(...given)
  return { asked, ...(yield* Effect.orDie(Effect.flip(Effect.fromResult(result)))) }
})

/** The result of the analysis by such a model, a finding or a failure. */
export const analyzeBy = Effect.fnUntraced(function* (
  conversation: ConversationFacts,
  answer: (request: ReplyRequest, index: number) => Given,
  settings: Readonly<Record<string, string>> = bothModels
) {
  const asked: Array<ReplyRequest> = []
  const model = LanguageModel.of({
    reply: (request) =>
      Stream.suspend(() => {
        asked.push(request)
        return partsOf(answer(request, asked.length - 1), request)
      })
  })
  const result = yield* Effect.result(Analysis.use(({ of }) => of(conversation))).pipe(
    Effect.provide(Analysis.layer.pipe(Layer.provide([Layer.succeed(LanguageModel, model), settingsLayer(settings)])))
  )
  return { asked: asked as ReadonlyArray<ReplyRequest>, result }
})

const bothModels = { OPENAI_API_KEY: "sk-1", INFERENCE_BASE_URL: "http://127.0.0.1:1", INFERENCE_MODEL: "m" }

const partsOf = (given: Given, { answerBy }: ReplyRequest): Stream.Stream<ReplyPart, ProviderFailure> => {
  if (Stream.isStream(given)) return given as Stream.Stream<ReplyPart, ProviderFailure>
  return typeof given === "string"
    ? Stream.make<Array<ReplyPart>>({ kind: "token", text: given }, { kind: "ended", reason: "stop" })
    : Stream.make<Array<ReplyPart>>(
        { kind: "toolCall", name: answerBy?.name ?? "", arguments: { ...given } },
        { kind: "ended", reason: "toolCalls" }
      )
}
