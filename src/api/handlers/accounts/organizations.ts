import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { WebhookSecrets } from "../../../accounts/keys/WebhookSecrets.ts"
import { OrganizationLimits } from "../../../accounts/OrganizationLimits.ts"
import { Organizations } from "../../../accounts/Organizations.ts"
import { SecurityLog } from "../../../accounts/SecurityLog.ts"
import { CallQueue } from "../../../calls/queue/CallQueue.ts"
import { Contacts } from "../../../contacts/Contacts.ts"
import type { Organization } from "../../../domain/accounts/Organization.ts"
import { profileInForce } from "../../../domain/dialing/calling-hours.ts"
import { AppConfig } from "../../../platform/config.ts"
import { Documents } from "../../../rag/Documents.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath, needsWholeInstallation, paged } from "../for-organization.ts"
import { organizationOf } from "./organization-of.ts"

export const OrganizationsLive = HttpApiBuilder.group(
  AdminApi,
  "organizations",
  Effect.fnUntraced(function* (handlers) {
    const organizations = yield* Organizations
    const webhookSecrets = yield* WebhookSecrets
    const log = yield* SecurityLog
    const limits = yield* OrganizationLimits
    const contacts = yield* Contacts
    const documents = yield* Documents
    const queue = yield* CallQueue
    const organization = yield* organizationOf
    const forOrganization = yield* forOrganizationInPath
    const realCarrier = (yield* AppConfig).carrier !== "simulated"
    const withProfileInForce = (one: Organization): Organization => ({
      ...one,
      complianceProfile: profileInForce(one.complianceProfile, realCarrier)
    })
    const withLimits = Effect.fnUntraced(function* (one: Organization) {
      const stored = yield* documents.usage(one.id)
      return {
        ...withProfileInForce(one),
        limits: yield* limits.get(one.id),
        usage: {
          ...stored,
          contacts: yield* contacts.count(one.id),
          embeddingTokensToday: yield* limits.tokensToday(one.id)
        }
      }
    })
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(paged(organizations.list(query), query), ({ data, ...page }) => ({
          ...page,
          data: data.map(withProfileInForce)
        })),
      create: ({ payload }) => Effect.map(organizations.create(payload), withProfileInForce),
      get: ({ params }) => Effect.flatMap(organization(params.id), withLimits),
      update: forOrganization(
        Effect.fnUntraced(function* (organizationId, { payload }) {
          const { callWeight, limits: newLimits, minutesQuota } = payload
          if ([callWeight, newLimits, minutesQuota].some((share) => share !== undefined)) {
            yield* needsWholeInstallation("A change of minutesQuota, callWeight or limits")
          }
          const updated = yield* organizations.update(organizationId, payload)
          const { callingWindow, complianceProfile, timezone } = payload
          if ([callingWindow, complianceProfile, timezone].some((hours) => hours !== undefined)) {
            yield* queue.reconsiderHours(organizationId)
          }
          return yield* withLimits(updated)
        })
      ),
      webhookSecret: forOrganization((organizationId) =>
        Effect.tap(
          webhookSecrets.get(organizationId),
          log.append(organizationId, { action: "webhook-secret.read", target: String(organizationId) })
        )
      ),
      rotateWebhookSecret: forOrganization((organizationId) => webhookSecrets.rotate(organizationId)),
      securityLog: forOrganization((organizationId, { query }) =>
        paged(log.list({ ...query, organizationId }, query), query)
      )
    })
  })
)
