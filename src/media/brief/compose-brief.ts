import { Clock, Effect } from "effect"
import { Disclosures } from "../../accounts/Disclosures.ts"
import { Organizations } from "../../accounts/Organizations.ts"
import { SpeechProfiles } from "../../accounts/speech/SpeechProfiles.ts"
import type { EarlierCall } from "../../calls/views/ContactHistories.ts"
import { Models } from "../../campaigns/Models.ts"
import { Carrier } from "../../carriers/Carrier.ts"
import { disclosureIn } from "../../domain/accounts/disclosure-in.ts"
import type { Organization } from "../../domain/accounts/Organization.ts"
import type { UseCaseType } from "../../domain/campaigns/Campaign.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import type { FlowWithVariables } from "../../domain/flows/Flow.ts"
import { fillPlaceholders, placeholdersOf, sentencesNaming } from "../../domain/flows/placeholders.ts"
import { isBuiltInName } from "../../domain/tools/FlowTool.ts"
import { AppConfig } from "../../platform/config.ts"
import { CurrentVendorSpeeds } from "../../providers/circuit/vendor-speeds.ts"
import { accountOfEar, accountOfVoice, plannedEars, plannedVoices, speaks } from "../../providers/planned-speech.ts"
import { openingAfterCut, openingOfReminder, openingText, openingToCaller } from "../fixed-lines/fixed-lines.ts"
import { warmUpPhrases } from "../opt-out/warm-up.ts"
import { keysFor, linesForMachines, withoutDetails } from "./machine-lines.ts"
import { identityPrompt, type PromptParts, setsCallbacks, systemPrompt } from "./prompt.ts"

/** A conversation to compose a brief for. */
export interface ConversationPlan {
  readonly organizationId: number
  readonly campaign: { readonly id: string; readonly useCaseType: UseCaseType }
  readonly flow: FlowWithVariables
  readonly contact: Contact
  /** Earlier calls to the contact, newest first. */
  readonly earlier: ReadonlyArray<EarlierCall>
  readonly wasCutOff: boolean
  /** The person has called back. */
  readonly isInbound: boolean
  /** The person has confirmed who they are already. */
  readonly isIdentified: boolean
  /** The number that the person sees; null: that of the installation. */
  readonly callerId: string | null
  /** The promised day, such as 2026-01-31, if the call reminds the person of it; null if it is no reminder. */
  readonly reminderFor: string | null
  /** Returns the person's time zone. */
  readonly zone: (organization: Organization) => string
  readonly limitMillis: number
}

/** Composes briefs: adds what the organization, the settings and the vendors decide. */
export const briefComposer = Effect.gen(function* () {
  const settings = yield* AppConfig
  const carrier = yield* Carrier
  const models = yield* Models
  const organizations = yield* Organizations
  const speech = yield* SpeechProfiles
  const disclosures = yield* Disclosures
  const speeds = yield* CurrentVendorSpeeds

  return Effect.fnUntraced(function* (planned: ConversationPlan) {
    const {
      callerId,
      campaign,
      contact,
      earlier,
      flow,
      isIdentified,
      isInbound,
      limitMillis,
      organizationId,
      reminderFor,
      wasCutOff,
      zone
    } = planned
    const { disclosed, organization, plan } = yield* Effect.all(
      {
        organization: organizations.get(organizationId),
        plan: speech.plan(organizationId),
        disclosed: disclosures.get(organizationId)
      },
      { concurrency: "unbounded" }
    )
    const model = flow.model === null ? null : yield* models.find(organizationId, flow.model)
    const languages = [...new Set([flow.language, ...flow.languages])]
    yield* Effect.forEach(languages, warmUpPhrases, { discard: true })
    const voicesIn = (language: string) =>
      speeds.ordered(
        plannedVoices(settings, plan, { provider: flow.ttsProvider, language, gender: flow.voiceGender }),
        accountOfVoice
      )
    const earsIn = (language: string) =>
      speeds.ordered(
        plannedEars(
          settings,
          plan,
          language,
          languages.filter((other) => other !== language)
        ),
        accountOfEar
      )
    const now = yield* Clock.currentTimeMillis
    const needsIdentity = identityUseCases.includes(campaign.useCaseType)
    // Another person may hear the opening.
    const firstWords = needsIdentity ? sentencesNaming(flow.initialPrompt, ["name"]) : flow.initialPrompt
    const disclosureOf = (language: string) => {
      const sentence = disclosureIn(disclosed, language)
      return sentence === null ? null : openingText(language, sentence)
    }
    const disclosure = disclosureOf(flow.language)
    const plain = openingText(flow.language, fillPlaceholders(firstWords, contact))
    const prompt: PromptParts = {
      flow,
      useCaseType: campaign.useCaseType,
      contact,
      earlier,
      now,
      isInbound,
      reminderFor,
      zone: zone(organization)
    }
    const reminding =
      reminderFor === null || needsIdentity ? plain : openingOfReminder(flow.language, reminderFor, plain)
    const opening = isInbound ? openingToCaller(flow.language, reminding) : reminding
    return {
      organizationId,
      campaignId: campaign.id,
      language: flow.language,
      languages,
      ears: earsIn(flow.language),
      voices: voicesIn(flow.language),
      spoken:
        languages.length === 1
          ? []
          : languages
              .map((language) => ({
                language,
                disclosure: disclosureOf(language),
                ears: earsIn(language),
                voices: voicesIn(language).filter(speaks(settings))
              }))
              .filter(({ language, voices }) => voices.length > 0 || language === flow.language),
      llmProvider: flow.llmProvider,
      model,
      reasoningEffort: flow.reasoningEffort,
      temperature: flow.temperature,
      modelFallback: organization.modelFallback,
      allowInterrupts: flow.allowInterrupts,
      optOutKey: flow.optOutKey,
      flowType: flow.type,
      knowledgeBaseId: flow.knowledgeBaseId,
      tools: flow.tools.filter(({ name }) => !isBuiltInName(name)),
      recording: flow.recording,
      // A person has called, and no machine answers.
      machines: isInbound ? null : flow.machines,
      keys: isInbound ? [] : keysFor(flow.keys, contact),
      openKeys: isInbound ? [] : keysFor(openKeysOf(flow.keys), contact),
      ...linesForMachines(needsIdentity ? withoutDetails(flow) : flow, {
        contact,
        opening: plain,
        disclosure,
        caller: organization.name,
        callerId: callerId ?? carrier.callerId(contact.phoneNumber)
      }),
      transfer: flow.transfer,
      contact,
      callbackZone: setsCallbacks(flow) ? zone(organization) : null,
      opening: [
        ...(disclosure === null ? [] : [disclosure]),
        wasCutOff ? openingAfterCut(flow.language, opening) : opening
      ].join(" "),
      disclosure,
      isOpeningShared:
        placeholdersOf(firstWords).length === 0 && !wasCutOff && !isInbound && (reminderFor === null || needsIdentity),
      system: systemPrompt(prompt),
      identity: needsIdentity ? identityPrompt(prompt) : null,
      isIdentified,
      limitMillis
    }
  })
})

/** The use cases whose calls tell nothing about the person until they have confirmed who they are. */
const identityUseCases: ReadonlyArray<UseCaseType> = ["COLLECTIONS", "MEDICAL_BOOKING"]

const openKeysOf = (keys: ReadonlyArray<string>) => keys.filter((one) => placeholdersOf(one).length === 0)
