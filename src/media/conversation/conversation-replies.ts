import type { ModelChoice } from "../../providers/contract/LanguageModel.ts"
import type { FixedLine } from "../fixed-lines/fixed-lines.ts"
import { withoutOffers } from "../machines/machine-words.ts"
import { isOptOut, isOptOutTurn, promisesNoCalls } from "../opt-out/opt-out.ts"
import { asks } from "../text/sentence-marks.ts"
import { textOf } from "../turns/endpointing.ts"
import { expectedAnswer } from "../turns/expected-answer.ts"
import {
  andThen,
  type Command,
  type Conversation,
  type ConversationStep,
  hasWords,
  isSounding,
  type Reply,
  type ReplyHint,
  type SpokenMessage,
  step,
  type UnreportedReply,
  withMessage,
  withNewTurn,
  withRecord,
  withReply
} from "./conversation-state.ts"
import { closeTurn } from "./conversation-turns.ts"

/** Begins a reply that is a fixed line. Must be called without a current reply, as must `think`. */
export const say = (state: Conversation, line: FixedLine): ConversationStep => {
  const reply: Reply = {
    ...newReply(state, state.now),
    fixedLine: line,
    isOverNoise: isSounding(state) && !hasWords(state)
  }
  return step({ ...state, reply, replyCount: reply.id }, { do: "say", reply: reply.id, line })
}

/** Says a fixed line that cannot be interrupted; the call ends after it. */
export const sayLast = (state: Conversation, line: FixedLine, why: string): ConversationStep =>
  andThen(drop(state, why), (free) => say({ ...free, ending: { ...newEnding, why } }, line))

const newEnding = { next: undefined, drainedAt: undefined }

/** Begins a generated reply to the closed turn. A transfer that has not begun is not wanted any more. */
export const think = (
  state: Conversation,
  asked: {
    readonly record: number
    readonly since: number
    readonly messages: ReadonlyArray<SpokenMessage>
    readonly prepared?: number | undefined
    readonly hint?: ReplyHint
  }
): ConversationStep => {
  const reply: Reply = { ...newReply(state, asked.since), record: asked.record }
  const isLate = state.now >= state.settings.limitMillis - wrapUpMillis
  return step(
    { ...state, reply, replyCount: reply.id, transferDueSince: undefined },
    {
      do: "think",
      reply: reply.id,
      messages: asked.messages,
      hint: asked.hint ?? (isLate ? "wrap up" : null),
      ...(asked.prepared !== undefined && { preparation: asked.prepared })
    }
  )
}

const newReply = (state: Conversation, since: number): Reply => ({
  id: state.replyCount + 1,
  fixedLine: undefined,
  record: undefined,
  since,
  filledAt: undefined,
  firstTokenAt: undefined,
  awaitsAnswer: false,
  audibleFrom: undefined,
  dryFrom: undefined,
  pausedAt: undefined,
  pausedMillis: 0,
  isOverNoise: false,
  completed: undefined,
  failedAt: undefined
})

export const drop = (state: Conversation, why: string): ConversationStep => {
  const { reply } = state
  if (reply === undefined) return step(state)
  const mustRepeatOpening = state.mustRepeatOpening || wasOpeningCutShort(state, reply)
  const dropped = withRecord({ ...retire(state, reply, false), mustRepeatOpening }, reply.record, (record) => ({
    interrupted: record.interrupted || reply.audibleFrom !== undefined,
    why: `${record.why}; ${why}`
  }))
  return step(dropped, { do: "drop", reply: reply.id })
}

/**
 * Whether the first opening was interrupted so early that the agent must say it again; it is said
 * twice at most.
 */
const wasOpeningCutShort = ({ now }: Conversation, { audibleFrom, id, fixedLine, pausedAt, pausedMillis }: Reply) =>
  fixedLine === "opening" &&
  id === 1 &&
  audibleFrom !== undefined &&
  (pausedAt ?? now) - audibleFrom - pausedMillis < openingHeardMillis

/** Ends a reply. Noise during it is forgotten, so that the agent does not ask about it afterwards. */
const retire = (before: Conversation, reply: Reply, wasPlayed: boolean): Conversation => {
  const state = { ...before, consent: consentAfter(before, reply, wasPlayed) }
  const isAudible = reply.audibleFrom !== undefined
  const isGenerated = reply.fixedLine === undefined
  const over = { id: reply.id, isGenerated, overAt: state.now, wasPlayed, pausedMillis: reply.pausedMillis }
  const retired = {
    ...state,
    reply: undefined,
    unreported: [...state.unreported, over].slice(-maxUnreported),
    awaitsReplyHeard: isAudible,
    quietFrom: isAudible ? state.now : state.quietFrom
  }
  // The words of a voice that no recognizer heard are still to come.
  return hasWords(retired) || retired.deafness !== undefined ? retired : withNewTurn(retired)
}

