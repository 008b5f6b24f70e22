import { Effect, Layer, Metric } from "effect"
import { Transcripts } from "../calls/conversations/Transcripts.ts"
import { AwaitedLabels } from "../calls/outcomes/AwaitedLabels.ts"
import { Tagging } from "../calls/outcomes/Tagging.ts"
import { BestTimes } from "../calls/queue/BestTimes.ts"
import { Consumers } from "../events/consumers/Consumers.ts"
import type { ReceivedEvent } from "../events/consumers/read-event.ts"
import { AppConfig } from "../platform/config.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { SharedWork } from "../platform/sql/SharedWork.ts"
import { CallAnalysis } from "./CallAnalysis.ts"

/** Analyzes and tags each ended call, on nodes that have the role `workers`. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { roles } = yield* AppConfig
    if (!roles.has("workers")) return
    const { run } = yield* Consumers
    const analysis = yield* CallAnalysis
    const bestTimes = yield* BestTimes

    const handle = Effect.fn("AfterCall.handle")(function* ({ data, topic }: ReceivedEvent) {
      if (topic !== "call-ended.v1") return Effect.void
      const note = bestTimes.note(data.organizationId, data.callId, data.attempt)
      if (data.outcome !== "CONNECTED") return note
      const { apply } = yield* analysis.of(data)
      return Effect.andThen(apply, note)
    })
    yield* run({ group: "policy", topics: ["call-ended.v1"], handle, alone: true })

    const sharedWork = yield* SharedWork
    const { giveUp } = yield* Tagging
    const { forgetWords } = yield* Transcripts
    const { addForgotten, removeOld, waiting } = yield* AwaitedLabels
    const measure = Effect.gen(function* () {
      const { calls, oldestSeconds } = yield* waiting
      yield* Metric.update(callsAwaitingLabel, calls)
      yield* Metric.update(callsAwaitingLabelSeconds, oldestSeconds)
    })
    yield* Effect.repeat(giveUp, { until: (count) => count === 0 }).pipe(
      Effect.andThen(forgetWords),
      Effect.andThen(addForgotten),
      Effect.andThen(removeOld),
      Effect.andThen(measure),
      Effect.andThen(Effect.sleep("15 seconds")),
      Effect.forever,
      keepGoing("Could not settle calls that wait for their label, or delete words that are not kept; retrying"),
      // Another node reports them from now on.
      Effect.ensuring(
        Effect.andThen(Metric.update(callsAwaitingLabel, 0), Metric.update(callsAwaitingLabelSeconds, 0))
      ),
      (work) => sharedWork.alone("calls that wait for their label", work),
      Effect.forkScoped
    )
  })
)

const callsAwaitingLabel = Metric.gauge("calls_awaiting_label", {
  description: "Calls whose conversation is not analyzed yet"
})
const callsAwaitingLabelSeconds = Metric.gauge("calls_awaiting_label_seconds", {
  description: "Age of the oldest conversation that is not analyzed yet, s"
})
