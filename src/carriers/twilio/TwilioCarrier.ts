import { createHash } from "node:crypto"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import type twilio from "twilio"
import { dayMillis } from "../../domain/calendar/local-time.ts"
import type { TwilioSettings } from "../../platform/config.ts"
import {
  type AccountChecks,
  AccountRefused,
  BadCallback,
  Carrier,
  CarrierRefused,
  type LiveCalls,
  NoClearAnswer,
  type ReceivedCallback
} from "../Carrier.ts"
import { OwnAccounts } from "../OwnAccounts.ts"
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
    Effect.gen(function* () {
      const { default: sdk } = yield* Effect.promise(() => import("twilio"))
      return makeCarrier(sdk, settings, yield* OwnAccounts)
    })
  )

const makeCarrier = (
  sdk: typeof twilio,
  settings: TwilioSettings,
  ownAccounts: typeof OwnAccounts.Service
): Carrier["Service"] => {
  const ask = makeAskTwilio(sdk, settings)
  const account = accountUrl(settings)
  const accountOf = (accountId: string | null) =>
    accountId === null ? account : accountUrl({ ...settings, accountSid: accountId })

  // The client of an account: that of the settings, or that of an organization.
  const askIn = Effect.fnUntraced(function* (of: string) {
    if (of === account) return ask
    const accountSid = of.slice(of.lastIndexOf("/") + 1)
    const authToken = accountOf(accountSid) === of ? yield* ownAccounts.tokenOf(accountSid) : undefined
    return authToken === undefined ? yield* anotherAccount : makeAskTwilio(sdk, { ...settings, accountSid, authToken })
  })

  // A strange request may yield an invalid URL, at which the SDK throws.
  const isSigned = (token: Redacted.Redacted, url: string, headers: Headers, form: Form) =>
    URL.canParse(url) &&
    sdk.validateRequest(Redacted.value(token), headers["x-twilio-signature"] ?? "", url, valuesOf(form))

  const originate: Carrier["Service"]["originate"] = Effect.fn("TwilioCarrier.originate")(function* (call) {
    const askAccount = yield* Effect.mapError(
      askIn(call.account ?? account),
      ({ reason }) => new CarrierRefused({ reason })
    )
    const asked = askAccount(call.deadline, ({ calls }) =>
      calls.create({
        to: call.to,
        from: call.from,
        twiml: streamTwiml(call),
        timeout: call.ringSeconds,
        timeLimit: timeLimit(call.limitSeconds),
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
    const ask = yield* askIn(attempt.account)
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
    const ask = yield* askIn(call.account)
    const answer = yield* answered(ask, ({ calls }) => calls(call.callSid).update({ status: "completed" }))
    if (!isOver(answer)) return yield* new NoClearAnswer({ reason: `Answer ${answer.status}` })
  })

  const examine = Effect.flatMap(
    answered(ask, ({ api }) => api.v2010.accounts(settings.accountSid).fetch()),
    (answer) => accountState(settings.accountSid, answer)
  ).pipe(Effect.catchTag("AccountRefused", ({ reason }) => Effect.fail(new NoClearAnswer({ reason }))))

  const checks: AccountChecks = {
    account: Effect.fn("TwilioCarrier.checkAccount")(function* ({ accountId, authToken }) {
      const ask = makeAskTwilio(sdk, { ...settings, accountSid: accountId, authToken })
      const answer = yield* answered(ask, ({ api }) => api.v2010.accounts(accountId).fetch())
      yield* answer.status === 401 || answer.status === 404 ? wrongToken : accountState(accountId, answer)
    }),
    mayCall: Effect.fn("TwilioCarrier.mayCall")(function* (accountId, number) {
      const ask = yield* askIn(accountOf(accountId))
      const filter = { phoneNumber: number, pageSize: 20 }
      const bought = yield* answered(ask, ({ incomingPhoneNumbers }) => incomingPhoneNumbers.page(filter))
      if ((yield* numbersOf(bought)).includes(number)) return true
      const verified = yield* answered(ask, ({ outgoingCallerIds }) => outgoingCallerIds.page(filter))
      return (yield* numbersOf(verified)).includes(number)
    })
  }

  const verify = Effect.fnUntraced(function* ({ form, headers, url }: ReceivedCallback) {
    const accountSid = form.find(([name]) => name === "AccountSid")?.[1] ?? ""
    const isOwn = accountSid !== settings.accountSid
    const token = isOwn ? yield* ownAccounts.tokenOf(accountSid) : settings.authToken
    if (token === undefined) return yield* new BadCallback({ reason: "The account is another one" })
    if (!isSigned(token, url, headers, form)) return yield* wrongSignature
    return { form, sender: isOwn ? { ownAccount: accountOf(accountSid) } : {} }
  })

  /** Verifies a callback, decodes its form and notes which organization's account has sent it. */
  const verified = <A extends object>(
    callback: ReceivedCallback,
    decode: (form: Form) => Effect.Effect<A, BadCallback>
  ): Effect.Effect<A & { readonly ownAccount?: string }, BadCallback> =>
    Effect.flatMap(verify(callback), ({ form, sender }) =>
      Effect.map(decode(form), (decoded) => ({ ...decoded, ...sender }))
    )

  const readCallback: Carrier["Service"]["readCallback"] = (callback) =>
    verified(callback, () => readStatusForm(callback))

  const change = Effect.fnUntraced(function* (
    call: { readonly account: string; readonly callSid: string },
    limitSeconds: number,
    changes: Parameters<ReturnType<twilio.Twilio["calls"]>["update"]>[0]
  ) {
    const limited = { ...changes, timeLimit: timeLimit(limitSeconds) }
    return yield* answered(yield* askIn(call.account), ({ calls }) => calls(call.callSid).update(limited))
  })

  const live: LiveCalls = {
    redirect: Effect.fn("TwilioCarrier.redirect")(function* (call, steps, limitSeconds) {
      return yield* readRedirect(yield* change(call, limitSeconds, { twiml: stepsTwiml(steps) }))
    }),
    reportEnd: Effect.fn("TwilioCarrier.reportEnd")(function* (call, statusUrl, limitSeconds) {
      const report = { statusCallback: statusUrl, statusCallbackMethod: "POST" }
      const answer = yield* change(call, limitSeconds, report)
      if (answer.status !== 200) return yield* new NoClearAnswer({ reason: `Answer ${answer.status}` })
    }),
    document: stepsTwiml,
    voiceFor: sayableLanguage,
    readDialEnd: (callback) => verified(callback, readDialEnd),
    readInbound: (callback) => verified(callback, readInboundForm),
    readKey: (callback) => verified(callback, readKeyForm)
  }

  return Carrier.of({
    name: "twilio",
    isReal: true,
    account,
    accountOf,
    callsPerSecond: settings.callsPerSecond,
    conversationClock: "wall",
    media: twilioMedia,
    callerId: (to) => callerOf(settings.fromNumbers, to),
    callerIds: settings.fromNumbers,
    live,
    checks,
    examine,
    originate,
    lookUp,
    hangUp,
    readCallback,
    checkStream: Effect.fnUntraced(function* ({ account: of = account, headers, url }) {
      const accountSid = of.slice(of.lastIndexOf("/") + 1)
      const token = of === account ? settings.authToken : yield* ownAccounts.tokenOf(accountSid)
      const isOpened = token !== undefined && streamUrls(url).some((one) => isSigned(token, one, headers, []))
      if (!isOpened) return yield* wrongSignature
    })
  })
}

type Headers = Readonly<Record<string, string | undefined>>

// A transfer of four hours and the time before it are more than Twilio accepts, seconds.
const timeLimit = (seconds: number) => Math.min(seconds, 14_400)

// Maximum time by which Twilio's clock is behind the database's, ms.
const clocksDiffer = 10_000
// Maximum time from the beginning of an attempt to the creation of its call, ms.
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

const wrongToken = Effect.fail(
  new AccountRefused({ reason: "Twilio does not accept it: the account SID or the auth token is wrong" })
)

const accountState = (
  accountSid: string,
  answer: CarrierResponse
): Effect.Effect<string, AccountRefused | NoClearAnswer> => {
  const name = `Twilio account AC…${accountSid.slice(-4)}`
  const fail = (reason: string) => Effect.fail(new NoClearAnswer({ reason }))
  if (answer.status === 401) return fail("Twilio refuses the account: TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN is wrong")
  const account = decodeAccount(answer.body)
  if (answer.status !== 200 || Option.isNone(account)) return fail(`Twilio answers ${answer.status}, and no account`)
  const { status } = account.value
  return status === "active"
    ? Effect.succeed(`${name}, active`)
    : Effect.fail(
        new AccountRefused({ reason: `The ${name} is ${status}: it places no calls until Twilio opens it again` })
      )
}

const PhoneNumbers = Schema.Array(Schema.Struct({ phone_number: Schema.String }))
const decodeNumbers = Schema.decodeUnknownEffect(
  Schema.fromJsonString(
    Schema.Union([
      Schema.Struct({ incoming_phone_numbers: PhoneNumbers }),
      Schema.Struct({ outgoing_caller_ids: PhoneNumbers })
    ])
  )
)

const numbersOf = ({ body, status }: CarrierResponse) =>
  decodeNumbers(status === 200 ? body : "").pipe(
    Effect.map((list) => ("incoming_phone_numbers" in list ? list.incoming_phone_numbers : list.outgoing_caller_ids)),
    Effect.map((numbers) => numbers.map((one) => one.phone_number)),
    Effect.mapError(() => new NoClearAnswer({ reason: `Twilio answers ${status}, and no list of numbers` }))
  )