/** A question about the recording that was cut off is asked once more. */
const consentAfter = ({ consent }: Conversation, { fixedLine }: Reply, wasPlayed: boolean): Conversation["consent"] => {
  if (consent.at !== "asking" || fixedLine !== "may record") return consent
  if (wasPlayed) return { ...consent, at: "asked" }
  return { ...consent, at: consent.timesAsked < maxTimesAsked ? "due" : "over" }
}

export const pause = (state: Conversation): ConversationStep => {
  const { reply } = state
  if (reply === undefined) return step(state)
  return step(withReply(state, { pausedAt: state.now }), { do: "pause", reply: reply.id })
}

export const resume = (state: Conversation): ConversationStep => {
  const { reply } = state
  if (reply?.pausedAt === undefined) return step(state)
  const pausedMillis = reply.pausedMillis + state.now - reply.pausedAt
  return step(withReply(state, { pausedAt: undefined, pausedMillis, isOverNoise: true }), {
    do: "resume",
    reply: reply.id
  })
}

/** Says a filler. The two lines alternate, so that a long wait does not sound like a broken record. */
export const fill = (state: Conversation): ConversationStep => {
  const { fillerCount, now, reply } = state
  if (reply === undefined) return step(state)
  const filled = withReply({ ...state, fillerCount: fillerCount + 1 }, { filledAt: now })
  return step(filled, { do: "fill", reply: reply.id, line: fillerAt(fillerCount) })
}

/** Says a filler while the words of the person are still to come. */
export const holdTheLine = (state: Conversation): ConversationStep =>
  say({ ...state, fillerCount: state.fillerCount + 1 }, fillerAt(state.fillerCount))

const fillers: readonly [FixedLine, FixedLine] = ["filler", "second filler"]

const fillerAt = (count: number): FixedLine => (count % 2 === 0 ? fillers[0] : fillers[1])

export const isFiller = (line: FixedLine | undefined): boolean => line !== undefined && fillers.includes(line)

/** Says to a person who waits for a transfer that a target is still being called. */
export const holdForTransfer = (state: Conversation): ConversationStep =>
  say({ ...state, fillerCount: state.fillerCount + 1 }, state.fillerCount % 2 === 0 ? "holding" : "second filler")

/** No target has taken the call: the agent says so, once both sides are quiet. */
export const handoverFailed = (state: Conversation, line: FixedLine): Conversation => ({
  ...state,
  handingOverSince: undefined,
  transferFailedLine: line
})

/** Ends the call with an apology. */
export const giveUp = (state: Conversation, why: string): ConversationStep =>
  state.ending === undefined ? sayLast({ ...state, gaveUp: why }, "apology", why) : finish(state, state.ending.why)

/** The person wants no more calls: confirms that and ends the call. */
export const optOut = (state: Conversation): ConversationStep => {
  if (state.ending?.why === "opt-out") return step(state)
  const noted = noteOptOut(state)
  return andThen(noted, (next) => sayLast(closeTurn(next, "kept"), "opt-out", "opt-out"))
}

/** The model understood that the person wants no more calls. A filler that sounds ends before the confirmation. */
export const optOutByModel = (state: Conversation): ConversationStep => {
  const { ending, reply } = state
  if (ending !== undefined || reply === undefined || !isFillerSounding(reply)) return optOut(state)
  const noted = noteOptOut(withReply(state, { completed: { at: state.now, text: "", endsCall: true } }))
  return andThen(noted, (next) =>
    step(
      { ...closeTurn(next, "kept"), ending: { why: "opt-out", next: "opt-out", drainedAt: undefined } },
      { do: "finish filler", reply: reply.id }
    )
  )
}

const isFillerSounding = ({ audibleFrom, completed, dryFrom, filledAt, pausedAt }: Reply): boolean =>
  [filledAt, audibleFrom].every((at) => at !== undefined) &&
  [dryFrom, pausedAt, completed].every((at) => at === undefined)

/**
 * Whether the keys pressed together are the flow's opt-out key and no other, but for a "#" that confirms it. Pressed
 * repeatedly or with "#" it may be a number, if the agent asked for one.
 */
