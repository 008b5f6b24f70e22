import { Context, type Stream } from "effect"
import type { Flow } from "../../domain/campaigns/Flow.ts"
import type { ProviderFailure } from "./ProviderFailure.ts"

export type LlmProvider = (typeof Flow.Type)["llmProvider"]

export interface ModelMessage {
  readonly role: "user" | "assistant"
  readonly text: string
}

/** What the model may ask to be done. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ReplyRequest {
  readonly provider: LlmProvider
  readonly system: string
  readonly messages: ReadonlyArray<ModelMessage>
  readonly tools: ReadonlyArray<Tool>
  /** Asks for no words, but for one call of this tool, whose arguments are the answer: no tokens come, and no other tool is offered. */
  readonly answerBy?: Tool
}

export type EndReason = "stop" | "length" | "toolCalls" | "filtered"

/** A part of a reply. Each brings the reply on: what only keeps a connection alive is none. */
export type ReplyPart =
  /** Never empty. */
  | { readonly kind: "token"; readonly text: string }
  /** Whole; `arguments` is an object, though nothing says that it is what the tool's schema asks for. */
  | { readonly kind: "toolCall"; readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly kind: "usage"; readonly inputTokens: number; readonly outputTokens: number }
  /** Always the last, once. */
  | { readonly kind: "ended"; readonly reason: EndReason }

/** Thinks of what to say. */
export class LanguageModel extends Context.Service<
  LanguageModel,
  {
    /**
     * Asks when the stream is run, once: nothing is tried again here. Tokens first, then tool calls, usage if it is told, and
     * the end. Interruption aborts the request at once. How long to wait for the first part is the caller's to say.
     */
    readonly reply: (request: ReplyRequest) => Stream.Stream<ReplyPart, ProviderFailure>
  }
>()("carillon/providers/LanguageModel") {}
