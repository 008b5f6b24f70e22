import { PgClient } from "@effect/sql-pg"
import { Cause, Context, Effect, FiberSet, Layer, Option } from "effect"
import { CallerIds } from "../accounts/callers/CallerIds.ts"
import { Attempts, type LiveAttempt } from "../calls/attempts/Attempts.ts"
import { CampaignStates } from "../campaigns/CampaignStates.ts"
import { CallUrls } from "../carriers/CallUrls.ts"
import { type CallEvent, type CallerNotAllowed, Carrier, CarrierRefused } from "../carriers/Carrier.ts"
import { hangUp } from "../carriers/hang-up.ts"
import { DoNotContact } from "../contacts/DoNotContact.ts"
import { isMachine } from "../domain/dialing/after-attempt.ts"
import { AppConfig } from "../platform/config.ts"
import { Lifecycle } from "../platform/lifecycle/Lifecycle.ts"
import { why } from "../platform/observability/why.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { CallData } from "../tools/CallData.ts"
import { AttemptEnds } from "./AttemptEnds.ts"
import { type ClaimedCall, ringSeconds } from "./Claims.ts"
import { claimIsDeadAfter, requestDeadlineMillis, untilCallsEnd } from "./overdue-calls.ts"

/** Has the carrier place claimed calls, and handles what the carrier reports about them. */
export class Dispatch extends Context.Service<
  Dispatch,
  {
    /**
     * Runs in the background, and continues when the actor that claimed the call ends. `onBusy`
     * receives the time during which to claim no more calls, in milliseconds.
     */
    readonly place: (call: ClaimedCall, onBusy: (millis: number) => void) => Effect.Effect<void>
    /** Handles an event that the carrier sends. Events may be late, repeated or out of order. */
    readonly handle: (event: CallEvent) => Effect.Effect<void>
    /**
     * Asks the carrier about an attempt that it has not reported for a while, or that was claimed
     * by an earlier actor.
     */
    readonly lookUp: (attempt: LiveAttempt) => Effect.Effect<void>
  }
