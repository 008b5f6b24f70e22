import type { FixedLine } from "../fixed-lines/fixed-lines.ts"
import { asksToHold } from "../machines/machine-words.ts"
import { asks } from "../text/sentence-marks.ts"
import {
  type BargeInDecision,
  bargeIn,
  decideWithinMillis,
  echoMillis,
  type InterruptionWords,
  minVoiceMillis,
  noInterruption,
  wantsTurn
} from "../turns/barge-in.ts"
import { endOfTurn } from "../turns/endpointing.ts"
import { askedOften } from "./asked-often.ts"
import { answer } from "./conversation-answers.ts"
import { askConsent, awaitsConsent, keptAnswer, passOverConsent, takeAnswer } from "./conversation-consent.ts"
import { asPerson, machineRules } from "./conversation-machines.ts"
import {
  drop,
  fill,
  finish,
  giveUp,
  holdForTransfer,
  holdTheLine,
  isFiller,
  isOptOutKey,
  optOut,
  pause,
  resume,
  say,
  sayLast
} from "./conversation-replies.ts"
import {
  type Conversation,
  type ConversationStep,
  hasWords,
  isSounding,
  quietSince,
  type Reply,
  type SpokenMessage,
  step,
  unheardUntil,
  withNewTurn
} from "./conversation-state.ts"
import { closeTurn, finalWithinMillis, isGreeting, mayAskToRepeat, nextKeyMillis } from "./conversation-turns.ts"
import { interruptionWords, isBareStop } from "./turn-words.ts"

/** An action that is carried out at a time unless another event comes first. */
export interface TimedAction {
  readonly at: number
  readonly act: (state: Conversation) => ConversationStep
}

type Rule = (state: Conversation) => TimedAction | undefined

/** Returns the earliest action; if several are due at the same time, the first in the list of rules. */
export const nextDue = (state: Conversation): TimedAction | undefined => {
  if (state.phase === "ended") return undefined
  let first: TimedAction | undefined
  for (const rule of machineRules(state)?.concat(optOutKey) ?? rulesOf(state)) {
    const due = rule(state)
    if (due !== undefined && (first === undefined || due.at < first.at)) first = due
  }
  return first
}

const rulesOf = ({
  ending,
  handingOverSince,
  replyCount,
  reply,
  transferDueSince
}: Conversation): ReadonlyArray<Rule> => {
  if (ending !== undefined) return reply === undefined ? whenDrained : whileDraining
  if (replyCount === 0) return inGreeting
  if (reply !== undefined) return reply.audibleFrom === undefined ? beforeSound : inSound
  if (transferDueSince !== undefined) return beforeTransfer
  return handingOverSince === undefined ? whileListening : whileHandingOver
}

const limit: Rule = ({ settings }) => ({ at: settings.limitMillis, act: (state) => finish(state, "time limit") })

/** The opt-out key counts unless another key follows soon, which makes it a part of a number. */
const optOutKey: Rule = (state) => {
  if (state.keys === undefined || !isOptOutKey(state)) return undefined
  return { at: state.keys.at + nextKeyMillis, act: (now) => optOut(asPerson({ ...now, keys: undefined })) }
}

const timeIsUp: Rule = ({ settings }) => ({
  at: settings.limitMillis - goodbyeMillis,
  act: (state) => sayLast(state, "time is up", "time is up")
})

/**
 * Says the opening after the person's hello, or after a short silence. It waits for a person who
 * speaks, up to a limit.
 */
const opening: Rule = (state) => {
  const { settings, turn } = state
  const { resumes } = settings
  if (resumes !== undefined) return { at: 0, act: (now) => say(closeTurn(now, "greeting"), resumes.line) }
  const latest = latestOpening(state)
  const afterHello = turn.endedAt === undefined ? latest : turn.endedAt + openingAfterHelloMillis
  return {
    at: Math.min(latest, turn.beganAt === undefined ? openingWithoutHelloMillis : afterHello),
    act: (now) => say(closeTurn(now, "greeting"), "opening")
  }
}

/**
 * Returns when the agent begins although a voice still sounds. Where machines are recognized it does not speak into
 * words that go on: they may be a greeting, and a person who speaks waits for nothing.
 */
const latestOpening = ({ settings, turn }: Conversation) =>
  settings.machines === undefined || turn.wordsAt === undefined
    ? latestOpeningMillis
    : Math.max(latestOpeningMillis, Math.min(turn.wordsAt + wordsGoOnMillis, latestOpeningInWordsMillis))

