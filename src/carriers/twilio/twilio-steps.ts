import { Effect, Schema } from "effect"
import { isE164 } from "../../domain/calendar/phone-number.ts"
import { BadCallback } from "../Carrier.ts"
import type { CallStep, DialEnd, InboundCall } from "../call-steps.ts"
import type { Form } from "./twilio-signature.ts"

/** Writes steps as TwiML. */
export const stepsTwiml = (steps: ReadonlyArray<CallStep>): string => document([...steps.map(verbOf), "<Hangup/>"])

const document = (verbs: ReadonlyArray<string>) =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs.join("")}</Response>`

const verbOf = (step: CallStep): string => {
  switch (step.do) {
    case "stream":
      return (
        `<Connect><Stream url="${escaped(step.url)}">` +
        `<Parameter name="attemptId" value="${escaped(step.attemptId)}"/></Stream></Connect>`
      )
    case "dial": {
      const target = step.to.startsWith("sip") ? "Sip" : "Number"
      return (
        `<Dial action="${escaped(step.next)}" timeout="${step.ringSeconds}" timeLimit="${step.limitSeconds}" ` +
        `callerId="${escaped(step.from)}"><${target}>${escaped(step.to)}</${target}></Dial>`
      )
    }
    case "meet": {
      const action = step.next === null ? "" : `action="${escaped(step.next)}" `
      return (
        `<Dial ${action}timeLimit="${step.limitSeconds}"><Conference beep="false" endConferenceOnExit="true" ` +
        `maxParticipants="2">${escaped(step.room)}</Conference></Dial>`
      )
    }
    case "ask":
      return (
        `<Gather action="${escaped(step.next)}" input="dtmf" numDigits="1" timeout="5">` +
        `<Say language="${escaped(step.language)}">${escaped(step.text)}</Say></Gather>`
      )
    case "say":
      return `<Say language="${escaped(step.language)}">${escaped(step.text)}</Say>`
  }
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Decodes the report that a `<Dial>` is over. The signature has been verified. */
export const readDialEnd = (form: Form): Effect.Effect<DialEnd, BadCallback> =>
  decodeDialEnd(Object.fromEntries(form)).pipe(
    Effect.map(({ CallSid, CallStatus, DialCallDuration, DialCallSid, DialCallStatus }) => ({
      callSid: CallSid,
      // The person may have hung up while the target rang.
      result: CallStatus === "completed" && !isAnswered(DialCallStatus) ? "CANCELED" : results[DialCallStatus],
      legSid: DialCallSid ?? null,
      seconds: Number(DialCallDuration ?? 0)
    })),
    Effect.mapError(() => new BadCallback({ reason: "The form is not that of a transferred call" }))
  )

const results = {
  completed: "ANSWERED",
  answered: "ANSWERED",
  busy: "BUSY",
  "no-answer": "NO_ANSWER",
  failed: "FAILED",
  canceled: "CANCELED"
} as const

const isAnswered = (status: keyof typeof results) => results[status] === "ANSWERED"

/** Decodes the report that a person has called. The signature has been verified. */
export const readInboundForm = (form: Form): Effect.Effect<InboundCall, BadCallback> =>
  decodeInbound(Object.fromEntries(form)).pipe(
    Effect.map(({ CallSid, From, StirVerstat = "", To }) => ({
      callSid: CallSid,
      from: isE164(From) && !withheld.has(From) && !StirVerstat.startsWith("TN-Validation-Failed") ? From : null,
      to: To
    })),
    Effect.mapError(() => new BadCallback({ reason: "The form is not that of an incoming call" }))
  )

/** Decodes the report of a key that the person of an incoming call has pressed. The signature has been verified. */
export const readKeyForm = (form: Form): Effect.Effect<InboundCall & { readonly key: string | null }, BadCallback> =>
  Effect.map(readInboundForm(form), (call) => ({
    ...call,
    key: form.find(([name, value]) => name === "Digits" && value !== "")?.[1] ?? null
  }))

// Twilio has one of these words, typed on the keys of a phone, in place of a number that the caller's network does not show:
// ANONYMOUS, BLOCKED, RESTRICTED, UNAVAILABLE, UNKNOWN. All such callers would be one person.
const withheld = new Set(["+266696687", "+2562533", "+7378742833", "+86282452253", "+8656696"])

const Sid = Schema.String.check(Schema.isPattern(/^CA[0-9A-Za-z]{1,64}$/))

const decodeDialEnd = Schema.decodeUnknownEffect(
  Schema.Struct({
    CallSid: Sid,
    CallStatus: Schema.optionalKey(Schema.String),
    DialCallStatus: Schema.Literals(["completed", "answered", "busy", "no-answer", "failed", "canceled"]),
    DialCallSid: Schema.optionalKey(Sid),
    DialCallDuration: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[0-9]{1,9}$/)))
  })
)

const decodeInbound = Schema.decodeUnknownEffect(
  Schema.Struct({
    CallSid: Sid,
    From: Schema.String,
    To: Schema.String.check(Schema.makeFilter(isE164)),
    /** Whether the network of the caller has proven the number, where it says so. */
    StirVerstat: Schema.optionalKey(Schema.String)
  })
)
