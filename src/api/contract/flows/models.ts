import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ListedModel, ModelChanges } from "../../../domain/flows/named-model.ts"
import { rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byOrganization, Success } from "../shared/lists.ts"

const modelOfOrganization = { ...byOrganization, name: Schema.String }

export class AdminModelsGroup extends HttpApiGroup.make("models")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byOrganization,
      success: Schema.Struct({ data: Schema.Array(ListedModel) }),
      error: NotFound
    }).pipe(
      viewerEndpoint(
        "List the language models that flows may name",
        "Those of the organization and, where it has none of the same name, those of the settings. In the order of their names."
      )
    ),
    HttpApiEndpoint.put("put", "/", {
      params: byOrganization,
      payload: ModelChanges,
      success: ListedModel,
      error: [BadRequest, NotFound]
    }).pipe(
      rootEndpoint(
        "Add a language model to the organization, or change it",
        `A new one needs \`baseUrl\` and \`model\`; else omitted fields keep their value. Calls that begin afterwards use it. The
server must have a public address unless \`ALLOW_PRIVATE_WEBHOOKS\` is set. Recorded in the security log.`
      )
    ),
    HttpApiEndpoint.delete("remove", "/:name", {
      params: modelOfOrganization,
      success: Success,
      error: [NotFound, Conflict]
    }).pipe(rootEndpoint("Remove a language model of the organization", "409 while a flow names it."))
  )
  .annotate(OpenApi.Title, "Language models")
  .annotate(
    OpenApi.Description,
    "Servers that speak OpenAI's chat completions, each under a name that flows use. An entry of the organization comes before a model of the settings with the same name."
  )
  .prefix("/admin/v1/organizations/:id/models") {}
