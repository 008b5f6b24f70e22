import { wordsOf } from "../../domain/text/words.ts"
import type { ModelChoice } from "../../providers/contract/LanguageModel.ts"
import type { FixedLine } from "../fixed-lines/fixed-lines.ts"
import { isSentence } from "../turns/endpointing.ts"
import { hearAfterEnd, hearFinal, stopForKey } from "./conversation-answers.ts"
import { withdrawConsentUnfinished } from "./conversation-consent.ts"
import { hearBeep, hearMachine, hearVerdict, notePlayed } from "./conversation-machines.ts"
import { discard, discardIfStale, prepare, prepareIfComplete } from "./conversation-preparation.ts"
import {
  answering,
  audible,
  calling,
  complete,
  dry,
  failed,
  finish,
  firstToken,
  giveUp,
  handoverFailed,
  noteOptOutByKey,
  optOutByModel,
  played,
  recovered,
  replyHeard,
  retrieved,
  waits
} from "./conversation-replies.ts"
import { nextDue } from "./conversation-rules.ts"
import {
  andThen,
  type Conversation,
  type ConversationSettings,
  type ConversationStep,
  initial,
  step
} from "./conversation-state.ts"
import { applyInterim, applyKey, applyTurnEnded, applyVoice, type VoiceEvent } from "./conversation-turns.ts"

export type {
  Command,
  Conversation,
  ConversationSettings,
  ReplyHint,
  SpokenMessage,
  TurnRecord
} from "./conversation-state.ts"

/**
 * An event of a call. Times are milliseconds of the line's time since its stream began; `at` is
 * when the event is dispatched, and never decreases. A reply is everything that the agent says in
 * one go; its id comes from the command that requested it.
 */
export type ConversationEvent = { readonly at: number } & (
  | { readonly kind: "voice"; readonly change: VoiceEvent; readonly changedAt: number }
  /** `isReplayed` is set for words that were said while the recognizer was away. */
  | { readonly kind: "interim"; readonly text: string; readonly stability: number; readonly isReplayed?: true }
  /** `spokenUntil` is set for words that were recognized after the end of the call: when they were said. */
  | { readonly kind: "final"; readonly text: string; readonly isReplayed?: true; readonly spokenUntil?: number }
  /** The recognizer decided that the person has finished, has probably finished, or goes on after all. */
  | { readonly kind: "turnEnded" | "turnMayEnd" | "turnResumed" }
  /** The recognizer cannot be reached now; it hears the missed audio when it is back. */
  | { readonly kind: "recognizerAway" }
  | { readonly kind: "recognizerBack" }
  /** No recognizer will hear the rest of the call. */
  | { readonly kind: "recognizerLost" }
  | { readonly kind: "pressed"; readonly digit: string }
  /** A pure tone has ended, after a voice of this length in all. */
  | { readonly kind: "beep"; readonly endedAt: number; readonly voicedMillis: number }
  /** The carrier has detected a machine. */
  | { readonly kind: "machine" }
  /** Events of a reply; ignored unless it is the current one. */
  | {
      readonly kind: "retrieved"
      readonly reply: number
      readonly chunkIds: ReadonlyArray<string>
      readonly problem: string | undefined
    }
  | { readonly kind: "firstToken"; readonly reply: number }
  /** The reply waits for tools that the model has called. */
  | { readonly kind: "calling"; readonly reply: number }
  /** The model understood that the person wants no more calls. */
  | { readonly kind: "optOut"; readonly reply: number }
  /** The first sentence of the answer came from this model, in this language. */
  | { readonly kind: "answering"; readonly reply: number; readonly provider: ModelChoice; readonly language: string }
  /** No provider answers a request of the reply; it is repeated. */
  | { readonly kind: "waiting"; readonly reply: number; readonly reason: string }
  /** A provider answers again. */
  | { readonly kind: "recovered"; readonly reply: number }
  /**
   * The reply's first frame, or the first one after it was dry, was sent to the carrier, which plays
   * it from `from` on.
   */
  | { readonly kind: "audible"; readonly reply: number; readonly from: number }
  /** All audio of the reply that has arrived was played by `from`, but the reply is not complete. */
  | { readonly kind: "dry"; readonly reply: number; readonly from: number }
  /**
   * The reply is complete: `text` is all of it, and `endsCall` is set when the model ended the call
   * with it.
   */
  | {
      readonly kind: "complete"
      readonly reply: number
      readonly endsCall: boolean
      readonly text: string
      /** The model has asked for a transfer with it. */
      readonly handsOver?: boolean
    }
  /** The reply broke off; the part generated before is still played. */
  | { readonly kind: "failed"; readonly reply: number; readonly reason: string }
  /** All audio of the reply was played. */
  | { readonly kind: "played"; readonly reply: number }
  /** How much of a reply was heard. Dispatched once it is over or dropped, but not if none of it was heard. */
  | {
      readonly kind: "replyHeard"
      readonly reply: number
      readonly text: string
      readonly startMs: number
      readonly endMs: number
      readonly interrupted: boolean
    }
  /** No target took the call that was to be transferred; `line` says so. */
  | { readonly kind: "handoverFailed"; readonly line: FixedLine }
  /** The time that `wakeAt` requested has come. */
  | { readonly kind: "time" }
  /** The line is gone: nothing more is heard or said. */
  | { readonly kind: "gone" }
)

