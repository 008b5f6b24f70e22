import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { CallUrls } from "../../../carriers/CallUrls.ts"
import { Carrier, type LiveCalls } from "../../../carriers/Carrier.ts"
import type { CallStep } from "../../../carriers/call-steps.ts"
import { type InboundAnswer, InboundCalls } from "../../../dialer/InboundCalls.ts"
import { spokenLanguage } from "../../../domain/campaigns/spoken-languages.ts"
import { fixedLineText, shortMessage } from "../../../media/fixed-lines/fixed-lines.ts"
import { voiceKeyPath, voicePath } from "../../contract/paths.ts"
import { failureResponse } from "../../middleware/failure-response.ts"
import { receivedCallback } from "./received-callback.ts"

/** Answers the carrier when a person calls a number of the service, and when they press a key in the short message. */
export const carrierInboundRoute = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const carrier = yield* Carrier
    const urls = yield* CallUrls
    const calls = yield* InboundCalls

    const liveCalls = Effect.gen(function* () {
      const { carrier: name } = (yield* HttpRouter.params) as Readonly<Record<string, string>>
      return name === carrier.name ? carrier.live : null
    })
    const noCarrier = failureResponse({ statusCode: 404, message: "There is no such carrier" })

    const receive = Effect.gen(function* () {
      const live = yield* liveCalls
      if (live === null) return yield* noCarrier
      const answer = yield* calls.receive(yield* live.readInbound(yield* receivedCallback))
      if (answer.kind === "message") return xml(live.document([messageOf(live, answer, (yield* urls.inbound).key)]))
      const { attemptId } = answer
      return xml(live.document([{ do: "stream", attemptId, url: (yield* urls.of(attemptId)).stream }]))
    }).pipe(Effect.provideService(CallUrls, urls))

    const receiveKey = Effect.gen(function* () {
      const live = yield* liveCalls
      if (live === null) return yield* noCarrier
      const { key, ...call } = yield* live.readKey(yield* receivedCallback)
      const optedOut = key === optOutKey ? yield* calls.optOut(call) : undefined
      return xml(live.document(optedOut === undefined ? [] : [sayLine(live, "opt-out", optedOut.language)]))
    }).pipe(Effect.provideService(CallUrls, urls))

    for (const [path, answer] of [
      [voicePath, receive],
      [voiceKeyPath, receiveKey]
    ] as const) {
      yield* router.add(
        "POST",
        path,
        Effect.catchTag(answer, "BadCallback", ({ reason }) => failureResponse({ statusCode: 403, message: reason }))
      )
    }
  })
)

/** The key that the short message names. */
const optOutKey = "9"

const messageOf = (
  live: LiveCalls,
  { language, mayOptOut, why }: Extract<InboundAnswer, { readonly kind: "message" }>,
  next: string
): CallStep => {
  if (why === "listed") return sayLine(live, "opt-out", language)
  if (why === "unavailable") return sayLine(live, "apology", language)
  const spoken = languageOf(live, language)
  const text = shortMessage(spoken, mayOptOut)
  return mayOptOut ? { do: "ask", text, language: spoken, next } : { do: "say", text, language: spoken }
}

const sayLine = (live: LiveCalls, line: "opt-out" | "apology", language: string | null): CallStep => {
  const spoken = languageOf(live, language)
  return { do: "say", text: fixedLineText(spoken, line), language: spoken }
}

const languageOf = ({ voiceFor }: LiveCalls, language: string | null) =>
  (language !== null && spokenLanguage(language) !== undefined ? voiceFor(language) : undefined) ?? "en-US"

const xml = (document: string) => HttpServerResponse.text(document, { contentType: "text/xml" })