const turnEnds: Rule = (state) => {
  const end = endOfTurn(state.turn)
  if (end === undefined) return undefined
  const at = Math.max(end.atMillis, unheardUntil(state))
  if (end.act === "commit") return { at: afterBareOptOut(state, at), act: (now) => answer(now, end.why) }
  if (state.unanswered !== undefined) return { at, act: (now) => answer(now, "said before") }
  return mayAskToRepeat(state) ? { at, act: askToRepeat } : undefined
}

/** Says fillers while the recognizer has not heard the person's words yet. */
const unheard: Rule = (state) => {
  const { quietFrom, voice } = state
  if (unheardUntil(state) <= state.now || isSounding(state)) return undefined
  return { at: Math.max((voice?.endedAt ?? 0) + holdAfterMillis, quietFrom + fillAgainAfterMillis), act: holdTheLine }
}

/** Ends the call when the person has not been heard for too long. */
const deafTooLong: Rule = ({ deafness }) => {
  if (deafness === undefined || deafness.endedAt !== undefined) return undefined
  return { at: deafness.since + longestOutageMillis, act: (state) => giveUp(state, "the recognizer is away") }
}

/** A bare "stop" ends a turn later: it may go on as "stop, wait a second". */
const afterBareOptOut = (state: Conversation, endsAt: number) =>
  isBareStop(state) ? Math.max(endsAt, quietSince(state.turn) + afterBareOptOutMillis) : endsAt

const askToRepeat = (state: Conversation) =>
  say({ ...withNewTurn(state), repeatRequestCount: state.repeatRequestCount + 1 }, "ask to repeat")

/** Answers what the person said during a reply without stopping it. */
const answerUnanswered: Rule = (state) => {
  if (awaitsConsent(state)) return undefined
  if (state.unanswered === undefined || hasWords(state) || isSounding(state)) return undefined
  return { at: state.now, act: (now) => answer(now, "said before") }
}

/** Asks after the opening whether the call may be recorded; silence for some seconds is no yes. */
const recordingConsent: Rule = (state) => {
  const { consent, mustRepeatOpening, now, quietFrom } = state
  if (hasWords(state) || isSounding(state) || mustRepeatOpening) return undefined
  if (consent.at === "due") return { at: now, act: askConsent }
  const kept = keptAnswer(state)
  if (kept !== undefined) return { at: now, act: (then) => takeAnswer(then, kept, then.closed?.message?.startMs ?? 0) }
  return consent.at === "asked" ? { at: quietFrom + consentWithinMillis, act: passOverConsent } : undefined
}

const silence: Rule = (state) => {
  const { settings, silencePromptCount, quietFrom, turn } = state
  if (settings.isTyped === true) return undefined
  const mayBeWords = turn.beganAt !== undefined && mayAskToRepeat(state)
  if (hasWords(state) || mayBeWords || state.unanswered !== undefined) return undefined
  const line = silencePrompts[silencePromptCount]
  const from = Math.max(quietFrom, turn.wordsAt ?? 0)
  if (line === undefined) {
    return { at: from + leaveAfterMillis, act: (now) => sayLast(now, "goodbye after silence", "silence") }
  }
  return {
    at: from + (silencePromptCount === 0 && isOnHold(state) ? promptOnHoldMillis : promptAfterMillis),
    act: (now) => say({ ...withNewTurn(now), silencePromptCount: silencePromptCount + 1 }, line)
  }
}

/** Whether the person has asked the agent to wait, has said nothing since, and was asked nothing. */
const isOnHold = ({ transcript }: Conversation): boolean => {
  const last = transcript.findLastIndex(({ role }) => role === "person")
  const words = transcript[last]
  return words !== undefined && isToHold(words) && !transcript.slice(last + 1).some(({ text }) => asks(text))
}

const isToHold = askedOften(({ text }: SpokenMessage): boolean => asksToHold(text) && !asks(text))

/**
 * Begins a transfer once the person's last words and keys are understood: during a cold one they are not heard any more, and
 * they may ask for no more calls.
 */
const transferBegins: Rule = (state) => {
  const { transferDueSince } = state
  if (transferDueSince === undefined || isOptOutKey(state) || wantsTurn(interruptionWords(state))) return undefined
  const at = Math.min(transferDueSince + lastWordsMillis, awaitedUntil(state))
  return {
    at: Math.max(transferDueSince, at),
    act: (now) => step({ ...now, transferDueSince: undefined, handingOverSince: now.now }, { do: "hand over" })
  }
}

/** Words that would have stopped the last reply are answered, and the transfer waits until it is asked for again. */
const turnBeforeTransfer: Rule = (state) => (wantsTurn(interruptionWords(state)) ? turnEnds(state) : undefined)

