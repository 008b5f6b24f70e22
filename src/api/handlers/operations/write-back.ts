import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { SecurityLog } from "../../../accounts/SecurityLog.ts"
import { Campaigns } from "../../../campaigns/Campaigns.ts"
import type { WriteBackConfig } from "../../../domain/delivery/WriteBack.ts"
import { Deliveries } from "../../../writeback/Deliveries.ts"
import { ResultsCsv } from "../../../writeback/ResultsCsv.ts"
import { TestDelivery } from "../../../writeback/TestDelivery.ts"
import { WriteBackConfigs } from "../../../writeback/WriteBackConfigs.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { BadRequest } from "../../contract/shared/errors.ts"
import { forCaller, forOrganization, forOrganizationInPath, paginated } from "../for-organization.ts"

export const WriteBackLive = HttpApiBuilder.group(
  Api,
  "writeBack",
  Effect.fnUntraced(function* (handlers) {
    const configs = yield* WriteBackConfigs
    const deliveries = yield* Deliveries
    const results = yield* ResultsCsv
    const log = yield* SecurityLog
    return handlers.handleAll({
      config: forOrganization((organizationId) => configs.get(organizationId)),
      configure: forCaller(({ actor, organizationId }, { payload }) => configs.put(organizationId, payload, actor)),
      endLinks: forCaller(({ actor, organizationId }) => configs.endLinks(organizationId, actor)),
      failures: forOrganization((organizationId, { query }) =>
        paginated(deliveries.failures(organizationId, query), query)
      ),
      retry: forOrganization(
        Effect.fnUntraced(function* (organizationId, { params }) {
          yield* requireActive(yield* configs.get(organizationId))
          return yield* deliveries.requeue(organizationId, params.id)
        })
      ),
      results: forOrganization((organizationId, { params }) =>
        results.read(organizationId, params.campaignId).pipe(
          Effect.tap(log.append(organizationId, { action: "results.read", target: params.campaignId.toLowerCase() })),
          Effect.map((table) =>
            HttpServerResponse.stream(table, {
              contentType: "text/csv; charset=utf-8",
              headers: {
                "cache-control": "no-store",
                "content-disposition": `attachment; filename="results-${params.campaignId}.csv"`
              }
            })
          )
        )
      )
    })
  })
)

export const AdminWriteBackLive = HttpApiBuilder.group(
  AdminApi,
  "writeBack",
  Effect.fnUntraced(function* (handlers) {
    const configs = yield* WriteBackConfigs
    const deliveries = yield* Deliveries
    const campaigns = yield* Campaigns
    const sample = yield* TestDelivery
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      requeue: forOrganization(
        Effect.fnUntraced(function* (organizationId, { payload = {} }) {
          yield* requireActive(yield* configs.get(organizationId))
          if (payload.campaignId !== undefined) yield* campaigns.get(organizationId, payload.campaignId)
          return { requeued: yield* deliveries.requeueAll(organizationId, payload) }
        })
      ),
      test: forOrganization((organizationId) => sample.send(organizationId))
    })
  })
)

const requireActive = (config: WriteBackConfig | null) =>
  config?.webhookEnabled === true
    ? Effect.void
    : Effect.fail(new BadRequest({ message: "No webhook is active: turn it on with PUT /v1/write-back/config" }))
