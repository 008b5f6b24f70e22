import { type FormEvent, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { SaveFooter } from "../../../ui/edits/SaveFooter.tsx"
import { Checkbox, Field } from "../../../ui/Field.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Select } from "../../../ui/Select.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { retryBehavior } from "../../../ui/words/value-words.ts"

const path = "/v1/campaigns/:id/intent-labels"
const afterwards = { refreshes: ["/v1/campaigns/:id"] }

type Label = Answer<"GET", typeof path>[number]

interface LabelActionsProps {
  readonly campaignId: string
  readonly label: Label
  /** All labels of the campaign, in their order. */
  readonly all: ReadonlyArray<Label>
}

/** Moves a label of a draft, changes and removes it. The order decides between two labels that would both fit. */
export const LabelActions = ({ campaignId, label, all }: LabelActionsProps) => {
  const toast = useToast()
  const [isChanging, setChanging] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const reorder = useChange("PATCH", `${path}/reorder`, afterwards)
  const remove = useChange("DELETE", `${path}/:labelId`, afterwards)
  const at = all.findIndex(({ id }) => id === label.id)
  const move = (to: number) => {
    const ids = all.map(({ id }) => id)
    const orderedIds = ids.toSpliced(at, 1).toSpliced(to, 0, label.id)
    reorder.mutate(
      { params: { id: campaignId }, body: { orderedIds } },
      { onError: (failure) => toast.failed(failure) }
    )
  }
  return (
    <span className="flex justify-end gap-1">
      <Button
        small
        icon="up"
        aria-label={`${label.name} earlier`}
        disabled={at === 0 || reorder.isPending}
        onClick={() => move(at - 1)}
      />
      <Button
        small
        icon="down"
        aria-label={`${label.name} later`}
        disabled={at === all.length - 1 || reorder.isPending}
        onClick={() => move(at + 1)}
      />
      <Button small icon="edit" aria-label={`Change ${label.name}`} onClick={() => setChanging(true)} />
      <Button
        small
        icon="trash"
        aria-label={`Remove ${label.name}`}
        disabled={label.isSystem}
        title={label.isSystem ? "Every campaign needs this label" : undefined}
        onClick={() => setRemoving(true)}
      />
      <Dialog title={`Change ${label.name}`} isOpen={isChanging} onClose={() => setChanging(false)}>
        <ChangeLabel campaignId={campaignId} label={label} onDone={() => setChanging(false)} />
      </Dialog>
      <ConfirmChange
        title={`Remove ${label.name}?`}
        confirm="Remove"
        isDangerous
        change={remove}
        input={isRemoving ? { params: { id: campaignId, labelId: label.id } } : undefined}
        done="Label removed"
        onDone={() => setRemoving(false)}
      >
        No call of this campaign can get it. What follows it is removed as well.
      </ConfirmChange>
    </span>
  )
}

const ChangeLabel = ({
  campaignId,
  label,
  onDone
}: Omit<LabelActionsProps, "all"> & { readonly onDone: () => void }) => {
  const toast = useToast()
  const update = useChange("PATCH", `${path}/:labelId`, afterwards)
  const [name, setName] = useState(label.name)
  const [color, setColor] = useState(label.color)
  const [isPositive, setPositive] = useState(label.isPositive)
  const [behavior, setBehavior] = useState(label.retryBehavior)
  const problemOf = problemsOf(update.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const always = { name: name.trim(), color }
    update.mutate(
      {
        params: { id: campaignId, labelId: label.id },
        body: label.isSystem ? always : { ...always, isPositive, retryBehavior: behavior }
      },
      {
        onSuccess: () => {
          toast.done("Label changed")
          onDone()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid grid-cols-[1fr_5rem] gap-2">
        <Field
          label="Name"
          required
          maxLength={255}
          value={name}
          problem={problemOf("name")}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="Colour"
          type="color"
          className="p-1"
          value={color}
          problem={problemOf("color")}
          onChange={(event) => setColor(event.target.value)}
        />
      </div>
      {label.isSystem ? (
        <p className="text-muted text-sm">Every campaign needs this label: only its name and colour can be changed.</p>
      ) : (
        <>
          <Select label="Afterwards" value={behavior} onChange={setBehavior} options={retryBehavior.options} />
          <Checkbox label="Positive" checked={isPositive} onChange={(event) => setPositive(event.target.checked)} />
        </>
      )}
      <Refusal failure={update.error} fields={["name", "color"]} />
      <SaveFooter busy={update.isPending} />
    </form>
  )
}
