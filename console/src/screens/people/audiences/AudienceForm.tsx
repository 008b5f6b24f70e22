import { type FormEvent, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Field, TextArea } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"

type Audience = Answer<"GET", "/v1/audiences/:id">

interface AudienceFormProps {
  readonly audience?: Audience
  readonly onDone: (audience: Audience) => void
  readonly onCancel: () => void
}

/** Creates an audience, or changes its name and description. */
export const AudienceForm = ({ audience, onDone, onCancel }: AudienceFormProps) => {
  const create = useChange("POST", "/v1/audiences", { refreshes: ["/v1/audiences"] })
  const update = useChange("PATCH", "/v1/audiences/:id", { refreshes: ["/v1/audiences"] })
  const [name, setName] = useState(audience?.name ?? "")
  const [description, setDescription] = useState(audience?.description ?? "")
  const change = audience === undefined ? create : update
  const problemOf = problemsOf(change.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { name, description: description || null }
    if (audience === undefined) create.mutate({ body }, { onSuccess: onDone })
    else update.mutate({ params: { id: audience.id }, body }, { onSuccess: onDone })
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
          {audience === undefined ? "Add audience" : "Save"}
        </Button>
      </div>
    </form>
  )
}
