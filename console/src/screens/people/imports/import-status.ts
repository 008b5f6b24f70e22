import type { Answer } from "../../../api/contract.ts"
import type { Tone } from "../../../ui/Badge.tsx"

type Status = Answer<"GET", "/v1/imports/:id/status">["status"]

export const importStatus: Readonly<Record<Status, { readonly label: string; readonly tone: Tone }>> = {
  PENDING: { label: "Waiting", tone: "info" },
  PROCESSING: { label: "Under way", tone: "accent" },
  COMPLETED: { label: "Completed", tone: "good" },
  COMPLETED_WITH_ERRORS: { label: "Completed, some rejected", tone: "warn" },
  FAILED: { label: "All rejected", tone: "bad" }
}
