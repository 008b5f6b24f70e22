import { once } from "node:events"
import { Redacted } from "effect"
import * as SimulatedCarrier from "../../../src/carriers/simulated/SimulatedCarrier.ts"
import { serverWith } from "../../../src/main.ts"
import { runMain } from "../../../src/platform/lifecycle/Lifecycle.ts"
import { dieAt } from "./kill-points.ts"

// A complete node whose simulated line runs in another process and outlives it. It starts at the
// first line of input, so that another node may run until then. `DIE_AT` is the point at which it
// kills itself.
const { LINE_URL = "", LINE_SPEED, LINE_TOKEN = "", DATABASE_URL = "", DIE_AT } = process.env

const line = { url: LINE_URL, speed: Number(LINE_SPEED) }
const carrier = SimulatedCarrier.layerOn(line, { authToken: Redacted.make(LINE_TOKEN) })

process.stdout.write("loaded\n")
await once(process.stdin, "data")
// The node exits when the process that started it closes its input.
process.stdin.once("end", () => process.exit())
if (DIE_AT !== undefined) dieAt(JSON.parse(DIE_AT), Number(new URL(DATABASE_URL).port || 5432))
runMain(serverWith(carrier))
