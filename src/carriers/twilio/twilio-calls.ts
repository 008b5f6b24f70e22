import { Effect, Schema } from "effect"
import type { AnsweredBy } from "../../domain/calls/Call.ts"
import {
  BadCallback,
  type CallEvent,
  CallerNotAllowed,
  type CallToPlace,
  CarrierBusy,
  type CarrierCall,
  CarrierRefused,
  InvalidNumber,
  NoClearAnswer,
  type NotPlaced
} from "../Carrier.ts"
import type { CarrierResponse, NotAnswered, NotSent } from "../send-request.ts"
import { type Form, isSignedByTwilio } from "./twilio-signature.ts"

/** Builds the form that places a call. */
export const placingForm = (call: CallToPlace): URLSearchParams =>
  new URLSearchParams([
    ["To", call.to],
    ["From", call.from],
    ["Timeout", String(call.ringSeconds)],
    ["TimeLimit", String(call.limitSeconds)],
    ["Twiml", streamTwiml(call)],
    ["StatusCallback", call.urls.status],
    ["StatusCallbackMethod", "POST"],
    ["StatusCallbackEvent", "initiated"],
    ["StatusCallbackEvent", "ringing"],
    ["StatusCallbackEvent", "answered"],
    ["StatusCallbackEvent", "completed"]
  ])

/**
 * TwiML for an answered call: Twilio connects it to the service, and hangs up once the stream has
 * ended.
 */
