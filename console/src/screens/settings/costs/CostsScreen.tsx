import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi } from "../../../api/use-api.ts"
import { PricesNote } from "../../../app/PricesNote.tsx"
import { Button } from "../../../ui/Button.tsx"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Card, Figure } from "../../../ui/Page.tsx"
import { Select } from "../../../ui/Select.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { money, number } from "../../../ui/words/format.ts"
import { usageKinds, usagePurposes } from "../../../ui/words/value-words.ts"
import { SettingsPage } from "../SettingsPage.tsx"
import { monthsUntil } from "./months.ts"
import { type Capped, SpendCapDialog } from "./SpendCapDialog.tsx"

type Costs = Answer<"GET", "/admin/v1/organizations/:id/costs">
type Campaign = Costs["campaigns"][number]
type Usage = Costs["usage"][number]

/** The costs of the calls of a month, by campaign and by vendor, and the spend caps. */
export const CostsScreen = () => {
  const { month } = useSearch({ from: "/settings/costs" })
  const navigate = useNavigate({ from: "/settings/costs" })
  const may = useMay("ADMIN")
  const organization = useApi("/admin/v1/organizations/:id", {})
  const [capped, setCapped] = useState<Capped>()
  const costs = useApi(
    "/admin/v1/organizations/:id/costs",
    { query: month === undefined ? {} : { month } },
    { keepsPrevious: true }
  )
  const columns: ReadonlyArray<Column<Campaign>> = [
    { id: "name", header: "Campaign", cell: ({ campaignName }) => campaignName },
    { id: "cost", header: "Cost", cell: costOf, isNumeric: true },
    {
      id: "cap",
      header: <span className="sr-only">Spend cap</span>,
      isNumeric: true,
      cell: ({ campaignId, campaignName: name }) =>
        may && (
          <Button small aria-label={`Spend cap of ${name}`} onClick={() => setCapped({ name, campaignId })}>
            Cap
          </Button>
        )
    }
  ]
  return (
    <SettingsPage>
      <div className="max-w-56">
        <Select
          label="Month"
          value={month ?? ""}
          onChange={(chosen) => void navigate({ search: chosen === "" ? {} : { month: chosen } })}
          options={monthsUntil(new Date(), organization.data?.timezone ?? "UTC", month)}
        />
      </div>
      <Read of={costs} lines={8}>
        {(found) => (
          <>
            <PricesNote />
            <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              <Figure label="Cost" value={costOf(found)}>
                {found.currency === null && "There are no prices: name a file of them in the setting PRICES_FILE."}
                {found.currency !== null && found.cost === null && "The price of a part is unknown."}
              </Figure>
              <Figure
                label="Spend cap of a month"
                value={found.cap === null ? "None" : money(Number(found.cap.amount), found.cap.currency)}
              >
                Campaigns pause when it is reached.
              </Figure>
            </dl>
            {may && (
              <div>
                <Button onClick={() => setCapped({ name: "the organization" })}>Change the spend cap</Button>
              </div>
            )}
            <Card title="Campaigns" flush>
              {found.campaigns.length === 0 ? (
                <Empty icon="campaigns" title="No calls in this month">
                  Calls cost what vendors and carriers bill for them.
                </Empty>
              ) : (
                <DataTable
                  label="Costs of campaigns"
                  columns={columns}
                  rows={found.campaigns}
                  keyOf={({ campaignId }) => campaignId}
                  isWhole
                />
              )}
            </Card>
            {found.usage.length > 0 && (
              <Card title="Vendors and carriers" flush>
                <DataTable label="Usage" columns={usageColumns} rows={found.usage} keyOf={JSON.stringify} isWhole />
              </Card>
            )}
          </>
        )}
      </Read>
      <SpendCapDialog capped={capped} onDone={() => setCapped(undefined)} />
    </SettingsPage>
  )
}

/** The whole cost, or the part of it whose prices are known. */
const costOf = ({ cost, currency, knownCost }: Pick<Costs, "cost" | "currency" | "knownCost">) => {
  if (cost !== null) return money(Number(cost), currency)
  return knownCost === null ? "Unknown" : `at least ${money(Number(knownCost), currency)}`
}

const vendorOf = ({ model, vendor }: Usage) => (model === "" ? vendor : `${vendor}, ${model}`)

const usageColumns: ReadonlyArray<Column<Usage>> = [
  {
    id: "kind",
    header: "Item",
    cell: (usage) => (
      <>
        {usageKinds[usage.kind]}
        <span className="block text-muted text-xs sm:hidden">{vendorOf(usage)}</span>
      </>
    )
  },
  { id: "vendor", header: "Vendor", cell: vendorOf, className: "max-sm:hidden" },
  { id: "purpose", header: "For", cell: ({ purpose }) => usagePurposes[purpose], className: "max-md:hidden" },
  {
    id: "quantity",
    header: "Quantity",
    isNumeric: true,
    className: "wrap-break-word",
    cell: ({ estimated, kind, quantity }) =>
      `${estimated ? "about " : ""}${kind === "ear" ? `${number(Math.round(quantity / 1000))} s` : `${number(quantity)} ${units[kind]}`}`
  },
  {
    id: "cost",
    header: "Cost",
    isNumeric: true,
    className: "wrap-break-word",
    cell: ({ cost, currency }) => (cost === null ? "Unknown" : money(Number(cost), currency))
  }
]

const units: Readonly<Record<Exclude<Usage["kind"], "ear">, string>> = {
  voice: "characters",
  promptTokens: "tokens",
  cachedTokens: "tokens",
  completionTokens: "tokens",
  carrier: "s"
}
