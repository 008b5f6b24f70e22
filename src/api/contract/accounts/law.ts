import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { LawException, NewLawException } from "../../../domain/law/LawException.ts"
import { LawRule } from "../../../domain/law/LawRule.ts"
import { rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { byOrganization, Success } from "../shared/lists.ts"

const RuleOfOrganization = Schema.Struct({
  ...LawRule.fields,
  exception: Schema.NullOr(LawException).annotate({
    description: "The decision that the rule does not apply to the organization; null if it applies"
  })
}).annotate({ identifier: "RuleOfOrganization" })

export class LawGroup extends HttpApiGroup.make("law")
  .add(
    HttpApiEndpoint.get("list", "/law", {
      params: byOrganization,
      success: Schema.Struct({
        applies: Schema.Boolean.annotate({
          description: "Whether the rules apply: they depend on complianceProfile and on the carrier"
        }),
        data: Schema.Array(RuleOfOrganization)
      }),
      error: NotFound
    }).pipe(
      viewerEndpoint(
        "List the rules of countries",
        "Everything by which the dialer decides when and how often a number may be called, with its sources. No legal advice."
      )
    ),
    HttpApiEndpoint.put("except", "/law-exceptions", {
      params: byOrganization,
      payload: NewLawException,
      success: LawException,
      error: [BadRequest, NotFound]
    }).pipe(
      rootEndpoint(
        "Except a rule of a law",
        `From then on the rule does not apply to the organization. The common hours, 08:00 to 21:00, stay. The rule, the reason and the
person are recorded in the security log.`
      )
    ),
    HttpApiEndpoint.delete("restore", "/law-exceptions/:rule", {
      params: { ...byOrganization, rule: Schema.String },
      success: Success,
      error: NotFound
    }).pipe(rootEndpoint("Apply a rule of a law again", "Recorded in the security log."))
  )
  .annotate(OpenApi.Title, "Law")
  .annotate(OpenApi.Description, "The rules of countries on calls, and the exceptions of an organization.")
  .prefix("/admin/v1/organizations/:id") {}
