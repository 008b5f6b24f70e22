import { Clock, Context, Effect, Layer } from "effect"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { McpServers } from "../campaigns/McpServers.ts"
import { ToolHeaders } from "../campaigns/ToolHeaders.ts"
import { ToolRefused } from "../campaigns/ToolRefused.ts"
import type { FlowTool } from "../domain/tools/FlowTool.ts"
import type { NewToolTest, ToolTestResult } from "../domain/tools/ToolTest.ts"
import { newId } from "../platform/ids.ts"
import { ToolRequests } from "./ToolRequests.ts"

/** Runs tools without a call, for the editor of a flow. */
export class ToolTests extends Context.Service<
  ToolTests,
  {
    /** Sends the request of a tool as a call would. The security log says who had it sent. */
    readonly run: (
      organizationId: number,
      test: NewToolTest,
      actor: string
    ) => Effect.Effect<ToolTestResult, ToolRefused>
  }
>()("carillon/tools/ToolTests") {
  static readonly layer = Layer.effect(
    ToolTests,
    Effect.gen(function* () {
      const headers = yield* ToolHeaders
      const log = yield* SecurityLog
      const servers = yield* McpServers
      const requests = yield* ToolRequests

      const run: ToolTests["Service"]["run"] = Effect.fn("ToolTests.run")(function* (organizationId, test, actor) {
        const { name, sendsChanges, tool, values } = test
        if (tool.changes && !sendsChanges) {
          return yield* new ToolRefused({
            path: "sendsChanges",
            message: "must be true, because the tool changes something: its request is sent"
          })
        }
        yield* Effect.mapError(
          headers.requireUsable(organizationId, { tools: [tool], callData: null }),
          ({ message, path }) => new ToolRefused({ message, path: path.replace(/^tools\.0/, "tool") })
        )
        const contact = { ...values, name, firstName: name.trim().split(/\s+/)[0] ?? "", metadata: values }
        const call = { id: newId(), campaignId: newId(), attemptId: newId() }
        const prepared = requests.prepare(organizationId, tool, { contact, call, argument: test.arguments })
        if ("problem" in prepared) {
          return { request: null, status: "REFUSED", httpStatus: null, tookMillis: 0, result: `${prepared.problem}.` }
        }
        const { filled } = prepared.request
        const request =
          "url" in filled
            ? { method: filled.method, url: filled.url, body: filled.body }
            : { method: "POST", url: yield* urlOf(organizationId, tool), body: JSON.stringify(filled.arguments) }
        const details = { url: tool.request?.url ?? request.url, changes: tool.changes }
        yield* log.append(organizationId, { actor, action: "tool.test", target: tool.name, details })
        const beganAt = yield* Clock.currentTimeMillis
        const ids = { id: `tool_test_${call.id}`, idempotencyKey: `test-${call.id}` }
        const outcome = yield* requests.send(prepared.request, ids)
        const tookMillis = Math.round((yield* Clock.currentTimeMillis) - beganAt)
        return { request, ...outcome, tookMillis }
      })

      const urlOf = (organizationId: number, { mcp }: FlowTool) =>
        Effect.orDie(Effect.map(servers.get(organizationId, mcp?.server ?? ""), ({ url }) => url))

      return ToolTests.of({ run })
    })
  )
}
