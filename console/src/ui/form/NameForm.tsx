import { type ComponentProps, type FormEvent, useState } from "react"
import { Button } from "../Button.tsx"
import { Field, TextArea } from "../Field.tsx"
import { problemsOf, Refusal } from "./Refusal.tsx"

interface NameFormProps {
  /** The name and description to change; undefined for something new. */
  readonly of: { readonly name: string; readonly description?: string | null } | undefined
  /** The button that adds something new. */
  readonly add: string
  readonly onSubmit: (body: { readonly name: string; readonly description: string | null }) => void
  readonly onCancel: () => void
  readonly change: { readonly error: ComponentProps<typeof Refusal>["failure"]; readonly isPending: boolean }
}

/** Asks for a name and a description. */
export const NameForm = ({ of, add, onSubmit, onCancel, change }: NameFormProps) => {
  const [name, setName] = useState(of?.name ?? "")
  const [description, setDescription] = useState(of?.description ?? "")
  const problemOf = problemsOf(change.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit({ name, description: description || null })
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
      <TextArea
        label="Description"
        rows={3}
        value={description}
        problem={problemOf("description")}
        onChange={(event) => setDescription(event.target.value)}
      />
      <Refusal failure={change.error} fields={["name", "description"]} />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" busy={change.isPending}>
          {of === undefined ? add : "Save"}
        </Button>
      </div>
    </form>
  )
}
