import { Link } from "@tanstack/react-router"
import type { Answer } from "../../../api/contract.ts"
import { Badge, LabelBadge, type Tone } from "../../../ui/Badge.tsx"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Time } from "../../../ui/Time.tsx"
import { duration } from "../../../ui/words/format.ts"

type Entry = Answer<"GET", "/v1/contacts/:id/history">["history"][number]

const tones: Readonly<Record<Entry["outcome"], Tone>> = {
  Connected: "good",
  "No Answer": "muted",
  Failed: "bad",
  Skipped: "muted",
  "In Progress": "accent",
  Pending: "info"
}

const columns: ReadonlyArray<Column<Entry>> = [
  {
    id: "call",
    header: "Call",
    cell: ({ callAt, callId, scheduledAt }) => (
      <Link to="/calls/$callId" params={{ callId }} className="font-medium hover:underline">
        <Time value={callAt ?? scheduledAt} />
      </Link>
    )
  },
  {
    id: "campaign",
    header: "Campaign",
    cell: ({ campaignId, campaignName }) => (
      <Link to="/campaigns/$campaignId" params={{ campaignId }} className="hover:underline">
        {campaignName}
      </Link>
    )
  },
  {
    id: "outcome",
    header: "Outcome",
    cell: ({ outcome }) => <Badge tone={tones[outcome]}>{outcome}</Badge>,
    className: "max-sm:hidden"
  },
  {
    id: "label",
    header: "Label",
    cell: ({ flaggedForReview, intentLabel, intentUndetermined, outcome }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="sm:hidden">
          <Badge tone={tones[outcome]}>{outcome}</Badge>
        </span>
        {intentLabel === null ? (
          <span className="whitespace-nowrap text-muted">{intentUndetermined ? "Undetermined" : "–"}</span>
        ) : (
          <LabelBadge name={intentLabel.name} color={intentLabel.color} />
        )}
        {flaggedForReview && <Badge tone="warn">For review</Badge>}
      </span>
    )
  },
  {
    id: "attempts",
    header: "Attempts",
    isNumeric: true,
    cell: ({ attempts }) => attempts,
    className: "max-md:hidden"
  },
  {
    id: "duration",
    header: "Length",
    isNumeric: true,
    cell: ({ durationSeconds }) => (durationSeconds === 0 ? "–" : duration(durationSeconds)),
    className: "max-sm:hidden"
  }
]

/** All calls to the number, of all campaigns. */
export const ContactHistory = ({ entries }: { readonly entries: ReadonlyArray<Entry> }) => (
  <DataTable label="Calls" columns={columns} rows={entries} keyOf={({ callId }) => callId} isWhole />
)
