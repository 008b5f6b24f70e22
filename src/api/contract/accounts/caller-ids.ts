import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { CallerId, NewCallerId } from "../../../domain/callers/CallerId.ts"
import { rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { byOrganization, Success } from "../shared/lists.ts"

const oneNumber = { ...byOrganization, number: Schema.String }

export class CallerIdsGroup extends HttpApiGroup.make("callerIds")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byOrganization,
      success: Schema.Struct({ data: Schema.Array(CallerId) }),
      error: NotFound
    }).pipe(viewerEndpoint("List the numbers from which an organization calls", "In the order of the numbers.")),
    HttpApiEndpoint.get("get", "/:number", {
      params: oneNumber,
      success: CallerId,
      error: NotFound
    }).pipe(viewerEndpoint("Get a number from which an organization calls")),
    HttpApiEndpoint.put("put", "/", {
      params: byOrganization,
      payload: NewCallerId,
      success: CallerId,
      error: [BadRequest, NotFound]
    }).pipe(
      rootEndpoint(
        "Add a number to call from, or replace its settings",
        `With its first number an organization calls from its own numbers only, no longer from those of the installation. A
person sees the same number at every attempt as long as it is in the pool; otherwise the nearest: with their area code, from their region, from
their country. 400 if the carrier says that the account has neither bought nor verified the number. At most 500 numbers, and a number belongs to one organization. Calls that waited for a number are looked at again. Recorded
in the security log.`
      )
    ),
    HttpApiEndpoint.delete("remove", "/:number", {
      params: oneNumber,
      success: Success,
      error: NotFound
    }).pipe(
      rootEndpoint(
        "Remove a number to call from",
        `No call is placed from it any more, and its counts are gone. People who were called from it still reach their campaign
by it. Without any number the organization calls from those of the installation again. Recorded in the security log.`
      )
    )
  )
  .annotate(OpenApi.Title, "Caller ids")
  .annotate(OpenApi.Description, "The numbers that people see when an organization calls them.")
  .prefix("/admin/v1/organizations/:id/caller-ids") {}
