import { type FormEvent, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { useToast } from "../../../ui/Toasts.tsx"

type Limits = Answer<"GET", "/admin/v1/organizations/:id">["limits"]

const names: Readonly<Record<keyof Limits, string>> = {
  contacts: "Contacts",
  documents: "Documents",
  documentBytes: "Bytes of all documents",
  chunks: "Chunks of all documents",
  embeddingTokensPerDay: "Tokens embedded in a day"
}
const kinds = Object.keys(names) as ReadonlyArray<keyof Limits>

/** Lets a super admin change how much the organization may store, and have embedded in a day. */
export const LimitsDialog = ({ limits }: { readonly limits: Limits }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Change the limits
      </Button>
      <Dialog
        title="Limits of the organization"
        description="Stored data stays, also above a lower limit. An empty field restores the default."
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <LimitsForm limits={limits} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

const LimitsForm = ({ limits, onDone }: { readonly limits: Limits; readonly onDone: () => void }) => {
  const toast = useToast()
  const update = useChange("PATCH", "/admin/v1/organizations/:id")
  const [values, setValues] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(kinds.map((kind) => [kind, String(limits[kind])]))
  )
  const problemOf = problemsOf(update.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changed = kinds.filter((kind) => values[kind] !== String(limits[kind]))
    update.mutate(
      {
        body: { limits: Object.fromEntries(changed.map((kind) => [kind, values[kind] ? Number(values[kind]) : null])) }
      },
      {
        onSuccess: () => {
          toast.done("Limits saved")
          onDone()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {kinds.map((kind) => (
        <Field
          key={kind}
          label={names[kind]}
          type="number"
          min={0}
          placeholder="The default"
          value={values[kind] ?? ""}
          problem={problemOf(`limits.${kind}`)}
          onChange={(event) => setValues({ ...values, [kind]: event.target.value })}
        />
      ))}
      <Refusal failure={update.error} fields={["limits"]} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={update.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
