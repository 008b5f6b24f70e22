import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Organizations } from "../../accounts/Organizations.ts"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import { WebhookSecrets } from "../../accounts/WebhookSecrets.ts"
import { CallQueue } from "../../calls/CallQueue.ts"
import { toPage } from "../../domain/page.ts"
import { AdminApi } from "../contract/AdminApi.ts"
import { notFound } from "./not-found.ts"
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
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return toPage(yield* organizations.list(query), query)
      }),
      create: ({ payload }) => organizations.create(payload),
      get: ({ params }) => organization(params.id),
      update: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { id } = yield* organization(params.id)
          const updated = yield* organizations.update(id, payload)
          const { callingWindow, complianceProfile, timezone } = payload
          if ([callingWindow, complianceProfile, timezone].some((hours) => hours !== undefined)) {
            yield* queue.reconsiderHours(id)
          }
          return updated
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