/** Says that a target is still being called, so that the person does not wait in silence. */
const hold: Rule = (state) => {
  const { handingOverSince = 0, quietFrom, turn, voice } = state
  if (isSounding(state) || hasWords(state) || state.unanswered !== undefined) return undefined
  const from = Math.max(handingOverSince, quietFrom, turn.wordsAt ?? 0, voice?.endedAt ?? 0)
  return { at: from + holdAgainAfterMillis, act: holdForTransfer }
}

const sayTransferFailed: Rule = (state) => {
  const { transferFailedLine: line } = state
  if (line === undefined || isSounding(state) || hasWords(state)) return undefined
  return { at: state.now, act: (now) => say({ ...withNewTurn(now), transferFailedLine: undefined }, line) }
}

const silencePrompts: ReadonlyArray<FixedLine> = ["first silence", "second silence"]

/** Words that come before the reply is audible belong to the turn that it answers. */
const personContinues: Rule = (state) => {
  const end = endOfTurn(state.turn)
  if (end?.act !== "commit" || state.reply?.fixedLine === "opening") return undefined
  return {
    at: Math.max(end.atMillis, unheardUntil(state)),
    act: wordsAgainstReply(state).kind === "back-channel" ? keepBackChannel : (now) => answer(now, end.why)
  }
}

/** A back-channel shows that the person listens; it needs no answer. */
const backChannels: Rule = (state) => {
  const end = wordsAgainstReply(state).kind === "back-channel" ? endOfTurn(state.turn) : undefined
  return end?.act === "commit" ? { at: end.atMillis, act: keepBackChannel } : undefined
}

const keepBackChannel = (state: Conversation) => step(closeTurn(state, "kept"))

/** Returns the words that interrupt the reply. A filler that holds the line waits for words that were said before it. */
const wordsAgainstReply = (state: Conversation): InterruptionWords => {
  const { reply, voice } = state
  const wereSaidBefore = voice?.endedAt !== undefined && voice.endedAt <= (reply?.since ?? 0)
  return isFiller(reply?.fixedLine) && wereSaidBefore ? noInterruption : interruptionWords(state)
}

/** Says a filler when the reply takes long, unless the person is speaking. A fixed line needs one only in an outage. */
const filler: Rule = (state) => {
  const { outage, reply, turn } = state
  if (reply === undefined || reply.filledAt !== undefined) return undefined
  if (reply.fixedLine !== undefined && outage === undefined) return undefined
  if (isSounding(state) || hasWords(state)) return undefined
  const from = turn.endedAt === undefined ? reply.since : Math.max(reply.since, turn.endedAt)
  // Once the model has begun to answer the voice follows soon, and a filler would delay it.
  const soonest = Math.max(from + fillAfterMillis, (reply.firstTokenAt ?? 0) + voiceWithinMillis)
  return { at: Math.max(from, Math.min(soonest, lastSound(state) + latestFillerMillis)), act: fill }
}

/** Says another filler when the reply is still to come after one, or when its voice broke off. */
const nextFiller: Rule = (state) => {
  const { reply, voice } = state
  if (reply?.dryFrom === undefined || reply.pausedAt !== undefined || isSounding(state)) return undefined
  // The last filler did not sound, so another one would not either.
  if (reply.filledAt !== undefined && reply.filledAt > reply.dryFrom) return undefined
  return { at: Math.max(reply.dryFrom, voice?.endedAt ?? 0) + fillAgainAfterMillis, act: fill }
}

/**
 * Ends the call when the providers have been away for too long, or say nothing at all. Lets a
 * filler end first.
 */
const outageTooLong: Rule = ({ outage, reply }) => {
  if (reply === undefined || (reply.audibleFrom !== undefined && reply.dryFrom === undefined)) return undefined
  const isSilent = reply.filledAt !== undefined && reply.firstTokenAt === undefined
  const since = outage?.since ?? (isSilent ? reply.since : undefined)
  if (since === undefined) return undefined
  const at = Math.max(since + longestOutageMillis, reply.since + minThinkingMillis)
  return { at, act: (now) => giveUp(now, outage === undefined ? "dead air" : `providers away: ${outage.reason}`) }
}

const deadAir: Rule = (state) => {
  const { reply } = state
  return reply && { at: silentUntil(state, reply), act: (now) => giveUp(now, "dead air") }
}

/**
 * Returns when the silence before a reply has lasted too long. A turn that took long to end still
 * leaves time to generate; noise defers the limit, but not for ever.
 */
