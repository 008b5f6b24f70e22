import { Effect, Layer, Redacted } from "effect"
import { AppConfig } from "../../platform/config.ts"
import { BadCallback, Carrier, type LiveCalls, NoClearAnswer, type ReceivedCallback } from "../Carrier.ts"
import { answerMillis, retryOnce, sendRequest } from "../send-request.ts"
import {
  isOver,
  originateResult,
  placingForm,
  readCall,
  readNewestCall,
  readRedirect,
  readStatusCallback
} from "../twilio/twilio-calls.ts"
import { twilioMedia } from "../twilio/twilio-media.ts"
import { isOpenedByTwilio, isSignedByTwilio } from "../twilio/twilio-signature.ts"
import { readDialEnd, readInboundForm, readKeyForm, stepsTwiml } from "../twilio/twilio-steps.ts"
import { sayableLanguage } from "../twilio/twilio-voices.ts"
import { personaNames } from "./personas/all-personas.ts"
import { startLine } from "./SimulatedLine.ts"

interface Options {
  /** Must be the same on all nodes that share a database, because any node may ask about any call. */
  readonly authToken: Redacted.Redacted
}

interface Line {
  readonly url: string
  /** Seconds of line time per second. */
  readonly speed: number
}

/** Places calls on a line that is already running. */
export const layerOn = (line: Line, options: Options) => Layer.succeed(Carrier, makeCarrier(line, options))

/** Starts a line in this process and places calls on it. */
export const layer = (options: Options) =>
  Layer.effect(
    Carrier,
    Effect.gen(function* () {
      const { simulatorFaults, simulatorSpeed } = yield* AppConfig
      const line = yield* startLine({
        speed: simulatorSpeed,
        authToken: options.authToken,
        faults: simulatorFaults
      })
      return makeCarrier({ url: line.url, speed: simulatorSpeed }, options)
    })
  )

// The number of the installation on the simulated line.
const from = "+15005550006"

