import { Clock, Context, Effect, Layer } from "effect"
import { Flows } from "../campaigns/Flows.ts"
import { Audiences } from "../contacts/Audiences.ts"
import type { Campaign } from "../domain/campaigns/Campaign.ts"
import { placeholdersOf } from "../domain/campaigns/placeholders.ts"
import { AppConfig } from "../platform/config.ts"
import { missingSettings } from "./missing-settings.ts"

/** What a campaign lacks before it can be started. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /**
     * Everything that is missing, each in a sentence, and how many people would be called at once. Keeps the audience from
     * being deleted.
     */
    readonly examine: (
      campaign: Campaign
    ) => Effect.Effect<{ readonly missing: ReadonlyArray<string>; readonly atOnce: number }>
  }
>()("carillon/dialer/Readiness") {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const settings = yield* AppConfig
      const audiences = yield* Audiences
      const flows = yield* Flows

      const examine = Effect.fn("Readiness.examine")(function* (campaign: Campaign) {
        const organizationId = Number(campaign.organizationId)
        const audience = yield* Effect.option(audiences.hold(organizationId, campaign.audienceId))
        const flow = yield* Effect.option(flows.get(organizationId, campaign.flowId))
        const contacts = audience._tag === "Some" ? audience.value.contactCount : 0
        const missing: Array<string> = []
        const now = yield* Clock.currentTimeMillis

        if (audience._tag === "None") missing.push("its audience was deleted: choose another with PATCH")
        else if (contacts === 0) missing.push("its audience has no contacts")
        if (flow._tag === "None") missing.push("its flow was deleted: choose another with PATCH")
        else {
          const { initialPrompt, systemInstruction } = flow.value
          missing.push(...missingSettings(settings, flow.value))
          const keys = placeholdersOf(initialPrompt, systemInstruction)
          for (const { key, lacking } of yield* audiences.lacking(organizationId, campaign.audienceId, keys)) {
            missing.push(`the flow says {{${key}}}, and ${lacking} of ${contacts} contacts have no ${key}`)
          }
        }
        const { endAt, scheduledAt } = campaign
        if (endAt !== null && endAt.getTime() <= now) {
          missing.push(`its endAt ${endAt.toISOString()} has passed: move it with PATCH …/retry-policy`)
        }
        if (endAt !== null && scheduledAt !== null && endAt <= scheduledAt) {
          missing.push("its endAt is not after its scheduledAt: it would end before it starts")
        }
        return {
          missing,
          atOnce: yield* audiences.callable(organizationId, campaign.audienceId, campaign.maxConcurrentCalls)
        }
      })

      return Readiness.of({ examine })
    })
  )
}