export const newConversation = (settings: ConversationSettings): ConversationStep => settle(step(initial(settings)))

/**
 * Applies an event, and everything that became due before it. Times are whole milliseconds: with
 * fractions, adding and subtracting the same number can give another result, and a moment that is
 * waited for might never come.
 */
export const transition = (state: Conversation, event: ConversationEvent): ConversationStep => {
  const now = Math.max(state.now, Math.floor(event.at))
  if (state.phase === "ended") return applyAfterEnd(state, event)
  return settle(andThen(applyEvent({ ...state, now, awaitsReplyHeard: false }, event), discardIfStale))
}

/** After the end, only what was heard until then still counts, on either side, and an opt-out by key until the line is gone. */
const applyAfterEnd = (state: Conversation, event: ConversationEvent): ConversationStep => {
  if (event.kind === "replyHeard") return replyHeard(state, event.reply, event)
  if (event.kind === "pressed") {
    const pressed = applyKey({ ...state, now: Math.max(state.now, Math.floor(event.at)) }, event.digit)
    return noteOptOutByKey({ ...state, keys: pressed.keys })
  }
  if (event.kind !== "final" || event.spokenUntil === undefined) return step(state)
  const { spokenUntil } = event
  return andThen(noteFirstWords(state, event.text), (heard) => hearAfterEnd(heard, wordsIn(event.text), spokenUntil))
}

/** Returns when the conversation needs the next "time" event; undefined once it has ended. */
export const wakeAt = (state: Conversation): number | undefined => state.wakesAt

/**
 * Carries out every action that is due, in order. None runs between the end of a reply and the
 * event that reports how much of it was heard.
 */
const settle = (first: ConversationStep): ConversationStep => {
  let settled = first
  for (;;) {
    const { state } = settled
    const due = nextDue(state)
    if (due === undefined || due.at > state.now || state.awaitsReplyHeard) return asleep(settled, due?.at)
    settled = andThen(andThen(settled, due.act), discardIfStale)
  }
}

const asleep = ({ commands, state }: ConversationStep, until: number | undefined): ConversationStep => {
  const wakesAt = until === undefined ? undefined : Math.max(state.now, until)
  return { state: { ...state, phase: phaseOf(state), wakesAt }, commands }
}

const phaseOf = ({ ending, phase, replyCount, reply }: Conversation): Conversation["phase"] => {
  if (phase === "ended") return phase
  if (ending !== undefined) return "draining"
  if (replyCount === 0) return "greeting"
  if (reply === undefined) return "listening"
  return reply.fixedLine === undefined && reply.audibleFrom === undefined ? "thinking" : "speaking"
}

