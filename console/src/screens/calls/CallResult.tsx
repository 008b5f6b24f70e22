import { Badge, LabelBadge } from "../../ui/Badge.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { outcome } from "../../ui/words/value-words.ts"

interface Result {
  readonly intentLabel: { readonly name: string; readonly color: string } | null
  readonly intentUndetermined: boolean
  readonly awaitsLabel: boolean
  readonly outcome: string | null
  readonly flaggedForReview: boolean
}

/** The label of a call; without one, how its last attempt ended. */
export const CallResult = ({ call }: { readonly call: Result }) => (
  <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
    <Main call={call} />
    {call.flaggedForReview && (
      <span title="Flagged for review" className="text-warn">
        <Icon name="review" size={16} />
        <span className="sr-only">Flagged for review</span>
      </span>
    )}
  </span>
)

const Main = ({ call }: { readonly call: Result }) => {
  if (call.awaitsLabel) return <Badge tone="info">Being analyzed</Badge>
  if (call.intentLabel !== null) return <LabelBadge {...call.intentLabel} />
  if (call.intentUndetermined) return <Badge tone="warn">Undetermined</Badge>
  if (call.outcome === null) return <span className="text-muted">–</span>
  const { label, tone } = outcome.of(call.outcome)
  return <Badge tone={tone}>{label}</Badge>
}
