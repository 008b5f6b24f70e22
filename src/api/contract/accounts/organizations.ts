import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  NewOrganization,
  Organization,
  OrganizationChanges,
  OrganizationWithLimits
} from "../../../domain/accounts/Organization.ts"
import { SecurityLogEntry } from "../../../domain/accounts/SecurityLogEntry.ts"
import { WebhookSecret } from "../../../domain/delivery/WebhookSecret.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"
import { securityLogQuery } from "./security-log.ts"

export class OrganizationsGroup extends HttpApiGroup.make("organizations")
  .add(
    HttpApiEndpoint.get("list", "/", { query: pageQuery, success: pageOf(Organization), error: BadRequest }).pipe(
      viewerEndpoint("List organizations, newest first")
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: NewOrganization,
      success: Organization.pipe(HttpApiSchema.status(201))
    }).pipe(rootEndpoint("Create an organization")),
    HttpApiEndpoint.get("get", "/:id", {
      params: byOrganization,
      success: OrganizationWithLimits,
      error: NotFound
    }).pipe(viewerEndpoint("Get an organization with its limits, and how much of them it has used")),
    HttpApiEndpoint.patch("update", "/:id", {
      params: byOrganization,
      payload: OrganizationChanges,
      success: OrganizationWithLimits,
      error: NotFound
    }).pipe(
      rootEndpoint(
        "Change an organization",
        "`limits` changes single limits. What is stored already stays when a limit is lowered below it."
      )
    ),
    HttpApiEndpoint.get("webhookSecret", "/:id/webhook-secret", {
      params: byOrganization,
      success: WebhookSecret,
      error: NotFound
    }).pipe(rootEndpoint("Get the secret that signs the organization's webhooks")),
    HttpApiEndpoint.post("rotateWebhookSecret", "/:id/webhook-secret/rotate", {
      params: byOrganization,
      success: WebhookSecret,
      error: NotFound
    }).pipe(
      rootEndpoint(
        "Rotate the webhook secret",
        "Creates a new secret. The previous one stays valid for 24 hours: until then webhooks are signed with both."
      )
    ),
    HttpApiEndpoint.get("securityLog", "/:id/security-log", {
      params: byOrganization,
      query: securityLogQuery,
      success: pageOf(SecurityLogEntry),
      error: [BadRequest, NotFound]
    }).pipe(viewerEndpoint("List the security log of an organization, newest first"))
  )
  .annotate(OpenApi.Title, "Organizations")
  .annotate(
    OpenApi.Description,
    "Each organization has its own campaigns and contacts, settings, webhook secret and security log."
  )
  .prefix("/admin/v1/organizations") {}