const silentUntil = (state: Conversation, reply: Reply) => {
  if (isSounding(state)) return reply.since + noiseMillis + deadAirMillis
  const generatedBy = reply.fixedLine === undefined ? reply.since + minThinkingMillis : reply.since + deadAirMillis
  return Math.max(lastSound(state) + deadAirMillis, generatedBy, fillerSoundsBy(reply))
}

/** Returns when a filler must sound. Both it and the end of the call may have come due while this process stood still. */
const fillerSoundsBy = ({ filledAt = Number.NEGATIVE_INFINITY }: Reply) => filledAt + deadAirMillis - latestFillerMillis

const lastSound = ({ closed, quietFrom, voice }: Conversation) =>
  Math.max(quietFrom, voice?.endedAt ?? 0, closed === undefined ? 0 : quietSince(closed.turn))

/** Returns the first moment at which the person's voice or words pause, stop or resume the reply. */
const interruption: Rule = (state) => {
  const { now, reply, voice } = state
  if (reply?.audibleFrom === undefined) return undefined
  const moments = [
    reply.audibleFrom + echoMillis,
    (voice?.beganAt ?? now) + minVoiceMillis,
    (reply.pausedAt ?? now) + decideWithinMillis
  ].filter((at) => at > now)
  for (const at of [now, ...moments.sort((one, other) => one - other)]) {
    const verdict = bargeInAt(state, reply, at)
    if (verdict.act !== "ignore") return { at, act: (then) => interrupt(then, verdict) }
  }
  return undefined
}

const bargeInAt = (state: Conversation, reply: Reply, at: number) => {
  const isNewVoice = isSounding(state) && !isGreeting(state)
  return bargeIn({
    reply: {
      audibleMillis: at - (reply.audibleFrom ?? at),
      allowsInterrupts: state.settings.allowInterrupts && reply.fixedLine !== "may record",
      pausedMillis: reply.pausedAt === undefined ? undefined : at - reply.pausedAt
    },
    voice: {
      millis: isNewVoice ? at - (state.voice?.beganAt ?? at) : 0,
      isSounding: isNewVoice,
      isPausing: state.voice?.isPausing === true,
      wasPausedFor: reply.isOverNoise
    },
    interruptionWords: wordsAgainstReply(state)
  })
}

const interrupt = (state: Conversation, { act, why }: BargeInDecision): ConversationStep => {
  if (act === "pause") return pause(state)
  return act === "resume" ? resume(state) : drop(state, why)
}

/** Ends the call when the rest of a reply does not come, and no filler sounds. */
const deadAirWithin: Rule = (state) => {
  const { reply, voice } = state
  if (reply?.dryFrom === undefined || reply.pausedAt !== undefined) return undefined
  const from = isSounding(state) ? reply.dryFrom + noiseMillis : Math.max(reply.dryFrom, voice?.endedAt ?? 0)
  return { at: Math.max(from + deadAirMillis, fillerSoundsBy(reply)), act: (now) => giveUp(now, "dead air") }
}

/** Drops a reply whose events stopped coming; the part that was played counts as heard. */
const stuck: Rule = (state) => {
  const { reply } = state
  if (reply?.audibleFrom === undefined || reply.pausedAt !== undefined) return undefined
  return { at: longestSound(reply, reply.audibleFrom), act: (now) => drop(now, "stuck") }
}

const longestSound = ({ failedAt, pausedMillis, firstTokenAt, completed }: Reply, audibleFrom: number) => {
  const from = Math.max(audibleFrom, failedAt ?? 0, firstTokenAt ?? 0, completed?.at ?? 0) + pausedMillis
  return (
    from +
    (completed === undefined
      ? maxSentenceWaitMillis
      : completed.text.length * slowestMillisPerLetter + playbackGraceMillis)
  )
}

/** Plays the last reply to its end, but does not wait for one that never completes. */
const drained: Rule = (state) => {
  const { ending, reply } = state
  if (reply === undefined || ending === undefined) return undefined
  const { audibleFrom, completed } = reply
  const over: TimedAction["act"] = (now) => finish(now, ending.why)
  if (audibleFrom === undefined) return { at: silentUntil(state, reply), act: over }
  if (completed === undefined) return { at: audibleFrom + maxFarewellMillis, act: over }
  const longest = Math.max(minDrainMillis, completed.text.length * slowMillisPerLetter + farewellGraceMillis)
  return { at: Math.max(audibleFrom, completed.at) + longest, act: over }
}

