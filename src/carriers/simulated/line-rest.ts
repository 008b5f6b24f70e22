import type http from "node:http"
import { phoneNumberProblem } from "../../domain/calendar/phone-number.ts"
import { sameText } from "../../platform/secrets/same-text.ts"
import { invalidFrom, invalidTo, notInProgress, rfc2822 } from "../twilio/twilio-calls.ts"
import type { CallOnTheLine, LineCallRequest, makeLineCalls } from "./line-calls.ts"
import type { Faults } from "./line-faults.ts"
import { readTwiml } from "./twiml.ts"

export interface RestResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
}

type LineCalls = ReturnType<typeof makeLineCalls>

export const accountPath = (account: string) => `/2010-04-01/Accounts/${account}`

/** Twilio's REST API for calls, plus transcripts of calls and a search by attempt. */
export const makeRest = (account: string, authToken: string, calls: LineCalls, faults: Faults) => {
  const authorization = `Basic ${Buffer.from(`${account}:${authToken}`).toString("base64")}`
  const show = (call: CallOnTheLine) => callResource(account, call)

  const place = (form: URLSearchParams): RestResponse | "no answer" => {
    const requested = readRequest(form)
    if (!("to" in requested)) return requested
    if (requested.attemptId !== null && calls.isGivenUp(requested.attemptId)) {
      return failure(409, 20409, "The attempt was looked up before and given up")
    }
    if (faults.happens("busy")) return { ...failure(429, 20429, "Too Many Requests"), headers: { "retry-after": "1" } }
    if (faults.happens("unavailable")) return failure(503, 20503, "Service Unavailable")
    const call = calls.accept(requested)
    if (faults.happens("failed")) return failure(500, 20500, "Internal Server Error")
    return faults.happens("silent") ? "no answer" : { status: 201, body: show(call) }
  }

  const list = (attemptId: string | null): RestResponse => ({
    status: 200,
    body: { calls: attemptId === null ? [] : calls.findAttempt(attemptId).map(show), page: 0, next_page_uri: null }
  })

  const change = (call: CallOnTheLine, form: URLSearchParams): RestResponse => {
    const twiml = form.get("Twiml")
    const statusUrl = form.get("StatusCallback")
    if (form.get("Status") !== "completed" && twiml === null && statusUrl === null)
      return failure(400, 20001, "Status must be completed, or there must be Twiml or a StatusCallback")
    if (call.endedAt !== null) return failure(400, notInProgress, "Call is not in-progress. Cannot redirect.")
    if (form.get("Status") === "completed") {
      calls.hangUp(call)
      return { status: 200, body: show(call) }
    }
    if (call.answeredAt === null) return failure(400, notInProgress, "Call is not in-progress. Cannot redirect.")
    if (statusUrl !== null && !isHttpUrl(statusUrl)) return failure(400, 21609, "Invalid 'StatusCallback' URL")
    const verbs = twiml === null || twiml.length > longestTwiml ? undefined : readTwiml(twiml)
    if (twiml !== null && verbs === undefined) return failure(400, 12100, "Document parse failure")
    const limit = Number(form.get("TimeLimit") ?? call.limitSeconds)
    if (!(limit > 0)) return failure(400, 20001, "TimeLimit must be seconds")
    call.limitSeconds = limit
    if (statusUrl !== null) call.statusCallback = { url: statusUrl, events: new Set(["completed"]) }
    if (verbs !== undefined) calls.redirect(call, verbs)
    return { status: 200, body: show(call) }
  }

  return (request: http.IncomingMessage, form: URLSearchParams): RestResponse | "no answer" => {
    const missing = failure(404, 20404, "The requested resource was not found")
    const [path = "", query] = (request.url ?? "").split("?", 2)
    // Checked before the token: the account of another line does not exist here, whatever the
    // credentials.
    if (!path.startsWith(`${accountPath(account)}/`)) return missing
    if (!sameText(authorization, request.headers.authorization ?? "")) return failure(401, 20003, "Authenticate")
    const resource = path.slice(accountPath(account).length)
    if (resource === "/Calls.json") {
      if (request.method === "POST") return place(form)
      return list(new URLSearchParams(query).get("AttemptId"))
    }
    const [, sid = "", ofTranscript] = /^\/Calls\/(CA[0-9a-f]{32})(\/Talk)?\.json$/.exec(resource) ?? []
    const call = calls.find(sid)
    if (call === undefined || (ofTranscript && request.method !== "GET")) return missing
    if (ofTranscript) return { status: 200, body: call.record }
    return request.method === "POST" ? change(call, form) : { status: 200, body: show(call) }
  }
}

