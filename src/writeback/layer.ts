import { Layer } from "effect"
import { BlobStore } from "../platform/files/BlobStore.ts"
import { GuardedHttp } from "../platform/http/GuardedHttp.ts"
import { CallOutcomes } from "./CallOutcomes.ts"
import { Deliveries } from "./Deliveries.ts"
import * as DeliveryRetention from "./DeliveryRetention.ts"
import { RecordingLinks } from "./links/RecordingLinks.ts"
import { TranscriptLinks } from "./links/TranscriptLinks.ts"
import { ResultsCsv } from "./ResultsCsv.ts"
import * as ResultsExport from "./ResultsExport.ts"
import * as Sender from "./Sender.ts"
import { TestDelivery } from "./TestDelivery.ts"
import { WebhookRequests } from "./WebhookRequests.ts"
import * as WriteBack from "./WriteBack.ts"
import { WriteBackConfigs } from "./WriteBackConfigs.ts"

/** Webhook settings, deliveries and exported results. Sends only when a caller asks for it. */
export const services = Layer.mergeAll(CallOutcomes.layer, Sender.Sender.layer, TestDelivery.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(TranscriptLinks.layer, RecordingLinks.layer, Deliveries.layer)),
  Layer.provideMerge(WebhookRequests.layer.pipe(Layer.provideMerge(GuardedHttp.layer))),
  Layer.provideMerge(WriteBackConfigs.layer),
  Layer.provideMerge(ResultsCsv.layer.pipe(Layer.provide(BlobStore.layer)))
)

/** Delivers the outcomes of calls and imports by webhook, and exports results. */
export const layer = Layer.mergeAll(ResultsExport.layer, WriteBack.layer, Sender.worker, DeliveryRetention.layer).pipe(
  Layer.provideMerge(services)
)
