import { useState } from "react"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Refusal } from "../../../ui/form/Refusal.tsx"
import { Select } from "../../../ui/Select.tsx"
import { Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"

/** Adds one contact to an audience. */
export const AddToAudience = ({ contactId, onDone }: { readonly contactId: string; readonly onDone: () => void }) => {
  const toast = useToast()
  const audiences = useApi("/v1/audiences", { query: { limit: 100 } })
  const add = useChange("POST", "/v1/contacts/add-to-audience", { refreshes: ["/v1/audiences"] })
  const [audienceId, setAudienceId] = useState("")
  return (
    <Read of={audiences}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="text-muted">There is no audience yet. Create one under People, Audiences.</p>
        ) : (
          <>
            <Select
              label="Audience"
              placeholder="Choose"
              value={audienceId}
              onChange={setAudienceId}
              options={data.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <Refusal failure={add.error} />
            <div className="flex justify-end gap-2">
              <Button onClick={onDone}>Cancel</Button>
              <Button
                kind="primary"
                disabled={audienceId === ""}
                busy={add.isPending}
                onClick={() =>
                  add.mutate(
                    { body: { audienceId, contactIds: [contactId] } },
                    {
                      onSuccess: ({ name }) => {
                        toast.done(`Added to ${name}`)
                        onDone()
                      }
                    }
                  )
                }
              >
                Add
              </Button>
            </div>
          </>
        )
      }
    </Read>
  )
}