export const streamTwiml = ({ attemptId, urls }: CallToPlace): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response><Connect><Stream url="${urls.stream}">` +
  `<Parameter name="attemptId" value="${attemptId}"/></Stream></Connect><Hangup/></Response>`

/** Turns the response to a request that places a call, or its failure, into the result of `originate`. */
export const originateResult = (response: Effect.Effect<CarrierResponse, NotSent | NotAnswered>) =>
  response.pipe(
    Effect.catchTags({
      NotSent: ({ code }) => Effect.fail(new CarrierBusy({ reason: `Not sent: ${code}`, retryAfterMillis: 1_000 })),
      NotAnswered: ({ code }) => Effect.fail(new NoClearAnswer({ reason: `No answer: ${code}` }))
    }),
    Effect.flatMap(readPlacing)
  )

/** Decodes the response to a request that places a call. */
export const readPlacing = (
  answer: CarrierResponse
): Effect.Effect<{ readonly callSid: string }, NotPlaced | NoClearAnswer> => {
  if (answer.status >= 200 && answer.status < 300) {
    return decodeCall(answer.body).pipe(
      Effect.map(({ sid }) => ({ callSid: sid })),
      Effect.mapError(() => new NoClearAnswer({ reason: `Answer ${answer.status} without a call` }))
    )
  }
  // A 503 without a Twilio error may come from a gateway, and the call may have been placed behind
  // it.
  if (answer.status === 429 || (answer.status === 503 && errorOf(answer).code !== undefined)) {
    return Effect.fail(new CarrierBusy({ reason: refusal(answer), retryAfterMillis: retryAfterMillis(answer) }))
  }
  if (answer.status >= 400 && answer.status < 500) {
    const { code } = errorOf(answer)
    const reason = refusal(answer)
    if (invalidNumber.has(code)) return Effect.fail(new InvalidNumber({ reason }))
    if (callerNotAllowed.has(code)) return Effect.fail(new CallerNotAllowed({ reason }))
    const refusesAccount = answer.status === 401 || ofAccount.has(code)
    return Effect.fail(new CarrierRefused({ reason, ...(refusesAccount && { refusesAccount }) }))
  }
  return Effect.fail(new NoClearAnswer({ reason: refusal(answer) }))
}

/** Decodes the call in a response body. */
export const readCall = (attemptId: string, body: string): Effect.Effect<CarrierCall, NoClearAnswer> =>
  decodeCall(body).pipe(Effect.map(carrierCall(attemptId)), Effect.mapError(noCall))

/** Decodes the newest call of a list; undefined when the list is empty. */
export const readNewestCall = (
  attemptId: string,
  body: string
): Effect.Effect<CarrierCall | undefined, NoClearAnswer> =>
  decodeCalls(body).pipe(
    Effect.map(({ calls: [newest] }) => newest && carrierCall(attemptId)(newest)),
    Effect.mapError(noCall)
  )

/** Decodes a list of calls. Fails when there is a further page. */
export const readCalls = (attemptId: string, body: string) =>
  decodeListedCalls(body).pipe(
    Effect.filterOrFail(({ next_page_uri }) => !next_page_uri),
    Effect.map(({ calls }) =>
      calls.map((call) => ({
        call: carrierCall(attemptId)(call),
        from: call.from,
        createdAt: Date.parse(call.date_created)
      }))
    ),
    Effect.mapError(noCall)
  )

/** Whether the response to a hang-up means that the call is over. */
export const isOver = (answer: CarrierResponse): boolean =>
  (answer.status >= 200 && answer.status < 300) || answer.status === 404 || errorOf(answer).code === notInProgress

/** Decodes the response to a request that replaces the steps of an answered call. */
export const readRedirect = (answer: CarrierResponse): Effect.Effect<"redirected" | "over", NoClearAnswer> => {
  if (answer.status >= 200 && answer.status < 300) return Effect.succeed("redirected")
  return isOver(answer) ? Effect.succeed("over") : Effect.fail(new NoClearAnswer({ reason: refusal(answer) }))
}

/** Verifies the signature of a status callback and decodes it. */
export const readStatusCallback = (
  authToken: string,
  callback: StatusForm & { readonly headers: Readonly<Record<string, string | undefined>> }
): Effect.Effect<CallEvent, BadCallback> => {
  const signature = callback.headers["x-twilio-signature"] ?? ""
  return isSignedByTwilio(authToken, callback.url, callback.form, signature)
    ? readStatusForm(callback)
    : Effect.fail(new BadCallback({ reason: "The signature is wrong" }))
}

interface StatusForm {
  readonly url: string
  readonly form: Form
  readonly attemptId: string
}

/** Decodes a status callback whose signature has been verified. */
export const readStatusForm = Effect.fnUntraced(function* (callback: StatusForm) {
  // The signature covers the URL, so the URL must name the attempt.
  if (!callback.url.endsWith(`/${callback.attemptId}`)) {
    return yield* new BadCallback({ reason: "The URL names another attempt" })
  }
  const fields = yield* decodeFields(Object.fromEntries(callback.form)).pipe(
    Effect.mapError(() => new BadCallback({ reason: "The form is not that of a call" }))
  )
  return "CallStatus" in fields ? callEvent(callback.attemptId, fields) : recognition(callback.attemptId, fields)
})

/** Status of a call at Twilio. */
export const TwilioStatus = Schema.Literals([
  "queued",
  "initiated",
  "ringing",
  "in-progress",
  "completed",
  "busy",
  "failed",
  "no-answer",
  "canceled"
])

/** Formats a time as Twilio does, to the second. */
export const rfc2822 = (date: Date): string => date.toUTCString().replace("GMT", "+0000")

/** Twilio error codes: the call is not in progress; the number to call, or to call from, is invalid. */
export const notInProgress = 21220
export const invalidTo = 21211
export const invalidFrom = 21212

// Codes for an invalid number, one that cannot be reached or seems invalid, and the same codes of
// Twilio's call engine.
const invalidNumber: ReadonlySet<number | undefined> = new Set([invalidTo, 21214, 21217, 13223, 13224])

// Codes for a number to call from that is not verified, is invalid, or does not belong to the account.
const callerNotAllowed: ReadonlySet<number | undefined> = new Set([21210, invalidFrom, 21606])

// Codes for a token that is not accepted, and for an account that is suspended or closed.
const ofAccount: ReadonlySet<number | undefined> = new Set([20003, 20005])

const Sid = Schema.String.check(Schema.isPattern(/^CA[0-9A-Za-z]{1,64}$/))
const Seconds = Schema.String.check(Schema.isPattern(/^[0-9]{1,9}$/))
const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const CallResource = Schema.Struct({
  sid: Sid,
  status: TwilioStatus,
  duration: optional(Seconds),
  answered_by: optional(Schema.String)
})

const decodeCall = Schema.decodeUnknownEffect(Schema.fromJsonString(CallResource))
const decodeCalls = Schema.decodeUnknownEffect(
  Schema.fromJsonString(Schema.Struct({ calls: Schema.Array(CallResource) }))
)
const decodeListedCalls = Schema.decodeUnknownEffect(
  Schema.fromJsonString(
    Schema.Struct({
      calls: Schema.Array(Schema.Struct({ ...CallResource.fields, from: Schema.String, date_created: Schema.String })),
      next_page_uri: optional(Schema.String)
    })
  )
)
const Recognition = Schema.Struct({ CallSid: Sid, AnsweredBy: Schema.String })
const decodeFields = Schema.decodeUnknownEffect(
  Schema.Union([
    Schema.Struct({
      CallSid: Sid,
      CallStatus: TwilioStatus,
      CallDuration: Schema.optionalKey(Seconds),
      SipResponseCode: Schema.optionalKey(Schema.String),
      AnsweredBy: Schema.optionalKey(Schema.String)
    }),
    Recognition
  ])
)
const decodeError = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ code: Schema.Int, message: Schema.String }))
)

const noCall = () => new NoClearAnswer({ reason: "The answer shows no call" })

const errorOf = ({ body }: CarrierResponse): { readonly code?: number } => {
  const decoded = decodeError(body)
  return decoded._tag === "Some" ? decoded.value : {}
}

// The carrier's message contains the phone number, so only its code is used.
const refusal = (answer: CarrierResponse) => {
  const { code } = errorOf(answer)
  return code === undefined
    ? `Answer ${answer.status}`
    : `Answer ${answer.status}, error ${code}: see https://www.twilio.com/docs/errors/${code}`
}

