import { asksToHold, type MachineKind, machineOf, namesOption } from "../machines/machine-words.ts"
import { textOf } from "../turns/endpointing.ts"
import { messagesToAnswer } from "./conversation-preparation.ts"
import { drop, finish, isWishAtEnd, isWishOfMachine, optOut, say, sayLast, think } from "./conversation-replies.ts"
import {
  andThen,
  type Conversation,
  type ConversationStep,
  hasWords,
  isSounding,
  noRecord,
  quietSince,
  step
} from "./conversation-state.ts"
import { applyFinal, applyInterim, closeTurn } from "./conversation-turns.ts"
import type { Machine, MachineSign } from "./machine-state.ts"

/** An action that is carried out at a time unless another event comes first. */
interface TimedAction {
  readonly at: number
  readonly act: (state: Conversation) => ConversationStep
}

type Rule = (state: Conversation) => TimedAction | undefined

/**
 * Handles words that a machine says, or that show that a machine speaks; undefined for all others. They are no
 * interruption and no turn to answer. An opt-out among them counts like any other: see `isWishOfMachine`.
 */
export const hearMachine = (
  state: Conversation,
  event: { readonly kind: "interim" | "final"; readonly text: string; readonly stability?: number }
): ConversationStep | undefined => {
  const isFinal = event.kind === "final"
  const kind = mayBeMachine(state) ? machineOf(textWith(state, event.text), isFinal, hasHeardOpening(state)) : undefined
  if (kind === undefined && state.machine === undefined) return undefined
  const heard = isFinal ? applyFinal(state, event.text) : applyInterim(state, event.text, event.stability ?? 0)
  if (isFinal && [event.text, textOf(heard.turn)].some((words) => isWishOfMachine(state, words)))
    return state.machine === undefined ? undefined : optOut(asPerson(heard))
  if (kind === undefined) return step(heard)
  const isCertain = isFinal && state.replyCount === 0 && machineOf(textWith(state, event.text), true, true) === kind
  return meet(heard, { kind: "WORDS", machine: kind, atMs: state.now }, isCertain)
}

/** The carrier has detected a machine. This is ignored if the agent has already spoken with the other side. */
export const hearVerdict = (state: Conversation): ConversationStep =>
  state.machine === undefined && mayBeMachine(state) && state.turns.length === 0
    ? meet(state, { kind: "CARRIER", machine: "VOICEMAIL", atMs: state.now })
    : step(state)

/**
 * A beep has ended: the message begins after it. Without other signs it shows a voicemail if the other side spoke for a while
 * before, and has not spoken with the agent.
 */
export const hearBeep = (state: Conversation, endedAt: number, voicedMillis: number): ConversationStep => {
  const { machine } = state
  const sign: MachineSign = { kind: "BEEP", machine: "VOICEMAIL", atMs: Math.min(state.now, Math.max(0, endedAt)) }
  if (machine?.kind === "VOICEMAIL") {
    const met = meet(state, sign)
    return andThen(met, (now) => (isLeavingMessage(now) ? repeatMessage(now) : step(now)))
  }
  if (machine !== undefined || !mayBeMachine(state) || state.turns.length > 0 || voicedMillis < shortestGreetingMillis)
    return step(state)
  return meet(state, sign)
}

/** Whether a beep would mean anything: not once a person is certain, so that they cost no search for beeps. */
export const awaitsBeep = (state: Conversation): boolean =>
  state.machine === undefined ? mayBeMachine(state) : state.machine.kind === "VOICEMAIL"

/** The rules while the agent is connected to a machine; undefined if it is not, or is saying its last words. */
export const machineRules = ({ ending, machine }: Conversation): ReadonlyArray<Rule> | undefined =>
  machine === undefined || ending !== undefined ? undefined : rulesWith[machine.kind]

/** Notes that a line was played to its end: a message that was left. */
export const notePlayed = (state: Conversation, played: Conversation["reply"]): Conversation =>
  played?.fixedLine === "message" && played.completed !== undefined
    ? { ...state, machines: { ...state.machines, isMessageLeft: true } }
    : state

/** Whether words may still show that a machine has answered: in the first minute, before a conversation. */
const mayBeMachine = (state: Conversation): boolean => {
  const { ending, machine, machines, now, settings, turns } = state
  if (settings.machines === undefined) return false
  if (ending !== undefined) return isLeavingMessage(state)
  return machine !== undefined || (now <= recognizedWithinMillis && turns.length - machines.turns <= turnsOfGreeting)
}

/** Whether the other side has heard the opening to its end, and no machine is on the line. */
const hasHeardOpening = ({ machine, transcript }: Conversation): boolean =>
  machine === undefined && transcript.some(({ interrupted, role }) => role === "agent" && !interrupted)

/** Returns all words of the other side since the last exchange, including these. */
const textWith = ({ closed, turn }: Conversation, words: string): string => {
  const before = closed?.kind === "greeting" ? closed : undefined
  const earlier = before?.isPending ? before.turn.finals : [before?.message?.text ?? ""]
  return [...earlier, ...turn.finals, words].join(" ")
}