const applyEvent = (state: Conversation, event: ConversationEvent): ConversationStep => {
  switch (event.kind) {
    case "voice":
      return prepareIfComplete(applyVoice(state, event.change, Math.floor(event.changedAt)))
    case "interim":
      return andThen(
        noteFirstWords(event.isReplayed ? catchingUp(state) : withHearing(state), event.text),
        (heard) =>
          hearMachine(heard, { ...event, text: wordsIn(event.text) }) ??
          prepareIfComplete(applyInterim(heard, wordsIn(event.text), event.stability, event.isReplayed))
      )
    case "final":
      return andThen(
        noteFirstWords(withMarks(withHearing(state), event.text), event.text),
        (heard) =>
          hearMachine(heard, { kind: event.kind, text: wordsIn(event.text) }) ??
          andThen(hearFinal(heard, wordsIn(event.text), event.isReplayed), prepareIfComplete)
      )
    case "turnEnded":
      return step(applyTurnEnded(state))
    case "turnMayEnd":
      return prepare(withJudge(state))
    case "turnResumed":
      return discard(withJudge(state))
    case "recognizerAway":
      return step({
        ...withOtherRecognizer(state),
        deafness: { since: state.deafness?.since ?? state.now, endedAt: undefined }
      })
    case "recognizerBack":
      return step({ ...state, deafness: state.deafness && { ...state.deafness, endedAt: state.now } })
    case "recognizerLost":
      return state.ending === undefined
        ? giveUp({ ...state, isRecognizerLost: true }, "recognizer lost")
        : step({ ...state, isRecognizerLost: true })
    case "pressed":
      return stopForKey(applyKey(state, event.digit))
    case "beep":
      return hearBeep(state, Math.floor(event.endedAt), event.voicedMillis)
    case "machine":
      return hearVerdict(state)
    case "replyHeard":
      return replyHeard(state, event.reply, event)
    case "handoverFailed":
      return step(handoverFailed(state, event.line))
    case "time":
      return step(state)
    case "gone":
      return andThen(withdrawConsentUnfinished(state), (left) => finish(left, "the line is gone"))
    default:
      return event.reply === state.reply?.id ? applyReplyEvent(state, event) : step(state)
  }
}

type ReplyEvent = Extract<
  ConversationEvent,
  {
    readonly kind:
      | "retrieved"
      | "firstToken"
      | "calling"
      | "optOut"
      | "answering"
      | "waiting"
      | "recovered"
      | "audible"
      | "dry"
      | "complete"
      | "failed"
      | "played"
  }
>

const applyReplyEvent = (state: Conversation, event: ReplyEvent): ConversationStep => {
  switch (event.kind) {
    case "retrieved":
      return step(retrieved(state, event.chunkIds, event.problem))
    case "firstToken":
      return step(firstToken(state))
    case "calling":
      return step(calling(state))
    case "optOut":
      return optOutByModel(state)
    case "answering":
      return step(answering(state, event.provider, event.language))
    case "waiting":
      return step(waits(state, event.reason))
    case "recovered":
      return step(recovered(state))
    case "dry":
      return step(dry(state, Math.floor(event.from)))
    case "audible":
      return step(audible(state, Math.floor(event.from)))
    case "complete":
      return complete(state, event.text, event.endsCall, event.handsOver)
    case "failed":
      return failed(state, event.reason)
    case "played":
      return played(notePlayed(state, state.reply))
  }
}

/** The recognizer hears words that it missed; more of them may follow. */
const catchingUp = (state: Conversation): Conversation => ({
  ...state,
  deafness: state.deafness && { ...state.deafness, endedAt: state.now }
})

/** A recognizer that reports a final result, or the words of now, has caught up. */
const withHearing = (state: Conversation): Conversation =>
  state.deafness === undefined ? state : { ...state, deafness: undefined }

/** Notes that the recognizer of the call decides when turns end. */
const withJudge = (state: Conversation): Conversation => ({ ...state, turn: { ...state.turn, isJudged: true } })

/** Notes that the recognizer of the call marks the ends of sentences. */
const withMarks = (state: Conversation, final: string): Conversation =>
  state.turn.isPunctuated || !isSentence(final.trim())
    ? state
    : { ...state, turn: { ...state.turn, isPunctuated: true } }

/** Another recognizer may neither decide when turns end nor mark the ends of sentences. */
const withOtherRecognizer = (state: Conversation): Conversation => ({
  ...state,
  turn: { ...state.turn, isJudged: false, isPunctuated: false }
})

const noteFirstWords = (state: Conversation, text: string): ConversationStep =>
  state.hasPersonSpoken || wordsIn(text) === ""
    ? step(state)
    : step({ ...state, hasPersonSpoken: true }, { do: "note heard" })

/** Returns "" for a text of punctuation only, which recognizers sometimes produce. */
const wordsIn = (text: string) => (wordsOf(text).length === 0 ? "" : text.trim())
