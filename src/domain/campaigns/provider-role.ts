import type { ModelFallback } from "../accounts/Organization.ts"
import type { Flow } from "./Flow.ts"
import { modelsAllowed } from "./model-fallback.ts"
import type { ModelRole } from "./named-model.ts"

type LlmProvider = (typeof Flow.Type)["llmProvider"]

/** The work of a provider in a call. Each model is a role of its own, because a flow names the one that it uses. */
export type ProviderRole = "SPEECH_TO_TEXT" | "TEXT_TO_SPEECH" | LlmProvider | ModelRole

/** The settings of a campaign that decide which providers its calls need. */
export interface ProviderNeeds {
  readonly llmProvider: LlmProvider
  /** The model by name that the flow uses instead; null: none. */
  readonly model: ModelRole | null
  readonly modelFallback: ModelFallback
}

/**
 * Returns why calls cannot be held while these providers are away, as a sentence for the campaign;
 * undefined if they can.
 */
export const missingProvider = (
  { llmProvider, model, modelFallback }: ProviderNeeds,
  away: ReadonlySet<ProviderRole>
): string | undefined => {
  if (away.has("SPEECH_TO_TEXT")) return waitsFor("The speech recognition")
  if (away.has("TEXT_TO_SPEECH")) return waitsFor("The speech synthesis")
  return modelsAllowed({ llmProvider, model }, modelFallback).every((one) => away.has(one))
    ? waitsFor(`The language model ${model === null ? llmProvider : nameIn(model)}`)
    : undefined
}

const waitsFor = (provider: string) => `${provider} does not answer: new calls wait until it does`

const nameIn = (role: ModelRole) => role.replace(/^MODEL:(\d+\/)?/, "")
