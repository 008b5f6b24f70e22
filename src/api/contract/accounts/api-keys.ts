import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ApiKey, CreatedApiKey, NewApiKey } from "../../../domain/accounts/ApiKey.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { byOrganization, Success } from "../shared/lists.ts"

export class ApiKeysGroup extends HttpApiGroup.make("apiKeys")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byOrganization,
      query: pageQuery,
      success: pageOf(ApiKey),
      error: [BadRequest, NotFound]
    }).pipe(viewerEndpoint("List the API keys of an organization, newest first")),
    HttpApiEndpoint.post("create", "/", {
      params: byOrganization,
      payload: NewApiKey,
      success: CreatedApiKey.pipe(HttpApiSchema.status(201)),
      error: NotFound
    }).pipe(rootEndpoint("Create an API key", "Returns the key itself. It is not shown again.")),
    HttpApiEndpoint.delete("revoke", "/:keyId", {
      params: { ...byOrganization, keyId: RowId },
      success: Success,
      error: NotFound
    }).pipe(rootEndpoint("Revoke an API key", "Takes effect from the next request on. It cannot be undone."))
  )
  .annotate(OpenApi.Title, "API keys")
  .annotate(OpenApi.Description, "Keys with which clients access an organization.")
  .prefix("/admin/v1/organizations/:id/api-keys") {}
