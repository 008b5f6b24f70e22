import type { LiveLine } from "../../domain/views/LiveCampaign.ts"
import type { Conversation } from "../conversation/conversation.ts"
import { textOf } from "../turns/endpointing.ts"

/**
 * Returns the last lines of a running conversation in the order of its transcript, including the part of the current
 * lines that was heard. A line is growing while it may still change.
 */
export const livePreview = (conversation: Conversation | undefined, agentHeard: string): ReadonlyArray<LiveLine> => {
  const lines = [
    ...(conversation?.transcript ?? []).map((message) => ({
      ...message,
      // The recognizer may still correct the person's last message.
      growing: message === conversation?.closed?.message
    })),
    {
      role: "agent" as const,
      text: agentHeard,
      startMs: conversation?.reply?.audibleFrom ?? Number.POSITIVE_INFINITY,
      growing: true
    },
    {
      role: "person" as const,
      text: conversation === undefined ? "" : textOf(conversation.turn),
      startMs: conversation?.wordsFrom ?? 0,
      growing: true
    }
  ]
  return lines
    .filter(({ text }) => text !== "")
    .sort((one, other) => one.startMs - other.startMs)
    .map(({ growing, role, text }, line): LiveLine => ({ line, role, text, ...(growing && { growing: true }) }))
    .slice(-maxLines)
}

// Maximum number of lines; enough for a watcher that polls not to miss any.
const maxLines = 6
