import { Context, Effect, Layer } from "effect"
import { Attempts, type StreamedAttempt } from "../../calls/attempts/Attempts.ts"
import { ContactHistories } from "../../calls/views/ContactHistories.ts"
import { Campaigns } from "../../campaigns/Campaigns.ts"
import { Flows } from "../../campaigns/Flows.ts"
import { Contacts } from "../../contacts/Contacts.ts"
import type { ModelFallback } from "../../domain/accounts/Organization.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { personZone } from "../../domain/dialing/calling-hours.ts"
import type { Flow } from "../../domain/flows/Flow.ts"
import type { FlowTransfer } from "../../domain/flows/FlowTransfer.ts"
import type { MachineSettings } from "../../domain/flows/MachineSettings.ts"
import type { NamedModel } from "../../domain/flows/named-model.ts"
import type { RecordingMode } from "../../domain/flows/Recording.ts"
import type { FlowTool } from "../../domain/tools/FlowTool.ts"
import type { LlmProvider } from "../../providers/contract/LanguageModel.ts"
import type { Ear } from "../../providers/contract/SpeechToText.ts"
import type { Voice } from "../../providers/contract/TextToSpeech.ts"
import { CallData } from "../../tools/CallData.ts"
import { briefComposer } from "./compose-brief.ts"

/** All that a conversation needs to know about its call before it begins. */
export interface Brief {
  readonly organizationId: number
  readonly campaignId: string
  /** The language of replies and fixed lines. */
  readonly language: string
  /** All languages that the person may speak; the flow's own is the first. */
  readonly languages: ReadonlyArray<string>
  /** How the agent hears and speaks the languages that it may speak, the flow's own among them, if there are several. */
  readonly spoken: ReadonlyArray<Pick<Brief, "disclosure" | "ears" | "language" | "voices">>
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
  /** How to treat a machine that answers; null: none is recognized, unless there are keys. */
  readonly machines: MachineSettings | null
  /** The keys that the agent may send. */
  readonly keys: ReadonlyArray<string>
  /** The part of `keys` that says nothing about the contact. */
  readonly openKeys: ReadonlyArray<string>
  /** The message for a voicemail, and the answer to an assistant that asks who is calling. */
  readonly message: string
  readonly introduction: string
  /** The tools that the model may call besides those of every call. */
  readonly tools: ReadonlyArray<FlowTool>
  /** To whom the call may be transferred; null: it may not. */
  readonly transfer: FlowTransfer | null
  readonly contact: Contact
  readonly recording: RecordingMode
  /** The person's time zone, for the tool that sets a callback; null: the flow has no callbacks. */
  readonly callbackZone: string | null
  /** The flow's `initialPrompt` with its placeholders filled, after an apology if the last call was cut off. */
  readonly opening: string
  /**
   * The sentence that says, in the language of replies, that an automated assistant calls, and for whom; null: none. The
   * opening begins with that of the flow's language.
   */
  readonly disclosure: string | null
  /** The opening is the same in every call of the flow. */
  readonly isOpeningShared: boolean
  /** The whole system prompt. */
  readonly system: string
  /** The system prompt until the person has confirmed who they are; null: the call does not ask for it. */
  readonly identity: string | null
  /** The person has confirmed who they are in the part of the call before a transfer that no target took. */
  readonly isIdentified: boolean
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
      const attempts = yield* Attempts
      const campaigns = yield* Campaigns
      const contacts = yield* Contacts
      const flows = yield* Flows
      const histories = yield* ContactHistories
      const callData = yield* CallData
      const compose = yield* briefComposer

      const read = Effect.fnUntraced(function* ({ callId, campaignId, id, organizationId }: StreamedAttempt) {
        const { callee, campaign } = yield* Effect.all(
          { callee: attempts.callee(organizationId, id), campaign: campaigns.get(organizationId, campaignId) },
          { concurrency: "unbounded" }
        )
        if (callee === undefined) return undefined
        const { contact, earlier, flow } = yield* Effect.all(
          {
            contact: contacts.get(organizationId, callee.contactId),
            earlier: histories.earlier(organizationId, callee.contactId, maxEarlierCalls),
            flow: flows.used(organizationId, {
              flowId: campaign.flowId,
              flowVersion: callee.flowVersion ?? campaign.flowVersion
            })
          },
          { concurrency: "unbounded" }
        )
        const fetched = flow.callData === null ? {} : yield* callData.valuesOf(organizationId, callId, flow.callData)
        return yield* compose({
          organizationId,
          campaign,
          flow,
          contact: { ...contact, metadata: { ...contact.metadata, ...fetched } },
          earlier,
          wasCutOff: callee.wasCutOff,
          isInbound: callee.isInbound,
          isIdentified: callee.isIdentified,
          callerId: callee.callerId,
          reminderFor: callee.reminderFor,
          zone: ({ callingWindow, timezone }) =>
            personZone(
              { metadata: contact.metadata, phoneNumber: callee.phoneNumber },
              { campaignTimezone: campaign.timezone, window: callingWindow, organizationTimezone: timezone }
            ),
          limitMillis: callee.reservedMinutes * 60_000
        })
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
