import { Clock, Context, Deferred, Effect, FiberSet, Layer, Metric } from "effect"
import { Attempts, type StreamedAttempt } from "../../calls/attempts/Attempts.ts"
import { ToolCalls } from "../../calls/conversations/ToolCalls.ts"
import { canonicalJson } from "../../domain/tools/argument-schema.ts"
import type { FlowTool } from "../../domain/tools/FlowTool.ts"
import { requestValues } from "../../domain/tools/request-values.ts"
import type { ToolOutcome } from "../../domain/tools/ToolCall.ts"
import { newId } from "../../platform/ids.ts"
import type { ModelMessage, Tool } from "../../providers/contract/LanguageModel.ts"
import { type PreparedRequest, ToolRequests } from "../../tools/ToolRequests.ts"
import type { Brief } from "../brief/Briefs.ts"
import type { IdentityAnswer } from "../brief/identity.ts"
import { confirmIdentityTool, scheduleCallbackTool, sendKeysTool, toolAnswer } from "../brief/prompt.ts"
import { fixedLineText } from "../fixed-lines/fixed-lines.ts"
import { withLineClockPaused } from "../line/LineClock.ts"
import { callbackResult, refused } from "./callback-result.ts"
import { keysResult } from "./keys-result.ts"
import { type AskedTransfer, readTransfer, transferTool } from "./transfer-tool.ts"

/** A call of a tool by the model. */
export interface ModelToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** The tools in one conversation, and the results of their calls. */
export interface ToolsOfCall {
  /** The tools of the flow, as the model sees them. */
  readonly offered: ReadonlyArray<Tool>
  /** The tools while the person has not confirmed who they are: none that knows anything about them. */
  readonly offeredToStrangers: ReadonlyArray<Tool>
  /** The tools while a machine is on the line, whose menu may ask for the extension of the person. */
  readonly offeredToMachines: ReadonlyArray<Tool>
  /** Whether the person has confirmed who they are, or the call does not ask for it. */
  readonly isIdentified: () => boolean
  /**
   * Number of the turn in which the person has confirmed who they are, 0 for the part of the call before a transfer that no
   * target took; undefined if they have not.
   */
  readonly identifiedIn: () => number | undefined
  /** Notes that the person has confirmed who they are in this turn. Only the first run has an effect. */
  readonly identify: (turn: number) => Effect.Effect<void>
  /** Notes that no person has confirmed anything: a machine has answered, or the final words of the person are no yes. */
  readonly withdrawIdentity: Effect.Effect<void>
  /** Notes that another person may have come to the phone. The record keeps who confirmed it before. */
  readonly forgetIdentity: Effect.Effect<void>
  /**
   * Adds the calls of tools until now to the messages of the conversation. The words that came with a call are added only
   * for rounds of the current reply, from `since` on: earlier words are in the messages already.
   */
  readonly recall: (messages: ReadonlyArray<ModelMessage>, since: number) => ReadonlyArray<ModelMessage>
  /** Returns the keys to send that were added since the last call of this function and that no reply has sent yet. */
  readonly takeKeys: () => string
  /** Number of rounds of calls until now. */
  readonly rounds: () => number
  /**
   * Runs the calls of one answer of the model: reads at the same time, changes one after another. Ends when all have a
   * result. Interruption ends the wait, but nothing that was sent: its result is in the messages of the next reply.
   */
  readonly run: (calls: ReadonlyArray<ModelToolCall>, at: Omit<Round, "round">) => Effect.Effect<void>
  /** Whether the model has asked for a transfer that has not begun. */
  readonly isTransferAsked: () => boolean
  /** Begins the transfer for which the model has asked; undefined if there is none. */
  readonly beginTransfer: () => AskedTransfer | undefined
  /** Notes that no target took the call. */
  readonly transferFailed: Effect.Effect<void>
  /** Drops a transfer that has not begun: the person spoke before they heard of it. */
  readonly withdrawTransfer: Effect.Effect<void>
  /** Returns the words of the agent while these tools run; null: a fixed line; empty: they have a result at once. */
  readonly waitingText: (calls: ReadonlyArray<ModelToolCall>, identity: IdentityAnswer) => string | null
}

