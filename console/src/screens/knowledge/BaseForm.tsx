import type { Answer } from "../../api/contract.ts"
import { useChange } from "../../api/use-api.ts"
import { NameForm } from "../../ui/form/NameForm.tsx"

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
  return (
    <NameForm
      of={base}
      add="Add knowledge base"
      change={base === undefined ? create : update}
      onCancel={onCancel}
      onSubmit={(body) => {
        if (base === undefined) create.mutate({ body }, { onSuccess: onDone })
        else update.mutate({ params: { id: base.id }, body }, { onSuccess: onDone })
      }}
    />
  )
}
