import { Cause, Context, Effect, Layer, Result, Stream } from "effect"
import { type Finding, undeterminedBecause } from "../domain/calls/Finding.ts"
import { modelsAllowed } from "../domain/campaigns/model-fallback.ts"
import { AppConfig } from "../platform/config.ts"
import { type ChosenProviders, chosenProviders } from "../providers/chosen-providers.ts"
import { LanguageModel, type LlmProvider, type ReplyRequest } from "../providers/contract/LanguageModel.ts"
import { ProviderFailure } from "../providers/contract/ProviderFailure.ts"
import { type AnswerProblem, labelsToChoose, readAnswer } from "./analysis-answer.ts"
import { requestFor } from "./analysis-prompt.ts"
import type { ConversationFacts } from "./conversation-facts.ts"
import { reasonForNoContent } from "./quoted-evidence.ts"

/** Analyzes the transcripts of ended calls. */
export class Analysis extends Context.Service<
  Analysis,
  {
    /** Never fails: an outcome that cannot be determined is undetermined, with the reason. */
    readonly of: (conversation: ConversationFacts) => Effect.Effect<Finding>
  }
>()("carillon/policy/Analysis") {
  static readonly layer = Layer.effect(
    Analysis,
    Effect.gen(function* () {
      const model = yield* LanguageModel
      const { models } = chosenProviders(yield* AppConfig)
      return Analysis.of({
        of: Effect.fn("Analysis.of")((conversation) => {
          const nothing = nothingToAsk(conversation)
          if (nothing !== null) return Effect.succeed(undeterminedBecause(nothing))
          return ask(model, modelsFor(conversation, models), conversation).pipe(
            Effect.timeoutOrElse({
              duration: longestMillis,
              orElse: () => Effect.succeed(undeterminedBecause(`No answer within ${longestMillis / 1_000} seconds`))
            }),
            Effect.catchCause((cause) =>
              Cause.hasInterruptsOnly(cause)
                ? Effect.interrupt
                : Effect.as(
                    Effect.logError("Could not analyze a transcript", cause),
                    undeterminedBecause("The analysis failed")
                  )
            )
          )
        })
      })
    })
  )
}

/** Returns the reason to ask no model, or null. */
const nothingToAsk = ({ labels, transcript }: ConversationFacts): string | null =>
  labelsToChoose(labels).length === 0 ? "The campaign has no label to choose from" : reasonForNoContent(transcript)

/** Asks the flow's model first, and the other only when the first fails. An unusable answer is not a failure. */
const ask = Effect.fnUntraced(function* (
  model: LanguageModel["Service"],
  providers: ReadonlyArray<LlmProvider>,
  conversation: ConversationFacts
) {
  const failures: Array<string> = []
  let problem: AnswerProblem | undefined
  for (const provider of providers) {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const answer = yield* Effect.result(answerOf(model, { ...requestFor(conversation, problem?.forModel), provider }))
      if (Result.isFailure(answer)) {
        yield* Effect.logWarning(`A language model failed to analyze a transcript: ${answer.failure.message}`)
        failures.push(answer.failure.message)
        if (!answer.failure.retryable || attempt === mostAttempts) break
        yield* Effect.sleep(pauseMillis)
        continue
      }
      const reading = readAnswer(conversation, answer.success)
      if ("finding" in reading) return reading.finding
      if (problem !== undefined)
        return undeterminedBecause(`The model gave no usable answer: ${reading.problem.reason}`)
      problem = reading.problem
    }
  }
  return undeterminedBecause(`The model gave no answer: ${[...new Set(failures)].join("; ")}`)
})

/** Leaves out the stand-in, unless it is the flow's own: its rules are no substitute for a model that fails. */
const modelsFor = (
  { flow: { llmProvider: own }, modelFallback }: ConversationFacts,
  chosen: ChosenProviders["models"]
): ReadonlyArray<LlmProvider> =>
  modelsAllowed(own, modelFallback).filter((one) => one === own || chosen[one] !== "local")

/** Maximum duration of an analysis, ms: later transcripts and their write-back wait for it. */
const longestMillis = 8_000
/** Timeout of one request, ms. */
const requestMillis = 4_000
/** Maximum number of requests to one model without an answer. */
const mostAttempts = 2
/** Pause before a retry, ms. */
const pauseMillis = 250

/** Returns the arguments of the tool call; null when the model answered in another way, or not at all. */
const answerOf = (model: LanguageModel["Service"], request: ReplyRequest & Required<Pick<ReplyRequest, "answerBy">>) =>
  model.reply(request).pipe(
    Stream.filter((part) => part.kind === "toolCall"),
    Stream.filter(({ name }) => name === request.answerBy.name),
    Stream.runHead,
    Effect.map((call) => (call._tag === "Some" ? call.value.arguments : null)),
    Effect.timeoutOrElse({
      duration: requestMillis,
      orElse: () => Effect.fail(late(request.provider))
    })
  )

// Not retryable: a second timeout would use up the time for the other model.
const late = (provider: LlmProvider) =>
  new ProviderFailure({ provider, reason: `no answer within ${requestMillis} ms`, retryable: false })
