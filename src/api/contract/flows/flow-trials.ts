import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RowId } from "../../../domain/schema/uuid.ts"
import { FlowTrial, TrialAbilities } from "../../../domain/views/FlowTrial.ts"
import { operatorEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { Conflict, NotFound, UpgradeRequired } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"

const byFlow = { ...byOrganization, flowId: RowId }

export class FlowTrialsGroup extends HttpApiGroup.make("flowTrials")
  .add(
    HttpApiEndpoint.get("abilities", "/", { params: byFlow, success: TrialAbilities, error: NotFound }).pipe(
      viewerEndpoint("Get how a flow can be tried")
    ),
    HttpApiEndpoint.post("begin", "/", {
      params: byFlow,
      success: FlowTrial.pipe(HttpApiSchema.status(201)),
      error: [NotFound, Conflict]
    }).pipe(
      operatorEndpoint(
        "Begin to try a flow",
        "The answer has the address of a websocket. 409 while three trials of the organization are under way."
      )
    ),
    HttpApiEndpoint.get("line", "/:trialId/line", {
      params: { ...byFlow, trialId: RowId },
      success: HttpApiSchema.Empty(101),
      error: [NotFound, Conflict, UpgradeRequired]
    }).pipe(
      operatorEndpoint(
        "Talk to a flow, over a websocket",
        `The websocket of a trial. It opens once, within a minute, for the one who began the trial; a browser must open it from a page of
the console. Messages are JSON objects with a \`type\`.

From the client:

- \`start\`: the first message: \`{ofDraft, isTyped, name, values}\`. \`name\` and \`values\` are what the agent knows of the person:
\`values\` fills the placeholders of the flow. With \`ofDraft\` the saved draft of the flow is tried. With \`isTyped\` no microphone is
heard, and silence does not end the conversation
- \`audio\`: sound of the microphone: \`{audio}\`, μ-law at 8 kHz as base64, 20 ms at a time
- \`typed\`: a whole sentence, which counts as heard: \`{text}\`
- \`pressed\`: a key: \`{digit}\`
- \`mark\`: all sound before the mark with this \`name\` was played
- \`hangUp\`

From the service:

- \`audio\`: sound of the agent, as above, and \`mark\`: \`{name}\`, to be returned when the sound before it was played
- \`clear\`: drop the sound that was not played yet
- \`sentence\`: \`{text}\`: the agent begins to say this
- \`phase\`: \`{phase}\`: who is to speak
- \`line\`: \`{line, role: agent or person, text, growing}\`, as the event \`said\` of a live campaign
- \`turn\`: \`{number, turn}\`: how a turn was answered, as in GET …/calls/:callId; a repeated \`number\` replaces the earlier one
- \`optOut\`: the person asked not to be called again
- \`ended\`: \`{failed}\`: the conversation is over

No number is dialed and nothing of a trial is stored: no call, no event, no costs, no entry in Do Not Contact.`
      )
    )
  )
  .annotate(OpenApi.Title, "Trials of flows")
  .annotate(OpenApi.Description, "A person talks to a flow in the browser, before any campaign uses it.")
  .prefix("/admin/v1/organizations/:id/flows/:flowId/trials") {}