/**
 * Takes up a sign of a machine. A more certain sign replaces what an earlier one showed. Words are certain only if they
 * are final, come before the agent has spoken, and are those of no person: the call must not end amid a person's words.
 */
const meet = (
  state: Conversation,
  sign: MachineSign,
  isCertain = sign.kind !== "CARRIER" || state.settings.machines?.sendsKeys !== true
): ConversationStep => {
  const { machine, machines } = state
  const isFirst = !machines.signs.some((one) => one.kind === sign.kind && one.machine === sign.machine)
  const noted = isFirst ? { ...state, machines: { ...machines, signs: [...machines.signs, sign] } } : state
  const beepedAt = sign.kind === "BEEP" ? sign.atMs : machine?.beepedAt
  if (machine?.kind === sign.machine || isLeavingMessage(state)) {
    const same = machine ?? newMachine(sign, isCertain)
    return step({ ...noted, machine: { ...same, beepedAt, isCertain: same.isCertain || isCertain } })
  }
  const met = { ...noted, machine: { ...newMachine(sign, isCertain), beepedAt } }
  return andThen(drop(met, "a machine answered"), (free) => step({ ...free, mustRepeatOpening: false }))
}

const newMachine = ({ atMs, machine }: MachineSign, isCertain: boolean): Machine => ({
  kind: machine,
  since: atMs,
  isCertain,
  beepedAt: undefined,
  rounds: 0
})

const isLeavingMessage = ({ ending }: Conversation) => ending?.why === messageLeft

/** The beep came after the message had begun: the mailbox has recorded none of it. */
const repeatMessage = (state: Conversation): ConversationStep => {
  const { machine, reply } = state
  if (machine === undefined || reply === undefined || machine.rounds >= maxMessages) return step(state)
  return andThen(drop(state, "the beep came"), (free) => leaveMessage({ ...free, ending: undefined }))
}

const leaveMessage = (state: Conversation): ConversationStep => {
  const { machine } = state
  if (isWishAtEnd(state, textOf(state.turn))) return optOut(asPerson(state))
  const begun = machine === undefined ? state : { ...state, machine: { ...machine, rounds: machine.rounds + 1 } }
  return sayLast(closeTurn(begun, "kept"), "message", messageLeft)
}

const limit: Rule = ({ settings }) => ({ at: settings.limitMillis, act: (state) => finish(state, "time limit") })

/** Ends the call at a voicemail, or leaves the message: after the beep, or after some quiet without one. */
const voicemail: Rule = (state) => {
  const { machine, settings } = state
  if (machine === undefined) return undefined
  const leave: TimedAction["act"] = (now) =>
    settings.machines?.leavesMessage ? leaveMessage(now) : finish(now, "voicemail")
  if (machine.isCertain && !settings.machines?.leavesMessage) return { at: machine.since, act: leave }
  const tooLong = machine.since + longestGreetingMillis
  if (machine.beepedAt !== undefined) return { at: machine.beepedAt + afterBeepMillis, act: leave }
  if (isSounding(state)) return { at: tooLong, act: (now) => finish(now, "voicemail") }
  return { at: Math.min(tooLong, (quietFrom(state) || machine.since) + quietMillis), act: leave }
}

/** Listens to a menu to its end, has the model send keys, and gives up after some rounds. */
const menu: Rule = (state) => {
  const { machine, reply, settings } = state
  if (machine === undefined) return undefined
  const leave: TimedAction["act"] = (now) => finish(now, "voice menu")
  if (!settings.machines?.sendsKeys) return { at: machine.since, act: leave }
  const tooLong: TimedAction = { at: machine.since + longestMenuMillis, act: leave }
  const next = reply === undefined ? afterWords(state, menuEndsMillis, answerMenu) : keysAreLate(state)
  return next === undefined || next.at > tooLong.at ? tooLong : next
}

const answerMenu = (state: Conversation): ConversationStep => {
  const rounds = state.machine?.rounds ?? 0
  const text = textOf(state.turn)
  const isMenu = rounds === 0 || namesOption(text)
  if (!isMenu) return asksToHold(text) ? step(closeTurn(state, "kept")) : personComes(state)
  return rounds >= maxMenus ? finish(state, "voice menu") : sendKeys(state)
}

/** Has the model answer a menu. The turn is recorded like that of a person. */
const sendKeys = (state: Conversation): ConversationStep => {
  const { machine, machines, now } = state
  const closed = closeTurn(state, "answered")
  const record = closed.turns.length
  const turn = {
    ...noRecord,
    atMs: now,
    endOfTurnMs: Math.max(0, now - quietSince(state.turn)),
    finalMs: null,
    why: "menu"
  }
  const asked = {
    ...closed,
    machine: machine && { ...machine, rounds: machine.rounds + 1 },
    machines: { ...machines, turns: machines.turns + 1 },
    turns: [...closed.turns, { ...turn, speculative: { used: false, discarded: 0 } }],
    unanswered: undefined
  }
  return think(asked, { record, since: now, messages: messagesToAnswer(closed, undefined), hint: "menu" })
}

