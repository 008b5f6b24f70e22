import { PgClient } from "@effect/sql-pg"
import { Context, DateTime, Effect, Layer } from "effect"
import { Consents } from "../../contacts/consents/Consents.ts"
import { PhoneLedger } from "../../contacts/PhoneLedger.ts"
import { numbersOfPhone } from "../../domain/calendar/canonical-number.ts"
import { countryOf } from "../../domain/calendar/phone-zones.ts"
import type { UseCaseType } from "../../domain/campaigns/Campaign.ts"
import { purposesOf } from "../../domain/campaigns/purposes.ts"
import { type ConsentWithdrawal, consentFor, policyOf } from "../../domain/contacts/Consent.ts"
import type { Purpose } from "../../domain/law/Law.ts"
import { Signals } from "../../events/Signals.ts"
import { transaction } from "../../platform/sql/transaction.ts"

/**
 * Withdraws consents, and has the calls hung up that ring at the number and that the gate for consent would refuse now. An
 * answered call continues, and waiting calls are decided by the gate when they are claimed.
 */
export class ConsentWithdrawals extends Context.Service<
  ConsentWithdrawals,
  {
    readonly withdraw: (organizationId: number, withdrawal: ConsentWithdrawal, actor: string) => Effect.Effect<void>
  }
>()("carillon/calls/ConsentWithdrawals") {
  static readonly layer = Layer.effect(
    ConsentWithdrawals,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const consents = yield* Consents
      const ledger = yield* PhoneLedger
      const signals = yield* Signals

      // The number is locked first, so that each claim has either committed its attempt or finds the withdrawal.
      const withdraw: ConsentWithdrawals["Service"]["withdraw"] = Effect.fn("ConsentWithdrawals.withdraw")(
        function* (organizationId, withdrawal, actor) {
          const phoneNumbers = numbersOfPhone(withdrawal.phoneNumber)
          for (const phoneNumber of phoneNumbers) yield* ledger.lock(organizationId, phoneNumber)
          const ringing = yield* lockRinging(organizationId, phoneNumbers)
          yield* consents.withdraw(organizationId, withdrawal, actor)
          if (ringing.length > 0) yield* hangUp(organizationId, yield* refused(organizationId, phoneNumbers, ringing))
        },
        transaction(sql),
        Effect.orDie
      )

      // Includes the call of a contact whose number has changed to one of these since it was dialed.
      const lockRinging = (organizationId: number, phoneNumbers: ReadonlyArray<string>) =>
        sql<Ringing>`select a.id, a.campaign_id, m.use_case_type, m.purpose
          from calls c
            join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
            join campaigns m on m.organization_id = c.organization_id and m.id = c.campaign_id
          where c.organization_id = ${organizationId} and c.status = 'IN_PROGRESS'
            and (c.phone_number = any(${phoneNumbers}::text[]) or c.contact_id = any(array(select id from contacts
              where organization_id = ${organizationId} and phone_number = any(${phoneNumbers}::text[]))))
            and a.kind = 'OUTBOUND' and a.ended_at is null and a.answered_at is null and a.stream_opened_at is null
          order by a.id for no key update of a`

      const refused = Effect.fnUntraced(function* (
        organizationId: number,
        phoneNumbers: ReadonlyArray<string>,
        ringing: ReadonlyArray<Ringing>
      ) {
        const policies = yield* consents.policies(organizationId)
        const recorded = Map.groupBy(yield* consents.of(organizationId, phoneNumbers), (one) => one.phoneNumber)
        const now = yield* DateTime.nowAsDate
        return ringing.filter((attempt) =>
          phoneNumbers.some((phoneNumber) => {
            const policy = policyOf(policies, countryOf(phoneNumber))
            return consentFor(policy, purposesOf(attempt), recorded.get(phoneNumber) ?? [], now)?.isOpen === false
          })
        )
      })

      const hangUp = Effect.fnUntraced(function* (organizationId: number, attempts: ReadonlyArray<Ringing>) {
        yield* sql`update attempts set hang_up_requested_at = coalesce(hang_up_requested_at, clock_timestamp())
          where organization_id = ${organizationId} and id = any(${attempts.map(({ id }) => id)}::uuid[])`
        for (const id of new Set(attempts.map(({ campaignId }) => campaignId))) yield* signals.send(`refused:${id}`)
      })

      return ConsentWithdrawals.of({ withdraw })
    })
  )
}

interface Ringing {
  readonly id: string
  readonly campaignId: string
  readonly useCaseType: UseCaseType
  readonly purpose: Purpose | null
}
