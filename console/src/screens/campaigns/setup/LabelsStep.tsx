import { type FormEvent, useState } from "react"
import type { Body } from "../../../api/contract.ts"
import { useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Checkbox, Field } from "../../../ui/Field.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Select } from "../../../ui/Select.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { retryBehavior } from "../../../ui/words/value-words.ts"
import { LabelRules } from "../LabelRules.tsx"
import { LabelActions } from "./LabelActions.tsx"

type NewLabel = Body<"POST", "/v1/campaigns/:id/intent-labels">

/** The labels that calls can get and what follows each, and further labels of one's own. */
export const LabelsStep = ({ campaignId, onDone }: { readonly campaignId: string; readonly onDone: () => void }) => (
  <>
    <LabelRules
      campaignId={campaignId}
      actionsOf={(label, all) => <LabelActions campaignId={campaignId} label={label} all={all} />}
    />
    <AddLabel campaignId={campaignId} />
    <div>
      <Button kind="primary" onClick={onDone}>
        Go on
      </Button>
    </div>
  </>
)

const AddLabel = ({ campaignId }: { readonly campaignId: string }) => {
  const [name, setName] = useState("")
  const [isPositive, setPositive] = useState(false)
  const [behavior, setBehavior] = useState<NonNullable<NewLabel["retryBehavior"]>>("RETRYABLE")
  const add = useChange("POST", "/v1/campaigns/:id/intent-labels", { refreshes: ["/v1/campaigns/:id"] })
  const toast = useToast()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { name: name.trim(), isPositive, retryBehavior: behavior, color: isPositive ? "#16a34a" : "#64748b" }
    add.mutate(
      { params: { id: campaignId }, body },
      {
        onSuccess: () => {
          toast.done(`Added the label ${body.name}`)
          setName("")
          setPositive(false)
        }
      }
    )
  }
  return (
    <Card title="A label of your own">
      <form onSubmit={submit} className="grid items-end gap-4 md:grid-cols-[1fr_1fr_auto_auto]">
        <Field label="Name" required maxLength={255} value={name} onChange={(event) => setName(event.target.value)} />
        <Select label="Afterwards" value={behavior} onChange={setBehavior} options={retryBehavior.options} />
        <Checkbox
          label="Positive"
          className="md:h-9 md:items-center"
          checked={isPositive}
          onChange={(event) => setPositive(event.target.checked)}
        />
        <Button type="submit" icon="plus" busy={add.isPending}>
          Add
        </Button>
      </form>
      {add.error !== null && (
        <p role="alert" className="mt-2 text-bad">
          {add.error.message}
        </p>
      )}
    </Card>
  )
}
