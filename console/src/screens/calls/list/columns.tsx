import { Link } from "@tanstack/react-router"
import { resultText } from "../../../../../src/domain/calls/CallResult.ts"
import { Badge } from "../../../ui/Badge.tsx"
import type { Column } from "../../../ui/data/DataTable.tsx"
import { Time } from "../../../ui/Time.tsx"
import { duration, money } from "../../../ui/words/format.ts"
import { callStatus } from "../../../ui/words/value-words.ts"
import { CallResult } from "../CallResult.tsx"
import type { ListedCall } from "./use-calls.ts"

const Status = ({ status }: { readonly status: string }) => {
  const { label, tone } = callStatus.of(status)
  return <Badge tone={tone}>{label}</Badge>
}

/** The columns of the list. The link of the first one covers the whole row. */
export const columns: ReadonlyArray<Column<ListedCall>> = [
  {
    id: "contact",
    header: "Contact",
    className: "max-w-48 sm:max-w-64",
    cell: (call) => (
      <>
        <Link
          to="/calls/$callId"
          params={{ callId: call.id }}
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {call.contactName || call.phoneNumber}
        </Link>
        <span className="block truncate text-muted text-xs">
          {call.phoneNumber}
          <span className="md:hidden">
            {" · "}
            <Time value={call.at} />
          </span>
        </span>
      </>
    )
  },
  {
    id: "campaign",
    header: "Campaign",
    className: "max-w-56 max-lg:hidden",
    cell: ({ campaignName }) => <span className="block truncate">{campaignName}</span>
  },
  {
    id: "result",
    header: "Result",
    className: "max-w-40 sm:max-w-48",
    cell: (call) => <CallResult call={call} />
  },
  {
    id: "results",
    header: "Found",
    className: "max-w-56 max-xl:hidden",
    cell: ({ results }) => {
      const found = Object.entries(results).filter(([, { value }]) => value !== null)
      const text = found.map(([name, { value }]) => `${name}: ${resultText(value)}`).join(", ")
      return found.length === 0 ? (
        <span className="text-muted">–</span>
      ) : (
        <span className="block truncate" title={text}>
          {text}
        </span>
      )
    }
  },
  { id: "status", header: "Status", className: "max-md:hidden", cell: ({ status }) => <Status status={status} /> },
  {
    id: "attempts",
    header: "Attempts",
    isNumeric: true,
    className: "max-lg:hidden",
    cell: ({ attempts }) => attempts
  },
  {
    id: "duration",
    header: "Length",
    isNumeric: true,
    className: "max-sm:hidden",
    cell: (call) => (call.duration === 0 ? <span className="text-muted">–</span> : duration(call.duration))
  },
  {
    id: "cost",
    header: "Cost",
    isNumeric: true,
    className: "max-xl:hidden",
    cell: ({ cost, knownCost, currency }) => {
      const amount = cost ?? knownCost
      return (
        <span title={cost === null && knownCost !== null ? "The price of a part is unknown" : undefined}>
          {amount === null ? "–" : `${cost === null ? "≥ " : ""}${money(Number(amount), currency)}`}
        </span>
      )
    }
  },
  { id: "at", header: "Last attempt", className: "max-md:hidden", cell: ({ at }) => <Time value={at} /> }
]
