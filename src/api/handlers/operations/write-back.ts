import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Campaigns } from "../../../campaigns/Campaigns.ts"
import type { WriteBackConfig } from "../../../domain/delivery/WriteBack.ts"
import { toPage } from "../../../domain/schema/page.ts"
import { sentence } from "../../../domain/schema/problems.ts"
import { Deliveries } from "../../../writeback/Deliveries.ts"
import { ResultsCsv } from "../../../writeback/ResultsCsv.ts"
import { TestDelivery } from "../../../writeback/TestDelivery.ts"
import { type WriteBackConfigInvalid, WriteBackConfigs } from "../../../writeback/WriteBackConfigs.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { BadRequest, Conflict } from "../../contract/shared/errors.ts"
import { Caller } from "../../contract/shared/middleware.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { notFound } from "../not-found.ts"

export const WriteBackLive = HttpApiBuilder.group(
  Api,
  "writeBack",
  Effect.fnUntraced(function* (handlers) {
    const configs = yield* WriteBackConfigs
    const deliveries = yield* Deliveries
    const results = yield* ResultsCsv
    return handlers.handleAll({
      config: Effect.fnUntraced(function* () {
        const { organizationId } = yield* Caller
        return yield* configs.get(organizationId)
      }),
      configure: Effect.fnUntraced(
        function* ({ payload }) {
          const { keyId, organizationId } = yield* Caller
          return yield* configs.put(organizationId, payload, `key:${keyId}`)
        },
        Effect.catchTag("WriteBackConfigInvalid", rejected)
      ),
      failures: Effect.fnUntraced(function* ({ query }) {
        const { organizationId } = yield* Caller
        const { data, ...pagination } = toPage(yield* deliveries.failures(organizationId, query), query)
        return { data, pagination }
      }),
      retry: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          yield* requireActive(yield* configs.get(organizationId))
          return yield* deliveries.requeue(organizationId, params.id)
        },
        notFound("DeliveryNotFound", "write-back event"),
        Effect.catchTag("NotGivenUp", ({ status }) => new Conflict({ message: stands[status], code: "INVALID_STATE" }))
      ),
      results: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          const table = yield* results.read(organizationId, params.campaignId)
          return HttpServerResponse.stream(table, {
            contentType: "text/csv; charset=utf-8",
            headers: {
              "cache-control": "no-store",
              "content-disposition": `attachment; filename="results-${params.campaignId}.csv"`
            }
          })
        },
        notFound("CampaignNotFound", "campaign")
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
    const organization = yield* organizationOf
    return handlers.handleAll({
      requeue: Effect.fnUntraced(
        function* ({ params, payload = {} }) {
          const { id } = yield* organization(params.id)
          yield* requireActive(yield* configs.get(id))
          if (payload.campaignId !== undefined) yield* campaigns.get(id, payload.campaignId)
          return { requeued: yield* deliveries.requeueAll(id, payload) }
        },
        notFound("CampaignNotFound", "campaign")
      ),
      test: Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* organization(params.id)
        return yield* Effect.catchTag(
          sample.send(id),
          "NoTarget",
          () => new BadRequest({ message: "There is no target: set webhookUrl with PUT /v1/write-back/config" })
        )
      })
    })
  })
)

const requireActive = (config: WriteBackConfig | null) =>
  config?.webhookEnabled === true
    ? Effect.void
    : Effect.fail(new BadRequest({ message: "No webhook is active: turn it on with PUT /v1/write-back/config" }))

const stands = {
  PENDING: "This event waits to be delivered already",
  DELIVERED: "This event was delivered"
}

function rejected({ path, problem }: WriteBackConfigInvalid) {
  const details = [{ path, message: problem }]
  return Effect.fail(new BadRequest({ message: sentence(details), details }))
}