const keysAreLate = ({ reply }: Conversation): TimedAction | undefined => {
  if (reply === undefined) return undefined
  const from = Math.max(reply.since, reply.audibleFrom ?? 0, reply.completed?.at ?? 0)
  return { at: from + longestKeysMillis, act: (now) => drop(now, "no keys came") }
}

/** Introduces the agent to an assistant that asks who is calling, and waits for the person. */
const assistant: Rule = (state) => {
  const { machine, reply } = state
  if (machine === undefined) return undefined
  const tooLong: TimedAction = {
    at: machine.since + longestScreeningMillis,
    act: (now) => finish(now, "no person came")
  }
  const next = reply === undefined ? afterWords(state, questionEndsMillis, answerAssistant) : introductionIsStuck(state)
  return next === undefined || next.at > tooLong.at ? tooLong : next
}

const answerAssistant = (state: Conversation): ConversationStep => {
  const { machine } = state
  const text = textOf(state.turn)
  if (machine === undefined) return step(state)
  const asks = machine.rounds === 0 || machineOf(text) === "SCREENING"
  if (!asks) return asksToHold(text) ? step(closeTurn(state, "kept")) : personComes(state)
  if (machine.rounds >= maxIntroductions) return step(closeTurn(state, "kept"))
  return say({ ...closeTurn(state, "kept"), machine: { ...machine, rounds: machine.rounds + 1 } }, "introduction")
}

const introductionIsStuck = ({ reply }: Conversation): TimedAction | undefined =>
  reply && {
    at: Math.max(reply.since, reply.completed?.at ?? 0) + longestIntroductionMillis,
    act: (now) => drop(now, "stuck")
  }

/** A person speaks after the machine: they hear the opening, like everybody. Nothing was asked of them before. */
const personComes = (state: Conversation): ConversationStep => {
  if (isWishAtEnd(state, textOf(state.turn))) return optOut(asPerson(state))
  return say({ ...closeTurn(state, "greeting"), ...reached(state) }, "opening")
}

const reached = ({ machines, turns }: Conversation) => ({
  machine: undefined,
  machines: { ...machines, isPersonReached: true, turns: turns.length }
})

/** The words that were taken for a machine were those of a person. A voicemail with another sign remains one. */
export const asPerson = (state: Conversation): Conversation => {
  const { machine, machines } = state
  if (machine === undefined) return state
  if (machine.kind !== "VOICEMAIL") return { ...state, ...reached(state) }
  const isByWords = !machine.isCertain && machines.signs.every(({ kind }) => kind === "WORDS")
  return isByWords ? { ...state, machine: undefined, machines: { ...machines, signs: [] } } : state
}

/** Acts once the other side has said something and is quiet. */
const afterWords = (state: Conversation, quiet: number, act: TimedAction["act"]): TimedAction | undefined =>
  isSounding(state) || !hasWords(state)
    ? undefined
    : { at: Math.max(quietFrom(state) + quiet, (state.turn.wordsAt ?? 0) + wordsSettleMillis), act }

const quietFrom = ({ turn, voice }: Conversation) => Math.max(voice?.endedAt ?? 0, turn.endedAt ?? turn.wordsAt ?? 0)

const rulesWith: Readonly<Record<MachineKind, ReadonlyArray<Rule>>> = {
  VOICEMAIL: [limit, voicemail],
  MENU: [limit, menu],
  SCREENING: [limit, assistant]
}

/** Why a call ends with a message. */
const messageLeft = "message left"

// Time from the beginning of the call in which machines are recognized, ms.
const recognizedWithinMillis = 60_000
// Maximum number of turns for which the greeting of a machine may have been taken.
const turnsOfGreeting = 2
// Voice before a beep from which on the beep alone shows a voicemail, ms.
const shortestGreetingMillis = 1_200
// Time from the end of a beep to the message, ms.
const afterBeepMillis = 200
// Quiet after which the message begins without a beep, ms.
const quietMillis = 2_000
// Time after which a greeting is no greeting any more, ms.
const longestGreetingMillis = 60_000
// Maximum number of times that the message is begun.
const maxMessages = 3
// Quiet after which a menu has named all its options, ms.
const menuEndsMillis = 1_500
// Maximum time in all menus, ms.
const longestMenuMillis = 90_000
// Maximum number of rounds in menus.
const maxMenus = 3
// Time after which the model sends no keys any more, ms.
const longestKeysMillis = 10_000
// Time after the last word in which another may come, ms: words come later than their sound.
const wordsSettleMillis = 500
// Quiet after which an assistant has asked, ms.
const questionEndsMillis = 700
// Maximum time in which the person may come, ms.
const longestScreeningMillis = 60_000
// Maximum number of introductions to an assistant.
const maxIntroductions = 2
// Maximum time until the introduction to an assistant was played, ms.
const longestIntroductionMillis = 30_000
