import type { LiveLine } from "../../domain/calls/LiveCampaign.ts"
import type { Conversation } from "../conversation/conversation.ts"
import { textOf } from "../conversation/endpointing.ts"

/** The last lines of a talk that goes on, with what each side is saying just now as far as it was heard. */
export const sayingOf = (conversation: Conversation | undefined, agentSays: string): ReadonlyArray<LiveLine> => {
  const said = conversation?.transcript ?? []
  const saying = [
    { role: "agent" as const, text: agentSays },
    { role: "person" as const, text: conversation === undefined ? "" : textOf(conversation.turn) }
  ]
  return [...said, ...saying.filter(({ text }) => text !== "")]
    .map(({ role, text }, line) => ({ line, role, text }))
    .slice(-mostLines)
}

// Who looks now and then misses none of them.
const mostLines = 6
