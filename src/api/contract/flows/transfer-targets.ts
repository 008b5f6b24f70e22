import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { NewTransferTarget, TransferTarget, TransferTargetName } from "../../../domain/flows/TransferTarget.ts"
import { rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { byOrganization, Success } from "../shared/lists.ts"

const targetOfOrganization = { ...byOrganization, name: Schema.String }

export class AdminTransferTargetsGroup extends HttpApiGroup.make("transferTargets")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byOrganization,
      success: Schema.Struct({ data: Schema.Array(TransferTarget) }),
      error: NotFound
    }).pipe(viewerEndpoint("List transfer targets", "In the order of their names.")),
    HttpApiEndpoint.get("get", "/:name", {
      params: targetOfOrganization,
      success: TransferTarget,
      error: NotFound
    }).pipe(viewerEndpoint("Get a transfer target")),
    HttpApiEndpoint.put("put", "/", {
      params: byOrganization,
      payload: Schema.Struct({ name: TransferTargetName, ...NewTransferTarget.fields }).annotate({
        identifier: "NamedTransferTarget"
      }),
      success: TransferTarget,
      error: [BadRequest, NotFound]
    }).pipe(
      rootEndpoint(
        "Add a transfer target, or replace it",
        `Flows name the targets to which their agent may transfer a call. A change applies to the calls from then on. At most
100 targets. Recorded in the security log.`
      )
    ),
    HttpApiEndpoint.delete("remove", "/:name", {
      params: targetOfOrganization,
      success: Success,
      error: NotFound
    }).pipe(
      rootEndpoint(
        "Remove a transfer target",
        "No call is transferred to it any more, and flows that still name it cannot start. Recorded in the security log."
      )
    )
  )
  .annotate(OpenApi.Title, "Transfer targets")
  .annotate(OpenApi.Description, "The people and desks of an organization to whom calls may be transferred.")
  .prefix("/admin/v1/organizations/:id/transfer-targets") {}
