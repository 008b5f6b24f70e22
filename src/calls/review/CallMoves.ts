import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import { type CampaignNotFound, Campaigns } from "../../campaigns/Campaigns.ts"
import { Contacts } from "../../contacts/Contacts.ts"
import { DoNotContact } from "../../contacts/DoNotContact.ts"
import { PhoneLedger } from "../../contacts/PhoneLedger.ts"
import type { CallRecord } from "../../domain/calls/Call.ts"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import { Signals } from "../../events/Signals.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { type CallNotFound, CallRecords } from "../views/CallRecords.ts"

export class NoPendingCallback extends Schema.TaggedError<NoPendingCallback>()("NoPendingCallback", {}) {}
export class NotSuppressed extends Schema.TaggedError<NotSuppressed>()("NotSuppressed", {}) {}
/** The call cannot be restored, because its number is on the organization's Do Not Contact. */
export class OnDoNotContact extends Schema.TaggedError<OnDoNotContact>()("OnDoNotContact", {}) {}

export interface CallRestoration {
  readonly reason?: string | null | undefined
  readonly actor: string
}

/** Changes that people make to a call: fulfill a callback, restore a suppressed call. */
export class CallMoves extends Context.Service<
  CallMoves,
  {
    /** Ends a scheduled callback that took place outside of this service, so that it is not placed. */
    readonly fulfill: (
      organizationId: number,
      campaignId: string,
      callId: string,
      actor: string
    ) => Effect.Effect<CallRecord, CampaignNotFound | CallNotFound | NoPendingCallback>
    /** Lifts a suppression: the call is queued again, due at once when the campaign runs. */
    readonly restore: (
      organizationId: number,
      campaignId: string,
      callId: string,
      restoration: CallRestoration
    ) => Effect.Effect<CallRecord, CampaignNotFound | CallNotFound | NotSuppressed | OnDoNotContact>
  }
>()("carillon/calls/CallMoves") {
  static readonly layer = Layer.effect(
    CallMoves,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const calls = yield* CallRecords
      const campaigns = yield* Campaigns
      const contacts = yield* Contacts
      const dnc = yield* DoNotContact
      const ledger = yield* PhoneLedger
      const log = yield* SecurityLog
      const signals = yield* Signals

      const fulfill = Effect.fn("CallMoves.fulfill")(
        function* (organizationId: number, campaignId: string, callId: string, actor: string) {
          yield* calls.get(organizationId, campaignId, callId)
          const fulfilled = yield* sql`update calls set status = 'SKIPPED', failure_reason = 'Callback Fulfilled',
              next_attempt_at = null
            where organization_id = ${organizationId} and id = ${callId} and next_attempt_at is not null
              and callback_scheduled_at is not null
            returning 1`
          if (fulfilled.length === 0) return yield* new NoPendingCallback()
          yield* log.append(organizationId, { actor, action: "call.fulfill", target: callId, details: { campaignId } })
          yield* signals.send(`campaign:${campaignId}`)
          return yield* calls.get(organizationId, campaignId, callId)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const restore = Effect.fn("CallMoves.restore")(
        function* (organizationId: number, campaignId: string, callId: string, { reason, actor }: CallRestoration) {
          const call = yield* calls.get(organizationId, campaignId, callId)
          if (call.status !== "SUPPRESSED") return yield* new NotSuppressed()
          const contact = yield* Effect.option(contacts.get(organizationId, call.contactId))
          const phoneNumber = Option.getOrElse(contact, () => call).phoneNumber
          yield* ledger.lock(organizationId, phoneNumber)
          if (Option.isSome(yield* dnc.find(organizationId, phoneNumber))) return yield* new OnDoNotContact()
          const campaign = yield* campaigns.lock(organizationId, campaignId)
          yield* lift(organizationId, callId, campaign, stateAfter(campaign, Option.isSome(contact)))
          yield* campaigns.outdateExport(organizationId, campaignId)
          yield* log.append(organizationId, {
            actor,
            action: "call.restore",
            target: callId,
            details: { campaignId, reason: reason ?? null }
          })
          yield* signals.send(`campaign:${campaignId}`)
          return yield* calls.get(organizationId, campaignId, callId)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      // Grants one more attempt to a call that has none left. Otherwise the restored call would never be placed.
      const lift = Effect.fnUntraced(function* (
        organizationId: number,
        callId: string,
        { maxRetries }: Campaign,
        { status, failureReason }: Restored
      ) {
        const due = status === "SKIPPED" ? null : sql`now()`
        const lifted = yield* sql`update calls set status = ${status}, failure_reason = ${failureReason},
            suppression = null, suppression_reason = null, next_attempt_at = ${due},
            scheduled_at = coalesce(${due}, scheduled_at), due_before_hours = null, deferral_reason = null,
            priority = case when attempts > 0 then 1 else 2 end,
            reminder_for = null, reminder_until = null, extra_attempts = greatest(extra_attempts, attempts - ${maxRetries}::int)
          where organization_id = ${organizationId} and id = ${callId} and status = 'SUPPRESSED' returning 1`
        if (lifted.length === 0) return yield* new NotSuppressed()
      })

      return CallMoves.of({ fulfill, restore })
    })
  )
}

interface Restored {
  readonly status: "PENDING" | "QUEUED" | "SKIPPED"
  readonly failureReason: string | null
}

const stateAfter = ({ status }: Campaign, hasContact: boolean): Restored => {
  if (status === "COMPLETED" || status === "CANCELLED") return { status: "SKIPPED", failureReason: "Campaign Ended" }
  if (!hasContact) return { status: "SKIPPED", failureReason: "Contact Deleted" }
  return { status: status === "IN_PROGRESS" ? "QUEUED" : "PENDING", failureReason: null }
}
