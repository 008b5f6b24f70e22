import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Flow, FlowChanges, FlowWithVariables, NewFlow } from "../../../domain/campaigns/Flow.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { operatorEndpoint, readEndpoint, viewerEndpoint, writeEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, Forbidden, NotFound } from "../shared/errors.ts"
import { byId, byOrganization, Success } from "../shared/lists.ts"

export class FlowsGroup extends HttpApiGroup.make("flows")
  .add(
    HttpApiEndpoint.get("list", "/", { query: pageQuery, success: pageOf(Flow), error: BadRequest }).pipe(
      readEndpoint("List flows, newest first")
    ),
    HttpApiEndpoint.get("get", "/:id", { params: byId, success: Flow, error: NotFound }).pipe(
      readEndpoint("Get a flow")
    ),
    HttpApiEndpoint.patch("attach", "/:id", {
      params: byId,
      payload: Schema.Struct({ knowledgeBaseId: Schema.NullOr(Schema.String) }),
      success: Flow,
      error: [NotFound, Forbidden]
    }).pipe(
      writeEndpoint(
        "Attach a knowledge base to a flow, or detach it with null",
        `From then on the agent searches the documents of the knowledge base for what the person says, and passes matching
text to the language model. No other field of a flow can be changed here. 403 for another organization's knowledge base.`
      )
    )
  )
  .annotate(OpenApi.Title, "Flows")
  .annotate(OpenApi.Description, "A flow defines what the agent says and how: language, voice, providers and prompts.")
  .prefix("/v1/flows") {}

const flowOfOrganization = { ...byOrganization, flowId: RowId }

export class AdminFlowsGroup extends HttpApiGroup.make("flows")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byOrganization,
      query: pageQuery,
      success: pageOf(FlowWithVariables),
      error: [BadRequest, NotFound]
    }).pipe(viewerEndpoint("List the flows of an organization, newest first")),
    HttpApiEndpoint.post("create", "/", {
      params: byOrganization,
      payload: NewFlow,
      success: FlowWithVariables.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, NotFound, Forbidden]
    }).pipe(
      operatorEndpoint(
        "Create a flow",
        "400 for a language model that is not configured, 403 for another organization's knowledge base."
      )
    ),
    HttpApiEndpoint.get("get", "/:flowId", {
      params: flowOfOrganization,
      success: FlowWithVariables,
      error: NotFound
    }).pipe(viewerEndpoint("Get a flow")),
    HttpApiEndpoint.patch("update", "/:flowId", {
      params: flowOfOrganization,
      payload: FlowChanges,
      success: FlowWithVariables,
      error: [BadRequest, NotFound, Forbidden]
    }).pipe(
      operatorEndpoint(
        "Change a flow",
        "400 for a language model that is not configured, 403 for another organization's knowledge base."
      )
    ),
    HttpApiEndpoint.delete("remove", "/:flowId", {
      params: flowOfOrganization,
      success: Success,
      error: [NotFound, Conflict]
    }).pipe(operatorEndpoint("Delete a flow", "409 while a campaign that is not over uses it."))
  )
  .annotate(OpenApi.Title, "Flows")
  .annotate(
    OpenApi.Description,
    "A flow defines what the agent says and how, and what is extracted from the conversation."
  )
  .prefix("/admin/v1/organizations/:id/flows") {}
