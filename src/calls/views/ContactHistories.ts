import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option } from "effect"
import { type ContactNotFound, Contacts } from "../../contacts/Contacts.ts"
import { Consents } from "../../contacts/consents/Consents.ts"
import { DoNotContact } from "../../contacts/DoNotContact.ts"
import type { CallOutcome, CallStatus, LabelOfCall } from "../../domain/calls/Call.ts"
import type { JourneyAction } from "../../domain/campaigns/JourneyRule.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { type ContactHistory, historyOutcome, isNegative } from "../../domain/views/ContactHistory.ts"
import { BestTimes } from "../queue/BestTimes.ts"

/** Reads all calls of campaigns to a contact, with their outcomes. */
export class ContactHistories extends Context.Service<
  ContactHistories,
  {
    readonly get: (organizationId: number, contactId: string) => Effect.Effect<ContactHistory, ContactNotFound>
    /** The last ended attempt of each campaign for this contact, newest first. Ignores earlier owners of the number. */
    readonly earlier: (
      organizationId: number,
      contactId: string,
      atMost: number
    ) => Effect.Effect<ReadonlyArray<EarlierCall>>
  }
>()("carillon/calls/ContactHistories") {
  static readonly layer = Layer.effect(
    ContactHistories,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const contacts = yield* Contacts
      const dnc = yield* DoNotContact
      const bestTimes = yield* BestTimes
      const consents = yield* Consents

      const get = Effect.fn("ContactHistories.get")(
        function* (organizationId: number, contactId: string) {
          const contact = yield* contacts.get(organizationId, contactId)
          const { id, name, phoneNumber } = contact
          const entry = Option.getOrNull(yield* dnc.find(organizationId, phoneNumber))
          const calls = yield* callsOf(organizationId, contact)
          const { label, source, basisCount } = yield* bestTimes.of(organizationId, contact)
          const negative = calls.filter(isNegative)
          const recorded = yield* consents.of(organizationId, [phoneNumber])
          return {
            contact: {
              id,
              name,
              phoneNumber,
              doNotContact: entry !== null,
              doNotContactReason: entry?.reason ?? null,
              doNotContactAt: entry?.createdAt ?? null
            },
            ...(recorded.length > 0 && { consents: recorded }),
            history: calls.map((call) => ({ ...call, outcome: historyOutcome(call), intentLabel: call.label })),
            bestTime: { label, source, basisCount },
            hasNegativeIntent: negative.length > 0,
            negativeLabels: [...new Set(negative.flatMap(({ label }) => label?.name ?? []))]
          }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      // Includes calls to the contact under an earlier number, and calls to earlier owners of the number.
      const callsOf = (organizationId: number, { id, phoneNumber }: Contact) =>
        sql<CallOfHistory>`select c.campaign_id, a.name as campaign_name, a.use_case_type,
            c.id as call_id, c.status, c.failure_reason, c.connected,
            c.attempts, c.duration as duration_seconds, c.started_at as call_at, c.scheduled_at,
            c.journey_action, c.intent_undetermined, c.flagged_for_review,
            case when l.id is not null then json_build_object('id', l.id, 'name', l.name, 'color', l.color,
              'isPositive', l.is_positive, 'isSystem', l.is_system, 'suppressRetries', l.retry_behavior <> 'RETRYABLE')
            end as label
          from calls c
            join campaigns a on a.organization_id = c.organization_id and a.id = c.campaign_id
            left join intent_labels l on l.organization_id = c.organization_id and l.id = c.intent_label_id
          where c.organization_id = ${organizationId} and (c.phone_number = ${phoneNumber} or c.contact_id = ${id})
          order by c.id desc`

      const earlier = Effect.fn("ContactHistories.earlier")(function* (
        organizationId: number,
        contactId: string,
        atMost: number
      ) {
        return yield* sql<EarlierCall>`select t.started_at as at, t.outcome, a.name as campaign_name, l.name as label
          from calls c
            join campaigns a on a.organization_id = c.organization_id and a.id = c.campaign_id
            join lateral (select started_at, outcome from attempts where call_id = c.id and ended_at is not null
              order by attempt_no desc limit 1) t on true
            left join intent_labels l on l.organization_id = c.organization_id and l.id = c.intent_label_id
          where c.organization_id = ${organizationId} and c.contact_id = ${contactId}
          order by t.started_at desc limit ${atMost}`
      }, Effect.orDie)

      return ContactHistories.of({ get, earlier })
    })
  )
}

/** The outcome of an earlier call. */
export interface EarlierCall {
  readonly at: Date
  readonly campaignName: string
  readonly outcome: typeof CallOutcome.Type
  /** Null when the call is undetermined or not analyzed yet. */
  readonly label: string | null
}

interface CallOfHistory {
  readonly campaignId: string
  readonly campaignName: string
  readonly useCaseType: string
  readonly callId: string
  readonly status: typeof CallStatus.Type
  readonly failureReason: string | null
  readonly connected: boolean
  readonly attempts: number
  readonly durationSeconds: number
  readonly callAt: Date | null
  readonly scheduledAt: Date | null
  readonly journeyAction: typeof JourneyAction.Type | null
  readonly intentUndetermined: boolean
  readonly flaggedForReview: boolean
  readonly label: (typeof LabelOfCall.Type & { readonly isSystem: boolean; readonly suppressRetries: boolean }) | null
}
