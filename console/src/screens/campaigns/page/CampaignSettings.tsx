import { Link } from "@tanstack/react-router"
import type { Answer } from "../../../api/contract.ts"
import { useApi } from "../../../api/use-api.ts"
import { Card } from "../../../ui/Page.tsx"
import { Time } from "../../../ui/Time.tsx"
import { number, plural } from "../../../ui/words/format.ts"
import { callPurpose, journeyAction } from "../../../ui/words/value-words.ts"
import type { Campaign } from "../campaign.ts"
import { delayText, isOfUnanswered } from "../LabelRules.tsx"
import { FlowVersion } from "./FlowVersion.tsx"
import { LivePace } from "./LivePace.tsx"
import { RetryPolicy } from "./RetryPolicy.tsx"
import { StatedPurpose } from "./StatedPurpose.tsx"

/** The settings with which the campaign calls. */
export const CampaignSettings = ({ campaign }: { readonly campaign: Campaign }) => {
  const audience = useApi("/v1/audiences/:id", { params: { id: campaign.audienceId } })
  const flow = useApi("/v1/flows/:id", { params: { id: campaign.flowId } })
  const rules = useApi("/v1/campaigns/:id/journey-rules", { params: { id: campaign.id } })
  const ofUnanswered = rules.data?.find(({ intentLabel }) => isOfUnanswered(intentLabel))
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
        <Line name="Retries">
          {retries(campaign)}
          {campaign.maxRetries > 0 && ofUnanswered !== undefined && (
            <p className="text-muted">{instead(ofUnanswered)}</p>
          )}
        </Line>
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

// The rule of Not Reachable replaces the retry policy for calls that are not answered.
const instead = ({
  action,
  intentLabel,
  retryDelayMinutes
}: Answer<"GET", "/v1/campaigns/:id/journey-rules">[number]) => {
  if (action !== "RETRY") {
    return `Not after unanswered calls, by the rule of ${intentLabel.name}: ${journeyAction.of(action).label}`
  }
  if (retryDelayMinutes === null) return null
  return `After unanswered calls in ${delayText(retryDelayMinutes)}, by the rule of ${intentLabel.name}`
}

const Line = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
)
