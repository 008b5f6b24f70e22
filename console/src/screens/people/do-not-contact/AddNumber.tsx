import { type FormEvent, useState } from "react"
import { useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { typedNumber } from "../../../ui/form/typed-number.ts"
import { useToast } from "../../../ui/Toasts.tsx"
import { refreshes } from "./refreshes.ts"

export const AddNumber = ({ onDone }: { readonly onDone: () => void }) => {
  const toast = useToast()
  const add = useChange("POST", "/admin/v1/organizations/:id/dnc", { refreshes })
  const [phoneNumber, setPhoneNumber] = useState("")
  const [reason, setReason] = useState("")
  const problemOf = problemsOf(add.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(
      { body: { phoneNumber: typedNumber(phoneNumber), ...(reason === "" ? {} : { reason }) } },
      {
        onSuccess: () => {
          toast.done("Added to Do Not Contact")
          onDone()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="Phone number"
        type="tel"
        required
        autoFocus
        placeholder="+919876543210"
        value={phoneNumber}
        problem={problemOf("phoneNumber")}
        onChange={(event) => setPhoneNumber(event.target.value)}
      />
      <Field
        label="Reason"
        hint="Shown on the page of the contact; may be empty"
        value={reason}
        problem={problemOf("reason")}
        onChange={(event) => setReason(event.target.value)}
      />
      <Refusal failure={add.error} fields={["phoneNumber", "reason"]} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={add.isPending}>
          Never call it again
        </Button>
      </div>
    </form>
  )
}
