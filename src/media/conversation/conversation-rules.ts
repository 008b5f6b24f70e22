import { type BargeInDecision, bargeIn, decideWithin, echoMillis, shortestVoice } from "./barge-in.ts"
import { answer } from "./conversation-answers.ts"
import { drop, fill, finish, giveUp, isFillerOnly, pause, resume, say, sayLast } from "./conversation-replies.ts"
import {
  type Conversation,
  type ConversationStep,
  hasWords,
  isSounding,
  quietSince,
  type Reply,
  step,
  withNewTurn
} from "./conversation-state.ts"
import { closeTurn, finalWithin, isAskedAbout, isGreeting } from "./conversation-turns.ts"
import { endOfTurn } from "./endpointing.ts"
import type { FixedLine } from "./fixed-lines.ts"

/** What is done, at a time, if nothing else happens before. */
export interface TimedAction {
  readonly at: number
  readonly act: (state: Conversation) => ConversationStep
}

type Rule = (state: Conversation) => TimedAction | undefined

/** What is done first; of what is done at the same time, what stands first in the list. */
export const nextDue = (state: Conversation): TimedAction | undefined => {
  if (state.phase === "ended") return undefined
  let first: TimedAction | undefined
  for (const rule of rulesOf(state)) {
    const due = rule(state)
    if (due !== undefined && (first === undefined || due.at < first.at)) first = due
  }
  return first
}

const rulesOf = ({ ending, replies, reply }: Conversation): ReadonlyArray<Rule> => {
  if (ending !== undefined) return reply === undefined ? whenDrained : whileDraining
  if (replies === 0) return inGreeting
  if (reply === undefined) return whileListening
  return reply.audibleFrom === undefined ? beforeSound : inSound
}

const limit: Rule = ({ settings }) => ({ at: settings.limitMillis, act: (state) => finish(state, "time limit") })

const timeIsUp: Rule = ({ settings }) => ({
  at: settings.limitMillis - goodbyeMillis,
  act: (state) => sayLast(state, "time is up", "time is up")
})

/** Whoever has said hello is waiting for an answer; whoever says nothing too. Who is speaking is let finish, but not for ever. */
const opening: Rule = ({ turn }) => {
  const spoken = turn.endedAt === undefined ? latestOpening : turn.endedAt + afterHello
  return {
    at: Math.min(latestOpening, turn.beganAt === undefined ? withoutHello : spoken),
    act: (state) => say(closeTurn(state, "greeting"), "opening")
  }
}

const turnEnds: Rule = (state) => {
  const end = endOfTurn(state.turn)
  if (end === undefined) return undefined
  if (end.act === "commit") return { at: end.atMillis, act: (now) => answer(now, end.why) }
  if (state.owed !== undefined) return { at: end.atMillis, act: (now) => answer(now, "said before") }
  return isAskedAbout(state) ? { at: end.atMillis, act: askToRepeat } : undefined
}

const askToRepeat = (state: Conversation) => say({ ...withNewTurn(state), repeats: state.repeats + 1 }, "ask to repeat")

/** What was said into a reply, and was no reason to stop it. */
const owedAnswer: Rule = (state) => {
  if (state.owed === undefined || hasWords(state) || isSounding(state)) return undefined
  return { at: state.now, act: (now) => answer(now, "said before") }
}

const silence: Rule = (state) => {
  const { prompts, quietFrom, turn } = state
  const isVoiceMeant = turn.beganAt !== undefined && isAskedAbout(state)
  if (hasWords(state) || isVoiceMeant || state.owed !== undefined) return undefined
  const line = silencePrompts[prompts]
  const from = Math.max(quietFrom, turn.wordsAt ?? 0)
  if (line === undefined) {
    return { at: from + leavesAfter, act: (now) => sayLast(now, "goodbye after silence", "silence") }
  }
  return { at: from + promptsAfter, act: (now) => say({ ...withNewTurn(now), prompts: prompts + 1 }, line) }
}

const silencePrompts: ReadonlyArray<FixedLine> = ["first silence", "second silence"]

/** Words that come before anything was heard of the reply belong to what it answers. */
const moreIsSaid: Rule = (state) => {
  const { remark, reply } = state
  const end = endOfTurn(state.turn)
  if (end?.act !== "commit" || reply?.line === "opening") return undefined
  return { at: end.atMillis, act: remark.kind === "back-channel" ? keepNod : (now) => answer(now, end.why) }
}

/** It shows that they listen, which needs no answer. */
const nods: Rule = (state) => {
  const end = state.remark.kind === "back-channel" ? endOfTurn(state.turn) : undefined
  return end?.act === "commit" ? { at: end.atMillis, act: keepNod } : undefined
}

const keepNod = (state: Conversation) => step(closeTurn(state, "kept"))

/** Someone who waits hears that they are not forgotten; who says more is not interrupted by it. */
const filler: Rule = (state) => {
  const { reply, turn } = state
  if (reply === undefined || reply.line !== undefined || reply.isFilled) return undefined
  if (isSounding(state) || hasWords(state)) return undefined
  const from = turn.endedAt === undefined ? reply.since : Math.max(reply.since, turn.endedAt)
  return { at: Math.max(from, Math.min(from + fillAfter, lastSound(state) + latestFiller)), act: fill }
}

const deadAir: Rule = (state) => {
  const { reply } = state
  return reply && { at: silentUntil(state, reply), act: (now) => giveUp(now, "dead air") }
}

