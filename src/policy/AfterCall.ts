import { Effect, Layer, Option } from "effect"
import { Organizations } from "../accounts/Organizations.ts"
import { type StoredConversation, Transcripts } from "../calls/conversations/Transcripts.ts"
import { type AnalysisResult, Tagging } from "../calls/outcomes/Tagging.ts"
import { BestTimes } from "../calls/queue/BestTimes.ts"
import { NextAttempts } from "../calls/queue/NextAttempts.ts"
import { Campaigns } from "../campaigns/Campaigns.ts"
import { Flows } from "../campaigns/Flows.ts"
import { IntentLabels } from "../campaigns/IntentLabels.ts"
import { Contacts } from "../contacts/Contacts.ts"
import { undeterminedBecause } from "../domain/calls/Finding.ts"
import type { FlowWithVariables } from "../domain/campaigns/Flow.ts"
import { Consumers } from "../events/consumers/Consumers.ts"
import type { ReceivedEvent } from "../events/consumers/read-event.ts"
import type { DomainEvent } from "../events/schemas/topics.ts"
import { AppConfig } from "../platform/config.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { Leader } from "../platform/sql/Leader.ts"
import { Analysis } from "./Analysis.ts"

/** Analyzes and tags each ended call, on nodes that have the role `workers`. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { roles } = yield* AppConfig
    if (!roles.has("workers")) return
    const { run } = yield* Consumers
    const { handle } = yield* makeAfterCall
    yield* run({ group: "policy", topics: ["call-ended.v1"], handle, alone: true })

    const { whileLeading } = yield* Leader
    const { giveUp } = yield* Tagging
    yield* Effect.repeat(giveUp, { until: (count) => count === 0 }).pipe(
      Effect.andThen(Effect.sleep("5 seconds")),
      Effect.forever,
      keepGoing("Could not give up calls that have waited too long for their tag; retrying"),
      whileLeading,
      Effect.forkScoped
    )
  })
)

/** The handler of ended calls. */
const makeAfterCall = Effect.gen(function* () {
  const analysis = yield* Analysis
  const tagging = yield* Tagging
  const transcripts = yield* Transcripts
  const bestTimes = yield* BestTimes
  const nextAttempts = yield* NextAttempts
  const campaigns = yield* Campaigns
  const contacts = yield* Contacts
  const flows = yield* Flows
  const labels = yield* IntentLabels
  const organizations = yield* Organizations

  const handle = Effect.fn("AfterCall.handle")(function* ({ data, topic }: ReceivedEvent) {
    if (topic !== "call-ended.v1") return Effect.void
    const tag = data.outcome === "CONNECTED" ? yield* tagOf(data) : Effect.void
    return Effect.andThen(tag, bestTimes.note(data.organizationId, data.callId, data.attempt))
  })

  const tagOf = Effect.fnUntraced(function* (ended: Ended) {
    const { organizationId } = ended
    const conversation = yield* transcripts.ofAttempt(organizationId, ended.callId, ended.attempt)
    // Without an utterance there is nothing to analyze; after an opt-out the label is set already.
    if (conversation === undefined || !conversation.heard || conversation.optedOut) return Effect.void
    const analyzed = conversation.transcript.length === 0 ? notStored : yield* analyze(ended, conversation.transcript)
    return tagging.tag({ organizationId, id: conversation.attemptId }, analyzed)
  })

  const analyze = Effect.fnUntraced(
    function* ({ campaignId, contactId, endedAt, ...ended }: Ended, transcript: StoredConversation["transcript"]) {
      const { organizationId } = ended
      const campaign = yield* campaigns.get(organizationId, campaignId)
      const flow = yield* flows.get(organizationId, campaign.flowId)
      const contact = yield* Effect.option(contacts.get(organizationId, contactId))
      const finding = yield* analysis.of({
        flow,
        modelFallback: (yield* organizations.get(organizationId)).modelFallback,
        transcript,
        labels: yield* labels.list(organizationId, campaignId),
        ...(Option.isSome(contact) && {
          at: { time: endedAt, zone: yield* nextAttempts.zone(campaign, contact.value) }
        })
      })
      return { finding, callbackVariable: flow.variables.find(isCallback)?.name ?? null }
    },
    Effect.catchTags({
      FlowNotFound: () => Effect.succeed(unknown("The flow of the call was deleted")),
      CampaignNotFound: () => Effect.succeed(unknown("The campaign of the call is gone")),
      OrganizationNotFound: () => Effect.succeed(unknown("The organization of the call is gone"))
    })
  )

  return { handle }
})

type Ended = Extract<DomainEvent, { readonly topic: "call-ended.v1" }>["data"]

const isCallback = ({ isCallbackRequest }: FlowWithVariables["variables"][number]) => isCallbackRequest

const unknown = (reason: string): AnalysisResult => ({ finding: undeterminedBecause(reason), callbackVariable: null })
const notStored = unknown("The transcript is not stored")
