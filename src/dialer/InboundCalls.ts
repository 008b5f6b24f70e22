import { Context, Effect, FiberSet, Layer, Metric, Schedule } from "effect"
import { CallerIds } from "../accounts/callers/CallerIds.ts"
import { CarrierAccounts } from "../accounts/callers/CarrierAccounts.ts"
import { Attempts } from "../calls/attempts/Attempts.ts"
import { type AttemptToAnswer, type CalledNumber, InboundAttempts } from "../calls/attempts/InboundAttempts.ts"
import { ProviderAbsences } from "../calls/attempts/ProviderAbsences.ts"
import { NumberSuppression } from "../calls/queue/NumberSuppression.ts"
import { CallUrls } from "../carriers/CallUrls.ts"
import { Carrier } from "../carriers/Carrier.ts"
import type { InboundCall } from "../carriers/call-steps.ts"
import { hangUp } from "../carriers/hang-up.ts"
import type { MessageReason } from "../domain/dialing/calling-back.ts"
import { missingProvider } from "../domain/flows/provider-role.ts"
import { Lifecycle } from "../platform/lifecycle/Lifecycle.ts"
import { CallData } from "../tools/CallData.ts"
import { AttemptEnds } from "./AttemptEnds.ts"

/** How the carrier continues the call of a person. */
export type InboundAnswer =
  | { readonly kind: "connect"; readonly attemptId: string }
  | {
      readonly kind: "message"
      readonly why: MessageReason | "withheld" | "unavailable"
      /** The language of the flow that called them last; null if that is not known. */
      readonly language: string | null
      /** Whether the key for Do Not Contact has an effect. */
      readonly mayOptOut: boolean
    }

/** Answers the calls of people who call back. */
export class InboundCalls extends Context.Service<
  InboundCalls,
  {
    readonly receive: (call: InboundCall) => Effect.Effect<InboundAnswer>
    /**
     * Puts the number of a person who hears the short message on Do Not Contact. Undefined if no organization has called
     * from the number that they call. The language is that of the last flow; null if that is not known.
     */
    readonly optOut: (call: InboundCall) => Effect.Effect<{ readonly language: string | null } | undefined>
  }