/** The end of their turn may have taken long: then there is still a while to think. A noise does not put it off for ever. */
const silentUntil = (state: Conversation, reply: Reply) => {
  if (isSounding(state)) return reply.since + noiseMillis + deadAirMillis
  const ours = reply.line === undefined ? reply.since + shortestThought : reply.since + deadAirMillis
  return Math.max(lastSound(state) + deadAirMillis, ours)
}

const lastSound = ({ closed, quietFrom, voice }: Conversation) =>
  Math.max(quietFrom, voice?.endedAt ?? 0, closed === undefined ? 0 : quietSince(closed.turn))

/** The first moment at which something is to be done about one who speaks into a reply. */
const interruption: Rule = (state) => {
  const { now, reply, voice } = state
  if (reply?.audibleFrom === undefined) return undefined
  const moments = [
    reply.audibleFrom + echoMillis,
    (voice?.beganAt ?? now) + shortestVoice,
    (reply.pausedAt ?? now) + decideWithin
  ].filter((at) => at > now)
  for (const at of [now, ...moments.sort((one, other) => one - other)]) {
    const verdict = verdictAt(state, reply, at)
    if (verdict.act !== "ignore") return { at, act: (then) => interrupt(then, verdict) }
  }
  return undefined
}

const verdictAt = (state: Conversation, reply: Reply, at: number) => {
  const isMeant = isSounding(state) && !isGreeting(state)
  return bargeIn({
    reply: {
      audibleMillis: at - (reply.audibleFrom ?? at),
      isUninterruptible: false,
      allowsInterrupts: state.settings.allowInterrupts,
      // What was not heard to its end has asked nothing: a yes is an answer to what they hear next.
      asksQuestion: false,
      pausedMillis: reply.pausedAt === undefined ? undefined : at - reply.pausedAt
    },
    voice: {
      millis: isMeant ? at - (state.voice?.beganAt ?? at) : 0,
      isSounding: isMeant,
      wasPausedFor: reply.isOverNoise
    },
    remark: state.remark
  })
}

const interrupt = (state: Conversation, { act, why }: BargeInDecision): ConversationStep => {
  if (act === "pause") return pause(state)
  return act === "resume" ? resume(state) : drop(state, why)
}

/** Nobody tells of a reply any more. It has been heard as far as it goes. */
const stuck: Rule = (state) => {
  const { reply } = state
  if (reply?.audibleFrom === undefined || reply.pausedAt !== undefined) return undefined
  const isSilent = isFillerOnly(reply) && reply.whole === undefined && reply.failedAt === undefined
  if (isSilent) return { at: reply.audibleFrom + fillerMillis + deadAirMillis, act: (now) => giveUp(now, "dead air") }
  return { at: longestSound(reply, reply.audibleFrom), act: (now) => drop(now, "stuck") }
}

const longestSound = ({ failedAt, pausedMillis, thoughtAt, whole }: Reply, audibleFrom: number) => {
  const from = Math.max(audibleFrom, failedAt ?? 0, thoughtAt ?? 0, whole?.at ?? 0) + pausedMillis
  return from + (whole === undefined ? longestWait : whole.text.length * slowestLetter + watchMillis)
}

/** The last words are heard to their end, but nobody waits for what does not come. */
const drained: Rule = (state) => {
  const { ending, reply } = state
  if (reply === undefined || ending === undefined) return undefined
  const { audibleFrom, whole } = reply
  const over: TimedAction["act"] = (now) => finish(now, ending.why)
  if (audibleFrom === undefined) return { at: silentUntil(state, reply), act: over }
  if (whole === undefined) return { at: audibleFrom + longestFarewell, act: over }
  const longest = Math.max(drainMillis, whole.text.length * slowLetter + afterFarewell)
  return { at: Math.max(audibleFrom, whole.at) + longest, act: over }
}

/** Whoever is just speaking, or has just begun to, may say that they want no more calls. */
const lastWords: Rule = (state) => {
  const { ending } = state
  if (ending?.drainedAt === undefined) return undefined
  const at = Math.min(ending.drainedAt + lastWordsMillis, awaitedUntil(state))
  return { at: Math.max(ending.drainedAt + noticeMillis, at), act: (now) => finish(now, ending.why) }
}

const awaitedUntil = (state: Conversation) => {
  const { finalAt, isDeaf, isOptedOut, turn, voice } = state
  if (isDeaf || isOptedOut) return 0
  if (isSounding(state)) return Number.POSITIVE_INFINITY
  const spoken = Math.max(voice?.endedAt ?? 0, turn.interim === "" ? 0 : (turn.wordsAt ?? 0))
  return spoken > finalAt ? spoken + finalWithin : 0
}

const inGreeting = [opening]
const whileListening = [limit, timeIsUp, turnEnds, owedAnswer, silence]
const beforeSound = [limit, timeIsUp, moreIsSaid, deadAir, filler]
const inSound = [limit, timeIsUp, interruption, nods, stuck]
const whileDraining = [limit, drained]
const whenDrained = [limit, lastWords]

const goodbyeMillis = 10_000
const withoutHello = 800
const afterHello = 300
const latestOpening = 6_000
const promptsAfter = 7_000
const leavesAfter = 6_000
const fillAfter = 900
const latestFiller = 2_500
const deadAirMillis = 3_000
const shortestThought = 2_000
const noiseMillis = 5_000
const fillerMillis = 1_000
const longestWait = 30_000
const watchMillis = 10_000
const slowestLetter = 400
const drainMillis = 8_000
const slowLetter = 100
const afterFarewell = 2_000
const longestFarewell = 15_000
const lastWordsMillis = 3_000
// So late a voice is noticed, and the last of our own sound arrives.
const noticeMillis = 300
