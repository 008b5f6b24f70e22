import { useApi } from "../../api/use-api.ts"
import { Dot } from "../../ui/Badge.tsx"
import { Parts } from "../../ui/data/Meter.tsx"
import { number, percent } from "../../ui/format.ts"
import { Card } from "../../ui/Page.tsx"
import { Empty, Read } from "../../ui/States.tsx"

/** The results of a campaign: how far contacts came, and what they want. */
export const CampaignInsight = ({ campaignId, isOver }: { readonly campaignId: string; readonly isOver: boolean }) => {
  const dashboard = useApi("/v1/campaigns/dashboard", { query: {} }, isOver ? {} : { every: 5000 })
  return (
    <Read of={dashboard}>
      {({ campaigns }) => {
        const campaign = campaigns.find(({ id }) => id === campaignId)
        if (campaign === undefined) return null
        const { connected, intentSplit, notConnected, positiveConnected, totalContacts, health } = campaign
        const labels = intentSplit.filter(({ count }) => count > 0)
        const most = Math.max(1, ...labels.map(({ count }) => count))
        return (
          <>
            {health.level !== "green" && (
              <p role="status" className="rounded-xl border border-warn bg-warn-soft px-4 py-3">
                {health.reason}
              </p>
            )}
            <div className="grid gap-4 lg:grid-cols-2">
              <Card title="Funnel">
                <ul className="flex flex-col gap-3">
                  <Stage name="Contacts" value={totalContacts} of={totalContacts} />
                  <Stage name="Resolved" value={connected + notConnected} of={totalContacts} />
                  <Stage name="Connected" value={connected} of={totalContacts} />
                  <Stage name="Positive" value={positiveConnected} of={totalContacts} />
                </ul>
              </Card>
              <Card title="Labels">
                {labels.length === 0 ? (
                  <Empty icon="review" title="No call has a label yet" />
                ) : (
                  <ul className="flex flex-col gap-2.5">
                    {labels.map(({ id, name, color, count }) => (
                      <li key={id} className="grid grid-cols-[minmax(0,11rem)_1fr_3rem] items-center gap-3">
                        <span className="flex min-w-0 items-center gap-1.5">
                          <Dot color={color} />
                          <span className="truncate">{name}</span>
                        </span>
                        <Parts total={most} parts={[{ name, value: count, color }]} />
                        <span className="text-right">{number(count)}</span>
                      </li>
                    ))}
                  </ul>
                )}
              </Card>
            </div>
          </>
        )
      }}
    </Read>
  )
}

const Stage = ({ name, value, of }: { readonly name: string; readonly value: number; readonly of: number }) => (
  <li>
    <div className="mb-1 flex justify-between gap-2">
      <span>{name}</span>
      <span>
        <span className="font-medium">{number(value)}</span>{" "}
        <span className="text-muted text-xs">{percent(of === 0 ? null : value / of)}</span>
      </span>
    </div>
    <Parts total={of} parts={[{ name, value, color: "--accent" }]} />
  </li>
)