const readRequest = (form: URLSearchParams): LineCallRequest | RestResponse => {
  const [to, from] = [form.get("To") ?? "", form.get("From") ?? ""]
  if (phoneNumberProblem(to) !== undefined && !/^sips?:\S+@\S+$/.test(to)) {
    return failure(400, invalidTo, `The 'To' number ${to} is not a valid phone number.`)
  }
  if (phoneNumberProblem(from) !== undefined || from === refusedCaller)
    return failure(400, invalidFrom, `The 'From' number ${from} is not valid.`)
  const [ringSeconds, limitSeconds] = [Number(form.get("Timeout") ?? 60), Number(form.get("TimeLimit") ?? 14_400)]
  if (!(ringSeconds > 0 && limitSeconds > 0)) return failure(400, 20001, "Timeout and TimeLimit must be seconds")
  const twiml = form.get("Twiml")
  if (twiml === null) return failure(400, 21205, "Url is not a valid URL: this line takes Twiml")
  const verbs = twiml.length > longestTwiml ? undefined : readTwiml(twiml)
  if (verbs === undefined) return failure(400, 12100, "Document parse failure")
  const url = form.get("StatusCallback")
  if (url !== null && !isHttpUrl(url)) return failure(400, 21609, "Invalid 'StatusCallback' URL")
  const asyncAmd = form.get("MachineDetection") === "Enable" && form.get("AsyncAmd") === "true"
  const recognitionCallback = asyncAmd ? form.get("AsyncAmdStatusCallback") : null
  if (recognitionCallback !== null && !isHttpUrl(recognitionCallback)) {
    return failure(400, 21609, "Invalid 'AsyncAmdStatusCallback' URL")
  }
  const events = form.getAll("StatusCallbackEvent")
  const persona = form.get("Persona")
  const voiceUrl = form.get("VoiceUrl")
  return {
    attemptId: form.get("AttemptId"),
    to,
    from,
    ...(persona !== null && { persona }),
    ...(voiceUrl !== null && { voiceUrl }),
    ringSeconds,
    limitSeconds,
    verbs,
    statusCallback: url === null ? null : { url, events: new Set(events.length > 0 ? events : ["completed"]) },
    recognitionCallback
  }
}

/** The line refuses calls from this number, as Twilio does with its test credentials. */
const refusedCaller = "+15005550001"

/** Maximum length of a TwiML document, characters. */
const longestTwiml = 4_000

const isHttpUrl = (url: string) => /^https?:\/\//.test(URL.parse(url)?.href ?? "")

const failure = (status: number, code: number, message: string): RestResponse => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }
})

const callResource = (account: string, call: CallOnTheLine) => ({
  sid: call.sid,
  account_sid: account,
  to: call.to,
  from: call.from,
  status: call.status,
  direction: call.isInbound ? "inbound" : "outbound-api",
  api_version: "2010-04-01",
  answered_by: call.recognized ? "human" : null,
  duration: call.endedAt === null ? null : String(call.durationSeconds),
  date_created: rfc2822(call.createdAt),
  date_updated: rfc2822(call.endedAt ?? call.answeredAt ?? call.createdAt),
  start_time: call.answeredAt && rfc2822(call.answeredAt),
  end_time: call.endedAt && rfc2822(call.endedAt),
  uri: `${accountPath(account)}/Calls/${call.sid}.json`
})