/** Waits for a person who is speaking or about to: they may ask for no more calls. */
const lastWords: Rule = (state) => {
  const { ending } = state
  if (ending?.drainedAt === undefined) return undefined
  const at = Math.min(ending.drainedAt + lastWordsMillis, awaitedUntil(state))
  return { at: Math.max(ending.drainedAt + latencyMillis, at), act: (now) => finish(now, ending.why) }
}

const awaitedUntil = (state: Conversation) => {
  const { deafness, finalAt, isRecognizerLost, isOptedOut, turn, voice } = state
  if (isRecognizerLost || isOptedOut || (deafness !== undefined && deafness.endedAt === undefined)) return 0
  if (isSounding(state)) return Number.POSITIVE_INFINITY
  const spokenUntil = Math.max(voice?.endedAt ?? 0, turn.interim === "" ? 0 : (turn.wordsAt ?? 0))
  return spokenUntil > finalAt ? spokenUntil + finalWithinMillis : 0
}

const inGreeting = [optOutKey, opening]
const beforeTransfer = [limit, optOutKey, timeIsUp, deafTooLong, turnBeforeTransfer, transferBegins]
const whileHandingOver = [limit, optOutKey, timeIsUp, deafTooLong, turnEnds, unheard, answerUnanswered, hold]
const whileListening = [
  limit,
  optOutKey,
  timeIsUp,
  deafTooLong,
  turnEnds,
  unheard,
  recordingConsent,
  sayTransferFailed,
  answerUnanswered,
  silence
]
const beforeSound = [limit, optOutKey, timeIsUp, outageTooLong, personContinues, deadAir, filler]
const inSound = [
  limit,
  optOutKey,
  timeIsUp,
  outageTooLong,
  interruption,
  backChannels,
  nextFiller,
  deadAirWithin,
  stuck
]
const whileDraining = [limit, optOutKey, drained]
const whenDrained = [limit, optOutKey, lastWords]

// Time before the call's limit at which the agent says that the time is up, ms.
const goodbyeMillis = 10_000
// Silence after which the agent says again that a target is being called, ms.
const holdAgainAfterMillis = 3_200
// Silence after which a bare "stop" is an opt-out, ms.
const afterBareOptOutMillis = 1_500
// Time from the beginning of the call to the opening, if the person is silent, ms.
const openingWithoutHelloMillis = 800
// Time from the person's hello to the opening, ms.
const openingAfterHelloMillis = 300
// Maximum time from the beginning of the call to the opening, although a voice still sounds, ms.
const latestOpeningMillis = 6_000
// Maximum such time where machines are recognized and words go on, ms.
const latestOpeningInWordsMillis = 45_000
// Time without a new word after which words do not go on, ms.
const wordsGoOnMillis = 2_500
// Silence after which the agent prompts the person, ms.
const promptAfterMillis = 7_000
// Silence after which the agent prompts a person who has asked it to wait, ms.
const promptOnHoldMillis = 30_000
// Silence after the last prompt, after which the agent hangs up, ms.
const leaveAfterMillis = 6_000
// Delay of a filler after the agent's turn began, ms.
const fillAfterMillis = 900
// Maximum silence before a filler, ms.
const latestFillerMillis = 2_500
// Usual time from the model's first token to the first sound, ms.
const voiceWithinMillis = 700
// Time in which the person answers whether the call may be recorded, ms.
const consentWithinMillis = 5_000
// Maximum silence before a reply, ms.
const deadAirMillis = 3_000
// Minimum time that the model has to begin a reply, ms.
const minThinkingMillis = 2_000
// Maximum time by which noise defers the limit of dead air, ms.
const noiseMillis = 5_000
// Silence after words that no recognizer heard, before a filler, ms.
const holdAfterMillis = 1_500
// Silence within a reply before another filler, ms. Longer than a voice may stall, so that a stalled
// sentence has been given up by then; and short enough for the delay of the filler.
const fillAgainAfterMillis = 2_300
// Maximum time without an answer of any provider, ms.
const longestOutageMillis = 12_000
// Maximum wait for the rest of a reply, ms.
const maxSentenceWaitMillis = 30_000
// Maximum playback of a complete reply: the slowest pace, ms per letter, and a grace, ms.
const slowestMillisPerLetter = 400
const playbackGraceMillis = 10_000
// Maximum playback of the last reply: a pace, ms per letter, and a grace, ms, but at least the minimum, ms.
const slowMillisPerLetter = 100
const farewellGraceMillis = 2_000
const minDrainMillis = 8_000
// Maximum playback of a last reply that never completes, ms.
const maxFarewellMillis = 15_000
// Maximum wait for the person's last words, ms.
const lastWordsMillis = 3_000
// Voice-detection latency plus playout latency, ms.
const latencyMillis = 300
