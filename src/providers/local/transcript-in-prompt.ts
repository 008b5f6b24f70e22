import { unescaped } from "../../domain/text/prompt-data.ts"
import type { ReplyRequest } from "../contract/LanguageModel.ts"

/** What a prompt tells of a talk that is over. */
export interface PromptTranscript {
  /** Those to choose from, the one of highest priority first. */
  readonly labels: ReadonlyArray<ToldLabel>
  readonly lines: ReadonlyArray<{ readonly role: "agent" | "person"; readonly text: string }>
}

export interface ToldLabel {
  readonly id: string
  readonly name: string
  readonly isPositive: boolean
  /** For good, or in this campaign only; null when the person may be called again. */
  readonly stops: "for good" | "here" | null
}

export const readToldTalk = ({ messages, system }: ReplyRequest): PromptTranscript => ({
  labels: Array.from(
    system.matchAll(/^<label id="([^"]*)" name="([^"]*)" good="(yes|no)" then="([^"]*)">/gm),
    ([, id = "", name = "", good, then = ""]) => ({
      id: unescaped(id),
      name: unescaped(name),
      isPositive: good === "yes",
      stops: then.startsWith("never") ? "for good" : then.startsWith("not") ? "here" : null
    })
  ),
  lines: Array.from(
    messages
      .map(({ text }) => text)
      .join("\n")
      .matchAll(/^<(agent|person)>([^<]*)<\/\1>$/gm),
    ([, role, text = ""]) => ({ role: role === "agent" ? "agent" : "person", text: unescaped(text) })
  )
})