/** Runs the tools that the model calls in conversations. */
export class CallTools extends Context.Service<
  CallTools,
  {
    /** Begins a conversation. In a trial nothing is stored, and tools that change something are not run. */
    readonly begin: (attempt: StreamedAttempt, brief: Brief, isTrial: boolean) => ToolsOfCall
  }
>()("carillon/media/CallTools") {
  static readonly layer = Layer.effect(
    CallTools,
    Effect.gen(function* () {
      const requests = yield* ToolRequests
      const records = yield* ToolCalls
      const attempts = yield* Attempts
      const wall = yield* Clock.Clock
      // Requests outlive the reply, and the call, for which they were sent.
      const background = yield* FiberSet.make()
      const onWallClock = <A, E>(effect: Effect.Effect<A, E>) => Effect.provideService(effect, Clock.Clock, wall)

      const begin: CallTools["Service"]["begin"] = (attempt, brief, isTrial) => {
        const { callbackZone, contact, organizationId } = brief
        const keysTool: BuiltInTool = { ...builtIn, ...sendKeysTool(brief.keys) }
        const transfer = brief.transfer && { ...builtIn, ...transferTool(brief.transfer), timeoutSeconds: ringsWithin }
        const ofPerson: ReadonlyArray<CallableTool> = [
          ...brief.tools,
          ...(callbackZone === null ? [] : [callbackTool]),
          ...(transfer === null ? [] : [transfer]),
          ...(brief.keys.length === 0 ? [] : [keysTool])
        ]
        const ofStrangers: ReadonlyArray<CallableTool> = [
          identityTool,
          ...ofPerson.filter((tool) => tool === callbackTool || tool === keysTool)
        ]
        const tools = [...ofPerson, identityTool]
        let identifiedIn: number | undefined = brief.isIdentified ? 0 : undefined
        const isIdentified = () => brief.identity === null || identifiedIn !== undefined
        /** Whether the person may hear what the tool knows: a model may call one that it was not offered. */
        const mayRun = (tool: CallableTool, identity: IdentityAnswer) =>
          isIdentified() || identity === "yes" || ofStrangers.includes(tool)
        let keysToSend = ""
        const entries: Array<Entry> = []
        let rounds = 0
        let transfersAsked = 0
        let transferring:
          | {
              readonly entry: Entry
              readonly id: string
              readonly asked: AskedTransfer
              readonly startedAt: number
              hasBegun: boolean
            }
          | undefined

        const send = Effect.fnUntraced(function* (entry: Entry, request: PreparedRequest, id: string) {
          const idempotencyKey = `${attempt.callId}-${attempt.id}-${entry.turn}-${entry.number}`
          const startedAt = yield* Clock.currentTimeMillis
          const unknown = (result: string): ToolOutcome =>
            entry.tool.changes
              ? { status: "UNCLEAR", httpStatus: null, result: `${result} It is not known whether it happened.` }
              : { status: "FAILED", httpStatus: null, result }
          const sent = requests.send(request, { id: `tool_${id}`, idempotencyKey }).pipe(
            Effect.catchDefect((defect) =>
              Effect.as(
                Effect.logError("The request of a tool has a defect; its call is recorded without a result", defect),
                unknown("The service failed.")
              )
            ),
            // A node that stops interrupts the request, and its result is not known.
            Effect.onInterrupt(() => finish(entry, id, unknown("The service stopped."), startedAt))
          )
          yield* finish(entry, id, yield* sent, startedAt)
        })

        const finish = Effect.fnUntraced(function* (entry: Entry, id: string, outcome: ToolOutcome, startedAt: number) {
          const tookMillis = (yield* Clock.currentTimeMillis) - startedAt
          yield* settle(entry, outcome)
          if (isTrial) return
          const { arguments: given, said } = entry
          yield* records.end(organizationId, id, { ...outcome, arguments: given, said: said || null, tookMillis })
        })

        const settle = (entry: Entry, outcome: ToolOutcome) =>
          Effect.suspend(() => {
            entry.outcome = outcome
            Deferred.doneUnsafe(entry.done, Effect.void)
            return Metric.update(
              Metric.withAttributes(ended, { status: outcome.status, changes: String(entry.tool.changes) }),
              1
            )
          })

        /** Returns the result of a call that is not sent. */
        const withoutSending = Effect.fnUntraced(function* (entry: Entry, problem: string | undefined) {
          const { tool } = entry
          if (problem !== undefined) return refused(problem)
          if (!tool.changes) return undefined
          if (isTrial) return notInTrials
          const before = unsettledBefore(entry, entries)
          if (before !== undefined) return refused(before.outcome === undefined ? whileItRuns : afterUnclear)
          const earlier = yield* records.ofEarlierAttempts(attempt)
          const same = earlier.find((one) => one.tool === tool.name && keyOf(one.tool, one.arguments) === entry.key)
          return same === undefined
            ? undefined
            : refused(
                same.status === "DONE"
                  ? `It is not done again, because it was done in an earlier call with this result: ${same.result ?? ""}`
                  : `It is not done again, because an earlier call may have done it: ${same.result ?? "that is not known"}`
              )
        })

        /** Stores the call, unless in a trial, and returns its id. */
        const store = ({ arguments: given, said, tool, turn }: Entry) => {
          if (isTrial) return Effect.sync(newId)
          const { name, timeoutSeconds } = tool
          return records.begin(attempt, { turn, tool: name, arguments: given, said: said || null, timeoutSeconds })
        }

        /** Notes that the call is to be transferred: that begins once the person has heard it. */
        const startTransfer = Effect.fnUntraced(function* (entry: Entry, allowed: NonNullable<Brief["transfer"]>) {
          const startedAt = yield* Clock.currentTimeMillis
          const asked = readTransfer(entry.arguments, allowed)
          const id = yield* store(entry)
          if ("status" in asked) return yield* finish(entry, id, asked, startedAt)
          if (isTrial) return yield* finish(entry, id, notInTrials, startedAt)
          if (transferring !== undefined) return yield* finish(entry, id, refused(whileItRuns), startedAt)
          if (++transfersAsked > maxTransfers) return yield* finish(entry, id, refused(noMoreTransfers), startedAt)
          transferring = { entry, id, asked, startedAt, hasBegun: false }
          Deferred.doneUnsafe(entry.done, Effect.void)
        })

        const endTransfer = (outcome: ToolOutcome) =>
          Effect.suspend(() => {
            const ended = transferring
            transferring = undefined
            return ended === undefined
              ? Effect.void
              : onWallClock(finish(ended.entry, ended.id, outcome, ended.startedAt))
          })

        const identify = (turn: number) =>
          Effect.suspend(() => {
            if (isIdentified()) return Effect.void
            identifiedIn = turn
            return isTrial ? Effect.void : onWallClock(attempts.noteIdentity(attempt, true))
          })

        const withdrawIdentity = Effect.suspend(() => {
          if (identifiedIn === undefined) return Effect.void
          identifiedIn = undefined
          return isTrial ? Effect.void : onWallClock(attempts.noteIdentity(attempt, false))
        })

        const forgetIdentity = Effect.sync(() => {
          identifiedIn = undefined
        })

        /** Stores the call, and sends its request in the background. */
        const start = Effect.fnUntraced(function* (entry: Entry) {
          const { tool } = entry
          const given = entry.arguments
          if (!mayRun(tool, entry.identity)) {
            const id = yield* store(entry)
            return yield* finish(entry, id, refused(notConfirmed), yield* Clock.currentTimeMillis)
          }
          if (tool === keysTool) {
            const outcome = keysResult(given, brief.keys)
            yield* finish(entry, yield* store(entry), outcome, yield* Clock.currentTimeMillis)
            if (outcome.status === "DONE") keysToSend += given.keys
            return
          }
          if (tool === transfer && brief.transfer !== null) return yield* startTransfer(entry, brief.transfer)
          if (tool === identityTool) {
            const isShown = entry.identity !== "no"
            if (isShown) yield* identify(entry.turn)
            const outcome: ToolOutcome = isShown ? confirmed : refused(notConfirmed)
            return yield* finish(entry, yield* store(entry), outcome, yield* Clock.currentTimeMillis)
          }
          if (isBuiltIn(tool)) {
            const now = yield* Clock.currentTimeMillis
            const outcome = callbackResult(given, {
              heard: entry.heard,
              now: new Date(now),
              zone: callbackZone ?? "UTC"
            })
            return yield* finish(entry, yield* store(entry), outcome, now)
          }
          const call = { id: attempt.callId, campaignId: attempt.campaignId, attemptId: attempt.id }
          const prepared = requests.prepare(organizationId, tool, { ...requestValues(contact, call), argument: given })
          const outcome = yield* withoutSending(entry, "problem" in prepared ? prepared.problem : undefined)
          const id = yield* store(entry)
          if (outcome !== undefined || !("request" in prepared)) {
            return yield* finish(entry, id, outcome ?? refused("It cannot be sent"), yield* Clock.currentTimeMillis)
          }
          yield* FiberSet.run(background, send(entry, prepared.request, id))
        })

        /** Begins a call without interruption, so that each entry gets a result; its result is awaited with it. */
        const runOne = (tool: CallableTool, call: ModelToolCall, round: Round) =>
          Effect.uninterruptibleMask((restore) => {
            const { turn } = round
            const key = keyOf(tool.name, call.arguments)
            // A reply that is made anew for the same words does nothing twice, and neither does one while a request runs.
            const same = entries.find((one) => one.key === key && (one.turn === turn || one.outcome === undefined))
            if (same !== undefined) return restore(Deferred.await(same.done))
            const number = entries.filter((one) => one.turn === turn).length + 1
            const entry: Entry = { ...round, number, key, tool, arguments: call.arguments, ...newResult() }
            entries.push(entry)
            return withLineClockPaused(onWallClock(start(entry))).pipe(
              Effect.catchCause((cause) =>
                Effect.andThen(
                  Effect.logError("Could not store a call of a tool; its request is not sent", cause),
                  settle(entry, { status: "FAILED", httpStatus: null, result: "It cannot be done now." })
                )
              ),
              Effect.andThen(restore(Deferred.await(entry.done)))
            )
          })

        const run: ToolsOfCall["run"] = Effect.fnUntraced(function* (calls, at) {
          const round: Round = { ...at, round: ++rounds }
          const asked = calls.slice(0, maxCallsAtOnce).flatMap((call) => {
            const tool = tools.find(({ name }) => name === call.name)
            return tool === undefined ? [] : [{ tool, call }]
          })
          const runAll = (changes: boolean, concurrency: 1 | "unbounded") =>
            Effect.forEach(
              asked.filter(({ tool }) => tool.changes === changes),
              ({ call, tool }) => runOne(tool, call, round),
              { concurrency, discard: true }
            )
          yield* Effect.all([runAll(false, "unbounded"), runAll(true, 1)], { concurrency: "unbounded", discard: true })
        })

        return {
          offered: ofPerson.map(asOffered),
          offeredToStrangers: ofStrangers.flatMap((tool) =>
            tool !== keysTool ? [asOffered(tool)] : brief.openKeys.length > 0 ? [sendKeysTool(brief.openKeys)] : []
          ),
          offeredToMachines: ofStrangers.map(asOffered),
          isIdentified,
          identifiedIn: () => identifiedIn,
          identify,
          withdrawIdentity,
          forgetIdentity,
          recall: (messages, since) => withToolCalls(messages, entries, since),
          takeKeys: () => {
            const keys = keysToSend
            keysToSend = ""
            return keys
          },
          rounds: () => rounds,
          run,
          isTransferAsked: () => transferring !== undefined && !transferring.hasBegun,
          beginTransfer: () => {
            if (transferring === undefined || transferring.hasBegun) return undefined
            transferring.hasBegun = true
            return transferring.asked
          },
          transferFailed: endTransfer(noTargetTookIt),
          withdrawTransfer: Effect.suspend(() =>
            transferring?.hasBegun === false ? endTransfer(refused("The person spoke before it began")) : Effect.void
          ),
          waitingText: (calls, identity) => {
            const called = calls
              .flatMap(({ name }) => tools.find((tool) => tool.name === name) ?? [])
              .filter((tool) => mayRun(tool, identity))
            if (called.some((tool) => tool === transfer)) return fixedLineText(brief.language, "connecting")
            if (called.every(isBuiltIn)) return ""
            return called.flatMap(({ waitingText }) => waitingText ?? [])[0] ?? null
          }
        }
      }

      return CallTools.of({ begin })
    })
  )
}

