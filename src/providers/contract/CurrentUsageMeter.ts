import { Context, Effect, Stream } from "effect"
import type { UsageMeter } from "../../domain/costs/usage-tally.ts"
import type { ReplyPart, ReplyRequest } from "./LanguageModel.ts"
import type { ProviderFailure } from "./ProviderFailure.ts"

/**
 * Counts what providers are sent, for the call or the work that the fiber does. Each provider counts at the moment in
 * which it sends: a request that fails before costs nothing.
 */
export const CurrentUsageMeter = Context.Reference<UsageMeter>("carillon/providers/UsageMeter", {
  defaultValue: () => ({ add: () => {} })
})

/** The vendor and the model that bill a usage. */
export interface BilledBy {
  readonly vendor: string
  readonly model: string
}

/** Returns the number of characters that vendors bill: code points, blanks included. */
export const charactersOf = (text: string): number => Array.from(text).length

/**
 * Counts the tokens of a reply, as the model reports them. They are estimated when a reply ends without a report, as
 * one does that is interrupted, and not counted when the request fails before any answer.
 */
export const countingTokens =
  (by: BilledBy, request: ReplyRequest) =>
  (reply: Stream.Stream<ReplyPart, ProviderFailure>): Stream.Stream<ReplyPart, ProviderFailure> =>
    Stream.unwrap(
      Effect.gen(function* () {
        const meter = yield* CurrentUsageMeter
        let bytes = 0
        let hasAnswered = false
        let isReported = false
        const note = (part: ReplyPart) => {
          hasAnswered = true
          if (part.kind === "token") bytes += Buffer.byteLength(part.text)
          if (part.kind === "toolCall") bytes += Buffer.byteLength(JSON.stringify(part.arguments))
          if (part.kind !== "usage") return
          isReported = true
          const { inputTokens, outputTokens } = part
          const cachedTokens = Math.min(part.cachedTokens, inputTokens)
          meter.add({ kind: "promptTokens", ...by, quantity: inputTokens - cachedTokens })
          meter.add({ kind: "cachedTokens", ...by, quantity: cachedTokens })
          meter.add({ kind: "completionTokens", ...by, quantity: outputTokens })
        }
        return reply.pipe(
          // By arrays: the reader may leave after a part that comes with the report.
          Stream.mapArray((parts) => {
            parts.forEach(note)
            return parts
          }),
          Stream.onExit((exit) =>
            Effect.sync(() => {
              const isFailed = exit._tag === "Failure" && exit.cause.reasons.every(({ _tag }) => _tag !== "Interrupt")
              if (isReported || (isFailed && !hasAnswered)) return
              const estimated = true
              meter.add({ kind: "promptTokens", ...by, quantity: tokensIn(bytesOf(request)), estimated })
              meter.add({ kind: "completionTokens", ...by, quantity: tokensIn(bytes), estimated })
            })
          )
        )
      })
    )

const bytesOf = ({ answerBy, messages, system, tools }: ReplyRequest) =>
  [
    system,
    ...messages.map(({ text, toolCalls }) => (toolCalls === undefined ? text : text + JSON.stringify(toolCalls))),
    JSON.stringify(answerBy ?? tools)
  ].reduce((sum, text) => sum + Buffer.byteLength(text), 0)

const tokensIn = (bytes: number) => Math.ceil(bytes / bytesPerToken)
const bytesPerToken = 4
