import { unescaped } from "../../domain/text/prompt-data.ts"
import type { ReplyRequest } from "../contract/LanguageModel.ts"

/** What a prompt tells of the talk. */
export interface Asked {
  readonly language: "en" | "hi"
  readonly useCase: string
  /** What the person has said since our last words. */
  readonly said: string
  /** What we have said, as it was heard, in order. */
  readonly ours: ReadonlyArray<string>
  /** The texts that were found for it, the best first. */
  readonly knowledge: ReadonlyArray<string>
  /** The call is almost over: there is time for one answer, no more. */
  readonly isLast: boolean
}

export const readAsked = ({ messages, system }: ReplyRequest): Asked => {
  const sinceOurs = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1)
  const theirs = sinceOurs.map(({ text }) => text).join("\n")
  const said = insidesOf(theirs, "caller")
  return {
    language: /\bhindi\b|\(hi\b/i.test(lineOf(system, /^- Speak (.+)/gm) ?? "") ? "hi" : "en",
    useCase: lineOf(system, /^Use case: (\w+)/gm) ?? "CUSTOM",
    said: (said.length > 0 ? said : [theirs]).join(" ").trim(),
    ours: messages.filter(({ role }) => role === "assistant").map(({ text }) => text),
    knowledge: insidesOf(theirs, "chunk"),
    isLast: /^The call is almost over/m.test(system)
  }
}

// What an organization writes stands above it, and may look the same.
const lineOf = (system: string, line: RegExp) => Array.from(system.matchAll(line), ([, found]) => found).at(-1)

const insidesOf = (text: string, tag: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^<]*)</${tag}>`, "g")), ([, inside = ""]) =>
    unescaped(inside)
  )
