// Before any schema is made: what reads and writes bodies is compiled, not interpreted.
import "effect/schema/SchemaJITCompiler/enable"

import { Console, Deferred, Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { ApiKeys } from "./accounts/ApiKeys.ts"
import { Organizations } from "./accounts/Organizations.ts"
import { SecurityLog } from "./accounts/SecurityLog.ts"
import { Usage } from "./accounts/Usage.ts"
import { WebhookSecrets } from "./accounts/WebhookSecrets.ts"
import { failureBody } from "./api/middleware/failure-response.ts"
import { routerConfig } from "./api/middleware/route-table.ts"
import { routes } from "./api/routes.ts"
import { Attempts } from "./calls/attempts/Attempts.ts"
import { Settlement } from "./calls/attempts/Settlement.ts"
import { LiveConversations } from "./calls/conversations/LiveConversations.ts"
import { Transcripts } from "./calls/conversations/Transcripts.ts"
import { CallErasure } from "./calls/erasure/CallErasure.ts"
import * as CallRetention from "./calls/erasure/CallRetention.ts"
import { ContactRemoval } from "./calls/erasure/ContactRemoval.ts"
import { Analyses } from "./calls/outcomes/Analyses.ts"
import { Decisions } from "./calls/outcomes/Decisions.ts"
import { Tagging } from "./calls/outcomes/Tagging.ts"
import { BestTimes } from "./calls/queue/BestTimes.ts"
import { CallQueue } from "./calls/queue/CallQueue.ts"
import { NextAttempts } from "./calls/queue/NextAttempts.ts"
import { NumberSuppression } from "./calls/queue/NumberSuppression.ts"
import { CallMoves } from "./calls/review/CallMoves.ts"
import { ReviewQueue } from "./calls/review/ReviewQueue.ts"
import { CallRecords } from "./calls/views/CallRecords.ts"
import { CampaignProgress } from "./calls/views/CampaignProgress.ts"
import { ContactHistories } from "./calls/views/ContactHistories.ts"
import { Dashboards } from "./calls/views/Dashboard.ts"
import { LiveCampaigns } from "./calls/views/LiveCampaigns.ts"
import { WriteBackTroubles } from "./calls/views/WriteBackTroubles.ts"
import { CampaignStates } from "./campaigns/CampaignStates.ts"
import { Campaigns } from "./campaigns/Campaigns.ts"
import { Flows } from "./campaigns/Flows.ts"
import { IntentLabels } from "./campaigns/IntentLabels.ts"
import { JourneyRules } from "./campaigns/JourneyRules.ts"
import { CallUrls } from "./carriers/CallUrls.ts"
import type { Carrier } from "./carriers/Carrier.ts"
import { StreamTokens } from "./carriers/StreamTokens.ts"
import * as SimulatedCarrier from "./carriers/simulated/SimulatedCarrier.ts"
import * as TwilioCarrier from "./carriers/twilio/TwilioCarrier.ts"
import { Audiences } from "./contacts/Audiences.ts"
import { Contacts } from "./contacts/Contacts.ts"
import { DoNotContact } from "./contacts/DoNotContact.ts"
import { FrequencyCaps } from "./contacts/FrequencyCaps.ts"
import { ImportChunks } from "./contacts/ImportChunks.ts"
import { Imports } from "./contacts/Imports.ts"
import * as ImportWorker from "./contacts/ImportWorker.ts"
import { PhoneLedger } from "./contacts/PhoneLedger.ts"
import { AccountPace } from "./dialer/AccountPace.ts"
import { AttemptEnds } from "./dialer/AttemptEnds.ts"
import * as CampaignActor from "./dialer/CampaignActor.ts"
import { CampaignActors } from "./dialer/CampaignActor.ts"
import { CampaignControl } from "./dialer/CampaignControl.ts"
import * as CampaignWaker from "./dialer/CampaignWaker.ts"
import { Claims } from "./dialer/Claims.ts"
import * as Cluster from "./dialer/Cluster.ts"
import { Dispatch } from "./dialer/Dispatch.ts"
import { Pace } from "./dialer/Pace.ts"
import { Readiness } from "./dialer/Readiness.ts"
import * as Scheduler from "./dialer/Scheduler.ts"
import { WaitReasons } from "./dialer/WaitReasons.ts"
import type { EventBus } from "./events/bus/EventBus.ts"
import { Consumers } from "./events/consumers/Consumers.ts"
import { DeadLetters } from "./events/consumers/DeadLetters.ts"
import { EventStream } from "./events/consumers/EventStream.ts"
import * as LagMetrics from "./events/consumers/LagMetrics.ts"
import * as EmbeddedBus from "./events/embedded/EmbeddedBus.ts"
import * as KafkaBus from "./events/kafka/KafkaBus.ts"
import * as OutboxRelay from "./events/kafka/OutboxRelay.ts"
import { Outbox } from "./events/outbox/Outbox.ts"
import * as Retention from "./events/Retention.ts"
import { Signals } from "./events/Signals.ts"
import { Briefs } from "./media/brief/Briefs.ts"
import { MediaGateway } from "./media/gateway/MediaGateway.ts"
import * as FixedLineRenderer from "./media/reply/FixedLineRenderer.ts"
import { FixedLineAudio } from "./media/reply/FixedLineAudio.ts"
import { Replies } from "./media/reply/Replies.ts"
import { CallSession } from "./media/session/CallSession.ts"
import { Doctor } from "./operations/Doctor.ts"
import { Erasure } from "./operations/Erasure.ts"
import { AppConfig, type KafkaSettings } from "./platform/config.ts"
import { BlobStore } from "./platform/files/BlobStore.ts"
import { GuardedHttp } from "./platform/http/GuardedHttp.ts"
import * as HttpServerLayer from "./platform/http/HttpServer.ts"
import { ListenAddress, tellListenAddress } from "./platform/http/ListenAddress.ts"
import * as Lifecycle from "./platform/lifecycle/Lifecycle.ts"
import * as Logging from "./platform/observability/Logging.ts"
import * as Telemetry from "./platform/observability/Telemetry.ts"
import { RateLimiter } from "./platform/rate-limit/RateLimiter.ts"
import { Redis } from "./platform/rate-limit/Redis.ts"
import { Secrets } from "./platform/secrets/Secrets.ts"
import { Leader } from "./platform/sql/Leader.ts"
import * as Sql from "./platform/sql/Sql.ts"
import * as AfterCall from "./policy/AfterCall.ts"
import { Analysis } from "./policy/Analysis.ts"
import { Embedders } from "./providers/Embedders.ts"
import * as Providers from "./providers/Providers.ts"
import { DocumentReader } from "./rag/DocumentReader.ts"
import { Documents } from "./rag/Documents.ts"
import { FlowKnowledge } from "./rag/FlowKnowledge.ts"
import { Indexing } from "./rag/Indexing.ts"
import * as IndexingWorker from "./rag/IndexingWorker.ts"
import { KnowledgeBases } from "./rag/KnowledgeBases.ts"
import { LargeKnowledgeBases } from "./rag/LargeKnowledgeBases.ts"
import { Retriever } from "./rag/Retriever.ts"
import { StrayFiles } from "./rag/StrayFiles.ts"
import { CallOutcomes } from "./writeback/CallOutcomes.ts"
import { Deliveries } from "./writeback/Deliveries.ts"
import * as DeliveryRetention from "./writeback/DeliveryRetention.ts"
import { ResultsCsv } from "./writeback/ResultsCsv.ts"
import * as ResultsExport from "./writeback/ResultsExport.ts"
import * as Sender from "./writeback/Sender.ts"
import { TestDelivery } from "./writeback/TestDelivery.ts"
import { TranscriptLinks } from "./writeback/TranscriptLinks.ts"
import { WebhookRequests } from "./writeback/WebhookRequests.ts"
import * as WriteBack from "./writeback/WriteBack.ts"
import { WriteBackConfigs } from "./writeback/WriteBackConfigs.ts"

const platform = Layer.mergeAll(Secrets.layer, RateLimiter.layer, Leader.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(Redis.layer, Sql.SqlSession.layer)),
  Layer.provideMerge(Sql.layer)
)

