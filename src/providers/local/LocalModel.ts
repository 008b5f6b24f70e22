import { Effect, Layer, Stream } from "effect"
import { LanguageModel, type ReplyPart, type ReplyRequest, type Tool } from "../contract/LanguageModel.ts"
import { answerTo } from "./answers.ts"
import { readAsked } from "./asked.ts"
import type { Latencies } from "./latencies.ts"
import { outcomeOf } from "./outcome.ts"
import { takeTime } from "./take-time.ts"

/** Answers by rules, always the same to the same. It knows nothing but what the prompt says. */
export const layer = ({ firstTokenMillis }: Latencies) =>
  Layer.succeed(
    LanguageModel,
    LanguageModel.of({
      reply: (request) =>
        Stream.unwrap(
          Effect.as(
            takeTime(firstTokenMillis),
            Stream.suspend(() => Stream.fromIterable(partsOf(request)))
          )
        )
    })
  )

const partsOf = (request: ReplyRequest): ReadonlyArray<ReplyPart> =>
  request.answerBy === undefined ? wordsFor(request) : answerFor(request, request.answerBy)

const answerFor = (request: ReplyRequest, tool: Tool): ReadonlyArray<ReplyPart> => [
  { kind: "toolCall", name: tool.name, arguments: outcomeOf(request, tool) },
  { kind: "usage", inputTokens: wordCount(request), outputTokens: 1 },
  { kind: "ended", reason: "toolCalls" }
]

const wordsFor = (request: ReplyRequest): ReadonlyArray<ReplyPart> => {
  const { endsCall, text } = answerTo(readAsked(request))
  const tokens = text.match(/\s*\S+/g) ?? []
  const ends = endsCall && request.tools.some(({ name }) => name === endCall)
  return [
    ...tokens.map((token) => ({ kind: "token", text: token }) as const),
    ...(ends ? [{ kind: "toolCall", name: endCall, arguments: {} } as const] : []),
    { kind: "usage", inputTokens: wordCount(request), outputTokens: tokens.length },
    { kind: "ended", reason: ends ? "toolCalls" : "stop" }
  ]
}

const endCall = "end_call"

const wordCount = ({ messages, system }: ReplyRequest) =>
  [system, ...messages.map(({ text }) => text)].reduce((count, text) => count + (text.match(/\S+/g)?.length ?? 0), 0)
