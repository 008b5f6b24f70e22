import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { HeaderSetName } from "../../../domain/tools/FlowTool.ts"
import { ListedToolHeaders, NewToolHeaders } from "../../../domain/tools/ToolHeaders.ts"
import { rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byOrganization, Success } from "../shared/lists.ts"

const setOfOrganization = { ...byOrganization, name: Schema.String }

export class AdminToolHeadersGroup extends HttpApiGroup.make("toolHeaders")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byOrganization,
      success: Schema.Struct({ data: Schema.Array(ListedToolHeaders) }),
      error: NotFound
    }).pipe(viewerEndpoint("List the sets of headers for tools", "In the order of their names, without the values.")),
    HttpApiEndpoint.get("get", "/:name", {
      params: setOfOrganization,
      success: ListedToolHeaders,
      error: NotFound
    }).pipe(viewerEndpoint("Get a set of headers for tools", "Without the values.")),
    HttpApiEndpoint.put("put", "/", {
      params: byOrganization,
      payload: Schema.Struct({ name: HeaderSetName, ...NewToolHeaders.fields }).annotate({
        identifier: "NamedToolHeaders"
      }),
      success: ListedToolHeaders,
      error: [BadRequest, NotFound]
    }).pipe(
      rootEndpoint(
        "Add a set of headers for tools, or replace it",
        `Tools of flows name the set, and their requests carry its headers to its origin and to no other. The origin must have a
public address unless \`ALLOW_PRIVATE_WEBHOOKS\` is set. At most 50 sets. Recorded in the security log, without the values.`
      )
    ),
    HttpApiEndpoint.delete("remove", "/:name", {
      params: setOfOrganization,
      success: Success,
      error: [NotFound, Conflict]
    }).pipe(
      rootEndpoint(
        "Remove a set of headers for tools",
        `Refused while a flow names it, or a version of a flow that a campaign uses which is not over. Recorded in the security
log.`
      )
    )
  )
  .annotate(OpenApi.Title, "Headers of tools")
  .annotate(
    OpenApi.Description,
    "Headers such as API keys, which the requests of tools carry. Their values are sealed in the database and never answered."
  )
  .prefix("/admin/v1/organizations/:id/tool-headers") {}
