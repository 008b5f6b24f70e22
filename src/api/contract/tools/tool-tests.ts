import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { CallDataTestResult, NewCallDataTest, NewToolTest, ToolTestResult } from "../../../domain/tools/ToolTest.ts"
import { operatorEndpoint } from "../shared/endpoints.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"

export class AdminToolTestsGroup extends HttpApiGroup.make("toolTests")
  .add(
    HttpApiEndpoint.post("run", "/", {
      params: byOrganization,
      payload: NewToolTest,
      success: ToolTestResult,
      error: [BadRequest, NotFound]
    }).pipe(
      operatorEndpoint(
        "Run a tool without a call",
        `Checks the arguments, fills the request, sends it as a call would, with the headers that the tool names, and answers with
what the model would see. A tool that changes something is run only with \`sendsChanges\`: what it changes is real. Recorded in the
security log.`
      )
    ),
    HttpApiEndpoint.post("runCallData", "/call-data", {
      params: byOrganization,
      payload: NewCallDataTest,
      success: CallDataTestResult,
      error: [BadRequest, NotFound]
    }).pipe(
      operatorEndpoint(
        "Fetch the data of a call without a call",
        `Fills the request of a flow's \`callData\`, sends it as a call would while the phone rings, and answers with the values that the
prompts would have. Nothing is stored. Recorded in the security log.`
      )
    )
  )
  .annotate(OpenApi.Title, "Tests of tools")
  .annotate(OpenApi.Description, "The tools of a flow, before a call uses them.")
  .prefix("/admin/v1/organizations/:id/tool-tests") {}
