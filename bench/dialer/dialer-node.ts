import { Socket } from "node:net"
import { Effect, Layer, Redacted } from "effect"
import { Carrier } from "../../src/carriers/Carrier.ts"
import * as SimulatedCarrier from "../../src/carriers/simulated/SimulatedCarrier.ts"
import { serverWith } from "../../src/main.ts"
import { runMain } from "../../src/platform/lifecycle/Lifecycle.ts"

// The server with a carrier in another process. On SIGUSR2 it prints the number of statements sent
// to the database. ACCOUNT_STARTS is the limit of the carrier's account, in calls per second.
const { ACCOUNT_STARTS, LINE_URL = "", LINE_TOKEN = "", DATABASE_URL = "" } = process.env

const line = SimulatedCarrier.layerOn({ url: LINE_URL, speed: 1 }, { authToken: Redacted.make(LINE_TOKEN) })
const carrier =
  ACCOUNT_STARTS === undefined
    ? line
    : Layer.effect(
        Carrier,
        Effect.map(Carrier, (service) => Carrier.of({ ...service, callsPerSecond: Number(ACCOUNT_STARTS) }))
      ).pipe(Layer.provide(line))

let statements = 0
const port = Number(new URL(DATABASE_URL).port || 5432)
const write = Socket.prototype.write as (...given: Array<unknown>) => boolean
Socket.prototype.write = function (this: Socket, chunk: unknown, ...others: Array<unknown>) {
  if (this.remotePort === port && chunk instanceof Uint8Array) statements += executesIn(chunk)
  return write.call(this, chunk, ...others)
} as typeof Socket.prototype.write

// Messages of the protocol have a letter, a length and a body. The letter E executes a statement.
const executesIn = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = 0; at + 5 <= bytes.length; at += 1 + view.getUint32(at + 1)) {
    if (bytes[at] === 0x45) count += 1
    if (bytes[at] === 0) break
  }
  return count
}

process.on("SIGUSR2", () => process.stdout.write(`${statements}\n`))

runMain(serverWith(carrier))
