import { type FormEvent, useState } from "react"
import { useMay } from "../../../api/session.ts"
import { useChange } from "../../../api/use-api.ts"
import { SaveFooter } from "../../../ui/edits/SaveFooter.tsx"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Select } from "../../../ui/Select.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { callPurpose } from "../../../ui/words/value-words.ts"
import type { Campaign } from "../campaign.ts"
import { EditButton } from "./EditButton.tsx"

const purposes = ["MARKETING", "DEBT", "SERVICE", "MEDICAL"] as const

/** States why a campaign calls, which decides the rules of countries for its calls. */
export const StatedPurpose = ({ campaign }: { readonly campaign: Campaign }) => {
  if (!useMay("ADMIN")) return null
  return (
    <EditButton
      button="Calls for"
      title="Why the campaign calls"
      description="The rules of countries depend on it. It adds to what the use case says; only a custom campaign has the rules of the stated purpose alone."
    >
      {(close) => <Form campaign={campaign} onDone={close} />}
    </EditButton>
  )
}

const Form = ({ campaign, onDone }: { readonly campaign: Campaign; readonly onDone: () => void }) => {
  const [purpose, setPurpose] = useState<(typeof purposes)[number] | "">(campaign.purpose ?? "")
  const [reason, setReason] = useState("")
  const state = useChange("PUT", "/admin/v1/organizations/:id/campaigns/:campaignId/purpose")
  const toast = useToast()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = () => {
      toast.done("The purpose is stated")
      onDone()
    }
    const body = { purpose: purpose === "" ? null : purpose, reason }
    state.mutate({ params: { campaignId: campaign.id }, body }, { onSuccess })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Select
        label="Calls for"
        value={purpose}
        onChange={setPurpose}
        options={[
          { value: "", label: "What the use case says" },
          ...purposes.map((value) => ({ value, label: callPurpose.of(value).label }))
        ]}
      />
      <Field
        label="Reason"
        required
        maxLength={1000}
        hint="Kept in the security log"
        value={reason}
        problem={problemsOf(state.error)("reason")}
        onChange={(event) => setReason(event.target.value)}
      />
      <Refusal failure={state.error} fields={["reason"]} />
      <SaveFooter busy={state.isPending} />
    </form>
  )
}
