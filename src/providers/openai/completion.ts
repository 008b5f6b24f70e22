import { Predicate, Schema } from "effect"
import type { ChatCompletionChunk } from "openai/resources/chat/completions"
import type { EndReason, ReplyPart, TokenUsage } from "../contract/LanguageModel.ts"

/** The received part of a streamed completion. */
export interface Completion {
  readonly calls: ReadonlyArray<WrittenCall>
  readonly usage: TokenUsage | null
  /** The server's finish reason; null until the completion has ended. */
  readonly finish: string | null
  /** All text, with the reasoning and the calls of tools that some servers leave in it. */
  readonly written: string
  /** The text that is said. */
  readonly text: string
}

interface WrittenCall {
  readonly index: number
  readonly id: string | undefined
  readonly name: string
  readonly arguments: string
}

export const nothingYet: Completion = { calls: [], usage: null, finish: null, written: "", text: "" }

const leftOut = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** Checks the fields of a chunk that this module reads. */
export const isChunk = Schema.is(
  Schema.Struct({
    choices: leftOut(
      Schema.Array(
        Schema.Struct({
          delta: leftOut(
            Schema.Struct({
              content: leftOut(Schema.String),
              tool_calls: leftOut(
                Schema.Array(
                  Schema.Struct({
                    function: leftOut(
                      Schema.Struct({ name: leftOut(Schema.String), arguments: leftOut(Schema.String) })
                    )
                  })
                )
              )
            })
          ),
          finish_reason: leftOut(Schema.String)
        })
      )
    )
  })
)

/** Adds a chunk to the completion. `text` is what the agent says next; `progress`: the chunk has a part of the answer. */
export const take = (
  completion: Completion,
  chunk: ChatCompletionChunk
): { readonly completion: Completion; readonly text: string; readonly progress: boolean } => {
  // Some servers leave out empty fields.
  const [choice] = chunk.choices ?? []
  const more = choice?.delta?.content ?? ""
  const calls = choice?.delta?.tool_calls ?? []
  // Some servers write an empty reason until the end.
  const finish = choice?.finish_reason || null
  const written = completion.written + more
  const text = saidIn(written, finish !== null)
  return {
    completion: {
      calls: calls.reduce(takeCall, completion.calls),
      usage: usageIn(chunk) ?? completion.usage,
      finish: finish ?? completion.finish,
      written,
      text
    },
    text: text.slice(completion.text.length),
    progress: more !== "" || calls.length > 0 || finish !== null
  }
}

/** Returns the tokens that a chunk reports; undefined without whole numbers of them, so that they are estimated. */
const usageIn = ({ usage }: ChatCompletionChunk): TokenUsage | undefined => {
  const { completion_tokens: outputTokens, prompt_tokens: inputTokens, prompt_tokens_details } = usage ?? {}
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined
  const cachedTokens = prompt_tokens_details?.cached_tokens
  return { kind: "usage", inputTokens, cachedTokens: isCount(cachedTokens) ? cachedTokens : 0, outputTokens }
}

const isCount = (value: number | undefined): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= mostTokens

/** Maximum number of tokens of a request or an answer. */
const mostTokens = 1_000_000_000

/** Returns the part of a text that is said. While more may follow, an incomplete tag at its end is left out too. */
const saidIn = (written: string, isWhole: boolean): string => {
  if (!written.includes("<")) return written
  const said = written.replaceAll(unsaid, "")
  const last = said.lastIndexOf("<")
  const mayBegin = !isWhole && last >= 0 && unsaidTags.some((tag) => tag.startsWith(said.slice(last)))
  return mayBegin ? said.slice(0, last) : said
}

// Servers that do not know how a model marks its reasoning and its calls of tools pass both on as text.
const unsaidTags = ["<think>", "<tool_call>"]
const unsaid = /<(think|tool_call)>.*?(?:<\/\1>|$)/gs
const reasoning = /<think>.*?<\/think>/gs

type CallDelta = NonNullable<ChatCompletionChunk.Choice.Delta["tool_calls"]>[number]

// A delta belongs to the call with its index; without an index, to the call with its id, else to the last one.
// A new id under a known index begins a new call, since some servers send index 0 for every call.
const takeCall = (calls: ReadonlyArray<WrittenCall>, delta: CallDelta): ReadonlyArray<WrittenCall> => {
  const isOf = (call: WrittenCall) =>
    (delta.index === undefined || delta.index === null || call.index === delta.index) &&
    (!delta.id || call.id === undefined || call.id === delta.id)
  const at = calls.findLastIndex(isOf)
  const call = calls[at]
  const name = delta.function?.name ?? ""
  const more = delta.function?.arguments ?? ""
  if (call === undefined) {
    return [...calls, { index: delta.index ?? calls.length, id: delta.id || undefined, name, arguments: more }]
  }
  return calls.with(at, {
    ...call,
    id: call.id ?? (delta.id || undefined),
    // The name arrives once. Servers that repeat it repeat the whole name.
    name: call.name || name,
    arguments: call.arguments + more
  })
}

/** Reads a call of the tool from the text: some servers write the arguments, or the whole call, as text. */
export const withAnswerInText = (completion: Completion, tool: string): Completion => {
  const { calls } = completion
  if (calls.length > 0) return completion
  const text = completion.written.replaceAll(reasoning, "")
  const written = readObject(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1))
  if (written === null) return completion
  const inside = written.name === tool ? (written.arguments ?? written.parameters) : written
  const given = typeof inside === "string" ? inside : JSON.stringify(inside)
  return {
    ...completion,
    calls: [{ index: 0, id: undefined, name: tool, arguments: given ?? "" }],
    written: "",
    text: ""
  }
}

/** Reads the calls of tools that a server has left in the text. */
const callsIn = (written: string): ReadonlyArray<Pick<WrittenCall, "name" | "arguments">> =>
  [...written.replaceAll(reasoning, "").matchAll(/<tool_call>(.*?)<\/tool_call>/gs)].map(([, call = ""]) => {
    const { arguments: given = {}, name } = readObject(call) ?? {}
    return { name: typeof name === "string" ? name : "", arguments: JSON.stringify(given) }
  })

/** Returns the last parts of a reply, or the problem that makes it unusable. */
export const endOf = (completion: Completion): ReadonlyArray<ReplyPart> | { readonly problem: string } => {
  const { calls, finish, text, usage, written } = completion
  if (finish === null) return { problem: "the answer broke off" }
  const read = [...calls, ...callsIn(written)].map(({ arguments: given, name }) => ({
    kind: "toolCall" as const,
    name,
    arguments: readArguments(given)
  }))
  const whole = read.flatMap((call) => (call.arguments === null ? [] : [{ ...call, arguments: call.arguments }]))
  if (whole.length < read.length || whole.some(({ name }) => name === ""))
    return { problem: "a tool call is malformed" }
  const reason = reasonOf(finish, whole.length > 0)
  if (text === "" && whole.length === 0 && reason !== "filtered") return { problem: "the answer is empty" }
  return [...whole, ...(usage === null ? [] : [usage]), { kind: "ended", reason }]
}

const reasonOf = (finish: string, hasCalls: boolean): EndReason => {
  if (finish === "length") return "length"
  if (finish === "content_filter") return "filtered"
  return hasCalls ? "toolCalls" : "stop"
}

// Some servers write nothing for a call without arguments.
const readArguments = (written: string) => (written.trim() === "" ? {} : readObject(written))

const readObject = (written: string): Readonly<Record<string, unknown>> | null => {
  try {
    const read: unknown = JSON.parse(written)
    return Predicate.isObject(read) ? { ...read } : null
  } catch {
    return null
  }
}
