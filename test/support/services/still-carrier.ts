import { Effect, Layer } from "effect"
import { CallUrls } from "../../../src/carriers/CallUrls.ts"
import type { Carrier } from "../../../src/carriers/Carrier.ts"
import { twilioMedia } from "../../../src/carriers/twilio/twilio-media.ts"
import { neverDrains } from "./never-drains.ts"

/** A carrier that answers requests as the test says, and never calls back. */
export const stillCarrier = (
  answers: Pick<Carrier["Service"], "originate" | "lookUp" | "hangUp">
): Carrier["Service"] => ({
  name: "simulated",
  isReal: false,
  account: "a test",
  accountOf: () => "a test",
  callsPerSecond: null,
  conversationClock: "wall",
  media: twilioMedia,
  callerId: () => "+12025550100",
  callerIds: ["+12025550100"],
  live: null,
  checks: null,
  examine: Effect.succeed("a test"),
  readCallback: () => Effect.die("No callback may arrive"),
  checkStream: () => Effect.die("No stream may be opened"),
  ...answers
})

/** A node that never drains, without an address for callbacks. */
export const stillNode = Layer.merge(
  neverDrains,
  Layer.succeed(CallUrls, {
    base: Effect.succeed(""),
    inbound: Effect.succeed({ voice: "", key: "" }),
    of: () => Effect.succeed({ status: "", stream: "" }),
    ofTransfer: () => Effect.succeed({ status: "", stream: "", end: "" })
  })
)
