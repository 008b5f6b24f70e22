import { Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { type ConsentPlace, Consents } from "../../../contacts/consents/Consents.ts"
import { type ConsentPolicies, isLooser, policyOf } from "../../../domain/contacts/Consent.ts"
import { ConsentReports } from "../../../operations/ConsentReports.ts"
import { csvRow } from "../../../writeback/ResultsCsv.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { rejected } from "../failure-answers.ts"
import { forOrganizationInPath, paged, succeeded } from "../for-organization.ts"

export const AdminConsentsLive = HttpApiBuilder.group(
  AdminApi,
  "consents",
  Effect.fnUntraced(function* (handlers) {
    const consents = yield* Consents
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
        succeeded(consents.withdraw(organizationId, payload, actor))
      ),
      policies: forOrganization((organizationId) =>
        Effect.map(consents.policies(organizationId), (policies) => ({ policies }))
      ),
      setPolicies: forOrganization(
        Effect.fnUntraced(function* (organizationId, { payload: { policies, reason = null } }, actor) {
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
  "phone_number,purpose,basis,at,source,evidence",
  "expires_at,withdrawn_at,withdrawn_through,recorded_at\r\n"
].join(",")

const csvOf = (consents: Consents["Service"], organizationId: number) => {
  const pages = Stream.paginate(undefined as ConsentPlace | undefined, (place) =>
    Effect.map(consents.behind(organizationId, place, entriesPage), (entries) => {
      const lines = entries.map((entry) =>
        csvRow([
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
        ])
      )
      const last = entries.length < entriesPage ? undefined : entries.at(-1)
      return [[lines.join("")], last === undefined ? Option.none() : Option.some(last)] as const
    })
  )
  const text = Stream.concat(Stream.make(columns), pages)
  return HttpServerResponse.stream(Stream.encodeText(text), { contentType: "text/csv; charset=utf-8" })
}

/** Number of entries that are read at a time. */
const entriesPage = 1_000
