import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { sentence } from "../../domain/problems.ts"
import { ResultsCsv } from "../../writeback/ResultsCsv.ts"
import { type WriteBackConfigInvalid, WriteBackConfigs } from "../../writeback/WriteBackConfigs.ts"
import { Api } from "../contract/Api.ts"
import { BadRequest } from "../contract/errors.ts"
import { Caller } from "../contract/middleware.ts"
import { notFound } from "./not-found.ts"

export const WriteBackLive = HttpApiBuilder.group(
  Api,
  "writeBack",
  Effect.fnUntraced(function* (handlers) {
    const configs = yield* WriteBackConfigs
    const results = yield* ResultsCsv
    return handlers.handleAll({
      config: Effect.fnUntraced(function* () {
        const { organizationId } = yield* Caller
        return yield* configs.get(organizationId)
      }),
      configure: Effect.fnUntraced(
        function* ({ payload }) {
          const { keyId, organizationId } = yield* Caller
          return yield* configs.put(organizationId, payload, `key:${keyId}`)
        },
        Effect.catchTag("WriteBackConfigInvalid", rejected)
      ),
      results: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          const table = yield* results.read(organizationId, params.campaignId)
          return HttpServerResponse.stream(table, {
            contentType: "text/csv; charset=utf-8",
            headers: {
              "cache-control": "no-store",
              "content-disposition": `attachment; filename="results-${params.campaignId}.csv"`
            }
          })
        },
        notFound("CampaignNotFound", "campaign")
      )
    })
  })
)

function rejected({ path, problem }: WriteBackConfigInvalid) {
  const details = [{ path, message: problem }]
  return Effect.fail(new BadRequest({ message: sentence(details), details }))
}
