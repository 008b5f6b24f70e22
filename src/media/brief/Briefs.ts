import { Clock, Context, Effect, Layer } from "effect"
import { Organizations } from "../../accounts/Organizations.ts"
import { SpeechProfiles } from "../../accounts/SpeechProfiles.ts"
import { Attempts, type StreamedAttempt } from "../../calls/attempts/Attempts.ts"
import { ContactHistories } from "../../calls/views/ContactHistories.ts"
import { Campaigns } from "../../campaigns/Campaigns.ts"
import { Flows } from "../../campaigns/Flows.ts"
import { Models } from "../../campaigns/Models.ts"
import { Contacts } from "../../contacts/Contacts.ts"
import type { ModelFallback } from "../../domain/accounts/Organization.ts"
import type { Flow } from "../../domain/campaigns/Flow.ts"
import type { NamedModel } from "../../domain/campaigns/named-model.ts"
import { fillPlaceholders, placeholdersOf } from "../../domain/campaigns/placeholders.ts"
import { personZone } from "../../domain/dialing/calling-hours.ts"
import { AppConfig } from "../../platform/config.ts"
import { CurrentVendorSpeeds } from "../../providers/circuit/vendor-speeds.ts"
import type { LlmProvider } from "../../providers/contract/LanguageModel.ts"
import type { Ear } from "../../providers/contract/SpeechToText.ts"
import type { Voice } from "../../providers/contract/TextToSpeech.ts"
import { accountOfEar, accountOfVoice, plannedEars, plannedVoices, speaks } from "../../providers/planned-speech.ts"
import { openingAfterCut, openingText } from "../conversation/fixed-lines.ts"
import { warmUpPhrases } from "../opt-out/warm-up.ts"
import { systemPrompt } from "./prompt.ts"

/** All that a conversation needs to know about its call before it begins. */
export interface Brief {
  readonly organizationId: number
  readonly campaignId: string
  /** The language of replies and fixed lines. */
  readonly language: string
  /** All languages that the person may speak; the flow's own is the first. */
  readonly languages: ReadonlyArray<string>
  /** How the agent speaks the languages that it may speak, the flow's own among them, if there are several. */
  readonly spoken: ReadonlyArray<Pick<Brief, "language" | "voices">>
  /** The recognizers to use, in order of preference; at least one. */
  readonly ears: ReadonlyArray<Ear>
  /** The voices to use, in order of preference; at least one. */
  readonly voices: ReadonlyArray<Voice>
  readonly llmProvider: LlmProvider
  /** The model by name that answers instead; null: none. */
  readonly model: NamedModel | null
  readonly reasoningEffort: string | null
  readonly temperature: number | null
  readonly modelFallback: ModelFallback
  readonly allowInterrupts: boolean
  readonly optOutKey: string | null
  readonly flowType: (typeof Flow.Type)["type"]
  readonly knowledgeBaseId: string | null
  /** The flow's `initialPrompt` with its placeholders filled, after an apology if the last call was cut off. */
  readonly opening: string
  /** The opening is the same in every call of the flow. */
  readonly isOpeningShared: boolean
  /** The whole system prompt. */
  readonly system: string
  /** Maximum duration of the call since it was answered, ms. */
  readonly limitMillis: number
}

/** Reads the brief of a call. */
export class Briefs extends Context.Service<
  Briefs,
  {
    /**
     * Returns undefined if the contact, the flow or the campaign of the call no longer exists: there
     * is nothing to say then.
     */
    readonly of: (attempt: StreamedAttempt) => Effect.Effect<Brief | undefined>
  }
>()("carillon/media/Briefs") {
  static readonly layer = Layer.effect(
    Briefs,
    Effect.gen(function* () {
      const settings = yield* AppConfig
      const attempts = yield* Attempts
      const campaigns = yield* Campaigns
      const contacts = yield* Contacts
      const flows = yield* Flows
      const models = yield* Models
      const histories = yield* ContactHistories
      const organizations = yield* Organizations
      const speech = yield* SpeechProfiles
      const speeds = yield* CurrentVendorSpeeds

      const read = Effect.fnUntraced(function* ({ campaignId, id, organizationId }: StreamedAttempt) {
        const { callee, campaign } = yield* Effect.all(
          { callee: attempts.callee(organizationId, id), campaign: campaigns.get(organizationId, campaignId) },
          { concurrency: "unbounded" }
        )
        if (callee === undefined) return undefined
        const { contact, earlier, flow, organization, plan } = yield* Effect.all(
          {
            contact: contacts.get(organizationId, callee.contactId),
            earlier: histories.earlier(organizationId, callee.contactId, maxEarlierCalls),
            flow: flows.get(organizationId, campaign.flowId),
            organization: organizations.get(organizationId),
            plan: speech.plan(organizationId)
          },
          { concurrency: "unbounded" }
        )
        const model = flow.model === null ? null : yield* models.find(organizationId, flow.model)
        const zone = personZone(
          { metadata: contact.metadata, phoneNumber: callee.phoneNumber },
          {
            campaignTimezone: campaign.timezone,
            window: organization.callingWindow,
            organizationTimezone: organization.timezone
          }
        )
        const languages = [...new Set([flow.language, ...flow.languages])]
        yield* Effect.forEach(languages, warmUpPhrases, { discard: true })
        const voicesIn = (language: string) =>
          speeds.ordered(
            plannedVoices(settings, plan, { provider: flow.ttsProvider, language, gender: flow.voiceGender }),
            accountOfVoice
          )
        const now = yield* Clock.currentTimeMillis
        const opening = openingText(flow.language, fillPlaceholders(flow.initialPrompt, contact))
        return {
          organizationId,
          campaignId,
          language: flow.language,
          languages,
          ears: speeds.ordered(plannedEars(settings, plan, flow.language, flow.languages), accountOfEar),
          voices: voicesIn(flow.language),
          spoken:
            languages.length === 1
              ? []
              : languages
                  .map((language) => ({ language, voices: voicesIn(language).filter(speaks(settings)) }))
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
          opening: callee.wasCutOff ? openingAfterCut(flow.language, opening) : opening,
          isOpeningShared: placeholdersOf(flow.initialPrompt).length === 0 && !callee.wasCutOff,
          system: systemPrompt({ flow, useCaseType: campaign.useCaseType, contact, earlier, now, zone }),
          limitMillis: callee.reservedMinutes * 60_000
        } satisfies Brief
      })

      const of = Effect.fn("Briefs.of")((attempt: StreamedAttempt) =>
        read(attempt).pipe(
          Effect.catchTags({
            CampaignNotFound: () => Effect.undefined,
            ContactNotFound: () => Effect.undefined,
            FlowNotFound: () => Effect.undefined,
            OrganizationNotFound: () => Effect.undefined
          })
        )
      )

      return Briefs.of({ of })
    })
  )
}

// Maximum number of earlier calls in the prompt.
const maxEarlierCalls = 5
