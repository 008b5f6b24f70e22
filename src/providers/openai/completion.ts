import { Schema } from "effect"
import type { ChatCompletionChunk } from "openai/resources/chat/completions"
import type { EndReason, ReplyPart } from "../contract/LanguageModel.ts"

/** What has come of a streamed completion. */
export interface Completion {
  readonly calls: ReadonlyArray<WrittenCall>
  readonly usage: Extract<ReplyPart, { readonly kind: "usage" }> | null
  /** The server's own word for why it ended; null while it has not. */
  readonly finish: string | null
  readonly text: string
}

interface WrittenCall {
  readonly index: number
  readonly id: string | undefined
  readonly name: string
  readonly arguments: string
}

export const nothingYet: Completion = { calls: [], usage: null, finish: null, text: "" }

const leftOut = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** Whether what a server sent is a chunk, as far as it is read here. */
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

/** Takes a chunk in; `text` is what it adds to the answer, `progress` whether it brings the answer on. */
export const take = (
  completion: Completion,
  chunk: ChatCompletionChunk
): { readonly completion: Completion; readonly text: string; readonly progress: boolean } => {
  // Some servers leave out what is empty.
  const [choice] = chunk.choices ?? []
  const text = choice?.delta?.content ?? ""
  const written = choice?.delta?.tool_calls ?? []
  const finish = choice?.finish_reason ?? null
  return {
    completion: {
      calls: written.reduce(takeCall, completion.calls),
      usage: chunk.usage
        ? {
            kind: "usage",
            inputTokens: chunk.usage.prompt_tokens,
            outputTokens: chunk.usage.completion_tokens
          }
        : completion.usage,
      finish: finish ?? completion.finish,
      text: completion.text + text
    },
    text,
    progress: text !== "" || written.length > 0 || finish !== null
  }
}

type CallDelta = NonNullable<ChatCompletionChunk.Choice.Delta["tool_calls"]>[number]

// A delta belongs to the call of its index, or, where the server gives none, to its id's or the last. An id under an index
// that another id has is a new call: some servers count each as the first.
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
    // The name comes once; servers that repeat it send it whole.
    name: call.name || name,
    arguments: call.arguments + more
  })
}

/** The same where a server, asked for a call of this tool, wrote the arguments, or the call, as its text. */
export const withAnswerInText = (completion: Completion, tool: string): Completion => {
  const { calls } = completion
  if (calls.length > 0) return completion
  const text = completion.text.replaceAll(/<think>.*?<\/think>/gs, "")
  const written = readObject(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1))
  if (written === null) return completion
  const inside = written.name === tool ? (written.arguments ?? written.parameters) : written
  const given = typeof inside === "string" ? inside : JSON.stringify(inside)
  return { ...completion, calls: [{ index: 0, id: undefined, name: tool, arguments: given ?? "" }], text: "" }
}

/** The end of a reply, or what is wrong with it. */
export const endOf = (completion: Completion): ReadonlyArray<ReplyPart> | { readonly problem: string } => {
  const { calls, finish, text, usage } = completion
  if (finish === null) return { problem: "the answer broke off" }
  const read = calls.map(({ arguments: written, name }) => ({
    kind: "toolCall" as const,
    name,
    arguments: readArguments(written)
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

// A tool without arguments is called with nothing at all by some servers.
const readArguments = (written: string) => (written.trim() === "" ? {} : readObject(written))

const readObject = (written: string): Readonly<Record<string, unknown>> | null => {
  try {
    const read: unknown = JSON.parse(written)
    return typeof read === "object" && read !== null && !Array.isArray(read) ? { ...read } : null
  } catch {
    return null
  }
}
