import { Effect, Layer } from "effect"
import { Carrier } from "../../../src/carriers/Carrier.ts"
import { Briefs } from "../../../src/media/brief/Briefs.ts"
import { withoutCallData } from "../fakes/no-call-data.ts"
import { records } from "./calls.ts"
import { onDatabase, type Settings } from "./ground.ts"
import { stillCarrier } from "./still-carrier.ts"

const unasked = {
  originate: () => Effect.die("No call is placed"),
  lookUp: () => Effect.die("No call is placed"),
  hangUp: () => Effect.die("No call is placed")
}

/** The services that are needed to read a brief. No call is placed. */
export const briefServicesOn = (settings: Settings) =>
  Briefs.layer.pipe(
    Layer.provide([withoutCallData, Layer.succeed(Carrier, stillCarrier(unasked))]),
    Layer.provideMerge(records),
    onDatabase(settings)
  )
