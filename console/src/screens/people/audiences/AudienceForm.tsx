import type { Answer } from "../../../api/contract.ts"
import { useChange } from "../../../api/use-api.ts"
import { NameForm } from "../../../ui/form/NameForm.tsx"

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
  return (
    <NameForm
      of={audience}
      add="Add audience"
      change={audience === undefined ? create : update}
      onCancel={onCancel}
      onSubmit={(body) => {
        if (audience === undefined) create.mutate({ body }, { onSuccess: onDone })
        else update.mutate({ params: { id: audience.id }, body }, { onSuccess: onDone })
      }}
    />
  )
}
