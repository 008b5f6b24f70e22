import type * as conversationRules from "./conversation.ts"
import type { Command, Conversation, ConversationEvent, ConversationSettings } from "./conversation.ts"

/** Who speaks when: what comes of what happens. */
export type ConversationRules = Pick<typeof conversationRules, "newConversation" | "transition" | "wakeAt">

/** Leads a conversation: what happens is looked at one by one, and what is to be done is done at once, in its order. */
export interface ConversationLoop {
  /** What has happened before is looked at now. */
  readonly begin: (settings: ConversationSettings) => void
  readonly tell: (...events: ReadonlyArray<ConversationEvent>) => void
  /** Tells the time, if it was asked for. */
  readonly tellTime: (now: number) => void
  /** The line is gone: what is not over is over now. */
  readonly end: (now: number) => void
  /** Undefined until it has begun. */
  readonly conversation: () => Conversation | undefined
}

export const makeConversationLoop = (
  { newConversation, transition, wakeAt }: ConversationRules,
  carryOut: (command: Command) => void
): ConversationLoop => {
  const happened: Array<ConversationEvent> = []
  let conversation: Conversation | undefined
  let wakesAt = Number.POSITIVE_INFINITY
  let isBusy = false

  const obey = ({ commands, state }: { readonly state: Conversation; readonly commands: ReadonlyArray<Command> }) => {
    conversation = state
    wakesAt = wakeAt(state) ?? Number.POSITIVE_INFINITY
    for (const command of commands) carryOut(command)
  }

  // What happens while something is done is looked at afterwards.
  const look = () => {
    if (isBusy) return
    isBusy = true
    while (conversation !== undefined) {
      const event = happened.shift()
      if (event === undefined) break
      obey(transition(conversation, event))
    }
    isBusy = false
  }

  const tell = (...events: ReadonlyArray<ConversationEvent>) => {
    happened.push(...events)
    look()
  }

  return {
    begin: (settings) => {
      isBusy = true
      obey(newConversation(settings))
      isBusy = false
      look()
    },
    tell,
    tellTime: (now) => {
      if (wakesAt <= now) tell({ kind: "time", at: now })
    },
    end: (now) => {
      // Nobody looks at the rest any more, whatever has kept them.
      happened.length = 0
      isBusy = false
      if (conversation?.phase !== "ended") tell({ kind: "gone", at: now })
    },
    conversation: () => conversation
  }
}