export const isOptOutKey = ({ keys, settings: { optOutKey } }: Conversation): boolean =>
  keys !== undefined &&
  optOutKey !== null &&
  keys.digits.startsWith(optOutKey) &&
  [...keys.digits.replace(/#$/, "")].every((digit) => digit === optOutKey) &&
  (keys.digits.length === 1 || !keys.wereAskedFor)

export const noteOptOut = (state: Conversation): ConversationStep =>
  state.isOptedOut ? step(state) : step({ ...state, isOptedOut: true }, { do: "note opt-out" })

/** Notes an opt-out if the last keys are one: no others will follow. */
export const noteOptOutByKey = (state: Conversation): ConversationStep =>
  isOptOutKey(state) ? noteOptOut(state) : step(state)

/**
 * Whether words that were taken for those of a machine ask for no more calls. They count: a person may sound like a
 * machine, and the owner of a mailbox may mean it. A key that a machine offers for that is no wish.
 */
export const isWishOfMachine = ({ settings }: Conversation, words: string): boolean =>
  isOptOut(withoutOffers(words), settings.languages)

/** Whether the words ask for no more calls if no others follow, as at the end of a call. */
export const isWishAtEnd = ({ machine, settings }: Conversation, words: string): boolean =>
  isOptOutTurn(machine === undefined ? words : withoutOffers(words), settings.languages)

/** Ends the conversation. Words without a final still count, above all an opt-out. */
export const finish = (state: Conversation, why: string): ConversationStep => {
  const greeting = state.closed?.kind === "greeting" ? (state.closed.message?.text ?? "") : ""
  const isWish = [textOf(state.turn), greeting].some((words) => isWishAtEnd(state, words)) || isOptOutKey(state)
  const wantsOut = !state.isOptedOut && isWish
  const notes: ReadonlyArray<Command> = wantsOut ? [{ do: "note opt-out" }] : []
  return andThen(drop(state, why), (free) => {
    const ended = closeTurn({ ...free, isOptedOut: free.isOptedOut || wantsOut }, "kept")
    return step({ ...ended, phase: "ended" }, ...notes, { do: "end", why })
  })
}

/** No provider answers a request of the reply; the requests are repeated. */
export const waits = (state: Conversation, reason: string): Conversation => ({
  ...state,
  outage: { since: state.outage?.since ?? state.now, reason }
})

export const recovered = (state: Conversation): Conversation => ({ ...state, outage: undefined })

/** A model answers the turn. */
export const answering = (state: Conversation, by: ModelChoice, language: string): Conversation =>
  withRecord(withReply({ ...recovered(state), fillerCount: 0 }, { awaitsAnswer: false }), state.reply?.record, () => ({
    language,
    llmProvider: typeof by === "string" ? by : null,
    model: typeof by === "string" ? null : by.name
  }))

/** Tools run. The agent has said that it takes a moment, so the next filler is the second one. */
export const calling = (state: Conversation): Conversation =>
  withReply({ ...state, fillerCount: 1 }, { firstTokenAt: state.now, awaitsAnswer: true })

/** The model produced the first token of the reply, or of its part after tools. */
export const firstToken = (state: Conversation): Conversation =>
  withRecord(withReply(state, { firstTokenAt: state.now }), state.reply?.record, (record) => ({
    firstTokenMs: record.firstTokenMs ?? state.now - record.atMs
  }))

export const retrieved = (
  state: Conversation,
  chunkIds: ReadonlyArray<string>,
  problem: string | undefined
): Conversation =>
  withRecord(state, state.reply?.record, (record) => ({
    retrievalMs: state.now - record.atMs,
    chunkIds,
    why: problem === undefined ? record.why : `${record.why}; ${problem}`
  }))

export const audible = (state: Conversation, from: number): Conversation => {
  const { reply } = state
  if (reply?.audibleFrom !== undefined) return withReply(state, { dryFrom: undefined })
  if (reply === undefined) return state
  const audibleFrom = Math.min(Math.max(from, reply.since), state.now + maxPlaybackDelayMillis)
  return withRecord(withReply(state, { audibleFrom }), reply.record, (record) => {
    const firstAudioMs = audibleFrom - record.atMs
    return { firstAudioMs, totalMs: record.endOfTurnMs === null ? null : record.endOfTurnMs + firstAudioMs }
  })
}

/** Notes that the reply fell silent at this time, although it is not complete. */
export const dry = (state: Conversation, from: number): Conversation => {
  const { reply } = state
  if (reply?.audibleFrom === undefined || reply.completed !== undefined) return state
  return withReply(state, { dryFrom: Math.max(reply.audibleFrom, Math.min(from, state.now)) })
}

/** The reply is complete. A reply without words counts as none, unless a filler was heard. */
export const complete = (state: Conversation, text: string, endsCall: boolean, handsOver = false): ConversationStep => {
  const { reply } = state
  if (reply === undefined || reply.completed !== undefined) return step(state)
  const isWordless = text.trim() === ""
  const isSilent = reply.audibleFrom === undefined
  const done = withReply(recovered(state), {
    completed: { at: state.now, text, endsCall, handsOver },
    dryFrom: undefined
  })
  if (isWordless && isSilent) return endsCall ? sayLast(done, "goodbye", "goodbye") : giveUp(done, "nothing to say")
  if (!endsCall || isWordless || state.ending !== undefined) return step(done)
  return resume({ ...done, ending: { ...newEnding, why: "goodbye" } })
}

export const failed = (state: Conversation, reason: string): ConversationStep => {
  if (state.reply?.audibleFrom === undefined) return giveUp(state, `failed: ${reason}`)
  return step(withReply(state, { failedAt: state.reply.failedAt ?? state.now, dryFrom: undefined }))
}

export const played = (state: Conversation): ConversationStep => {
  const { ending, now, reply } = state
  if (reply === undefined || (reply.completed === undefined && reply.failedAt === undefined)) return step(state)
  const over = retire(state, reply, true)
  if (ending?.next !== undefined) return say({ ...over, ending: { ...ending, next: undefined } }, ending.next)
  if (ending !== undefined) return step({ ...over, ending: { ...ending, drainedAt: now } })
  if (reply.completed?.handsOver === true) return step({ ...over, transferDueSince: now })
  if (!hasSaidNothing(reply)) return step(over)
  return reply.completed?.endsCall ? sayLast(over, "goodbye", "goodbye") : giveUp(over, "nothing to say")
}

const hasSaidNothing = (reply: Reply) => {
  if (reply.audibleFrom === undefined) return true
  return reply.completed === undefined ? reply.awaitsAnswer || isFillerOnly(reply) : reply.completed.text.trim() === ""
}

const isFillerOnly = ({ filledAt, firstTokenAt }: Reply): boolean =>
  filledAt !== undefined && firstTokenAt === undefined

type HeardReply = Pick<SpokenMessage, "text" | "startMs" | "endMs" | "interrupted">

/**
 * Adds what was heard of a reply that is over. A promise of the model not to call again counts as
 * an opt-out.
 */
export const replyHeard = (state: Conversation, reply: number, line: HeardReply): ConversationStep => {
  const over = state.unreported.find(({ id }) => id === reply)
  if (over === undefined) return step(state)
  const heard = addHeardReply(state, over, line)
  return over.isGenerated && promisesNoCalls(line.text, line.interrupted, state.settings.languages)
    ? noteOptOut(heard)
    : step(heard)
}

/** Adds the reply to the transcript. A back-channel during the question at its end is an answer to that question. */
const addHeardReply = (state: Conversation, over: UnreportedReply, line: HeardReply): Conversation => {
  const reported = { ...state, unreported: state.unreported.filter((other) => other !== over) }
  if (line.text.trim() === "") return reported
  const { text, startMs, endMs, interrupted } = line
  // "Press 9 if you do not want calls to this number" asks for no number.
  const expected = expectedAnswer(withoutOffers(text), state.settings.languages)
  // A person who has begun to press keys is expected to press more.
  const turn =
    hasWords(reported) && reported.turn.expected === "digits" ? reported.turn : { ...reported.turn, expected }
  const heard = withMessage(
    { ...reported, expected, turn },
    { role: "agent", text, startMs, endMs: Math.max(startMs, endMs), interrupted }
  )
  const backChannel = state.closed?.kind === "kept" ? state.closed.message : undefined
  const askedFrom = over.overAt - over.pausedMillis - questionMillis
  const isAnswer =
    backChannel !== undefined && over.wasPlayed && !interrupted && asks(text) && backChannel.startMs >= askedFrom
  return isAnswer ? { ...heard, unanswered: backChannel } : heard
}

// Number of times that the question about the recording is asked, if it was not heard to its end.
export const maxTimesAsked = 2
// Time before the call's limit from which the model is prompted to wrap up, ms.
const wrapUpMillis = 30_000
// Part of the opening that a person must hear to know who is calling, ms.
const openingHeardMillis = 1_000
// Maximum number of finished replies whose "replyHeard" event is awaited.
const maxUnreported = 8
// Maximum time from sending the first frame of a reply to its playback, ms.
const maxPlaybackDelayMillis = 500
// Assumed duration of the question at the end of a reply, ms.
const questionMillis = 2_000
