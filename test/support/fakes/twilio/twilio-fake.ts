import { createHmac, randomBytes } from "node:crypto"
import { once } from "node:events"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { WebSocket } from "ws"
import { makeTransfers } from "./twilio-transfers.ts"

/** Fault of a request that places a call. With "placed", the phone rings all the same. */
export type Fault =
  | "429"
  | "401"
  | "500 placed"
  | "cut placed"
  | "hang placed"
  | "503 of Twilio"
  | "503 of a gateway"
  | { readonly status: number; readonly code: number }

/** Reaction of the called person. One who waits does nothing until the test decides. */
export type Answerer =
  | { readonly does: "wait" }
  | { readonly does: "busy" | "no-answer" | "failed" }
  | {
      readonly does: "answer"
      readonly answeredBy?: string
      readonly conversationMillis?: number
      /** Number of audio frames that the person sends; with 0, no stream is opened. */
      readonly says?: number
    }

export interface FakeCall {
  readonly sid: string
  form: ReadonlyArray<readonly [string, string]>
  readonly to: string
  readonly from: string
  readonly isInbound?: boolean
  readonly createdAt: Date
  status: string
  startedAt: Date | null
  endedAt: Date | null
  durationSeconds: number
  answeredBy: string | null
  sequence: number
  socket: WebSocket | undefined
  /** The document that the call carries out. */
  twiml: string
}

/** A status callback that can be sent. */
export interface FakeCallback {
  readonly url: string
  readonly form: ReadonlyArray<readonly [string, string]>
  readonly send: (signature?: string) => Promise<number>
}

interface Logged {
  readonly at: number
  readonly what: "request" | "placed" | "callback" | "media"
  readonly about: string
  readonly status?: number
}

interface Options {
  readonly fromNumbers: ReadonlyArray<string>
  readonly person?: (to: string) => Answerer
  readonly fault?: (to: string, placing: number) => Fault | undefined
  /** Called before a live call gets another document. */
  readonly onRedirect?: (call: FakeCall, twiml: string) => void
  /**
   * "held": the test sends them. "backwards": all callbacks of a call are sent at its end, the last
   * one first.
   */
  readonly callbacks?: "in order" | "twice" | "backwards" | "held"
}

const makeAccountSid = () => `AC${randomBytes(16).toString("hex")}`

/**
 * A fake of Twilio's REST API for calls, written from its documentation, over a real socket.
 * Independent of `src`.
 */
