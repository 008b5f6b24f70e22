import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { RecordingReads } from "../../../calls/recordings/RecordingReads.ts"
import { Recordings } from "../../../calls/recordings/Recordings.ts"
import { RecordingLinks } from "../../../writeback/links/RecordingLinks.ts"
import { WriteBackConfigs } from "../../../writeback/WriteBackConfigs.ts"
import { recordingPath } from "../../contract/paths.ts"
import { limitBy } from "../../middleware/access/rates.ts"
import { addressOf, networkOf } from "../../middleware/client-address.ts"
import { failureResponse } from "../../middleware/failure-response.ts"
import { recordingAnswer } from "./recording-answer.ts"

/** Sends a recording to anyone who has its link. */
export const linkedRecordingsRoute = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const links = yield* RecordingLinks
    const recordings = yield* Recordings
    const reads = yield* RecordingReads
    const configs = yield* WriteBackConfigs
    const limit = yield* limitBy

    const send = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { token = "" } = (yield* HttpRouter.params) as Readonly<Record<string, string | undefined>>
      const linked = yield* links.read(token)
      if (linked === undefined) {
        // Slows down a client that guesses tokens.
        yield* limit("failed-authentications", networkOf(addressOf(request)))
        return yield* failureResponse({ statusCode: 404, message: "There is no such recording" })
      }
      if (linked === "expired") {
        return yield* failureResponse({ statusCode: 410, message: "This link has expired: it worked for 7 days" })
      }
      if (!(yield* configs.sharesRecordingsOf(linked.organizationId, linked.madeAfter))) {
        return yield* failureResponse({ statusCode: 410, message: "This link has ended: recordings are not shared" })
      }
      const audio = yield* recordings.audio(linked.organizationId, { attemptId: linked.attemptId })
      yield* limit("requests", `recording:${linked.attemptId}`)
      yield* reads.note(linked.organizationId, { actor: "recording-link", ...audio })
      return yield* recordingAnswer(audio, request)
    }).pipe(
      Effect.catchTags({
        TooManyRequests: failureResponse,
        RecordingNotFound: () => failureResponse({ statusCode: 410, message: "This recording is no longer kept" })
      }),
      Effect.map((response) => HttpServerResponse.setHeaders(response, privateHeaders))
    )
    yield* router.add("GET", recordingPath, send)
  })
)

// The file is neither cached nor indexed, and its address is not passed on as a referrer.
const privateHeaders = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow"
}