/** The calls of tools in one answer of the model. */
interface Round {
  readonly turn: number
  readonly round: number
  /** The words of the agent before it waited. */
  readonly said: string
  /** The turns of the person until now. */
  readonly heard: ReadonlyArray<string>
  /** Whether the conversation shows who the person is. */
  readonly identity: IdentityAnswer
}

/** A tool of the flow, or one that the service itself carries out. */
type CallableTool = FlowTool | BuiltInTool

interface BuiltInTool extends Tool {
  readonly isBuiltIn: true
  readonly changes: boolean
  readonly timeoutSeconds: number
  readonly waitingText: null
}

const isBuiltIn = (tool: CallableTool): tool is BuiltInTool => "isBuiltIn" in tool

const builtIn = { isBuiltIn: true, changes: true, timeoutSeconds: 1, waitingText: null } as const
const identityTool: BuiltInTool = { ...builtIn, ...confirmIdentityTool }
const confirmed: ToolOutcome = {
  status: "DONE",
  httpStatus: null,
  result: "You speak with the person. Your instructions tell you now why you call: go on with that."
}
const notConfirmed =
  "The person has not said that they are the one who was called. Ask whether you speak with them, by their name"

const asOffered = ({ description, name, parameters }: CallableTool): Tool => ({ name, description, parameters })

