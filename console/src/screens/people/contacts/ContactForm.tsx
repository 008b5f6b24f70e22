import { type FormEvent, useState } from "react"
import type { Answer, Body } from "../../../api/contract.ts"
import { useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { changedFields } from "../../../ui/edits/changed-fields.ts"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { typedNumber } from "../../../ui/form/typed-number.ts"
import { Select } from "../../../ui/Select.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { type MetadataEntry, MetadataFields, metadataEntries, metadataOf } from "./MetadataFields.tsx"

type Contact = Answer<"GET", "/v1/contacts/:id">
type CityTier = NonNullable<Body<"POST", "/v1/contacts">["cityTier"]>

const texts = ["language", "ageBand", "gender", "occupation", "incomeBand", "productType"] as const
const labels: Readonly<Record<(typeof texts)[number], string>> = {
  language: "Language",
  ageBand: "Age band",
  gender: "Gender",
  occupation: "Occupation",
  incomeBand: "Income band",
  productType: "Product"
}
const placeholders: Partial<Record<(typeof texts)[number], string>> = { language: "hi-IN", ageBand: "26-35" }

const fields = ["name", "phoneNumber", "cityTier", "metadata", ...texts]

/** Adds a contact, or changes it. */
export const ContactForm = ({ contact, onDone }: { readonly contact?: Contact; readonly onDone: () => void }) => {
  const toast = useToast()
  const create = useChange("POST", "/v1/contacts")
  const update = useChange("PATCH", "/v1/contacts/:id")
  const [name, setName] = useState(contact?.name ?? "")
  const [phoneNumber, setPhoneNumber] = useState(contact?.phoneNumber ?? "")
  const [cityTier, setCityTier] = useState(contact?.cityTier ?? "")
  const [values, setValues] = useState(() =>
    Object.fromEntries(texts.map((field) => [field, contact?.[field] ?? ""] as const))
  )
  const [metadata, setMetadata] = useState<ReadonlyArray<MetadataEntry>>(() => metadataEntries(contact?.metadata ?? {}))
  const change = contact === undefined ? create : update
  const problemOf = problemsOf(change.error)
  const body = {
    name,
    phoneNumber: typedNumber(phoneNumber),
    ...Object.fromEntries(texts.map((field) => [field, values[field] || null])),
    cityTier: (cityTier || null) as CityTier | null,
    metadata: metadataOf(metadata, contact?.metadata ?? {})
  }
  const [opened] = useState(body)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const done = {
      onSuccess: () => {
        toast.done(contact === undefined ? "Contact added" : "Contact changed")
        onDone()
      }
    }
    if (contact === undefined) create.mutate({ body }, done)
    else update.mutate({ params: { id: contact.id }, body: changedFields(opened, body) }, done)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="Name"
        required
        autoFocus
        value={name}
        problem={problemOf("name")}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Phone number"
        type="tel"
        required
        placeholder="+919876543210"
        hint="With the country’s code, as +91 or +49"
        value={phoneNumber}
        problem={problemOf("phoneNumber")}
        onChange={(event) => setPhoneNumber(event.target.value)}
      />
      <details className="group" open={contact !== undefined || undefined}>
        <summary className="cursor-pointer rounded font-medium text-muted text-sm">More about the person</summary>
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          {texts.map((field) => (
            <Field
              key={field}
              label={labels[field]}
              value={values[field] ?? ""}
              problem={problemOf(field)}
              placeholder={placeholders[field]}
              onChange={(event) => setValues({ ...values, [field]: event.target.value })}
            />
          ))}
          <Select
            label="City tier"
            value={cityTier}
            onChange={setCityTier}
            options={["", "Metro", "Tier 1", "Tier 2", "Rural"].map((value) => ({ value, label: value || "–" }))}
          />
        </div>
        <MetadataFields entries={metadata} onChange={setMetadata} problem={problemOf("metadata")} />
      </details>
      <Refusal failure={change.error} fields={fields} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={change.isPending}>
          {contact === undefined ? "Add contact" : "Save"}
        </Button>
      </div>
    </form>
  )
}
