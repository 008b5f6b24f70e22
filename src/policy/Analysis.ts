import { Cause, Clock, Context, Effect, Layer, Option, Result, Stream } from "effect"
import { type Finding, undeterminedBecause } from "../domain/calls/Finding.ts"
import { modelsAllowed } from "../domain/flows/model-fallback.ts"
import { AppConfig } from "../platform/config.ts"
import { type ChosenProviders, chosenProviders } from "../providers/chosen-providers.ts"
import { LanguageModel, type ModelChoice, modelId, type ReplyRequest } from "../providers/contract/LanguageModel.ts"
import { ProviderFailure } from "../providers/contract/ProviderFailure.ts"
import { AnalysisFailed } from "./AnalysisFailed.ts"
import { type AnswerProblem, labelsToChoose, readAnswer } from "./analysis-answer.ts"
import { requestFor } from "./analysis-prompt.ts"
import type { ConversationFacts } from "./conversation-facts.ts"
import { reasonForNoContent } from "./quoted-evidence.ts"

/** Analyzes the transcripts of ended calls. */
export class Analysis extends Context.Service<
  Analysis,
  {
    /**
     * Returns the finding of a model; undetermined, with the reason, where the model found no label or there is nothing
     * to ask it. Fails when no model answered: then nothing is known, and a later analysis may succeed.
     */
    readonly of: (conversation: ConversationFacts) => Effect.Effect<Finding, AnalysisFailed>
  }
>()("carillon/policy/Analysis") {
  static readonly layer = Layer.effect(
    Analysis,
    Effect.gen(function* () {
      const model = yield* LanguageModel
      const { models } = chosenProviders(yield* AppConfig)
      const ask = makeAsk(model)
      return Analysis.of({
        of: Effect.fn("Analysis.of")((conversation) => {
          const nothing = nothingToAsk(conversation)
          if (nothing !== null) return Effect.succeed(undeterminedBecause(nothing))
          return ask(modelsFor(conversation, models), conversation).pipe(
            Effect.timeoutOrElse({
              duration: longestMillis,
              orElse: () => Effect.fail(noAnswer(`No answer within ${longestMillis / 1_000} seconds`))
            }),
            Effect.catchDefect((defect) =>
              Effect.andThen(
                Effect.logError("Could not analyze a transcript; retrying later", Cause.die(defect)),
                Effect.fail(noAnswer("The analysis failed"))
              )
            )
          )
        })
      })
    })
  )
}

const noAnswer = (reason: string, retryAfterMillis = 0) => new AnalysisFailed({ reason, retryAfterMillis })

/** Returns the reason to ask no model, or null. */
const nothingToAsk = ({ labels, transcript }: ConversationFacts): string | null =>
  labelsToChoose(labels).length === 0 ? "The campaign has no label to choose from" : reasonForNoContent(transcript)

/**
 * Asks the flow's model first, and the other only when the first fails. An unusable answer is not a failure: the model
 * may mend it once. No model is asked before the time that it named in its last failure.
 */
const makeAsk = (model: LanguageModel["Service"]) => {
  const notBefore = new Map<string, number>()

  /** Asks one model, twice at most. Returns its answer, or the time after which it may be asked again. */
  const askOne = Effect.fnUntraced(function* (
    provider: ModelChoice,
    conversation: ConversationFacts,
    first: AnswerProblem | undefined
  ) {
    let problem = first
    for (let attempt = 1; ; attempt++) {
      const wait = (notBefore.get(modelId(provider)) ?? 0) - (yield* Clock.currentTimeMillis)
      if (wait > 0)
        return { problem, reason: `${modelId(provider)} asked for no request until later`, waitMillis: wait }
      const answer = yield* Effect.result(answerOf(model, { ...requestFor(conversation, problem?.forModel), provider }))
      if (Result.isSuccess(answer)) {
        if (answer.success === "filtered") return { finding: undeterminedBecause("The model filtered its answer") }
        const reading = readAnswer(conversation, answer.success)
        if ("finding" in reading) return reading
        if (problem !== undefined) return yield* unusable(reading.problem)
        problem = reading.problem
        if (attempt >= mostAttempts) return { problem, reason: problem.reason, waitMillis: 0 }
        continue
      }
      const { message, retryAfterMillis = 0, retryable } = answer.failure
      yield* Effect.logWarning(`A language model failed to analyze a transcript: ${message}`)
      if (retryAfterMillis > 0) notBefore.set(modelId(provider), (yield* Clock.currentTimeMillis) + retryAfterMillis)
      if (!retryable || retryAfterMillis > 0 || attempt >= mostAttempts)
        return { problem, reason: message, waitMillis: retryAfterMillis }
      yield* Effect.sleep(pauseMillis)
    }
  })

  return Effect.fnUntraced(function* (providers: ReadonlyArray<ModelChoice>, conversation: ConversationFacts) {
    const failures: Array<{ readonly reason: string; readonly waitMillis: number }> = []
    let problem: AnswerProblem | undefined
    for (const provider of providers) {
      const asked = yield* askOne(provider, conversation, problem)
      if ("finding" in asked) return asked.finding
      problem = asked.problem
      failures.push(asked)
    }
    const reasons = [...new Set(failures.map(({ reason }) => reason))].join("; ")
    const waitMillis = Math.min(...failures.map(({ waitMillis }) => waitMillis))
    return yield* Effect.fail(noAnswer(`The model gave no answer: ${reasons}`, waitMillis))
  })
}

/** A second unusable answer. It is final if the model chose a label, and no answer at all if it did not. */
const unusable = ({ hasLabel, reason }: AnswerProblem) => {
  const why = `The model gave no usable answer: ${reason}`
  return hasLabel ? Effect.succeed({ finding: undeterminedBecause(why) }) : Effect.fail(noAnswer(why))
}

/** Leaves out the stand-in, unless it is the flow's own: its rules are no substitute for a model that fails. */
const modelsFor = (
  { flow, model, modelFallback }: ConversationFacts,
  chosen: ChosenProviders["models"]
): ReadonlyArray<ModelChoice> =>
  modelsAllowed({ llmProvider: flow.llmProvider, model }, modelFallback).filter(
    (one, index) => index === 0 || typeof one !== "string" || chosen[one] !== "local"
  )

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
    Stream.filter((part) => part.kind === "ended" || (part.kind === "toolCall" && part.name === request.answerBy.name)),
    Stream.runHead,
    Effect.map((found) => {
      const part = Option.getOrUndefined(found)
      if (part?.kind === "toolCall") return part.arguments
      return part?.kind === "ended" && part.reason === "filtered" ? "filtered" : null
    }),
    Effect.timeoutOrElse({
      duration: requestMillis,
      orElse: () => Effect.fail(late(request.provider))
    })
  )

// Not retryable: a second timeout would use up the time for the other model.
const late = (provider: ModelChoice) =>
  new ProviderFailure({ provider: modelId(provider), reason: `no answer within ${requestMillis} ms`, retryable: false })
