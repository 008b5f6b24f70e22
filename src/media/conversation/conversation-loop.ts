import type * as conversationRules from "./conversation.ts"
import type { Command, Conversation, ConversationEvent, ConversationSettings } from "./conversation.ts"

/** The state machine that decides who speaks when. */
export type ConversationRules = Pick<typeof conversationRules, "newConversation" | "transition" | "wakeAt">

/** Runs a conversation: applies events one by one and carries out their commands at once, in order. */
export interface ConversationLoop {
  /** Begins the conversation and applies the events that were dispatched before. */
  readonly begin: (settings: ConversationSettings) => void
  readonly dispatch: (...events: ReadonlyArray<ConversationEvent>) => void
  /** Dispatches a "time" event if one is due. */
  readonly tick: (now: number) => void
  /** Ends the conversation when the line is gone, unless it has ended already. */
  readonly end: (now: number) => void
  /** Returns the state of the conversation; undefined until it has begun. */
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

  // An event that is dispatched while a command runs waits until the command is done.
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
      // Drops events that were not applied, and resets the flag in case a command threw.
      queue.length = 0
      isBusy = false
      if (conversation?.phase !== "ended") dispatch({ kind: "gone", at: now })
    },
    conversation: () => conversation
  }
}