const callbackTool: BuiltInTool = { ...builtIn, ...scheduleCallbackTool }

// Maximum time for which several targets ring, one after another, s.
const ringsWithin = 300

// Maximum number of transfers that are tried in a conversation.
const maxTransfers = 3
const noMoreTransfers = "Nobody takes the call today"

const noTargetTookIt: ToolOutcome = {
  status: "FAILED",
  httpStatus: null,
  result: "Nobody takes the call now, and the person was told so. Go on with the conversation."
}

/** A call of a tool in a conversation. */
interface Entry extends Round {
  /** Counts the calls of the turn from 1. */
  readonly number: number
  /** Equal for calls of the same tool with the same arguments. */
  readonly key: string
  readonly tool: CallableTool
  readonly arguments: Readonly<Record<string, unknown>>
  /** Undefined while the tool runs. */
  outcome: ToolOutcome | undefined
  readonly done: Deferred.Deferred<void>
}

const newResult = () => ({ outcome: undefined, done: Deferred.makeUnsafe<void>() })

// Maximum number of calls of tools in one answer of the model.
const maxCallsAtOnce = 5

const keyOf = (tool: string, given: unknown) => `${tool} ${canonicalJson(given)}`

/** Returns another call of the same tool that may have had an effect, or may still have one. */
const unsettledBefore = (entry: Entry, entries: ReadonlyArray<Entry>) =>
  entries.find(
    (one) =>
      one !== entry &&
      one.tool.name === entry.tool.name &&
      (one.outcome === undefined || one.outcome.status === "UNCLEAR")
  )

