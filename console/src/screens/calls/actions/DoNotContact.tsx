import { useState } from "react"
import { useChange } from "../../../api/use-api.ts"
import { Field } from "../../../ui/Field.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { ActionButton } from "./ActionButton.tsx"

interface DoNotContactProps {
  readonly phoneNumber: string
  readonly name: string
  readonly shortcut?: string
}

export const DoNotContact = ({ phoneNumber, name, shortcut }: DoNotContactProps) => {
  const toast = useToast()
  const [reason, setReason] = useState("")
  const add = useChange("POST", "/admin/v1/organizations/:id/dnc")
  return (
    <ActionButton
      icon="ban"
      label="Do Not Contact"
      shortcut={shortcut}
      title={`Never call ${name || phoneNumber} again?`}
      confirm="Add to Do Not Contact"
      isDangerous
      action={add}
      onConfirm={(done) =>
        add.mutate(
          { body: { phoneNumber, reason: reason.trim() === "" ? null : reason.trim() } },
          {
            onSuccess: () => {
              toast.done("The number is on Do Not Contact", "No campaign of the organization calls it")
              done()
            }
          }
        )
      }
    >
      <p>
        Puts {phoneNumber} on Do Not Contact. Every waiting call to the number is suppressed at once, in all campaigns,
        and a call that is under way ends. An admin can remove the number from the list again.
      </p>
      <Field
        label="Reason"
        hint="Shown on the page of the contact"
        maxLength={255}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ActionButton>
  )
}
