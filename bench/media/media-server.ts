import { once } from "node:events"
import type { IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { type WebSocket, WebSocketServer } from "ws"
import type { Cost } from "./media-figures.ts"

/** Interval of the checks of the event loop, ms. The histogram contains whole intervals, so it is subtracted. */
const resolution = 10

/**
 * A server of calls in a process of its own. It reports its port, and the resources used between
 * "begin" and "end".
 */
export const serveCalls = async (carry: (ws: WebSocket, request: IncomingMessage) => void): Promise<void> => {
  const server = new WebSocketServer({
    port: 0,
    host: "127.0.0.1",
    perMessageDeflate: false,
    maxPayload: 128 * 1_024,
    // A large backlog, so that thousands of handshakes do not wait for each other.
    backlog: 1_024
  })
  server.on("connection", carry)
  await once(server, "listening")
  const emptyLiveBytes = liveBytes()
  const emptyRssBytes = process.memoryUsage.rss()
  const delay = monitorEventLoopDelay({ resolution })
  let before = process.cpuUsage()

  process.on("message", (command) => {
    if (command === "begin") {
      delay.enable()
      before = process.cpuUsage()
      return
    }
    const { system, user } = process.cpuUsage(before)
    delay.disable()
    const cost: Cost = {
      cpuMillis: (user + system) / 1_000,
      loopP99: Math.max(0, delay.percentile(99) / 1e6 - resolution),
      rssBytes: process.memoryUsage.rss() - emptyRssBytes,
      liveBytes: liveBytes() - emptyLiveBytes
    }
    process.send?.(cost, () => process.exit(0))
  })
  process.send?.((server.address() as AddressInfo).port)
}

/** Memory in use after a garbage collection. */
const liveBytes = () => {
  collect()
  const { external, heapUsed } = process.memoryUsage()
  return heapUsed + external
}

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void
