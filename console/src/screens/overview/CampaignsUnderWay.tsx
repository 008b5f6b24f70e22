import { Link } from "@tanstack/react-router"
import { useMay } from "../../api/session.ts"
import { Badge } from "../../ui/Badge.tsx"
import { buttonClasses } from "../../ui/Button.tsx"
import { Parts } from "../../ui/data/Meter.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Card } from "../../ui/Page.tsx"
import { Empty } from "../../ui/States.tsx"
import { WithTimes } from "../../ui/Time.tsx"
import { number, percent } from "../../ui/words/format.ts"
import { campaignStatus, health } from "../../ui/words/value-words.ts"
import type { Overview } from "./overview.ts"

/** The campaigns that run or are paused, each with its health and the reason. */
export const CampaignsUnderWay = ({ campaigns }: { readonly campaigns: Overview["campaigns"] }) => {
  const mayCreate = useMay("MEMBER")
  const create = mayCreate && (
    <Link to="/campaigns/new" className={buttonClasses("primary")}>
      <Icon name="plus" size={17} />
      New campaign
    </Link>
  )
  return (
    <Card
      title="Campaigns under way"
      actions={
        <Link to="/campaigns" className={buttonClasses("quiet", true)}>
          All campaigns
        </Link>
      }
      flush
    >
      {campaigns.length === 0 ? (
        <Empty icon="campaigns" title="No campaign is under way" action={create}>
          A campaign calls the contacts of an audience, and shows here how it goes.
        </Empty>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {campaigns.map((campaign) => (
            <Row key={campaign.id} campaign={campaign} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const Row = ({ campaign }: { readonly campaign: Overview["campaigns"][number] }) => {
  const status = campaignStatus.of(campaign.status)
  const state = health.of(campaign.health.level)
  return (
    <li className="relative grid gap-x-6 gap-y-2 px-4 py-3 hover:bg-sunken/60 md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <Link
            to="/campaigns/$campaignId"
            params={{ campaignId: campaign.id }}
            className="min-w-0 truncate font-medium after:absolute after:inset-0 hover:underline"
          >
            {campaign.name}
          </Link>
          <Badge tone={status.tone}>{status.label}</Badge>
          {campaign.health.level !== "green" && <Badge tone={state.tone}>{state.label}</Badge>}
        </div>
        <p className="mt-0.5 text-muted text-sm">
          <WithTimes text={campaign.health.reason} />
        </p>
      </div>
      <div className="flex flex-col gap-1">
        <div className="flex justify-between gap-2 text-sm">
          <span>{campaign.completionPct} % done</span>
          <span className="text-muted">{number(campaign.waiting)} waiting</span>
        </div>
        <Parts total={100} parts={[{ name: "Done", value: campaign.completionPct, color: "--accent" }]} />
      </div>
      <dl className="grid grid-cols-3 gap-4 text-sm md:w-72">
        <Small name="Live">
          {number(campaign.liveCalls)} <span className="text-muted">/ {number(campaign.maxConcurrentCalls)}</span>
        </Small>
        <Small name="Starts / min">
          {number(campaign.startsInLastMinute)} <span className="text-muted">/ {number(campaign.callsPerMinute)}</span>
        </Small>
        <Small name="Reached">{percent(campaign.connectionRate)}</Small>
      </dl>
    </li>
  )
}

const Small = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <div>
    <dt className="text-muted text-xs">{name}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
)
