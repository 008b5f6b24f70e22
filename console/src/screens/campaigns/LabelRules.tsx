import type { ReactNode } from "react"
import type { Answer, Body } from "../../api/contract.ts"
import { useMay } from "../../api/session.ts"
import { useApi, useChange } from "../../api/use-api.ts"
import { Badge, LabelBadge } from "../../ui/Badge.tsx"
import { classes } from "../../ui/class-names.ts"
import { Card } from "../../ui/Page.tsx"
import { Select } from "../../ui/Select.tsx"
import { Read } from "../../ui/States.tsx"
import { useToast } from "../../ui/Toasts.tsx"
import { journeyAction, retryBehavior } from "../../ui/words/value-words.ts"

type Label = Answer<"GET", "/v1/campaigns/:id/intent-labels">[number]
type Rule = Answer<"GET", "/v1/campaigns/:id/journey-rules">[number]
type Action = Body<"PUT", "/v1/campaigns/:id/journey-rules/:labelId">["action"]

interface LabelRulesProps {
  readonly campaignId: string
  /** Buttons beside each label. */
  readonly actionsOf?: (label: Label, all: ReadonlyArray<Label>) => ReactNode
}

/** The labels of a campaign, and what follows each: changes apply to calls that get their label from then on. */
export const LabelRules = ({ campaignId, actionsOf }: LabelRulesProps) => {
  const params = { id: campaignId }
  const labels = useApi("/v1/campaigns/:id/intent-labels", { params })
  const rules = useApi("/v1/campaigns/:id/journey-rules", { params })
  return (
    <Card title="Labels, and what follows">
      <Read of={labels}>
        {(all) => (
          <Read of={rules}>
            {(given) => (
              <ul className="flex flex-col divide-y divide-line">
                {all.map((label) => (
                  <Line
                    key={label.id}
                    label={label}
                    rule={given.find(({ intentLabelId }) => intentLabelId === label.id)}
                    campaignId={campaignId}
                    actions={actionsOf?.(label, all)}
                  />
                ))}
              </ul>
            )}
          </Read>
        )}
      </Read>
    </Card>
  )
}

interface LineProps {
  readonly label: Label
  readonly rule: Rule | undefined
  readonly campaignId: string
  readonly actions: ReactNode
}

const Line = ({ label, rule, campaignId, actions }: LineProps) => {
  const mayChange = useMay("MEMBER")
  const toast = useToast()
  const put = useChange("PUT", "/v1/campaigns/:id/journey-rules/:labelId", { refreshes: ["/v1/campaigns/:id"] })
  const remove = useChange("DELETE", "/v1/campaigns/:id/journey-rules/:labelId", { refreshes: ["/v1/campaigns/:id"] })
  const action = rule?.action ?? (isOfUnanswered(label) ? retryPolicy.value : "MARK_COMPLETED")
  const params = { id: campaignId, labelId: label.id }
  const busy = put.isPending || remove.isPending
  const change = (body: { readonly action: Action; readonly retryDelayMinutes?: number }) =>
    put.mutate({ params, body }, { onError: (failure) => toast.failed(failure) })
  return (
    <li
      className={classes(
        "grid grid-cols-1 items-center gap-2 py-2 first:pt-0 last:pb-0",
        actions === undefined ? "sm:grid-cols-[minmax(0,1fr)_19rem]" : "sm:grid-cols-[minmax(0,1fr)_19rem_auto]"
      )}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <LabelBadge {...label} />
        {label.isPositive && <Badge tone="good">Positive</Badge>}
        {label.suppressRetries && (
          <span className="text-muted text-xs">{retryBehavior.of(label.retryBehavior).label}</span>
        )}
      </div>
      {mayChange ? (
        <div className={classes("grid gap-2", action === "RETRY" && "grid-cols-[minmax(0,1fr)_5.5rem]")}>
          <Select<Action | typeof retryPolicy.value>
            label={`After ${label.name}`}
            hidesLabel
            value={action}
            disabled={busy}
            onChange={(next) => {
              if (next === retryPolicy.value) remove.mutate({ params }, { onError: (failure) => toast.failed(failure) })
              else change(next === "RETRY" ? { action: next, retryDelayMinutes: 60 } : { action: next })
            }}
            options={isOfUnanswered(label) ? [retryPolicy, ...journeyAction.options] : journeyAction.options}
          />
          {action === "RETRY" && (
            <Select
              label={`Delay after ${label.name}`}
              hidesLabel
              value={String(rule?.retryDelayMinutes ?? 60)}
              disabled={busy}
              onChange={(minutes) => change({ action, retryDelayMinutes: Number(minutes) })}
              options={delaysWith(rule?.retryDelayMinutes ?? 60)}
            />
          )}
        </div>
      ) : (
        <span className="text-muted">
          {action === retryPolicy.value ? retryPolicy.label : journeyAction.of(action).label}
        </span>
      )}
      {actions}
    </li>
  )
}

/** Whether the label is Not Reachable, whatever its name now. */
export const isOfUnanswered = ({ isSystem, suppressRetries }: Label) => isSystem && !suppressRetries

/** Unanswered calls without a rule follow the retry policy; any rule, also one that ends the call, replaces it. */
const retryPolicy = { value: "", label: "Retries of the campaign" } as const

const delays = [15, 60, 240, 1440, 4320, 10_080]

const delaysWith = (chosen: number) =>
  [...new Set([...delays, chosen])]
    .sort((one, other) => one - other)
    .map((minutes) => ({ value: String(minutes), label: delayText(minutes) }))

export const delayText = (minutes: number) =>
  minutes % 1440 === 0 ? `${minutes / 1440} d` : minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`