>()("carillon/dialer/Dispatch") {
  static readonly layer = Layer.effect(
    Dispatch,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const carrier = yield* Carrier
      const states = yield* CampaignStates
      const urls = yield* CallUrls
      const attempts = yield* Attempts
      const ends = yield* AttemptEnds
      const callerIds = yield* CallerIds
      const dnc = yield* DoNotContact
      const lifecycle = yield* Lifecycle
      const callData = yield* CallData
      const fetching = yield* FiberSet.make()
      const { node } = yield* AppConfig
      // Waits when the service stops: a claimed call is still placed, and the carrier's answer is stored.
      const placing = yield* Effect.acquireRelease(FiberSet.make(), (fibers) => FiberSet.awaitEmpty(fibers))

      const place = Effect.fnUntraced(function* (call: ClaimedCall, onBusy: (millis: number) => void) {
        yield* FiberSet.run(placing, placeIfAllowed(call, onBusy))
      })

      // Looks once more right before the request: since the claim the campaign may have been paused, or the number may
      // have been put on Do Not Contact.
      const placeIfAllowed = (call: ClaimedCall, onBusy: (millis: number) => void) =>
        Effect.gen(function* () {
          const attempt = yield* attempts.unplaced(call.attemptId)
          if (attempt === undefined) return
          const isListed = Option.isSome(yield* dnc.find(attempt.organizationId, attempt.phoneNumber))
          if (attempt.campaignStatus !== "IN_PROGRESS" || isListed) return yield* attempts.undo(call.attemptId, 0)
          // The phone rings longer than the request takes: nothing waits for it here.
          if (attempt.mayHaveData)
            yield* FiberSet.run(fetching, callData.fetch({ ...attempt, attemptId: call.attemptId }))
          yield* originate(call, onBusy)
        }).pipe(
          Effect.catchCause((cause) =>
            Effect.logError(`Could not place the call of attempt ${call.attemptId}; looking it up later`, cause)
          )
        )

      const originate = (call: ClaimedCall, onBusy: (millis: number) => void) => {
        const { account, attemptId, claimedAt, from, limitSeconds, persona, to } = call
        return Effect.flatMap(urls.of(attemptId), (urlsOfCall) =>
          carrier.originate({
            attemptId,
            to,
            from,
            account,
            ...(persona !== undefined && { persona }),
            ringSeconds,
            limitSeconds,
            urls: urlsOfCall,
            deadline: claimedAt + requestDeadlineMillis
          })
        ).pipe(
          Effect.flatMap(({ callSid }) => noteOrHangUp(attemptId, { account, callSid })),
          Effect.catchTag("CallerNotAllowed", (refused) => callFromAnother(call, refused)),
          Effect.catchTags({
            InvalidNumber: () => ends.end(attemptId, { outcome: "INVALID_NUMBER" }),
            CarrierRefused: ({ reason, refusesAccount = false }) =>
              Effect.andThen(
                Effect.logWarning(`The carrier refused the call of attempt ${attemptId}: ${reason}`),
                refusesAccount ? pauseUnplaced(call, reason) : ends.end(attemptId, { outcome: "CARRIER_ERROR" })
              ),
            CarrierBusy: ({ retryAfterMillis }) => {
              onBusy(retryAfterMillis)
              return attempts.undo(attemptId, retryAfterMillis)
            },
            // The actor looks up overdue attempts, which settles this one.
            NoClearAnswer: ({ reason }) =>
              Effect.logWarning(
                `The carrier did not confirm the call of attempt ${attemptId}; it will be looked up: ${reason}`
              )
          })
        )
      }

      // Each further call would be refused, and would use up an attempt of a person whose phone never rang.
      const pauseUnplaced = Effect.fnUntraced(function* ({ attemptId, campaignId }: ClaimedCall, reason: string) {
        yield* transaction(sql)(
          states.pauseInProgress(
            campaignId,
            `The carrier refuses the account from which the campaign calls (${reason}): correct the account or its token, then resume`
          )
        )
        yield* attempts.undo(attemptId, 0)
      })

      // The number is switched off, so the next claim of the call chooses another one, or waits until there is one.
      const callFromAnother = Effect.fnUntraced(function* (
        { attemptId, callerOwner, claimedAt, from }: ClaimedCall,
        { reason }: CallerNotAllowed
      ) {
        if (callerOwner === undefined) return yield* new CarrierRefused({ reason })
        yield* callerIds.refused(callerOwner, from, { reason, sinceMillis: performance.now() - claimedAt })
        yield* attempts.undo(attemptId, 0)
      })

      // An attempt that has ended in the meantime must not ring.
      const noteOrHangUp = Effect.fnUntraced(function* (
        attemptId: string,
        call: { readonly account: string; readonly callSid: string }
      ) {
        if (!(yield* attempts.placed(attemptId, call.callSid))) yield* hangUp(carrier, call)
      })

      // Hangs up in the background, because the carrier's answer may take a while.
      const hangUpLater = (call: { readonly account: string; readonly callSid: string }) =>
        FiberSet.run(placing, hangUp(carrier, call))

      const handleRecognition = Effect.fnUntraced(function* (event: Recognition) {
        const { answeredBy, attemptId, callSid, ownAccount: account = carrier.account } = event
        const isLive = yield* attempts.answered(attemptId, callSid, answeredBy)
        if (!isMachine(answeredBy)) return
        if (isLive) {
          if (!(yield* attempts.handlesMachine(attemptId))) yield* hangUpLater({ account, callSid })
        } else yield* ends.end(attemptId, { outcome: "VOICEMAIL", answeredBy, callSid })
      })

      const handle = Effect.fn("Dispatch.handle")(function* (event: CallEvent) {
        // An organization knows the token of its own account, and could sign events of the calls of others.
        if (event.ownAccount !== undefined && (yield* attempts.accountOf(event.attemptId)) !== event.ownAccount) {
          return yield* Effect.logWarning(
            `Ignored an event of attempt ${event.attemptId}: its call was not placed from the account that has sent it`
          )
        }
        switch (event.kind) {
          case "placed":
          case "ringing":
            return yield* attempts.reported(event.attemptId, event.callSid)
          case "answered":
            return yield* Effect.asVoid(attempts.answered(event.attemptId, event.callSid, event.answeredBy))
          case "recognized":
            return yield* handleRecognition(event)
          case "ended":
            return yield* ends.end(event.attemptId, event)
        }
      })

      const stateOf = Effect.fnUntraced(
        function* (attempt: LiveAttempt) {
          const found = yield* carrier.lookUp({
            ...attempt,
            attemptId: attempt.id,
            to: attempt.phoneNumber,
            from: attempt.callerId
          })
          if (found === "NOT_PLACED" || attempt.callSid !== null) return found
          return (yield* attempts.isAnothers(found.callSid, attempt)) ? noClearAnswer : found
        },
        Effect.catchTag("NoClearAnswer", () => Effect.succeed(noClearAnswer)),
        // A defect in the request must not keep the attempt from ending.
        Effect.catchDefect((defect) =>
          Effect.as(Effect.logError("Could not ask the carrier about a call", Cause.die(defect)), noClearAnswer)
        )
      )

      const lookUp = Effect.fn("Dispatch.lookUp")(
        function* (attempt: LiveAttempt) {
          const { account, ageMillis, callSid, id, leaseMillis } = attempt
          const found = yield* stateOf(attempt)
          if (found === "NOT_PLACED") {
            // The actor that claimed the call may still be about to ask the carrier, unless it has
            // had an answer already.
            if (callSid !== null || ageMillis > claimIsDeadAfter) yield* ends.end(id, { outcome: "DISPATCH_UNKNOWN" })
            return
          }
          if (found !== noClearAnswer && found.state === "ended") return yield* ends.end(id, found.event)
          if (leaseMillis <= 0) {
            const isUnknown = callSid === null && found === noClearAnswer
            yield* ends.end(id, { outcome: isUnknown ? "DISPATCH_UNKNOWN" : "TIMEOUT" })
            if (found !== noClearAnswer) yield* hangUpLater({ account, callSid: found.callSid })
            return
          }
          if (found !== noClearAnswer && callSid === null) yield* attempts.placed(id, found.callSid)
        },
        Effect.catchCause((cause) => Effect.logWarning(`Could not look up an attempt; retrying: ${why(cause)}`))
      )

      // No other process can finish the live calls: the people of the simulated carrier run in this
      // process, and a real carrier cannot reach a single node after it has stopped. So the node
      // drains until they are over.
      if (!carrier.isReal || Option.isNone(node)) {
        const accounts = carrier.account.slice(0, carrier.account.lastIndexOf("/") + 1)
        yield* lifecycle.drainAfter(untilCallsEnd({ accounts, attempts, lookUp }), attempts.liveAt(accounts))
      }

      return Dispatch.of({ place, handle, lookUp })
    })
  )
}

type Recognition = Extract<CallEvent, { readonly kind: "recognized" }>

const noClearAnswer = "NO_CLEAR_ANSWER" as const