const kafka = (settings: KafkaSettings) => OutboxRelay.layer.pipe(Layer.provideMerge(KafkaBus.layer(settings)))
type BusLayer = Layer.Layer<EventBus, never, Layer.Services<typeof EmbeddedBus.layer | ReturnType<typeof kafka>>>
const bus = Layer.unwrap(
  Effect.map(AppConfig, (settings) =>
    Option.match(settings.kafka, {
      onNone: (): BusLayer => EmbeddedBus.layer,
      onSome: (given): BusLayer => kafka(given)
    })
  )
)

/** Events: where they are written, and what brings them to those who act on them. */
export const events = Layer.mergeAll(Consumers.layer, EventStream.layer, Retention.layer, LagMetrics.layer).pipe(
  Layer.provideMerge(bus),
  Layer.provideMerge(DeadLetters.layer),
  Layer.provideMerge(Outbox.layer),
  Layer.provideMerge(Signals.layer)
)

const accounts = Layer.mergeAll(Organizations.layer, ApiKeys.layer, WebhookSecrets.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(SecurityLog.layer, Usage.layer))
)

const contacts = Layer.mergeAll(
  Contacts.layer,
  Audiences.layer,
  DoNotContact.layer,
  FrequencyCaps.layer,
  PhoneLedger.layer
)

