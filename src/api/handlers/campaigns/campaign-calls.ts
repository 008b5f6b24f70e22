import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { ReviewQueue } from "../../../calls/review/ReviewQueue.ts"
import { CallRecords } from "../../../calls/views/CallRecords.ts"
import { CampaignProgress } from "../../../calls/views/CampaignProgress.ts"
import { Dashboards } from "../../../calls/views/Dashboard.ts"
import { WaitReasons } from "../../../dialer/WaitReasons.ts"
import type { ExplainedDelivery } from "../../../domain/delivery/WriteBack.ts"
import { toPage } from "../../../domain/schema/page.ts"
import { Deliveries, type DeliveryOfCall } from "../../../writeback/Deliveries.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { Caller } from "../../contract/shared/middleware.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { invalidState } from "../conflicts.ts"
import { notFound } from "../not-found.ts"

export const CampaignCallsLive = HttpApiBuilder.group(
  Api,
  "campaignCalls",
  Effect.fnUntraced(function* (handlers) {
    const dashboard = yield* Dashboards
    const progress = yield* CampaignProgress
    const calls = yield* CallRecords
    const campaignNotFound = notFound("CampaignNotFound", "campaign")
    return handlers.handleAll({
      dashboard: Effect.fnUntraced(function* ({ query }) {
        const { organizationId } = yield* Caller
        const json = yield* dashboard.write(organizationId, query)
        return HttpServerResponse.text(json, { contentType: "application/json" })
      }),
      progress: Effect.fnUntraced(function* ({ params }) {
        const { organizationId } = yield* Caller
        return yield* progress.get(organizationId, params.id)
      }, campaignNotFound),
      list: Effect.fnUntraced(function* ({ params, query }) {
        const { organizationId } = yield* Caller
        return toPage(yield* calls.list(organizationId, params.id, query), query)
      }, campaignNotFound)
    })
  })
)

export const AdminCallsLive = HttpApiBuilder.group(
  AdminApi,
  "calls",
  Effect.fnUntraced(function* (handlers) {
    const calls = yield* CallRecords
    const reasons = yield* WaitReasons
    const deliveries = yield* Deliveries
    const organization = yield* organizationOf
    return handlers.handleAll({
      explain: Effect.fnUntraced(
        function* ({ params }) {
          const { id } = yield* organization(params.id)
          const call = yield* calls.explain(id, params.callId)
          return {
            ...call,
            decisions: [...call.decisions, ...(yield* reasons.now(id, params.callId))],
            deliveries: (yield* deliveries.ofCall(id, params.callId)).map(explainedDelivery)
          }
        },
        notFound("CallNotFound", "call")
      )
    })
  })
)

export const ReviewQueueLive = HttpApiBuilder.group(
  AdminApi,
  "reviewQueue",
  Effect.fnUntraced(function* (handlers) {
    const queue = yield* ReviewQueue
    const organization = yield* organizationOf
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query }) {
        const { id } = yield* organization(params.id)
        return toPage(yield* queue.list(id, query), query)
      }),
      resolve: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { id } = yield* organization(params.id)
          return yield* queue.resolve(id, params.callId, { note: payload?.note ?? null, actor: "admin" })
        },
        notFound("CallNotFound", "call"),
        Effect.catchTag("NotInReview", () => invalidState("This call is not in the review queue"))
      )
    })
  })
)

const explainedDelivery = ({ attempts, log, ...delivery }: DeliveryOfCall): ExplainedDelivery => ({
  ...delivery,
  webhookId: `evt_${delivery.id}`,
  attempts: log.map((attempt) => ({ ...attempt, at: new Date(attempt.at) }))
})
