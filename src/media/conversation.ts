import type { ExpectedAnswer } from "./endpointing.ts"
import type { FixedLine } from "./fixed-lines.ts"

/** What is known of a call before it begins, as far as it decides who speaks when. */
export interface ConversationSettings {
  readonly allowInterrupts: boolean
  /** The longest that the call may last, in milliseconds of the line. */
  readonly limitMillis: number
  /** How long after its last sound a turn ends at the soonest; undefined: as people expect. */
  readonly minimumSilenceMillis?: number
}

/**
 * What happens in a call. Times are milliseconds of the line since its stream began; `at` is when it is told, and never goes
 * back. A reply is everything that the agent says at a time; its id is that of the command that asked for it.
 */
export type ConversationEvent = { readonly at: number } & (
  | { readonly kind: "voice"; readonly change: "began" | "ended"; readonly changedAt: number }
  | { readonly kind: "interim"; readonly text: string; readonly stability: number }
  | { readonly kind: "final"; readonly text: string }
  | { readonly kind: "earsLost" }
  | { readonly kind: "pressed"; readonly digit: string }
  /** Of a reply. What comes of one that is not the current is nothing. */
  | { readonly kind: "retrieved"; readonly reply: number; readonly chunkIds: ReadonlyArray<string> }
  | { readonly kind: "thought"; readonly reply: number }
  /** The first frame of it was given to the carrier, to be played from then on. */
  | { readonly kind: "audible"; readonly reply: number; readonly from: number }
  /** No more of it comes; `endsCall` when the model said that this is the end of the call; `text` is all of it. */
  | { readonly kind: "whole"; readonly reply: number; readonly endsCall: boolean; readonly text: string }
  /** It cannot go on; what was made of it before is still played. */
  | { readonly kind: "failed"; readonly reply: number; readonly reason: string }
  /** All of it that ever came was played. */
  | { readonly kind: "played"; readonly reply: number }
  /** How much of a reply was heard, told once it is over or dropped. Nothing when nothing was heard. */
  | {
      readonly kind: "said"
      readonly reply: number
      readonly text: string
      readonly startMs: number
      readonly endMs: number
      readonly interrupted: boolean
    }
  /** The time that `wakeAt` asked for has come. */
  | { readonly kind: "time" }
)

/** What is to be done, in this order. */
export type Command =
  /** Begin a reply: playback begins another generation. The line is said as it is. */
  | { readonly do: "say"; readonly reply: number; readonly line: FixedLine }
  /** Begin a reply that the model makes from the conversation so far. `hint` is told to the model for this reply only. */
  | {
      readonly do: "think"
      readonly reply: number
      readonly messages: ReadonlyArray<SpokenMessage>
      readonly hint: "wrap up" | null
    }
  /** Say this before the reply that is being thought of, as a part of it. */
  | { readonly do: "fill"; readonly reply: number; readonly line: FixedLine }
  /** The scope of the reply is closed; what was played of it is told with `said`, at once. The carrier drops what it has. */
  | { readonly do: "drop"; readonly reply: number }
  /** The carrier drops what it has; what was not heard is kept. */
  | { readonly do: "pause"; readonly reply: number }
  | { readonly do: "resume"; readonly reply: number }
  /** The person has said a word: kept at once, since the call may break off at any time. Once a call. */
  | { readonly do: "note heard" }
  /** They do not want to be called again: kept at once. Once a call. */
  | { readonly do: "note opt-out" }
  /** The conversation is over: the call is hung up. The last command of all. */
  | { readonly do: "end"; readonly why: string }

/** What was said, as it was heard. */
export interface SpokenMessage {
  readonly role: "agent" | "person"
  readonly text: string
  readonly startMs: number
  readonly endMs: number
  readonly interrupted: boolean
}

/** How a turn of the person was answered. Times in milliseconds; null is what never came. */
export interface TurnRecord {
  /** Of the line. */
  readonly atMs: number
  /** From the last sound of the person to the end of their turn. */
  readonly endOfTurnMs: number | null
  /** From the last sound to the final text of the turn. */
  readonly finalMs: number | null
  /** From the end of the turn, each. */
  readonly retrievalMs: number | null
  readonly firstTokenMs: number | null
  readonly firstAudioMs: number | null
  /** From the last sound of the person to the first sound of the reply. */
  readonly totalMs: number | null
  readonly chunkIds: ReadonlyArray<string>
  readonly interrupted: boolean
  /** Why the turn ended when it did, and why the reply was cut off, if it was. */
  readonly why: string
}

export interface Conversation {
  readonly phase: "greeting" | "listening" | "thinking" | "speaking" | "draining" | "ended"
  readonly transcript: ReadonlyArray<SpokenMessage>
  readonly turns: ReadonlyArray<TurnRecord>
  readonly expected: ExpectedAnswer
}

export declare const newConversation: (settings: ConversationSettings) => {
  readonly state: Conversation
  readonly commands: ReadonlyArray<Command>
}

export declare const transition: (
  state: Conversation,
  event: ConversationEvent
) => { readonly state: Conversation; readonly commands: ReadonlyArray<Command> }

/** When the conversation wants to be told the time; undefined once it has ended. */
export declare const wakeAt: (state: Conversation) => number | undefined
