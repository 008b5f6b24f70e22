import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  Requeue,
  TestAnswer,
  WriteBackChanges,
  WriteBackConfig,
  WriteBackDelivery,
  WriteBackEvent
} from "../../../domain/delivery/WriteBack.ts"
import { pageQuery } from "../../../domain/schema/page.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byId } from "../shared/lists.ts"
import {
  AdminAuth,
  ApiKeyAuth,
  Failures,
  Idempotent,
  idempotencyHeader,
  JsonBody,
  NeedsAdmin
} from "../shared/middleware.ts"
import { optionalBody } from "../shared/optional-body.ts"

// Not the envelope of most lists.
const Events = Schema.Struct({
  data: Schema.Array(WriteBackEvent),
  pagination: Schema.Struct({
    page: Schema.Int,
    limit: Schema.Int,
    total: Schema.Int,
    totalPages: Schema.Int
  })
}).annotate({ identifier: "WriteBackEvents" })

export class WriteBackGroup extends HttpApiGroup.make("writeBack")
  .add(
    HttpApiEndpoint.get("config", "/config", { success: Schema.NullOr(WriteBackConfig) })
      .annotate(OpenApi.Summary, "Where and how outcomes are told")
      .annotate(OpenApi.Description, "null while it was never configured."),
    HttpApiEndpoint.put("configure", "/config", { payload: WriteBackChanges, success: WriteBackConfig })
      .annotate(OpenApi.Summary, "Change where and how outcomes are told")
      .annotate(
        OpenApi.Description,
        `What is left out stays. A credential is kept encrypted and never returned; authType NONE removes it. Recorded in the
security log.`
      )
      .middleware(JsonBody)
      .middleware(NeedsAdmin),
    HttpApiEndpoint.get("failures", "/failures", { query: pageQuery, success: Events, error: BadRequest }).annotate(
      OpenApi.Summary,
      "List what could not be delivered, newest first"
    ),
    HttpApiEndpoint.post("retry", "/events/:id/retry", {
      params: byId,
      headers: idempotencyHeader,
      success: WriteBackDelivery,
      error: [BadRequest, NotFound, Conflict]
    })
      .annotate(OpenApi.Summary, "Deliver once more what could not be delivered")
      .annotate(
        OpenApi.Description,
        "To the target as it is now, with the whole schedule of retries. 400 when no webhook is active; 409 unless it has failed."
      )
      .middleware(Idempotent)
      .middleware(NeedsAdmin),
    HttpApiEndpoint.get("results", "/campaigns/:campaignId/results.csv", {
      params: { campaignId: Schema.String },
      success: Schema.String.annotate({ description: "UTF-8, as RFC 4180 has it" }).pipe(
        HttpApiSchema.asText({ contentType: "text/csv; charset=utf-8" })
      ),
      error: NotFound
    })
      .annotate(OpenApi.Summary, "The results of a campaign, one row a contact")
      .annotate(
        OpenApi.Description,
        `\`identifier,name,intent_label,intent_source,call_status,call_timestamp,attempts,commitment_data\`. A text that a
spreadsheet would run as a formula begins with an apostrophe. Once the campaign shows \`resultsExportedAt\` this is the file that was made then.`
      )
  )
  .annotate(OpenApi.Title, "Write-back")
  .annotate(OpenApi.Description, "What tells an organization's own system what came of each call.")
  .middleware(ApiKeyAuth)
  .middleware(Failures)
  .prefix("/v1/write-back") {}

export class AdminWriteBackGroup extends HttpApiGroup.make("writeBack")
  .add(
    HttpApiEndpoint.post("requeue", "/requeue", {
      params: byId,
      payload: [Requeue, HttpApiSchema.NoContent],
      success: Schema.Struct({ requeued: Schema.Int }),
      error: [BadRequest, NotFound]
    })
      .annotate(OpenApi.Summary, "Deliver once more all that could not be delivered")
      .annotate(
        OpenApi.Description,
        "Of what fits all that is given; without anything, or without a body, all. 400 when no webhook is active."
      )
      .annotate(OpenApi.Transform, optionalBody)
      .middleware(JsonBody),
    HttpApiEndpoint.post("test", "/test", { params: byId, success: TestAnswer, error: [BadRequest, NotFound] })
      .annotate(OpenApi.Summary, "Send a signed sample to the target, and show its answer")
      .annotate(OpenApi.Description, "Also while the webhook is off; 400 while there is no webhookUrl.")
  )
  .annotate(OpenApi.Title, "Write-back")
  .annotate(OpenApi.Description, "Tries out where an organization is told, and tells again what could not be.")
  .middleware(AdminAuth)
  .middleware(Failures)
  .prefix("/admin/v1/organizations/:id/write-back") {}
