import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ConsentWithdrawals } from "../../../calls/attempts/ConsentWithdrawals.ts"
import { Consents } from "../../../contacts/consents/Consents.ts"
import { hasNumbers } from "../../../domain/calendar/phone-zones.ts"
import { type ConsentPolicies, isLooser, policyOf, type RecordedConsent } from "../../../domain/contacts/Consent.ts"
import { ConsentReports } from "../../../operations/ConsentReports.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { rejected } from "../failure-answers.ts"
import { forOrganizationInPath, paged, succeeded } from "../for-organization.ts"
import { csvAnswer } from "./csv-answer.ts"

export const AdminConsentsLive = HttpApiBuilder.group(
  AdminApi,
  "consents",
  Effect.fnUntraced(function* (handlers) {
    const consents = yield* Consents
    const withdrawals = yield* ConsentWithdrawals
    const reports = yield* ConsentReports
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) =>
        paged(consents.list(organizationId, query.phoneNumber, query), query)
      ),
      download: forOrganization((organizationId) => Effect.succeed(csvOf(consents, organizationId))),
      record: forOrganization((organizationId, { payload: { phoneNumber, ...consent } }) =>
        consents.record(organizationId, phoneNumber, consent)
      ),
      withdraw: forOrganization((organizationId, { payload }, actor) =>
        succeeded(withdrawals.withdraw(organizationId, payload, actor))
      ),
      policies: forOrganization((organizationId) =>
        Effect.map(consents.policies(organizationId), (policies) => ({ policies }))
      ),
      setPolicies: forOrganization(
        Effect.fnUntraced(function* (organizationId, { payload: { policies, reason = null } }, actor) {
          const unknown = Object.keys(policies).find((country) => country !== "*" && !hasNumbers(country))
          if (unknown !== undefined) {
            return yield* rejected({
              path: "policies",
              message: `names ${unknown}, but no phone number is of such a country: give ISO codes, such as GB for the United Kingdom`
            })
          }
          const looser = loosened(yield* consents.policies(organizationId), policies)
          if (looser.length > 0 && reason === null) {
            return yield* rejected({ path: "reason", message: `is required: ${looser.join(", ")} would ask for less` })
          }
          return { policies: yield* consents.setPolicies(organizationId, policies, { actor, reason }) }
        })
      ),
      report: forOrganization((organizationId, { params }) => reports.of(organizationId, params.campaignId))
    })
  })
)

const loosened = (before: ConsentPolicies, after: ConsentPolicies) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((country) =>
    isLooser(policyOf(after, country), policyOf(before, country))
  )

const columns = [
  ...["phone_number", "purpose", "basis", "at", "source", "evidence"],
  ...["expires_at", "withdrawn_at", "withdrawn_through", "recorded_at"]
]

const csvOf = (consents: Consents["Service"], organizationId: number) =>
  csvAnswer<RecordedConsent>(
    columns,
    (last, limit) => consents.behind(organizationId, last, limit),
    (entry) => [
      entry.phoneNumber,
      entry.purpose,
      entry.basis,
      entry.at.toISOString(),
      entry.source,
      entry.evidence ?? "",
      entry.expiresAt?.toISOString() ?? "",
      entry.withdrawnAt?.toISOString() ?? "",
      entry.withdrawnThrough ?? "",
      entry.recordedAt.toISOString()
    ]
  )
