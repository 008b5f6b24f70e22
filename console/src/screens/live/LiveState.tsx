import { Badge } from "../../ui/Badge.tsx"
import type { LiveCall } from "./live-calls.ts"

interface Shown {
  readonly call: Pick<LiveCall, "state" | "transfer">
}

/** The state of a live call: it rings, the two talk, or it is handed over to a person. */
export const LiveState = ({ call: { state, transfer } }: Shown) => {
  if (transfer !== undefined) return <Badge tone="info">{transfer.isConnected ? "Handed over" : "Transferring"}</Badge>
  const isTalking = state === "TALKING"
  return <Badge tone={isTalking ? "accent" : "muted"}>{isTalking ? "Talking" : "Ringing"}</Badge>
}

/** To whom a live call is handed over; nothing while the agent has it. */
export const LiveTransferLine = ({ call: { transfer } }: Shown) =>
  transfer === undefined ? null : (
    <p className="truncate text-info text-xs">
      {transfer.isConnected ? `Handed over to ${transfer.target}` : `Being transferred to ${transfer.target} …`}
    </p>
  )
