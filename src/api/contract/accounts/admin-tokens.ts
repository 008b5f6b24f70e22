import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AdminToken, CreatedAdminToken, NewAdminToken } from "../../../domain/accounts/AdminToken.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { rootEndpoint } from "../shared/endpoints.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { Success } from "../shared/lists.ts"

export class AdminTokensGroup extends HttpApiGroup.make("adminTokens")
  .add(
    HttpApiEndpoint.get("list", "/", { query: pageQuery, success: pageOf(AdminToken), error: BadRequest }).pipe(
      rootEndpoint("List the admin tokens, newest first")
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: NewAdminToken,
      success: CreatedAdminToken.pipe(HttpApiSchema.status(201))
    }).pipe(
      rootEndpoint(
        "Create an admin token",
        `Returns the token itself. It is not shown again. VIEWER reads, OPERATOR also acts on flows, calls, reviews,
imports, Do Not Contact and deliveries, ADMIN does everything.`
      )
    ),
    HttpApiEndpoint.delete("revoke", "/:tokenId", {
      params: { tokenId: RowId },
      success: Success,
      error: NotFound
    }).pipe(rootEndpoint("Revoke an admin token", "Takes effect from the next request on. It cannot be undone."))
  )
  .annotate(OpenApi.Title, "Admin tokens")
  .annotate(
    OpenApi.Description,
    "Tokens with a name and a role, one for each operator or machine. ADMIN_TOKEN has the role ADMIN and is not listed."
  )
  .prefix("/admin/v1/tokens") {}
