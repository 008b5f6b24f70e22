import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Organizations } from "../../../accounts/Organizations.ts"
import { SecurityLog } from "../../../accounts/SecurityLog.ts"
import { WebhookSecrets } from "../../../accounts/WebhookSecrets.ts"
import { CallQueue } from "../../../calls/queue/CallQueue.ts"
import type { Organization } from "../../../domain/accounts/Organization.ts"
import { profileInForce } from "../../../domain/dialing/calling-hours.ts"
import { toPage } from "../../../domain/schema/page.ts"
import { AppConfig } from "../../../platform/config.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { notFound } from "../not-found.ts"
import { organizationOf } from "./organization-of.ts"

export const OrganizationsLive = HttpApiBuilder.group(
  AdminApi,
  "organizations",
  Effect.fnUntraced(function* (handlers) {
    const organizations = yield* Organizations
    const webhookSecrets = yield* WebhookSecrets
    const log = yield* SecurityLog
    const queue = yield* CallQueue
    const organization = yield* organizationOf
    const realCarrier = (yield* AppConfig).carrier !== "simulated"
    const shown = (one: Organization): Organization => ({
      ...one,
      complianceProfile: profileInForce(one.complianceProfile, realCarrier)
    })
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { data, ...listed } = toPage(yield* organizations.list(query), query)
        return { ...listed, data: data.map(shown) }
      }),
      create: ({ payload }) => Effect.map(organizations.create(payload), shown),
      get: ({ params }) => Effect.map(organization(params.id), shown),
      update: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { id } = yield* organization(params.id)
          const updated = yield* organizations.update(id, payload)
          const { callingWindow, complianceProfile, timezone } = payload
          if ([callingWindow, complianceProfile, timezone].some((hours) => hours !== undefined)) {
            yield* queue.reconsiderHours(id)
          }
          return shown(updated)
        },
        notFound("OrganizationNotFound", "organization")
      ),
      webhookSecret: Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* organization(params.id)
        return yield* webhookSecrets.get(id)
      }),
      rotateWebhookSecret: Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* organization(params.id)
        return yield* webhookSecrets.rotate(id)
      }),
      securityLog: Effect.fnUntraced(function* ({ params, query }) {
        const { id } = yield* organization(params.id)
        return toPage(yield* log.list(id, query), query)
      })
    })
  })
)
