import { type FormEvent, useState } from "react"
import { useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Field } from "../../../ui/Field.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { plural } from "../../../ui/words/format.ts"

interface ErasePersonProps {
  readonly phoneNumber: string
  readonly name: string
}

/** Asks for the last digits of the number, because nothing brings the data back. */
export const ErasePerson = ({ phoneNumber, name }: ErasePersonProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="danger" icon="trash" onClick={() => setOpen(true)}>
        Erase
      </Button>
      <Dialog title={`Erase everything about ${name || phoneNumber}?`} isOpen={isOpen} onClose={() => setOpen(false)}>
        <EraseForm phoneNumber={phoneNumber} onErased={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

const EraseForm = ({ phoneNumber, onErased }: { readonly phoneNumber: string; readonly onErased: () => void }) => {
  const toast = useToast()
  const [digits, setDigits] = useState("")
  const erase = useChange("POST", "/admin/v1/organizations/:id/contacts/erase")
  const last = phoneNumber.slice(-4)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    erase.mutate(
      { body: { phoneNumber } },
      {
        onSuccess: ({ erased }) => {
          const rows = Object.values(erased).reduce((sum, count) => sum + count, 0)
          toast.done("Everything about the person was erased", `${plural(rows, "row")} deleted or without a name now`)
          onErased()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
        <li>The contact, its audiences, transcripts and findings are removed, in all campaigns.</li>
        <li>Its calls stay without name and number, so that figures remain correct.</li>
        <li>The number is never called again, even when it is imported again.</li>
        <li>Nothing brings the data back.</li>
      </ul>
      <Field
        label={`Type the last four digits of ${phoneNumber}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={digits}
        onChange={(event) => setDigits(event.target.value)}
      />
      {erase.error !== null && (
        <p role="alert" className="text-bad">
          {erase.error.message}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button kind="danger" type="submit" icon="trash" busy={erase.isPending} disabled={digits !== last}>
          Erase for good
        </Button>
      </div>
    </form>
  )
}
