import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { CallUrls } from "../../../carriers/CallUrls.ts"
import { Carrier } from "../../../carriers/Carrier.ts"
import { isUuid } from "../../../domain/schema/uuid.ts"
import { Handovers } from "../../../media/transfer/Handovers.ts"
import { legPath, transferPath } from "../../contract/paths.ts"
import { failureResponse } from "../../middleware/failure-response.ts"
import { receivedCallback } from "./received-callback.ts"

/** Returns to the carrier how a transferred call continues, and receives the status callbacks of targets. */
export const carrierTransfersRoute = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const carrier = yield* Carrier
    const urls = yield* CallUrls
    const handovers = yield* Handovers
    const missing = (what: string) => failureResponse({ statusCode: 404, message: `There is no such ${what}` })

    const receive = Effect.gen(function* () {
      const { carrier: name, tryId = "" } = (yield* HttpRouter.params) as Readonly<Record<string, string>>
      if (name !== carrier.name || carrier.live === null) return yield* missing("carrier")
      if (!isUuid(tryId)) return yield* missing("transfer")
      const ended = yield* carrier.live.readDialEnd(yield* receivedCallback)
      const document = yield* handovers.dialEnded(tryId, ended)
      return document === undefined ? yield* missing("transfer") : xml(document)
    }).pipe(Effect.provideService(CallUrls, urls))
    yield* router.add(
      "POST",
      transferPath,
      Effect.catchTag(receive, "BadCallback", ({ reason }) => failureResponse({ statusCode: 403, message: reason }))
    )

    const receiveLeg = Effect.gen(function* () {
      const { carrier: name, tryId = "" } = (yield* HttpRouter.params) as Readonly<Record<string, string>>
      if (name !== carrier.name) return yield* missing("carrier")
      if (!isUuid(tryId)) return yield* missing("transfer")
      const event = yield* carrier.readCallback({ ...(yield* receivedCallback), attemptId: tryId })
      const isKnown = yield* handovers.legEvent(event)
      return isKnown ? HttpServerResponse.empty({ status: 204 }) : yield* missing("transfer")
    }).pipe(Effect.provideService(CallUrls, urls))
    yield* router.add(
      "POST",
      legPath,
      Effect.catchTag(receiveLeg, "BadCallback", ({ reason }) => failureResponse({ statusCode: 403, message: reason }))
    )
  })
)

const xml = (document: string) => HttpServerResponse.text(document, { contentType: "text/xml" })