const whileItRuns = "It is not sent, because the call of this tool before it still runs"
const afterUnclear =
  "It is not sent, because the call of this tool before it may have happened. Do not call the tool again in this call"

// The model speaks as it would in a call: in a trial the words are tried, and nothing is changed.
const notInTrials: ToolOutcome = {
  status: "DONE",
  httpStatus: null,
  result: "Nothing was sent, because this is a trial of the flow. Go on as if it had been done."
}

/** Inserts the calls of each turn after the words of the person in that turn. */
const withToolCalls = (
  messages: ReadonlyArray<ModelMessage>,
  entries: ReadonlyArray<Entry>,
  since: number
): ReadonlyArray<ModelMessage> => {
  let turn = 0
  return messages.flatMap((message) => {
    if (message.role !== "user") return [message]
    turn++
    const ofTurn = entries.filter((entry) => entry.turn === turn)
    return [
      message,
      ...[...Map.groupBy(ofTurn, ({ round }) => round)].map(([round, all]) => madeIn(all, round > since))
    ]
  })
}

const madeIn = (entries: ReadonlyArray<Entry>, isOfReply: boolean): ModelMessage => ({
  role: "assistant",
  text: isOfReply ? (entries[0]?.said ?? "") : "",
  toolCalls: entries.map(({ number, outcome, tool, turn, ...entry }) => ({
    id: `call_${turn}_${number}`,
    name: tool.name,
    arguments: entry.arguments,
    answer: toolAnswer(tool.name, outcome)
  }))
})

const ended = Metric.counter("tool_calls", {
  description: "Calls of tools in conversations, by how they ended",
  incremental: true
})