export const startTwilioFake = async (options: Options) => {
  const accountSid = makeAccountSid()
  const authToken = randomBytes(16).toString("hex")
  const calls: Array<FakeCall> = []
  const log: Array<Logged> = []
  const held: Array<FakeCallback> = []
  const frames: Array<any> = []
  /** Further accounts that are reached at the same URL, by their SIDs. */
  const accounts = new Map<string, typeof handle>()
  const it = {
    ...options,
    accountStatus: "active",
    isDown: false,
    token: authToken,
    verified: [] as ReadonlyArray<string>
  }
  let placings = 0
  const timers = new Set<NodeJS.Timeout>()
  const note = (what: Logged["what"], about: string, status?: number) =>
    log.push({ at: performance.now(), what, about, ...(status !== undefined && { status }) })
  const later = (millis: number, then: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      then()
    }, millis)
    timers.add(timer)
  }

  const send = (url: string, form: FakeCallback["form"], signature = signatureOf(authToken, url, form)) =>
    fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
        "x-twilio-signature": signature,
        "i-twilio-idempotency-token": randomBytes(16).toString("hex"),
        "user-agent": "TwilioProxy/1.1"
      },
      body: new URLSearchParams(form.map(([name, value]): [string, string] => [name, value]))
    })

  const noted = async (url: string, form: FakeCallback["form"], signature?: string) => {
    const response = await send(url, form, signature)
    const body = await response.text()
    note("callback", `${fieldOf(form, "CallSid")} ${fieldOf(form, "CallStatus") ?? "amd"}`, response.status)
    return { status: response.status, body }
  }
  const post = async (...sent: Parameters<typeof noted>) => (await noted(...sent)).status

  // Callbacks of one call are sent in their order.
  const sending = new Map<string, Promise<unknown>>()
  const collected = new Map<string, Array<FakeCallback>>()
  const deliver = (call: FakeCall, url: string, form: FakeCallback["form"], isLast: boolean) => {
    const callback: FakeCallback = { url, form, send: (signature) => post(url, form, signature) }
    const mode = it.callbacks ?? "in order"
    if (mode === "held") return held.push(callback)
    const mine = [...(collected.get(call.sid) ?? []), callback]
    collected.set(call.sid, mode === "backwards" ? mine : [])
    if (mode === "backwards" && !isLast) return
    const now = mode === "backwards" ? mine.toReversed() : mode === "twice" ? [callback, callback] : [callback]
    for (const one of now) {
      const before = sending.get(call.sid) ?? Promise.resolve()
      sending.set(
        call.sid,
        before.then(() => one.send()).catch(() => undefined)
      )
    }
  }

  const notify = (call: FakeCall, event: string, fields: ReadonlyArray<readonly [string, string]> = []) => {
    const url = fieldOf(call.form, "StatusCallback")
    const wanted = call.form.filter(([name]) => name === "StatusCallbackEvent").map(([, value]) => value)
    if (url === undefined || !(wanted.length > 0 ? wanted : ["completed"]).includes(event)) return
    const form = [...callbackOf(accountSid, call), ...fields, ["Timestamp", new Date().toUTCString()] as const]
    deliver(call, url, form, event === "completed")
  }

  const recognize = (call: FakeCall, answeredBy: string) => {
    call.answeredBy = answeredBy
    const url = fieldOf(call.form, "AsyncAmdStatusCallback")
    if (fieldOf(call.form, "AsyncAmd") !== "true" || url === undefined) return
    deliver(
      call,
      url,
      [
        ["CallSid", call.sid],
        ["AccountSid", accountSid],
        ["AnsweredBy", answeredBy],
        ["MachineDetectionDuration", "2400"]
      ],
      false
    )
  }

  const end = (call: FakeCall, status: string, durationSeconds = 0) => {
    if (call.endedAt !== null) return
    call.status = status
    call.endedAt = new Date()
    call.durationSeconds = durationSeconds
    notify(call, "completed", [
      ["CallDuration", String(durationSeconds)],
      ["SipResponseCode", status === "busy" ? "486" : "200"]
    ])
    call.socket?.close()
    transfers.leave(call)
  }

  const ring = (call: FakeCall) => {
    call.status = "ringing"
    notify(call, "ringing")
  }

  const answer = (call: FakeCall, conversationMillis = 0, answeredBy = "human", says = 5) => {
    call.status = "in-progress"
    call.startedAt = new Date()
    notify(call, "answered")
    if (fieldOf(call.form, "MachineDetection") !== undefined) recognize(call, answeredBy)
    const finish = () => end(call, "completed", 30)
    if (says > 0) openStream(call, says, finish)
    if (conversationMillis > 0) later(conversationMillis, finish)
  }

  // When the server closes the stream, the TwiML continues with its Hangup.
  const openStream = (call: FakeCall, says: number, closed: () => void) => {
    const { twiml } = call
    const url = /<Stream url="([^"]+)"/.exec(twiml)?.[1]
    if (url === undefined) return closed()
    const parameters = Object.fromEntries(
      [...twiml.matchAll(/<Parameter name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value])
    )
    const socket = new WebSocket(url, {
      headers: { "x-twilio-signature": signatureOf(authToken, url, []), "user-agent": "TwilioMediaStreams/1.0" },
      perMessageDeflate: false
    })
    call.socket = socket
    const streamSid = `MZ${randomBytes(16).toString("hex")}`
    let sequence = 0
    const send = (message: object) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message))
    const sendNext = (message: object) => send({ ...message, sequenceNumber: String(++sequence), streamSid })
    socket.once("unexpected-response", (_, { statusCode }) => note("media", call.sid, statusCode ?? 0))
    socket.on("error", () => undefined)
    socket.once("open", () => {
      note("media", call.sid, 101)
      send({ event: "connected", protocol: "Call", version: "1.0.0" })
      sendNext({
        event: "start",
        start: {
          streamSid,
          accountSid,
          callSid: call.sid,
          tracks: ["inbound"],
          mediaFormat: { encoding: "audio/x-mulaw", sampleRate: 8000, channels: 1 },
          customParameters: parameters
        }
      })
      for (let chunk = 1; chunk <= says; chunk++) {
        const payload = Buffer.alloc(160, 0xff).toString("base64")
        sendNext({
          event: "media",
          media: { track: "inbound", chunk: String(chunk), timestamp: String(20 * chunk - 15), payload }
        })
      }
    })
    socket.on("message", (data) => {
      const message = JSON.parse(data.toString())
      frames.push({ ...message, callSid: call.sid })
      if (message.event === "mark") sendNext({ event: "mark", mark: message.mark })
    })
    socket.once("close", () => {
      note("media", call.sid, 1000)
      if (call.status === "in-progress" && sequence > 0 && call.twiml === twiml) closed()
    })
  }

  const transfers = makeTransfers({
    makeSid: () => `CA${randomBytes(16).toString("hex")}`,
    end,
    openStream,
    ask: async (call, url, fields) => (await noted(url, [...callbackOf(accountSid, call), ...fields])).body
  })

  const live = (call: FakeCall) => {
    const person = it.person?.(call.to) ?? { does: "answer", conversationMillis: 100 }
    if (person.does === "wait") return
    later(5, () => {
      call.status = "initiated"
      notify(call, "initiated")
      if (person.does === "busy" || person.does === "failed") return later(5, () => end(call, person.does))
      ring(call)
      later(10, () => {
        if (call.endedAt !== null) return
        if (person.does === "answer") answer(call, person.conversationMillis, person.answeredBy, person.says)
        else end(call, person.does)
      })
    })
  }

  const place = (form: FakeCall["form"]): Reply | "cut" | "hang" => {
    const to = fieldOf(form, "To") ?? ""
    const fault = it.fault?.(to, placings++)
    if (fault === "401") return failure(401, 20003, "Authenticate")
    if (fault === "429") return { ...failure(429, 20429, "Too Many Requests"), headers: { "retry-after": "1" } }
    if (fault === "503 of Twilio") return failure(503, 20503, "Service Unavailable")
    if (typeof fault === "object") return failure(fault.status, fault.code, `Not for ${to}`)
    const problem = problemOf(form, it.fromNumbers)
    if (problem !== undefined) return problem
    // Behind a failing gateway the call may still be placed and ring.
    const call: FakeCall = {
      sid: `CA${randomBytes(16).toString("hex")}`,
      form,
      to,
      from: fieldOf(form, "From") ?? "",
      createdAt: new Date(),
      status: "queued",
      startedAt: null,
      endedAt: null,
      durationSeconds: 0,
      answeredBy: null,
      sequence: 0,
      socket: undefined,
      twiml: fieldOf(form, "Twiml") ?? ""
    }
    calls.push(call)
    note("placed", to)
    live(call)
    if (fault === "500 placed") return failure(500, 20500, "An internal server error has occurred")
    if (fault === "503 of a gateway") return { status: 503, body: "<html>upstream</html>" }
    if (fault === "cut placed") return "cut"
    if (fault === "hang placed") return "hang"
    return { status: 201, body: show(call) }
  }

  /** A person calls one of the numbers. The service says at `voiceUrl` what happens in the call. */
  const callIn = async (voiceUrl: string, from: string, to: string, signature?: string) => {
    const call: FakeCall = {
      sid: `CA${randomBytes(16).toString("hex")}`,
      form: [],
      to,
      from,
      isInbound: true,
      createdAt: new Date(),
      status: "ringing",
      startedAt: null,
      endedAt: null,
      durationSeconds: 0,
      answeredBy: null,
      sequence: 0,
      socket: undefined,
      twiml: ""
    }
    calls.push(call)
    const response = await send(voiceUrl, callbackOf(accountSid, call), signature)
    const document = await response.text()
    note("callback", `${call.sid} voice`, response.status)
    call.form = [["Twiml", document]]
    call.twiml = document
    if (response.ok && document.includes("<Stream")) answer(call)
    return { call, document, status: response.status }
  }

  /** The person of a call presses a key in a `<Gather>`. */
  const press = async (call: FakeCall, digit: string) => {
    const twiml = fieldOf(call.form, "Twiml") ?? ""
    const url = /<Gather action="([^"]+)"/.exec(twiml)?.[1] ?? ""
    return (await send(url, [...callbackOf(accountSid, call), ["Digits", digit]])).text()
  }

  const show = (call: FakeCall) => resourceOf(accountSid, call)

  const list = (query: URLSearchParams): Reply => {
    const size = Number(query.get("PageSize") ?? 50)
    const after = Date.parse(query.get("StartTime>") ?? "1970-01-01")
    const found = calls
      .filter(
        ({ createdAt, from, startedAt, status, to }) =>
          [null, to].includes(query.get("To")) &&
          [null, from].includes(query.get("From")) &&
          [null, status].includes(query.get("Status")) &&
          (startedAt ?? createdAt).getTime() >= after
      )
      .toReversed()
    const next = found.length > size ? `/2010-04-01/Accounts/${accountSid}/Calls.json?Page=1` : null
    return {
      status: 200,
      body: {
        calls: found.slice(0, size).map(show),
        page: 0,
        page_size: size,
        start: 0,
        end: Math.min(found.length, size) - 1,
        uri: `/2010-04-01/Accounts/${accountSid}/Calls.json`,
        first_page_uri: `/2010-04-01/Accounts/${accountSid}/Calls.json?Page=0`,
        previous_page_uri: null,
        next_page_uri: next
      }
    }
  }

  const update = (call: FakeCall, form: FakeCall["form"]): Reply => {
    const [status, twiml] = [fieldOf(form, "Status"), fieldOf(form, "Twiml")]
    if (!within(fieldOf(form, "TimeLimit"), 14_400)) return failure(400, 20001, "Invalid TimeLimit")
    if (twiml !== undefined) return redirect(call, twiml)
    const statusUrl = fieldOf(form, "StatusCallback")
    if (status === undefined && statusUrl !== undefined) {
      if (call.startedAt === null || call.endedAt !== null) return failure(400, 21220, "Call is not in-progress.")
      call.form = [...call.form, ...form]
      return { status: 200, body: show(call) }
    }
    if (status !== "completed" && status !== "canceled") return failure(400, 20001, "Status is not a valid choice")
    if (call.endedAt !== null) return failure(400, 21220, "Call is not in-progress. Cannot redirect.")
    end(call, call.startedAt === null ? "canceled" : "completed", call.startedAt === null ? 0 : 3)
    return { status: 200, body: show(call) }
  }

  const redirect = (call: FakeCall, twiml: string): Reply => {
    it.onRedirect?.(call, twiml)
    if (call.endedAt !== null || call.startedAt === null) {
      return failure(400, 21220, "Call is not in-progress. Cannot redirect.")
    }
    transfers.perform(call, twiml)
    return { status: 200, body: show(call) }
  }

  const handle = (
    method: string,
    target: string,
    authorization: string,
    form: FakeCall["form"]
  ): Reply | "cut" | "hang" => {
    if (it.isDown) return "cut"
    const url = new URL(target, "http://fake")
    const expected = `Basic ${Buffer.from(`${accountSid}:${it.token}`).toString("base64")}`
    if (authorization !== expected) return failure(401, 20003, "Authenticate")
    const [, resource] = new RegExp(`^/2010-04-01/Accounts/${accountSid}(.*)\\.json$`).exec(url.pathname) ?? []
    if (resource === "") return { status: 200, body: accountOf(accountSid, it.accountStatus) }
    const wanted = url.searchParams.get("PhoneNumber")
    const listed = (numbers: ReadonlyArray<string>) =>
      numbers.filter((one) => wanted === null || one === wanted).map((phone_number) => ({ phone_number, sid: "PN" }))
    if (resource === "/IncomingPhoneNumbers")
      return { status: 200, body: { incoming_phone_numbers: listed(it.fromNumbers), page: 0 } }
    if (resource === "/OutgoingCallerIds")
      return { status: 200, body: { outgoing_caller_ids: listed(it.verified), page: 0 } }
    if (resource === "/Calls") return method === "POST" ? place(form) : list(url.searchParams)
    const call = calls.find(({ sid }) => resource === `/Calls/${sid}`)
    if (call === undefined) return failure(404, 20404, `The requested resource ${url.pathname} was not found`)
    return method === "POST" ? update(call, form) : { status: 200, body: show(call) }
  }

  const server = http.createServer(async (request, response) => {
    let body = ""
    for await (const part of request) body += part
    const { headers, method = "", url = "" } = request
    const handler = accounts.get(/\/Accounts\/(AC\w+)/.exec(url)?.[1] ?? "") ?? handle
    const reply = handler(method, url, headers.authorization ?? "", [...new URLSearchParams(body)])
    note("request", `${method} ${url.split("?")[0]}`, typeof reply === "string" ? 0 : reply.status)
    if (reply === "hang") return
    if (reply === "cut") return void request.socket.destroy()
    const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body)
    const type = typeof reply.body === "string" ? "text/html" : "application/json"
    response.writeHead(reply.status, { "content-type": type, ...reply.headers }).end(text)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accountSid,
    authToken,
    accounts,
    handle,
    calls,
    log,
    held,
    /** Media messages from the server. */
    frames,
    /** Options, which a test may change while the fake runs. */
    it,
    placedTo: (to: string) => calls.filter((call) => call.to === to),
    ring,
    answer,
    recognize,
    callIn,
    press,
    end,
    dials: transfers.dials,
    endDial: transfers.endDial,
    rooms: transfers.rooms,
    sign: (url: string, form: FakeCallback["form"] = []) => signatureOf(authToken, url, form),
    stop: async () => {
      for (const timer of timers) clearTimeout(timer)
      for (const { socket } of calls) socket?.terminate()
      server.close()
      server.closeAllConnections()
      await Promise.all(sending.values())
    }
  }
}

