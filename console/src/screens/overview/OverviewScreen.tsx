import { Link } from "@tanstack/react-router"
import { useMay } from "../../api/session.ts"
import { Badge } from "../../ui/Badge.tsx"
import { buttonClasses } from "../../ui/Button.tsx"
import { Parts } from "../../ui/data/Meter.tsx"
import { Card, Figure, Page } from "../../ui/Page.tsx"
import { Empty, Read } from "../../ui/States.tsx"
import { number, percent, plural } from "../../ui/words/format.ts"
import { outcome } from "../../ui/words/value-words.ts"
import { CampaignsUnderWay } from "./CampaignsUnderWay.tsx"
import type { Overview } from "./overview.ts"
import { ServiceParts } from "./ServiceParts.tsx"
import { Split } from "./Split.tsx"
import { useOverview } from "./use-overview.ts"

/** The calling of the organization now and today. */
export const OverviewScreen = () => {
  const { overview, connection } = useOverview()
  const isSuperAdmin = useMay("SUPER_ADMIN")
  return (
    <Page title="Overview" beside={connection !== "connecting" && <Freshness isLive={connection === "open"} />}>
      <Read of={overview} lines={8}>
        {(data) => (
          <>
            <Figures overview={data} />
            <CampaignsUnderWay campaigns={data.campaigns} />
            <div className="grid gap-4 lg:grid-cols-2">
              <Outcomes today={data.today} />
              <Labels today={data.today} />
            </div>
          </>
        )}
      </Read>
      {isSuperAdmin && <ServiceParts />}
    </Page>
  )
}

const Freshness = ({ isLive }: { readonly isLive: boolean }) =>
  isLive ? (
    <Badge tone="good">
      <span className="size-2 animate-pulse rounded-full bg-good" aria-hidden="true" />
      Live
    </Badge>
  ) : (
    <Badge tone="warn">Not live</Badge>
  )

const Figures = ({ overview: { live, starts, today } }: { readonly overview: Overview }) => {
  const ended = today.outcomes.reduce((sum, { count }) => sum + count, 0)
  const connected = today.outcomes.find((one) => one.outcome === "CONNECTED")?.count ?? 0
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure label="Live calls" value={number(live.talking + live.ringing)}>
        {number(live.talking)} talking, {number(live.ringing)} ringing
      </Figure>
      <Figure label="Starts in the last minute" value={number(starts.lastMinute)}>
        {starts.allowedPerMinute === 0 ? (
          "no campaign is running"
        ) : (
          <>
            <span className="mb-1 block">of {number(starts.allowedPerMinute)} allowed</span>
            <Parts
              isThin
              total={Math.max(starts.allowedPerMinute, starts.lastMinute)}
              parts={[{ name: "Starts", value: starts.lastMinute, color: "--accent" }]}
            />
          </>
        )}
      </Figure>
      <Figure label="Calls today" value={number(today.calls)}>
        to {plural(today.contacts, "contact")}
      </Figure>
      <Figure label="Answered today" value={percent(ended === 0 ? null : connected / ended)}>
        {number(connected)} of {plural(ended, "attempt")} that ended
      </Figure>
    </dl>
  )
}

const outcomeColors = {
  good: "--good",
  warn: "--warn",
  bad: "--bad",
  info: "--info",
  muted: "--line-strong",
  accent: "--accent"
}

const Outcomes = ({ today }: { readonly today: Overview["today"] }) => (
  <Card title="Outcomes today">
    {today.outcomes.length === 0 ? (
      <Empty icon="calls" title="No attempt has ended today" />
    ) : (
      <Split
        label="Outcomes of the attempts that ended today"
        parts={today.outcomes.map(({ count, outcome: value }) => {
          const { label, tone } = outcome.of(value)
          return { name: label, count, color: outcomeColors[tone] }
        })}
      />
    )}
  </Card>
)

const Labels = ({ today }: { readonly today: Overview["today"] }) => {
  const undetermined = { name: "Undetermined", count: today.undetermined, color: "--line-strong" }
  const parts = [...today.labels, ...(today.undetermined > 0 ? [undetermined] : [])]
  return (
    <Card
      title="Labels today"
      actions={
        <Link to="/review" className={buttonClasses("quiet", true)}>
          Review queue
        </Link>
      }
    >
      {parts.length === 0 ? (
        <Empty icon="review" title="No call has a label yet">
          A call gets its label after its conversation was analyzed.
        </Empty>
      ) : (
        <Split label="Labels of the calls of today" parts={parts} />
      )}
    </Card>
  )
}
