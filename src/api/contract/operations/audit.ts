import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SigningKey } from "../../../domain/operations/SigningKey.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { NotFound } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"

export class AuditGroup extends HttpApiGroup.make("audit")
  .add(
    HttpApiEndpoint.get("keys", "/audit-keys", { success: Schema.Array(SigningKey) }).pipe(
      viewerEndpoint(
        "List the public keys of audit archives",
        "The keys with which this installation signs audit archives, as PEM. Give them to the people who verify an archive elsewhere."
      )
    ),
    HttpApiEndpoint.get("campaign", "/organizations/:id/campaigns/:campaignId/audit", {
      params: { ...byOrganization, campaignId: RowId },
      success: HttpApiSchema.StreamUint8Array({ contentType: "application/x-tar" }),
      error: NotFound
    }).pipe(
      rootEndpoint(
        "Get the record of a campaign as a signed archive",
        `A tar archive: \`campaign.json\` (who started it, and the rules in force), the entries of the security log, each call with its
attempts, the decisions of the gates, the first lines as they were heard, and how its opt-out took effect; \`manifest.json\` with the
SHA-256 of each file, and \`manifest.sig.json\` with a signature by Ed25519. Recorded in the security log as \`audit.read\`.`
      )
    )
  )
  .annotate(OpenApi.Title, "Audit")
  .annotate(OpenApi.Description, "The record of a campaign, for an auditor.")
  .prefix("/admin/v1") {}
