import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Timestamp } from "../../../domain/calendar/time.ts"
import {
  Requeue,
  TestAnswer,
  WriteBackChanges,
  WriteBackConfig,
  WriteBackDelivery,
  WriteBackEvent
} from "../../../domain/delivery/WriteBack.ts"
import { pageQuery } from "../../../domain/schema/page.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { adminEndpoint, operatorEndpoint, readEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byId, byOrganization, paginated } from "../shared/lists.ts"
import { idempotencyHeader } from "../shared/middleware.ts"
import { optionalBody } from "../shared/optional-body.ts"

const Events = paginated(WriteBackEvent).annotate({ identifier: "WriteBackEvents" })

export class WriteBackGroup extends HttpApiGroup.make("writeBack")
  .add(
    HttpApiEndpoint.get("config", "/config", { success: Schema.NullOr(WriteBackConfig) }).pipe(
      readEndpoint("Get the webhook configuration", "null until it has been configured.")
    ),
    HttpApiEndpoint.put("configure", "/config", { payload: WriteBackChanges, success: WriteBackConfig }).pipe(
      adminEndpoint(
        "Change the webhook configuration",
        `Omitted fields keep their value. A credential is stored encrypted and never returned; authType NONE removes it. Recorded in
the security log.`
      )
    ),
    HttpApiEndpoint.post("endLinks", "/transcript-links/end", {
      headers: idempotencyHeader,
      success: Schema.Struct({ endedAt: Timestamp })
    }).pipe(
      adminEndpoint(
        "End all links to transcripts and recordings",
        `Links that were made until now are answered 410 from now on, for good; later webhooks contain new ones. To send no more links,
turn \`shareTranscript\` and \`shareRecording\` off. Recorded in the security log.`
      )
    ),
    HttpApiEndpoint.get("failures", "/failures", { query: pageQuery, success: Events, error: BadRequest }).pipe(
      readEndpoint("List failed deliveries, newest first")
    ),
    HttpApiEndpoint.post("retry", "/events/:id/retry", {
      params: byId,
      headers: idempotencyHeader,
      success: WriteBackDelivery,
      error: [BadRequest, NotFound, Conflict]
    }).pipe(
      adminEndpoint(
        "Retry a failed delivery",
        "Uses the current configuration and starts the schedule of retries anew. 400 when no webhook is active; 409 unless the delivery has failed."
      )
    ),
    HttpApiEndpoint.get("results", "/campaigns/:campaignId/results.csv", {
      params: { campaignId: RowId },
      success: Schema.String.annotate({ description: "UTF-8, formatted as RFC 4180 specifies" }).pipe(
        HttpApiSchema.asText({ contentType: "text/csv; charset=utf-8" })
      ),
      error: NotFound
    }).pipe(
      readEndpoint(
        "Get the results of a campaign as CSV, one row per contact",
        `\`identifier,name,intent_label,intent_source,call_status,call_timestamp,attempts,commitment_data\`, then a column for each variable of the flow. \`commitment_data\` is a promise as JSON. A text that a
spreadsheet would run as a formula begins with an apostrophe. Once the campaign shows \`resultsExportedAt\`, returns the file that was made then.`
      )
    )
  )
  .annotate(OpenApi.Title, "Write-back")
  .annotate(OpenApi.Description, "Webhook that delivers call outcomes to your own system.")
  .prefix("/v1/write-back") {}

export class AdminWriteBackGroup extends HttpApiGroup.make("writeBack")
  .add(
    HttpApiEndpoint.post("requeue", "/requeue", {
      params: byOrganization,
      payload: [Requeue, HttpApiSchema.NoContent],
      success: Schema.Struct({ requeued: Schema.Int }),
      error: [BadRequest, NotFound]
    })
      .annotate(OpenApi.Transform, optionalBody)
      .pipe(
        operatorEndpoint(
          "Retry all failed deliveries",
          "Retries those that match all given filters; without any filter, or without a body, all. 400 when no webhook is active."
        )
      ),
    HttpApiEndpoint.post("test", "/test", {
      params: byOrganization,
      success: TestAnswer,
      error: [BadRequest, NotFound]
    }).pipe(
      operatorEndpoint(
        "Send a signed sample to the webhook, and return its answer",
        "Works while the webhook is disabled. 400 while there is no webhookUrl."
      )
    )
  )
  .annotate(OpenApi.Title, "Write-back")
  .annotate(OpenApi.Description, "Test the webhook and replay failed deliveries.")
  .prefix("/admin/v1/organizations/:id/write-back") {}
