import { Effect, Layer } from "effect"
import { Carrier } from "../../../src/carriers/Carrier.ts"
import { CampaignActors } from "../../../src/dialer/CampaignActor.ts"
import * as Dialer from "../../../src/dialer/layer.ts"
import { withoutCallData } from "../fakes/no-call-data.ts"
import { records } from "./calls.ts"
import { onDatabase, onNewDatabase, type Settings } from "./ground.ts"

const noActors = Layer.succeed(CampaignActors, { wake: () => Effect.void })

/** Claims and campaign control with a carrier of the test's own, on an empty database or the one of the settings. */
export const dialingServices = (carrier: Carrier["Service"], settings?: Settings) => {
  const on = (given: Settings) =>
    Dialer.control.pipe(
      Layer.provideMerge(Dialer.claiming),
      Layer.provide(noActors),
      Layer.provideMerge(withoutCallData),
      Layer.provideMerge(Layer.succeed(Carrier, carrier)),
      Layer.provideMerge(records),
      onDatabase(given)
    )
  return settings === undefined ? onNewDatabase(on)() : on(settings)
}
