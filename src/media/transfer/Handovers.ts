import { Clock, Context, Effect, FiberSet, Layer } from "effect"
import { Attempts, type StreamedAttempt } from "../../calls/attempts/Attempts.ts"
import { type StoredTry, TransferTries } from "../../calls/conversations/TransferTries.ts"
import { TransferTargets } from "../../campaigns/TransferTargets.ts"
import { AccountPace } from "../../carriers/AccountPace.ts"
import { CallUrls } from "../../carriers/CallUrls.ts"
import { type CallEvent, Carrier, type LiveCalls } from "../../carriers/Carrier.ts"
import type { CallStep, DialEnd } from "../../carriers/call-steps.ts"
import { hangUp } from "../../carriers/hang-up.ts"
import type { TransferStatus } from "../../domain/calls/TransferTry.ts"
import { isMachine, type Outcome } from "../../domain/dialing/after-attempt.ts"
import type { FlowTransfer } from "../../domain/flows/FlowTransfer.ts"
import type { CallableTarget } from "../../domain/flows/TransferTarget.ts"
import { Signals } from "../../events/Signals.ts"
import type { Brief } from "../brief/Briefs.ts"
import type { AskedTransfer } from "../tools/transfer-tool.ts"

/** Transfers calls to other people. */
export class Handovers extends Context.Service<
  Handovers,
  {
    /**
     * Transfers the call of a conversation: its media stream ends when that has succeeded, so this effect is
     * interrupted. Completes when no target takes the call, and the conversation goes on. While `isWanted` is
     * false no target is connected, because the conversation ends: the person may have asked not to be called again.
     */
    readonly run: (
      attempt: StreamedAttempt,
      brief: Brief,
      asked: AskedTransfer,
      isWanted: () => boolean
    ) => Effect.Effect<void>
    /** Handles what the carrier reports about the leg of a target; false if there is no such try. */
    readonly legEvent: (event: CallEvent) => Effect.Effect<boolean>
    /** Returns what the carrier does next after a connection with a target; undefined if there is no such try. */
    readonly dialEnded: (tryId: string, ended: DialEnd) => Effect.Effect<string | undefined>
  }
