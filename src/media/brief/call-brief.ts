import type { Flow } from "../../domain/campaigns/Flow.ts"
import type { LlmProvider } from "../../providers/contract/LanguageModel.ts"
import type { Voice } from "../../providers/contract/TextToSpeech.ts"

/** All that a conversation needs to know before it begins. */
export interface Brief {
  readonly organizationId: number
  readonly campaignId: string
  readonly language: string
  readonly voice: Voice
  readonly llmProvider: LlmProvider
  readonly allowInterrupts: boolean
  readonly flowType: (typeof Flow.Type)["type"]
  readonly knowledgeBaseId: string | null
  /** `initialPrompt` with the contact's own words in it. */
  readonly opening: string
  /** It has no word of the contact in it: the same for everyone who is called with the flow. */
  readonly isOpeningShared: boolean
  /** What the model is told of the call, whole. */
  readonly system: string
  /** The longest that the call may last since it was answered. */
  readonly limitMillis: number
}
