import { randomBytes } from "node:crypto"
import { Effect, Schedule } from "effect"
import { answerMillis, sendRequest } from "../send-request.ts"
import { rfc2822 } from "../twilio/twilio-calls.ts"
import { type Form, twilioSignature } from "../twilio/twilio-signature.ts"
import type { CallOnTheLine, LineEvent } from "./line-calls.ts"
import type { Faults } from "./line-faults.ts"
import { readTwiml, type Verb } from "./twiml.ts"

/**
 * Sends a line's signed status callbacks. By injected faults they get lost, come late, twice or in
 * another order.
 */
export const makeCallbacks = (options: {
  readonly accountSid: string
  readonly authToken: string
  readonly faults: Faults
  readonly run: (callback: Effect.Effect<void>) => void
}) => {
  const { accountSid, authToken, faults, run } = options
  /** Callbacks held back until the next one of their call, to be sent after it. */
  const held = new Map<CallOnTheLine, Effect.Effect<void>>()

  const notify = (call: CallOnTheLine, event: LineEvent) => {
    const before = held.get(call) ?? Effect.void
    held.delete(call)
    if (!call.statusCallback?.events.has(event)) return run(before)
    const callback = withFaults(call.statusCallback.url, statusFields(accountSid, call))
    if (event !== "completed" && faults.happens("reordered")) {
      held.set(call, Effect.andThen(callback, before))
      return
    }
    run(Effect.andThen(callback, before))
  }

  const withFaults = (url: string, fields: Form): Effect.Effect<void> => {
    if (faults.happens("lost")) return Effect.void
    const delayed = faults.happens("delayed")
    const late = (callback: Effect.Effect<void>) => Effect.delay(callback, latest * faults.random())
    const callback = post(authToken, url, fields)
    const once = delayed ? late(callback) : callback
    return faults.happens("repeated") ? Effect.andThen(once, late(callback)) : once
  }

  const askNext = (
    call: CallOnTheLine,
    url: string,
    about: Form,
    take: (verbs: ReadonlyArray<Verb> | undefined) => void
  ) => run(Effect.map(ask(authToken, url, [...callFields(accountSid, call), ...about]), take))

  return {
    notify,
    askNext,
    notifyAnsweredBy: (call: CallOnTheLine) => {
      if (call.recognitionCallback !== null) run(withFaults(call.recognitionCallback, whoAnswered(accountSid, call)))
    }
  }
}

/** Maximum delay of a late callback, ms. */
const latest = 3_000

/**
 * Maximum wait for a connection, ms. With many callbacks to send, giving up earlier would only add
 * retries.
 */
const connectMillis = 60_000

const post = (authToken: string, url: string, fields: Form): Effect.Effect<void> => {
  const headers = {
    "x-twilio-signature": twilioSignature(authToken, url, fields),
    "i-twilio-idempotency-token": randomBytes(16).toString("hex")
  }
  const form = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]))
  return Effect.suspend(() =>
    sendRequest({ method: "POST", url, headers, form, deadline: performance.now() + connectMillis })
  ).pipe(
    Effect.filterOrFail(({ status }) => status < 500),
    // Retries for about a minute: a restart of the server may take that long.
    Effect.retry({ times: 8, schedule: Schedule.exponential("250 millis") }),
    Effect.asVoid,
    Effect.catch(() => Effect.logWarning("Could not deliver a status callback of the simulated line; giving up"))
  )
}

/** Asks the service for the next steps of a call; undefined when the answer is no document that the line reads. */
const ask = (authToken: string, url: string, fields: Form): Effect.Effect<ReadonlyArray<Verb> | undefined> => {
  const headers = { "x-twilio-signature": twilioSignature(authToken, url, fields) }
  const form = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]))
  return Effect.suspend(() =>
    sendRequest({ method: "POST", url, headers, form, deadline: performance.now() + answerMillis })
  ).pipe(
    Effect.map(({ body, status }) => (status === 200 ? readTwiml(body) : undefined)),
    Effect.catch(() => Effect.undefined)
  )
}

const callFields = (accountSid: string, call: CallOnTheLine): Form => [
  ["CallSid", call.sid],
  ["AccountSid", accountSid],
  ["From", call.from],
  ["To", call.to],
  ["CallStatus", call.status],
  ["ApiVersion", "2010-04-01"],
  ["Direction", call.isInbound ? "inbound" : "outbound-api"]
]

const statusFields = (accountSid: string, call: CallOnTheLine): Form => [
  ...callFields(accountSid, call),
  ["Timestamp", rfc2822(new Date())],
  ["SequenceNumber", String(call.sequence++)],
  ["CallbackSource", "call-progress-events"],
  ...(call.answeredAt === null || call.recognitionCallback !== null ? [] : [["AnsweredBy", "human"] as const]),
  ...(call.endedAt === null ? [] : [["CallDuration", String(call.durationSeconds)] as const])
]

const whoAnswered = (accountSid: string, call: CallOnTheLine): Form => [
  ["CallSid", call.sid],
  ["AccountSid", accountSid],
  ["AnsweredBy", "human"],
  ["MachineDetectionDuration", String(Math.round(call.connectedMillis))]
]
