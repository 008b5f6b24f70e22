import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Flow, FlowChanges, FlowWithVariables, NewFlow } from "../../../domain/flows/Flow.ts"
import {
  DraftToDiscard,
  FlowDraft,
  FlowVersion,
  NewFlowDraft,
  Publication,
  Restoration,
  VersionInPath
} from "../../../domain/flows/FlowVersion.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { operatorEndpoint, readEndpoint, viewerEndpoint, writeEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, Forbidden, NotFound } from "../shared/errors.ts"
import { byId, byOrganization, Success, searchByName } from "../shared/lists.ts"

export class FlowsGroup extends HttpApiGroup.make("flows")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: { ...pageQuery, ...searchByName },
      success: pageOf(Flow),
      error: BadRequest
    }).pipe(readEndpoint("List flows, newest first")),
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
text to the language model. This is a new version of the flow: campaigns that are under way keep theirs. No other field
of a flow can be changed here. 403 for another organization's knowledge base.`
      )
    )
  )
  .annotate(OpenApi.Title, "Flows")
  .annotate(OpenApi.Description, "A flow defines what the agent says and how: language, voice, providers and prompts.")
  .prefix("/v1/flows") {}

const flowOfOrganization = { ...byOrganization, flowId: RowId }
const versionOfFlow = { ...flowOfOrganization, version: VersionInPath }

export class AdminFlowsGroup extends HttpApiGroup.make("flows")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byOrganization,
      query: { ...pageQuery, ...searchByName },
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
        "Publishes the change at once, as a new version; campaigns that are under way keep theirs. 400 for a language model that is not configured, 403 for another organization's knowledge base."
      )
    ),
    HttpApiEndpoint.delete("remove", "/:flowId", {
      params: flowOfOrganization,
      success: Success,
      error: [NotFound, Conflict]
    }).pipe(operatorEndpoint("Delete a flow", "409 while a campaign that is not over uses it.")),
    HttpApiEndpoint.get("draft", "/:flowId/draft", {
      params: flowOfOrganization,
      success: FlowDraft,
      error: NotFound
    }).pipe(viewerEndpoint("Get the draft of a flow", "Returns what is published while no draft is saved.")),
    HttpApiEndpoint.put("saveDraft", "/:flowId/draft", {
      params: flowOfOrganization,
      payload: NewFlowDraft,
      success: FlowDraft,
      error: [BadRequest, NotFound, Forbidden, Conflict]
    }).pipe(
      operatorEndpoint(
        "Save the draft of a flow",
        `No call uses a draft. 409 if the draft is not the one that was read: the message says who saved it meanwhile. After
another version was published, save the draft with the number of that version as \`basedOn\`.`
      )
    ),
    HttpApiEndpoint.post("discardDraft", "/:flowId/draft/discard", {
      params: flowOfOrganization,
      payload: DraftToDiscard,
      success: Success,
      error: [BadRequest, NotFound, Conflict]
    }).pipe(operatorEndpoint("Discard the draft of a flow", "409 if the draft is not the one that was read.")),
    HttpApiEndpoint.post("publish", "/:flowId/publish", {
      params: flowOfOrganization,
      payload: Publication,
      success: FlowWithVariables,
      error: [BadRequest, NotFound, Forbidden, Conflict]
    }).pipe(
      operatorEndpoint(
        "Publish the draft of a flow",
        `It becomes the next version. Campaigns that start from then on use it; those under way keep theirs, until \`POST
/v1/campaigns/:id/flow-version\` moves them. 409 if the draft is not the one that was read, or changes another version
than the current one: the message says who published that.`
      )
    ),
    HttpApiEndpoint.get("versions", "/:flowId/versions", {
      params: flowOfOrganization,
      query: pageQuery,
      success: pageOf(FlowVersion),
      error: [BadRequest, NotFound]
    }).pipe(viewerEndpoint("List the published versions of a flow, newest first")),
    HttpApiEndpoint.get("version", "/:flowId/versions/:version", {
      params: versionOfFlow,
      success: FlowWithVariables,
      error: NotFound
    }).pipe(
      viewerEndpoint(
        "Get a flow as one of its versions",
        "A version never changes; only a knowledge base that was deleted since is left out."
      )
    ),
    HttpApiEndpoint.post("restore", "/:flowId/versions/:version/restore", {
      params: versionOfFlow,
      payload: Restoration,
      success: FlowWithVariables,
      error: [BadRequest, NotFound, Forbidden, Conflict]
    }).pipe(
      operatorEndpoint(
        "Go back to an older version of a flow",
        "Publishes its content as the next version. 409 if another version than `current` is published by now."
      )
    )
  )
  .annotate(OpenApi.Title, "Flows")
  .annotate(
    OpenApi.Description,
    "A flow defines what the agent says and how, and what is extracted from the conversation."
  )
  .prefix("/admin/v1/organizations/:id/flows") {}
