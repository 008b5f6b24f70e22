import { sealedCarrierTokens } from "../../accounts/callers/CarrierAccounts.ts"
import { sealedWebhookSecrets } from "../../accounts/keys/WebhookSecrets.ts"
import { sealedTotpSecrets } from "../../accounts/people/SecondFactors.ts"
import { sealedSpeechKeys } from "../../accounts/speech/SpeechProfiles.ts"
import { sealedLiveLines } from "../../calls/conversations/LiveConversations.ts"
import { sealedToolCalls } from "../../calls/conversations/ToolCalls.ts"
import { sealedTranscripts } from "../../calls/conversations/Transcripts.ts"
import { sealedBriefings } from "../../calls/conversations/TransferTries.ts"
import { sealedFindings } from "../../calls/outcomes/Analyses.ts"
import { sealedDataKeys } from "../../calls/recordings/Recordings.ts"
import { sealedModelKeys } from "../../campaigns/Models.ts"
import { sealedMcpHeaders } from "../../campaigns/tools/McpServers.ts"
import { sealedToolHeaders } from "../../campaigns/tools/ToolHeaders.ts"
import { sealedUploadRows } from "../../contacts/registries/NumberUploads.ts"
import type { SealedColumn } from "../../platform/secrets/sealed-column.ts"
import { sealedCallData } from "../../tools/CallData.ts"
import { sealedCredentials } from "../../writeback/WriteBackConfigs.ts"
import { sealedSigningKeys } from "./SigningKeys.ts"

/** All columns with sealed values, in the order in which a rotation of keys works on them. */
export const sealedColumns: ReadonlyArray<SealedColumn> = [
  sealedWebhookSecrets,
  sealedCredentials,
  sealedSpeechKeys,
  sealedCarrierTokens,
  sealedTotpSecrets,
  sealedModelKeys,
  sealedToolHeaders,
  sealedMcpHeaders,
  sealedToolCalls,
  sealedBriefings,
  sealedCallData,
  sealedTranscripts,
  sealedFindings,
  sealedDataKeys,
  sealedLiveLines,
  sealedSigningKeys,
  sealedUploadRows
]
