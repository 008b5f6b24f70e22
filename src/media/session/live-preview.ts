import type { LiveLine } from "../../domain/calls/LiveCampaign.ts"
import type { Conversation } from "../conversation/conversation.ts"
import { textOf } from "../conversation/endpointing.ts"

/** The last lines of a talk that goes on, with what each side is saying just now as far as it was heard. */
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

// Who looks now and then misses none of them.
const maxLines = 6