const imports = ImportWorker.layer.pipe(Layer.provide(ImportChunks.layer), Layer.provideMerge(Imports.layer))

const campaigns = Layer.mergeAll(IntentLabels.layer, JourneyRules.layer, CampaignStates.layer).pipe(
  Layer.provideMerge(Campaigns.layer),
  Layer.provideMerge(Flows.layer)
)

/** What calls are answered from, and who makes that of documents. */
const knowledge = Layer.merge(IndexingWorker.layer, LargeKnowledgeBases.layer).pipe(
  Layer.provide(Indexing.layer),
  Layer.provide(DocumentReader.layer),
  Layer.provideMerge(Layer.mergeAll(Documents.layer, FlowKnowledge.layer)),
  Layer.provideMerge(KnowledgeBases.layer),
  Layer.provide(StrayFiles.layer),
  Layer.provide(BlobStore.layer),
  Layer.provideMerge(Retriever.layer)
)

const calls = Layer.mergeAll(
  ContactHistories.layer,
  ContactRemoval.layer,
  CallErasure.layer,
  Tagging.layer,
  ReviewQueue.layer,
  Attempts.layer,
  CampaignProgress.layer,
  Dashboards.layer,
  CallRetention.layer,
  WriteBackTroubles.layer,
  LiveCampaigns.layer,
  CallMoves.layer.pipe(Layer.provideMerge(CallRecords.layer), Layer.provideMerge(Decisions.layer))
).pipe(
  Layer.provideMerge(Layer.merge(Transcripts.layer, LiveConversations.layer)),
  Layer.provideMerge(Settlement.layer),
  Layer.provideMerge(Layer.mergeAll(NextAttempts.layer, Analyses.layer, CallQueue.layer, NumberSuppression.layer)),
  Layer.provideMerge(BestTimes.layer)
)

// All nodes that share a database share the key: each may be asked about the calls of another.
const simulatedCarrier = Layer.unwrap(
  Effect.gen(function* () {
    const { digest } = yield* Secrets
    const authToken = Redacted.make(Buffer.from(digest("simulated-carrier", "auth token")).toString("hex"))
    return SimulatedCarrier.layer({ authToken })
  })
)

const chosenCarrier = Layer.unwrap(
  Effect.map(AppConfig, ({ carrier, twilio }) =>
    carrier === "twilio" && Option.isSome(twilio) ? TwilioCarrier.layer(twilio.value) : simulatedCarrier
  )
)

const actors = Layer.unwrap(
  Effect.map(AppConfig, ({ roles }) => (roles.has("dialer") ? CampaignActor.layer : Layer.empty))
).pipe(Layer.provideMerge(Cluster.layer))

/** What dials, with a carrier to dial by. */
export const dialer = Layer.mergeAll(Scheduler.layer, CampaignWaker.layer).pipe(
  Layer.provideMerge(CampaignControl.layer),
  Layer.provideMerge(CampaignActors.layer),
  Layer.provide(Readiness.layer),
  Layer.provideMerge(Lifecycle.untilDrain(actors)),
  Layer.provide(Claims.layer),
  Layer.provideMerge(WaitReasons.layer),
  Layer.provideMerge(Dispatch.layer),
  Layer.provide(AttemptEnds.layer),
  Layer.provide([Pace.layer, AccountPace.layer])
)

/** What tells organizations what came of their calls, and of their imports. */
export const writeBack = Layer.mergeAll(
  TestDelivery.layer,
  ResultsExport.layer,
  WriteBack.layer,
  Sender.worker,
  DeliveryRetention.layer
).pipe(
  Layer.provide([CallOutcomes.layer, Sender.Sender.layer, Imports.layer]),
  Layer.provideMerge(Layer.mergeAll(TranscriptLinks.layer, Deliveries.layer)),
  Layer.provide(WebhookRequests.layer.pipe(Layer.provide(GuardedHttp.layer))),
  Layer.provideMerge(WriteBackConfigs.layer),
  Layer.provideMerge(ResultsCsv.layer.pipe(Layer.provide(BlobStore.layer)))
)

