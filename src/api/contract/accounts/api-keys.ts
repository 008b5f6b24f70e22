import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ApiKey, CreatedApiKey, NewApiKey } from "../../../domain/accounts/ApiKey.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { byId, Success } from "../shared/lists.ts"
import { AdminAuth, Failures, JsonBody } from "../shared/middleware.ts"

export class ApiKeysGroup extends HttpApiGroup.make("apiKeys")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byId,
      query: pageQuery,
      success: pageOf(ApiKey),
      error: [BadRequest, NotFound]
    }).annotate(OpenApi.Summary, "List the API keys of an organization, newest first"),
    HttpApiEndpoint.post("create", "/", {
      params: byId,
      payload: NewApiKey,
      success: CreatedApiKey.pipe(HttpApiSchema.status(201)),
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Create an API key")
      .annotate(OpenApi.Description, "The answer holds the key itself, this once.")
      .middleware(JsonBody),
    HttpApiEndpoint.delete("revoke", "/:keyId", {
      params: { ...byId, keyId: Schema.String },
      success: Success,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Revoke an API key")
      .annotate(OpenApi.Description, "Takes effect for the next request, and cannot be undone.")
  )
  .annotate(OpenApi.Title, "API keys")
  .annotate(OpenApi.Description, "What opens an organization to its clients.")
  .middleware(AdminAuth)
  .middleware(Failures)
  .prefix("/admin/v1/organizations/:id/api-keys") {}
