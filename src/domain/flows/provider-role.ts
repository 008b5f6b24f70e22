import type { ModelFallback } from "../accounts/Organization.ts"
import type { Flow } from "./Flow.ts"
import { modelsAllowed } from "./model-fallback.ts"
import type { ModelRole } from "./named-model.ts"

type LlmProvider = (typeof Flow.Type)["llmProvider"]

/** The work of a provider in a call. Each model is a role of its own, because a flow names the one that it uses. */
export type ProviderRole = "SPEECH_TO_TEXT" | "TEXT_TO_SPEECH" | LlmProvider | ModelRole | SpeechRole

/** All recognizers, or all voices, that calls of an organization may use with the same settings of a flow. */
export type SpeechRole = `EAR:${string}` | `VOICE:${string}`

/** Why a provider is away: it does not answer, or refuses the account until an operator acts. */
export type Absence = "SILENT" | "REFUSED"

/** Returns why providers that replace each other are all away; undefined if one of them is not. */
export const absenceOfAll = (all: ReadonlyArray<Absence | undefined>): Absence | undefined => {
  if (all.includes(undefined)) return undefined
  return all.includes("REFUSED") ? "REFUSED" : "SILENT"
}

/** The settings of a flow that decide which recognizers and voices its calls may use. */
export interface SpeechNeeds extends Pick<typeof Flow.Type, "language" | "ttsProvider" | "voiceGender"> {
  readonly organizationId: number
}

export const earRole = ({ language, organizationId }: SpeechNeeds): SpeechRole => `EAR:${organizationId}/${language}`

export const voiceRole = ({ language, organizationId, ttsProvider, voiceGender }: SpeechNeeds): SpeechRole =>
  `VOICE:${organizationId}/${language}/${ttsProvider}/${voiceGender}`

/** The settings of a campaign that decide which providers its calls need. */
export interface ProviderNeeds extends SpeechNeeds {
  /** Whether the organization has keys of its own at vendors of speech. */
  readonly hasSpeechKeys: boolean
  readonly llmProvider: LlmProvider
  /** The model by name that the flow uses instead; null: none. */
  readonly model: ModelRole | null
  readonly modelFallback: ModelFallback
}

/**
 * Returns why calls cannot be held while these providers are away, as a sentence for the campaign;
 * undefined if they can.
 */
export const missingProvider = (needs: ProviderNeeds, away: ReadonlyMap<ProviderRole, Absence>): string | undefined => {
  const { llmProvider, model, modelFallback } = needs
  // Without keys of its own an organization has only the vendors of the settings, which are reported in any case.
  const absenceOf = (all: ProviderRole, its: ProviderRole) =>
    away.get(its) ?? (needs.hasSpeechKeys ? undefined : away.get(all))
  const ear = absenceOf("SPEECH_TO_TEXT", earRole(needs))
  if (ear !== undefined) return waitsFor("The speech recognition", ear)
  const voice = absenceOf("TEXT_TO_SPEECH", voiceRole(needs))
  if (voice !== undefined) return waitsFor("The speech synthesis", voice)
  const models = modelsAllowed({ llmProvider, model }, modelFallback).map((one) => away.get(one))
  // The reason names the flow's own model, which is the first.
  return models.includes(undefined)
    ? undefined
    : waitsFor(`The language model ${model === null ? llmProvider : nameIn(model)}`, models[0])
}

const waitsFor = (provider: string, absence: Absence | undefined) =>
  absence === "REFUSED"
    ? `${provider} refuses the account (see carillon doctor): new calls wait until it accepts it`
    : `${provider} does not answer: new calls wait until it does`

const nameIn = (role: ModelRole) => role.replace(/^MODEL:(\d+\/)?/, "")
