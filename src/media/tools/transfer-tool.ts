import type { FlowTransfer } from "../../domain/flows/FlowTransfer.ts"
import type { ToolOutcome } from "../../domain/tools/ToolCall.ts"
import type { Tool } from "../../providers/contract/LanguageModel.ts"
import { refused } from "./callback-result.ts"

/** A transfer for which the model has asked. */
export interface AskedTransfer {
  /** The target that the model prefers; null: any. */
  readonly target: string | null
  /** A summary of the call, for the target. */
  readonly summary: string
}

/** Transfers the call to a target that the flow names; the model can give no other address. */
export const transferTool = ({ kind, targets, when }: FlowTransfer): Tool => ({
  name: transferName,
  description:
    `Transfers the call to a person of the organization. ${when ?? "Call it when the person asks for a human."} ` +
    "Say in the same answer that you connect them. If no target takes the call, you go on with the conversation.",
  parameters: {
    type: "object",
    properties: {
      target: {
        enum: [...targets, null],
        description: "The one that fits best; null: any"
      },
      ...(kind === "WARM" && {
        summary: {
          type: "string",
          description:
            "The wish of the person and the state of the matter, in two or three short sentences: it is spoken to the one who takes the call"
        }
      })
    },
    required: kind === "WARM" ? ["summary"] : [],
    additionalProperties: false
  }
})

const transferName = "transfer"

/** Reads the arguments of the model. Returns an outcome with the reason if they are refused. */
export const readTransfer = (
  given: Readonly<Record<string, unknown>>,
  { targets }: FlowTransfer
): AskedTransfer | ToolOutcome => {
  const { summary = "", target = null } = given
  if (target !== null && !(typeof target === "string" && targets.includes(target))) {
    return refused("target must be one of the names that the tool lists. A call can be transferred to no other")
  }
  if (typeof summary !== "string") return refused("The arguments do not fit the tool")
  return { target, summary: summary.trim().slice(0, longestSummary) }
}

// Characters; about half a minute of speech.
const longestSummary = 600
