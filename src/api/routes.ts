import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import { PrometheusMetrics } from "effect/observability"
import { asyncApi } from "../events/schemas/asyncapi.ts"
import { AppConfig } from "../platform/config.ts"
import { Lifecycle } from "../platform/lifecycle/Lifecycle.ts"
import { checkWritable } from "../platform/sql/Sql.ts"
import { AdminApi } from "./contract/AdminApi.ts"
import { Api } from "./contract/Api.ts"
import { AuthApi } from "./contract/AuthApi.ts"
import { systemPaths } from "./contract/paths.ts"
import { AdminTokensLive } from "./handlers/accounts/admin-tokens.ts"
import { ApiKeysLive } from "./handlers/accounts/api-keys.ts"
import { CallerIdsLive } from "./handlers/accounts/caller-ids.ts"
import { CarrierAccountsLive } from "./handlers/accounts/carrier-accounts.ts"
import { DisclosureLive } from "./handlers/accounts/disclosure.ts"
import { LawLive } from "./handlers/accounts/law.ts"
import { OrganizationsLive } from "./handlers/accounts/organizations.ts"
import { SecurityLogLive } from "./handlers/accounts/security-log.ts"
import { SpeechLive } from "./handlers/accounts/speech.ts"
import { autoscaleRoute } from "./handlers/autoscale.ts"
import { CallMovesLive } from "./handlers/calls/call-moves.ts"
import { AdminCallsLive, CampaignCallsLive, ReviewQueueLive } from "./handlers/calls/campaign-calls.ts"
import { linkedRecordingsRoute } from "./handlers/calls/linked-recordings.ts"
import { RecordingsLive } from "./handlers/calls/recordings.ts"
import { transcriptsRoute } from "./handlers/calls/transcripts.ts"
import { AllCampaignsLive } from "./handlers/campaigns/all-campaigns.ts"
import { CampaignCallerPoolLive } from "./handlers/campaigns/campaign-caller-pool.ts"
import { CampaignInsightLive } from "./handlers/campaigns/campaign-insight.ts"
import { CampaignPaceLive } from "./handlers/campaigns/campaign-pace.ts"
import { CampaignPurposeLive } from "./handlers/campaigns/campaign-purpose.ts"
import { CampaignsLive } from "./handlers/campaigns/campaigns.ts"
import { CostsLive } from "./handlers/campaigns/costs.ts"
import { IntentLabelsLive } from "./handlers/campaigns/intent-labels.ts"
import { JourneyRulesLive } from "./handlers/campaigns/journey-rules.ts"
import { LiveCampaignsLive } from "./handlers/campaigns/live-campaigns.ts"
import { OverviewLive } from "./handlers/campaigns/overview.ts"
import { carrierCallbacksRoute } from "./handlers/carriers/carrier-callbacks.ts"
import { carrierInboundRoute } from "./handlers/carriers/carrier-inbound.ts"
import { carrierMediaRoute } from "./handlers/carriers/carrier-media.ts"
import { carrierTransfersRoute } from "./handlers/carriers/carrier-transfers.ts"
import { consoleRoute } from "./handlers/console.ts"
import { AudiencesLive } from "./handlers/contacts/audiences.ts"
import { AdminConsentsLive } from "./handlers/contacts/consents.ts"
import { AdminContactsLive, ContactsLive } from "./handlers/contacts/contacts.ts"
import { AdminDoNotContactLive, DoNotContactLive } from "./handlers/contacts/do-not-contact.ts"
import { FrequencyCapLive } from "./handlers/contacts/frequency-cap.ts"
import { AdminImportsLive, ImportsLive } from "./handlers/contacts/imports.ts"
import { AdminNumberListsLive, InstallationNumberListsLive } from "./handlers/contacts/number-lists.ts"
import { AdminNumberUploadsLive, InstallationNumberUploadsLive } from "./handlers/contacts/number-uploads.ts"
import { FlowTrialsLive } from "./handlers/flows/flow-trials.ts"
import { AdminFlowsLive, FlowsLive } from "./handlers/flows/flows.ts"
import { KnowledgeBasesLive } from "./handlers/flows/knowledge-bases.ts"
import { AdminModelsLive } from "./handlers/flows/models.ts"
import { AdminTransferTargetsLive } from "./handlers/flows/transfer-targets.ts"
import { AuditLive } from "./handlers/operations/audit.ts"
import { DoctorLive } from "./handlers/operations/doctor.ts"
import { EventsLive } from "./handlers/operations/events.ts"
import { SecretsLive } from "./handlers/operations/secrets.ts"
import { AdminWriteBackLive, WriteBackLive } from "./handlers/operations/write-back.ts"
import { MeLive } from "./handlers/people/me.ts"
import { PasskeySignInLive, PasskeysLive } from "./handlers/people/passkeys.ts"
import { MembersLive, PeopleLive } from "./handlers/people/people.ts"
import { SignInLive } from "./handlers/people/sign-in.ts"
import { SignOnLive } from "./handlers/people/sign-on.ts"
import { AdminMcpServersLive } from "./handlers/tools/mcp-servers.ts"
import { AdminToolHeadersLive } from "./handlers/tools/tool-headers.ts"
import { AdminToolTestsLive } from "./handlers/tools/tool-tests.ts"
import { AdminAuthLive, NeedsAdminTokenLive, NeedsOperatorTokenLive } from "./middleware/access/AdminAuth.ts"
import { ApiKeyAuthLive, BulkRateLive, NeedsAdminLive, NeedsMemberLive } from "./middleware/access/ApiKeyAuth.ts"
import { SessionAuthLive } from "./middleware/access/SessionAuth.ts"
import { SameOriginLive } from "./middleware/access/same-origin.ts"
import { EveryRequest } from "./middleware/EveryRequest.ts"
import { FailuresLive } from "./middleware/Failures.ts"
import { FileBodyLive } from "./middleware/FileBody.ts"
import { failureResponse } from "./middleware/failure-response.ts"
import { IdempotentLive } from "./middleware/Idempotent.ts"
import { JsonBodyLive, RowsBodyLive } from "./middleware/JsonBody.ts"