export type TwilioFake = Awaited<ReturnType<typeof startTwilioFake>>

interface Reply {
  readonly status: number
  readonly body: object | string
  readonly headers?: Readonly<Record<string, string>>
}

const fieldOf = (form: FakeCall["form"], name: string) => form.find(([one]) => one === name)?.[1]

const failure = (status: number, code: number, message: string): Reply => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }
})

/** Computes X-Twilio-Signature from the URL, then each name and its values in order, each value once. */
export const signatureOf = (authToken: string, url: string, form: FakeCall["form"]): string => {
  const names = [...new Set(form.map(([name]) => name))].sort()
  const pairs = names.map((name) => {
    const values = new Set(form.filter(([one]) => one === name).map(([, value]) => value))
    return [...values].sort().map((value) => `${name}${value}`)
  })
  return createHmac("sha1", authToken)
    .update(url + pairs.flat().join(""))
    .digest("base64")
}

const known = new Set([
  "To",
  "From",
  "Twiml",
  "Timeout",
  "TimeLimit",
  "StatusCallback",
  "StatusCallbackMethod",
  "StatusCallbackEvent",
  "MachineDetection",
  "AsyncAmd",
  "AsyncAmdStatusCallback",
  "AsyncAmdStatusCallbackMethod"
])
const events = ["initiated", "ringing", "answered", "completed"]
const within = (text: string | undefined, most: number) =>
  text === undefined || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most)

