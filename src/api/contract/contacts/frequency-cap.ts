import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { FrequencyCap, FrequencyCapChanges } from "../../../domain/contacts/FrequencyCap.ts"
import { adminEndpoint, readEndpoint } from "../shared/endpoints.ts"
import { Forbidden, NotFound } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"

// NotFound answers an id that cannot be decoded at all, such as one with a broken percent-encoding.
const otherId = [Forbidden, NotFound] as const

export class FrequencyCapGroup extends HttpApiGroup.make("frequencyCap")
  .add(
    HttpApiEndpoint.get("get", "/", { params: byOrganization, success: FrequencyCap, error: otherId }).pipe(
      readEndpoint("Get how often one number may be called")
    ),
    HttpApiEndpoint.patch("update", "/", {
      params: byOrganization,
      payload: FrequencyCapChanges,
      success: FrequencyCap,
      error: otherId
    }).pipe(
      adminEndpoint(
        "Change how often one number may be called",
        "Applies at once to every call scheduled from now on. Deferred calls keep their date. Recorded in the security log."
      )
    )
  )
  .annotate(OpenApi.Title, "Frequency cap")
  .annotate(
    OpenApi.Description,
    "Counts the calls of all campaigns to one number. 403 for any other organization's id, whether it exists or not."
  )
  .prefix("/v1/organizations/:id/frequency-cap") {}
