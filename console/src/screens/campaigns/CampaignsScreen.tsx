import { getRouteApi, Link } from "@tanstack/react-router"
import { foldForSearch } from "../../../../src/domain/text/text.ts"
import type { Answer } from "../../api/contract.ts"
import { useMay } from "../../api/session.ts"
import { useApi } from "../../api/use-api.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button, buttonClasses } from "../../ui/Button.tsx"
import { type Column, DataTable } from "../../ui/data/DataTable.tsx"
import { Parts } from "../../ui/data/Meter.tsx"
import { Field } from "../../ui/Field.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Card, Page } from "../../ui/Page.tsx"
import { Select } from "../../ui/Select.tsx"
import { Empty, Read } from "../../ui/States.tsx"
import { WithTimes } from "../../ui/Time.tsx"
import { number, percent } from "../../ui/words/format.ts"
import { campaignStatus, health, useCase } from "../../ui/words/value-words.ts"
import type { CampaignFilter } from "./campaign-filter.ts"
import { PauseAll } from "./PauseAll.tsx"

const route = getRouteApi("/campaigns")

type Row = Answer<"GET", "/v1/campaigns/dashboard">["campaigns"][number]

/** All campaigns with their health, newest first. */
export const CampaignsScreen = () => {
  const filter = route.useSearch()
  const mayCreate = useMay("MEMBER")
  const { status, useCase: useCaseType, search } = filter
  const list = useApi(
    "/v1/campaigns/dashboard",
    { query: { status, useCaseType } },
    { every: 10_000, keepsPrevious: true }
  )
  const create = mayCreate && (
    <Link to="/campaigns/new" className={buttonClasses("primary")}>
      <Icon name="plus" size={17} />
      New campaign
    </Link>
  )
  return (
    <Page
      title="Campaigns"
      actions={
        <>
          <PauseAll />
          {create}
        </>
      }
    >
      <Filters filter={filter} />
      <Card flush>
        <Read of={list} lines={8}>
          {({ campaigns }) => {
            const wanted = foldForSearch(search ?? "")
            const rows = campaigns.filter(({ name }) => foldForSearch(name).includes(wanted))
            if (rows.length > 0) {
              return <DataTable label="Campaigns" columns={columns} rows={rows} keyOf={({ id }) => id} rowHeight={56} />
            }
            return status || useCaseType || search ? (
              <Empty icon="search" title="No campaign matches" action={<Reset />}>
                Change the filters to see others.
              </Empty>
            ) : (
              <Empty icon="campaigns" title="No campaign yet" action={create}>
                A campaign calls every contact of an audience with one flow.
              </Empty>
            )
          }}
        </Read>
      </Card>
    </Page>
  )
}

const Reset = () => {
  const navigate = route.useNavigate()
  return <Button onClick={() => navigate({ search: {}, replace: true })}>Show all campaigns</Button>
}

const Filters = ({ filter }: { readonly filter: CampaignFilter }) => {
  const navigate = route.useNavigate()
  const change = (next: Partial<Record<keyof CampaignFilter, string>>) =>
    navigate({
      search: (former) =>
        Object.fromEntries(Object.entries({ ...former, ...next }).filter(([, value]) => value !== "")),
      replace: true
    })
  return (
    <search className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
      <div className="col-span-2 sm:w-64">
        <Field
          label="Name"
          hidesLabel
          type="search"
          placeholder="Search by name"
          value={filter.search ?? ""}
          onChange={(event) => change({ search: event.target.value })}
        />
      </div>
      <div className="sm:w-44">
        <Select<string>
          label="Status"
          hidesLabel
          value={filter.status ?? ""}
          onChange={(status) => change({ status })}
          options={[{ value: "", label: "Any status" }, ...campaignStatus.options]}
        />
      </div>
      <div className="sm:w-44">
        <Select<string>
          label="Purpose"
          hidesLabel
          value={filter.useCase ?? ""}
          onChange={(value) => change({ useCase: value })}
          options={[{ value: "", label: "Any purpose" }, ...useCase.options]}
        />
      </div>
    </search>
  )
}

const columns: ReadonlyArray<Column<Row>> = [
  {
    id: "name",
    header: "Campaign",
    className: "min-w-36 sm:min-w-48",
    cell: ({ completionPct, id, name, status, useCaseType }) => (
      <>
        <Link to="/campaigns/$campaignId" params={{ campaignId: id }} className="font-medium hover:underline">
          {name}
        </Link>
        <p className="text-muted text-xs">{useCase.of(useCaseType).label}</p>
        <p className="text-muted text-xs sm:hidden">
          {campaignStatus.of(status).label}, {completionPct} %
        </p>
      </>
    )
  },
  {
    id: "status",
    header: "Status",
    className: "max-sm:hidden",
    cell: ({ status }) => {
      const { label, tone } = campaignStatus.of(status)
      return <Badge tone={tone}>{label}</Badge>
    }
  },
  {
    id: "health",
    header: "Health",
    className: "min-w-44 max-w-96 sm:min-w-56",
    cell: ({ health: { level, reason } }) => {
      const { label, tone } = health.of(level)
      return (
        <div className="flex flex-col items-start gap-0.5">
          {level !== "green" && <Badge tone={tone}>{label}</Badge>}
          <span className="line-clamp-2 text-muted text-sm" title={reason}>
            <WithTimes text={reason} />
          </span>
        </div>
      )
    }
  },
  {
    id: "progress",
    header: "Progress",
    className: "min-w-36 max-sm:hidden",
    cell: ({ completionPct, totalContacts }) => (
      <div className="flex flex-col gap-1">
        <span className="text-sm">
          {completionPct} % <span className="text-muted">of {number(totalContacts)}</span>
        </span>
        <Parts isThin total={100} parts={[{ name: "Done", value: completionPct, color: "--accent" }]} />
      </div>
    )
  },
  { id: "reached", header: "Reached", isNumeric: true, cell: ({ connectionRate }) => percent(connectionRate) },
  { id: "positive", header: "Positive", isNumeric: true, cell: ({ positiveRate }) => percent(positiveRate) },
  { id: "retries", header: "Retry queue", isNumeric: true, cell: ({ retryQueueDepth }) => number(retryQueueDepth) }
]
