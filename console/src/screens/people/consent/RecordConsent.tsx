import { type FormEvent, useState } from "react"
import type { Body } from "../../../api/contract.ts"
import { useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { typedNumber } from "../../../ui/form/typed-number.ts"
import { Select } from "../../../ui/Select.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { callPurpose, consentBasis } from "../../../ui/words/value-words.ts"

const path = "/admin/v1/organizations/:id/consents"

type Consent = Body<"POST", typeof path>

export const RecordConsent = ({ onDone }: { readonly onDone: () => void }) => {
  const toast = useToast()
  const record = useChange("POST", path, { refreshes: [path] })
  const [phoneNumber, setPhoneNumber] = useState("")
  const [basis, setBasis] = useState<Consent["basis"]>("EXPRESS_WRITTEN")
  const [purpose, setPurpose] = useState<Consent["purpose"]>("MARKETING")
  const [at, setAt] = useState("")
  const [source, setSource] = useState("")
  const [evidence, setEvidence] = useState("")
  const problemOf = problemsOf(record.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = typedNumber(phoneNumber)
    // A day would begin at midnight UTC: before a withdrawal of the same day, or later than now.
    const since = (at === "" ? new Date() : new Date(at)).toISOString()
    record.mutate(
      { body: { phoneNumber: number, basis, purpose, at: since, source, ...(evidence === "" ? {} : { evidence }) } },
      {
        onSuccess: () => {
          toast.done("Consent recorded")
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
        placeholder="+919876543210"
        value={phoneNumber}
        problem={problemOf("phoneNumber")}
        onChange={(event) => setPhoneNumber(event.target.value)}
      />
      <Select label="Basis" value={basis} onChange={setBasis} options={consentBasis.options} />
      <Select label="Purpose" value={purpose} onChange={setPurpose} options={callPurpose.options} />
      <Field
        label="Since"
        type="datetime-local"
        hint="Empty: now"
        value={at}
        problem={problemOf("at")}
        onChange={(event) => setAt(event.target.value)}
      />
      <Field
        label="Source"
        required
        placeholder="Form on the website"
        value={source}
        problem={problemOf("source")}
        onChange={(event) => setSource(event.target.value)}
      />
      <Field
        label="Evidence"
        hint="The wording, or a link to the signed document; may be empty"
        value={evidence}
        problem={problemOf("evidence")}
        onChange={(event) => setEvidence(event.target.value)}
      />
      <Refusal failure={record.error} fields={["phoneNumber", "at", "source", "evidence"]} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={record.isPending}>
          Record
        </Button>
      </div>
    </form>
  )
}
