import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { FrequencyCap, FrequencyCapChanges } from "../../../domain/contacts/FrequencyCap.ts"
import { Forbidden, NotFound } from "../shared/errors.ts"
import { byId } from "../shared/lists.ts"
import { ApiKeyAuth, Failures, JsonBody, NeedsAdmin } from "../shared/middleware.ts"

// Not found is what is no text at all, such as a wrongly encoded id.
const otherId = [Forbidden, NotFound] as const

export class FrequencyCapGroup extends HttpApiGroup.make("frequencyCap")
  .add(
    HttpApiEndpoint.get("get", "/", { params: byId, success: FrequencyCap, error: otherId }).annotate(
      OpenApi.Summary,
      "How often one number may be called"
    ),
    HttpApiEndpoint.patch("update", "/", {
      params: byId,
      payload: FrequencyCapChanges,
      success: FrequencyCap,
      error: otherId
    })
      .annotate(OpenApi.Summary, "Change how often one number may be called")
      .annotate(
        OpenApi.Description,
        "Holds at once for whatever is scheduled from now on; calls that were deferred keep their date. Recorded in the security log."
      )
      .middleware(JsonBody)
      .middleware(NeedsAdmin)
  )
  .annotate(OpenApi.Title, "Frequency cap")
  .annotate(
    OpenApi.Description,
    "Counts the calls of all campaigns to one number. Any other organization's id, existing or not, is answered 403."
  )
  .middleware(ApiKeyAuth)
  .middleware(Failures)
  .prefix("/v1/organizations/:id/frequency-cap") {}
