import { Context, Effect, Layer, Option } from "effect"
import { type OrganizationNotFound, Organizations } from "../accounts/Organizations.ts"
import { type StoredConversation, Transcripts } from "../calls/conversations/Transcripts.ts"
import { CallCosts } from "../calls/costs/CallCosts.ts"
import { Analyses } from "../calls/outcomes/Analyses.ts"
import { AwaitedLabels, type FailedAnalysis } from "../calls/outcomes/AwaitedLabels.ts"
import { type AnalysisResult, Tagging } from "../calls/outcomes/Tagging.ts"
import { NextAttempts } from "../calls/queue/NextAttempts.ts"
import { type CampaignNotFound, Campaigns } from "../campaigns/Campaigns.ts"
import { type FlowNotFound, Flows } from "../campaigns/Flows.ts"
import { IntentLabels } from "../campaigns/IntentLabels.ts"
import { Models } from "../campaigns/Models.ts"
import { Contacts } from "../contacts/Contacts.ts"
import { undeterminedBecause } from "../domain/calls/Finding.ts"
import { makeUsageTally } from "../domain/costs/usage-tally.ts"
import type { FlowWithVariables } from "../domain/flows/Flow.ts"
import { CurrentUsageMeter } from "../providers/contract/CurrentUsageMeter.ts"
import { modelId } from "../providers/contract/LanguageModel.ts"
import { Analysis } from "./Analysis.ts"

/**
 * A conversation that has ended. All else is read from the rows of the attempt: events come back from Kafka, so another
 * writer of the topic could name another campaign or contact.
 */
export interface EndedConversation {
  readonly organizationId: number
  readonly callId: string
  /** Number of the attempt. */
  readonly attempt: number
}

/** The effect that applies an analysis, to be run in a transaction, and why no model answered, if none did. */
export interface AnalyzedCall {
  readonly apply: Effect.Effect<void>
  readonly failed: FailedAnalysis | undefined
}

/** Analyzes a conversation. Applies its label, or notes that the call still waits for one. */
export class CallAnalysis extends Context.Service<
  CallAnalysis,
  { readonly of: (ended: EndedConversation) => Effect.Effect<AnalyzedCall> }
>()("carillon/policy/CallAnalysis") {
  static readonly layer = Layer.effect(
    CallAnalysis,
    Effect.gen(function* () {
      const analysis = yield* Analysis
      const analyses = yield* Analyses
      const awaited = yield* AwaitedLabels
      const costs = yield* CallCosts
      const tagging = yield* Tagging
      const transcripts = yield* Transcripts
      const nextAttempts = yield* NextAttempts
      const campaigns = yield* Campaigns
      const contacts = yield* Contacts
      const flows = yield* Flows
      const labels = yield* IntentLabels
      const models = yield* Models
      const organizations = yield* Organizations

      const of = Effect.fn("CallAnalysis.of")(function* (ended: EndedConversation): Effect.fn.Return<AnalyzedCall> {
        const { organizationId } = ended
        const conversation = yield* transcripts.ofAttempt(organizationId, ended.callId, ended.attempt)
        if (conversation === undefined || conversation.attemptEndedAt === null) return nothingToDo
        const { attemptId: id, transcript } = conversation
        // Without an utterance there is nothing to analyze; after an opt-out the label is set already.
        const isOver = !conversation.heard || conversation.optedOut || (yield* analyses.isFinal(organizationId, id))
        if (isOver) return { apply: awaited.remove(organizationId, id), failed: undefined }
        const analyzed =
          transcript.length === 0
            ? notStored
            : yield* analyze(organizationId, conversation, conversation.attemptEndedAt)
        if ("finding" in analyzed) return { apply: tagging.tag({ organizationId, id }, analyzed), failed: undefined }
        return { apply: awaited.noteFailure({ organizationId, id }, analyzed), failed: analyzed }
      })

      const analyze = Effect.fnUntraced(
        function* (
          organizationId: number,
          { attemptId: id, campaignId, contactId, flowVersion, transcript }: StoredConversation,
          endedAt: Date
        ): Effect.fn.Return<AnalysisResult | FailedAnalysis, FlowNotFound | CampaignNotFound | OrganizationNotFound> {
          const campaign = yield* campaigns.get(organizationId, campaignId)
          const flow = yield* flows.used(organizationId, {
            flowId: campaign.flowId,
            flowVersion: flowVersion ?? campaign.flowVersion
          })
          const contact = yield* Effect.option(contacts.get(organizationId, contactId))
          const model = flow.model === null ? null : yield* models.find(organizationId, flow.model)
          const facts = {
            flow,
            model,
            modelFallback: (yield* organizations.get(organizationId)).modelFallback,
            transcript,
            labels: yield* labels.list(organizationId, campaignId),
            ...(Option.isSome(contact) && {
              at: { time: endedAt, zone: yield* nextAttempts.zone(campaign, contact.value) }
            })
          }
          const tally = makeUsageTally()
          return yield* analysis.of(facts).pipe(
            Effect.provideService(CurrentUsageMeter, tally.meter("analysis")),
            // Also after a failure, because the vendor bills the request.
            Effect.ensuring(Effect.suspend(() => costs.addUsage({ organizationId, id }, tally.usage()))),
            Effect.map((finding) => ({ finding, callbackVariable: flow.variables.find(isCallback)?.name ?? null })),
            Effect.catchTag("AnalysisFailed", ({ reason, retryAfterMillis }) =>
              Effect.succeed({ provider: modelId(model ?? flow.llmProvider), reason, retryAfterMillis })
            )
          )
        },
        Effect.catchTags({
          FlowNotFound: () => Effect.succeed(unknown("The flow of the call was deleted")),
          CampaignNotFound: () => Effect.succeed(unknown("The campaign of the call is gone")),
          OrganizationNotFound: () => Effect.succeed(unknown("The organization of the call is gone"))
        })
      )

      return CallAnalysis.of({ of })
    })
  )
}

const nothingToDo: AnalyzedCall = { apply: Effect.void, failed: undefined }

const isCallback = ({ isCallbackRequest }: FlowWithVariables["variables"][number]) => isCallbackRequest

const unknown = (reason: string): AnalysisResult => ({ finding: undeterminedBecause(reason), callbackVariable: null })
const notStored = unknown("The transcript is not stored")
