import { Context, type Stream } from "effect"
import type { Flow } from "../../domain/flows/Flow.ts"
import type { ModelRole, NamedModel } from "../../domain/flows/named-model.ts"
import type { ProviderFailure } from "./ProviderFailure.ts"

export type LlmProvider = (typeof Flow.Type)["llmProvider"]

/** The model of a request: one of the two of the settings, or a model by name. */
export type ModelChoice = LlmProvider | NamedModel

/** Identifies a model in logs, reports and tables. */
export const modelId = (model: ModelChoice): LlmProvider | ModelRole => (typeof model === "string" ? model : model.role)

export interface ModelMessage {
  readonly role: "user" | "assistant"
  readonly text: string
  /** Calls of tools by the assistant, which follow the text. */
  readonly toolCalls?: ReadonlyArray<AnsweredToolCall>
}

/** A call of a tool, with the result that the model sees. */
export interface AnsweredToolCall {
  /** Unique among the messages of a request. */
  readonly id: string
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly answer: string
}

/** A function that the model may call. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ReplyRequest {
  readonly provider: ModelChoice
  readonly system: string
  readonly messages: ReadonlyArray<ModelMessage>
  readonly tools: ReadonlyArray<Tool>
  /** Requests one call of this tool instead of words: its arguments are the answer, and no other tool is offered. */
  readonly answerBy?: Tool
  /** The flow's choice; null or left out: the model's own. A model that takes none ignores it. */
  readonly reasoningEffort?: string | null
  /** The temperature of a reply in words, chosen in the same way. */
  readonly temperature?: number | null
}

/** The tokens that a reply is billed for. */
export interface TokenUsage {
  readonly kind: "usage"
  /** Tokens of the prompt, including the cached ones. */
  readonly inputTokens: number
  /** Tokens of the prompt that the server read from its cache; 0 where it does not say. */
  readonly cachedTokens: number
  /** Tokens of the answer, including the model's reasoning. */
  readonly outputTokens: number
}

export type EndReason = "stop" | "length" | "toolCalls" | "filtered"

/** A part of a reply. Messages that only keep the connection alive are not parts. */
export type ReplyPart =
  /** Never empty. */
  | { readonly kind: "token"; readonly text: string }
  /** A complete call. `arguments` is an object that may not match the tool's schema. */
  | { readonly kind: "toolCall"; readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }
  | TokenUsage
  /** The last part, exactly once. */
  | { readonly kind: "ended"; readonly reason: EndReason }

/** Generates replies and analyses. */
export class LanguageModel extends Context.Service<
  LanguageModel,
  {
    /**
     * Sends one request when the stream is run, without retries. Tokens come first, then tool calls, the usage if the
     * provider reports it, and the end. Interruption aborts the request at once. The caller sets the timeout of the
     * first part.
     */
    readonly reply: (request: ReplyRequest) => Stream.Stream<ReplyPart, ProviderFailure>
  }
>()("carillon/providers/LanguageModel") {}
