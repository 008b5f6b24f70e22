import type { RecordingConsent } from "../../domain/flows/Recording.ts"
import type { LlmProvider } from "../../providers/contract/LanguageModel.ts"
import type { FixedLine } from "../fixed-lines/fixed-lines.ts"
import { applyTurnEvent, newTurn, type Turn, textOf } from "../turns/endpointing.ts"
import type { ExpectedAnswer } from "../turns/expected-answer.ts"
import { type Machine, type MachineHistory, type MachineRules, noMachines } from "./machine-state.ts"

/** The settings of a call that decide who speaks when. */
export interface ConversationSettings {
  readonly allowInterrupts: boolean
  /** Maximum duration of the call, ms of the line's time. */
  readonly limitMillis: number
  /** The languages of the call, in which the person's words are understood; at least one. */
  readonly languages: ReadonlyArray<string>
  /** The key that means "do not call me again" when it is pressed alone; null if there is none. */
  readonly optOutKey: string | null
  /** Ask after the opening whether the call may be recorded. */
  readonly asksConsent?: boolean
  /**
   * The person has to confirm who they are: "Yes?" is another answer than "Yes", although recognizers may add the mark in
   * the final result only.
   */
  readonly asksIdentity?: boolean
  /** The person types: their silence is never remarked on, and does not end the conversation. */
  readonly isTyped?: boolean
  /** How to treat a machine that answers; undefined: none is recognized. */
  readonly machines?: MachineRules
  /**
   * The conversation goes on after a transfer that no target took: what was said before, the line to begin with, and
   * whether the person has allowed a recording.
   */
  readonly resumes?: {
    readonly transcript: ReadonlyArray<SpokenMessage>
    readonly line: FixedLine
    readonly isRecorded: boolean
  }
}

/** An effect that the caller of the conversation carries out, in the order of the list. */
export type Command =
  /** Begin a reply that is a fixed line, said as it is. */
  | { readonly do: "say"; readonly reply: number; readonly line: FixedLine }
  /** Begin a reply that the model generates from these messages. `hint` is in the prompt of this reply only. */
  | {
      readonly do: "think"
      readonly reply: number
      readonly messages: ReadonlyArray<SpokenMessage>
      readonly hint: ReplyHint | null
      /** The preparation that becomes this reply, if there is one. */
      readonly preparation?: number
    }
  /** Prepare a reply to these messages: retrieve, generate and synthesize, but play nothing. */
  | { readonly do: "prepare"; readonly preparation: number; readonly messages: ReadonlyArray<SpokenMessage> }
  /** Abort a preparation. */
  | { readonly do: "discard"; readonly preparation: number }
  /** Say this filler while the reply, or the rest of it, is still to come. */
  | { readonly do: "fill"; readonly reply: number; readonly line: FixedLine }
  /**
   * Abort the reply and clear the carrier's buffer. A "replyHeard" event reports at once how much
   * was heard.
   */
  | { readonly do: "drop"; readonly reply: number }
  /**
   * Abort the reply, but let its filler end if it still sounds. A "played" event follows, and a "replyHeard"
   * event.
   */
  | { readonly do: "finish filler"; readonly reply: number }
  /** Clear the carrier's buffer, but keep the part of the reply that was not heard. */
  | { readonly do: "pause"; readonly reply: number }
  | { readonly do: "resume"; readonly reply: number }
  /** Save that the person has spoken, at once, since the call may break off at any time. Once per call. */
  | { readonly do: "note heard" }
  /** Save the opt-out: the person asked for it, or the agent promised it. At once, and once per call. */
  | { readonly do: "note opt-out" }
  /** Note what the person said to being recorded. GIVEN begins the recording, all others delete it. */
  | { readonly do: "note consent"; readonly consent: RecordingConsent }
  /** Transfer the call, as the model has asked for: the person has heard that they will be connected. */
  | { readonly do: "hand over" }
  /** Hang up: the conversation is over. Only notes may follow, such as an opt-out by words that are recognized late. */
  | { readonly do: "end"; readonly why: string }

/** The task of a reply, besides to answer: to end the call soon, or to choose in a voice menu. */
export type ReplyHint = "wrap up" | "menu"

/** A message of the transcript, as it was heard. */
export interface SpokenMessage {
  readonly role: "agent" | "person"
  readonly text: string
  readonly startMs: number
  readonly endMs: number
  readonly interrupted: boolean
  /** Heard while the agent was connected to a machine: nothing that a person said. */
  readonly withMachine?: true
}

/** How a turn of the person was answered. Times are milliseconds; null if the event never happened. */
export interface TurnRecord {
  /** When the turn ended, in the line's time. */
  readonly atMs: number
  /** From the person's last sound to the end of their turn. */
  readonly endOfTurnMs: number | null
  /** From the last sound to the final text of the turn. */
  readonly finalMs: number | null
  /** From the end of the turn, like the next two. */
  readonly retrievalMs: number | null
  readonly firstTokenMs: number | null
  readonly firstAudioMs: number | null
  /** From the person's last sound to the first sound of the reply. */
  readonly totalMs: number | null
  readonly chunkIds: ReadonlyArray<string>
  /** The model that answered; null if none did, or if it was a model by name. */
  readonly llmProvider: LlmProvider | null
  /** The language of the answer; null if there was none. */
  readonly language: string | null
  /** The name of the model by name that answered. */
  readonly model: string | null
  readonly interrupted: boolean
  /** The replies that were prepared before the turn had ended: whether one was used, and how many were discarded. */
  readonly speculative: { readonly used: boolean; readonly discarded: number }
  /** Why the turn ended then; also why retrieval failed or the reply was cut off, if either happened. */
  readonly why: string
}

