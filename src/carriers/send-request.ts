import http from "node:http"
import https from "node:https"
import type { Socket } from "node:net"
import { TLSSocket } from "node:tls"
import { Effect, Schema } from "effect"

/** Nothing of the request left this process; `code` is the network's where it has one. */
export class NotSent extends Schema.TaggedError<NotSent>()("NotSent", { code: Schema.String }) {}

/** The request left, and no whole answer came. */
export class NotAnswered extends Schema.TaggedError<NotAnswered>()("NotAnswered", { code: Schema.String }) {}

export interface RequestToSend {
  readonly method: "GET" | "POST"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly form?: URLSearchParams
  /** On the clock of `performance.now()`: afterwards the request leaves no more. */
  readonly deadline: number
}

export interface CarrierResponse {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

/** How long is waited for an answer. */
export const answerMillis = 5_000

/**
 * One request over connections that are kept. It tells a request that never left from one that got no answer, since only
 * the first may be made again when it places a call.
 */
export const sendRequest = (request: RequestToSend): Effect.Effect<CarrierResponse, NotSent | NotAnswered> =>
  Effect.callback((resume) => {
    let sent = false
    const url = new URL(request.url)
    const outgoing = (url.protocol === "https:" ? https : http).request(url, {
      agent: url.protocol === "https:" ? agents.https : agents.http,
      method: request.method,
      headers: {
        ...request.headers,
        ...(request.form && { "content-type": "application/x-www-form-urlencoded" })
      }
    })
    let timer = setTimeout(() => fail("ETIMEDOUT"), Math.max(0, request.deadline - performance.now()))
    const settle = (result: Effect.Effect<CarrierResponse, NotSent | NotAnswered>) => {
      clearTimeout(timer)
      resume(result)
    }
    const fail = (code: string) => {
      settle(Effect.fail(sent ? new NotAnswered({ code }) : new NotSent({ code })))
      outgoing.destroy()
    }
    outgoing.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
    outgoing.once("response", (incoming) => readAnswer(incoming, settle, fail))
    outgoing.once("socket", (socket) =>
      whenConnected(socket, () => {
        if (outgoing.destroyed) return
        // The process may have been stopped for long before this line, and no timer has run since. From here to the
        // socket everything is synchronous: nothing was written before, because nothing was given.
        if (performance.now() >= request.deadline) return fail("ETIMEDOUT")
        sent = true
        clearTimeout(timer)
        timer = setTimeout(() => fail("ETIMEDOUT"), answerMillis)
        outgoing.end(request.form?.toString())
      })
    )
    return Effect.sync(() => {
      clearTimeout(timer)
      outgoing.destroy()
    })
  })

/** Asks once more when a kept connection may have been closed by the other side; for what may be asked twice. */
export const retryOnce = <A>(ask: Effect.Effect<A, NotSent | NotAnswered>) =>
  Effect.retry(ask, { times: 1, while: ({ _tag, code }) => _tag === "NotAnswered" && code !== "ETIMEDOUT" })

// What is more waits for a connection, up to its deadline. A Node server takes up one connection in each turn of its
// loop: with many to begin at once, the last would be sent to and not be heard for seconds.
const maxSockets = 32
const agents = {
  http: new http.Agent({ keepAlive: true, maxSockets }),
  https: new https.Agent({ keepAlive: true, maxSockets })
}

const bodyLimit = 256 * 1024

const whenConnected = (socket: Socket, then: () => void) => {
  if (!socket.connecting) return then()
  socket.once(socket instanceof TLSSocket ? "secureConnect" : "connect", then)
}

const readAnswer = (
  incoming: http.IncomingMessage,
  settle: (answer: Effect.Effect<CarrierResponse>) => void,
  fail: (code: string) => void
) => {
  const chunks: Array<Buffer> = []
  let size = 0
  incoming.on("data", (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > bodyLimit) fail("EMSGSIZE")
  })
  incoming.once("end", () =>
    settle(
      Effect.succeed({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString()
      })
    )
  )
  incoming.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
}
