import { type FormEvent, useState } from "react"
import type { Answer } from "../../api/contract.ts"
import { useChange } from "../../api/use-api.ts"
import { Button } from "../../ui/Button.tsx"
import { Field, TextArea } from "../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../ui/form/Refusal.tsx"

type Base = Answer<"POST", "/v1/knowledge-bases">

interface BaseFormProps {
  readonly base?: Pick<Base, "id" | "name" | "description">
  readonly onDone: (base: Base) => void
  readonly onCancel: () => void
}

/** Creates a knowledge base, or changes its name and description. */
export const BaseForm = ({ base, onDone, onCancel }: BaseFormProps) => {
  const create = useChange("POST", "/v1/knowledge-bases", { refreshes: ["/v1/knowledge-bases"] })
  const update = useChange("PATCH", "/v1/knowledge-bases/:id", { refreshes: ["/v1/knowledge-bases"] })
  const [name, setName] = useState(base?.name ?? "")
  const [description, setDescription] = useState(base?.description ?? "")
  const change = base === undefined ? create : update
  const problemOf = problemsOf(change.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { name, description: description || null }
    if (base === undefined) create.mutate({ body }, { onSuccess: onDone })
    else update.mutate({ params: { id: base.id }, body }, { onSuccess: onDone })
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
          {base === undefined ? "Add knowledge base" : "Save"}
        </Button>
      </div>
    </form>
  )
}
