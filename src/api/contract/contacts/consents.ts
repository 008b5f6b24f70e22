import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  ConsentPolicies,
  ConsentReport,
  ConsentWithdrawal,
  NewConsent,
  RecordedConsent
} from "../../../domain/contacts/Consent.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { filterText, shortText } from "../../../domain/text/text.ts"
import { operatorEndpoint, rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { byOrganization, Success } from "../shared/lists.ts"

const Policies = Schema.Struct({ policies: ConsentPolicies }).annotate({ identifier: "ConsentPolicies" })

export class AdminConsentsGroup extends HttpApiGroup.make("consents")
  .add(
    HttpApiEndpoint.get("list", "/consents", {
      params: byOrganization,
      query: { ...pageQuery, phoneNumber: Schema.optionalKey(filterText("One number in E.164")) },
      success: pageOf(RecordedConsent),
      error: [BadRequest, NotFound]
    }).pipe(viewerEndpoint("List the recorded consents and withdrawals, newest first")),
    HttpApiEndpoint.get("download", "/consents/entries.csv", {
      params: byOrganization,
      success: Schema.String.annotate({ description: "UTF-8, formatted as RFC 4180 specifies" }).pipe(
        HttpApiSchema.asText({ contentType: "text/csv; charset=utf-8" })
      ),
      error: NotFound
    }).pipe(
      viewerEndpoint(
        "Get all consents and withdrawals with their evidence as CSV, by number",
        "`phone_number,purpose,basis,at,source,evidence,expires_at,withdrawn_at,withdrawn_through,recorded_at`. A text that a spreadsheet would run as a formula begins with an apostrophe."
      )
    ),
    HttpApiEndpoint.post("record", "/consents", {
      params: byOrganization,
      payload: NewConsent,
      success: RecordedConsent.pipe(HttpApiSchema.status(201)),
      error: NotFound
    }).pipe(
      operatorEndpoint(
        "Record a consent",
        "A contact's `consent` does the same. One that is not later than a withdrawal changes nothing about it."
      )
    ),
    HttpApiEndpoint.post("withdraw", "/consents/withdraw", {
      params: byOrganization,
      payload: ConsentWithdrawal,
      success: Success,
      error: NotFound
    }).pipe(
      operatorEndpoint(
        "Withdraw the consent of a number",
        "From the next claim on, campaigns of this purpose skip the number where the policy is RECORDED or REQUIRED; a call of theirs that rings is hung up, an answered call continues. Recorded in the security log with the number masked."
      )
    ),
    HttpApiEndpoint.get("policies", "/consent-policies", {
      params: byOrganization,
      success: Policies,
      error: NotFound
    }).pipe(viewerEndpoint("Get which countries need a consent")),
    HttpApiEndpoint.put("setPolicies", "/consent-policies", {
      params: byOrganization,
      payload: Schema.Struct({
        policies: ConsentPolicies,
        reason: Schema.optionalKey(shortText(500, "Required where a policy becomes looser"))
      }),
      success: Policies,
      error: [BadRequest, NotFound]
    }).pipe(
      rootEndpoint(
        "Set which countries need a consent",
        "Replaces all policies. Applies from the next claim on. Recorded in the security log with the reason."
      )
    ),
    HttpApiEndpoint.get("report", "/campaigns/:campaignId/consent", {
      params: { ...byOrganization, campaignId: RowId },
      success: ConsentReport,
      error: NotFound
    }).pipe(viewerEndpoint("Count how many people of a campaign's audience may be called on what basis"))
  )
  .annotate(OpenApi.Title, "Consent")
  .annotate(OpenApi.Description, "On what basis people may be called, and who has withdrawn that.")
  .prefix("/admin/v1/organizations/:id") {}
