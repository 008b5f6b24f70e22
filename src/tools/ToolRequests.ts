import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { WebhookSecrets } from "../accounts/keys/WebhookSecrets.ts"
import { ToolHeaders } from "../campaigns/tools/ToolHeaders.ts"
import { argumentProblem } from "../domain/tools/argument-schema.ts"
import { type FlowTool, type HttpTool, isHttpTool } from "../domain/tools/FlowTool.ts"
import { fillBody, fillUrl } from "../domain/tools/request-template.ts"
import type { RequestValues } from "../domain/tools/request-values.ts"
import type { ToolOutcome } from "../domain/tools/ToolCall.ts"
import { GuardedHttp } from "../platform/http/GuardedHttp.ts"
import { signWebhook } from "../platform/secrets/webhook-signature.ts"
import { isOfMcp, McpTools } from "./McpTools.ts"
import { answeredBy, failed, unclear } from "./tool-outcomes.ts"

/** A call of a tool, ready to be sent: an HTTP request, or the arguments for the tool of an MCP server. */
export interface PreparedRequest {
  readonly organizationId: number
  readonly tool: FlowTool
  readonly filled: FilledRequest | { readonly arguments: Readonly<Record<string, unknown>> }
}

interface FilledRequest {
  readonly method: HttpTool["request"]["method"]
  readonly url: string
  readonly body: string | null
  /** Name of a set of headers. */
  readonly headers: string | null
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
      const mcp = yield* McpTools

      const prepare: ToolRequests["Service"]["prepare"] = (organizationId, tool, values) => {
        const problem = argumentProblem(tool.parameters, values.argument)
        if (problem !== undefined) return { problem }
        if (!isHttpTool(tool)) return { request: { organizationId, tool, filled: { arguments: values.argument } } }
        const { body, headers, method, url } = tool.request
        const filled = fillUrl(url, values)
        if ("problem" in filled) return filled
        const filledBody = body === null ? null : fillBody(body, values)
        return { request: { organizationId, tool, filled: { method, url: filled.url, body: filledBody, headers } } }
      }

      const headersOf = Effect.fnUntraced(function* (organizationId: number, { headers, url }: FilledRequest) {
        return headers === null ? Result.succeed({}) : yield* headerSets.forRequest(organizationId, headers, url)
      })

      const send: ToolRequests["Service"]["send"] = Effect.fn("ToolRequests.send")((request, ids) => {
        const { filled, organizationId, tool } = request
        if ("url" in filled) return sendHttp(organizationId, tool, filled, ids)
        return isOfMcp(tool)
          ? mcp.call(organizationId, tool, filled.arguments, ids)
          : Effect.succeed(failed("It names no server"))
      })

      const sendHttp = Effect.fnUntraced(function* (
        organizationId: number,
        tool: FlowTool,
        filled: FilledRequest,
        { id, idempotencyKey }: Parameters<ToolRequests["Service"]["send"]>[1]
      ) {
        const { body, method, url } = filled
        const { changes, timeoutSeconds } = tool
        const startedAt = yield* Clock.currentTimeMillis
        const secretsAndHeaders = Effect.all([headersOf(organizationId, filled), webhookSecrets.valid(organizationId)])
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
              method,
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

const withoutAnswer = ({ changes }: FlowTool, failure: Effect.Error<Sent>): ToolOutcome => {
  const isSent = failure._tag === "Unreachable" && (failure.reason === "timeout" || "hadNoResponse" in failure)
  return changes && isSent ? unclear(failure.message) : failed(failure.message)
}

const outcomeOf = (tool: FlowTool, { body, status: httpStatus }: Effect.Success<Sent>): ToolOutcome => {
  const said = `The answer has the status ${httpStatus}`
  if (httpStatus >= 500 && tool.changes) return unclear(said, httpStatus)
  if (httpStatus < 200 || httpStatus > 299) return failed(body === "" ? said : `${said}: ${body}`, httpStatus)
  return answeredBy(tool, body, httpStatus)
}
