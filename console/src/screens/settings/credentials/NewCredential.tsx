import { type FormEvent, type ReactNode, useState } from "react"
import type { ApiFailure } from "../../../api/request.ts"
import { Button } from "../../../ui/Button.tsx"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { ShownOnce } from "../../../ui/form/ShownOnce.tsx"
import { Select } from "../../../ui/Select.tsx"

const lifetimes = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "", label: "Never" }
]

interface NewCredentialProps<R extends string> {
  readonly roles: ReadonlyArray<{ readonly value: R; readonly label: string }>
  readonly firstRole: R
  readonly example: string
  readonly isPending: boolean
  readonly failure: ApiFailure | null
  readonly onCreate: (wanted: { readonly name: string; readonly role: R; readonly expiresAt: string | null }) => void
  /** The secret, once it was made. */
  readonly secret: { readonly label: string; readonly value: string } | undefined
  /** Says how programs use it. */
  readonly usage: ReactNode
  readonly onDone: () => void
}

/** Asks for name, role and lifetime, and afterwards shows the secret once. */
export const NewCredential = <R extends string>({
  roles,
  firstRole,
  example,
  isPending,
  failure,
  onCreate,
  secret,
  usage,
  onDone
}: NewCredentialProps<R>) => {
  const [name, setName] = useState("")
  const [role, setRole] = useState(firstRole)
  const [lifetime, setLifetime] = useState("90")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const expiresAt =
      lifetime === "" ? null : new Date(Date.now() + Number(lifetime) * 24 * 60 * 60 * 1000).toISOString()
    onCreate({ name, role, expiresAt })
  }
  if (secret !== undefined) {
    return (
      <ShownOnce label={secret.label} value={secret.value} onDone={onDone}>
        Copy it now: <b>it is not shown again.</b> {usage}
      </ShownOnce>
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="Name"
        required
        autoFocus
        placeholder={example}
        value={name}
        problem={problemsOf(failure)("name")}
        onChange={(event) => setName(event.target.value)}
      />
      <Select label="Role" value={role} onChange={setRole} options={roles} />
      <Select label="Expires" value={lifetime} onChange={setLifetime} options={lifetimes} />
      <Refusal failure={failure} fields={["name"]} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={isPending}>
          Create
        </Button>
      </div>
    </form>
  )
}
