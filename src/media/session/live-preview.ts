import type { LiveLine } from "../../domain/calls/LiveCampaign.ts"
import type { Conversation } from "../conversation/conversation.ts"
import { textOf } from "../conversation/endpointing.ts"

/** Returns the last lines of a running conversation, including the part of the current lines that was heard. */
export const livePreview = (conversation: Conversation | undefined, agentHeard: string): ReadonlyArray<LiveLine> => {
  const messages = conversation?.transcript ?? []
  const current = [
    { role: "agent" as const, text: agentHeard },
    { role: "person" as const, text: conversation === undefined ? "" : textOf(conversation.turn) }
  ]
  return [...messages, ...current.filter(({ text }) => text !== "")]
    .map(({ role, text }, line) => ({ line, role, text }))
    .slice(-maxLines)
}

// Maximum number of lines; enough for a watcher that polls not to miss any.
const maxLines = 6
