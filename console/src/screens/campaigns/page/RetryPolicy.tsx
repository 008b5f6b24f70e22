import { type FormEvent, useState } from "react"
import { useMay } from "../../../api/session.ts"
import { useChange } from "../../../api/use-api.ts"
import { changedFields } from "../../../ui/edits/changed-fields.ts"
import { SaveFooter } from "../../../ui/edits/SaveFooter.tsx"
import { Refusal } from "../../../ui/form/Refusal.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import type { Campaign } from "../campaign.ts"
import { RetryFields, retryChangesOf, retryDraftOf } from "../retry-fields.tsx"
import { EditButton } from "./EditButton.tsx"

/** Changes the retries and the deadline of a campaign that is not over. */
export const RetryPolicy = ({ campaign }: { readonly campaign: Campaign }) => {
  if (!useMay("MEMBER")) return null
  return (
    <EditButton
      button="Retries and deadline"
      title="Retries and deadline"
      description="Applies from the next retry on. Calls that are queued keep their time."
    >
      {(close) => <Form campaign={campaign} onDone={close} />}
    </EditButton>
  )
}

const Form = ({ campaign, onDone }: { readonly campaign: Campaign; readonly onDone: () => void }) => {
  const [opened] = useState(() => retryDraftOf(campaign))
  const [draft, setDraft] = useState(opened)
  const change = useChange("PATCH", "/v1/campaigns/:id/retry-policy", { refreshes: ["/v1/campaigns"] })
  const toast = useToast()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { params: { id: campaign.id }, body: changedFields(retryChangesOf(opened), retryChangesOf(draft)) },
      {
        onSuccess: () => {
          toast.done("The retry policy is changed")
          onDone()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <RetryFields draft={draft} onChange={setDraft} failure={change.error} />
      <Refusal failure={change.error} fields={["maxRetries", "retryDelayMinutes", "retryDelaysMinutes", "endAt"]} />
      <SaveFooter busy={change.isPending} />
    </form>
  )
}
