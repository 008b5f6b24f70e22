import { Effect, Layer } from "effect"
import { everyHour } from "../accounts/retention.ts"
import { CallMasking } from "../calls/erasure/CallMasking.ts"
import { ResultsCsv } from "../writeback/ResultsCsv.ts"

/** Masks the records that have reached the record term of their organization, and removes stored tables with them. */
export const maskRecords = Effect.gen(function* () {
  const masking = yield* CallMasking
  const results = yield* ResultsCsv
  for (const campaign of yield* masking.due) {
    // The table goes also if an earlier run was stopped after it had masked the records.
    if ((yield* masking.mask(campaign)) > 0 || campaign.isOver) {
      yield* results.remove(campaign.organizationId, campaign.campaignId)
    }
    yield* masking.finish(campaign)
  }
})

export const layer = Layer.unwrap(
  Effect.map(Effect.context<CallMasking | ResultsCsv>(), (services) =>
    everyHour(() => Effect.provide(maskRecords, services), "Could not mask the records of old calls; trying again")
  )
)
