import { type FormEvent, useState } from "react"
import { useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Field } from "../../../ui/Field.tsx"
import { Refusal } from "../../../ui/form/Refusal.tsx"
import { useToast } from "../../../ui/Toasts.tsx"

interface EraseContactProps {
  readonly contact: { readonly name: string; readonly phoneNumber: string }
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onErased: () => void
}

/** Erases all data about a person, after the number was typed: it cannot be undone. */
export const EraseContact = ({ contact, isOpen, onClose, onErased }: EraseContactProps) => (
  <Dialog title={`Erase ${contact.name}?`} description="This cannot be undone." isOpen={isOpen} onClose={onClose}>
    <EraseForm contact={contact} onClose={onClose} onErased={onErased} />
  </Dialog>
)

const EraseForm = ({ contact, onClose, onErased }: Omit<EraseContactProps, "isOpen">) => {
  const toast = useToast()
  const [typed, setTyped] = useState("")
  const erase = useChange("POST", "/admin/v1/organizations/:id/contacts/erase", {
    refreshes: ["/v1/contacts", "/v1/audiences", "/admin/v1/organizations/:id/dnc"]
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    erase.mutate(
      { body: { phoneNumber: contact.phoneNumber } },
      {
        onSuccess: ({ erased }) => {
          const rows = Object.entries(erased).map(([kind, count]) => `${count} ${kind}`)
          toast.done("The person was erased", rows.join(", "))
          onErased()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <ul className="list-disc pl-5 text-muted">
        <li>The contact, its memberships, transcripts and findings are deleted.</li>
        <li>Calls stay without name and number, so that figures remain correct.</li>
        <li>The number is never called again, even when it is imported again.</li>
      </ul>
      <Field
        label={`Type ${contact.phoneNumber} to go on`}
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Refusal failure={erase.error} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep the person</Button>
        <Button
          kind="danger"
          type="submit"
          busy={erase.isPending}
          disabled={typed.replace(/\s/g, "") !== contact.phoneNumber}
        >
          Erase for good
        </Button>
      </div>
    </form>
  )
}
