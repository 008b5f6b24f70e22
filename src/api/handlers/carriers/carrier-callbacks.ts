import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { CallUrls } from "../../../carriers/CallUrls.ts"
import { Carrier } from "../../../carriers/Carrier.ts"
import { Dispatch } from "../../../dialer/Dispatch.ts"
import { isUuid } from "../../../domain/schema/uuid.ts"
import { callbackPath } from "../../contract/paths.ts"
import { failureResponse } from "../../middleware/failure-response.ts"
import { receivedCallback } from "./received-callback.ts"

/** Receives the status callbacks of the carrier. */
export const carrierCallbacksRoute = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const carrier = yield* Carrier
    const urls = yield* CallUrls
    const dispatch = yield* Dispatch

    const receive = Effect.gen(function* () {
      const { attemptId = "", carrier: name } = (yield* HttpRouter.params) as Readonly<Record<string, string>>
      if (name !== carrier.name) return yield* failureResponse({ statusCode: 404, message: "There is no such carrier" })
      if (!isUuid(attemptId)) return yield* failureResponse({ statusCode: 404, message: "There is no such attempt" })
      const event = yield* carrier.readCallback({ ...(yield* receivedCallback), attemptId })
      yield* dispatch.handle(event)
      return HttpServerResponse.empty({ status: 204 })
    }).pipe(Effect.provideService(CallUrls, urls))
    yield* router.add(
      "POST",
      callbackPath,
      Effect.catchTag(receive, "BadCallback", ({ reason }) => failureResponse({ statusCode: 403, message: reason }))
    )
  })
)