const apiRoutes = HttpApiBuilder.layer(Api, { openapiPath: systemPaths.openapi }).pipe(
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

const adminRoutes = HttpApiBuilder.layer(AdminApi, { openapiPath: systemPaths.adminOpenapi }).pipe(
  Layer.provide([
    OrganizationsLive,
    ApiKeysLive,
    AdminTokensLive,
    MembersLive,
    PeopleLive,
    SecurityLogLive,
    SpeechLive,
    DisclosureLive,
    AdminFlowsLive,
    FlowTrialsLive,
    RecordingsLive,
    AdminModelsLive,
    AdminToolHeadersLive,
    AdminMcpServersLive,
    AdminToolTestsLive,
    LawLive,
    CampaignPurposeLive,
    CallerIdsLive,
    CarrierAccountsLive,
    CampaignCallerPoolLive,
    AdminTransferTargetsLive,
    AdminImportsLive,
    AdminContactsLive,
    AdminDoNotContactLive,
    AdminNumberListsLive,
    AdminNumberUploadsLive,
    AdminConsentsLive,
    InstallationNumberListsLive,
    InstallationNumberUploadsLive,
    OverviewLive,
    CampaignInsightLive,
    CampaignPaceLive,
    AllCampaignsLive,
    AdminCallsLive,
    CostsLive,
    ReviewQueueLive,
    AdminWriteBackLive,
    AuditLive,
    LiveCampaignsLive,
    EventsLive,
    DoctorLive,
    SecretsLive
  ])
)

const authRoutes = HttpApiBuilder.layer(AuthApi, { openapiPath: systemPaths.authOpenapi }).pipe(
  Layer.provide([SignInLive, SignOnLive, PasskeySignInLive, MeLive, PasskeysLive])
)

const middlewares = Layer.mergeAll(
  ApiKeyAuthLive,
  AdminAuthLive,
  SessionAuthLive,
  SameOriginLive,
  BulkRateLive,
  NeedsAdminLive,
  NeedsMemberLive,
  NeedsAdminTokenLive,
  NeedsOperatorTokenLive,
  JsonBodyLive,
  RowsBodyLive,
  FileBodyLive,
  IdempotentLive,
  FailuresLive
)

// Scalar's script is embedded in the page. Its web fonts, and features that use its makers' servers, are turned off.
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
      Effect.match(checkWritable(sql), { onSuccess: () => true, onFailure: () => false })
    )
    yield* router.add("GET", systemPaths.live, Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "ok" })))
    yield* router.add(
      "GET",
      systemPaths.ready,
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
    yield* router.add("GET", systemPaths.asyncapi, Effect.succeed(HttpServerResponse.jsonUnsafe(asyncApi(topicPrefix))))
  })
)

/** All HTTP routes of the service. */
export const routes = Layer.mergeAll(
  apiRoutes,
  adminRoutes,
  authRoutes,
  systemRoutes,
  autoscaleRoute,
  asyncApiRoute,
  carrierCallbacksRoute,
  carrierTransfersRoute,
  carrierInboundRoute,
  carrierMediaRoute,
  transcriptsRoute,
  linkedRecordingsRoute,
  consoleRoute,
  HttpApiScalar.layer(Api, { path: systemPaths.docs, ...docs("apiKey") }),
  HttpApiScalar.layer(AdminApi, { path: systemPaths.adminDocs, ...docs("adminToken") }),
  PrometheusMetrics.layerHttp({ path: systemPaths.metrics, prefix: "carillon" }),
  EveryRequest
).pipe(Layer.provide(middlewares))
