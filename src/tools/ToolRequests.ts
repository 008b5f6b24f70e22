import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { WebhookSecrets } from "../accounts/keys/WebhookSecrets.ts"
import { ToolHeaders } from "../campaigns/ToolHeaders.ts"
import { argumentProblem } from "../domain/tools/argument-schema.ts"
import type { FlowTool } from "../domain/tools/FlowTool.ts"
import { fillBody, fillUrl } from "../domain/tools/request-template.ts"
import type { RequestValues } from "../domain/tools/request-values.ts"
import type { ToolOutcome } from "../domain/tools/ToolCall.ts"
import { answerAt, cutTo } from "../domain/tools/tool-answer.ts"
import { GuardedHttp } from "../platform/http/GuardedHttp.ts"
import { signWebhook } from "../platform/secrets/webhook-signature.ts"

/** A request of a tool, ready to be sent. */
export interface PreparedRequest {
  readonly organizationId: number
  readonly tool: FlowTool
  readonly url: string
  readonly body: string | null
}

/** Sends the requests of tools. */
export class ToolRequests extends Context.Service<
  ToolRequests,
  {
    /** Checks the arguments and fills the request. A problem is for the model: other arguments may mend it. */
    readonly prepare: (
      organizationId: number,
      tool: FlowTool,
      values: RequestValues
    ) => { readonly request: PreparedRequest } | { readonly problem: string }
    /**
     * Sends a request within the time of its tool, signed like the webhooks of the organization. A tool that changes
     * something is sent once; another is sent a second time if the first attempt fails early. `id` identifies the
     * request to the receiver, also when it is sent again.
     */
    readonly send: (
      request: PreparedRequest,
      ids: { readonly id: string; readonly idempotencyKey: string }
    ) => Effect.Effect<ToolOutcome>
  }
>()("carillon/tools/ToolRequests") {
  static readonly layer = Layer.effect(
    ToolRequests,
    Effect.gen(function* () {
      const http = yield* GuardedHttp
      const webhookSecrets = yield* WebhookSecrets
      const headerSets = yield* ToolHeaders

      const prepare: ToolRequests["Service"]["prepare"] = (organizationId, tool, values) => {
        const problem = argumentProblem(tool.parameters, values.argument)
        if (problem !== undefined) return { problem }
        const { body, url } = tool.request
        const filled = fillUrl(url, values)
        if ("problem" in filled) return filled
        return {
          request: { organizationId, tool, url: filled.url, body: body === null ? null : fillBody(body, values) }
        }
      }

      const headersOf = Effect.fnUntraced(function* ({ organizationId, tool, url }: PreparedRequest) {
        const name = tool.request.headers
        return name === null ? Result.succeed({}) : yield* headerSets.forRequest(organizationId, name, url)
      })

      const send: ToolRequests["Service"]["send"] = Effect.fn("ToolRequests.send")(function* (
        request,
        { id, idempotencyKey }
      ) {
        const { body, organizationId, tool, url } = request
        const { changes, timeoutSeconds } = tool
        const startedAt = yield* Clock.currentTimeMillis
        const secretsAndHeaders = Effect.all([headersOf(request), webhookSecrets.valid(organizationId)])
        const ready = yield* Effect.timeoutOption(secretsAndHeaders, timeoutSeconds * 1_000)
        if (Option.isNone(ready)) return failed("It was not sent in time")
        const [own, secrets] = ready.value
        if (Result.isFailure(own)) return failed(own.failure)
        const signature = signWebhook({
          id,
          timestampSeconds: Math.floor(startedAt / 1_000),
          body: body ?? "",
          secrets
        })
        const headers = {
          accept: "application/json",
          ...(body !== null && { "content-type": "application/json" }),
          ...own.success,
          ...signature,
          ...(changes && { "idempotency-key": idempotencyKey })
        }
        const endsAt = startedAt + timeoutSeconds * 1_000
        const attempt = Effect.suspend(() =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            http.send({
              url,
              method: tool.request.method,
              headers,
              body,
              timeoutMillis: Math.max(1, endsAt - now),
              ...(changes && { isSentOnce: true })
            })
          )
        )
        const sent = yield* Effect.result(
          changes
            ? attempt
            : Effect.catchTag(attempt, "Unreachable", (failure) =>
                failure.reason === "timeout" ? Effect.fail(failure) : attempt
              )
        )
        if (Result.isFailure(sent)) return withoutAnswer(tool, sent.failure)
        return outcomeOf(tool, sent.success)
      })

      return ToolRequests.of({ prepare, send })
    })
  )
}

type Sent = ReturnType<GuardedHttp["Service"]["send"]>

const failed = (result: string, httpStatus: number | null = null): ToolOutcome => ({
  status: "FAILED",
  httpStatus,
  result
})

const unclear = (result: string, httpStatus: number | null = null): ToolOutcome => ({
  status: "UNCLEAR",
  httpStatus,
  result: `${result}. It is not known whether it happened.`
})

const withoutAnswer = ({ changes }: FlowTool, failure: Effect.Error<Sent>): ToolOutcome => {
  const isSent = failure._tag === "Unreachable" && (failure.reason === "timeout" || "hadNoResponse" in failure)
  return changes && isSent ? unclear(failure.message) : failed(failure.message)
}

const outcomeOf = ({ answer, changes }: FlowTool, { body, status: httpStatus }: Effect.Success<Sent>): ToolOutcome => {
  if (httpStatus >= 500 && changes) return unclear(`The answer has the status ${httpStatus}`, httpStatus)
  if (httpStatus < 200 || httpStatus > 299) {
    const said = cutTo(body, maxProblemBytes)
    return failed(`The answer has the status ${httpStatus}${said === "" ? "" : `: ${said}`}`, httpStatus)
  }
  const found = answerAt(body, answer)
  if ("text" in found) return { status: "DONE", httpStatus, result: cutTo(found.text, maxResultBytes) }
  // The request was accepted: only its answer cannot be read.
  return changes
    ? { status: "DONE", httpStatus, result: `It is done, but ${found.problem}` }
    : failed(found.problem, httpStatus)
}

// Maximum size of what the model sees of an answer, and of an answer that reports a problem, bytes.
const maxResultBytes = 4_096
const maxProblemBytes = 1_024
