import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteBackChanges, WriteBackConfig } from "../../domain/WriteBack.ts"
import { NotFound } from "./errors.ts"
import { ApiKeyAuth, Failures, JsonBody, NeedsAdmin } from "./middleware.ts"

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
