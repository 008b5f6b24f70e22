import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import { PrometheusMetrics } from "effect/observability"
import { asyncApi } from "../events/asyncapi.ts"
import { AppConfig } from "../platform/config.ts"
import { Lifecycle } from "../platform/Lifecycle.ts"
import { AdminApi } from "./contract/AdminApi.ts"
import { Api } from "./contract/Api.ts"
import { ApiKeysLive } from "./handlers/api-keys.ts"
import { AudiencesLive } from "./handlers/audiences.ts"
import { CallMovesLive } from "./handlers/call-moves.ts"
import { AdminCallsLive, CampaignCallsLive, ReviewQueueLive } from "./handlers/campaign-calls.ts"
import { CampaignsLive } from "./handlers/campaigns.ts"
import { carrierCallbacksRoute } from "./handlers/carrier-callbacks.ts"
import { carrierMediaRoute } from "./handlers/carrier-media.ts"
import { AdminContactsLive, ContactsLive } from "./handlers/contacts.ts"
import { AdminDoNotContactLive, DoNotContactLive } from "./handlers/do-not-contact.ts"
import { DoctorLive } from "./handlers/doctor.ts"
import { EventsLive } from "./handlers/events.ts"
import { AdminFlowsLive, FlowsLive } from "./handlers/flows.ts"
import { FrequencyCapLive } from "./handlers/frequency-cap.ts"
import { AdminImportsLive, ImportsLive } from "./handlers/imports.ts"
import { IntentLabelsLive } from "./handlers/intent-labels.ts"
import { JourneyRulesLive } from "./handlers/journey-rules.ts"
import { KnowledgeBasesLive } from "./handlers/knowledge-bases.ts"
import { LiveCampaignsLive } from "./handlers/live-campaigns.ts"
import { OrganizationsLive } from "./handlers/organizations.ts"
import { transcriptsRoute } from "./handlers/transcripts.ts"
import { AdminWriteBackLive, WriteBackLive } from "./handlers/write-back.ts"
import { AdminAuthLive } from "./middleware/AdminAuth.ts"
import { ApiKeyAuthLive, BulkRateLive, NeedsAdminLive, NeedsMemberLive } from "./middleware/ApiKeyAuth.ts"
import { EveryRequest, plainPaths } from "./middleware/EveryRequest.ts"
import { FailuresLive } from "./middleware/Failures.ts"
import { FileBodyLive } from "./middleware/FileBody.ts"
import { failureResponse } from "./middleware/failure-response.ts"
import { IdempotentLive } from "./middleware/Idempotent.ts"
import { JsonBodyLive } from "./middleware/JsonBody.ts"

const apiRoutes = HttpApiBuilder.layer(Api, { openapiPath: plainPaths.openapi }).pipe(
  Layer.provide([
    ContactsLive,
    AudiencesLive,
    ImportsLive,
    FlowsLive,
    KnowledgeBasesLive,
    CampaignsLive,
    IntentLabelsLive,
    JourneyRulesLive,
    CallMovesLive,
    DoNotContactLive,
    FrequencyCapLive,
    CampaignCallsLive,
    WriteBackLive
  ])
)

const adminRoutes = HttpApiBuilder.layer(AdminApi, { openapiPath: plainPaths.adminOpenapi }).pipe(
  Layer.provide([
    OrganizationsLive,
    ApiKeysLive,
    AdminFlowsLive,
    AdminImportsLive,
    AdminContactsLive,
    AdminDoNotContactLive,
    AdminCallsLive,
    ReviewQueueLive,
    AdminWriteBackLive,
    LiveCampaignsLive,
    EventsLive,
    DoctorLive
  ])
)

const middlewares = Layer.mergeAll(
  ApiKeyAuthLive,
  AdminAuthLive,
  BulkRateLive,
  NeedsAdminLive,
  NeedsMemberLive,
  JsonBodyLive,
  FileBodyLive,
  IdempotentLive,
  FailuresLive
)

// Scalar's own script is part of the page. Its fonts, and what it offers to do on its makers' servers, are left out.
const docs = (scheme: string) => ({
  scalar: {
    withDefaultFonts: false,
    hideModels: true,
    showDeveloperTools: "never",
    hideClientButton: true,
    authentication: { preferredSecurityScheme: scheme }
  }
})

const systemRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const sql = yield* PgClient.PgClient
    const lifecycle = yield* Lifecycle
    yield* lifecycle.readyWhile(
      "database",
      Effect.match(sql`select 1`, { onSuccess: () => true, onFailure: () => false })
    )
    yield* router.add("GET", plainPaths.live, Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "ok" })))
    yield* router.add(
      "GET",
      plainPaths.ready,
      Effect.flatMap(lifecycle.unready, (reasons) =>
        reasons.length === 0
          ? Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "ready" }))
          : failureResponse({ statusCode: 503, message: `Not ready: ${reasons.join(", ")}` })
      )
    )
  })
)

const asyncApiRoute = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { kafka } = yield* AppConfig
    const topicPrefix = Option.match(kafka, { onNone: () => "carillon", onSome: (settings) => settings.topicPrefix })
    yield* router.add("GET", plainPaths.asyncapi, Effect.succeed(HttpServerResponse.jsonUnsafe(asyncApi(topicPrefix))))
  })
)

/** Everything that this service answers over HTTP. */
export const routes = Layer.mergeAll(
  apiRoutes,
  adminRoutes,
  systemRoutes,
  asyncApiRoute,
  carrierCallbacksRoute,
  carrierMediaRoute,
  transcriptsRoute,
  HttpApiScalar.layer(Api, { path: plainPaths.docs, ...docs("apiKey") }),
  HttpApiScalar.layer(AdminApi, { path: plainPaths.adminDocs, ...docs("adminToken") }),
  PrometheusMetrics.layerHttp({ path: plainPaths.metrics, prefix: "carillon" }),
  EveryRequest
).pipe(Layer.provide(middlewares))