// Stricter than Twilio, which ignores unknown parameters.
const problemOf = (form: FakeCall["form"], fromNumbers: ReadonlyArray<string>): Reply | undefined => {
  const value = (name: string) => fieldOf(form, name)
  const number = /^\+[1-9]\d{7,14}$/
  const isCallable = (text: string) => number.test(text) || /^sips?:[^@\s]+@\S+$/.test(text)
  const [to, from, twiml] = [value("To"), value("From"), value("Twiml")]
  const unknown = form.find(([name]) => !known.has(name))
  if (unknown !== undefined) return failure(400, 20001, `${unknown[0]} is unknown to the fake`)
  if (!to) return failure(400, 21201, "No 'To' number is specified")
  if (!from) return failure(400, 21213, "No 'From' number is specified")
  if (!isCallable(to)) return failure(400, 21211, `The phone number you are attempting to call, ${to}, is not valid.`)
  if (!number.test(from)) return failure(400, 21212, `The source phone number provided, ${from}, is not valid.`)
  if (!fromNumbers.includes(from))
    return failure(400, 21210, `The source phone number provided, ${from}, is not yours.`)
  if (!twiml) return failure(400, 21205, "Url parameter is required.")
  if (twiml.length > 4_000) return failure(400, 21624, "Twiml is too long")
  if (!/^<\?xml[^>]*\?><Response>.*<\/Response>$/.test(twiml)) return failure(400, 12100, "Document parse failure")
  for (const name of ["StatusCallback", "AsyncAmdStatusCallback"]) {
    const url = value(name)
    if (url !== undefined && !/^https?:\/\//.test(url)) return failure(400, 21609, `Invalid ${name} URL`)
  }
  if (form.some(([name, event]) => name === "StatusCallbackEvent" && !events.includes(event))) {
    return failure(400, 21626, "Invalid StatusCallbackEvent")
  }
  if (!within(value("Timeout"), 600)) return failure(400, 20001, "Invalid Timeout")
  if (!within(value("TimeLimit"), 14_400)) return failure(400, 20001, "Invalid TimeLimit")
  if (![undefined, "Enable", "DetectMessageEnd"].includes(value("MachineDetection"))) {
    return failure(400, 20001, "Invalid MachineDetection")
  }
  return undefined
}

const rfc2822 = (date: Date | null) => date?.toUTCString().replace("GMT", "+0000") ?? null

const resourceOf = (accountSid: string, call: FakeCall) => ({
  sid: call.sid,
  date_created: rfc2822(call.createdAt),
  date_updated: rfc2822(call.endedAt ?? call.createdAt),
  parent_call_sid: null,
  account_sid: accountSid,
  to: call.to,
  to_formatted: call.to,
  from: call.from,
  from_formatted: call.from,
  phone_number_sid: null,
  status: call.status,
  start_time: rfc2822(call.startedAt),
  end_time: rfc2822(call.endedAt),
  duration: call.endedAt === null ? null : String(call.durationSeconds),
  price: null,
  price_unit: "USD",
  direction: call.isInbound ? "inbound" : "outbound-api",
  answered_by: call.answeredBy,
  annotation: null,
  api_version: "2010-04-01",
  forwarded_from: null,
  group_sid: null,
  caller_name: null,
  queue_time: "0",
  trunk_sid: null,
  uri: `/2010-04-01/Accounts/${accountSid}/Calls/${call.sid}.json`,
  subresource_uris: {}
})

const accountOf = (sid: string, status: string) => ({
  sid,
  owner_account_sid: sid,
  friendly_name: "Fake",
  status,
  type: "Full",
  date_created: "Tue, 10 Mar 2026 12:00:00 +0000",
  date_updated: "Tue, 10 Mar 2026 12:00:00 +0000",
  uri: `/2010-04-01/Accounts/${sid}.json`
})

const callbackOf = (accountSid: string, call: FakeCall): ReadonlyArray<readonly [string, string]> => [
  ["Called", call.to],
  ["ToState", ""],
  ["CallerCountry", "US"],
  ["Direction", call.isInbound ? "inbound" : "outbound-api"],
  ["CallerState", ""],
  ["ToZip", ""],
  ["CallSid", call.sid],
  ["To", call.to],
  ["CallerZip", ""],
  ["ApiVersion", "2010-04-01"],
  ["CalledCity", ""],
  ["CallStatus", call.status],
  ["From", call.from],
  ["AccountSid", accountSid],
  ["CallbackSource", "call-progress-events"],
  ["SequenceNumber", String(call.sequence++)]
]