export interface Conversation {
  readonly phase: "greeting" | "listening" | "thinking" | "speaking" | "draining" | "ended"
  readonly transcript: ReadonlyArray<SpokenMessage>
  readonly turns: ReadonlyArray<TurnRecord>
  readonly expected: ExpectedAnswer
  /** Why the conversation ended with an apology; undefined if it did not. */
  readonly gaveUp: string | undefined
  /** The machines that answered until now. */
  readonly machines: MachineHistory

  // The members below are internal to the conversation.
  readonly settings: ConversationSettings
  readonly now: number
  readonly wakesAt: number | undefined
  /** The last voice that was detected; it still sounds while `endedAt` is undefined. */
  readonly voice:
    | {
        readonly beganAt: number
        readonly endedAt: number | undefined
        /** The voice is quiet for the moment, and may have ended. */
        readonly isPausing: boolean
      }
    | undefined
  /** The words since the last closed turn. */
  readonly turn: Turn
  /** When the words of the open turn began. */
  readonly wordsFrom: number
  /** Number of words of the current interim transcript that already belong to closed turns. */
  readonly consumedWords: number
  readonly closed: ClosedTurn | undefined
  /** A message of the person that still needs an answer. */
  readonly unanswered: SpokenMessage | undefined
  readonly reply: Reply | undefined
  /** Number of replies until now; the last one's id. */
  readonly replyCount: number
  readonly unreported: ReadonlyArray<UnreportedReply>
  /** The next event reports what was heard of a reply: no rule runs before it. */
  readonly awaitsReplyHeard: boolean
  /** When the last reply ended. */
  readonly quietFrom: number
  /** When the recognizer's last final result arrived. */
  readonly finalAt: number
  /** Number of silence prompts since the person's last word. */
  readonly silencePromptCount: number
  /** Number of requests to repeat since the person's last word. */
  readonly repeatRequestCount: number
  /** A reply to the open turn that is prepared before the turn has ended. */
  readonly preparation:
    | {
        readonly id: number
        /** The words of the turn. */
        readonly words: string
        /** The messages that it answers. */
        readonly messages: ReadonlyArray<SpokenMessage>
      }
    | undefined
  readonly preparationCount: number
  /** Number of preparations that were discarded since the last answer. */
  readonly discardedCount: number
  /** Too little of the opening was heard: the agent says it again. */
  readonly mustRepeatOpening: boolean
  /** The last keys that were pressed soon after each other, and when the last one was. */
  readonly keys: { readonly digits: string; readonly at: number; readonly wereAskedFor: boolean } | undefined
  readonly consent: Consent
  readonly hasPersonSpoken: boolean
  readonly isOptedOut: boolean
  /** No recognizer will hear the person again in this call. */
  readonly isRecognizerLost: boolean
  /** The recognizer is away, or has come back and may still catch up; undefined otherwise. */
  readonly deafness: Deafness | undefined
  /** Since when no provider answers, and why; undefined while they do. */
  readonly outage: Outage | undefined
  /** Number of fillers since the agent's last words that were no filler. */
  readonly fillerCount: number
  readonly ending: Ending | undefined
  /** The machine to which the agent is connected now. */
  readonly machine: Machine | undefined
  /** Since when a transfer may begin: the person has heard that they will be connected. Undefined if it has begun. */
  readonly transferDueSince: number | undefined
  /** Since when a transfer target is being called; undefined if none is. */
  readonly handingOverSince: number | undefined
  /** The line that says that no target takes the call, until the agent says it. */
  readonly transferFailedLine: FixedLine | undefined
}

/** State of the question whether the call may be recorded. `over`: the answer was not a yes, or the yes was taken back. */
interface Consent {
  readonly at: "off" | "due" | "asking" | "asked" | "given" | "over"
  readonly timesAsked: number
  /** When the words of the answer began. */
  readonly answeredFrom: number | undefined
}

/** A time in which no provider answers a request of the reply. */
interface Outage {
  readonly since: number
  readonly reason: string
}

/** The call ends after the current reply. */
interface Ending {
  readonly why: string
  /** The last line, if it is to be said after the current reply. */
  readonly next: FixedLine | undefined
  /** When the last reply was over. */
  readonly drainedAt: number | undefined
}

/** A time in which the person is not heard. Their words come once the recognizer has caught up. */
interface Deafness {
  readonly since: number
  readonly endedAt: number | undefined
}

