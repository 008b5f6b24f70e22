import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import { Campaigns } from "../../campaigns/Campaigns.ts"
import type { IntentLabelNotFound } from "../../campaigns/IntentLabels.ts"
import type { CallRecord } from "../../domain/calls/Call.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { type Correction, NotCorrectable, Tagging, underWay } from "../outcomes/Tagging.ts"
import { CallNotFound, CallRecords } from "../views/CallRecords.ts"

/** Labels that people give to calls, instead of that of the analysis. */
export class Corrections extends Context.Service<
  Corrections,
  {
    /** Sets a label of the campaign, and routes it like any label. The same label again has no effect. */
    readonly correct: (
      organizationId: number,
      callId: string,
      correction: Correction
    ) => Effect.Effect<CallRecord, CallNotFound | IntentLabelNotFound | NotCorrectable>
  }
>()("carillon/calls/Corrections") {
  static readonly layer = Layer.effect(
    Corrections,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const tagging = yield* Tagging
      const calls = yield* CallRecords
      const campaigns = yield* Campaigns
      const log = yield* SecurityLog

      const correct: Corrections["Service"]["correct"] = Effect.fn("Corrections.correct")(
        function* (organizationId, callId, correction) {
          const { attemptId, campaignId, isLive } = yield* lastAttempt(organizationId, callId)
          if (isLive) return yield* new NotCorrectable({ message: underWay })
          if (attemptId === null) return yield* new NotCorrectable({ message: neverPlaced })
          yield* tagging.correct({ organizationId, id: attemptId }, correction)
          const call = yield* Effect.catchTag(
            calls.get(organizationId, campaignId, callId),
            "CampaignNotFound",
            () => new CallNotFound()
          )
          yield* campaigns.outdateExport(organizationId, campaignId)
          const details = { campaignId, label: call.intentLabel?.name ?? null, note: correction.note }
          yield* log.append(organizationId, { actor: correction.actor, action: "call.label", target: callId, details })
          return call
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const lastAttempt = Effect.fnUntraced(function* (organizationId: number, callId: string) {
        const [call] = yield* sql<{
          attemptId: string | null
          campaignId: string
          isLive: boolean
        }>`select a.id as attempt_id, c.campaign_id, c.status = 'IN_PROGRESS' as is_live
          from calls c left join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
            and a.attempt_no = c.attempts
          where c.organization_id = ${organizationId} and c.id = ${callId}`
        return call ?? (yield* new CallNotFound())
      })

      return Corrections.of({ correct })
    })
  )
}

const neverPlaced = "The call was never placed, so it has no label to correct"
