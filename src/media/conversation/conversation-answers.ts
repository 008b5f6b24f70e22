import { isOptOut, isOptOutTurn } from "../opt-out/opt-out.ts"
import { afterCommit, textOf } from "../turns/endpointing.ts"
import { isBackChannel } from "../turns/short-answers.ts"
import { afterConsent, withdrawConsent } from "./conversation-consent.ts"
import { discard, messagesToAnswer, preparationFor } from "./conversation-preparation.ts"
import { drop, isWishAtEnd, noteOptOut, optOut, say, think } from "./conversation-replies.ts"
import {
  andThen,
  type ClosedTurn,
  type Conversation,
  type ConversationStep,
  hasWords,
  isSounding,
  noRecord,
  quietSince,
  step,
  type TurnRecord,
  withRecord
} from "./conversation-state.ts"
import {
  addLastWords,
  applyFinal,
  belongsToGreeting,
  closeTurn,
  continuesClosedTurn,
  correctClosedTurn,
  finalizeClosedTurn,
  hasNewVoice,
  lateWords
} from "./conversation-turns.ts"

/** Begins the agent's turn. Replaces a reply that is not audible yet by one that also answers the words since. */
export const answer = (state: Conversation, why: string): ConversationStep => {
  if (isOptOutTurn(textOf(state.turn), state.settings.languages)) return optOut(state)
  return andThen(drop(state, "more was said"), (free) => {
    if (free.mustRepeatOpening) return repeatOpening(free)
    return afterConsent(free, (heard) => answerTurn(heard, why))
  })
}

const answerTurn = (free: Conversation, why: string): ConversationStep => {
  const closed = closeTurn(free, "answered")
  const record = closed.turns.length
  const { finalAt, now } = free
  const quietAt = isSounding(free) || !hasWords(free) ? null : quietSince(free.turn)
  const messages = messagesToAnswer(closed, free.unanswered)
  const prepared = preparationFor(closed, messages)
  const rest = prepared === undefined ? discard(closed) : step({ ...closed, preparation: undefined })
  const turn: TurnRecord = {
    ...noRecord,
    speculative: { used: prepared !== undefined, discarded: rest.state.discardedCount },
    atMs: now,
    endOfTurnMs: quietAt === null ? null : Math.max(0, now - quietAt),
    finalMs: quietAt === null || free.turn.interim !== "" ? null : Math.max(0, finalAt - quietAt),
    why
  }
  return andThen(rest, (left) => {
    const asked = { ...left, turns: [...left.turns, turn], unanswered: undefined, discardedCount: 0 }
    return answered(think(asked, { record, since: now, messages, prepared: prepared?.id }), record)
  })
}

/** Says the opening once more; the person's words until now count as a greeting. */
const repeatOpening = (state: Conversation) =>
  say({ ...closeTurn(state, "greeting"), mustRepeatOpening: false, unanswered: undefined }, "opening")

const answered = ({ commands, state }: ConversationStep, record: number): ConversationStep => {
  const closed = state.closed && { ...state.closed, kind: "answered" as const, reply: state.reply?.id, record }
  return { commands, state: { ...state, closed } }
}

/** Handles a final result, which belongs to the open turn or to the closed one. */
export const hearFinal = (state: Conversation, text: string, isReplayed = false): ConversationStep => {
  const { closed } = state
  if (closed !== undefined && isLate(state, closed, text)) return hearLateFinal(state, closed, text)
  const heard = applyFinal(state, text, isReplayed)
  const isWish = [text, textOf(heard.turn)].some((words) => isOptOut(words, state.settings.languages))
  return andThen(withdrawConsent(heard, textOf(heard.turn)), (left) => (isWish ? optOut(left) : step(left)))
}

