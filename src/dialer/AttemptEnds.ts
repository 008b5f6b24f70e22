import { PgClient } from "@effect/sql-pg"
import { Context, Effect, FiberSet, Layer } from "effect"
import { Attempts } from "../calls/attempts/Attempts.ts"
import { ProviderAbsences } from "../calls/attempts/ProviderAbsences.ts"
import { type Settled, Settlement } from "../calls/attempts/Settlement.ts"
import { CallCapacity } from "../calls/capacity/CallCapacity.ts"
import { CampaignStates } from "../campaigns/CampaignStates.ts"
import { type CallEnd, Carrier } from "../carriers/Carrier.ts"
import { hangUp } from "../carriers/hang-up.ts"
import { CallOutcome } from "../domain/calls/Call.ts"
import { isCarrierFailure, type Outcome } from "../domain/dialing/after-attempt.ts"
import { missingProvider } from "../domain/flows/provider-role.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { Pace } from "./Pace.ts"

/**
 * Ends attempts, together with the calls to the targets of their transfers. Pauses a campaign when too many of its attempts
 * fail at the carrier or in the service.
 */
export class AttemptEnds extends Context.Service<
  AttemptEnds,
  {
    readonly end: (
      attemptId: string,
      ending: Partial<CallEnd> & { readonly outcome: Outcome; readonly callSid?: string | null }
    ) => Effect.Effect<void>
  }
>()("carillon/dialer/AttemptEnds") {
  static readonly layer = Layer.effect(
    AttemptEnds,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const settlement = yield* Settlement
      const attempts = yield* Attempts
      const states = yield* CampaignStates
      const pace = yield* Pace
      const absences = yield* ProviderAbsences
      const carrier = yield* Carrier
      const capacity = yield* CallCapacity
      const hangingUp = yield* FiberSet.make()

      const end: AttemptEnds["Service"]["end"] = Effect.fn("AttemptEnds.end")(function* (attemptId, ending) {
        const settled = yield* settlement.settle(attemptId, {
          durationSeconds: 0,
          answeredBy: null,
          callSid: null,
          ...ending
        })
        if (settled !== undefined && unanswered.has(settled.outcome)) capacity.noteUnanswered()
        for (const leg of settled?.legs ?? []) yield* FiberSet.run(hangingUp, hangUp(carrier, leg))
        if (settled !== undefined && (isCarrierFailure(settled.outcome) || settled.wasCutOff))
          yield* pauseIfFailing(settled)
      })

      const pauseIfFailing = Effect.fn("AttemptEnds.pauseIfFailing")(
        function* ({ campaignId }: Settled) {
          const row = yield* pace.lock(campaignId)
          if (row === undefined) return
          if (yield* isInOutage(campaignId)) return
          const { ended, matching } = yield* attempts.recent(campaignId, row.resumedAt, breakerOutcomes)
          if (ended < leastAttempts || matching * 2 < ended) return
          // prose: data. The users of `statusReason` know these words.
          const reason = `${matching} of ${ended} calls failed at the carrier or in the service within 5 minutes: see to that, then resume`
          if (!(yield* states.pauseInProgress(campaignId, reason))) return
          yield* Effect.logWarning(`Campaign ${campaignId} pauses itself: ${reason}`)
        },
        transaction(sql),
        Effect.orDie
      )

      // A campaign that waits for a provider continues by itself, so it is not paused.
      const isInOutage = Effect.fnUntraced(function* (campaignId: string) {
        const away = yield* absences.away
        const needs = away.size === 0 ? undefined : yield* absences.needs(campaignId)
        return needs !== undefined && missingProvider(needs, away) !== undefined
      })

      return AttemptEnds.of({ end })
    })
  )
}

/** Minimum number of ended attempts for the failure rate to mean anything. */
const leastAttempts = 20

/** Outcomes of calls without an answer. */
const unanswered: ReadonlySet<Outcome> = new Set([
  "NO_ANSWER",
  "BUSY",
  "UNREACHABLE",
  "INVALID_NUMBER",
  "CARRIER_ERROR"
])

const breakerOutcomes = CallOutcome.literals.filter(isCarrierFailure)
