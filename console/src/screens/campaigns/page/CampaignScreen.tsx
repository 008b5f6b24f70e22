import { useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import type { LiveEvent, LiveOf } from "../../../../../src/domain/views/LiveCampaign.ts"
import { useEvents } from "../../../api/events.ts"
import { useApi } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Parts } from "../../../ui/data/Meter.tsx"
import { Card, Figure, Page } from "../../../ui/Page.tsx"
import { Loading, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { number, plural } from "../../../ui/words/format.ts"
import { campaignStatus, useCase } from "../../../ui/words/value-words.ts"
import { ConsentReport } from "../ConsentReport.tsx"
import type { Campaign } from "../campaign.ts"
import { LabelRules } from "../LabelRules.tsx"
import { CampaignActions } from "./CampaignActions.tsx"
import { CampaignInsight } from "./CampaignInsight.tsx"
import { CampaignSettings } from "./CampaignSettings.tsx"

const route = getRouteApi("/campaigns/$campaignId")

/** Everything about a campaign: how it goes now, its results, its rules. */
export const CampaignScreen = () => {
  const { campaignId } = route.useParams()
  const campaign = useApi("/v1/campaigns/:id", { params: { id: campaignId } }, { every: 10_000 })
  if (campaign.data === undefined) {
    return (
      <Page title="Campaign">
        <Read of={campaign}>{() => null}</Read>
      </Page>
    )
  }
  const { name, status, useCaseType, startedAt, completedAt, scheduledAt, statusReason } = campaign.data
  const words = campaignStatus.of(status)
  return (
    <Page
      key={campaignId}
      title={name}
      above={
        <Link to="/campaigns" className="hover:underline">
          Campaigns
        </Link>
      }
      beside={<Badge tone={words.tone}>{words.label}</Badge>}
      actions={<CampaignActions campaign={campaign.data} />}
    >
      <p className="-mt-2 text-muted">
        {useCase.of(useCaseType).label}
        {startedAt !== null && (
          <>
            {" · started "}
            <Time value={startedAt} />
          </>
        )}
        {status === "SCHEDULED" && scheduledAt !== null && (
          <>
            {" · starts "}
            <Time value={scheduledAt} />
          </>
        )}
        {completedAt !== null && (
          <>
            {" · ended "}
            <Time value={completedAt} />
          </>
        )}
      </p>
      {statusReason !== null && (
        <p role="status" className="rounded-xl border border-warn bg-warn-soft px-4 py-3">
          {statusReason}
        </p>
      )}
      {status !== "DRAFT" && <Now campaign={campaign.data} />}
      {status !== "DRAFT" && <CampaignInsight campaign={campaign.data} />}
      <div className="grid gap-4 lg:grid-cols-2">
        <LabelRules campaignId={campaignId} />
        <CampaignSettings campaign={campaign.data} />
      </div>
      <ConsentReport campaignId={campaignId} />
    </Page>
  )
}

/** The figures of the campaign as they change. */
const Now = ({ campaign }: { readonly campaign: Campaign }) => {
  const [live, setLive] = useState<LiveOf<"progress">>()
  const queries = useQueryClient()
  const { id, status } = campaign
  const isUnderWay = status === "IN_PROGRESS" || status === "PAUSED"
  const stored = useApi("/v1/campaigns/:id/progress", { params: { id } }, isUnderWay ? { every: 15_000 } : {})
  const onEvent = (event: LiveEvent) => {
    if (event.type !== "progress") return
    setLive(event)
    // Another person, or the service itself, has changed the campaign.
    if (event.status !== status) void queries.invalidateQueries({ queryKey: ["/v1/campaigns/:id"] })
  }
  const connection = useEvents(
    "/admin/v1/organizations/:id/campaigns/:campaignId/live",
    { campaignId: id },
    { onEvent, enabled: isUnderWay }
  )
  // Without the stream its last figures stand still.
  const followed = isUnderWay && connection === "open" ? live : undefined
  const progress = followed ?? stored.data
  if (progress === undefined) return <Loading lines={2} />
  const { completed, failed, inProgress, pending, queued, skipped, suppressed, total } = progress
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure label="Done" value={`${progress.percentComplete} %`}>
          {number(completed + failed + skipped + suppressed)} of {plural(total, "contact")}
        </Figure>
        <Figure label="Live calls" value={number(inProgress)}>
          of {number(campaign.maxConcurrentCalls)} at a time
        </Figure>
        <Figure label="Starts in the last minute" value={number(isUnderWay ? followed?.placedInLastMinute : 0)}>
          of {number(campaign.callsPerMinute)} allowed
        </Figure>
        <Figure label="Waiting" value={number(queued + pending)}>
          {progress.awaitingLabel > 0
            ? `${plural(progress.awaitingLabel, "conversation")} to be analyzed`
            : "every conversation is analyzed"}
        </Figure>
      </dl>
      <Card title="Contacts by state">
        <Parts
          total={total}
          parts={[
            { name: "Completed", value: completed, color: "--good" },
            { name: "Live", value: inProgress, color: "--accent" },
            { name: "Failed", value: failed, color: "--bad" },
            { name: "Suppressed", value: suppressed, color: "--warn" },
            { name: "Skipped", value: skipped, color: "--line-strong" }
          ]}
        />
        <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          <State name="Completed" value={completed} color="bg-good" />
          <State name="Live" value={inProgress} color="bg-accent" />
          <State name="Failed" value={failed} color="bg-bad" />
          <State name="Suppressed" value={suppressed} color="bg-warn" />
          <State name="Skipped" value={skipped} color="bg-line-strong" />
          <State name="Waiting" value={queued + pending} color="bg-sunken" />
        </dl>
      </Card>
    </>
  )
}

const State = ({ name, value, color }: { readonly name: string; readonly value: number; readonly color: string }) => (
  <div className="flex items-center gap-2">
    <dt className="flex items-center gap-1.5 text-muted">
      <span aria-hidden="true" className={`size-2.5 rounded-full ${color}`} />
      {name}
    </dt>
    <dd className="font-medium">{number(value)}</dd>
  </div>
)