/** Handles words that were said before the end of the call, but recognized after it. */
export const hearAfterEnd = (state: Conversation, text: string, spokenUntil: number): ConversationStep => {
  if (text === "") return step(state)
  const before = state.closed?.isPending ? textOf(state.closed.turn) : ""
  const heard = addLastWords(state, text, spokenUntil)
  const whole = before === "" ? text : (heard.closed?.message?.text ?? text)
  const isWish = [text, whole].some((words) => isWishAtEnd(state, words))
  return andThen(withdrawConsent(heard, whole), (left) => (isWish ? noteOptOut(left) : step(left)))
}

const isLate = (state: Conversation, closed: ClosedTurn, text: string) =>
  continuesClosedTurn(state, text) ||
  belongsToGreeting(state, closed) ||
  (!hasNewVoice(state, closed) && !hasWords(state) && effectOfFinal(state, closed, text) === "restart")

const effectOfFinal = ({ now, reply, settings }: Conversation, closed: ClosedTurn, text: string) =>
  afterCommit({
    committed: textOf(closed.turn),
    text: textOf(lateWords(closed, text).turn),
    sinceCommit: now - closed.at,
    // Only the current reply can be restarted.
    isAudible: reply === undefined || reply.id !== closed.reply || reply.audibleFrom !== undefined,
    asksIdentity: settings.asksIdentity
  })

const hearLateFinal = (state: Conversation, closed: ClosedTurn, text: string): ConversationStep => {
  const { head, tail, turn } = lateWords(closed, text)
  const whole = textOf(turn)
  const isConsent = closed.message?.startMs === state.consent.answeredFrom
  return andThen(withdrawConsent(finalizeClosedTurn(state, closed, turn), whole, isConsent), (settled) =>
    takeLateFinal(settled, closed, {
      effect: effectOfFinal(state, closed, text),
      isOfGreeting: belongsToGreeting(state, closed),
      head,
      tail,
      whole
    })
  )
}

interface LateFinal {
  readonly effect: ReturnType<typeof effectOfFinal>
  readonly isOfGreeting: boolean
  readonly head: string
  readonly tail: string
  readonly whole: string
}

const takeLateFinal = (
  settled: Conversation,
  closed: ClosedTurn,
  { effect: verdict, head, isOfGreeting, tail, whole }: LateFinal
): ConversationStep => {
  if (isOptOut(whole, settled.settings.languages)) return optOut(correctClosedTurn(settled, whole))
  if (verdict === "ignore" || isOfGreeting) return step(correctClosedTurn(settled, whole))
  if (verdict === "restart") return restartReply(correctClosedTurn(settled, whole))
  if (tail !== "") return step(applyFinal(correctClosedTurn(settled, head), tail))
  const corrected = correctClosedTurn(settled, whole)
  const needsNoAnswer = closed.kind === "kept" && isBackChannel(whole)
  return step(needsNoAnswer ? corrected : { ...corrected, unanswered: corrected.closed?.message })
}

const restartReply = (state: Conversation): ConversationStep => {
  const { closed } = state
  const record = closed?.record
  if (closed === undefined || record === undefined) return step(state)
  const { finalMs = null, speculative, why = "" } = state.turns[record] ?? {}
  return andThen(drop(state, "restarted"), (free) => {
    // A preparation that was used and then restarted came to nothing, too.
    const discarded = (speculative?.discarded ?? 0) + (speculative?.used ? 1 : 0)
    const fresh = withRecord(free, record, () => ({
      ...noRecord,
      finalMs,
      why,
      speculative: { used: false, discarded }
    }))
    return answered(think(fresh, { record, since: closed.at, messages: messagesToAnswer(fresh, undefined) }), record)
  })
}

/** A pressed key stops an audible reply that may be interrupted. */
export const stopForKey = (state: Conversation): ConversationStep => {
  const { ending, reply, settings } = state
  const isAudible = reply?.audibleFrom !== undefined
  return isAudible && ending === undefined && settings.allowInterrupts ? drop(state, "key pressed") : step(state)
}