const makeCarrier = ({ url: lineUrl, speed }: Line, { authToken }: Options): Carrier["Service"] => {
  const ask = (url: string, deadline: number, form?: URLSearchParams) =>
    sendRequest({
      method: form === undefined ? "GET" : "POST",
      url,
      headers: { authorization: authorization(url, authToken) },
      ...(form && { form }),
      deadline
    })

  const warned = new Set<string>()

  // Once for each name: a whole audience may have it.
  const warnOf = (name: string) =>
    Effect.suspend(() => {
      if (warned.has(name) || warned.size >= rememberedNames) return Effect.void
      warned.add(name)
      return Effect.logWarning(
        `No person of the simulated line is called ${JSON.stringify(name)}, so the number decides. ` +
          `\`persona\` in a contact's metadata may be ${personaNames.join(", ")}`
      )
    })

  const originate: Carrier["Service"]["originate"] = Effect.fn("SimulatedCarrier.originate")(function* (call) {
    const form = placingForm(call)
    form.append("AttemptId", call.attemptId)
    if (call.urls.voice !== undefined) form.append("VoiceUrl", call.urls.voice)
    if (call.persona !== undefined) {
      if (!personaNames.includes(call.persona)) yield* warnOf(call.persona)
      form.append("Persona", call.persona)
    }
    return yield* originateResult(ask(`${lineUrl}/Calls.json`, call.deadline, form))
  })

  // Undefined when the line no longer runs: its calls ended with it.
  const askLine = Effect.fnUntraced(function* (account: string, resource: string, form?: URLSearchParams) {
    if (!lineAccount.test(account)) return yield* new NoClearAnswer({ reason: "The account is no simulated line" })
    return yield* Effect.suspend(() => ask(`${account}${resource}`, performance.now() + answerMillis, form)).pipe(
      retryOnce,
      Effect.catchIf(
        ({ _tag, code }) => _tag === "NotSent" && code === "ECONNREFUSED",
        () => Effect.undefined
      ),
      Effect.mapError(({ code }) => new NoClearAnswer({ reason: `No answer: ${code}` }))
    )
  })

  const lookUp: Carrier["Service"]["lookUp"] = Effect.fn("SimulatedCarrier.lookUp")(function* (attempt) {
    const { account, attemptId, callSid } = attempt
    const bySid = callSid !== null
    const answer = yield* askLine(
      account,
      bySid ? `/Calls/${callSid}.json` : `/Calls.json?${new URLSearchParams({ AttemptId: attemptId })}`
    )
    if (answer === undefined || answer.status === 404) return "NOT_PLACED" as const
    if (answer.status !== 200) return yield* new NoClearAnswer({ reason: `Answer ${answer.status}` })
    if (bySid) return yield* readCall(attemptId, answer.body)
    return (yield* readNewestCall(attemptId, answer.body)) ?? ("NOT_PLACED" as const)
  })

  const hangUp: Carrier["Service"]["hangUp"] = Effect.fn("SimulatedCarrier.hangUp")(function* ({ account, callSid }) {
    const answer = yield* askLine(account, `/Calls/${callSid}.json`, new URLSearchParams({ Status: "completed" }))
    if (answer !== undefined && !isOver(answer)) return yield* new NoClearAnswer({ reason: `Answer ${answer.status}` })
  })

  const verify = ({ form, headers, url }: ReceivedCallback) =>
    isSignedByTwilio(Redacted.value(authToken), url, form, headers["x-twilio-signature"] ?? "")
      ? Effect.succeed(form)
      : Effect.fail(new BadCallback({ reason: "The signature is wrong" }))

  const change = Effect.fnUntraced(function* (account: string, callSid: string, form: Record<string, string>) {
    return yield* askLine(account, `/Calls/${callSid}.json`, new URLSearchParams(form))
  })

  const live: LiveCalls = {
    redirect: Effect.fn("SimulatedCarrier.redirect")(function* ({ account, callSid }, steps, limitSeconds) {
      const form = { Twiml: stepsTwiml(steps), TimeLimit: String(limitSeconds) }
      const answer = yield* change(account, callSid, form)
      return answer === undefined ? "over" : yield* readRedirect(answer)
    }),
    reportEnd: Effect.fn("SimulatedCarrier.reportEnd")(function* ({ account, callSid }, statusUrl, limitSeconds) {
      const form = { StatusCallback: statusUrl, TimeLimit: String(limitSeconds) }
      const answer = yield* change(account, callSid, form)
      if (answer?.status !== 200) return yield* new NoClearAnswer({ reason: `Answer ${answer?.status ?? "none"}` })
    }),
    document: stepsTwiml,
    voiceFor: sayableLanguage,
    readDialEnd: (callback) => Effect.flatMap(verify(callback), readDialEnd),
    readInbound: (callback) => Effect.flatMap(verify(callback), readInboundForm),
    readKey: (callback) => Effect.flatMap(verify(callback), readKeyForm)
  }

  return Carrier.of({
    name: "simulated",
    isReal: false,
    account: lineUrl,
    // No organization has an account on the line.
    accountOf: () => lineUrl,
    callsPerSecond: null,
    conversationClock: speed === 1 ? "wall" : "frames",
    media: twilioMedia,
    callerId: () => from,
    callerIds: [from],
    live,
    checks: null,
    examine: Effect.flatMap(
      askLine(lineUrl, "/Calls.json"),
      (answer): Effect.Effect<string, NoClearAnswer> =>
        answer?.status === 200
          ? Effect.succeed(`the simulated carrier at speed ${speed}`)
          : Effect.fail(new NoClearAnswer({ reason: "The line does not answer" }))
    ),
    originate,
    lookUp,
    hangUp,
    readCallback: (callback) => readStatusCallback(Redacted.value(authToken), callback),
    checkStream: ({ headers, url }) =>
      isOpenedByTwilio(Redacted.value(authToken), url, headers["x-twilio-signature"] ?? "")
        ? Effect.void
        : Effect.fail(new BadCallback({ reason: "The signature is wrong" }))
  })
}

/** Number of unknown names of persons about which to warn. */
const rememberedNames = 100

const lineAccount = /^http:\/\/127\.0\.0\.1:\d+\/2010-04-01\/Accounts\/AC[0-9a-f]{32}$/

const authorization = (url: string, authToken: Redacted.Redacted) => {
  const accountSid = /\/Accounts\/(\w+)/.exec(url)?.[1]
  return `Basic ${Buffer.from(`${accountSid}:${Redacted.value(authToken)}`).toString("base64")}`
}
