import { Effect, Layer } from "effect"
import { Tagging } from "../calls/Tagging.ts"
import { type TalkOfAttempt, Talks } from "../calls/Talks.ts"
import { Campaigns } from "../campaigns/Campaigns.ts"
import { Flows } from "../campaigns/Flows.ts"
import { IntentLabels } from "../campaigns/IntentLabels.ts"
import { undeterminedBecause } from "../domain/Finding.ts"
import { Consumers } from "../events/Consumers.ts"
import type { ReceivedEvent } from "../events/read-event.ts"
import { AppConfig } from "../platform/config.ts"
import { keepGoing } from "../platform/keep-going.ts"
import { Leader } from "../platform/Leader.ts"
import { Analysis } from "./Analysis.ts"

/** Reads what was said in each call that has ended, and has the call tagged; on a node that has the role. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { roles } = yield* AppConfig
    if (!roles.has("workers")) return
    const { run } = yield* Consumers
    const { handle } = yield* makeAfterCall
    yield* run({ group: "policy", topics: ["call-ended.v1"], handle })

    const { whileLeading } = yield* Leader
    const { giveUp } = yield* Tagging
    yield* Effect.repeat(giveUp, { until: (given) => given === 0 }).pipe(
      Effect.andThen(Effect.sleep("5 seconds")),
      Effect.forever,
      keepGoing("Calls that wait for their tag for too long cannot be given up"),
      whileLeading,
      Effect.forkScoped
    )
  })
)

/** What is done about a call that has ended. */
export const makeAfterCall = Effect.gen(function* () {
  const analysis = yield* Analysis
  const tagging = yield* Tagging
  const talks = yield* Talks
  const campaigns = yield* Campaigns
  const flows = yield* Flows
  const labels = yield* IntentLabels

  const handle = Effect.fn("AfterCall.handle")(function* ({ data, topic }: ReceivedEvent) {
    if (topic !== "call-ended.v1" || data.outcome !== "CONNECTED") return Effect.void
    const organizationId = Number(data.organizationId)
    const talk = yield* talks.ofAttempt(organizationId, data.callId, data.attempt)
    // Nothing was said, or what was said has decided already.
    if (talk === undefined || !talk.heard || talk.optedOut) return Effect.void
    const analysed = yield* analyse(organizationId, data.campaignId, talk.transcript)
    return tagging.tag({ organizationId, id: talk.attemptId }, analysed)
  })

  const analyse = Effect.fnUntraced(
    function* (organizationId: number, campaignId: string, transcript: TalkOfAttempt["transcript"]) {
      if (transcript.length === 0) return nothingKept
      const { flowId } = yield* campaigns.get(organizationId, campaignId)
      const flow = yield* flows.get(organizationId, flowId)
      // Who was talked to was reached: labels of the system are not for the analysis to give.
      const choice = (yield* labels.list(organizationId, campaignId)).filter(({ isSystem }) => !isSystem)
      const finding = yield* analysis.of({ flow, transcript, labels: choice })
      const callbackVariable = flow.variables.find(({ isCallbackRequest }) => isCallbackRequest)?.name ?? null
      return { finding, callbackVariable }
    },
    Effect.catchTags({
      FlowNotFound: () => Effect.succeed(unknown("The flow of the call was deleted")),
      CampaignNotFound: () => Effect.succeed(unknown("The campaign of the call is gone"))
    })
  )

  return { handle }
})

const unknown = (reason: string) => ({ finding: undeterminedBecause(reason), callbackVariable: null })
const nothingKept = unknown("What was said is not kept")
