import type * as conversationRules from "./conversation.ts"
import type { Command, Conversation, ConversationEvent, ConversationSettings } from "./conversation.ts"

/** Who speaks when: what comes of what happens. */
export type ConversationRules = Pick<typeof conversationRules, "newConversation" | "transition" | "wakeAt">

/** Leads a conversation: what happens is looked at one by one, and what is to be done is done at once, in its order. */
export interface ConversationLoop {
  /** What has happened before is looked at now. */
  readonly begin: (settings: ConversationSettings) => void
  readonly dispatch: (...events: ReadonlyArray<ConversationEvent>) => void
  /** Tells the time, if it was asked for. */
  readonly tick: (now: number) => void
  /** The line is gone: what is not over is over now. */
  readonly end: (now: number) => void
  /** Undefined until it has begun. */
  readonly conversation: () => Conversation | undefined
}

export const makeConversationLoop = (
  { newConversation, transition, wakeAt }: ConversationRules,
  carryOut: (command: Command) => void
): ConversationLoop => {
  const queue: Array<ConversationEvent> = []
  let conversation: Conversation | undefined
  let wakesAt = Number.POSITIVE_INFINITY
  let isBusy = false

  const apply = ({ commands, state }: { readonly state: Conversation; readonly commands: ReadonlyArray<Command> }) => {
    conversation = state
    wakesAt = wakeAt(state) ?? Number.POSITIVE_INFINITY
    for (const command of commands) carryOut(command)
  }

  // What happens while something is done is looked at afterwards.
  const processQueue = () => {
    if (isBusy) return
    isBusy = true
    while (conversation !== undefined) {
      const event = queue.shift()
      if (event === undefined) break
      apply(transition(conversation, event))
    }
    isBusy = false
  }

  const dispatch = (...events: ReadonlyArray<ConversationEvent>) => {
    queue.push(...events)
    processQueue()
  }

  return {
    begin: (settings) => {
      isBusy = true
      apply(newConversation(settings))
      isBusy = false
      processQueue()
    },
    dispatch,
    tick: (now) => {
      if (wakesAt <= now) dispatch({ kind: "time", at: now })
    },
    end: (now) => {
      // Nobody looks at the rest any more, whatever has kept them.
      queue.length = 0
      isBusy = false
      if (conversation?.phase !== "ended") dispatch({ kind: "gone", at: now })
    },
    conversation: () => conversation
  }
}
