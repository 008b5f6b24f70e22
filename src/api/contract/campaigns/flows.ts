import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Flow, FlowChanges, FlowWithVariables, NewFlow } from "../../../domain/campaigns/Flow.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { BadRequest, Conflict, Forbidden, NotFound } from "../shared/errors.ts"
import { byId, Success } from "../shared/lists.ts"
import { AdminAuth, ApiKeyAuth, Failures, JsonBody, NeedsMember } from "../shared/middleware.ts"

export class FlowsGroup extends HttpApiGroup.make("flows")
  .add(
    HttpApiEndpoint.get("list", "/", { query: pageQuery, success: pageOf(Flow), error: BadRequest }).annotate(
      OpenApi.Summary,
      "List flows, newest first"
    ),
    HttpApiEndpoint.get("get", "/:id", { params: byId, success: Flow, error: NotFound }).annotate(
      OpenApi.Summary,
      "Get a flow"
    ),
    HttpApiEndpoint.patch("attach", "/:id", {
      params: byId,
      payload: Schema.Struct({ knowledgeBaseId: Schema.NullOr(Schema.String) }),
      success: Flow,
      error: [NotFound, Forbidden]
    })
      .annotate(OpenApi.Summary, "Attach a knowledge base to a flow, or detach it with null")
      .annotate(
        OpenApi.Description,
        `No other field of a flow can be changed here. From then on what a caller says is looked up in the documents of the
knowledge base, and what fits is given to the language model. Another organization's knowledge base is answered 403.`
      )
      .middleware(JsonBody)
      .middleware(NeedsMember)
  )
  .annotate(OpenApi.Title, "Flows")
  .annotate(OpenApi.Description, "What a call says and how: language, voice, providers and prompts.")
  .middleware(ApiKeyAuth)
  .middleware(Failures)
  .prefix("/v1/flows") {}

const flowOfOrganization = { ...byId, flowId: Schema.String }

export class AdminFlowsGroup extends HttpApiGroup.make("flows")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byId,
      query: pageQuery,
      success: pageOf(FlowWithVariables),
      error: [BadRequest, NotFound]
    }).annotate(OpenApi.Summary, "List the flows of an organization, newest first"),
    HttpApiEndpoint.post("create", "/", {
      params: byId,
      payload: NewFlow,
      success: FlowWithVariables.pipe(HttpApiSchema.status(201)),
      error: [NotFound, Forbidden]
    })
      .annotate(OpenApi.Summary, "Create a flow")
      .annotate(OpenApi.Description, "Another organization's knowledge base is answered 403.")
      .middleware(JsonBody),
    HttpApiEndpoint.get("get", "/:flowId", {
      params: flowOfOrganization,
      success: FlowWithVariables,
      error: NotFound
    }).annotate(OpenApi.Summary, "Get a flow"),
    HttpApiEndpoint.patch("update", "/:flowId", {
      params: flowOfOrganization,
      payload: FlowChanges,
      success: FlowWithVariables,
      error: [NotFound, Forbidden]
    })
      .annotate(OpenApi.Summary, "Change a flow")
      .annotate(OpenApi.Description, "Another organization's knowledge base is answered 403.")
      .middleware(JsonBody),
    HttpApiEndpoint.delete("remove", "/:flowId", {
      params: flowOfOrganization,
      success: Success,
      error: [NotFound, Conflict]
    })
      .annotate(OpenApi.Summary, "Delete a flow")
      .annotate(OpenApi.Description, "Answers 409 while a campaign uses it that is not over.")
  )
  .annotate(OpenApi.Title, "Flows")
  .annotate(OpenApi.Description, "What a call says and how, and what it extracts from the conversation.")
  .middleware(AdminAuth)
  .middleware(Failures)
  .prefix("/admin/v1/organizations/:id/flows") {}
