import http from "node:http"
import https from "node:https"
import { connect, Socket } from "node:net"
import { TLSSocket } from "node:tls"
import { Effect, Schema } from "effect"

/** Nothing of the request left this process. `code` is the network error's code, if there is one. */
export class NotSent extends Schema.TaggedError<NotSent>()("NotSent", { code: Schema.String }) {}

/** The request was sent, but no complete response arrived. */
export class NotAnswered extends Schema.TaggedError<NotAnswered>()("NotAnswered", { code: Schema.String }) {}

export interface RequestToSend {
  readonly method: "GET" | "POST"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly form?: URLSearchParams
  /** On the clock of `performance.now()`: after this moment the request is not sent any more. */
  readonly deadline: number
}

export interface CarrierResponse {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

/** Timeout of a response, ms. */
export const answerMillis = 5_000

/**
 * Sends one request over keep-alive connections. Distinguishes a request that never left from one
 * that got no response, because only the former may be repeated when it places a call.
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
      giveUp(outgoing)
    }
    outgoing.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
    outgoing.once("response", (incoming) => readAnswer(incoming, settle, fail))
    outgoing.once("socket", (socket) =>
      whenConnected(socket, () => {
        if (outgoing.destroyed) return
        // The process may have been suspended before this line without a timer running since, so
        // check the deadline again. From here to the socket everything is synchronous, and nothing
        // has been written before.
        if (performance.now() >= request.deadline) return fail("ETIMEDOUT")
        sent = true
        clearTimeout(timer)
        timer = setTimeout(() => fail("ETIMEDOUT"), answerMillis)
        outgoing.end(request.form?.toString())
      })
    )
    return Effect.sync(() => {
      clearTimeout(timer)
      giveUp(outgoing)
    })
  })

/**
 * Retries once when the other side may have closed a keep-alive connection. Only for idempotent
 * requests.
 */
export const retryOnce = <A>(ask: Effect.Effect<A, NotSent | NotAnswered>) =>
  Effect.retry(ask, { times: 1, while: ({ _tag, code }) => _tag === "NotAnswered" && code !== "ETIMEDOUT" })

/**
 * Closes the connection of a request so that no more of it is sent. After an ordinary close the system would still
 * deliver the rest of the request once the network works again: a call would be placed long after it was given up.
 */
const giveUp = (outgoing: http.ClientRequest) => {
  const { socket } = outgoing
  const connection = socket && (carries.get(socket) ?? socket)
  if (connection !== null && !connection.connecting && !connection.destroyed) connection.resetAndDestroy()
  outgoing.destroy()
}

/** The connection below each TLS connection: only that one can be reset. */
const carries = new WeakMap<Socket, Socket>()

class TlsAgent extends https.Agent {
  override createConnection(...[options, callback]: Parameters<https.Agent["createConnection"]>) {
    const socket = connect(options as { readonly host: string; readonly port: number })
    const secured = super.createConnection({ ...options, socket } as typeof options, callback)
    if (secured instanceof Socket) carries.set(secured, socket)
    return secured
  }
}

// Maximum number of connections. Further requests wait for one until their deadline. A Node server
// accepts one connection in each turn of its event loop, so with many new connections at once the
// last would not be answered for seconds.
const maxSockets = 32
const agents = {
  http: new http.Agent({ keepAlive: true, maxSockets }),
  https: new TlsAgent({ keepAlive: true, maxSockets })
}

/** Maximum size of a response body, bytes. */
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