const retryAfterMillis = ({ headers }: CarrierResponse) => {
  const seconds = Number(headers["retry-after"])
  return seconds > 0 && seconds <= 3_600 ? seconds * 1_000 : 1_000
}

const carrierCall =
  (attemptId: string) =>
  (call: typeof CallResource.Type): CarrierCall => {
    const event = callEvent(attemptId, {
      CallSid: call.sid,
      CallStatus: call.status,
      ...(call.duration && { CallDuration: call.duration }),
      ...(call.answered_by && { AnsweredBy: call.answered_by })
    })
    if (event.kind === "ended") return { callSid: call.sid, state: "ended", event }
    return { callSid: call.sid, state: event.kind === "answered" ? "answered" : "ringing" }
  }

const recognition = (attemptId: string, { AnsweredBy, CallSid }: typeof Recognition.Type): CallEvent => ({
  attemptId,
  callSid: CallSid,
  kind: "recognized",
  answeredBy: whoAnswered(AnsweredBy) ?? "unknown"
})

const callEvent = (
  attemptId: string,
  fields: {
    readonly CallSid: string
    readonly CallStatus: typeof TwilioStatus.Type
    readonly CallDuration?: string
    readonly SipResponseCode?: string
    readonly AnsweredBy?: string
  }
): CallEvent => {
  const about = { attemptId, callSid: fields.CallSid }
  const answeredBy = whoAnswered(fields.AnsweredBy)
  switch (fields.CallStatus) {
    case "queued":
    case "initiated":
      return { ...about, kind: "placed" }
    case "ringing":
      return { ...about, kind: "ringing" }
    case "in-progress":
      return { ...about, kind: "answered", answeredBy }
    case "completed": {
      const durationSeconds = Number(fields.CallDuration ?? 0)
      return { ...about, kind: "ended", outcome: "CONNECTED", durationSeconds, answeredBy }
    }
    default: {
      const isAway = fields.CallStatus === "failed" && unreachable.has(fields.SipResponseCode ?? "")
      const outcome = isAway ? "UNREACHABLE" : unanswered[fields.CallStatus]
      return { ...about, kind: "ended", outcome, durationSeconds: 0, answeredBy: null }
    }
  }
}

const unanswered = {
  busy: "BUSY",
  "no-answer": "NO_ANSWER",
  failed: "CARRIER_ERROR",
  canceled: "CARRIER_ERROR"
} as const

// SIP codes of a number that does not exist or a phone that is off, which is not the carrier's
// fault.
const unreachable: ReadonlySet<string> = new Set(["404", "410", "480", "484", "604"])

// Twilio's values machine_start, machine_end_beep, machine_end_silence and machine_end_other all
// mean a machine.
const whoAnswered = (answeredBy: string | undefined): typeof AnsweredBy.Type | null => {
  if (answeredBy === undefined || answeredBy === "") return null
  if (answeredBy.startsWith("machine")) return "machine"
  return answeredBy === "human" || answeredBy === "fax" ? answeredBy : "unknown"
}
