import { createHash } from "node:crypto"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import type twilio from "twilio"
import type { TwilioSettings } from "../../platform/config.ts"
import { BadCallback, Carrier, type LiveCalls, NoClearAnswer, type ReceivedCallback } from "../Carrier.ts"
import { answerMillis, type CarrierResponse, retryOnce } from "../send-request.ts"
import {
  isOver,
  originateResult,
  readCall,
  readCalls,
  readRedirect,
  readStatusForm,
  streamTwiml
} from "./twilio-calls.ts"
import { type AskTwilio, accountUrl, makeAskTwilio } from "./twilio-client.ts"
import { twilioMedia } from "./twilio-media.ts"
import { type Form, streamUrls } from "./twilio-signature.ts"
import { readDialEnd, readInboundForm, readKeyForm, stepsTwiml } from "./twilio-steps.ts"
import { sayableLanguage } from "./twilio-voices.ts"

/** Places calls with Twilio. */
export const layer = (settings: TwilioSettings) =>
  Layer.effect(
    Carrier,
    // Loaded on demand, so that only installations with Twilio pay for the SDK in start time and
    // memory.
    Effect.map(
      Effect.promise(() => import("twilio")),
      ({ default: sdk }) => makeCarrier(sdk, settings)
    )
  )

const makeCarrier = (sdk: typeof twilio, settings: TwilioSettings): Carrier["Service"] => {
  const ask = makeAskTwilio(sdk, settings)
  const account = accountUrl(settings)
  // A strange request may yield an invalid URL, at which the SDK throws.
  const isSigned = (url: string, headers: Headers, form: Form) =>
    URL.canParse(url) &&
    sdk.validateRequest(Redacted.value(settings.authToken), headers["x-twilio-signature"] ?? "", url, valuesOf(form))

  const originate: Carrier["Service"]["originate"] = Effect.fn("TwilioCarrier.originate")(function* (call) {
    const asked = ask(call.deadline, ({ calls }) =>
      calls.create({
        to: call.to,
        from: call.from,
        twiml: streamTwiml(call),
        timeout: call.ringSeconds,
        timeLimit: call.limitSeconds,
        statusCallback: call.urls.status,
        statusCallbackMethod: "POST",
        statusCallbackEvent: ["initiated", "ringing", "answered", "completed"],
        machineDetection: "Enable",
        // Asynchronous, so that the person does not wait for the detection. Its callback differs
        // from status callbacks by its form.
        asyncAmd: "true",
        asyncAmdStatusCallback: call.urls.status,
        asyncAmdStatusCallbackMethod: "POST"
      })
    )
    return yield* originateResult(asked)
  })

  const lookUp: Carrier["Service"]["lookUp"] = Effect.fn("TwilioCarrier.lookUp")(function* (attempt) {
    if (attempt.account !== account) return yield* anotherAccount
    const { attemptId, callSid, startedAt, to } = attempt
    const callers = attempt.from === null ? settings.fromNumbers : [attempt.from]
    if (callSid !== null) {
      const answer = yield* answered(ask, ({ calls }) => calls(callSid).fetch())
      // A call with a known sid existed: when it is not found any more, its outcome is unknown.
      if (answer.status !== 200) return yield* new NoClearAnswer({ reason: `Answer ${answer.status}` })
      return yield* readCall(attemptId, answer.body)
    }
    const since = new Date(startedAt.getTime() - clocksDiffer)
    const startTimeAfter = new Date(Math.floor(since.getTime() / dayMillis) * dayMillis)
    const answer = yield* answered(ask, ({ calls }) => calls.page({ to, startTimeAfter, pageSize: 100 }))
    if (answer.status !== 200) return yield* new NoClearAnswer({ reason: `Answer ${answer.status}` })
    const [found, ...others] = (yield* readCalls(attemptId, answer.body)).filter(
      ({ createdAt, from }) =>
        callers.includes(from) && createdAt >= since.getTime() && createdAt <= startedAt.getTime() + placedWithin
    )
    // Twilio does not know the attempt's id: the call found is this attempt's only when no other
    // call fits.
    if (found === undefined || others.length > 0) return yield* new NoClearAnswer({ reason: "No call or several fit" })
    return found.call
  })

  const hangUp: Carrier["Service"]["hangUp"] = Effect.fn("TwilioCarrier.hangUp")(function* (call) {
    if (call.account !== account) return yield* anotherAccount
    const answer = yield* answered(ask, ({ calls }) => calls(call.callSid).update({ status: "completed" }))
    if (!isOver(answer)) return yield* new NoClearAnswer({ reason: `Answer ${answer.status}` })
  })

  const examine = Effect.flatMap(
    answered(ask, ({ api }) => api.v2010.accounts(settings.accountSid).fetch()),
    (answer) => accountState(settings.accountSid, answer)
  )

  const verify = Effect.fnUntraced(function* ({ form, headers, url }: ReceivedCallback) {
    if (!isSigned(url, headers, form)) return yield* wrongSignature
    if (!form.some(([name, value]) => name === "AccountSid" && value === settings.accountSid)) {
      return yield* new BadCallback({ reason: "The account is another one" })
    }
    return form
  })

  const readCallback: Carrier["Service"]["readCallback"] = (callback) =>
    Effect.andThen(verify(callback), readStatusForm(callback))

  const change = Effect.fnUntraced(function* (
    call: { readonly account: string; readonly callSid: string },
    changes: Parameters<ReturnType<twilio.Twilio["calls"]>["update"]>[0]
  ) {
    if (call.account !== account) return yield* anotherAccount
    return yield* answered(ask, ({ calls }) => calls(call.callSid).update(changes))
  })

  const document = (steps: Parameters<LiveCalls["document"]>[0]) =>
    stepsTwiml(steps, (to) => callerOf(settings.fromNumbers, to))

  const live: LiveCalls = {
    redirect: Effect.fn("TwilioCarrier.redirect")(function* (call, steps, limitSeconds) {
      return yield* readRedirect(yield* change(call, { twiml: document(steps), timeLimit: limitSeconds }))
    }),
    reportEnd: Effect.fn("TwilioCarrier.reportEnd")(function* (call, statusUrl, limitSeconds) {
      const changes = { statusCallback: statusUrl, statusCallbackMethod: "POST", timeLimit: limitSeconds }
      const answer = yield* change(call, changes)
      if (answer.status !== 200) return yield* new NoClearAnswer({ reason: `Answer ${answer.status}` })
    }),
    document,
    voiceFor: sayableLanguage,
    readDialEnd: (callback) => Effect.flatMap(verify(callback), readDialEnd),
    readInbound: (callback) => Effect.flatMap(verify(callback), readInboundForm),
    readKey: (callback) => Effect.flatMap(verify(callback), readKeyForm)
  }

  return Carrier.of({
    name: "twilio",
    isReal: true,
    account,
    callsPerSecond: settings.callsPerSecond,
    conversationClock: "wall",
    media: twilioMedia,
    callerId: (to) => callerOf(settings.fromNumbers, to),
    callerIds: settings.fromNumbers,
    live,
    examine,
    originate,
    lookUp,
    hangUp,
    readCallback,
    checkStream: ({ headers, url }) =>
      streamUrls(url).some((one) => isSigned(one, headers, [])) ? Effect.void : wrongSignature
  })
}