/** The person's last closed turn: answered, or kept in the transcript because it needs no answer. */
export interface ClosedTurn {
  readonly turn: Turn
  readonly at: number
  /** When its voice ended, or when the turn was closed if the voice still sounds. */
  readonly until: number
  readonly message: SpokenMessage | undefined
  /** The value of `Conversation.consumedWords` when the turn began. */
  readonly consumedWords: number
  /** The recognizer has no final result for the turn yet; its interim transcript begins with `firstOpenWord`. */
  readonly isPending: boolean
  readonly firstOpenWord: string | undefined
  /** The message of the turn has words that may belong to the next turn. */
  readonly isGuessed: boolean
  readonly kind: "answered" | "kept" | "greeting"
  /** The id of the reply that answers the turn, and the index of the turn's record in `turns`. */
  readonly reply: number | undefined
  readonly record: number | undefined
}

/** The reply that the agent says or is about to say. */
export interface Reply {
  readonly id: number
  /** Undefined if the model generates the reply. */
  readonly fixedLine: FixedLine | undefined
  /** Index in `turns` of the turn that the reply answers. */
  readonly record: number | undefined
  /** When the agent's turn began. */
  readonly since: number
  /** When the last filler of the reply was requested; undefined if there was none. */
  readonly filledAt: number | undefined
  readonly firstTokenAt: number | undefined
  /** Tools were called, and the model has not answered since. */
  readonly awaitsAnswer: boolean
  readonly audibleFrom: number | undefined
  /** Since when nothing of the audible reply sounds although more is to come. */
  readonly dryFrom: number | undefined
  readonly pausedAt: number | undefined
  readonly pausedMillis: number
  /** The voice that sounds turned out to be noise: only words stop the reply. */
  readonly isOverNoise: boolean
  readonly completed:
    | {
        readonly at: number
        readonly text: string
        readonly endsCall: boolean
        /** The call is transferred once the reply was heard. */
        readonly handsOver?: boolean
      }
    | undefined
  readonly failedAt: number | undefined
}

/** A reply that is over, and whose "replyHeard" event may still come. */
export interface UnreportedReply {
  readonly id: number
  /** Whether the model generated it. */
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
  transcript: settings.resumes?.transcript ?? [],
  turns: [],
  expected: "free",
  gaveUp: undefined,
  machines: noMachines,
  settings,
  now: 0,
  wakesAt: 0,
  voice: undefined,
  turn: newTurn("free"),
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
  preparation: undefined,
  preparationCount: 0,
  discardedCount: 0,
  mustRepeatOpening: false,
  keys: undefined,
  consent: { at: consentAtFirst(settings), timesAsked: 0, answeredFrom: undefined },
  hasPersonSpoken: false,
  isOptedOut: false,
  isRecognizerLost: false,
  deafness: undefined,
  outage: undefined,
  fillerCount: 0,
  ending: undefined,
  machine: undefined,
  transferDueSince: undefined,
  handingOverSince: undefined,
  transferFailedLine: undefined
})

const consentAtFirst = ({ asksConsent, resumes }: ConversationSettings) => {
  if (resumes?.isRecorded === true) return "given"
  return asksConsent === true ? "due" : "off"
}

/** A turn about which nothing is known yet. */
export const noRecord = {
  retrievalMs: null,
  firstTokenMs: null,
  firstAudioMs: null,
  totalMs: null,
  chunkIds: [],
  llmProvider: null,
  language: null,
  model: null,
  interrupted: false,
  speculative: { used: false, discarded: 0 }
}

export const isSounding = ({ voice }: Conversation): boolean => voice !== undefined && voice.endedAt === undefined

export const hasWords = ({ turn }: Conversation): boolean => textOf(turn) !== ""

/**
 * Returns until when words of the person may still come that were said while no recognizer heard them; 0 if
 * there are none, infinity while the recognizer is away.
 */
export const unheardUntil = ({ deafness, finalAt, turn, voice }: Conversation): number => {
  if (deafness === undefined) return 0
  const isVoiceUnheard = turn.beganAt !== undefined && (voice?.endedAt ?? Number.POSITIVE_INFINITY) > finalAt
  if (!isVoiceUnheard && turn.interim === "") return 0
  return deafness.endedAt === undefined ? Number.POSITIVE_INFINITY : deafness.endedAt + catchUpMillis
}

// Time in which a recognizer that has come back reports what it missed, ms.
const catchUpMillis = 2_000

/** Returns when the last sound of a turn was, as far as that is known. */
export const quietSince = (turn: Turn): number => turn.endedAt ?? turn.wordsAt ?? 0

export const withNewTurn = (state: Conversation): Conversation => {
  const turn = newTurn(state.expected, state.turn)
  return {
    ...state,
    turn: isSounding(state) ? applyTurnEvent(turn, { kind: "voiceBegan", atMillis: state.now }) : turn
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

/** Inserts a message. Messages are ordered by when they began, not by when they became known. */
export const withMessage = (state: Conversation, line: SpokenMessage): Conversation => {
  const after = state.transcript.findLastIndex(({ startMs }) => startMs <= line.startMs)
  return { ...state, transcript: state.transcript.toSpliced(after + 1, 0, line) }
}
