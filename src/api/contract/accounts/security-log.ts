import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SecurityLogEntry } from "../../../domain/accounts/SecurityLogEntry.ts"
import { GivenTime } from "../../../domain/calendar/time.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { filterText } from "../../../domain/text/text.ts"
import { viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest } from "../shared/errors.ts"

/** The conditions by which both lists of the security log are filtered. */
export const securityLogQuery = {
  ...pageQuery,
  actor: Schema.optionalKey(filterText("Only entries of this actor, such as admin or key:<id>")),
  action: Schema.optionalKey(
    filterText("Only entries of this action, or of all that begin with it: campaign, or campaign.start")
  ),
  target: Schema.optionalKey(filterText("Only entries about the object with this id")),
  from: Schema.optionalKey(GivenTime.annotate({ description: "Only entries at this time or later" })),
  to: Schema.optionalKey(GivenTime.annotate({ description: "Only entries before this time" }))
}

export class SecurityLogGroup extends HttpApiGroup.make("securityLog")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: securityLogQuery,
      success: pageOf(SecurityLogEntry),
      error: BadRequest
    }).pipe(
      viewerEndpoint(
        "List the security log of the installation, newest first",
        "The entries of all organizations, and those of the installation itself: admin tokens and encryption keys."
      )
    )
  )
  .annotate(OpenApi.Title, "Security log")
  .annotate(
    OpenApi.Description,
    "The actions of operators, keys and the service, and each read of what people have said."
  )
  .prefix("/admin/v1/security-log") {}