>()("carillon/media/Handovers") {
  static readonly layer = Layer.effect(
    Handovers,
    Effect.gen(function* () {
      const carrier = yield* Carrier
      const urls = yield* CallUrls
      const attempts = yield* Attempts
      const tries = yield* TransferTries
      const targets = yield* TransferTargets
      const pace = yield* AccountPace
      const signals = yield* Signals
      const followUps = yield* FiberSet.make()
      const wall = yield* Clock.Clock
      const onWallClock = <A, E>(effect: Effect.Effect<A, E>) => Effect.provideService(effect, Clock.Clock, wall)

      const run: Handovers["Service"]["run"] = Effect.fn("Handovers.run")(function* (attempt, brief, asked, isWanted) {
        const { live } = carrier
        if (brief.transfer === null || live === null) return
        const order = yield* onWallClock(orderOf(brief, brief.transfer, asked))
        const [first] = order
        const limitSeconds = first && (yield* onWallClock(reserve(attempt, brief.transfer)))
        if (limitSeconds === undefined) return
        const plan = { brief, order, limitSeconds, summary: asked.summary, isWanted }
        yield* brief.transfer.kind === "COLD" ? dialFirst(live, attempt, plan) : askEach(live, attempt, plan)
      })

      const orderOf = Effect.fnUntraced(function* (brief: Brief, transfer: FlowTransfer, { target }: AskedTransfer) {
        const open = yield* targets.callable(brief.organizationId, transfer, brief.language)
        return open.toSorted((one, other) => Number(other.name === target) - Number(one.name === target))
      })

      /** Reserves the minutes of the longest transfer, once for each attempt. */
      const reserve = Effect.fnUntraced(function* (attempt: StreamedAttempt, { maxMinutes }: FlowTransfer) {
        return (yield* tries.reserved(attempt.id)) ?? (yield* attempts.extend(attempt, maxMinutes))
      })

      /** The carrier calls the first target, and asks for the next one when that does not take the call. */
      const dialFirst = Effect.fnUntraced(function* (live: LiveCalls, attempt: StreamedAttempt, plan: Plan) {
        const { brief, isWanted, limitSeconds, order } = plan
        const [target, ...remaining] = order
        if (target === undefined) return
        yield* awaitStart(attempt)
        if (!isWanted()) return
        const begun = yield* onWallClock(
          tries.begin(attempt, {
            kind: "COLD",
            target,
            remaining,
            language: brief.language,
            briefing: null,
            limitSeconds
          })
        )
        const stored = begun === undefined ? undefined : yield* onWallClock(tries.get(begun))
        if (begun === undefined || stored === undefined || stored.callSid === null) return
        const call = { account: stored.account, callSid: stored.callSid }
        yield* onWallClock(Effect.flatMap(dialStep(stored), (step) => live.redirect(call, [step], limitSeconds))).pipe(
          Effect.catch(({ reason }) =>
            Effect.logWarning(`The carrier did not confirm the transfer of attempt ${attempt.id}: ${reason}`)
          )
        )
        // The carrier closes the media stream now, which interrupts this fiber.
        yield* Effect.sleep(redirectedWithin)
        yield* onWallClock(tries.end(begun, "FAILED"))
      })

      /** Calls one target after another, until one takes the call. The agent stays with the person meanwhile. */
      const askEach = Effect.fnUntraced(function* (live: LiveCalls, attempt: StreamedAttempt, plan: Plan) {
        const { brief, isWanted, limitSeconds, order, summary } = plan
        for (const target of order) {
          yield* awaitStart(attempt)
          if (!isWanted()) return
          const { language } = brief
          const about = { kind: "WARM", target, remaining: [], language, briefing: summary, limitSeconds } as const
          const begun = yield* onWallClock(tries.begin(attempt, about))
          if (begun === undefined) return
          yield* askOne(live, attempt, { id: begun, target, limitSeconds, isWanted }).pipe(
            Effect.onInterrupt(() => onWallClock(leave(begun)))
          )
        }
      })

      const askOne = Effect.fnUntraced(function* (live: LiveCalls, attempt: StreamedAttempt, leg: Leg) {
        const woken = yield* signals.listen(`transfer:${attempt.id}`)
        if (!(yield* onWallClock(placeLeg(leg)))) return
        const isTaken = yield* awaitAnswer(leg.id, woken).pipe(
          Effect.timeoutOrElse({ duration: longestAnswer, orElse: () => Effect.succeed(false) })
        )
        if (isTaken && !leg.isWanted()) return yield* onWallClock(leave(leg.id))
        if (isTaken && (yield* onWallClock(Effect.uninterruptible(join(live, leg))))) {
          // The carrier closes the media stream of the person now, which interrupts this fiber.
          yield* Effect.sleep(redirectedWithin)
        }
        yield* onWallClock(Effect.andThen(tries.end(leg.id, "NO_ANSWER"), hangUpLeg(leg.id)))
      }, Effect.scoped)

      /** Has the carrier call the target. Returns whether it may be ringing. */
      const placeLeg = Effect.fnUntraced(function* ({ id, limitSeconds, target }: Leg) {
        const { status, stream } = yield* urls.ofTransfer(id)
        const stored = yield* tries.get(id)
        if (stored === undefined) return false
        const call = {
          attemptId: id,
          to: target.address,
          from: fromOf(stored),
          account: stored.account,
          persona: targetPersona,
          ringSeconds,
          limitSeconds,
          urls: { status, stream },
          deadline: performance.now() + requestMillis
        }
        const failed = (reason: string) =>
          Effect.logWarning(`The carrier did not call a transfer target: ${reason}`).pipe(
            Effect.andThen(tries.end(id, "FAILED")),
            Effect.as(false)
          )
        return yield* carrier.originate(call).pipe(
          Effect.flatMap(({ callSid }) => tries.placed(id, callSid)),
          Effect.catchTags({
            InvalidNumber: ({ reason }) => failed(reason),
            CarrierRefused: ({ reason }) => failed(reason),
            CallerNotAllowed: ({ reason }) => failed(reason),
            CarrierBusy: ({ reason }) => failed(reason),
            // The target may ring nevertheless; the callbacks will show it.
            NoClearAnswer: () => Effect.succeed(true)
          })
        )
      })

      /** Waits until the target has taken the call; false when it does not. */
      const awaitAnswer = Effect.fnUntraced(function* (id: string, woken: Effect.Effect<void>) {
        while (true) {
          const now = yield* onWallClock(tries.get(id))
          if (now?.status === "ACCEPTED") return true
          if (now === undefined || (now.status !== "RINGING" && now.status !== "BRIEFING")) return false
          yield* Effect.timeoutOption(woken, pollEvery)
        }
      })

      /** Connects the target that has taken the call with the person. Returns whether the carrier does so. */
      const join = Effect.fnUntraced(
        function* (live: LiveCalls, { id, limitSeconds }: Leg) {
          const stored = yield* tries.get(id)
          if (stored === undefined || stored.legSid === null || stored.callSid === null || stored.isOver) return false
          const { account, callSid, legSid } = stored
          const { end } = yield* urls.ofTransfer(id)
          const meet = { do: "meet", room: id, limitSeconds } as const
          const target = yield* live.redirect({ account, callSid: legSid }, [{ ...meet, next: null }], limitSeconds)
          if (target === "over") return false
          const person = yield* live.redirect({ account, callSid }, [{ ...meet, next: end }], limitSeconds)
          if (person === "over") return false
          const areTogether = !(yield* hasLeft(stored, legSid)) && (yield* tries.move(id, "CONNECTED"))
          if (areTogether) return true
          yield* tries.end(id, "REFUSED")
          yield* FiberSet.run(followUps, bringBack(live, stored))
          return false
        },
        Effect.catch(({ reason }) =>
          Effect.as(Effect.logWarning(`The carrier did not confirm the connection with a target: ${reason}`), false)
        )
      )

      /** Whether a target has hung up again, before the person came. */
      const hasLeft = ({ account, address, id }: StoredTry, callSid: string) =>
        carrier.lookUp({ account, attemptId: id, callSid, to: address, from: null, startedAt: new Date() }).pipe(
          Effect.map((found) => found === "NOT_PLACED" || found.state === "ended"),
          Effect.catch(() => Effect.succeed(false))
        )

      /** Returns a person to the agent, because the target has left before the two were connected. */
      const bringBack = Effect.fnUntraced(
        function* (live: LiveCalls, { account, attemptId, callSid, limitSeconds }: StoredTry) {
          // The conversation until now is stored first.
          yield* Effect.sleep(storedWithin)
          if (callSid === null || !(yield* attempts.letStreamReturn(attemptId))) return
          yield* live.redirect({ account, callSid }, [yield* streamStep(attemptId)], limitSeconds)
        },
        (returned, _, { account, callSid }) =>
          Effect.catch(returned, ({ reason }) =>
            Effect.andThen(
              Effect.logWarning(
                `The carrier did not return a person whose target has left, and ends the call: ${reason}`
              ),
              callSid === null ? Effect.void : hangUp(carrier, { account, callSid })
            )
          )
      )

      /** Ends a try because the person has left, or no longer wants it. */
      const leave = (id: string) =>
        Effect.flatMap(tries.end(id, "PERSON_LEFT"), (hasEnded) => (hasEnded ? hangUpLeg(id) : Effect.void))

      const hangUpLeg = Effect.fnUntraced(function* (id: string) {
        const stored = yield* tries.get(id)
        if (stored === undefined || stored.legSid === null || stored.status === "CONNECTED") return
        yield* FiberSet.run(followUps, hangUp(carrier, { account: stored.account, callSid: stored.legSid }))
      })

      const legEvent: Handovers["Service"]["legEvent"] = Effect.fn("Handovers.legEvent")(function* (event) {
        const { attemptId: id, callSid } = event
        const stored = yield* tries.get(id)
        if (stored === undefined || !isBy(event, stored)) return false
        if (event.kind === "ended") {
          yield* tries.legEnded(id, { legSid: callSid, seconds: event.durationSeconds })
          const hasEnded = yield* tries.end(id, endOf[event.outcome])
          if (hasEnded) yield* endConnection(id)
          return true
        }
        // A person who has left needs no target that still rings.
        if (!(yield* tries.placed(id, callSid))) yield* hangUpLeg(id)
        if (event.kind === "recognized" && isMachine(event.answeredBy)) {
          yield* Effect.andThen(tries.end(id, "NO_ANSWER"), hangUpLeg(id))
        }
        return true
      })

      /** Ends the call of a person, because the target has left. Usually the carrier does so, unless the target left just before the person came. */
      const endConnection = Effect.fnUntraced(function* (id: string) {
        const { account, callSid, status } = (yield* tries.get(id)) ?? {}
        if (status !== "CONNECTED" || account === undefined || callSid === null || callSid === undefined) return
        yield* FiberSet.run(followUps, hangUp(carrier, { account, callSid }))
      })

      /** Takes a start of the carrier's account, like every other call. */
      const awaitStart = Effect.fnUntraced(function* ({ account, campaignId, organizationId }: CampaignOf) {
        // Own accounts of organizations are not shared.
        if (account !== carrier.account) return
        for (let waited = 0; waited < longestWaitMillis; ) {
          const contender = { campaignId, organizationId }
          const millis = yield* onWallClock(pace.queue(contender))
          const isTaken = millis === 0 && (yield* onWallClock(Effect.isSuccess(pace.reserve(contender))))
          if (isTaken) return
          const pause = Math.max(50, millis)
          waited += pause
          yield* onWallClock(Effect.sleep(pause))
        }
      })

      // A carrier places calls from an account only with numbers that belong to it.
      const fromOf = ({ account, address, callerId }: StoredTry) =>
        account === carrier.account || callerId === null ? carrier.callerId(address) : callerId

      const dialStep = Effect.fnUntraced(function* (stored: StoredTry) {
        const { address, id, limitSeconds } = stored
        const { end } = yield* urls.ofTransfer(id)
        return {
          do: "dial",
          to: address,
          from: fromOf(stored),
          ringSeconds,
          limitSeconds,
          next: end
        } satisfies CallStep
      })

      const dialEnded: Handovers["Service"]["dialEnded"] = Effect.fn("Handovers.dialEnded")(function* (id, ended) {
        const { legSid, result, seconds } = ended
        const { live } = carrier
        const stored = yield* tries.get(id)
        if (stored === undefined || live === null || !isBy(ended, stored)) return undefined
        if (stored.kind === "COLD") yield* tries.legEnded(id, { legSid, seconds })
        if (result === "ANSWERED") {
          yield* tries.end(id, "CONNECTED", seconds)
          return live.document([])
        }
        const hasEnded = yield* tries.end(id, result === "CANCELED" ? "PERSON_LEFT" : result)
        if (stored.isOver || result === "CANCELED" || stored.kind === "WARM") return live.document([])
        // The carrier repeats a report whose answer it did not get.
        const begun = hasEnded ? undefined : yield* tries.next(id)
        return live.document(begun === undefined ? yield* nextSteps(stored) : [yield* dialStep(begun)])
      })

      const nextSteps = Effect.fnUntraced(function* (before: StoredTry): Effect.fn.Return<ReadonlyArray<CallStep>> {
        const { account, attemptId, campaignId, kind, language, limitSeconds, organizationId, remaining } = before
        const [target, ...others] = remaining
        if (target !== undefined) {
          yield* awaitStart({ account, organizationId, campaignId })
          const begun = yield* tries.begin(
            { id: attemptId, organizationId },
            { kind, target, remaining: others, language, briefing: null, limitSeconds }
          )
          const next = begun === undefined ? undefined : yield* tries.get(begun)
          return next === undefined ? [] : [yield* dialStep(next)]
        }
        if (!(yield* attempts.letStreamReturn(attemptId))) return []
        return [yield* streamStep(attemptId)]
      })

      const streamStep = Effect.fnUntraced(function* (attemptId: string) {
        return { do: "stream", attemptId, url: (yield* urls.of(attemptId)).stream } satisfies CallStep
      })

      return Handovers.of({ run, legEvent, dialEnded })
    })
  )
}

