import { Effect, Layer, Stream } from "effect"
import type { UseCaseType } from "../../../src/domain/campaigns/Campaign.ts"
import type { IntentLabel } from "../../../src/domain/campaigns/IntentLabel.ts"
import { seedLabels } from "../../../src/domain/campaigns/seed-labels.ts"
import { Analysis } from "../../../src/policy/Analysis.ts"
import type { Talked } from "../../../src/policy/conversation-facts.ts"
import { LanguageModel, type ReplyPart, type ReplyRequest } from "../../../src/providers/contract/LanguageModel.ts"
import type { ProviderFailure } from "../../../src/providers/contract/ProviderFailure.ts"
import * as LocalModel from "../../../src/providers/local/model/LocalModel.ts"
import { instant } from "../../../src/providers/local/latencies.ts"
import { settingsLayer } from "../../providers/settings.ts"

/** The labels that a campaign begins with; each has its name for an id. */
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

/** What was said, line by line; the agent's begin with "A: ". */
const linesOf = (...said: ReadonlyArray<string>): Talked["transcript"] =>
  said.map((line, index) => ({
    role: line.startsWith("A: ") ? "agent" : "person",
    text: line.replace(/^A: /, ""),
    startMs: index * 1_000,
    endMs: index * 1_000 + 900,
    interrupted: false
  }))

export const variable = (
  name: string,
  type: Talked["flow"]["variables"][number]["type"],
  description = "",
  isCallbackRequest = false
) => ({ name, type, description, isCallbackRequest })

export const callbackVariable = variable("callback", "DATE_TIME", "When to call back", true)

export const talkOf = (
  said: ReadonlyArray<string>,
  {
    labels = labelsOf("COLLECTIONS"),
    variables = []
  }: { labels?: ReadonlyArray<IntentLabel>; variables?: Talked["flow"]["variables"] } = {}
): Talked => ({
  flow: { llmProvider: "HOSTED_API", language: "en-IN", variables },
  transcript: linesOf(...said),
  labels
})

const standIn = Analysis.layer.pipe(Layer.provide([LocalModel.layer(instant), settingsLayer({})]))

/** What the stand-in makes of it. */
export const byStandIn = (talked: Talked) => Analysis.use(({ of }) => of(talked)).pipe(Effect.provide(standIn))

/** What a model answers: arguments of the tool, words, or anything at all. */
export type Given = object | string | Stream.Stream<ReplyPart, ProviderFailure>

/** What is made of what a model answers, try by try, and what it was asked. */
export const byModel = Effect.fnUntraced(function* (
  talked: Talked,
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
  const finding = yield* Analysis.use(({ of }) => of(talked)).pipe(
    Effect.provide(Analysis.layer.pipe(Layer.provide([Layer.succeed(LanguageModel, model), settingsLayer(settings)])))
  )
  return { finding, asked: asked as ReadonlyArray<ReplyRequest> }
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
