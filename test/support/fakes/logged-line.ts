import http from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, Redacted } from "effect"
import { makeStreams } from "../../../src/carriers/simulated/open-streams.ts"
import { startLine } from "../../../src/carriers/simulated/SimulatedLine.ts"
import { twilioSignature } from "../../../src/carriers/twilio/twilio-signature.ts"
import type { SimulatorFaults } from "../../../src/platform/config.ts"

/** A request to place a call that reached the line. */
interface Originate {
  readonly attemptId: string
  readonly to: string
  readonly at: number
  /** Whether the attempt was already committed. */
  readonly committed: boolean
}

/**
 * A call that the line has placed. `placed` and `ended` are positions in the order of all the
 * line's reports.
 */
export interface PlacedCall {
  readonly sid: string
  readonly attemptId: string
  readonly to: string
  /** The persona that the contact names, which has a conversation. */
  readonly persona: string | undefined
  /** Path of the media stream of the conversation. */
  readonly streamPath: string | undefined
  readonly placed: number
  /** Position of the first report that the call is over. */
  ended: number
  status: string
  /** Length of the conversation, as the line reports it. */
  seconds: number
}

export interface LineLog {
  readonly originates: ReadonlyArray<Originate>
  readonly calls: ReadonlyMap<string, PlacedCall>
  /** Number of injected faults, by kind. */
  readonly faults: Readonly<Record<string, number>>
}

/** Seconds of line time per second of a conversation. Above 1 the line is its clock, so a slow machine loses no audio. */
export const conversationSpeed = 2
/** Length of the pause that replaces a conversation. */
export const pauseSeconds = 12

interface Options {
  readonly speed: number
  readonly authToken: Redacted.Redacted
  /** Whether the attempt is committed. */
  readonly isCommitted: (attemptId: string) => Promise<boolean>
  /** Decides which faults happen; without it, none do. */
  readonly random?: () => number
}

/**
 * Starts a line with faults behind a proxy. The proxy logs all requests and callbacks of the line,
 * and delays some requests.
 */
export const startLoggedLine = Effect.fnUntraced(function* (options: Options) {
  const { authToken, random, speed } = options
  const line = yield* startLine({
    speed,
    authToken,
    people: (about) => makeStreams({ ...about, speed: conversationSpeed }),
    ...(random && { random, faults: faultsOfLine })
  })
  const watch = makeWatch(line.url, options)
  const server = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<http.Server>((resolve) => {
          const server = http.createServer({ keepAliveTimeout: 60_000 }, watch.handle)
          server.listen({ host: "127.0.0.1", port: 0, backlog: 4_096 }, () => resolve(server))
        })
    ),
    (server) =>
      Effect.sync(() => {
        watch.stop()
        server.close()
        server.closeAllConnections()
      })
  )
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  watch.listensAt(origin)
  const log: LineLog = {
    ...watch.log,
    get faults() {
      return { ...line.faults, ...watch.log.faults }
    }
  }
  return { url: `${origin}${new URL(line.url).pathname}`, log, leadStreams: watch.leadStreams }
})

// Faults of the line itself; the proxy injects the others.
const faultsOfLine: SimulatorFaults = {
  busy: 0.03,
  unavailable: 0.005,
  failed: 0.005,
  silent: 0.005,
  lost: 0.03,
  delayed: 0.05,
  repeated: 0.05,
  reordered: 0.05
}

interface Passed {
  readonly method: string
  readonly path: string
  readonly headers: http.OutgoingHttpHeaders
  readonly body: string
}

interface Reply {
  readonly status: number
  readonly body: string
  readonly headers: http.IncomingHttpHeaders
}

