import { Clock, Context, Effect, Layer, Option } from "effect"
import { CallerIds } from "../accounts/callers/CallerIds.ts"
import { Disclosures } from "../accounts/Disclosures.ts"
import { type SpeechPlan, SpeechProfiles } from "../accounts/speech/SpeechProfiles.ts"
import { hasUsualKey } from "../accounts/speech/speech-keys.ts"
import { Flows } from "../campaigns/Flows.ts"
import { Models } from "../campaigns/Models.ts"
import { TransferTargets } from "../campaigns/TransferTargets.ts"
import { Carrier } from "../carriers/Carrier.ts"
import { Audiences } from "../contacts/Audiences.ts"
import { NumberLists } from "../contacts/registries/NumberLists.ts"
import { missingDisclosures } from "../domain/accounts/Disclosure.ts"
import type { Campaign } from "../domain/campaigns/Campaign.ts"
import { purposesOf } from "../domain/campaigns/purposes.ts"
import { spokenLanguage } from "../domain/campaigns/spoken-languages.ts"
import type { FlowWithVariables } from "../domain/flows/Flow.ts"
import { callerPlaceholders } from "../domain/flows/MachineSettings.ts"
import { missingModel } from "../domain/flows/named-model.ts"
import { placeholdersOf } from "../domain/flows/placeholders.ts"
import { permitted } from "../domain/speech/effective-speech.ts"
import { missingSpeech } from "../domain/speech/missing-speech.ts"
import { AppConfig, type Settings } from "../platform/config.ts"

/** Checks what a campaign lacks before it can be started. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /**
     * Returns everything that is missing, each in a sentence, how many people would be called at once, and the flow that
     * was examined, unless it was deleted. Locks the audience against deletion until the transaction ends.
     */
    readonly examine: (campaign: Campaign) => Effect.Effect<{
      readonly missing: ReadonlyArray<string>
      readonly atOnce: number
      readonly flow: FlowWithVariables | undefined
    }>
    /** Returns why the calls of a campaign cannot use a flow, each reason in a sentence. */
    readonly examineFlow: (campaign: Campaign, flow: FlowWithVariables) => Effect.Effect<ReadonlyArray<string>>
  }
>()("carillon/dialer/Readiness") {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const settings = yield* AppConfig
      const carrier = yield* Carrier
      const transferTargets = yield* TransferTargets
      const audiences = yield* Audiences
      const disclosures = yield* Disclosures
      const lists = yield* NumberLists
      const callerIds = yield* CallerIds
      const flows = yield* Flows
      const models = yield* Models
      const speech = yield* SpeechProfiles

      const examine = Effect.fn("Readiness.examine")(function* (campaign: Campaign) {
        const { organizationId } = campaign
        const audience = yield* Effect.option(audiences.shareLock(organizationId, campaign.audienceId))
        const flow = yield* Effect.option(flows.get(organizationId, campaign.flowId))
        const contacts = audience._tag === "Some" ? audience.value.contactCount : 0
        const missing: Array<string> = []
        const now = yield* Clock.currentTimeMillis

        if (audience._tag === "None") missing.push("its audience was deleted: choose another with PATCH")
        else if (contacts === 0) missing.push("its audience has no contacts")
        if (flow._tag === "None") missing.push("its flow was deleted: choose another with PATCH")
        else missing.push(...(yield* examineFlow(campaign, flow.value)))
        missing.push(...(yield* lists.tooOld({ organizationId, purposes: purposesOf(campaign) }, campaign.audienceId)))
        const numbers = yield* callerIds.pool(organizationId, campaign.callerPool)
        if (numbers?.length === 0)
          missing.push(`its pool ${campaign.callerPool} has no number to call from: add one, or name another pool`)
        else if (numbers?.every(({ isOff }) => isOff))
          missing.push("all numbers from which it may call are off: switch one on under caller ids")
        const { endAt, scheduledAt } = campaign
        if (endAt !== null && endAt.getTime() <= now) {
          missing.push(`its endAt ${endAt.toISOString()} has passed: move it with PATCH …/retry-policy`)
        }
        if (endAt !== null && scheduledAt !== null && endAt <= scheduledAt) {
          missing.push("its endAt is not after its scheduledAt: it would end before it starts")
        }
        return {
          missing,
          flow: Option.getOrUndefined(flow),
          atOnce: yield* audiences.countCallable(organizationId, campaign.audienceId, campaign.maxConcurrentCalls)
        }
      })

      const examineFlow = Effect.fn("Readiness.examineFlow")(function* (
        { audienceId, organizationId }: Campaign,
        flow: FlowWithVariables
      ) {
        const missing: Array<string> = []
        if (flow.model !== null) {
          const { name, server } = yield* models.find(organizationId, flow.model)
          if (server === null) missing.push(missingModel(name))
        }
        for (const name of yield* transferTargets.unknown(organizationId, flow.transfer)) {
          missing.push(`its flow transfers calls to ${name}, which is no transfer target of the organization`)
        }
        const disclosure = yield* disclosures.get(organizationId)
        missing.push(
          ...missingDisclosures(disclosure, [flow.language, ...flow.languages]).refusals,
          ...missingSettings(settings, flow, yield* speech.plan(organizationId)),
          ...unheardOptOuts(settings, flow),
          ...unsentKeys(carrier, flow),
          ...unableToTransfer(carrier, flow)
        )
        const fetched = new Set(flow.callData?.variables.map(({ name }) => name))
        const keys = placeholdersOf(...spokenTexts(flow)).filter((key) => !fetched.has(key))
        const incomplete = yield* audiences.countMissing(organizationId, audienceId, keys)
        if (incomplete.length === 0) return missing
        const contacts = (yield* Effect.orDie(audiences.get(organizationId, audienceId))).contactCount
        for (const { key, missing: contactsWithout } of incomplete) {
          missing.push(`the flow says {{${key}}}, and ${contactsWithout} of ${contacts} contacts have no ${key}`)
        }
        return missing
      })

      return Readiness.of({ examine, examineFlow })
    })
  )
}

