import { Badge } from "../../ui/Badge.tsx"
import { outcome } from "../../ui/words/value-words.ts"
import type { LiveCall } from "./live-calls.ts"

/** The label of an ended call, or how its attempt ended. */
export const Result = ({ call }: { readonly call: LiveCall }) => {
  if (call.label !== undefined) {
    const { isPositive, name } = call.label
    if (name === null) return <Badge tone="warn">Undetermined</Badge>
    return <Badge tone={isPositive === true ? "good" : "muted"}>{name}</Badge>
  }
  if (call.outcome === undefined) return <Badge>Ended</Badge>
  const { label, tone } = outcome.of(call.outcome)
  return <Badge tone={tone}>{label}</Badge>
}
