import { useState } from "react"
import { useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Confirm, Dialog } from "../../../ui/Dialog.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { plural } from "../../../ui/words/format.ts"
import { AddToAudience } from "./AddToAudience.tsx"

interface ChosenContactsProps {
  readonly ids: ReadonlyArray<string>
  /** The contacts are no longer chosen. */
  readonly onDone: () => void
}

/** The actions on several contacts at once. */
export const ChosenContacts = ({ ids, onDone }: ChosenContactsProps) => {
  const toast = useToast()
  const [open, setOpen] = useState<"audience" | "remove">()
  const remove = useChange("POST", "/v1/contacts/bulk-delete", { refreshes: ["/v1/contacts", "/v1/audiences"] })
  const contacts = plural(ids.length, "contact")
  const close = () => setOpen(undefined)
  const deleted = () => {
    toast.done(`${contacts} deleted`)
    onDone()
  }
  return (
    <>
      <Button onClick={() => setOpen("audience")}>Add {ids.length} to an audience</Button>
      <Button
        kind="danger"
        icon="trash"
        onClick={() => {
          remove.reset()
          setOpen("remove")
        }}
      >
        Delete {ids.length}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        Choose none
      </Button>
      <Dialog title={`Add ${contacts} to an audience`} isOpen={open === "audience"} onClose={close}>
        <AddToAudience contactIds={ids} onCancel={close} onDone={onDone} />
      </Dialog>
      <Confirm
        title={`Delete ${contacts}?`}
        confirm={`Delete ${contacts}`}
        isDangerous
        isOpen={open === "remove"}
        onClose={close}
        busy={remove.isPending}
        failure={remove.error}
        onConfirm={() => remove.mutate({ body: { contactIds: ids } }, { onSuccess: deleted })}
      >
        They leave all audiences. What was said in past calls is kept; erase a person on their own page to remove that
        too.
      </Confirm>
    </>
  )
}
