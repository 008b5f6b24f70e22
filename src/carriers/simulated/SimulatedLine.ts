import { randomBytes } from "node:crypto"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, FiberSet, Redacted, Schedule } from "effect"
import { phoneNumberProblem } from "../../domain/phone-number.ts"
import { sendRequest } from "../send-request.ts"
import { invalidTo, notFound, notInProgress, rfc2822 } from "../twilio-calls.ts"
import { sameText, twilioSignature } from "../twilio-signature.ts"
import { type CallOnTheLine, type CallToTake, makeLineCalls } from "./line-calls.ts"

/**
 * A whole other end of the line: a server that speaks Twilio's REST for calls, people who pick up or do not, and signed
 * status callbacks. Its calls live and die with it. Besides what Twilio knows it takes an `AttemptId`, and finds calls by it.
 */
export const startLine = Effect.fnUntraced(function* (options: {
  /** Seconds of the line in a second. */
  readonly speed: number
  /** Opens the line, and signs what it says. */
  readonly authToken: Redacted.Redacted
}) {
  const account = `AC${randomBytes(16).toString("hex")}`
  const authToken = Redacted.value(options.authToken)
  const run = yield* FiberSet.makeRuntime()
  const calls = yield* Effect.acquireRelease(
    Effect.sync(() =>
      makeLineCalls(options.speed, (call, event) => {
        if (call.statusCallback?.events.has(event)) run(callBack(account, authToken, call.statusCallback.url, call))
      })
    ),
    ({ stop }) => Effect.sync(stop)
  )
  const rest = makeRest(account, authToken, calls)
  const server = yield* listen((request, response) => {
    readForm(request)
      .then((form) => send(response, rest(request, form)))
      .catch(() => response.destroy())
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${accountPath(account)}` }
})

type LineCalls = ReturnType<typeof makeLineCalls>

interface Reply {
  readonly status: number
  readonly body: object
}

const accountPath = (account: string) => `/2010-04-01/Accounts/${account}`

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

const makeRest = (account: string, authToken: string, calls: LineCalls) => {
  const authorization = `Basic ${Buffer.from(`${account}:${authToken}`).toString("base64")}`
  const show = (call: CallOnTheLine) => callResource(account, call)

  const place = (form: URLSearchParams): Reply => {
    const asked = callToTake(form)
    if (!("to" in asked)) return asked
    if (asked.attemptId !== null && calls.isGivenUp(asked.attemptId)) {
      return failure(409, 20409, "The attempt was looked for before, and given up")
    }
    return { status: 201, body: show(calls.take(asked)) }
  }

  const list = (attemptId: string | null): Reply => ({
    status: 200,
    body: { calls: attemptId === null ? [] : calls.findAttempt(attemptId).map(show), page: 0, next_page_uri: null }
  })

  const change = (call: CallOnTheLine, form: URLSearchParams): Reply => {
    if (form.get("Status") !== "completed") return failure(400, 20001, "Status must be completed")
    if (call.endedAt !== null) return failure(400, notInProgress, "Call is not in-progress. Cannot redirect.")
    calls.hangUp(call)
    return { status: 200, body: show(call) }
  }

  return (request: http.IncomingMessage, form: URLSearchParams): Reply => {
    const missing = failure(404, notFound, "The requested resource was not found")
    const [path = "", query] = (request.url ?? "").split("?", 2)
    // Before the token: an account of another line is not here, whoever asks.
    if (!path.startsWith(`${accountPath(account)}/`)) return missing
    if (!sameText(authorization, request.headers.authorization ?? "")) return failure(401, 20003, "Authenticate")
    const resource = path.slice(accountPath(account).length)
    if (resource === "/Calls.json") {
      if (request.method === "POST") return place(form)
      return list(new URLSearchParams(query).get("AttemptId"))
    }
    const call = calls.find(/^\/Calls\/(CA[0-9a-f]{32})\.json$/.exec(resource)?.[1] ?? "")
    if (call === undefined) return missing
    return request.method === "POST" ? change(call, form) : { status: 200, body: show(call) }
  }
}

const callToTake = (form: URLSearchParams): CallToTake | Reply => {
  const [to, from] = [form.get("To") ?? "", form.get("From") ?? ""]
  if (phoneNumberProblem(to) !== undefined) {
    return failure(400, invalidTo, `The 'To' number ${to} is not a valid phone number.`)
  }
  if (phoneNumberProblem(from) !== undefined) return failure(400, 21212, `The 'From' number ${from} is not valid.`)
  const [ringSeconds, limitSeconds] = [Number(form.get("Timeout") ?? 60), Number(form.get("TimeLimit") ?? 14_400)]
  if (!(ringSeconds > 0 && limitSeconds > 0)) return failure(400, 20001, "Timeout and TimeLimit must be seconds")
  const url = form.get("StatusCallback")
  if (url !== null && !/^https?:\/\//.test(URL.parse(url)?.href ?? "")) {
    return failure(400, 21609, "Invalid 'StatusCallback' URL")
  }
  const events = form.getAll("StatusCallbackEvent")
  return {
    attemptId: form.get("AttemptId"),
    to,
    from,
    ringSeconds,
    limitSeconds,
    statusCallback: url === null ? null : { url, events: new Set(events.length > 0 ? events : ["completed"]) }
  }
}

const failure = (status: number, code: number, message: string): Reply => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }
})

const callResource = (account: string, call: CallOnTheLine) => ({
  sid: call.sid,
  account_sid: account,
  to: call.to,
  from: call.from,
  status: call.status,
  direction: "outbound-api",
  api_version: "2010-04-01",
  answered_by: call.answeredAt && "human",
  duration: call.endedAt === null ? null : String(call.durationSeconds),
  date_created: rfc2822(call.createdAt),
  date_updated: rfc2822(call.endedAt ?? call.answeredAt ?? call.createdAt),
  start_time: call.answeredAt && rfc2822(call.answeredAt),
  end_time: call.endedAt && rfc2822(call.endedAt),
  uri: `${accountPath(account)}/Calls/${call.sid}.json`
})

// How long a callback waits for a connection: with many to send, a try that were given up would only come back.
const patience = 60_000

const callBack = (account: string, authToken: string, url: string, call: CallOnTheLine) => {
  const fields = callbackFields(account, call)
  const headers = {
    "x-twilio-signature": twilioSignature(authToken, url, fields),
    "i-twilio-idempotency-token": randomBytes(16).toString("hex")
  }
  const form = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]))
  return Effect.suspend(() =>
    sendRequest({ method: "POST", url, headers, form, deadline: performance.now() + patience })
  ).pipe(
    Effect.filterOrFail(({ status }) => status < 500),
    // For about a minute: as long as a restart of who listens may take.
    Effect.retry({ times: 8, schedule: Schedule.exponential("250 millis") }),
    Effect.catch(() => Effect.logWarning("Nobody takes the simulated line's status callbacks: this one is given up"))
  )
}

const callbackFields = (account: string, call: CallOnTheLine): ReadonlyArray<readonly [string, string]> => [
  ["CallSid", call.sid],
  ["AccountSid", account],
  ["From", call.from],
  ["To", call.to],
  ["CallStatus", call.status],
  ["ApiVersion", "2010-04-01"],
  ["Direction", "outbound-api"],
  ["Timestamp", rfc2822(new Date())],
  ["SequenceNumber", String(call.sequence++)],
  ["CallbackSource", "call-progress-events"],
  ...(call.answeredAt === null ? [] : [["AnsweredBy", "human"] as const]),
  ...(call.endedAt === null ? [] : [["CallDuration", String(call.durationSeconds)] as const])
]

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

const send = (response: http.ServerResponse, { status, body }: Reply) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}
