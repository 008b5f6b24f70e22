import { Layer } from "effect"
import { Attempts } from "./attempts/Attempts.ts"
import { ConsentWithdrawals } from "./attempts/ConsentWithdrawals.ts"
import { InboundAttempts } from "./attempts/InboundAttempts.ts"
import { LawVersions } from "./attempts/LawVersions.ts"
import { NumberHistories } from "./attempts/NumberHistories.ts"
import { ProviderAbsences } from "./attempts/ProviderAbsences.ts"
import { Settlement } from "./attempts/Settlement.ts"
import { CallCapacity } from "./capacity/CallCapacity.ts"
import * as CapacityReports from "./capacity/CapacityReports.ts"
import { NodeLoads } from "./capacity/NodeLoads.ts"
import { LiveAudio } from "./conversations/LiveAudio.ts"
import { LiveConversations } from "./conversations/LiveConversations.ts"
import { ToolCalls } from "./conversations/ToolCalls.ts"
import { Transcripts } from "./conversations/Transcripts.ts"
import { TransferTries } from "./conversations/TransferTries.ts"
import { CallCosts } from "./costs/CallCosts.ts"
import { Spending } from "./costs/Spending.ts"
import { CallErasure } from "./erasure/CallErasure.ts"
import { CallMasking } from "./erasure/CallMasking.ts"
import * as CallRetention from "./erasure/CallRetention.ts"
import { ContactRemoval } from "./erasure/ContactRemoval.ts"
import { LiveCampaigns } from "./live/LiveCampaigns.ts"
import { LiveOrganizations } from "./live/LiveOrganizations.ts"
import { Analyses } from "./outcomes/Analyses.ts"
import { AwaitedLabels } from "./outcomes/AwaitedLabels.ts"
import { Decisions } from "./outcomes/Decisions.ts"
import * as MissingResultKeys from "./outcomes/MissingResultKeys.ts"
import { Tagging } from "./outcomes/Tagging.ts"
import { BestTimes } from "./queue/BestTimes.ts"
import { CallQueue } from "./queue/CallQueue.ts"
import * as FigureFolding from "./queue/FigureFolding.ts"
import { NextAttempts } from "./queue/NextAttempts.ts"
import { NumberSuppression } from "./queue/NumberSuppression.ts"
import { QueueFilling } from "./queue/QueueFilling.ts"
import * as QueueParts from "./queue/QueueParts.ts"
import { RecordingReads } from "./recordings/RecordingReads.ts"
import { Recordings } from "./recordings/Recordings.ts"
import * as RecordingUpkeep from "./recordings/RecordingUpkeep.ts"
import { CallListening } from "./review/CallListening.ts"
import { CallMoves } from "./review/CallMoves.ts"
import { Corrections } from "./review/Corrections.ts"
import { HangUps } from "./review/HangUps.ts"
import { Reanalyses } from "./review/Reanalyses.ts"
import { ReviewQueue } from "./review/ReviewQueue.ts"
import { UploadParts } from "./uploads/UploadParts.ts"
import * as UploadWorker from "./uploads/UploadWorker.ts"
import { AuditTrails } from "./views/AuditTrails.ts"
import { CallRecords } from "./views/CallRecords.ts"
import { CallSearches } from "./views/CallSearches.ts"
import { CampaignInsights } from "./views/CampaignInsights.ts"
import { CampaignProgress } from "./views/CampaignProgress.ts"
import { ContactHistories } from "./views/ContactHistories.ts"
import { Dashboards } from "./views/Dashboard.ts"
import { Overviews } from "./views/Overviews.ts"
import { onReplica, ReadReplica } from "./views/ReadReplica.ts"
import { WriteBackTroubles } from "./views/WriteBackTroubles.ts"

/** Calls, their attempts, transcripts, labels and views, without background work. */
export const records = Layer.mergeAll(
  ContactHistories.layer,
  ContactRemoval.layer,
  ConsentWithdrawals.layer,
  CallErasure.layer,
  CallMasking.layer,
  Tagging.layer,
  Reanalyses.layer,
  HangUps.layer,
  ReviewQueue.layer,
  UploadParts.layer,
  Attempts.layer,
  InboundAttempts.layer,
  LawVersions.layer,
  NumberHistories.layer,
  ProviderAbsences.layer,
  CallSearches.layer,
  CampaignInsights.layer,
  CampaignProgress.layer,
  onReplica(Overviews, Overviews.layer).pipe(Layer.provideMerge(onReplica(Dashboards, Dashboards.layer))),
  WriteBackTroubles.layer,
  Layer.merge(CallMoves.layer, Corrections.layer.pipe(Layer.provide(Tagging.layer))).pipe(
    Layer.provideMerge(CallRecords.layer),
    Layer.provideMerge(Decisions.layer)
  )
).pipe(
  Layer.provideMerge(Layer.mergeAll(Transcripts.layer, ToolCalls.layer, TransferTries.layer)),
  Layer.provideMerge(Settlement.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      NextAttempts.layer,
      Analyses.layer,
      AwaitedLabels.layer,
      CallQueue.layer,
      QueueFilling.layer,
      NumberSuppression.layer
    )
  ),
  Layer.provideMerge(ReadReplica.layer),
  Layer.provideMerge(Layer.mergeAll(BestTimes.layer, CallCosts.layer, Spending.layer, CallCapacity.layer))
)

/**
 * The records, the live views of campaigns, the parts of large starts and cancels, the load of the
 * nodes, and the deletion of data past its retention period.
 */
export const layer = Layer.mergeAll(
  LiveCampaigns.layer,
  LiveOrganizations.layer,
  CallListening.layer,
  onReplica(AuditTrails, AuditTrails.layer),
  QueueParts.layer,
  UploadWorker.layer,
  FigureFolding.layer,
  MissingResultKeys.layer,
  CallRetention.layer,
  Recordings.layer,
  RecordingReads.layer,
  RecordingUpkeep.layer,
  CapacityReports.layer.pipe(Layer.provideMerge(NodeLoads.layer))
).pipe(Layer.provideMerge(Layer.merge(LiveConversations.layer, LiveAudio.layer)), Layer.provideMerge(records))