const makeWatch = (lineUrl: string, { authToken, isCommitted, random }: Options) => {
  const { origin: line, pathname: account } = new URL(lineUrl)
  const originates: Array<Originate> = []
  const calls = new Map<string, PlacedCall>()
  const faults: Record<string, number> = {}
  // A callback about the end may arrive before the response that places the call.
  const overBefore = new Map<string, Pick<PlacedCall, "status" | "seconds">>()
  const stopped = new AbortController()
  let order = 0
  let streamsTo: string | undefined
  let origin = ""

  const goesWrong = (fault: string, probability: number) => {
    if (random === undefined || random() >= probability) return false
    faults[fault] = (faults[fault] ?? 0) + 1
    return true
  }

  const place = async (passed: Passed): Promise<Reply | "no answer"> => {
    const form = new URLSearchParams(passed.body)
    const [attemptId, to] = [form.get("AttemptId") ?? "", form.get("To") ?? ""]
    originates.push({ attemptId, to, at: Date.now(), committed: await isCommitted(attemptId) })
    if (goesWrong("invalid number", 0.005)) return invalidNumber
    if (goesWrong("placed late", 0.01)) await sleep(3_000 * (random?.() ?? 0))
    if (goesWrong("placed too late", 0.002)) await sleep(5_500 + 1_500 * (random?.() ?? 0))
    const persona = form.get("Persona") ?? undefined
    const twiml = form.get("Twiml") ?? ""
    const [, node = "", path = ""] = /<Stream url="(ws:\/\/[^/]+)([^"]+)"/.exec(twiml) ?? []
    // These tests are about dialing, so a pause replaces the conversation with a person who has no persona.
    const pause = `<Response><Pause length="${pauseSeconds}"/></Response>`
    form.set("Twiml", persona === undefined ? pause : twiml.replace(node, streamsTo ?? node))
    form.set("StatusCallback", `${origin}/callbacks?${new URLSearchParams({ to: form.get("StatusCallback") ?? "" })}`)
    const answer = await send(line, { ...passed, body: form.toString() }).catch(() => "no answer" as const)
    const sid = await placedSid(answer, attemptId, passed.headers)
    if (sid !== undefined) {
      const streamPath = persona && path
      const isLive = { ended: Number.POSITIVE_INFINITY, status: "queued", seconds: 0 }
      calls.set(sid, { sid, attemptId, to, persona, streamPath, placed: ++order, ...isLive })
      const over = overBefore.get(sid)
      if (over !== undefined) note(sid, over.status, over.seconds)
    }
    return answer
  }

  // After a 500, or no response, the line has the call all the same, so look it up as the dialer
  // will.
  const placedSid = async (answer: Reply | "no answer", attemptId: string, headers: Passed["headers"]) => {
    if (answer !== "no answer" && answer.status !== 500) {
      return answer.status === 201 ? (JSON.parse(answer.body).sid as string) : undefined
    }
    const path = `${account}/Calls.json?${new URLSearchParams({ AttemptId: attemptId })}`
    const { authorization } = headers
    const { body } = await send(line, {
      method: "GET",
      path,
      headers: { ...(authorization && { authorization }) },
      body: ""
    })
    return JSON.parse(body).calls[0].sid as string
  }

  // Recorded before the report is passed on, so that no client learns earlier that a call is over.
  const note = (sid: string, status: string, seconds: number) => {
    if (!terminal.has(status)) return
    const call = calls.get(sid)
    if (call === undefined) overBefore.set(sid, { status, seconds })
    else if (call.ended === Number.POSITIVE_INFINITY) Object.assign(call, { ended: ++order, status, seconds })
  }

  const ask = async (passed: Passed): Promise<Reply> => {
    const answer = await send(line, passed)
    // The response to a late hang-up says that the call is over, but not its outcome.
    const showing = answer.status === 400 ? await send(line, { ...passed, method: "GET" }) : answer
    const shown = showing.status === 200 ? JSON.parse(showing.body) : {}
    for (const { duration, sid, status } of shown.calls ?? [shown]) note(sid, status, Number(duration))
    return answer
  }

  const callBack = async (to: string, passed: Passed): Promise<Reply> => {
    const form = [...new URLSearchParams(passed.body)]
    const fields = Object.fromEntries(form)
    note(fields.CallSid ?? "", fields.CallStatus ?? "", Number(fields.CallDuration))
    const { origin: node, pathname } = new URL(to)
    const signature = twilioSignature(Redacted.value(authToken), to, form)
    const signed = { ...passed, path: pathname, headers: { ...passed.headers, "x-twilio-signature": signature } }
    return send(node, signed).catch(() => ({ status: 503, headers: {}, body: "" }))
  }

  const answer = (passed: Passed): Promise<Reply | "no answer"> => {
    const url = new URL(passed.path, origin)
    if (url.pathname === "/callbacks") return callBack(url.searchParams.get("to") ?? "", passed)
    return passed.method === "POST" && url.pathname.endsWith("/Calls.json") ? place(passed) : ask(passed)
  }

  const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

  const handle: http.RequestListener = (request, response) => {
    readAll(request)
      .then((body) =>
        answer({ method: request.method ?? "", path: request.url ?? "", headers: headersOf(request), body })
      )
      .then(
        (reply) => {
          if (reply === "no answer") return response.destroy()
          const wait = reply.headers["retry-after"]
          const headers = { "content-type": "application/json", ...(wait && { "retry-after": wait }) }
          response.writeHead(reply.status, headers).end(reply.body)
        },
        () => response.destroy()
      )
  }

  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })
  const send = (to: string, { body, headers, method, path }: Passed) =>
    new Promise<Reply>((resolve, reject) => {
      const outgoing = http.request(`${to}${path}`, { agent, method, headers, signal: stopped.signal }, (incoming) => {
        const { headers, statusCode = 0 } = incoming
        readAll(incoming).then((text) => resolve({ status: statusCode, headers, body: text }), reject)
      })
      outgoing.on("error", reject)
      outgoing.end(method === "GET" ? undefined : body)
    })

  return {
    log: { originates, calls, faults },
    handle,
    listensAt: (url: string) => {
      origin = url
    },
    /** Leads the media streams of calls to a balancer, and not to the node that has placed the call. */
    leadStreams: (to: string) => {
      streamsTo = to
    },
    stop: () => {
      stopped.abort()
      agent.destroy()
    }
  }
}

const terminal = new Set(["completed", "busy", "failed", "no-answer", "canceled"])

const invalidNumber: Reply = {
  status: 400,
  headers: {},
  body: JSON.stringify({ code: 21211, message: "On purpose", status: 400 })
}

const headersOf = ({ headers }: http.IncomingMessage): http.OutgoingHttpHeaders => {
  const {
    connection: _connection,
    "content-length": _length,
    host: _host,
    "transfer-encoding": _coding,
    ...rest
  } = headers
  return rest
}

const readAll = async (message: http.IncomingMessage) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
