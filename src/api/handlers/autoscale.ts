import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { perNode } from "../../calls/capacity/CapacityReports.ts"
import { NodeLoads } from "../../calls/capacity/NodeLoads.ts"
import { desiredNodes } from "../../domain/dialing/call-capacity.ts"
import { AppConfig } from "../../platform/config.ts"
import { systemPaths } from "../contract/paths.ts"
import { failureResponse } from "../middleware/failure-response.ts"

/** Answers an autoscaler with the number of nodes that the calls need. */
export const autoscaleRoute = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const loads = yield* NodeLoads
    const { callsPerNode: setting } = yield* AppConfig

    const answer = Effect.gen(function* () {
      const { url } = yield* HttpServerRequest.HttpServerRequest
      const given = new URL(url, "http://localhost").searchParams.get("buffer") ?? "0"
      if (!/^\d{1,6}$/.test(given))
        return yield* failureResponse({ statusCode: 400, message: "buffer must be a whole number from 0 to 999999" })
      const { calls, capacity, nodes } = yield* loads.capacity
      const callsPerNode = perNode(capacity, nodes, setting)
      return HttpServerResponse.jsonUnsafe({
        calls,
        capacity: Number.isFinite(capacity) ? capacity : null,
        nodes,
        callsPerNode,
        buffer: Number(given),
        desiredNodes: desiredNodes(calls, Number(given), callsPerNode)
      })
    })
    yield* router.add("GET", systemPaths.autoscale, answer)
  })
)
