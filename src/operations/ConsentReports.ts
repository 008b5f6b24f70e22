import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import { type CampaignNotFound, Campaigns } from "../campaigns/Campaigns.ts"
import { Consents } from "../contacts/consents/Consents.ts"
import { countryOf } from "../domain/calendar/phone-zones.ts"
import { purposesOf } from "../domain/campaigns/purposes.ts"
import {
  type ConsentReport,
  consentFor,
  consentState,
  policyOf,
  type RecordedConsent
} from "../domain/contacts/Consent.ts"
import type { Purpose } from "../domain/law/Law.ts"

/** Counts how many people of a campaign's audience may be called on what basis. */
export class ConsentReports extends Context.Service<
  ConsentReports,
  {
    readonly of: (organizationId: number, campaignId: string) => Effect.Effect<ConsentReport, CampaignNotFound>
  }
>()("carillon/operations/ConsentReports") {
  static readonly layer = Layer.effect(
    ConsentReports,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const campaigns = yield* Campaigns
      const consents = yield* Consents

      const of: ConsentReports["Service"]["of"] = Effect.fn("ConsentReports.of")(
        function* (organizationId, campaignId) {
          const campaign = yield* campaigns.get(organizationId, campaignId)
          const { audienceId } = campaign
          const purposes = purposesOf(campaign)
          const policies = yield* consents.policies(organizationId)
          const now = new Date(yield* Clock.currentTimeMillis)
          const groups = new Map<string, ConsentReport["groups"][number]>()
          let examined = 0
          for (let after: string | undefined; examined < maxExamined; ) {
            const numbers = yield* numbersAfter(organizationId, audienceId, after)
            const recorded = Map.groupBy(
              yield* consents.of(
                organizationId,
                numbers.map(({ phoneNumber }) => phoneNumber)
              ),
              ({ phoneNumber }) => phoneNumber
            )
            for (const [index, { phoneNumber }] of numbers.entries()) {
              // Lets live calls of this node go on.
              if (index % 200 === 199) yield* Effect.yieldNow
              const country = countryOf(phoneNumber) ?? null
              const policy = policyOf(policies, country ?? undefined)
              const known = recorded.get(phoneNumber) ?? []
              const basis = basisFor(purposes, known, now)
              const mayBeCalled = consentFor(policy, purposes, known, now)?.isOpen !== false
              const key = `${country} ${basis}`
              const group = groups.get(key) ?? { country, policy, basis, contacts: 0, mayBeCalled }
              groups.set(key, { ...group, contacts: group.contacts + 1 })
            }
            examined += numbers.length
            after = numbers.at(-1)?.id
            if (numbers.length < partSize) break
          }
          const found = [...groups.values()].sort((one, other) => other.contacts - one.contacts)
          const sum = (of: typeof found) => of.reduce((total, { contacts }) => total + contacts, 0)
          return {
            purposes,
            contacts: yield* sizeOf(organizationId, audienceId),
            examined,
            mayBeCalled: sum(found.filter((group) => group.mayBeCalled)),
            groups: found
          }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const numbersAfter = (organizationId: number, audienceId: string, after: string | undefined) =>
        sql<{ id: string; phoneNumber: string }>`select c.id, c.phone_number
          from audience_members m
            join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
          where m.organization_id = ${organizationId} and m.audience_id = ${audienceId}
            and ${after === undefined ? sql`true` : sql`m.contact_id > ${after}`}
          order by m.contact_id limit ${partSize}`

      const sizeOf = Effect.fnUntraced(function* (organizationId: number, audienceId: string) {
        const [audience] = yield* sql<{ size: number }>`select contact_count as size from audiences
          where organization_id = ${organizationId} and id = ${audienceId}`
        return audience?.size ?? 0
      })

      return ConsentReports.of({ of })
    })
  )
}

/** Returns the basis of calls for all these purposes: that of the first, or why one of them has none. */
const basisFor = (purposes: ReadonlyArray<Purpose>, recorded: ReadonlyArray<RecordedConsent>, now: Date) => {
  const states = purposes.map((purpose) => consentState(recorded, purpose, now))
  const state = states.find(({ kind }) => kind !== "GIVEN") ?? states[0]
  return state?.kind === "GIVEN" ? state.consent.basis : (state?.kind ?? "NONE")
}

/** Maximum number of contacts that are examined. */
const maxExamined = 100_000
const partSize = 5_000
