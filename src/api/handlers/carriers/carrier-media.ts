import type { IncomingMessage } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { MediaGateway, type StreamRefused } from "../../../media/gateway/MediaGateway.ts"
import { mediaPath } from "../../contract/paths.ts"
import { failureResponse } from "../../middleware/failure-response.ts"

/** Accepts the websocket through which the carrier exchanges the audio of a call. */
export const carrierMediaRoute = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const gateway = yield* MediaGateway

    const carry = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { carrier = "", token = "" } = (yield* HttpRouter.params) as Readonly<Record<string, string | undefined>>
      yield* gateway.carry({
        carrier,
        token,
        path: request.url,
        request: NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
      })
      // The handshake has sent the answer already.
      return HttpServerResponse.empty({ status: 101 })
    })
    yield* router.add(
      "GET",
      mediaPath,
      Effect.catchTag(carry, "StreamRefused", ({ because }) => failureResponse(refusals[because]))
    )
  })
)

const refusals: Record<StreamRefused["because"], Parameters<typeof failureResponse>[0]> = {
  "no websocket": { statusCode: 426, message: "This path takes a websocket" },
  "unknown carrier": { statusCode: 404, message: "There is no such carrier" },
  token: { statusCode: 403, message: "The token is wrong or too old" },
  signature: { statusCode: 403, message: "The signature is wrong" },
  "used or over": { statusCode: 403, message: "The call is over, or has its stream already" },
  full: { statusCode: 503, message: "This node carries as many calls as it can" },
  stopping: { statusCode: 503, message: "The server stops" }
}
