import { unescaped } from "../../../domain/text/prompt-data.ts"
import type { ReplyRequest, Tool } from "../../contract/LanguageModel.ts"

/** The parts of a prompt for a reply that the rules look at. */
export interface ReplyPrompt {
  readonly language: "en" | "hi"
  readonly useCase: string
  /** The person's words since the agent's last reply. */
  readonly turn: string
  /** The agent's replies as they were played, oldest first. */
  readonly replies: ReadonlyArray<string>
  /** The chunks that retrieval found, best first. */
  readonly knowledge: ReadonlyArray<string>
  /** The tools of the flow that the model may call. */
  readonly tools: ReadonlyArray<Tool>
  /** The results of tools that were called for the turn. */
  readonly answers: ReadonlyArray<{ readonly tool: string; readonly status: string; readonly text: string }>
  /** The call is almost over: there is time for one more answer only. */
  readonly isLast: boolean
}

export const readReplyPrompt = ({ messages: all, system, tools }: ReplyRequest): ReplyPrompt => {
  const messages = all.filter(({ toolCalls }) => toolCalls === undefined)
  const sinceReply = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1)
  const text = sinceReply.map(({ text }) => text).join("\n")
  const turn = contentsOf(text, "caller")
  return {
    language: /\bhindi\b|\(hi\b/i.test(lastMatch(system, /^(?:- Speak|The person speaks) ([^,\n]+)/gm) ?? "")
      ? "hi"
      : "en",
    useCase: lastMatch(system, /^Use case: (\w+)/gm) ?? "CUSTOM",
    turn: (turn.length > 0 ? turn : [text]).join(" ").trim(),
    replies: messages.filter(({ role }) => role === "assistant").map(({ text }) => text),
    knowledge: contentsOf(text, "chunk"),
    tools: tools.filter(({ name }) => !builtIn.includes(name)),
    answers: answersIn(all),
    isLast: /^The call is almost over/m.test(system)
  }
}

const builtIn: ReadonlyArray<string> = ["end_call", "do_not_call", "schedule_callback", "transfer", "confirm_identity"]

/** The results of tools since the person's last words. */
const answersIn = (messages: ReplyRequest["messages"]) =>
  messages
    .slice(messages.findLastIndex(({ role }) => role === "user") + 1)
    .flatMap(({ toolCalls = [] }) => toolCalls)
    .map(({ answer, name }) => {
      const [, status = "", text = ""] = /^<tool_answer [^>]*status="([A-Z]+)">([^<]*)</.exec(answer) ?? []
      return { tool: name, status, text: unescaped(text) }
    })

// The flow's own instruction comes first in the prompt and may contain a line that looks the same.
const lastMatch = (system: string, line: RegExp) => Array.from(system.matchAll(line), ([, found]) => found).at(-1)

const contentsOf = (text: string, tag: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^<]*)</${tag}>`, "g")), ([, content = ""]) =>
    unescaped(content)
  )

/** The parts of a prompt for an analysis that the rules look at. */
export interface AnalysisPrompt {
  /** Highest priority first. */
  readonly labels: ReadonlyArray<PromptLabel>
  readonly transcript: ReadonlyArray<{ readonly role: "agent" | "person"; readonly text: string }>
}

export interface PromptLabel {
  readonly id: string
  readonly name: string
  readonly isPositive: boolean
  /** Which further calls the label prevents: all, those of its campaign, or none (null). */
  readonly stops: "everywhere" | "campaign" | null
}

export const readAnalysisPrompt = ({ messages, system }: ReplyRequest): AnalysisPrompt => ({
  labels: Array.from(
    system.matchAll(/^<label id="([^"]*)" name="([^"]*)" good="(yes|no)" then="([^"]*)">/gm),
    ([, id = "", name = "", good, then = ""]) => ({
      id: unescaped(id),
      name: unescaped(name),
      isPositive: good === "yes",
      stops: then.startsWith("never") ? "everywhere" : then.startsWith("not") ? "campaign" : null
    })
  ),
  transcript: Array.from(
    messages
      .map(({ text }) => text)
      .join("\n")
      .matchAll(/^<(agent|person)>([^<]*)<\/\1>$/gm),
    ([, role, text = ""]) => ({ role: role === "agent" ? "agent" : "person", text: unescaped(text) })
  )
})
