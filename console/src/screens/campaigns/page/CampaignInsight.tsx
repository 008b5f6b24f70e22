import { Link } from "@tanstack/react-router"
import { useApi } from "../../../api/use-api.ts"
import { buttonClasses } from "../../../ui/Button.tsx"
import { Chart, type Series } from "../../../ui/data/Chart.tsx"
import { Parts } from "../../../ui/data/Meter.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { day, hourIn, number, percent } from "../../../ui/words/format.ts"
import type { Campaign } from "../campaign.ts"
import { Idle } from "./Idle.tsx"
import type { Insight } from "./insight.ts"

/** How the campaign has gone until now, and why no call is placed right now. */
export const CampaignInsight = ({ campaign }: { readonly campaign: Campaign }) => {
  const { completedAt, id } = campaign
  const insight = useApi(
    "/admin/v1/organizations/:id/campaigns/:campaignId/insight",
    { params: { campaignId: id } },
    completedAt === null ? { every: 5000 } : {}
  )
  return (
    <Read of={insight} lines={6}>
      {(data) => (
        <>
          {data.idle !== null && completedAt === null && <Idle idle={data.idle} />}
          {data.oldLists.length > 0 && <OldLists lists={data.oldLists} />}
          <div className="grid gap-4 lg:grid-cols-2">
            <Card title="Funnel">
              <Funnel funnel={data.funnel} />
            </Card>
            <Card title="Labels by day" actions={<Undetermined campaignId={id} days={data.labelsByDay} />}>
              <Labels days={data.labelsByDay} />
            </Card>
            <Card title={`Waiting calls by hour (${data.timezone})`}>
              <Waiting hours={data.retryQueue} timezone={data.timezone} />
            </Card>
            <Card title={`Answered by hour of the day (${data.timezone})`}>
              <Answers hours={data.answersByHour} />
            </Card>
          </div>
        </>
      )}
    </Read>
  )
}

/** The registries whose lists are too old, so that the contacts of their countries wait. */
const OldLists = ({ lists }: { readonly lists: Insight["oldLists"] }) => (
  <section role="status" className="rounded-xl border border-warn bg-warn-soft p-4">
    <h2 className="font-semibold">
      Contacts wait for a newer list of a{" "}
      <Link to="/people/registries" className="underline">
        registry
      </Link>
    </h2>
    <ul className="mt-1 flex flex-col gap-1">
      {lists.map((list) => (
        <li key={list}>{`${list.charAt(0).toUpperCase()}${list.slice(1)}.`}</li>
      ))}
    </ul>
  </section>
)

const Funnel = ({ funnel }: { readonly funnel: Insight["funnel"] }) => {
  const { called, connected, contacts, labelled, positive } = funnel
  const stages = [
    { name: "Contacts", value: contacts, before: contacts },
    { name: "Called", value: called, before: contacts },
    { name: "Connected", value: connected, before: called },
    { name: "Labelled", value: labelled, before: connected },
    { name: "Positive", value: positive, before: labelled }
  ]
  return (
    <ul className="flex flex-col gap-3">
      {stages.map(({ name, value, before }) => (
        <li key={name}>
          <div className="mb-1 flex justify-between gap-2">
            <span>{name}</span>
            <span>
              <span className="font-medium">{number(value)}</span>{" "}
              {name !== "Contacts" && (
                <span className="text-muted text-xs">
                  {percent(before === 0 ? null : value / before)} of the stage before
                </span>
              )}
            </span>
          </div>
          <Parts total={contacts} parts={[{ name, value, color: name === "Positive" ? "--good" : "--accent" }]} />
        </li>
      ))}
    </ul>
  )
}

const Labels = ({ days }: { readonly days: Insight["labelsByDay"] }) => {
  const byName = new Map<string, Series & { values: Array<number> }>()
  days.forEach(({ labels, undetermined }, index) => {
    const all = [...labels, { name: "Undetermined", color: "--line-strong", count: undetermined }]
    for (const { color, count, name } of all) {
      const series = byName.get(name) ?? { name, color, values: days.map(() => 0) }
      series.values[index] = count
      byName.set(name, series)
    }
  })
  const series = [...byName.values()].filter(({ values }) => values.some((value) => (value ?? 0) > 0))
  if (series.length === 0) return <Empty icon="review" title="No call has a label yet" />
  return <Chart label="Labels by day" places={days.map((one) => day(`${one.day}T12:00`))} series={series} />
}

/** Leads to the calls without a label, which can be analyzed again there. */
const Undetermined = ({ campaignId, days }: { readonly campaignId: string; readonly days: Insight["labelsByDay"] }) => {
  const count = days.reduce((sum, { undetermined }) => sum + undetermined, 0)
  if (count === 0) return null
  return (
    <Link to="/calls" search={{ campaignId, marked: "undetermined" }} className={buttonClasses("quiet", true)}>
      {number(count)} undetermined
    </Link>
  )
}

const Waiting = ({
  hours,
  timezone
}: {
  readonly hours: Insight["retryQueue"]
  readonly timezone: Insight["timezone"]
}) => {
  if (hours.length === 0) return <Empty icon="check" title="No call waits" />
  const place = hourIn(timezone)
  return (
    <Chart
      label="Waiting calls by the hour in which they are due"
      places={hours.map(({ hour }) => place(hour))}
      series={[
        { name: "First attempts", color: "--accent", values: hours.map(({ first }) => first) },
        { name: "Retries", color: "--warn", values: hours.map(({ retries }) => retries) },
        { name: "Callbacks", color: "--good", values: hours.map(({ callbacks }) => callbacks) },
        { name: "Reminders", color: "--info", values: hours.map(({ reminders }) => reminders) }
      ]}
    />
  )
}

const Answers = ({ hours }: { readonly hours: Insight["answersByHour"] }) => {
  if (hours.every(({ attempts }) => attempts === 0)) return <Empty icon="calls" title="No attempt has ended yet" />
  return (
    <Chart
      label="Share of answered attempts by hour of the day"
      places={hours.map(({ hour }) => `${String(hour).padStart(2, "0")}:00`)}
      format={percent}
      max={1}
      series={[{ name: "Answered", color: "--accent", values: hours.map(({ rate }) => rate) }]}
    />
  )
}