/** Who talks on calls. */
const talker = Layer.merge(CallSession.layer, FixedLineRenderer.layer).pipe(
  Layer.provide([Briefs.layer, FixedLineAudio.layer, Replies.layer]),
  Layer.provide(Providers.layer)
)

/** What is made of what was said, once a call is over. */
const afterCall = AfterCall.layer.pipe(Layer.provide(Analysis.layer), Layer.provide(Providers.layer))

type SessionLayer = Layer.Layer<CallSession, Layer.Error<typeof talker>, Layer.Services<typeof talker>>
type CarrierLayer = Layer.Layer<Carrier, Layer.Error<typeof chosenCarrier>, Layer.Services<typeof chosenCarrier>>

const servicesWith = (carrier: CarrierLayer, session: SessionLayer) =>
  Layer.mergeAll(
    dialer,
    Erasure.layer.pipe(Layer.provideMerge(Layer.merge(imports, writeBack))),
    afterCall,
    Doctor.layer,
    MediaGateway.layer.pipe(Layer.provide(session))
  ).pipe(
    Layer.provideMerge(calls),
    Layer.provideMerge(Layer.merge(carrier, CallUrls.layer).pipe(Layer.provideMerge(StreamTokens.layer))),
    Layer.provideMerge(ListenAddress.layer),
    Layer.provideMerge(knowledge),
    Layer.provideMerge(Embedders.layer),
    Layer.provideMerge(campaigns),
    Layer.provideMerge(contacts),
    Layer.provideMerge(accounts),
    Layer.provideMerge(events),
    Layer.provideMerge(platform)
  )

// What a start tells: where it listens, and on what it stands.
const announce = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* HttpServer.addressFormattedWith((address) =>
      Effect.logInfo(`Listening on ${address}, described at ${address}/docs`)
    )
    const { parts } = yield* Effect.flatMap(Doctor, ({ examine }) => examine)
    const database = parts.find(({ part }) => part === "database")
    yield* Effect.logInfo(`Uses ${database?.uses}`)
    const organizations = yield* Organizations
    const { total } = yield* organizations.list({ page: 1, limit: 1 })
    if (total === 0) yield* Effect.logInfo("No organization yet: npm run carillon -- org create --name Acme")
  })
)

const http = Layer.mergeAll(announce, tellListenAddress, MediaGateway.closesFirst).pipe(
  Layer.provideMerge(HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true, routerConfig })),
  Layer.provideMerge(
    HttpServerLayer.layer((statusCode, requestId) =>
      JSON.stringify(failureBody({ statusCode, message: "The request is not valid HTTP" }, requestId))
    )
  )
)

/** The whole application, but for its settings and its lifecycle. */
export const applicationWith = (carrier: CarrierLayer = chosenCarrier, session: SessionLayer = talker) =>
  http.pipe(Layer.provideMerge(servicesWith(carrier, session)))
export const application = applicationWith()

const settled = Telemetry.layer.pipe(Layer.provideMerge(Logging.layer), Layer.provideMerge(AppConfig.layer))

/** The server, from its settings to the end of its drain. */
export const serverWith = (carrier: CarrierLayer) =>
  Lifecycle.launch(applicationWith(carrier)).pipe(Effect.provide(settled))
export const server = serverWith(chosenCarrier)

/** The server, its log elsewhere, and some work that is done beside it once it listens; what fails of it ends both. */
export const serverBeside = <E, R>(beside: {
  readonly log: Console.Console
  readonly work: (url: string) => Effect.Effect<void, E, R>
}) =>
  Effect.gen(function* () {
    const listening = yield* Deferred.make<string>()
    const tell = Layer.effectDiscard(
      Effect.flatMap(ListenAddress, ({ url }) => Effect.flatMap(url, (known) => Deferred.succeed(listening, known)))
    )
    const serving = Lifecycle.launch(tell.pipe(Layer.provideMerge(application))).pipe(
      Effect.provide(settled),
      Effect.provideService(Console.Console, beside.log)
    )
    const working = Effect.flatMap(Deferred.await(listening), beside.work)
    yield* Effect.raceFirst(serving, Effect.andThen(Effect.raceFirst(working, Lifecycle.stopAsked), Effect.never))
  })