/** Returns why the keys of a flow would not reach a voice menu. */
export const unsentKeys = (
  { media, name }: Pick<Carrier["Service"], "media" | "name">,
  { keys }: Pick<FlowWithVariables, "keys">
): ReadonlyArray<string> =>
  keys.length === 0 || media.capabilities.carriesTones
    ? []
    : [`the carrier ${name} cannot send the keys that the flow allows: remove the flow's keys`]

/** Returns why the calls of a flow could not be transferred. */
export const unableToTransfer = (
  { live, name }: Pick<Carrier["Service"], "live" | "name">,
  { transfer }: Pick<FlowWithVariables, "transfer">
): ReadonlyArray<string> =>
  transfer === null || live !== null
    ? []
    : [`its flow transfers calls, which the carrier ${name} cannot do: remove the flow's transfer`]

/** Returns the texts of a flow whose placeholders every contact must have. */
const spokenTexts = ({ initialPrompt, keys, machines, systemInstruction }: FlowWithVariables) => {
  const forMachines = [machines?.message ?? "", machines?.introduction ?? "", ...keys].join(" ")
  return [initialPrompt, systemInstruction, forMachines.replaceAll(callerPlaceholder, "")]
}

const callerPlaceholder = new RegExp(`\\{\\{ *(?:${callerPlaceholders.join("|")}) *\\}\\}`, "g")

/**
 * Returns the settings that calls of a flow need and that are missing, each in a sentence. The
 * simulated carrier uses stand-ins and needs none, but a speech profile may exclude these.
 */
export const missingSettings = (settings: Settings, flow: NeedyFlow, plan: SpeechPlan): ReadonlyArray<string> => {
  const { carrier, inference, openai, providers } = settings
  if (carrier === "simulated") return permitted(plan.profiles).isClosed ? speechMissing(settings, flow, plan) : []
  if (providers === "local") return unreachable(settings)
  const own =
    flow.llmProvider === "HOSTED_API"
      ? { OPENAI_API_KEY: openai.apiKey }
      : { INFERENCE_BASE_URL: inference.baseUrl, INFERENCE_MODEL: inference.model }
  // A model by name has its own settings.
  const needed: Readonly<Record<string, Option.Option<unknown>>> = flow.model === null ? own : {}
  return [
    ...Object.entries(needed).flatMap(([name, setting]) =>
      Option.isNone(setting) ? [`the setting ${name} is not set`] : []
    ),
    ...speechMissing(settings, flow, plan),
    ...unreachable(settings)
  ]
}

const speechMissing = (
  settings: Settings,
  { language, languages, ttsProvider, voiceGender }: NeedyFlow,
  { ownKeys, profiles }: SpeechPlan
) =>
  missingSpeech(
    profiles,
    { language, languages, ttsProvider, gender: voiceGender },
    (role, vendor) => (vendor !== "google" && ownKeys.has(vendor)) || hasUsualKey(settings, role, vendor)
  )

type NeedyFlow = Pick<
  FlowWithVariables,
  "language" | "languages" | "llmProvider" | "model" | "ttsProvider" | "voiceGender"
>

/**
 * Returns why people who are called with a flow may not be heard when they opt out: in a language of it
 * only the model would hear it, and no admin has accepted that. The simulated carrier reaches no real person.
 */
export const unheardOptOuts = (
  { carrier }: Pick<Settings, "carrier">,
  { language, languages, optOutByModelOnly }: Pick<FlowWithVariables, "language" | "languages" | "optOutByModelOnly">
): ReadonlyArray<string> =>
  carrier === "simulated" || optOutByModelOnly
    ? []
    : [language, ...languages]
        .filter((one) => spokenLanguage(one) === undefined)
        .map(
          (one) =>
            `the service does not know how people say "do not call me again" in the flow's language ${one}: an admin can set the flow's optOutByModelOnly`
        )

/**
 * Returns the reasons why Twilio cannot reach this service. A stand-in for Twilio may reach any
 * URL, so there is nothing to check.
 */
export const unreachable = ({ publicUrl, twilio }: Settings): ReadonlyArray<string> => {
  const isTwilioItself = Option.exists(twilio, ({ apiBaseUrl }) => /\.twilio\.com$/.test(new URL(apiBaseUrl).hostname))
  return isTwilioItself && !publicUrl.startsWith("https://")
    ? ["the setting PUBLIC_URL is no https URL: Twilio reaches this service there, and opens wss only"]
    : []
}
