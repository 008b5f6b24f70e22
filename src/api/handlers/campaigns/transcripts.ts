import { Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Transcripts } from "../../../calls/conversations/Transcripts.ts"
import { TranscriptLinks } from "../../../writeback/TranscriptLinks.ts"
import { transcriptPath } from "../../contract/paths.ts"
import { failureResponse } from "../../middleware/failure-response.ts"
import { limitBy } from "../../middleware/rates.ts"
import { transcriptPage } from "./transcript-page.ts"

/** What was said in a call, for whoever has the link: a page for people, JSON for programs. */
export const transcriptsRoute = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const links = yield* TranscriptLinks
    const talks = yield* Transcripts
    const limit = yield* limitBy

    const show = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { token = "" } = (yield* HttpRouter.params) as Readonly<Record<string, string | undefined>>
      const linked = yield* links.read(token)
      if (linked === undefined) {
        // Who guesses is slowed down.
        yield* limit(
          "failed-authentications",
          Option.getOrElse(request.remoteAddress, () => "unknown")
        )
        return yield* failureResponse({ statusCode: 404, message: "There is no such transcript" })
      }
      if (linked === "expired") {
        return yield* failureResponse({ statusCode: 410, message: "This link has expired: it worked for 7 days" })
      }
      const talk = yield* talks.saidIn(linked.organizationId, linked.attemptId)
      if (talk === undefined) {
        return yield* failureResponse({ statusCode: 410, message: "This transcript is no longer kept" })
      }
      const { campaignName, startedAt, transcript } = talk
      return wantsPage(request.headers.accept)
        ? HttpServerResponse.text(transcriptPage(talk), { contentType: "text/html; charset=utf-8" })
        : HttpServerResponse.jsonUnsafe({ campaignName, startedAt, transcript })
    }).pipe(
      Effect.catchTag("TooManyRequests", failureResponse),
      Effect.map((response) => HttpServerResponse.setHeaders(response, forNobodyElse))
    )
    yield* router.add("GET", transcriptPath, show)
  })
)

// Neither kept, nor found, nor told to others, and nothing on the page can run.
const forNobodyElse = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  vary: "accept",
  "x-robots-tag": "noindex, nofollow"
}

// Browsers name it; a client that takes anything is a program.
const wantsPage = (accept: string | undefined) =>
  accept !== undefined && /\btext\/html\b/i.test(accept) && !/^\s*application\/json\b/i.test(accept)
