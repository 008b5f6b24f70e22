import { randomBytes } from "node:crypto"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, FiberSet, Redacted } from "effect"
import type { SimulatorFaults } from "../../platform/config.ts"
import { makeCallbacks } from "./line-callbacks.ts"
import { makeLineCalls } from "./line-calls.ts"
import { makeFaults } from "./line-faults.ts"
import { accountPath, makeRest, type RestResponse } from "./line-rest.ts"
import { makeStreams } from "./open-streams.ts"

/**
 * Simulates the other end of the line: a server with Twilio's REST API for calls, people who pick
 * up or do not, signed status callbacks, and media streams over which people listen and speak. Its
 * calls end with it. Beyond Twilio's API it accepts an `AttemptId` and the name of a `Persona`, finds
 * calls by the attempt, and shows a call's transcript.
 */
export const startLine = Effect.fnUntraced(function* (options: {
  /** Seconds of line time per second. */
  readonly speed: number
  /** Authenticates requests to the line, and signs its callbacks. */
  readonly authToken: Redacted.Redacted
  /** Probability of each fault; none happens when unset. */
  readonly faults?: SimulatorFaults
  /** Source of random numbers in [0, 1), which decides when a fault happens. */
  readonly random?: () => number
  /** Connects people to the streams of calls: the personas, unless it is set. */
  readonly people?: (
    about: Parameters<typeof makeStreams>[0]
  ) => Pick<ReturnType<typeof makeStreams>, "open" | "stop"> & Partial<ReturnType<typeof makeStreams>>
}) {
  const account = `AC${randomBytes(16).toString("hex")}`
  const authToken = Redacted.value(options.authToken)
  const faults = makeFaults(options.faults ?? {}, options.random ?? Math.random)
  const run = yield* FiberSet.makeRuntime()
  const about = { accountSid: account, authToken, speed: options.speed, faults }
  const streams = yield* Effect.acquireRelease(
    Effect.sync(() => (options.people ?? makeStreams)(about)),
    ({ stop }) => Effect.sync(stop)
  )
  const calls = yield* Effect.acquireRelease(
    Effect.sync(() =>
      makeLineCalls({
        ...makeCallbacks({ ...about, run }),
        speed: options.speed,
        openStream: streams.open,
        openSound: streams.openSound
      })
    ),
    ({ stop }) => Effect.sync(stop)
  )
  const rest = makeRest(account, authToken, calls, faults)
  const server = yield* listen((request, response) => {
    readForm(request)
      .then((form) => send(response, rest(request, form)))
      .catch(() => response.destroy())
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${accountPath(account)}`,
    /** Number of injected faults, by kind. */
    faults: faults.counts
  }
})

const listen = (handle: http.RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<http.Server>((resume) => {
      const server = http.createServer({ keepAliveTimeout: 30_000 }, handle)
      server.once("error", (error) => resume(Effect.die(error)))
      server.listen({ host: "127.0.0.1", port: 0, backlog: 4_096 }, () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )

/** Maximum size of a request's form, bytes. */
const formLimit = 64 * 1_024

const readForm = async (request: http.IncomingMessage) => {
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > formLimit) throw new Error("The form is too long")
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

const send = (response: http.ServerResponse, reply: RestResponse | "no answer") => {
  if (reply === "no answer") return response.destroy()
  response
    .writeHead(reply.status, { "content-type": "application/json", ...reply.headers })
    .end(JSON.stringify(reply.body))
}
