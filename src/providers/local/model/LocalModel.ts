import { Effect, Layer, Stream } from "effect"
import { countingTokens } from "../../contract/CurrentUsageMeter.ts"
import { LanguageModel, type ReplyPart, type ReplyRequest, type Tool } from "../../contract/LanguageModel.ts"
import { type Latencies, takeTime } from "../latencies.ts"
import { outcomeOf } from "./outcome.ts"
import { readReplyPrompt } from "./prompts.ts"
import { replyTo } from "./replies.ts"
import { wantedTool } from "./wanted-tool.ts"

/** Replies by rules, deterministically, and only from what the prompt contains. */
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
        ).pipe(countingTokens({ vendor: "local", model: "" }, request))
    })
  )

const partsOf = (request: ReplyRequest): ReadonlyArray<ReplyPart> =>
  request.answerBy === undefined ? replyFor(request) : answerFor(request, request.answerBy)

const answerFor = (request: ReplyRequest, tool: Tool): ReadonlyArray<ReplyPart> => [
  { kind: "toolCall", name: tool.name, arguments: outcomeOf(request, tool) },
  { kind: "usage", inputTokens: wordCount(request), cachedTokens: 0, outputTokens: 1 },
  { kind: "ended", reason: "toolCalls" }
]

const replyFor = (request: ReplyRequest): ReadonlyArray<ReplyPart> => {
  const prompt = readReplyPrompt(request)
  const wanted = wantedTool(prompt)
  if (wanted !== undefined) {
    return [
      { kind: "toolCall", ...wanted },
      { kind: "usage", inputTokens: wordCount(request), cachedTokens: 0, outputTokens: 1 },
      { kind: "ended", reason: "toolCalls" }
    ]
  }
  const offers = (tool: string) => request.tools.some(({ name }) => name === tool)
  if (offers(transfer) && wantsHuman(prompt.turn) && prompt.answers.length === 0) {
    return [
      { kind: "toolCall", name: transfer, arguments: { target: null, summary: `They said: ${prompt.turn}` } },
      { kind: "usage", inputTokens: wordCount(request), cachedTokens: 0, outputTokens: 1 },
      { kind: "ended", reason: "toolCalls" }
    ]
  }
  const { endsCall, optsOut, text } = replyTo(prompt)
  // The call itself confirms an opt-out.
  const tokens = optsOut && offers(doNotCall) ? [] : (text.match(/\s*\S+/g) ?? [])
  const tool = [...(optsOut ? [doNotCall] : []), ...(endsCall ? [endCall] : [])].find(offers)
  return [
    ...tokens.map((token) => ({ kind: "token", text: token }) as const),
    ...(tool === undefined ? [] : [{ kind: "toolCall", name: tool, arguments: {} } as const]),
    { kind: "usage", inputTokens: wordCount(request), cachedTokens: 0, outputTokens: tokens.length },
    { kind: "ended", reason: tool === undefined ? "stop" : "toolCalls" }
  ]
}

/** Whether the person asks to speak with another person. */
const wantsHuman = (words: string) => /\b(human|real person|agent|colleague|insaan)\b|इंसान/i.test(words)

const transfer = "transfer"
const endCall = "end_call"
const doNotCall = "do_not_call"

const wordCount = ({ messages, system }: ReplyRequest) =>
  [system, ...messages.map(({ text }) => text)].reduce((count, text) => count + (text.match(/\S+/g)?.length ?? 0), 0)
