import type { IncomingMessage } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { FlowTrials } from "../../../campaigns/FlowTrials.ts"
import type { StreamRefused } from "../../../media/gateway/MediaGateway.ts"
import { TrialBriefs, trialSeconds } from "../../../media/trial/TrialBriefs.ts"
import { TrialLines } from "../../../media/trial/TrialLines.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { ServiceUnavailable, UpgradeRequired } from "../../contract/shared/errors.ts"
import { StillAllowed } from "../../middleware/access/StillAllowed.ts"
import { forOrganizationInPath } from "../for-organization.ts"
import { untilForbidden } from "../open-answer.ts"

export const FlowTrialsLive = HttpApiBuilder.group(
  AdminApi,
  "flowTrials",
  Effect.fnUntraced(function* (handlers) {
    const trials = yield* FlowTrials
    const briefs = yield* TrialBriefs
    const lines = yield* TrialLines
    const forOrganization = yield* forOrganizationInPath
    return handlers
      .handleRaw(
        "line",
        forOrganization(
          Effect.fnUntraced(function* (organizationId, { params: { flowId, trialId }, request }) {
            const message = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
            const forbidden = untilForbidden(yield* StillAllowed)
            yield* Effect.mapError(lines.carry({ organizationId, flowId, trialId }, message, forbidden), (failure) =>
              failure._tag === "StreamRefused" ? refusalOf(failure) : failure
            )
            // The handshake has sent the answer already.
            return HttpServerResponse.empty({ status: 101 })
          })
        )
      )
      .handleAll({
        abilities: forOrganization((organizationId, { params: { flowId } }) =>
          briefs.abilities(organizationId, flowId)
        ),
        begin: forOrganization(
          Effect.fnUntraced(function* (organizationId, { params: { flowId } }) {
            const id = yield* trials.begin(organizationId, flowId)
            const url = `/admin/v1/organizations/${organizationId}/flows/${flowId}/trials/${id}/line`
            return { id, url, limitSeconds: trialSeconds }
          })
        )
      })
  })
)

const refusalOf = ({ because }: StreamRefused) =>
  because === "stopping"
    ? new ServiceUnavailable({ message: "The server stops" })
    : because === "full"
      ? new ServiceUnavailable({ message: "This node carries as many calls as it can" })
      : new UpgradeRequired({ message: "This path takes a websocket" })