type Headers = Readonly<Record<string, string | undefined>>

const dayMillis = 86_400_000

// Milliseconds by which Twilio's clock may be behind the database's, and within which a call is
// created after its attempt.
const clocksDiffer = 10_000
const placedWithin = 60_000

const wrongSignature = Effect.fail(new BadCallback({ reason: "The signature is wrong" }))
const anotherAccount = Effect.fail(new NoClearAnswer({ reason: "The call is that of another account" }))

/** Sends an idempotent request, with one retry. */
const answered = (ask: AskTwilio, make: Parameters<AskTwilio>[1]) =>
  Effect.suspend(() => ask(performance.now() + answerMillis, make)).pipe(
    retryOnce,
    Effect.mapError(({ code }) => new NoClearAnswer({ reason: `No answer: ${code}` }))
  )

/**
 * Chooses the caller id. A person always sees the same one; adding a number changes it only for
 * the people who get the new one.
 */
const callerOf = (fromNumbers: ReadonlyArray<string>, to: string): string => {
  const rank = (from: string) => createHash("sha256").update(`${from} ${to}`).digest("hex")
  return fromNumbers.reduce((best, from) => (rank(from) > rank(best) ? from : best))
}

const valuesOf = (form: Form): Record<string, string | ReadonlyArray<string>> =>
  Object.fromEntries(
    [...Map.groupBy(form, ([name]) => name)].map(([name, pairs]) => [name, pairs.map(([, value]) => value)])
  )

const decodeAccount = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ status: Schema.String })))

const accountState = (accountSid: string, answer: CarrierResponse): Effect.Effect<string, NoClearAnswer> => {
  const name = `Twilio account AC…${accountSid.slice(-4)}`
  const fail = (reason: string) => Effect.fail(new NoClearAnswer({ reason }))
  if (answer.status === 401) return fail("Twilio refuses the account: TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN is wrong")
  const account = decodeAccount(answer.body)
  if (answer.status !== 200 || Option.isNone(account)) return fail(`Twilio answers ${answer.status}, and no account`)
  const { status } = account.value
  return status === "active"
    ? Effect.succeed(`${name}, active`)
    : fail(`The ${name} is ${status}: it places no calls until Twilio opens it again`)
}
