import { Context, Effect, Layer } from "effect"
import { why } from "../platform/observability/why.ts"
import { CampaignEntity } from "./CampaignActor.ts"

/** Reaches the actor of a campaign, on whichever node it is. */
export class CampaignActors extends Context.Service<
  CampaignActors,
  {
    /** Has the actor look at the rows. One that cannot be reached now does so by itself before long. */
    readonly wake: (campaignId: string) => Effect.Effect<void>
  }
>()("carillon/dialer/CampaignActors") {
  static readonly layer = Layer.effect(
    CampaignActors,
    Effect.gen(function* () {
      const clientOf = yield* CampaignEntity.client
      const wake = (campaignId: string) =>
        clientOf(campaignId)
          .look()
          .pipe(
            Effect.timeout("5 seconds"),
            Effect.catchCause((cause) => Effect.logWarning(`A campaign could not be woken: ${why(cause)}`))
          )
      return CampaignActors.of({ wake })
    })
  )
}
