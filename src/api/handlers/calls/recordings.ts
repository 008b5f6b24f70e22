import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { RecordingReads } from "../../../calls/recordings/RecordingReads.ts"
import { Recordings } from "../../../calls/recordings/Recordings.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath } from "../for-organization.ts"
import { recordingAnswer } from "./recording-answer.ts"

export const RecordingsLive = HttpApiBuilder.group(
  AdminApi,
  "recordings",
  Effect.fnUntraced(function* (handlers) {
    const recordings = yield* Recordings
    const reads = yield* RecordingReads
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId, { params }) => recordings.of(organizationId, params.callId)),
      audio: forOrganization(
        Effect.fnUntraced(function* (organizationId, { params }, actor) {
          const request = yield* HttpServerRequest.HttpServerRequest
          const audio = yield* recordings.audio(organizationId, params)
          yield* reads.note(organizationId, { actor, callId: params.callId, attemptNo: params.attemptNo })
          return yield* recordingAnswer(audio, request)
        })
      )
    })
  })
)
