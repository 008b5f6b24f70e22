import { Context, Effect, Layer } from "effect"
import type { OrganizationNotFound } from "../../accounts/Organizations.ts"
import { SpeechProfiles } from "../../accounts/speech/SpeechProfiles.ts"
import { FlowDrafts } from "../../campaigns/FlowDrafts.ts"
import { type FlowNotFound, Flows } from "../../campaigns/Flows.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { nameableFields } from "../../domain/flows/placeholders.ts"
import { type CallDataRequest, defaultsOf } from "../../domain/tools/CallData.ts"
import type { TrialAbilities } from "../../domain/views/FlowTrial.ts"
import { AppConfig } from "../../platform/config.ts"
import { plannedEars, plannedVoices } from "../../providers/planned-speech.ts"
import { googleUse } from "../../providers/usual-speech.ts"
import type { Brief } from "../brief/Briefs.ts"
import { briefComposer } from "../brief/compose-brief.ts"

/** The flow that is tried, and the person whom the agent believes to speak to. */
export interface TrialPlan {
  /** Tries the saved draft; the published version if there is none. */
  readonly ofDraft?: boolean
  readonly name: string
  readonly values: Readonly<Record<string, string>>
}

/** Makes the brief of a conversation without a call. */
export class TrialBriefs extends Context.Service<
  TrialBriefs,
  {
    readonly of: (
      organizationId: number,
      flowId: string,
      plan: TrialPlan
    ) => Effect.Effect<Brief, FlowNotFound | OrganizationNotFound>
    /** Whether the recognizer and the voice of a flow are more than stand-ins. */
    readonly abilities: (organizationId: number, flowId: string) => Effect.Effect<TrialAbilities, FlowNotFound>
  }
>()("carillon/media/TrialBriefs") {
  static readonly layer = Layer.effect(
    TrialBriefs,
    Effect.gen(function* () {
      const settings = yield* AppConfig
      const flows = yield* Flows
      const drafts = yield* FlowDrafts
      const speech = yield* SpeechProfiles
      const compose = yield* briefComposer

      const of = Effect.fn("TrialBriefs.of")(function* (organizationId: number, flowId: string, plan: TrialPlan) {
        const published = yield* flows.get(organizationId, flowId)
        const flow =
          plan.ofDraft === true ? { ...published, ...(yield* drafts.get(organizationId, flowId)).flow } : published
        return yield* compose({
          organizationId,
          campaign: { id: "", useCaseType: "CUSTOM" },
          flow,
          contact: contactOf(plan, organizationId, flow.callData),
          earlier: [],
          wasCutOff: false,
          isInbound: false,
          isIdentified: false,
          callerId: null,
          reminderFor: null,
          zone: ({ timezone }) => timezone,
          limitMillis: trialSeconds * 1_000
        })
      })

      const abilities = Effect.fn("TrialBriefs.abilities")(function* (organizationId: number, flowId: string) {
        const { language, languages, ttsProvider, voiceGender } = yield* flows.get(organizationId, flowId)
        const plan = yield* speech.plan(organizationId)
        const google = googleUse(settings)
        const isReal = (vendor: string, use: (typeof google)["ear"]) => vendor !== "google" || use === "credentials"
        const voice = { provider: ttsProvider, language, gender: voiceGender }
        return {
          hearsSpeech: plannedEars(settings, plan, language, languages).some(({ vendor }) =>
            isReal(vendor, google.ear)
          ),
          speaks: plannedVoices(settings, plan, voice).some(({ choice }) =>
            isReal(choice?.vendor ?? "google", google.voice)
          )
        }
      })

      return TrialBriefs.of({ of, abilities })
    })
  )
}

/** Maximum length of a trial, seconds. */
export const trialSeconds = 600

const contactOf = ({ name, values }: TrialPlan, organizationId: number, callData: CallDataRequest | null): Contact => {
  const fields = Object.fromEntries(nameableFields.map((field) => [field, values[field] ?? null]))
  const now = new Date()
  return {
    ...(fields as Pick<Contact, (typeof nameableFields)[number]>),
    id: "",
    name,
    phoneNumber: "",
    // A trial fetches nothing: its page asks for the values.
    metadata: { ...(callData !== null && defaultsOf(callData)), ...values },
    organizationId,
    createdAt: now,
    updatedAt: now
  }
}