interface Plan {
  readonly brief: Brief
  /** The targets in the order in which they are called. */
  readonly order: ReadonlyArray<CallableTarget>
  readonly limitSeconds: number
  /** A summary of the call, for the target of a warm transfer. */
  readonly summary: string
  readonly isWanted: () => boolean
}

/** The call to a target. */
interface Leg {
  readonly id: string
  readonly target: CallableTarget
  readonly limitSeconds: number
  readonly isWanted: () => boolean
}

// A target that hangs up before it has taken the call refuses it.
const endOf: Readonly<Record<Outcome, Exclude<TransferStatus, "RINGING" | "BRIEFING" | "ACCEPTED">>> = {
  CONNECTED: "REFUSED",
  NO_ANSWER: "NO_ANSWER",
  BUSY: "BUSY",
  VOICEMAIL: "NO_ANSWER",
  UNREACHABLE: "NO_ANSWER",
  INVALID_NUMBER: "FAILED",
  TIMEOUT: "FAILED",
  CARRIER_ERROR: "FAILED",
  DISPATCH_UNKNOWN: "FAILED"
}

/** The persona of targets on the simulated line. */
const targetPersona = "takes-transfer"

type CampaignOf = Pick<StreamedAttempt, "account" | "organizationId" | "campaignId">

/** Whether an account may report about a call. The account of the installation (undefined) may report about every call. */
const isBy = ({ ownAccount }: { readonly ownAccount?: string }, { account }: StoredTry) =>
  ownAccount === undefined || ownAccount === account

/** Time for which a target rings. */
const ringSeconds = 25
/** Time after which a transfer that the carrier confirmed, but did not carry out, counts as failed. */
const redirectedWithin = "15 seconds"
/** Time in which a conversation is stored once its media stream has ended. */
const storedWithin = "1 second"
/** Maximum time in which a target that was called takes the call; then it is hung up. */
const longestAnswer = "90 seconds"
/** Interval of polling, because a signal may be lost. */
const pollEvery = "500 millis"
/** Time after which the carrier is not asked any more to call a target, ms. */
const requestMillis = 3_000
/** Maximum wait for a start of the carrier's account, ms; the call is placed without one then. */
const longestWaitMillis = 10_000
