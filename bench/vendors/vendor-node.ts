import { Redacted } from "effect"
import * as SimulatedCarrier from "../../src/carriers/simulated/SimulatedCarrier.ts"
import { serverWith } from "../../src/main.ts"
import { runMain } from "../../src/platform/lifecycle/Lifecycle.ts"

// The whole service, whose callers are in another process.
const { LINE_URL = "", LINE_TOKEN = "" } = process.env

runMain(serverWith(SimulatedCarrier.layerOn({ url: LINE_URL, speed: 1 }, { authToken: Redacted.make(LINE_TOKEN) })))
