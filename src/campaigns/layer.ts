import { Layer } from "effect"
import { CampaignStates } from "./CampaignStates.ts"
import { Campaigns } from "./Campaigns.ts"
import { FlowDrafts } from "./FlowDrafts.ts"
import { Flows } from "./Flows.ts"
import { FlowTrials } from "./FlowTrials.ts"
import { FlowVersions } from "./FlowVersions.ts"
import { IntentLabels } from "./IntentLabels.ts"
import { JourneyRules } from "./JourneyRules.ts"
import { Models } from "./Models.ts"
import { TransferTargets } from "./TransferTargets.ts"
import { McpServers } from "./tools/McpServers.ts"
import { ToolHeaders } from "./tools/ToolHeaders.ts"

/** Campaigns with their status, flows, language models, labels and journey rules. */
export const layer = Layer.mergeAll(
  IntentLabels.layer,
  JourneyRules.layer,
  CampaignStates.layer,
  FlowTrials.layer
).pipe(
  Layer.provideMerge(Campaigns.layer),
  Layer.provideMerge(Layer.mergeAll(FlowDrafts.layer, FlowVersions.layer)),
  Layer.provideMerge(Flows.layer),
  Layer.provideMerge(
    Layer.mergeAll(Models.layer, ToolHeaders.layer.pipe(Layer.provideMerge(McpServers.layer)), TransferTargets.layer)
  )
)
