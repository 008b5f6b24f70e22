import { type FormEvent, useState } from "react"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Dot } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { TextArea } from "../../../ui/Field.tsx"
import { Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { retryBehavior } from "../../../ui/words/value-words.ts"
import { Key } from "../shortcuts.tsx"

interface Correctable {
  readonly id: string
  readonly campaignId: string
  readonly intentLabel: { readonly id: string } | null
}

interface CorrectLabelProps {
  readonly call: Correctable
  readonly shortcut?: string
}

/** Lets a person choose the label that a call should have. */
export const CorrectLabel = ({ call, shortcut }: CorrectLabelProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="edit" aria-keyshortcuts={shortcut} onClick={() => setOpen(true)}>
        {call.intentLabel === null ? "Set the label" : "Correct the label"}{" "}
        {shortcut !== undefined && <Key>{shortcut.toUpperCase()}</Key>}
      </Button>
      <Dialog
        title="Which label is right?"
        description="The correction is stored with your name. What follows from the label happens as after an analysis, and webhooks report it."
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <LabelForm call={call} onCorrected={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

const LabelForm = ({ call, onCorrected }: { readonly call: Correctable; readonly onCorrected: () => void }) => {
  const toast = useToast()
  const [labelId, setLabelId] = useState("")
  const [note, setNote] = useState("")
  const labels = useApi("/v1/campaigns/:id/intent-labels", { params: { id: call.campaignId } })
  const correct = useChange("POST", "/admin/v1/organizations/:id/calls/:callId/label")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { labelId, ...(note.trim() === "" ? {} : { note: note.trim() }) }
    correct.mutate(
      { params: { callId: call.id }, body },
      {
        onSuccess: ({ intentLabel }) => {
          toast.done("The label was corrected", intentLabel?.name)
          onCorrected()
        }
      }
    )
  }
  return (
    <Read of={labels}>
      {(list) => (
        <form onSubmit={submit} className="flex flex-col gap-4">
          <fieldset className="flex max-h-72 flex-col gap-0.5 overflow-y-auto">
            <legend className="sr-only">Label</legend>
            {list.map(({ id, name, color, retryBehavior: behavior }) => (
              <label
                key={id}
                className="flex cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1.5 hover:bg-sunken has-checked:bg-accent-soft has-disabled:cursor-default has-disabled:opacity-60"
              >
                <input
                  type="radio"
                  name="label"
                  value={id}
                  required
                  disabled={id === call.intentLabel?.id}
                  checked={id === labelId}
                  onChange={() => setLabelId(id)}
                  className="accent-accent"
                />
                <Dot color={color} />
                <span className="min-w-0 flex-1">{name}</span>
                <span className="text-muted text-xs">
                  {id === call.intentLabel?.id
                    ? "as it is"
                    : behavior === "RETRYABLE"
                      ? ""
                      : retryBehavior.of(behavior).label}
                </span>
              </label>
            ))}
          </fieldset>
          <TextArea
            label="Note"
            hint="Why, for the people who read the call later"
            rows={2}
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          {correct.error !== null && (
            <p role="alert" className="text-bad">
              {correct.error.message}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button kind="primary" type="submit" busy={correct.isPending} disabled={labelId === ""}>
              Correct the label
            </Button>
          </div>
        </form>
      )}
    </Read>
  )
}
