import { Clock, Context, Effect, Layer } from "effect"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { McpServers } from "../campaigns/tools/McpServers.ts"
import { ToolHeaders } from "../campaigns/tools/ToolHeaders.ts"
import { ToolRefused } from "../campaigns/tools/ToolRefused.ts"
import type { FlowTool } from "../domain/tools/FlowTool.ts"
import type { CallDataTestResult, NewCallDataTest, NewToolTest, ToolTestResult } from "../domain/tools/ToolTest.ts"
import { newId } from "../platform/ids.ts"
import { asTool, valuesIn } from "./CallData.ts"
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
    /** Sends the request for the data of a call, and returns the values that its prompts would have. */
    readonly runCallData: (
      organizationId: number,
      test: NewCallDataTest,
      actor: string
    ) => Effect.Effect<CallDataTestResult, ToolRefused>
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
        const { sendsChanges, tool } = test
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
        return yield* send(organizationId, tool, test, test.arguments, actor)
      })

      const runCallData: ToolTests["Service"]["runCallData"] = Effect.fn("ToolTests.runCallData")(
        function* (organizationId, test, actor) {
          const { callData } = test
          yield* headers.requireUsable(organizationId, { tools: [], callData })
          const sent = yield* send(organizationId, asTool(callData), test, {}, actor)
          const found = sent.status === "DONE" ? valuesIn(sent.result, callData) : {}
          const values = callData.variables.map((one) => ({
            name: one.name,
            value: found[one.name] ?? one.default,
            isDefault: found[one.name] === undefined
          }))
          return { ...sent, values }
        }
      )

      const send = Effect.fnUntraced(function* (
        organizationId: number,
        tool: FlowTool,
        { name, values }: Pick<NewToolTest, "name" | "values">,
        argument: NewToolTest["arguments"],
        actor: string
      ) {
        const contact = { ...values, name, firstName: name.trim().split(/\s+/)[0] ?? "", metadata: values }
        const call = { id: newId(), campaignId: newId(), attemptId: newId() }
        const prepared = requests.prepare(organizationId, tool, { contact, call, argument })
        if ("problem" in prepared) {
          const nothing = { request: null, httpStatus: null, tookMillis: 0 }
          return { ...nothing, status: "REFUSED" as const, result: `${prepared.problem}.` }
        }
        const { filled } = prepared.request
        const request =
          "url" in filled
            ? { method: filled.method as string, url: filled.url, body: filled.body }
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

      return ToolTests.of({ run, runCallData })
    })
  )
}
