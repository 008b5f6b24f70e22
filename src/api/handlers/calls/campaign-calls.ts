import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { SecurityLog } from "../../../accounts/SecurityLog.ts"
import { CallListening } from "../../../calls/review/CallListening.ts"
import { Corrections } from "../../../calls/review/Corrections.ts"
import { HangUps } from "../../../calls/review/HangUps.ts"
import { Reanalyses } from "../../../calls/review/Reanalyses.ts"
import { ReviewQueue } from "../../../calls/review/ReviewQueue.ts"
import { CallRecords } from "../../../calls/views/CallRecords.ts"
import { CallSearches } from "../../../calls/views/CallSearches.ts"
import { CampaignProgress } from "../../../calls/views/CampaignProgress.ts"
import { Dashboards } from "../../../calls/views/Dashboard.ts"
import { WaitReasons } from "../../../dialer/WaitReasons.ts"
import type { ExplainedDelivery } from "../../../domain/delivery/WriteBack.ts"
import { Documents } from "../../../rag/Documents.ts"
import { Deliveries, type DeliveryOfCall } from "../../../writeback/Deliveries.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { callAudioType } from "../../contract/calls/campaign-calls.ts"
import { rejected } from "../failure-answers.ts"
import { forOrganization, forOrganizationInPath, paged } from "../for-organization.ts"
import { openAnswer } from "../open-answer.ts"

export const CampaignCallsLive = HttpApiBuilder.group(
  Api,
  "campaignCalls",
  Effect.fnUntraced(function* (handlers) {
    const dashboard = yield* Dashboards
    const progress = yield* CampaignProgress
    const calls = yield* CallRecords
    return handlers.handleAll({
      dashboard: forOrganization((organizationId, { query }) =>
        Effect.map(dashboard.write(organizationId, query), (json) =>
          HttpServerResponse.uint8Array(json, { contentType: "application/json" })
        )
      ),
      progress: forOrganization((organizationId, { params }) => progress.get(organizationId, params.id)),
      list: forOrganization((organizationId, { params, query }) =>
        paged(calls.list(organizationId, params.id, query), query)
      )
    })
  })
)

export const AdminCallsLive = HttpApiBuilder.group(
  AdminApi,
  "calls",
  Effect.fnUntraced(function* (handlers) {
    const calls = yield* CallRecords
    const searches = yield* CallSearches
    const reasons = yield* WaitReasons
    const deliveries = yield* Deliveries
    const documents = yield* Documents
    const log = yield* SecurityLog
    const reanalyses = yield* Reanalyses
    const corrections = yield* Corrections
    const hangUps = yield* HangUps
    const listening = yield* CallListening
    const stream = yield* openAnswer
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) =>
        query.value !== undefined && query.variable === undefined
          ? Effect.fail(rejected({ path: "value", message: "needs variable: name the variable that has the value" }))
          : searches.find(organizationId, query)
      ),
      explain: forOrganization(
        Effect.fnUntraced(function* (organizationId, { params }) {
          const call = yield* calls.explain(organizationId, params.callId)
          yield* log.append(organizationId, { action: "call.explain", target: call.id })
          return {
            ...call,
            chunks: yield* documents.chunks(organizationId, new Set(call.turns.flatMap(({ chunkIds }) => chunkIds))),
            decisions: [...call.decisions, ...(yield* reasons.now(organizationId, params.callId))],
            deliveries: (yield* deliveries.ofCall(organizationId, params.callId)).map(explainedDelivery)
          }
        })
      ),
      hangUp: forOrganization((organizationId, { params }, actor) =>
        hangUps.request(organizationId, params.callId, actor)
      ),
      listen: forOrganization(
        Effect.fnUntraced(function* (organizationId, { params }) {
          const audio = yield* listening.begin(organizationId, params.callId)
          return yield* stream(audio, { contentType: callAudioType, keepAlive: emptyPart })
        })
      ),
      correctLabel: forOrganization((organizationId, { params, payload }, actor) =>
        corrections.correct(organizationId, params.callId, { ...payload, note: payload.note ?? null, actor })
      ),
      analyze: forOrganization((organizationId, { params }, actor) =>
        Effect.as(reanalyses.one(organizationId, params.callId, actor), { queued: 1 })
      ),
      analyzeAll: forOrganization((organizationId, { payload }, actor) =>
        Effect.map(reanalyses.all(organizationId, payload ?? {}, actor), (queued) => ({ queued }))
      )
    })
  })
)

export const ReviewQueueLive = HttpApiBuilder.group(
  AdminApi,
  "reviewQueue",
  Effect.fnUntraced(function* (handlers) {
    const queue = yield* ReviewQueue
    const log = yield* SecurityLog
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization(
        Effect.fnUntraced(function* (organizationId, { query }) {
          const found = yield* paged(queue.list(organizationId, query), query)
          // The whole page is one entry: it shows what these people have said.
          const details = { callIds: found.data.map(({ id }) => id) }
          if (found.data.length > 0) {
            yield* log.append(organizationId, { action: "review-queue.read", target: String(organizationId), details })
          }
          return found
        })
      ),
      resolve: forOrganization((organizationId, { params, payload }, actor) =>
        queue.resolve(organizationId, params.callId, { note: payload?.note ?? null, actor })
      )
    })
  })
)

const explainedDelivery = ({ attempts, log, ...delivery }: DeliveryOfCall): ExplainedDelivery => ({
  ...delivery,
  webhookId: `evt_${delivery.id}`,
  attempts: log.map((attempt) => ({ ...attempt, at: new Date(attempt.at) }))
})

/** A part of audio without samples: shows that the stream is open. */
const emptyPart = new Uint8Array(6)
