import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { MediaGateway } from "../media/gateway/MediaGateway.ts"
import * as HttpServer from "../platform/http/HttpServer.ts"
import { recordListenAddress } from "../platform/http/ListenAddress.ts"
import { failureBody } from "./middleware/failure-response.ts"
import { routerConfig } from "./middleware/route-table.ts"
import { routes } from "./routes.ts"

/** Serves all routes. Media streams close before the server does. */
export const layer = Layer.merge(recordListenAddress, MediaGateway.closesFirst).pipe(
  Layer.provideMerge(HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true, routerConfig })),
  Layer.provideMerge(
    HttpServer.layer((statusCode, requestId) =>
      JSON.stringify(failureBody({ statusCode, message: unreadableBecause(statusCode) }, requestId))
    )
  )
)

const unreadableBecause = (statusCode: number) => {
  if (statusCode === 431) return `The URL and the headers must have at most ${HttpServer.maxHeaderBytes} bytes together`
  if (statusCode === 408) return "The request did not arrive in time; send it again"
  return "The request is not valid HTTP"
}
