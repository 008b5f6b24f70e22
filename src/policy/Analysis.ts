import { Cause, Context, Effect, Layer, Result, Stream } from "effect"
import { type Finding, undeterminedBecause } from "../domain/calls/Finding.ts"
import { AppConfig } from "../platform/config.ts"
import { type ChosenProviders, chosenProviders } from "../providers/chosen-providers.ts"
import { LanguageModel, type LlmProvider, type ReplyRequest } from "../providers/contract/LanguageModel.ts"
import { ProviderFailure } from "../providers/contract/ProviderFailure.ts"
import { type AnswerProblem, labelsToChoose, readAnswer } from "./analysis-answer.ts"
import { requestFor } from "./analysis-prompt.ts"
import type { Talked } from "./conversation-facts.ts"
import { saysNothing } from "./quoted-evidence.ts"

/** Reads what was said. */
export class Analysis extends Context.Service<
  Analysis,
  {
    /** Never fails: what cannot be made out is undetermined, and says why. */
    readonly of: (talked: Talked) => Effect.Effect<Finding>
  }
>()("carillon/policy/Analysis") {
  static readonly layer = Layer.effect(
    Analysis,
    Effect.gen(function* () {
      const model = yield* LanguageModel
      const { models } = chosenProviders(yield* AppConfig)
      return Analysis.of({
        of: Effect.fn("Analysis.of")((talked) => {
          const nothing = nothingToAsk(talked)
          if (nothing !== null) return Effect.succeed(undeterminedBecause(nothing))
          return ask(model, modelsFor(talked.flow.llmProvider, models), talked).pipe(
            Effect.timeoutOrElse({
              duration: longestMillis,
              orElse: () => Effect.succeed(undeterminedBecause(`No answer within ${longestMillis / 1_000} seconds`))
            }),
            Effect.catchCause((cause) =>
              Cause.hasInterruptsOnly(cause)
                ? Effect.interrupt
                : Effect.as(
                    Effect.logError("An analysis has a defect", cause),
                    undeterminedBecause("The analysis failed")
                  )
            )
          )
        })
      })
    })
  )
}

/** Why no model is asked. */
const nothingToAsk = ({ labels, transcript }: Talked): string | null =>
  labelsToChoose(labels).length === 0 ? "The campaign has no label to choose from" : saysNothing(transcript)

/** The flow's own model first. Another is asked only when it fails: one that answers badly has answered. */
const ask = Effect.fnUntraced(function* (
  model: LanguageModel["Service"],
  providers: ReadonlyArray<LlmProvider>,
  talked: Talked
) {
  const failures: Array<string> = []
  let problem: AnswerProblem | undefined
  for (const provider of providers) {
    for (let tries = 1; tries <= mostTries; tries++) {
      const answer = yield* Effect.result(answerOf(model, { ...requestFor(talked, problem?.told), provider }))
      if (Result.isFailure(answer)) {
        yield* Effect.logWarning(`A language model failed after a call: ${answer.failure.message}`)
        failures.push(answer.failure.message)
        if (!answer.failure.retryable || tries === mostTries) break
        yield* Effect.sleep(pauseMillis)
        continue
      }
      const reading = readAnswer(talked, answer.success)
      if ("finding" in reading) return reading.finding
      if (problem !== undefined)
        return undeterminedBecause(`The model gave no usable answer: ${reading.problem.reason}`)
      problem = reading.problem
    }
  }
  return undeterminedBecause(`The model gave no answer: ${[...new Set(failures)].join("; ")}`)
})

/** A stand-in reads where no model is configured: it does not know better than one that fails. */
const modelsFor = (own: LlmProvider, chosen: ChosenProviders["models"]): ReadonlyArray<LlmProvider> => {
  const other = own === "HOSTED_API" ? "PLATFORM_INFERENCE" : "HOSTED_API"
  return chosen[other] === "local" ? [own] : [own, other]
}

// The next talk waits for this one, and people for the write-back of both.
const longestMillis = 8_000
const patienceMillis = 4_000
const mostTries = 2
const pauseMillis = 250

/** The arguments of the tool that answers; null when the model said something else, or nothing. */
const answerOf = (model: LanguageModel["Service"], request: ReplyRequest & Required<Pick<ReplyRequest, "answerBy">>) =>
  model.reply(request).pipe(
    Stream.filter((part) => part.kind === "toolCall"),
    Stream.filter(({ name }) => name === request.answerBy.name),
    Stream.runHead,
    Effect.map((call) => (call._tag === "Some" ? call.value.arguments : null)),
    Effect.timeoutOrElse({
      duration: patienceMillis,
      orElse: () => Effect.fail(late(request.provider))
    })
  )

// Who was waited for as long is not waited for again.
const late = (provider: LlmProvider) =>
  new ProviderFailure({ provider, reason: `no answer within ${patienceMillis} ms`, retryable: false })
