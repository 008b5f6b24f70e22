import { type FormEvent, useState } from "react"
import type { Body } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useChange } from "../../../api/use-api.ts"
import { changedFields } from "../../../ui/edits/changed-fields.ts"
import { SaveFooter } from "../../../ui/edits/SaveFooter.tsx"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import type { Campaign } from "../campaign.ts"
import { EditButton } from "./EditButton.tsx"

const path = "/admin/v1/organizations/:id/campaigns/:campaignId/pace"

/** Changes how fast a campaign calls, also while it runs. */
export const LivePace = ({ campaign }: { readonly campaign: Campaign }) => {
  if (!useMay("MEMBER")) return null
  return (
    <EditButton button="Pace" title="Pace" description="Holds from the next call on, for all nodes. Live calls go on.">
      {(close) => <Form campaign={campaign} onDone={close} />}
    </EditButton>
  )
}

const Form = ({ campaign, onDone }: { readonly campaign: Campaign; readonly onDone: () => void }) => {
  // The campaign is read again while the dialog is open.
  const [opened] = useState(campaign)
  const [pace, setPace] = useState(String(campaign.callsPerMinute))
  const [concurrent, setConcurrent] = useState(String(campaign.maxConcurrentCalls))
  const change = useChange("PATCH", path)
  const toast = useToast()
  const problem = problemsOf(change.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      {
        params: { campaignId: campaign.id },
        body: changedFields<Body<"PATCH", typeof path>>(opened, {
          callsPerMinute: Number(pace),
          maxConcurrentCalls: Number(concurrent)
        })
      },
      {
        onSuccess: () => {
          toast.done("The pace is changed")
          onDone()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Calls started a minute"
        type="number"
        min={1}
        max={1000}
        required
        value={pace}
        hint="At most; 1 to 1000. After a lower pace no call starts until the last minute has fewer starts"
        problem={problem("callsPerMinute")}
        onChange={(event) => setPace(event.target.value)}
      />
      <Field
        label="Calls at a time"
        type="number"
        min={1}
        max={1000}
        required
        value={concurrent}
        hint="At most; 1 to 1000. Live calls above it go on, and none starts until enough have ended"
        problem={problem("maxConcurrentCalls")}
        onChange={(event) => setConcurrent(event.target.value)}
      />
      <Refusal failure={change.error} fields={["callsPerMinute", "maxConcurrentCalls"]} />
      <SaveFooter busy={change.isPending} />
    </form>
  )
}
