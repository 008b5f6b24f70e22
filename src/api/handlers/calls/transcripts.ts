import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { SecurityLog } from "../../../accounts/SecurityLog.ts"
import { Transcripts } from "../../../calls/conversations/Transcripts.ts"
import { TranscriptLinks } from "../../../writeback/links/TranscriptLinks.ts"
import { WriteBackConfigs } from "../../../writeback/WriteBackConfigs.ts"
import { transcriptPath } from "../../contract/paths.ts"
import { limitBy } from "../../middleware/access/rates.ts"
import { addressOf, networkOf } from "../../middleware/client-address.ts"
import { failureResponse } from "../../middleware/failure-response.ts"
import { transcriptPage } from "./transcript-page.ts"

/** Shows a transcript to anyone who has its link: a page to browsers, JSON to programs. */
export const transcriptsRoute = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const links = yield* TranscriptLinks
    const transcripts = yield* Transcripts
    const configs = yield* WriteBackConfigs
    const log = yield* SecurityLog
    const limit = yield* limitBy

    const show = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { token = "" } = (yield* HttpRouter.params) as Readonly<Record<string, string | undefined>>
      const linked = yield* links.read(token)
      if (linked === undefined) {
        // Slows down a client that guesses tokens.
        yield* limit("failed-authentications", networkOf(addressOf(request)))
        return yield* failureResponse({ statusCode: 404, message: "There is no such transcript" })
      }
      if (linked === "expired") {
        return yield* failureResponse({ statusCode: 410, message: "This link has expired: it worked for 7 days" })
      }
      if (!(yield* configs.sharesLinksOf(linked.organizationId, linked.madeAfter))) {
        return yield* failureResponse({ statusCode: 410, message: "This link has ended: the transcript is not shared" })
      }
      const found = yield* transcripts.ofFinishedAttempt(linked.organizationId, linked.attemptId)
      if (found === undefined) {
        return yield* failureResponse({ statusCode: 410, message: "This transcript is no longer kept" })
      }
      yield* limit("requests", `transcript:${linked.attemptId}`)
      yield* log.append(linked.organizationId, {
        actor: "transcript-link",
        action: "transcript.read",
        target: linked.attemptId
      })
      const { campaignName, startedAt, transcript } = found
      return wantsPage(request.headers.accept)
        ? HttpServerResponse.text(transcriptPage(found), { contentType: "text/html; charset=utf-8" })
        : HttpServerResponse.jsonUnsafe({ campaignName, startedAt, transcript })
    }).pipe(
      Effect.catchTag("TooManyRequests", failureResponse),
      Effect.map((response) => HttpServerResponse.setHeaders(response, privateHeaders))
    )
    yield* router.add("GET", transcriptPath, show)
  })
)

// The page is neither cached nor indexed, its address is not passed on as a referrer, and no script can run.
const privateHeaders = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  vary: "accept",
  "x-robots-tag": "noindex, nofollow"
}

// Browsers name text/html. A client that accepts anything is a program.
const wantsPage = (accept: string | undefined) =>
  accept !== undefined && /\btext\/html\b/i.test(accept) && !/^\s*application\/json\b/i.test(accept)
