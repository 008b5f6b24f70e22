import { type InterruptionWords, interruptionWordsOf } from "./barge-in.ts"
import { applyTurnEvent, type ExpectedAnswer, newTurn, type Turn, textOf } from "./endpointing.ts"
import type { FixedLine } from "./fixed-lines.ts"

/** What is known of a call before it begins, as far as it decides who speaks when. */
export interface ConversationSettings {
  readonly allowInterrupts: boolean
  /** The longest that the call may last, in milliseconds of the line. */
  readonly limitMillis: number
  /** How long after its last sound a turn ends at the soonest; undefined: as people expect. */
  readonly minimumSilenceMillis?: number
}

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
  /** They do not want to be called again, or were promised that: kept at once. Once a call. */
  | { readonly do: "note opt-out" }
  /** The conversation is over: the call is hung up. The last command of all, but for what was promised just before. */
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
  /** Why the turn ended when it did, and why nothing was retrieved or the reply was cut off, if that is so. */
  readonly why: string
}

export interface Conversation {
  readonly phase: "greeting" | "listening" | "thinking" | "speaking" | "draining" | "ended"
  readonly transcript: ReadonlyArray<SpokenMessage>
  readonly turns: ReadonlyArray<TurnRecord>
  readonly expected: ExpectedAnswer
  /** Why there was nothing to be said any more but an apology, if that was so. */
  readonly gaveUp: string | undefined

  // From here on it is for the conversation itself.
  readonly settings: ConversationSettings
  readonly now: number
  readonly wakesAt: number | undefined
  /** The last one that was noticed; it sounds while it has no end. */
  readonly voice: { readonly beganAt: number; readonly endedAt: number | undefined } | undefined
  /** What is said since the last turn was closed, and what it is to one who is speaking. */
  readonly turn: Turn
  readonly interruptionWords: InterruptionWords
  /** When its words began. */
  readonly wordsFrom: number
  /** So many words of what the recognizer has not finished yet belong to turns that are closed. */
  readonly consumedWords: number
  readonly closed: ClosedTurn | undefined
  /** A line that is to be answered as if it had been said now. */
  readonly unanswered: SpokenMessage | undefined
  readonly reply: Reply | undefined
  /** How many there were. */
  readonly replyCount: number
  readonly unreported: ReadonlyArray<UnreportedReply>
  /** What was heard of a reply is told next: nothing is decided before. */
  readonly awaitsReplyHeard: boolean
  /** When the last reply fell silent. */
  readonly quietFrom: number
  readonly finalAt: number
  /** In a row, without a word of the person. */
  readonly silencePromptCount: number
  readonly repeatRequestCount: number
  /** So little of the opening was heard that it is said again. */
  readonly mustRepeatOpening: boolean
  readonly hasPersonSpoken: boolean
  readonly isOptedOut: boolean
  readonly isRecognizerLost: boolean
  /** Why the call ends after what is being said, and since when that is over. */
  readonly ending: { readonly why: string; readonly drainedAt: number | undefined } | undefined
}

/** What the person has said last, that is answered or, as it is only kept, needs no answer. */
export interface ClosedTurn {
  readonly turn: Turn
  readonly at: number
  /** When the voice of it ended, if it has. */
  readonly until: number
  readonly message: SpokenMessage | undefined
  /** As `consumedWords` was when it began. */
  readonly consumedWords: number
  /** The recognizer has not said yet what it was in the end; what it has not finished begins with this word. */
  readonly isPending: boolean
  readonly firstOpenWord: string | undefined
  /** Its line has words of which it is not sure that they belong to it. */
  readonly isGuessed: boolean
  readonly kind: "answered" | "kept" | "greeting"
  /** That answers it, and its place in `turns`. */
  readonly reply: number | undefined
  readonly record: number | undefined
}

/** What the agent is saying, or about to say. */
export interface Reply {
  readonly id: number
  /** Undefined: the model's words. */
  readonly fixedLine: FixedLine | undefined
  /** The turn that it answers. */
  readonly record: number | undefined
  /** When it became the agent's turn. */
  readonly since: number
  readonly isFilled: boolean
  readonly firstTokenAt: number | undefined
  readonly audibleFrom: number | undefined
  readonly pausedAt: number | undefined
  readonly pausedMillis: number
  /** The voice that sounds has been found to be noise: only words stop the reply. */
  readonly isOverNoise: boolean
  readonly completed: { readonly at: number; readonly text: string; readonly endsCall: boolean } | undefined
  readonly failedAt: number | undefined
}

/** A reply that is over, of which it may still be told how much was heard. */
export interface UnreportedReply {
  readonly id: number
  /** Its words were the model's. */
  readonly isGenerated: boolean
  readonly overAt: number
  readonly wasPlayed: boolean
  readonly pausedMillis: number
}

export interface ConversationStep {
  readonly state: Conversation
  readonly commands: ReadonlyArray<Command>
}

export const step = (state: Conversation, ...commands: ReadonlyArray<Command>): ConversationStep => ({
  state,
  commands
})

export const andThen = (first: ConversationStep, next: (state: Conversation) => ConversationStep): ConversationStep => {
  const second = next(first.state)
  return { state: second.state, commands: [...first.commands, ...second.commands] }
}

export const initial = (settings: ConversationSettings): Conversation => ({
  phase: "greeting",
  transcript: [],
  turns: [],
  expected: "free",
  gaveUp: undefined,
  settings,
  now: 0,
  wakesAt: 0,
  voice: undefined,
  turn: newTurn("free", settings.minimumSilenceMillis),
  interruptionWords: interruptionWordsOf(""),
  wordsFrom: 0,
  consumedWords: 0,
  closed: undefined,
  unanswered: undefined,
  reply: undefined,
  replyCount: 0,
  unreported: [],
  awaitsReplyHeard: false,
  quietFrom: 0,
  finalAt: 0,
  silencePromptCount: 0,
  repeatRequestCount: 0,
  mustRepeatOpening: false,
  hasPersonSpoken: false,
  isOptedOut: false,
  isRecognizerLost: false,
  ending: undefined
})

export const isSounding = ({ voice }: Conversation): boolean => voice !== undefined && voice.endedAt === undefined

export const hasWords = ({ turn }: Conversation): boolean => textOf(turn) !== ""

/** When the last sound of a turn was, as far as it is known. */
export const quietSince = (turn: Turn): number => turn.endedAt ?? turn.wordsAt ?? 0

export const withNewTurn = (state: Conversation): Conversation => {
  const turn = newTurn(state.expected, state.settings.minimumSilenceMillis)
  return {
    ...state,
    turn: isSounding(state) ? applyTurnEvent(turn, { kind: "voiceBegan", atMillis: state.now }) : turn,
    interruptionWords: interruptionWordsOf("")
  }
}

export const withReply = (state: Conversation, change: Partial<Reply>): Conversation =>
  state.reply === undefined ? state : { ...state, reply: { ...state.reply, ...change } }

export const withRecord = (
  state: Conversation,
  index: number | undefined,
  change: (record: TurnRecord) => Partial<TurnRecord>
): Conversation => {
  const record = index === undefined ? undefined : state.turns[index]
  if (index === undefined || record === undefined) return state
  return { ...state, turns: state.turns.with(index, { ...record, ...change(record) }) }
}

/** Lines are in the order in which they began, whenever they become known. */
export const withMessage = (state: Conversation, line: SpokenMessage): Conversation => {
  const after = state.transcript.findLastIndex(({ startMs }) => startMs <= line.startMs)
  return { ...state, transcript: state.transcript.toSpliced(after + 1, 0, line) }
}
