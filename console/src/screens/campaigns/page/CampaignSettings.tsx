import { Link } from "@tanstack/react-router"
import { useApi } from "../../../api/use-api.ts"
import { number, plural } from "../../../ui/format.ts"
import { Card } from "../../../ui/Page.tsx"
import { Time } from "../../../ui/Time.tsx"
import { callPurpose } from "../../../ui/words.ts"
import type { Campaign } from "../campaign.ts"
import { FlowVersion } from "./FlowVersion.tsx"
import { LivePace } from "./LivePace.tsx"
import { RetryPolicy } from "./RetryPolicy.tsx"
import { StatedPurpose } from "./StatedPurpose.tsx"

/** The settings with which the campaign calls. */
export const CampaignSettings = ({ campaign }: { readonly campaign: Campaign }) => {
  const audience = useApi("/v1/audiences/:id", { params: { id: campaign.audienceId } })
  const flow = useApi("/v1/flows/:id", { params: { id: campaign.flowId } })
  const isOver = campaign.status === "COMPLETED" || campaign.status === "CANCELLED"
  return (
    <Card
      title="Settings"
      actions={
        !isOver && (
          <div className="flex flex-wrap justify-end gap-2">
            <LivePace campaign={campaign} />
            <RetryPolicy campaign={campaign} />
            <StatedPurpose campaign={campaign} />
          </div>
        )
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <Line name="Audience">{audience.data?.name ?? "–"}</Line>
        <Line name="Flow">
          {flow.data === undefined ? (
            "–"
          ) : (
            <Link to="/flows/$flowId" params={{ flowId: campaign.flowId }} className="hover:underline">
              {flow.data.name} ({flow.data.language})
            </Link>
          )}
          <FlowVersion campaign={campaign} />
        </Line>
        {campaign.purpose !== null && <Line name="Calls for">{callPurpose.of(campaign.purpose).label}</Line>}
        <Line name="Pace">
          {number(campaign.callsPerMinute)} starts a minute, {number(campaign.maxConcurrentCalls)} calls at a time
        </Line>
        <Line name="Longest call">{campaign.callTimeoutMinutes} min</Line>
        <Line name="Retries">{retries(campaign)}</Line>
        <Line name="Best time">
          {campaign.bestTimeOptimization
            ? "Retries move to hours at which more people answer"
            : "Retries follow their delay"}
        </Line>
        <Line name="Ends by">{campaign.endAt === null ? "No deadline" : <Time value={campaign.endAt} />}</Line>
      </dl>
    </Card>
  )
}

const retries = ({ maxRetries, retryDelayMinutes, retryDelaysMinutes, retryWithinWindow }: Campaign) => {
  if (maxRetries === 0) return "None"
  const delays = retryDelaysMinutes.length > 0 ? retryDelaysMinutes.join(", ") : String(retryDelayMinutes)
  const hours = retryWithinWindow ? "inside the calling window" : "also outside of the calling window"
  return `Up to ${plural(maxRetries, "retry", "retries")} after ${delays} min, ${hours}`
}

const Line = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
)
