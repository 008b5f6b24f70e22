import { Effect, Layer, Option, Redacted } from "effect"
import { AppConfig } from "../platform/config.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { CallUrls } from "./CallUrls.ts"
import type { Carrier } from "./Carrier.ts"
import { StreamTokens } from "./StreamTokens.ts"
import * as SimulatedCarrier from "./simulated/SimulatedCarrier.ts"
import * as TwilioCarrier from "./twilio/TwilioCarrier.ts"

// The key is derived from a secret that all nodes on one database share: each may be asked about the calls of another.
const simulated = Layer.unwrap(
  Effect.gen(function* () {
    const { digest } = yield* Secrets
    const authToken = Redacted.make(Buffer.from(digest("simulated-carrier", "auth token")).toString("hex"))
    return SimulatedCarrier.layer({ authToken })
  })
)

/** The carrier that the settings name. */
export const chosen = Layer.unwrap(
  Effect.map(AppConfig, ({ carrier, twilio }) =>
    carrier === "twilio" && Option.isSome(twilio) ? TwilioCarrier.layer(twilio.value) : simulated
  )
)

export type CarrierLayer = Layer.Layer<Carrier, Layer.Error<typeof chosen>, Layer.Services<typeof chosen>>

/** A carrier, and the addresses and tokens by which it reaches this node. */
export const layer = (carrier: CarrierLayer = chosen) =>
  Layer.merge(carrier, CallUrls.layer).pipe(Layer.provideMerge(StreamTokens.layer))
