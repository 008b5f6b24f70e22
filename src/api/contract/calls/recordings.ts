import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AttemptInPath, CallRecordings } from "../../../domain/calls/CallRecording.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { operatorEndpoint } from "../shared/endpoints.ts"
import { NotFound } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"

const ofCall = { ...byOrganization, callId: RowId }

export class RecordingsGroup extends HttpApiGroup.make("recordings")
  .add(
    HttpApiEndpoint.get("list", "/", { params: ofCall, success: CallRecordings, error: NotFound }).pipe(
      operatorEndpoint(
        "List the recordings of a call",
        "One for each attempt that was recorded, with a waveform, and what the person answered when the agent asked for their consent."
      )
    ),
    HttpApiEndpoint.get("audio", "/:attemptNo", {
      params: { ...ofCall, attemptNo: AttemptInPath },
      success: Schema.Uint8Array.annotate({
        description: "A WAV file: μ-law at 8 kHz, the person left, the agent right"
      }).pipe(HttpApiSchema.asUint8Array({ contentType: "audio/wav" })),
      error: NotFound
    }).pipe(
      operatorEndpoint(
        "Get the recording of an attempt",
        `A WAV file in stereo: the person on the left, on the right the agent as far as the line played it. The header \`Range\` asks for a part
of the file: 206, or 416 when the file is shorter. While the call lasts, the file has what was recorded until now. Recorded in the security
log as \`recording.read\`, once in ten minutes for each reader and recording.`
      )
    )
  )
  .annotate(OpenApi.Title, "Recordings")
  .annotate(OpenApi.Description, "The audio of calls, where the flow records them.")
  .prefix("/admin/v1/organizations/:id/calls/:callId/recordings") {}
