import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { NewOrganization, Organization, OrganizationChanges } from "../../../domain/accounts/Organization.ts"
import { SecurityLogEntry } from "../../../domain/accounts/SecurityLogEntry.ts"
import { WebhookSecret } from "../../../domain/delivery/WebhookSecret.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { byId } from "../shared/lists.ts"
import { AdminAuth, Failures, JsonBody } from "../shared/middleware.ts"

export class OrganizationsGroup extends HttpApiGroup.make("organizations")
  .add(
    HttpApiEndpoint.get("list", "/", { query: pageQuery, success: pageOf(Organization), error: BadRequest }).annotate(
      OpenApi.Summary,
      "List organizations, newest first"
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: NewOrganization,
      success: Organization.pipe(HttpApiSchema.status(201))
    })
      .annotate(OpenApi.Summary, "Create an organization")
      .middleware(JsonBody),
    HttpApiEndpoint.get("get", "/:id", { params: byId, success: Organization, error: NotFound }).annotate(
      OpenApi.Summary,
      "Get an organization"
    ),
    HttpApiEndpoint.patch("update", "/:id", {
      params: byId,
      payload: OrganizationChanges,
      success: Organization,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Change an organization")
      .middleware(JsonBody),
    HttpApiEndpoint.get("webhookSecret", "/:id/webhook-secret", {
      params: byId,
      success: WebhookSecret,
      error: NotFound
    }).annotate(OpenApi.Summary, "The secret that the organization's webhooks are signed with"),
    HttpApiEndpoint.post("rotateWebhookSecret", "/:id/webhook-secret/rotate", {
      params: byId,
      success: WebhookSecret,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Make a new webhook secret")
      .annotate(OpenApi.Description, "The secret before stays valid for 24 hours: webhooks are signed with both."),
    HttpApiEndpoint.get("securityLog", "/:id/security-log", {
      params: byId,
      query: pageQuery,
      success: pageOf(SecurityLogEntry),
      error: [BadRequest, NotFound]
    }).annotate(OpenApi.Summary, "What was done to the organization, newest first")
  )
  .annotate(OpenApi.Title, "Organizations")
  .annotate(OpenApi.Description, "Who has campaigns and contacts of their own: settings, webhook secret, security log.")
  .middleware(AdminAuth)
  .middleware(Failures)
  .prefix("/admin/v1/organizations") {}
