import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Disclosure } from "../../../domain/accounts/Disclosure.ts"
import { rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"

export class DisclosureGroup extends HttpApiGroup.make("disclosure")
  .add(
    HttpApiEndpoint.get("get", "/", { params: byOrganization, success: Disclosure, error: NotFound }).pipe(
      viewerEndpoint("Get how the organization says who calls")
    ),
    HttpApiEndpoint.put("set", "/", {
      params: byOrganization,
      payload: Disclosure,
      success: Disclosure,
      error: [BadRequest, NotFound]
    }).pipe(
      rootEndpoint(
        "Set how the organization says who calls",
        `The sentence in the language of the call is said before the opening, and again until the person has heard it. Once there is a sentence, a
campaign whose flow speaks a language without one does not start. Recorded in the security log.`
      )
    )
  )
  .annotate(OpenApi.Title, "Disclosure")
  .annotate(
    OpenApi.Description,
    "The name of the caller, and that it is an automated assistant, as people hear it in each call."
  )
  .prefix("/admin/v1/organizations/:id/disclosure") {}