>()("carillon/dialer/InboundCalls") {
  static readonly layer = Layer.effect(
    InboundCalls,
    Effect.gen(function* () {
      const carrier = yield* Carrier
      const urls = yield* CallUrls
      const attempts = yield* Attempts
      const inbound = yield* InboundAttempts
      const absences = yield* ProviderAbsences
      const ends = yield* AttemptEnds
      const suppression = yield* NumberSuppression
      const callerIds = yield* CallerIds
      const carrierAccounts = yield* CarrierAccounts
      const callData = yield* CallData
      const lifecycle = yield* Lifecycle
      const background = yield* FiberSet.make()

      const receive: InboundCalls["Service"]["receive"] = Effect.fn("InboundCalls.receive")(function* (call) {
        const answer = yield* answerTo(call)
        const result = answer.kind === "connect" ? "connected" : answer.why
        yield* Metric.update(Metric.withAttributes(received, { result }), 1)
        return answer
      })

      const answerTo = Effect.fnUntraced(function* ({
        from,
        ...incoming
      }: InboundCall): Effect.fn.Return<InboundAnswer> {
        if (from === null) return message("withheld", undefined, false)
        const call = yield* knownCall({ ...incoming, from })
        const { account, callSid } = call
        const mayOptOut = yield* mayBeOptedOut(call)
        // An attempt may begin, be answered or end between the decision and `begin`, which then returns nothing: decides again.
        for (let round = 1; ; round++) {
          const reception = yield* inbound.receive(call)
          const last = reception.attempt
          // The carrier repeats a request that was not answered in time.
          const live = last?.live
          if (live?.isInbound && live.callSid === callSid) return { kind: "connect", attemptId: live.id }
          if (reception.kind === "message") return message(reception.why, last, mayOptOut)
          if (yield* isUnavailable(reception.attempt)) return message("unavailable", last, false)
          if (live) yield* makeWay(live)
          const begun = yield* inbound.begin(call, reception.attempt)
          if (begun !== undefined) {
            yield* FiberSet.run(background, prepare(begun, { account, callSid }))
            return { kind: "connect", attemptId: begun.id }
          }
          if (round === mostRounds) return message("busy", last, mayOptOut)
        }
      })

      // An organization knows the token of its own account, and could report calls to the numbers of others.
      const knownCall = Effect.fnUntraced(function* ({ ownAccount, ...call }: InboundCall & { readonly from: string }) {
        if (ownAccount === undefined) return { ...call, account: carrier.account }
        const owner = yield* carrierAccounts.ownerOf(ownAccount.slice(ownAccount.lastIndexOf("/") + 1))
        return { ...call, account: ownAccount, organizationId: owner ?? noOrganization }
      })

      const mayBeOptedOut = (call: CalledNumber) => Effect.map(callersBehind(call), (callers) => callers.length > 0)

      // The organizations that have called the person from the number; else those that may call from it.
      const callersBehind = Effect.fnUntraced(function* (call: CalledNumber) {
        const known = yield* inbound.callersOf(call)
        if (known.length > 0) return known
        const owner = yield* callerIds.ownerOf(call.to)
        // All organizations may call from a number of the installation, even if one of them has it as its own.
        const sharers =
          call.organizationId === undefined && carrier.callerIds.includes(call.to) ? yield* inbound.callers : []
        if (owner === undefined || (call.organizationId ?? owner) !== owner) return sharers
        return [{ id: owner }, ...sharers.filter(({ id }) => id !== owner)]
      })

      // The conversation would end with an apology, or with the node.
      const isUnavailable = Effect.fnUntraced(function* ({ campaignId }: AttemptToAnswer) {
        if (carrier.live === null || (yield* lifecycle.isDraining)) return true
        const away = yield* absences.away
        const needs = away.size === 0 ? undefined : yield* absences.needs(campaignId)
        return needs !== undefined && missingProvider(needs, away) !== undefined
      })

      // Ends our attempt if the person calls in the moment in which they are called.
      const makeWay = Effect.fnUntraced(function* ({ account, callSid, id }: NonNullable<AttemptToAnswer["live"]>) {
        if (!(yield* inbound.makeWay(id))) return
        yield* ends.end(id, { outcome: "NO_ANSWER" })
        if (callSid !== null) yield* FiberSet.run(background, hangUp(carrier, { account, callSid }))
      })

      const prepare = Effect.fnUntraced(
        function* (
          { id, limitSeconds }: { readonly id: string; readonly limitSeconds: number },
          call: { readonly account: string; readonly callSid: string }
        ) {
          const begun = yield* attempts.unplaced(id)
          if (begun?.mayHaveData === true) yield* FiberSet.run(background, callData.fetch({ ...begun, attemptId: id }))
          const { status } = yield* urls.of(id)
          yield* reportEnd(call, status, limitSeconds)
        },
        (prepared, { id }) =>
          Effect.catchCause(prepared, (cause) =>
            Effect.logWarning(`Could not prepare the inbound call of attempt ${id}; its end will be looked up`, cause)
          )
      )

      // The carrier answers the call only after it has read our answer. A call whose end is not reported is looked up.
      const reportEnd = (
        call: { readonly account: string; readonly callSid: string },
        status: string,
        limitSeconds: number
      ) =>
        carrier.live === null
          ? Effect.void
          : carrier.live.reportEnd(call, status, limitSeconds).pipe(
              Effect.retry({ times: 6, schedule: Schedule.exponential("250 millis") }),
              Effect.catchTag("NoClearAnswer", ({ reason }) =>
                Effect.logWarning(
                  `The carrier will not report the end of the call of a person; it will be looked up: ${reason}`
                )
              )
            )

      const optOut: InboundCalls["Service"]["optOut"] = Effect.fn("InboundCalls.optOut")(function* ({
        from,
        ...incoming
      }) {
        if (from === null) return undefined
        const call = yield* knownCall({ ...incoming, from })
        const callers = yield* callersBehind(call)
        if (callers.length === 0) return undefined
        for (const { id } of callers) yield* suppression.enter(id, { phoneNumber: from, actor: "opt-out" })
        yield* Metric.update(optOuts, 1)
        const { attempt } = yield* inbound.receive(call)
        return { language: attempt?.language ?? null }
      })

      return InboundCalls.of({ receive, optOut })
    })
  )
}

/** The id of no organization. */
const noOrganization = 0

/** Number of times that the answer to one call is decided. */
const mostRounds = 3

const message = (
  why: Extract<InboundAnswer, { readonly kind: "message" }>["why"],
  attempt: AttemptToAnswer | undefined,
  mayOptOut: boolean
) => ({ kind: "message" as const, why, language: attempt?.language ?? null, mayOptOut })

const received = Metric.counter("inbound_calls", {
  description: "Calls of people to a number of the service, by how they were answered",
  incremental: true
})
const optOuts = Metric.counter("inbound_opt_outs", {
  description: "People who opted out by key in the short message that they heard when they called",
  incremental: true
})
