import { Cause, Clock, Context, Effect, Exit, Layer, Option } from "effect"
import { GuardedHttp } from "../platform/http/GuardedHttp.ts"
import { redactText } from "../platform/secrets/redact.ts"
import { signWebhook } from "../platform/secrets/webhook-signature.ts"
import type { RequestOutcome } from "./delivery-result.ts"

export interface WebhookMessage {
  /** Identifies the message; the same for every attempt. */
  readonly id: string
  readonly url: string
  readonly method: "POST" | "PATCH"
  /** Headers that authenticate us to the receiver; they are not stored. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly secrets: ReadonlyArray<string>
}

export interface SentWebhook {
  readonly outcome: RequestOutcome
  readonly at: Date
  readonly durationMs: number
  readonly statusCode: number | null
  /** The beginning of the response body, with secrets redacted. */
  readonly response: string | null
}

/** Sends signed messages to the systems of organizations, and returns the outcome, free of secrets. */
export class WebhookRequests extends Context.Service<
  WebhookRequests,
  {
    readonly send: (message: WebhookMessage) => Effect.Effect<SentWebhook>
  }
>()("carillon/writeback/WebhookRequests") {
  static readonly layer = Layer.effect(
    WebhookRequests,
    Effect.gen(function* () {
      const http = yield* GuardedHttp

      const send = Effect.fnUntraced(function* (message: WebhookMessage) {
        const startedAt = yield* Clock.currentTimeMillis
        const { body, id, method, secrets, url } = message
        const signature = signWebhook({ id, timestampSeconds: Math.floor(startedAt / 1000), body, secrets })
        const headers = { ...message.headers, "content-type": "application/json", ...signature }
        const exit = yield* Effect.exit(http.send({ url, method, headers, body }))
        const request = { at: new Date(startedAt), durationMs: (yield* Clock.currentTimeMillis) - startedAt }
        if (Exit.isFailure(exit)) {
          if (Cause.hasInterrupts(exit.cause)) return yield* Effect.interrupt
          return { ...request, outcome: yield* problemOf(exit.cause), statusCode: null, response: null }
        }
        const { body: answer, status } = exit.value
        return {
          ...request,
          outcome: { status },
          statusCode: status,
          response: storedResponse(answer, message.headers)
        }
      })

      return WebhookRequests.of({ send })
    })
  )
}

type Problem = Effect.Error<ReturnType<GuardedHttp["Service"]["send"]>>

const problemOf = Effect.fnUntraced(function* (cause: Cause.Cause<Problem>): Effect.fn.Return<RequestOutcome> {
  const problem = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (problem !== undefined) return { problem: problem.message, mayPass: problem._tag === "Unreachable" }
  yield* Effect.logError("Could not send a webhook", cause)
  return { problem: "It could not be sent", mayPass: true }
})

/** Maximum size of the stored response, bytes. */
const maxResponseBytes = 4 * 1024

// Redact before cutting: a secret that is cut in two would not be recognized.
const storedResponse = (answer: string, headers: WebhookMessage["headers"]): string => {
  if (answer === "") return ""
  let text = answer.slice(0, 2 * maxResponseBytes)
  for (const value of Object.values(headers)) {
    for (const secret of [value, value.replace(/^Bearer /, "")]) text = text.replaceAll(secret, "<redacted>")
  }
  return firstBytes(redactText(text), maxResponseBytes)
}

// Drops a character that the limit cuts in two.
const firstBytes = (text: string, limit: number) =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, limit), { stream: true })
